"""Build a city on a legal space in range (card.industry)."""

from __future__ import annotations

from civap.content.situation import AP, NONE
from civap.content.steps import BuildCity
from civap.engine.board import Counting, Space
from civap.engine.criteria import criteria
from civap.engine.priority import select
from civap.engine.resolution import Resolution
from civap.engine.state import Game
from civap.engine.wonders import take_over

RULES = {'barbarian': ('barbarian.no-placing',), 'water': ('turn.terrain',)}


def build_city(turn: Resolution, step: BuildCity) -> None:
    """The best legal space by the card's list."""
    sites = find_sites(turn, step)
    if sites:
        found_city(turn, step, sites)


def find_sites(turn: Resolution, step: BuildCity) -> list[Space]:
    """The legal spaces in range; says so if there is none, or no figure is left."""
    game = turn.game
    if cities_left(game) < 1:
        turn.impossible('city', 'no-city-left')
        return []
    counting = game.board.counting(step.range, step.from_, step.through)
    near = counting.near(_vacant(game)) if game.board.is_map else _vacant(game)
    sites = [space for space in near if _is_target(turn, space, counting)]
    if not sites:
        turn.impossible('city', 'no-legal-space')
    return sites


def found_city(turn: Resolution, step: BuildCity, sites: list[Space]) -> None:
    """A city on the best of the spaces by the card's list."""
    game = turn.game
    site = select('city', criteria(game, 'city', step.order), sites, game.chooser, game.trace)
    _say_reach(turn, step, site)
    _found(game, site)
    turn.achieved.add('city-built')
    game.trace.emit('built', (turn.face.rule, 'card.industry', 'barbarian.ignored-adjacent'), city=site.id)


def cities_left(game: Game) -> int:
    """City figures that are not on the map."""
    return game.number('cities') - sum(not city.capital for city in game.board.cities(AP))


def _vacant(game: Game) -> list[Space]:
    """Spaces worth a word: where a city stands there will be none, and nobody wonders why."""
    return [space for space in game.board.spaces if not space.city]


def _is_target(turn: Resolution, space: Space, counting: Counting) -> bool:
    """Whether a city may go there; if not, says why."""
    board, rules = turn.game.board, (turn.face.rule,)
    if not counting.within(space):
        reason = 'out-of-range'
    else:
        reason = board.why_no_city(space)
        if not reason:
            return True
        if board.is_map and reason != 'barbarian':
            return False  # the map shows it
        rules = (*rules, *RULES.get(reason, ()))
    turn.game.trace.emit('excluded', rules, list='city', item=space.id, reason=reason)
    return False


def _say_reach(turn: Resolution, step: BuildCity, site: Space) -> None:
    """Say thanks to which clause the space is in range at all."""
    game = turn.game
    if not game.board.is_map:
        return
    clauses = {
        'water': (step.from_, ()) if step.through else None,
        'friendly-caravan': (('friendly-space',), step.through) if 'friendly-caravan' in step.from_ else None,
    }
    for clause, without in clauses.items():
        if without and not game.board.counting(step.range, *without).within(site):
            game.trace.emit('reach', (turn.face.rule,), list='city', item=site.id, thanks_to=clause)


def _found(game: Game, site: Space) -> None:
    """The figure takes the space; an own control token there goes back."""
    site.city, site.capital = AP, False
    if site.control == AP:
        site.control, site.reinforced = None, False
        game.ap.control_left += 1
        return
    if not game.board.is_map:
        site.wonder = NONE
        return
    take_over(game, site)

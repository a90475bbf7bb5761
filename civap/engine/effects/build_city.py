"""Build a city on a legal space in range (card.industry)."""

from __future__ import annotations

from civap.content.situation import NONE
from civap.content.steps import BuildCity
from civap.engine.criteria import criteria
from civap.engine.priority import select
from civap.engine.resolution import Resolution
from civap.engine.state import City, Game, Site


def build_city(turn: Resolution, step: BuildCity) -> None:
    """The best legal space by the card's list."""
    game = turn.game
    if _cities_left(game) < 1:
        game.trace.emit('impossible', (turn.face.rule,), what='city', reason='no-city-left')
        return
    sites = [site for site in game.sites if _is_target(turn, step, site)]
    if not sites:
        game.trace.emit('impossible', (turn.face.rule,), what='city', reason='no-legal-space')
        return
    order = criteria(game, 'city', step.order)
    site = select('city', order, sites, game.chooser, game.trace)
    game.sites.remove(site)
    game.cities.append(_found(site))
    turn.achieved.add('city-built')
    game.trace.emit('built', (turn.face.rule, 'card.industry'), city=site.id)


def _cities_left(game: Game) -> int:
    """City figures that are not on the map."""
    return game.number('cities') - sum(not city.capital for city in game.cities)


def _is_target(turn: Resolution, step: BuildCity, site: Site) -> bool:
    """Whether a city may go there; if not, says why."""
    rules: tuple[str, ...] = (turn.face.rule,)
    if not site.within(step.range, step.from_, step.through):
        reason = 'out-of-range'
    elif not site.legal:
        reason, rules = 'not-legal', (*rules, 'barbarian.no-placing', 'turn.terrain')
    else:
        return True
    turn.game.trace.emit('excluded', rules, list='city', item=site.id, reason=reason)
    return False


def _found(site: Site) -> City:
    city = City(site.id, f'ap.cities.{site.id}', site.source)
    city.capital = False
    city.space = site
    city.wonder = NONE
    return city

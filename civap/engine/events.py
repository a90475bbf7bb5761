"""The event dial and its barbarians (turn.event-dial, base.events)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from civap.content.situation import AP, NONE
from civap.engine.board import HexMap, Space
from civap.engine.choices import Kind, Question
from civap.engine.hexes import DIRECTIONS, Hex
from civap.engine.row import gain_trade
from civap.engine.state import Game
from civap.engine.wonders import destroy_city, lose_control


def advance_event_dial(game: Game) -> None:
    """One space on; what is printed there happens (turn.event-dial)."""
    ring = game.content.base_game.event_dial.items
    here = game.event_dial if game.event_dial is not None else _ask(game, len(ring))
    game.event_dial = (here + 1) % len(ring)
    event = ring[game.event_dial].event
    game.trace.emit('event-dial', ('turn.event-dial', 'base.events'), event=event, space=game.event_dial)
    happen(game, event)


def _ask(game: Game, spaces: int) -> int:
    return int(game.source.find('event-dial', tuple(range(spaces))))


def happen(game: Game, event: str) -> None:
    """One event of the dial."""
    if handler := HANDLERS.get(event):
        handler(game, game.board.map())


def _spawn(game: Game, board: HexMap) -> None:
    """Each defeated barbarian comes back if its space is free, or holds only a caravan, which is lost."""
    present = {space.barbarian for space in board.spaces}
    for space in board.spaces:
        letter = space.spawn_point
        if letter == NONE or letter in present or space.owner or space.barbarian or space.city_state:
            continue
        _lose_caravans(game, space)
        space.barbarian = letter
        game.trace.emit('spawned', ('base.events',), barbarian=letter, space=space.id)


def _trade(game: Game, board: HexMap) -> None:
    """A trade token for each mature city of the AP; humans place theirs themselves."""
    mature = sum(board.missing_for_maturity(city) == 0 for city in board.cities(AP))
    gain_trade(game, mature)


def _move(game: Game, board: HexMap) -> None:
    """All barbarians go the way that the token points, those in front first."""
    barbarians = [space for space in board.spaces if space.barbarian]
    if not barbarians:
        return
    face = int(game.chooser.choose(Question(Kind.DIE, 'event.direction', tuple(range(1, len(DIRECTIONS) + 1)))))
    across, down = DIRECTIONS[face - 1]
    at = {space.hex: space for space in board.spaces}

    def front(space: Space) -> tuple[int, str]:
        column, row = space.hex or (0, 0)
        return -(2 * (column * across + row * down) + column * down + row * across), space.id

    for space in sorted(barbarians, key=front):
        _march(game, at, space, (across, down))


def _march(game: Game, at: Mapping[Hex | None, Space], space: Space, way: Hex) -> None:
    goal = _next_land(at, space, way) or _next_land(at, space, (-way[0], -way[1]))
    if goal is None or goal is space:
        _back(game, space, 'no-land')
    elif goal.barbarian or goal.city_state:
        _back(game, space, 'barbarian-there' if goal.barbarian else 'city-state-there')
    elif not _repelled(game, space, goal):
        _enter(game, space, goal)


def _next_land(at: Mapping[Hex | None, Space], space: Space, way: Hex) -> Space | None:
    """The first space that is no water; none where the map ends before."""
    column, row = space.hex or (0, 0)
    while True:
        column, row = column + way[0], row + way[1]
        goal = at.get((column, row))
        if goal is None or not goal.water:
            return goal


def _repelled(game: Game, space: Space, goal: Space) -> bool:
    """A reinforced token is flipped and a capital is looted; the barbarian goes back."""
    if goal.control and goal.reinforced:
        goal.reinforced = False
        game.trace.emit('flipped', ('base.events',), space=goal.id, owner=goal.control)
        _back(game, space, 'reinforced-there')
        return True
    if goal.capital:
        _loot(game, str(goal.city))
        _back(game, space, 'capital-there')
        return True
    return False


def _loot(game: Game, owner: str) -> None:
    """The owner of a capital discards trade tokens: the AP random ones, a human as it likes."""
    if owner != AP:
        game.trace.emit('discarded', ('base.events',), owner=owner, trade=game.number('capital-loot'))
        return
    for number in range(1, game.number('capital-loot') + 1):
        cards = [card for card in game.ap.row.cards if card.trade]
        if not cards:
            return
        name = game.tie(f'discard.tie-{number}', tuple(sorted(card.id for card in cards)))
        card = game.ap.row.card(str(name))
        card.trade -= 1
        game.trace.emit('discarded', ('base.events', 'golden.random'), owner=AP, card=card.id, trade=1)


def _back(game: Game, space: Space, reason: str) -> None:
    game.trace.emit(
        'barbarian-back', ('base.events',), barbarian=str(space.barbarian), space=space.id, reason=reason
    )  # fmt: skip


def _enter(game: Game, space: Space, goal: Space) -> None:
    """A caravan, an unreinforced token or a city there is destroyed."""
    if goal.owner:
        what = 'city' if goal.city else 'control-token'
        game.trace.emit('destroyed', ('base.events',), what=what, owner=goal.owner, space=goal.id)
        destroy_city(game, goal) if goal.city else lose_control(game, goal)
    _lose_caravans(game, goal)
    goal.barbarian, space.barbarian = space.barbarian, None
    game.trace.emit(
        'barbarian-moved', ('base.events',), barbarian=str(goal.barbarian), from_=space.id, to=goal.id
    )  # fmt: skip


def _lose_caravans(game: Game, space: Space) -> None:
    """Caravans go back to their cards."""
    for owner in space.caravans:
        game.trace.emit('destroyed', ('base.events',), what='caravan', owner=owner, space=space.id)
        game.ap.caravans_home += owner == AP
    space.caravans = ()


HANDLERS: Mapping[str, Callable[[Game, HexMap], None]] = {
    'spawn': _spawn,
    'trade': _trade,
    'barbarian-movement': _move,
}

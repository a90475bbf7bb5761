"""Move caravans to destinations (card.economy, base.caravan, diplomacy.visit)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from civap.content.situation import AP, NONE
from civap.content.steps import MoveCaravans
from civap.engine.board import HexMap, Space
from civap.engine.criteria import Destination, criteria, has_city_state_card, tiebreak
from civap.engine.pieces import FAR, Distances
from civap.engine.priority import Criterion, Sense, fitting, select
from civap.engine.resolution import Resolution
from civap.engine.row import gain_trade, put_trade
from civap.engine.state import Game

COPIES = 2


class Start(NamedTuple):
    """Where a caravan sets out: its space, or any of the AP's cities it may leave from."""

    id: str
    spaces: tuple[Space, ...]
    on_map: bool


class Trip(NamedTuple):
    """A caravan with its destination and the spaces between them."""

    start: Start
    destination: Space
    distance: int


def move_caravans(turn: Resolution, step: MoveCaravans) -> None:
    """Destinations first, each with the caravan nearest to it; then what is spent; then the ways."""
    trips = plan_trips(turn, step)
    if not trips:
        return
    spaces = spend_on_trips(turn, step, useful_trade(turn, step, trips))
    for trip in move_on_trips(turn, step, trips, spaces):
        arrive(turn.game, trip.destination)


def move_on_trips(turn: Resolution, step: MoveCaravans, trips: list[Trip], spaces: int) -> Iterator[Trip]:
    """Move each caravan in turn; the trips that arrive, each before the next caravan moves."""
    board = turn.game.board.map()
    dry = _dry(board, step, trips)
    for number, trip in enumerate(trips, 1):
        if dry and trip.distance < dry[trip.start.spaces].to(trip.destination):
            rules = (turn.face.rule,)
            turn.game.trace.emit('reach', rules, list='destination', item=trip.destination.id, thanks_to='water')
        if _move(turn, step, board, trip, spaces, number):
            yield trip


def plan_trips(turn: Resolution, step: MoveCaravans) -> list[Trip]:
    """A destination for each caravan, one after the other (card.economy)."""
    game = turn.game
    board = game.board.map()
    starts = _starts(game, board, turn.face.caravans or 0)
    if not starts:
        turn.impossible('caravan', 'no-start', 'base.caravan')
        return []
    ways = {start.spaces: _ways(board, step.through, start.spaces) for start in starts}
    trips: list[Trip] = []
    left = _destinations(board)
    while starts and left:
        open_ = {start.spaces: ways[start.spaces] for start in starts}.values()
        found = [Destination(space, min(way.to(space) for way in open_)) for space in left]
        goal = _choose(turn, step, [item for item in found if item.distance < FAR], len(trips) + 1)
        if goal is None:
            break
        start = _nearest(game, starts, ways, goal.space, len(trips) + 1)
        trips.append(Trip(start, goal.space, ways[start.spaces].to(goal.space)))
        starts.remove(start)
        left.remove(goal.space)
    if starts:
        turn.impossible('caravan', 'no-route' if left else 'no-destination', 'base.caravan')
    return trips


def _starts(game: Game, board: HexMap, caravans: int) -> list[Start]:
    """Caravans on the map first, then those on the card, up to the number of the card."""
    on_map = [space for space in board.spaces for owner in space.caravans if owner == AP]
    starts = [Start(f'caravan-{index}', (space,), True) for index, space in enumerate(on_map, 1)]
    cities = tuple(city for city in board.cities(AP) if _may_leave(game, board, city))
    if cities:
        more = range(len(starts) + 1, len(starts) + game.ap.caravans_home + 1)
        starts += [Start(f'caravan-{index}', cities, False) for index in more]
    return starts[:caravans]


def _may_leave(game: Game, board: HexMap, city: Space) -> bool:
    """The capital and mature cities; Trajan's leave from any (leader.default)."""
    return city.capital or board.missing_for_maturity(city) == 0 or game.led_by('trajan')


def _destinations(board: HexMap) -> list[Space]:
    return [space for space in board.spaces if space.city_state or (space.city and space.city != AP)]


def _stops(board: HexMap, through: tuple[str, ...]) -> int:
    """Barbarians, water unless the card opens it, and the city-states and cities where a way would end."""
    pieces = board.pieces
    water = 0 if 'water' in through else pieces.water
    return water | pieces.barbarians | pieces.city_states | (pieces.all_cities & ~pieces.own_cities)


def _ways(board: HexMap, through: tuple[str, ...], starts: tuple[Space, ...]) -> Distances:
    """How far each space is for a caravan. A way may end in a city-state or city, not in a barbarian."""
    return board.distances(sum(space.bit for space in starts), _stops(board, through))


def _choose(turn: Resolution, step: MoveCaravans, found: list[Destination], number: int) -> Destination | None:
    """The best by the card's list; what fits none of its lines is no destination."""
    game = turn.game
    order = criteria(game, 'destination', step.order)
    lines = [*order, *tiebreak(game, 'destination', step.tiebreak)]
    tie = 'destination.tie' if number == 1 else f'destination.tie-{number}'
    fit = fitting(order, found)
    return select('destination', lines, fit, game.chooser, game.trace, tie) if fit else None


def _nearest(
    game: Game, starts: list[Start], ways: dict[tuple[Space, ...], Distances], goal: Space, number: int
) -> Start:
    """Which caravan goes: the nearest one; those on the card are all alike."""
    fit = [start for start in starts if ways[start.spaces].to(goal) < FAR]
    home = [start for start in fit if not start.on_map]
    fit = [start for start in fit if start.on_map] + home[:1]
    nearest: Criterion[Start] = Criterion(
        'caravan.nearest', Sense.LEAST, lambda start: ways[start.spaces].to(goal), ('card.economy',)
    )
    lines = (nearest,) if game.reads('caravan-order', 'nearest') else ()
    tie = 'caravan.tie' if number == 1 else f'caravan.tie-{number}'
    return select('caravan', lines, fit, game.chooser, game.trace, tie)


def useful_trade(turn: Resolution, step: MoveCaravans, trips: list[Trip]) -> int:
    """Trade tokens that let one more caravan arrive, and not one more than that (trade.spend-economy)."""
    game = turn.game
    bonus, wonders = game.bonus('economy'), turn.natural_wonders
    adds = game.content.types[turn.card.type].token_adds
    lacking = sorted(trip.distance - step.spaces - (bonus + wonders) * adds for trip in trips)
    needs = [-(-spaces // adds) for spaces in lacking if spaces > 0]
    payable = [need for need in needs if need <= turn.card.trade] if needs else []
    if not payable:
        return 0
    return payable[-1] if game.reads('caravan-tokens', 'all-arrivals') else payable[0]


def spend_on_trips(turn: Resolution, step: MoveCaravans, trade: int) -> int:
    """Spend; how far each caravan moves with all that counts as spent (bonus.matching)."""
    return step.spaces + turn.spend(trade, turn.game.bonus('economy'), turn.natural_wonders, rule='trade.spend-economy')


def _move(turn: Resolution, step: MoveCaravans, board: HexMap, trip: Trip, spaces: int, number: int) -> bool:
    """Move one caravan; whether it arrives."""
    arrives = trip.distance <= spaces
    origin = _origin(turn, board, step, trip)
    stop = trip.destination if arrives else _stop(turn, step, board, trip, origin, spaces, number)
    turn.game.trace.emit(
        'moved', (turn.face.rule, 'card.economy', 'base.caravan'), from_=origin.id, to=stop.id,
        destination=trip.destination.id, spaces=min(spaces, trip.distance), distance=trip.distance,
    )  # fmt: skip
    _leave(turn.game, trip.start)
    if not arrives:
        stop.caravans = (*stop.caravans, AP)
    return arrives


def _dry(board: HexMap, step: MoveCaravans, trips: list[Trip]) -> dict[tuple[Space, ...], Distances]:
    """How far everything would be without the clause that opens water; empty if there is none."""
    if not step.through:
        return {}
    return {starts: _ways(board, (), starts) for starts in {trip.start.spaces for trip in trips}}


def _origin(turn: Resolution, board: HexMap, step: MoveCaravans, trip: Trip) -> Space:
    """The city it leaves from: one of those nearest to the destination."""
    if len(trip.start.spaces) == 1:
        return trip.start.spaces[0]
    back = _back(board, step, trip.destination)
    near = [space for space in trip.start.spaces if back.to(space) == trip.distance]
    name = turn.game.tie('path.start', tuple(sorted(space.id for space in near)))
    return board.named[str(name)]


def _back(board: HexMap, step: MoveCaravans, goal: Space) -> Distances:
    """The distance of every space from the destination, going back."""
    return board.distances(goal.bit, _stops(board, step.through))


def _stop(
    turn: Resolution, step: MoveCaravans, board: HexMap, trip: Trip, origin: Space, spaces: int, number: int
) -> Space:
    """Where it stops on a shortest path; where several paths part, one of the places at random."""
    stops = _stops(board, step.through)
    out = board.distances(origin.bit, stops)
    back = _back(board, step, trip.destination)
    ends = board.pieces.at(out.at(spaces) & back.at(trip.distance - spaces) & ~stops)
    name = turn.game.tie('path.tie' if number == 1 else f'path.tie-{number}', tuple(sorted(space.id for space in ends)))
    return board.named[str(name)]


def _leave(game: Game, start: Start) -> None:
    if start.on_map:
        (space,) = start.spaces
        left = list(space.caravans)
        left.remove(AP)
        space.caravans = tuple(left)
    else:
        game.ap.caravans_home -= 1


def arrive(game: Game, space: Space) -> None:
    """Back to the card at once; trade tokens and perhaps a diplomacy card (base.caravan)."""
    game.ap.caravans_home += 1
    trade = game.number('caravan-trade')
    game.trace.emit('arrived', ('base.caravan',), at=space.id, trade=trade)
    if space.city_state:
        kind = game.content.base_game.city_state[space.city_state].type
        put_trade(game, game.ap.row.card(kind), trade, 'base.caravan')
        _take_city_state_card(game, space.city_state)
    else:
        gain_trade(game, trade)
        _take_treaty(game, str(space.city))


def _take_city_state_card(game: Game, name: str) -> None:
    """The city-state's card, if the AP has none of it and one is left."""
    held = sum(name in rival.city_states for rival in game.rivals.values())
    if game.reads('city-state-card', 'takes') and held < COPIES and not has_city_state_card(game, name):
        game.ap.city_states.add(name, game.content.base_game.city_state[name].type)
        game.trace.emit('diplomacy-taken', ('base.caravan',), from_=name, card=name)


def _take_treaty(game: Game, rival: str) -> None:
    """The first card of the list that the rival still has, if the AP has none of that rival (diplomacy.visit)."""
    if game.treaty(rival) != NONE:
        return
    lent = game.rivals[rival].lent
    card = next((item.id for item in game.content.base_game.diplomacy_cards.items if item.id not in lent), None)
    if card:
        game.ap.treaties[rival] = card
        game.trace.emit('diplomacy-taken', ('diplomacy.visit',), from_=rival, card=card)

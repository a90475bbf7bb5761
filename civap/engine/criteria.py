"""The criteria of priority lists: one function for each line that a card prints.

Registered under the id of that line, `<list>.<name>`, which is also the id of its words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from civap.content import base_game
from civap.content.criteria import Criterion as Line
from civap.content.situation import AP, NONE
from civap.engine.board import HexMap, Space
from civap.engine.placement import city_defense
from civap.engine.priority import Criterion, Sense
from civap.engine.state import Game

# A measure gets the game, the candidate and the limit that the line names.
Measure = Callable[[Game, Any, int], int | None]


class Entry(NamedTuple):
    """What a line does: its sense, its function, the rules that it carries out.

    `total` says that every candidate has a value, so that it is never passed over; `near_city` that this is
    so next to friendly cities.
    """

    sense: Sense
    measure: Measure
    rules: tuple[str, ...]
    total: bool = False
    near_city: bool = False


REGISTRY: dict[str, Entry] = {}


def criterion(
    name: str, sense: Sense, *rules: str, total: bool = False, near_city: bool = False
) -> Callable[[Measure], Measure]:
    """Register a function as the line `name`."""

    def register(measure: Measure) -> Measure:
        if name in REGISTRY:
            raise ValueError(f'{name} is registered twice')
        REGISTRY[name] = Entry(sense, measure, rules, total, near_city)
        return measure

    return register


def criteria(game: Game, list_name: str, order: Sequence[Line]) -> list[Criterion[Any]]:
    """The lines of a card's list, ready to narrow."""
    return [_bound(game, f'{list_name}.{line.name}', line.defense_at_most, line.twisted) for line in order]


def tiebreak(game: Game, list_name: str, name: str) -> list[Criterion[Any]]:
    """The tiebreaker of a card's list; empty if it has none."""
    return [_bound(game, f'{list_name}.{name}', None)] if name else []


def _bound(game: Game, name: str, limit: int | None, twisted: bool = False) -> Criterion[Any]:
    entry = REGISTRY[name]
    measure, sense = entry.measure, entry.sense
    number = limit or 0
    if not twisted:
        return Criterion(name, sense, lambda item: measure(game, item, number), entry.rules, limit)
    if sense is Sense.KEEP:
        return Criterion(name, sense, lambda item: not measure(game, item, number), entry.rules, limit)
    turned = Sense.LEAST if sense is Sense.MOST else Sense.MOST
    return Criterion(name, turned, lambda item: measure(game, item, number), entry.rules, limit)


def wonder_cost(game: Game, wonder: base_game.Wonder) -> int:
    """What a wonder costs the AP; Cleopatra pays 1 less (leader.default)."""
    return wonder.cost - game.led_by('cleopatra')


# ---------------------------------------------------------------- wonder


@criterion('wonder.nearest-agenda', Sense.LEAST, 'wonder.agenda')
def nearest_agenda(game: Game, wonder: base_game.Wonder, _limit: int) -> int | None:
    """Wonders still missing for an agenda once this one is built; none if no open agenda counts it."""
    missing = [
        agenda.count - game.ap.wonders.of(wonder.type) - 1
        for card in game.victory
        for agenda in card.agendas
        if agenda.wonders == wonder.type and not card.completed
    ]
    nearer = [number for number in missing if number >= 0]
    if not nearer:
        return None
    return 0 if game.reads('wonder-agenda', 'any-agenda') else min(nearer)


@criterion('wonder.lowest-cost', Sense.LEAST, total=True)
def lowest_cost(game: Game, wonder: base_game.Wonder, _limit: int) -> int:
    """The cost in production."""
    return wonder_cost(game, wonder)


# ---------------------------------------------------------------- city


@criterion('city.most-tokens', Sense.MOST, total=True)
def most_tokens(game: Game, space: Space, _limit: int) -> int:
    """Natural wonder and resource tokens next to the space."""
    return game.board.tokens_adjacent(space)


@criterion('city.spawn-point', Sense.KEEP)
def spawn_point(game: Game, space: Space, _limit: int) -> int:
    """Whether a barbarian spawn point is printed on the space."""
    return space.spawn_point != NONE


@criterion('city.highest-defense', Sense.MOST, 'industry.city-defense', total=True)
def highest_defense(game: Game, space: Space, _limit: int) -> int:
    """The defense of a city there."""
    return city_defense(game, space)


# ---------------------------------------------------------------- control


@criterion('control.natural-wonder', Sense.KEEP)
def natural_wonder(game: Game, space: Space, _limit: int) -> int:
    """Whether a natural wonder is printed on the space."""
    return space.natural_wonder != NONE


@criterion('control.resource', Sense.KEEP)
def resource(game: Game, space: Space, _limit: int) -> int:
    """Whether a resource token lies there."""
    return space.resource != NONE


criterion('control.spawn-point', Sense.KEEP)(spawn_point)


@criterion('control.next-to-token-or-spawn-point', Sense.KEEP)
def next_to_token(game: Game, space: Space, _limit: int) -> int:
    """Whether a token, or a spawn point without a piece on it, is next to the space."""
    pieces = game.board.map().pieces
    return bool(space.near & (pieces.tokens | pieces.uncovered))


@criterion('control.most-cities', Sense.MOST, near_city=True)
def most_cities(game: Game, space: Space, _limit: int) -> int | None:
    """Cities next to the space: the AP's, or anyone's under the other reading; none does not fit."""
    pieces = game.board.map().pieces
    cities = pieces.all_cities if game.reads('culture-cities', 'anyone') else pieces.own_cities
    return (space.near & cities).bit_count() or None


@criterion('control.nearest-maturity', Sense.LEAST, near_city=True)
def nearest_maturity(game: Game, space: Space, _limit: int) -> int | None:
    """What the immature city next to the space that is closest to maturity still lacks."""
    board = game.board.map()
    missing = [board.missing_for_maturity(city) for city in board.around(space) if city.city == AP]
    return min((number for number in missing if number), default=None)


@criterion('control.next-to-rival', Sense.KEEP)
def next_to_rival(game: Game, space: Space, _limit: int) -> int:
    """Whether a rival's city or control token is next to the space."""
    return bool(space.near & game.board.map().pieces.rivals)


@criterion('control.highest-terrain', Sense.MOST, total=True)
def highest_terrain(game: Game, space: Space, _limit: int) -> int:
    """Terrain difficulty."""
    return game.board.difficulty(space)


# ---------------------------------------------------------------- target


@criterion('target.barbarian', Sense.KEEP)
def barbarian(game: Game, space: Space, _limit: int) -> int:
    """Whether a barbarian is there."""
    return space.barbarian is not None


@criterion('target.barbarian-near', Sense.KEEP)
def barbarian_near(game: Game, space: Space, _limit: int) -> int:
    """Whether a barbarian is there, next to a friendly space."""
    return space.barbarian is not None and game.board.near_friendly(space)


@criterion('target.rival-city', Sense.KEEP, 'attack.defense')
def rival_city(game: Game, space: Space, limit: int) -> int:
    """Whether a rival's city of at most this defense is there."""
    return space.city not in (None, AP) and defense(game, space) <= limit


@criterion('target.rival-city-with-wonder', Sense.KEEP, 'attack.defense')
def rival_city_with_wonder(game: Game, space: Space, limit: int) -> int:
    """The same, with a wonder in it."""
    return space.city not in (None, AP) and space.wonder != NONE and defense(game, space) <= limit


@criterion('target.city-state', Sense.KEEP)
def city_state(game: Game, space: Space, _limit: int) -> int:
    """Whether a city-state is there."""
    return space.city_state is not None


@criterion('target.rival-control-token', Sense.KEEP)
def rival_control_token(game: Game, space: Space, _limit: int) -> int:
    """Whether a rival's control token is there."""
    return space.control not in (None, AP)


@criterion('target.lowest-defense', Sense.LEAST, 'attack.defense', total=True)
def lowest_defense(game: Game, space: Space, _limit: int) -> int:
    """What the target adds to its die."""
    return defense(game, space)


def defense(game: Game, space: Space) -> int:
    """What a target adds to its die (attack.defense, attack.dice)."""
    if space.city_state:
        return game.number('city-state-defense')
    if space.barbarian:
        return game.board.difficulty(space)
    owner = str(space.owner)
    if space.city:
        return city_defense(game, space, owner) + game.rivals[owner].bonus
    tokens = game.board.reinforced_adjacent(space, owner) + space.reinforced
    return game.board.difficulty(space) + tokens + game.rivals[owner].bonus


# ---------------------------------------------------------------- reinforce


@criterion('reinforce.nearest-threat', Sense.LEAST, 'attack.reinforce')
def nearest_threat(game: Game, space: Space, _limit: int) -> int | None:
    """Spaces to the nearest barbarian or rival space; none if there is neither."""
    board = game.board.map()
    threats = board.pieces.threats
    if not threats:
        return None
    if game.reads('threat-distance', 'overland'):
        return _overland(board, space, threats)
    return board.pieces.threat_distances.to(space)


def _overland(board: HexMap, space: Space, threats: Sequence[Space]) -> int:
    """The shortest way that leads through no water."""
    found = board.distances(space.bit, board.pieces.water)
    return min(map(found.to, threats))


criterion('reinforce.highest-terrain', Sense.MOST, 'attack.reinforce', total=True)(highest_terrain)


# ---------------------------------------------------------------- destination


class Destination(NamedTuple):
    """A city-state or rival city with the caravan that is nearest to it."""

    space: Space
    distance: int

    @property
    def id(self) -> str:
        """The space."""
        return self.space.id


@criterion('destination.city-state-without-card', Sense.KEEP)
def city_state_without_card(game: Game, destination: Destination, _limit: int) -> int:
    """Whether it is a city-state whose diplomacy card the AP has not."""
    name = destination.space.city_state
    return name is not None and not has_city_state_card(game, name)


@criterion('destination.rival-city', Sense.KEEP)
def destination_city(game: Game, destination: Destination, _limit: int) -> int:
    """Whether it is a rival's city."""
    return destination.space.city is not None


@criterion('destination.other-city-state', Sense.KEEP)
def other_city_state(game: Game, destination: Destination, _limit: int) -> int:
    """Whether it is a city-state whose diplomacy card the AP has."""
    name = destination.space.city_state
    return name is not None and has_city_state_card(game, name)


@criterion('destination.shortest-distance', Sense.LEAST, total=True)
def shortest_distance(game: Game, destination: Destination, _limit: int) -> int:
    """How far the nearest caravan is from it."""
    return destination.distance


def has_city_state_card(game: Game, name: str) -> bool:
    """Whether the AP has a city-state's diplomacy card."""
    return game.ap.city_states.has(name, game.content.base_game.city_state[name].type)

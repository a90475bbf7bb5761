"""The spaces of a game and what rules ask about them: counted on a map, or stated where there is none."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from civap.content.situation import AP, NONE, SOME
from civap.engine.facts import EMPTY, YES_NO, Fact, Source, Thing, amounts, facts
from civap.engine.hexes import Grid, Hex
from civap.engine.pieces import FAR, Distances, Pieces
from civap.engine.state import Unstated

if TYPE_CHECKING:
    from civap.engine.state import Game

THROUGH: Mapping[tuple[str, ...], str] = {
    (): 'distance',
    ('water',): 'distance_through_water',
    ('water', 'rival-space', 'barbarian', 'city-state'): 'distance_through_everything',
}


class Space(Thing):
    """A space of the map. `terrain` is its difficulty, `city` and `control` the owner of the piece there.

    `unclaimed` says that the token of its natural wonder still lies there; `around` are the indices of its
    neighbors, `bit` and `near` the bits of itself and of its neighbors in the grid. The facts from
    `reinforced_adjacent` on are asked only where there is no map.
    """

    FACTS: ClassVar[Mapping[str, Fact]] = facts(
        terrain=amounts(5, least=1),
        wonder=(NONE, SOME),
        natural_wonder=(NONE, SOME),
        resource=(NONE, SOME),
        spawn_point=(NONE, SOME),
        reinforced_adjacent=amounts(6),
        tokens_adjacent=amounts(6),
        legal=YES_NO,
        distance=amounts(9, least=1),
        distance_through_water=amounts(9, least=1),
        distance_through_everything=amounts(9, least=1),
        distance_from_caravan=amounts(9, least=1),
        near_friendly=YES_NO,
    )

    around: tuple[int, ...]
    board: Board
    barbarian: str | None
    bit: int
    capital: bool
    caravans: tuple[str, ...]
    city: str | None
    city_state: str | None
    control: str | None
    distance: int
    distance_from_caravan: int
    distance_through_everything: int
    distance_through_water: int
    hex: Hex | None
    index: int
    legal: bool
    natural_wonder: str
    near: int
    near_friendly: bool
    reinforced: bool
    reinforced_adjacent: int
    resource: str
    spawn_point: str
    terrain: int
    tokens_adjacent: int
    unclaimed: bool
    water: bool
    wonder: str

    def __init__(self, name: str, source: Source, known: Mapping[str, Any] = EMPTY) -> None:
        super().__init__(name, f'spaces.{name}', source, known)

    def lie_on(self, board: Board) -> None:
        """Belong to a board, which is told of every change."""
        self.__dict__['board'] = board

    def __setattr__(self, name: str, value: Any) -> None:
        self.__dict__[name] = value
        self.board.changed(name)

    @property
    def owner(self) -> str | None:
        """Whose city or control token is here."""
        return self.city or self.control


class Counting(Protocol):
    """What is in range of the AP's friendly spaces (or caravans) under the clauses of one card."""

    def within(self, space: Space) -> bool:
        """Whether the space is in range."""
        ...

    def near(self, spaces: Sequence[Space]) -> list[Space]:
        """Those in range."""
        ...


class Board:
    """All spaces. Without a map only what spaces state can be asked."""

    __slots__ = ('game', 'named', 'spaces')

    is_map = False

    def __init__(self, game: Game, spaces: list[Space]) -> None:
        self.game = game
        self.spaces = spaces
        self.named = {space.id: space for space in spaces}
        for space in spaces:
            space.lie_on(self)

    def changed(self, name: str) -> None:
        """Told when an attribute of a space changed."""

    def cities(self, owner: str) -> Sequence[Space]:
        """The cities of a player, the capital included."""
        return [space for space in self.spaces if space.city == owner]

    def hostile(self) -> Sequence[Space]:
        """What can be attacked: barbarians, city-states, rival pieces."""
        return [
            space
            for space in self.spaces
            if space.barbarian or space.city_state or (space.city or space.control or AP) != AP
        ]  # fmt: skip

    def capital(self, owner: str) -> Space | None:
        """A player's capital, if it is known where it is."""
        return next((space for space in self.spaces if space.capital and space.city == owner), None)

    def difficulty(self, space: Space) -> int:
        """The terrain difficulty that counts on the AP's turn."""
        return space.terrain

    def reinforced_adjacent(self, space: Space, owner: str) -> int:
        """The owner's reinforced control tokens next to the space."""
        return space.reinforced_adjacent

    def tokens_adjacent(self, space: Space) -> int:
        """Natural wonder and resource tokens next to the space."""
        return space.tokens_adjacent

    def near_friendly(self, space: Space) -> bool:
        """Whether it is next to a friendly space."""
        return space.near_friendly

    def why_no_city(self, space: Space) -> str:
        """What the base rules have against a city there, the distance apart; empty if nothing."""
        return '' if space.legal else 'not-legal'

    def counting(
        self, limit: int, from_: tuple[str, ...], through: tuple[str, ...], barred: Iterable[Space] = ()
    ) -> Counting:
        """What lies within so many spaces; spaces in `barred` are no start."""
        return _Stated(limit, from_, through)

    def map(self) -> HexMap:
        """The map. Raises `Unstated`."""
        raise Unstated('map')


class _Stated:
    """Distances as spaces state them."""

    def __init__(self, limit: int, from_: tuple[str, ...], through: tuple[str, ...]) -> None:
        self._limit = limit
        names = {'friendly-space': THROUGH.get(through, 'distance'), 'friendly-caravan': 'distance_from_caravan'}
        self._names = [names[name] for name in from_]

    def within(self, space: Space) -> bool:
        """Asks for no more than whether it is."""
        return any(space.at_most(name, self._limit) for name in self._names)

    def near(self, spaces: Sequence[Space]) -> list[Space]:
        """Those within."""
        return [space for space in spaces if self.within(space)]


class HexMap(Board):
    """A map: neighbors and distances are counted, pieces are found where they stand."""

    __slots__ = ('grid', 'pieces')

    is_map = True

    def __init__(self, game: Game, spaces: list[Space], grid: Grid) -> None:
        super().__init__(game, spaces)
        self.grid = grid
        self.pieces = Pieces(spaces, grid)

    def map(self) -> HexMap:
        """Itself."""
        return self

    def changed(self, name: str) -> None:
        """Pieces are looked for anew."""
        self.pieces.forget(name)

    def around(self, space: Space) -> list[Space]:
        """The neighbors of a space."""
        spaces = self.spaces
        return [spaces[index] for index in space.around]

    def cities(self, owner: str) -> Sequence[Space]:
        """The cities of a player, the capital included."""
        return self.pieces.cities.get(owner, ())

    def hostile(self) -> Sequence[Space]:
        """What can be attacked: barbarians, city-states, rival pieces."""
        return self.pieces.hostile

    def difficulty(self, space: Space) -> int:
        """Terrain; for Hojo Tokimune desert and mountains by water or the edge count 3 (leader.default)."""
        terrain = space.terrain
        if terrain < 4 or space.natural_wonder != NONE or not self._on_shore(space):
            return terrain
        return 3 if self.game.led_by('tokimune') else terrain

    def _on_shore(self, space: Space) -> bool:
        return len(space.around) < 6 or bool(space.near & self.pieces.water)

    def reinforced_adjacent(self, space: Space, owner: str) -> int:
        """The owner's reinforced control tokens next to the space."""
        return (space.near & self.pieces.reinforced.get(owner, 0)).bit_count()

    def tokens_adjacent(self, space: Space) -> int:
        """Natural wonder and resource tokens next to the space."""
        return (space.near & self.pieces.tokens).bit_count()

    def near_friendly(self, space: Space) -> bool:
        """Whether it is next to a friendly space."""
        return bool(space.near & self.pieces.friendly)

    def why_no_city(self, space: Space) -> str:
        """Water, a piece, a token, or a city or city-state beside it; empty if nothing (base rules)."""
        if space.water:
            return 'water'
        if space.barbarian:
            return 'barbarian'
        if space.city or space.city_state or (space.control and space.control != AP) or has_token(space):
            return 'occupied'
        pieces = self.pieces
        return 'next-to-city' if space.near & (pieces.all_cities | pieces.city_states) else ''

    def counting(
        self, limit: int, from_: tuple[str, ...], through: tuple[str, ...], barred: Iterable[Space] = ()
    ) -> Counting:
        """Distances over the map."""
        starts = self.pieces.friendly
        for space in barred:
            starts &= ~space.bit
        if 'friendly-caravan' in from_:
            starts |= self.pieces.caravans
        return self.distances(starts, self._stops(through), limit)

    def _stops(self, through: tuple[str, ...]) -> int:
        """Which spaces cannot be counted through; turn.terrain closes water unless the card opens it."""
        pieces = self.pieces
        stops = 0
        if 'water' not in through:
            stops |= pieces.water
        if 'rival-space' not in through:
            stops |= pieces.rivals
        if 'barbarian' not in through:
            stops |= pieces.barbarians
        if 'city-state' not in through and self.game.reads('city-states-block', 'blocked'):
            stops |= pieces.city_states
        return stops

    def distances(self, starts: int, stops: int, limit: int = FAR) -> Distances:
        """From the nearest start to each space, as far as the limit; ways end in what stops them."""
        return Distances(self.grid.rings(starts, stops, limit))

    def missing_for_maturity(self, city: Space) -> int:
        """Neighbors of an own city that are neither water nor hold a friendly control token.

        What a giver of Open Borders has there counts as friendly, too (diplomacy.use).
        """
        pieces = self.pieces
        missing = city.near & ~(pieces.water | pieces.own_control)
        number = missing.bit_count()
        if missing & pieces.rivals:
            number -= sum(self._is_open(space) for space in self.around(city) if space.bit & missing)
        return number

    def _is_open(self, space: Space) -> bool:
        owner = space.owner
        return owner is not None and owner != AP and self.game.treaty(owner) == 'open-borders'


def has_token(space: Space) -> bool:
    """Whether a resource token or the token of a natural wonder lies there."""
    return space.resource != NONE or space.unclaimed

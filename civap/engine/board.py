"""The spaces of a game and what rules ask about them: counted on a map, or stated where there is none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from civap.content.situation import AP, NONE, SOME
from civap.engine.facts import YES_NO, Fact, Source, Thing, amounts, facts
from civap.engine.hexes import Hex
from civap.engine.state import Unstated

if TYPE_CHECKING:
    from civap.engine.state import Game

FAR = 99
THROUGH: Mapping[tuple[str, ...], str] = {
    (): 'distance',
    ('water',): 'distance_through_water',
    ('water', 'rival-space', 'barbarian', 'city-state'): 'distance_through_everything',
}


class Space(Thing):
    """A space of the map. `terrain` is its difficulty, `city` and `control` the owner of the piece there.

    `unclaimed` says that the token of its natural wonder still lies there; `around` are the indices of its
    neighbors. The facts from `reinforced_adjacent` on are asked only where there is no map.
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
    barbarian: str | None
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

    def __init__(self, name: str, source: Source, **known: Any) -> None:
        super().__init__(name, f'spaces.{name}', source, **known)

    @property
    def owner(self) -> str | None:
        """Whose city or control token is here."""
        return self.city or self.control


class Counting(Protocol):
    """What is in range of the AP's friendly spaces (or caravans) under the clauses of one card."""

    def within(self, space: Space) -> bool:
        """Whether the space is in range."""
        ...


class Board:
    """All spaces. Without a map only what spaces state can be asked."""

    __slots__ = ('game', 'named', 'spaces')

    is_map = False

    def __init__(self, game: Game, spaces: list[Space]) -> None:
        self.game = game
        self.spaces = spaces
        self.named = {space.id: space for space in spaces}

    def cities(self, owner: str) -> list[Space]:
        """The cities of a player, the capital included."""
        return [space for space in self.spaces if space.city == owner]

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


class HexMap(Board):
    """A map: neighbors and distances are counted, pieces are found where they stand."""

    __slots__ = ('arounds', 'feared')

    is_map = True

    def __init__(self, game: Game, spaces: list[Space]) -> None:
        super().__init__(game, spaces)
        self.arounds = [space.around for space in spaces]
        # Threats as long as nothing moves: found once for a whole reinforcement.
        self.feared: list[Space] | None = None

    def map(self) -> HexMap:
        """Itself."""
        return self

    def around(self, space: Space) -> list[Space]:
        """The neighbors of a space."""
        spaces = self.spaces
        return [spaces[index] for index in space.around]

    def friendly(self) -> list[Space]:
        """The AP's spaces: those with its cities and control tokens."""
        return [space for space in self.spaces if space.city == AP or space.control == AP]

    def difficulty(self, space: Space) -> int:
        """Terrain; for Hojo Tokimune desert and mountains by water or the edge count 3 (leader.default)."""
        terrain = space.terrain
        if terrain < 4 or space.natural_wonder != NONE or not self._on_shore(space):
            return terrain
        return 3 if self.game.led_by('tokimune') else terrain

    def _on_shore(self, space: Space) -> bool:
        return len(space.around) < 6 or any(self.spaces[index].water for index in space.around)

    def reinforced_adjacent(self, space: Space, owner: str) -> int:
        """The owner's reinforced control tokens next to the space."""
        spaces = self.spaces
        return sum(spaces[index].control == owner and spaces[index].reinforced for index in space.around)

    def tokens_adjacent(self, space: Space) -> int:
        """Natural wonder and resource tokens next to the space."""
        return sum(has_token(self.spaces[index]) for index in space.around)

    def near_friendly(self, space: Space) -> bool:
        """Whether it is next to a friendly space."""
        spaces = self.spaces
        return any(spaces[index].city == AP or spaces[index].control == AP for index in space.around)

    def why_no_city(self, space: Space) -> str:
        """Water, a piece, a token, or a city or city-state beside it; empty if nothing (base rules)."""
        if space.water:
            return 'water'
        if space.barbarian:
            return 'barbarian'
        if space.city or space.city_state or (space.control and space.control != AP) or has_token(space):
            return 'occupied'
        if any(self.spaces[index].city or self.spaces[index].city_state for index in space.around):
            return 'next-to-city'
        return ''

    def takes_control(self, space: Space) -> bool:
        """Whether a control token may be placed there (base.control-space, barbarian.no-placing)."""
        return not (space.water or space.barbarian or space.city_state or space.city or space.control)

    def counting(
        self, limit: int, from_: tuple[str, ...], through: tuple[str, ...], barred: Iterable[Space] = ()
    ) -> Counting:
        """Distances over the map."""
        bars = {space.index for space in barred}
        starts = [space.index for space in self.friendly() if space.index not in bars]
        if 'friendly-caravan' in from_:
            starts += [space.index for space in self.spaces if AP in space.caravans]
        return _Counted(self.distances(starts, self._stops(through), limit))

    def _stops(self, through: tuple[str, ...]) -> Callable[[Space], bool]:
        """Which spaces cannot be counted through; turn.terrain closes water unless the card opens it."""
        water, rivals = 'water' not in through, 'rival-space' not in through
        barbarians = 'barbarian' not in through
        city_states = 'city-state' not in through and self.game.reads('city-states-block', 'blocked')

        def stops(space: Space) -> bool:
            owner = space.city or space.control
            return (
                (space.water and water)
                or (owner is not None and owner != AP and rivals)
                or (space.barbarian is not None and barbarians)
                or (space.city_state is not None and city_states)
            )

        return stops

    def distances(self, starts: Iterable[int], stops: Callable[[Space], bool], limit: int = FAR) -> list[int]:
        """From the nearest start to each space by index; `FAR` where no way leads or it is longer than `limit`.

        Ways end in what stops them.
        """
        spaces, around = self.spaces, self.arounds
        found = [FAR] * len(spaces)
        edge = list(starts)
        for index in edge:
            found[index] = 0
        steps = 0
        while edge and steps < limit:
            steps += 1
            reached = []
            for index in edge:
                for near in around[index]:
                    if found[near] > steps:
                        found[near] = steps
                        if steps < limit and not stops(spaces[near]):
                            reached.append(near)
            edge = reached
        return found

    def threats(self) -> list[Space]:
        """Spaces with barbarians or rival pieces."""
        return [
            space
            for space in self.spaces
            if space.barbarian or (space.city or space.control or AP) != AP
        ]  # fmt: skip

    def missing_for_maturity(self, city: Space) -> int:
        """Neighbors of an own city that are neither water nor hold a friendly control token."""
        spaces = self.spaces
        return sum(not self._matures(spaces[index]) for index in city.around)

    def _matures(self, space: Space) -> bool:
        """A friendly token or water; what a giver of Open Borders has there counts too (diplomacy.use)."""
        if space.water or space.control == AP:
            return True
        owner = space.city or space.control
        return owner is not None and owner != AP and self.game.treaty(owner) == 'open-borders'


class _Counted:
    """Distances found on a map."""

    __slots__ = ('_distances',)

    def __init__(self, distances: Sequence[int]) -> None:
        self._distances = distances

    def within(self, space: Space) -> bool:
        """By the distance found."""
        return 0 < self._distances[space.index] < FAR


def has_token(space: Space) -> bool:
    """Whether a resource token or the token of a natural wonder lies there."""
    return space.resource != NONE or space.unclaimed

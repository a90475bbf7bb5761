"""Where pieces and tokens lie on a map, each kind as the bits of its spaces (see `civap.engine.hexes.Grid`).

Each is looked for when it is first asked for, and kept until something changes on a space that it depends on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from civap.content.situation import AP, NONE
from civap.engine.hexes import Grid

if TYPE_CHECKING:
    from civap.engine.board import Space

FAR = 99
# What depends on whose pieces are where.
OWNERS = ('friendly', 'rivals', 'uncovered', 'takes_control', 'threats', 'threat_distances', 'hostile')


class Distances:
    """Distances on a map: `rings` are the bits of the spaces by their distance."""

    __slots__ = ('_reach', '_rings')

    def __init__(self, rings: list[int]) -> None:
        self._rings = rings
        # The rings share no bit, so that their sum is all of them; the first are the starts.
        self._reach = sum(rings) - rings[0]

    def to(self, space: Space) -> int:
        """The distance of a space; `FAR` where no way leads, or none within the limit."""
        bit = space.bit
        for steps, ring in enumerate(self._rings):
            if ring & bit:
                return steps
        return FAR

    def at(self, steps: int) -> int:
        """The bits of the spaces at a distance."""
        return self._rings[steps] if steps < len(self._rings) else 0

    def within(self, space: Space) -> bool:
        """Whether it is reached, and no start."""
        return bool(space.bit & self._reach)

    def near(self, spaces: Sequence[Space]) -> list[Space]:
        """Those within."""
        reach = self._reach
        return [space for space in spaces if space.bit & reach]


class Pieces:
    """Bits of spaces, and lists of spaces in the order of the map."""

    # What has to be looked for anew when an attribute of a space changes.
    DEPENDING: Mapping[str, Sequence[str]] = {
        'city': (*OWNERS, 'cities', 'own_cities', 'all_cities'),
        'control': (*OWNERS, 'own_control', 'reinforced'),
        'barbarian': ('barbarians', 'uncovered', 'takes_control', 'threats', 'threat_distances', 'hostile'),
        'city_state': ('city_states', 'takes_control', 'hostile'),
        'reinforced': ('reinforced',),
        'caravans': ('caravans',),
        'resource': ('tokens',),
        'unclaimed': ('tokens',),
        'wonder': (),
        'capital': (),
    }

    def __init__(self, spaces: Sequence[Space], grid: Grid) -> None:
        self._spaces = spaces
        self._grid = grid

    def forget(self, name: str) -> None:
        """Look anew for what depends on an attribute."""
        for kind in self.DEPENDING[name]:
            self.__dict__.pop(kind, None)

    def at(self, bits: int) -> list[Space]:
        """The spaces of bits."""
        return [space for space in self._spaces if space.bit & bits]

    @cached_property
    def water(self) -> int:
        """Water."""
        return sum([space.bit for space in self._spaces if space.water])

    @cached_property
    def friendly(self) -> int:
        """The AP's spaces: those with its cities and control tokens."""
        return self.own_cities | self.own_control

    @cached_property
    def own_control(self) -> int:
        """The AP's control tokens."""
        return sum([space.bit for space in self._spaces if space.control == AP])

    @cached_property
    def caravans(self) -> int:
        """The AP's caravans."""
        return sum([space.bit for space in self._spaces if AP in space.caravans])

    @cached_property
    def rivals(self) -> int:
        """Cities and control tokens of humans."""
        return sum([space.bit for space in self._spaces if (space.city or space.control or AP) != AP])

    @cached_property
    def barbarians(self) -> int:
        """Barbarians."""
        return sum([space.bit for space in self._spaces if space.barbarian is not None])

    @cached_property
    def city_states(self) -> int:
        """City-states."""
        return sum([space.bit for space in self._spaces if space.city_state is not None])

    @cached_property
    def cities(self) -> Mapping[str, Sequence[Space]]:
        """Cities, the capital included, by owner."""
        found: dict[str, list[Space]] = {}
        for space in self._spaces:
            if space.city:
                found.setdefault(space.city, []).append(space)
        return found

    @cached_property
    def own_cities(self) -> int:
        """The AP's cities."""
        return sum([space.bit for space in self.cities.get(AP, ())])

    @cached_property
    def all_cities(self) -> int:
        """Anyone's cities."""
        return sum([space.bit for cities in self.cities.values() for space in cities])

    @cached_property
    def reinforced(self) -> Mapping[str, int]:
        """Reinforced control tokens by owner."""
        found: dict[str, int] = {}
        for space in self._spaces:
            if space.reinforced and space.control:
                found[space.control] = found.get(space.control, 0) | space.bit
        return found

    @cached_property
    def tokens(self) -> int:
        """Resource tokens and tokens of natural wonders."""
        return sum([space.bit for space in self._spaces if space.resource != NONE or space.unclaimed])

    @cached_property
    def spawn_points(self) -> int:
        """Printed spawn points."""
        return sum([space.bit for space in self._spaces if space.spawn_point != NONE])

    @cached_property
    def uncovered(self) -> int:
        """Spawn points without a piece on them; a city-state is none."""
        return self.spawn_points & ~(self.barbarians | self.friendly | self.rivals)

    @cached_property
    def takes_control(self) -> int:
        """Where a control token may be placed (base.control-space, barbarian.no-placing)."""
        return self._grid.all & ~(self.water | self.barbarians | self.city_states | self.friendly | self.rivals)

    @cached_property
    def threats(self) -> list[Space]:
        """Spaces with barbarians or rival pieces."""
        return self.at(self.barbarians | self.rivals)

    @cached_property
    def threat_distances(self) -> Distances:
        """How far the nearest threat is, as the crow flies."""
        return Distances(self._grid.crow_rings(self.barbarians | self.rivals))

    @cached_property
    def hostile(self) -> list[Space]:
        """What can be attacked: barbarians, city-states, rival pieces."""
        return self.at(self.barbarians | self.city_states | self.rivals)

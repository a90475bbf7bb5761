"""Where pieces and tokens lie on a map, each kind as the bits of its spaces, found when it is first asked for.

The map makes this anew whenever something changes on one of its spaces, so nothing here can be out of date.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from civap.content.situation import AP, NONE

if TYPE_CHECKING:
    from civap.engine.board import Space


class Pieces:
    """Bits of spaces as in `civap.engine.hexes.Grid`, and lists of spaces in the order of the map."""

    def __init__(self, spaces: Sequence[Space]) -> None:
        self._spaces = spaces

    def at(self, bits: int) -> list[Space]:
        """The spaces of bits."""
        return [space for space in self._spaces if space.bit & bits]

    @cached_property
    def water(self) -> int:
        """Water."""
        return _bits(space for space in self._spaces if space.water)

    @cached_property
    def friendly(self) -> int:
        """The AP's spaces: those with its cities and control tokens."""
        return _bits(space for space in self._spaces if space.city == AP or space.control == AP)

    @cached_property
    def own_control(self) -> int:
        """The AP's control tokens."""
        return _bits(space for space in self._spaces if space.control == AP)

    @cached_property
    def caravans(self) -> int:
        """The AP's caravans."""
        return _bits(space for space in self._spaces if AP in space.caravans)

    @cached_property
    def rivals(self) -> int:
        """Cities and control tokens of humans."""
        return _bits(space for space in self._spaces if (space.city or space.control or AP) != AP)

    @cached_property
    def barbarians(self) -> int:
        """Barbarians."""
        return _bits(space for space in self._spaces if space.barbarian is not None)

    @cached_property
    def city_states(self) -> int:
        """City-states."""
        return _bits(space for space in self._spaces if space.city_state is not None)

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
        return _bits(self.cities.get(AP, ()))

    @cached_property
    def all_cities(self) -> int:
        """Anyone's cities."""
        return _bits(space for cities in self.cities.values() for space in cities)

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
        return _bits(space for space in self._spaces if space.resource != NONE or space.unclaimed)

    @cached_property
    def uncovered(self) -> int:
        """Spawn points without a piece on them."""
        spawn_points = (space for space in self._spaces if space.spawn_point != NONE)
        return _bits(space for space in spawn_points if not (space.barbarian or space.city or space.control))

    @cached_property
    def takes_control(self) -> int:
        """Where a control token may be placed (base.control-space, barbarian.no-placing)."""
        taken = self.water | self.barbarians | self.city_states | self.friendly | self.rivals
        return _bits(self._spaces) & ~taken

    @cached_property
    def threats(self) -> list[Space]:
        """Spaces with barbarians or rival pieces."""
        return self.at(self.barbarians | self.rivals)

    @cached_property
    def hostile(self) -> list[Space]:
        """What can be attacked: barbarians, city-states, rival pieces."""
        return self.at(self.barbarians | self.city_states | self.rivals)


def _bits(spaces: Iterable[Space]) -> int:
    return sum([space.bit for space in spaces])

"""Map tiles on the table (setup.map, setup.tile-placement)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache

from civap.engine.hexes import Hex, mirrored, neighbors, turned

# The ten spaces of side A in reading order; the seventh, where capitals and natural wonders lie, is the origin.
# Side B is taken as the mirror image, space by space: the transcriptions agree on its order, not on its outline.
SIDE_A: tuple[Hex, ...] = (
    (1, -3), (1, -2), (1, -1), (1, 0),
    (0, -2), (0, -1), (0, 0), (0, 1),
    (-1, 0), (-1, 1),
)  # fmt: skip
TOUCHED, CORE_TOUCHED = 4, 1


def laid(face: str, at: Hex, turns: int) -> tuple[Hex, ...]:
    """Where the ten spaces of a face lie if its seventh is put at `at` and the tile turned."""
    return tuple((at[0] + across, at[1] + down) for across, down in _outline(face[-1], turns))


@cache
def _outline(side: str, turns: int) -> tuple[Hex, ...]:
    """The spaces of a side, turned."""
    outline = SIDE_A if side == 'A' else tuple(mirrored(place) for place in SIDE_A)
    return tuple(turned(place, turns) for place in outline)


def fits(tile: Iterable[Hex], table: Collection[Hex], core: Collection[Hex]) -> bool:
    """Whether a tile may be laid: no overlap, four spaces of the table and one of the core touched.

    (setup.tile-placement)
    """
    spaces = set(tile)
    if not spaces.isdisjoint(table):
        return False
    touched = {near for space in spaces for near in neighbors(space)}
    return len(touched.intersection(table)) >= TOUCHED and len(touched.intersection(core)) >= CORE_TOUCHED

"""Hexagons in axial coordinates: neighbors, distances, turns. Knows nothing of any game."""

from __future__ import annotations

from collections.abc import Collection, Iterator

Hex = tuple[int, int]

# Clockwise, as on the direction token.
DIRECTIONS: tuple[Hex, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def neighbors(place: Hex) -> Iterator[Hex]:
    """The six places around one."""
    return ((place[0] + across, place[1] + down) for across, down in DIRECTIONS)


def distance(first: Hex, second: Hex) -> int:
    """Steps between two places as the crow flies."""
    across, down = first[0] - second[0], first[1] - second[1]
    return max(abs(across), abs(down), abs(across + down))


class Grid:
    """Places as the bits of one number: all neighbors of any number of places are six shifts away.

    A column has one bit more than there are rows. No place has that bit, so nothing is shifted into another column.
    """

    def __init__(self, places: Collection[Hex]) -> None:
        first_column = min((column for column, _ in places), default=0)
        rows = [row for _, row in places] or [0]
        self._column = max(rows) - min(rows) + 2
        self.bits = {
            (column, row): 1 << (column - first_column) * self._column + row - min(rows) for column, row in places
        }
        self.all = sum(self.bits.values())

    def around(self, places: int) -> int:
        """The neighbors of places, perhaps with some of these places."""
        up, across = self._column, self._column - 1
        shifted = (
            places << up | places >> up | places << across | places >> across | places << 1 | places >> 1
        )  # fmt: skip
        return shifted & self.all

    def rings(self, starts: int, stops: int, limit: int) -> list[int]:
        """The places by their steps from the nearest start, up to `limit`; ways end in what stops them."""
        rings = [starts]
        found = edge = starts
        while edge and len(rings) <= limit:
            ring = self.around(edge) & ~found
            rings.append(ring)
            found |= ring
            edge = ring & ~stops
        return rings


def turned(place: Hex, turns: int) -> Hex:
    """A place turned about the origin, 60 degrees at a time: the first direction becomes the second."""
    across, down = place
    for _ in range(turns % 6):
        across, down = -down, across + down
    return across, down


def mirrored(place: Hex) -> Hex:
    """A place mirrored along its row; a row is all places with the same first coordinate."""
    across, down = place
    return across, -across - down

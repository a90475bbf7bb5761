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
        columns = [column for column, _ in places] or [0]
        rows = [row for _, row in places] or [0]
        height = max(rows) - min(rows) + 1
        self._column = height + 1
        self.bits = {
            (column, row): 1 << (column - min(columns)) * self._column + row - min(rows) for column, row in places
        }
        self.all = sum(self.bits.values())
        full = (1 << height) - 1
        self._box = sum(full << column * self._column for column in range(max(columns) - min(columns) + 1))

    def around(self, places: int) -> int:
        """The neighbors of places that are none of these places."""
        return self._rings(places, self.all, 0, 1)[-1] if places else 0

    def rings(self, starts: int, stops: int, limit: int) -> list[int]:
        """The places by their steps from the nearest start, up to `limit`; ways end in what stops them."""
        return self._rings(starts, self.all, stops, limit)

    def crow_rings(self, starts: int) -> list[int]:
        """The places by their distance from the nearest start as the crow flies.

        Between two places there is a straight way on which neither coordinate turns back, so it stays in the box around
        all places.
        """
        return self._rings(starts, self._box, 0, self._box.bit_length())

    def _rings(self, starts: int, over: int, stops: int, limit: int) -> list[int]:
        column = self._column
        rings = [starts]
        left = over & ~starts
        edge = starts
        while edge and len(rings) <= limit:
            pairs = edge << 1 | edge  # six shifts in four: a pair goes to the columns on both sides at once
            ring = (edge << 1 | edge >> 1 | pairs << column - 1 | pairs >> column) & left
            rings.append(ring)
            left ^= ring
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

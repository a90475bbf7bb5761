"""Hexagons in axial coordinates: neighbors, distances, turns. Knows nothing of any game."""

from __future__ import annotations

from collections.abc import Iterator

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

"""The faces of a die that stand for each of a few options (golden.random)."""

from __future__ import annotations

FACES = 6


def shares(options: int) -> tuple[tuple[int, ...], ...]:
    """The faces of one die for each of 2 to 6 options; faces that are left over are rolled again."""
    each = FACES // options
    return tuple(tuple(range(1 + index * each, 1 + (index + 1) * each)) for index in range(options))

"""The size of cards on which texts would fit."""

import pytest

from civap.press.geometry import CardShape, Size
from civap.press.larger import smallest_that_fits


@pytest.mark.parametrize(
    ('shape', 'needed', 'found'),
    [
        (CardShape(50, 80), 54.2, Size(55, 88)),
        (CardShape(55, 85), 55.5, Size(56, 87)),
        (CardShape(20, 20), 71, Size(71, 71)),
        (CardShape(20, 20), 101, None),
        (CardShape(57.5, 89), 57.6, Size(58, 90)),
        (CardShape(100, 250), 100.5, None),
        (CardShape(80, 120), 166, Size(166, 249)),
    ],
)
def test_the_smallest_of_the_same_proportions(shape: CardShape, needed: float, found: Size | None) -> None:
    asked: list[Size] = []

    def fits(size: Size) -> bool:
        asked.append(size)
        return size.width >= needed

    assert smallest_that_fits(shape, fits) == found
    assert len(asked) <= 8
    assert all(size.width > shape.width and max(size.width, size.height) <= 250 for size in asked)

"""How large cards must be for texts that do not fit."""

from __future__ import annotations

import math
from collections.abc import Callable

from civap.content.sizes import LARGEST
from civap.press.geometry import CardShape, Size

# Of the width that was asked for: cards that must be larger than that are no answer.
MOST = 5


def smallest_that_fits(shape: CardShape, fits: Callable[[Size], bool]) -> Size | None:
    """The smallest size of the same proportions, in whole mm, in which everything fits; None if there is none."""
    narrow = math.floor(shape.width) + 1
    wide = math.floor(min(LARGEST, LARGEST * shape.width / shape.height, MOST * shape.width))
    if narrow > wide or not fits(_with_width(shape, wide)):
        return None
    while narrow < wide:
        middle = (narrow + wide) // 2
        if fits(_with_width(shape, middle)):
            wide = middle
        else:
            narrow = middle + 1
    return _with_width(shape, wide)


def _with_width(shape: CardShape, width: int) -> Size:
    return Size(width, math.ceil(width * shape.height / shape.width))

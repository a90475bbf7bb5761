"""What the size of a card asks of its design: one drawing for all sizes, and text as large as there is room for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from civap.press.fit import Ladder
from civap.press.geometry import CardShape

Variant = Literal['colour', 'economy']

# The card that the templates are drawn for, and the size of its text in pt: most of the ink of economy cards is text.
DRAWN = CardShape()
TEXT: Mapping[Variant, float] = {'colour': 8.0, 'economy': 7.75}
# No text of a card that explains what to do is smaller than this, in pt; that of large print is never below `LARGE`.
FLOOR, LARGE = 7.5, 9.0
LARGE_SCALE = 1.2
FOOT = 8.0
# A card is drawn larger than its narrower way asks for by this at most: the other way gives room for the text.
STRETCH = 1.06
_LENGTH = re.compile(r'(font-size: )?(-?\d*\.?\d+)(mm|pt)\b')


@dataclass(frozen=True, slots=True)
class Design:
    """How a card is drawn: `scale` times the drawing of the smallest card, all text at `least` pt or more.

    `width`, `height` and `bleed` are those of the card in the measures of the drawing; `foot` is the size of text
    in the foot (pt), smaller where a card is narrower than its drawing, so that it keeps away from the mark.
    """

    scale: float
    least: float
    width: float
    height: float
    bleed: float
    foot: float


def design_for(shape: CardShape, *, large: bool = False) -> Design:
    """The drawing for a card: as large as the mean of both ways, so that frame and text grow alike.

    That of a card that is as large as large print, or for it, has no smaller text than that.
    """
    ways = shape.width / DRAWN.width, shape.height / DRAWN.height
    scale = round(min((ways[0] * ways[1]) ** 0.5, STRETCH * min(ways)), 3)
    least = FLOOR if large or scale >= LARGE_SCALE else 0.0
    width = shape.width / scale
    foot = max(FOOT * scale * min(width / DRAWN.width, 1), FLOOR)
    return Design(scale, least, width, shape.height / scale, shape.bleed / scale, foot)


def ladder_for(shape: CardShape, variant: Variant = 'colour', *, large: bool = False) -> Ladder:
    """Sizes of text for a card: from as large as its drawing down to the floor, in steps that the eye hardly tells.

    The largest comes twice, since a text at the first step is spread over what is thought to stay open. The card that
    the drawing was made for does without.
    """
    scale = design_for(shape).scale
    floor = LARGE if large or scale >= LARGE_SCALE else FLOOR
    largest = max(floor, _quarter(TEXT[variant] * scale))
    step = 0.25 if largest < 12 else 0.5
    count = int((largest - floor) / step)
    sizes = tuple(dict.fromkeys((*(largest - step * number for number in range(count + 1)), floor)))
    drawn = (scale, variant, large) == (1, 'colour', False)
    return Ladder(sizes if drawn else (largest, *sizes))


def scaled(style: str, design: Design) -> str:
    """A style sheet with all its lengths as the design draws them; small text does not shrink with a small card."""
    if design.scale == 1 and not design.least:
        return style

    def length(found: re.Match[str]) -> str:
        font, number, unit = found.groups(default='')
        value = float(number) * design.scale
        if font and unit == 'pt':
            value = max(value, min(float(number), FLOOR), design.least)
        return f'{font}{value:.4g}{unit}'

    return _LENGTH.sub(length, style)


def _quarter(size: float) -> float:
    return round(size * 4) / 4

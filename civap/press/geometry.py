"""Where cards lie on a sheet: pure arithmetic in mm, the origin at the lower left corner of the sheet, y going up."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from civap.content.problems import Problem, Problems

if TYPE_CHECKING:
    from civap.press.printing import Back

# The line through the middle of a sheet about which it is turned over or folded.
Axis: TypeAlias = Literal['vertical', 'horizontal']
Edge: TypeAlias = Literal['left', 'bottom', 'top']

POINTS_PER_MM = 72 / 25.4
# Nothing is printed nearer to the edge of the paper.
BORDER = 5.0
# Free beside the cards and their bleed, for marks; on one side for the bar as well.
MARGIN = 8.0
BAR_MARGIN = 10.0
FOLD_DISTANCE = 5.0
# Sizes are typed with at most three decimals; less than this is rounding.
TOLERANCE = 1e-6


@dataclass(frozen=True, slots=True)
class Size:
    """Width and height in mm."""

    width: float
    height: float

    @property
    def landscape(self) -> bool:
        """Whether it is wider than high."""
        return self.width > self.height

    def turned(self) -> Size:
        """The same, turned by a quarter."""
        return Size(self.height, self.width)

    def __str__(self) -> str:
        return f'{self.width:g}x{self.height:g}'


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in mm."""

    left: float
    bottom: float
    right: float
    top: float


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line in mm."""

    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper by the name that stands in file names; `size` is portrait."""

    name: str
    size: Size


PAPERS = {paper.name: paper for paper in (Paper('a4', Size(210, 297)), Paper('letter', Size(215.9, 279.4)))}
# What every paper has room for, and what covers every paper.
COMMON, COVERING = (
    Size(pick(paper.size.width for paper in PAPERS.values()), pick(paper.size.height for paper in PAPERS.values()))
    for pick in (min, max)
)


@dataclass(frozen=True, slots=True)
class CardShape:
    """A card as it is cut (mm), the bleed beyond each edge, and the radius of its corners."""

    width: float = 57.0
    height: float = 89.0
    bleed: float = 3.0
    corner: float = 3.0

    @property
    def size(self) -> Size:
        """As it is cut."""
        return Size(self.width, self.height)

    @property
    def whole(self) -> Size:
        """With its bleed."""
        return Size(self.width + 2 * self.bleed, self.height + 2 * self.bleed)


@dataclass(frozen=True, slots=True)
class Layout:
    """A grid of equal cards, `gap` mm apart. Places count row by row from the top left.

    It lies in the middle of the sheet, for backs on the other side; of a sheet that is `folded` it has the half at the
    left or on top. What lies behind a point is its mirror image about the `axis` in both.
    """

    sheet: Size
    card: CardShape
    columns: int
    rows: int
    gap: float
    axis: Axis = 'vertical'
    folded: bool = False

    @property
    def places(self) -> int:
        """Fronts on one sheet."""
        return self.columns * self.rows

    def sheets(self, count: int) -> int:
        """Sheets that `count` cards need."""
        return math.ceil(count / self.places)

    def order(self, right_to_left: bool = False) -> tuple[int, ...]:
        """The places in the order in which they are filled: rows from the top, each in reading direction."""
        step = -1 if right_to_left else 1
        rows = (range(row * self.columns, (row + 1) * self.columns) for row in range(self.rows))
        return tuple(place for row in rows for place in row[::step])

    def trim(self, place: int) -> Box:
        """The card's cut edges."""
        row, column = divmod(place, self.columns)
        card, gap, (x, y) = self.card, self.gap, self._middle
        left = x + (column - self.columns / 2) * (card.width + gap) + gap / 2
        bottom = y + (self.rows / 2 - 1 - row) * (card.height + gap) + gap / 2
        return Box(left, bottom, left + card.width, bottom + card.height)

    def clip(self, place: int) -> Box:
        """What is printed of a card: its whole bleed at the outside, half of the gap between two cards."""
        row, column = divmod(place, self.columns)
        trim, bleed = self.trim(place), self.card.bleed
        inner = min(bleed, self.gap / 2)
        return Box(
            trim.left - (inner if column else bleed),
            trim.bottom - (inner if row < self.rows - 1 else bleed),
            trim.right + (inner if column < self.columns - 1 else bleed),
            trim.top + (inner if row else bleed),
        )

    @property
    def printed(self) -> Box:
        """All fronts with their bleed."""
        first, last = self.clip(0), self.clip(self.places - 1)
        return Box(first.left, last.bottom, last.right, first.top)

    @property
    def backs_turned(self) -> bool:
        """Whether a back stands on its head in the file so that it stands upright behind its front."""
        return self.axis == 'horizontal'

    def behind(self, x: float, y: float) -> tuple[float, float]:
        """The point on the back side, or on the other half, that comes to lie behind a point."""
        if self.axis == 'vertical':
            return self.sheet.width - x, y
        return x, self.sheet.height - y

    def box_behind(self, box: Box) -> Box:
        """The same of a box."""
        x1, y1 = self.behind(box.left, box.bottom)
        x2, y2 = self.behind(box.right, box.top)
        return Box(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))

    @property
    def bar_edge(self) -> Edge:
        """The edge of the paper with the most room for the bar; on a sheet that is folded one that no fold meets."""
        if self.folded:
            return 'left' if self.axis == 'vertical' else 'top'
        return 'left' if self.printed.left > self.printed.bottom else 'bottom'

    @property
    def _middle(self) -> tuple[float, float]:
        """The middle of the grid."""
        x, y = self.sheet.width / 2, self.sheet.height / 2
        if not self.folded:
            return x, y
        card, gap = self.card, self.gap
        width, height = (
            number * (size + gap) - gap + 2 * (card.bleed + FOLD_DISTANCE)
            for number, size in ((self.columns, card.width), (self.rows, card.height))
        )
        return (x - width / 2, y) if self.axis == 'vertical' else (x, y + height / 2)


def choose_layout(paper: Paper, card: CardShape, count: int, back: Back = 'long') -> Layout:
    """The way of the paper that takes `count` cards on the fewest sheets; upright when both are equal.

    Raises `Problems` (paper-too-small).
    """
    usable = [layout for layout in _layouts(paper, card, back) if layout.places]
    if not usable:
        raise Problems(_too_small(paper, card, back))
    return min(usable, key=lambda layout: (layout.sheets(count), layout.sheet.landscape, -layout.gap))


def _layouts(paper: Paper, card: CardShape, back: Back) -> Iterator[Layout]:
    """Both ways of the paper, with the bar on either side."""
    for sheet in (paper.size, paper.size.turned()):
        if back == 'fold':
            half, fold = BAR_MARGIN + FOLD_DISTANCE, 2 * MARGIN
            yield _fill(sheet, card, 'vertical', Size(sheet.width / 2 - half, sheet.height - fold), folded=True)
            yield _fill(sheet, card, 'horizontal', Size(sheet.width - fold, sheet.height / 2 - half), folded=True)
        else:
            # The long edge of an upright sheet is a vertical axis, that of a lying one a horizontal axis.
            axis: Axis = 'vertical' if sheet.landscape == (back == 'short') else 'horizontal'
            for across, up in ((BAR_MARGIN, MARGIN), (MARGIN, BAR_MARGIN)):
                yield _fill(sheet, card, axis, Size(sheet.width - 2 * across, sheet.height - 2 * up))


def _fill(sheet: Size, card: CardShape, axis: Axis, room: Size, *, folded: bool = False) -> Layout:
    """As many cards as the room takes, as far apart as it allows, at most with a whole bleed each."""
    width, height = room.width - 2 * card.bleed, room.height - 2 * card.bleed
    columns, rows = _number(width, card.width), _number(height, card.height)
    spare = [(width - columns * card.width, columns), (height - rows * card.height, rows)]
    gaps = [left / (number - 1) for left, number in spare if number > 1]
    return Layout(sheet, card, columns, rows, max(0.0, min([2 * card.bleed, *gaps])), axis, folded)


def _number(room: float, size: float) -> int:
    return max(0, math.floor((room + TOLERANCE) / size))


def _too_small(paper: Paper, card: CardShape, back: Back) -> Problem:
    width, height = card.width + 2 * (card.bleed + MARGIN), card.height + 2 * (card.bleed + BAR_MARGIN)
    what = 'a card with bleed and margins'
    if back == 'fold':
        height += card.height + 2 * (card.bleed + FOLD_DISTANCE)
        what = 'a card and its back, folded, with bleed and margins'
    found = f'found paper {paper.name} of {paper.size.width:g} x {paper.size.height:g} mm'
    expected = f'expected {width:g} x {height:g} mm for {what}'
    return Problem('paper-too-small', f'{found}, {expected}', hint='use a larger paper or smaller cards')

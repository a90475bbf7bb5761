"""Where cards lie on a sheet: pure arithmetic in mm, the origin at the lower left corner of the sheet, y going up."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from civap.content.problems import Problem, Problems

POINTS_PER_MM = 72 / 25.4
MARGIN = 8.0
MARK_DISTANCE = 0.5
MARK_END = 5.0
# Sizes are typed with at most two decimals; less than this is rounding.
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


@dataclass(frozen=True, slots=True)
class CardShape:
    """A card as it is cut (mm), the bleed beyond each edge, and the radius of its corners."""

    width: float = 57.0
    height: float = 89.0
    bleed: float = 3.0
    corner: float = 3.0


@dataclass(frozen=True, slots=True)
class Layout:
    """A grid of equal cards in the middle of a sheet, `gap` mm apart. Places count row by row from the top left."""

    sheet: Size
    card: CardShape
    columns: int
    rows: int
    gap: float

    @property
    def places(self) -> int:
        """Cards on one sheet."""
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
        card, gap = self.card, self.gap
        left = self.sheet.width / 2 + (column - self.columns / 2) * (card.width + gap) + gap / 2
        bottom = self.sheet.height / 2 + (self.rows / 2 - 1 - row) * (card.height + gap) + gap / 2
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
        """All cards with their bleed."""
        first, last = self.clip(0), self.clip(self.places - 1)
        return Box(first.left, last.bottom, last.right, first.top)

    @property
    def backs_turned(self) -> bool:
        """Whether a back stands on its head in the file so that it stands upright behind its front."""
        return self.sheet.landscape

    def behind(self, place: int) -> int:
        """The place on the back side that lies behind `place` once the sheet was flipped on its long edge.

        The long edge of an upright sheet is a vertical axis: left and right change. That of a lying one is
        a horizontal axis: top and bottom change, and the back comes out upside down.
        """
        row, column = divmod(place, self.columns)
        if self.sheet.landscape:
            return (self.rows - 1 - row) * self.columns + column
        return row * self.columns + self.columns - 1 - column


def choose_layout(paper: Paper, card: CardShape, count: int) -> Layout:
    """The way of the paper that takes `count` cards on the fewest sheets; upright when both are equal.

    Raises `Problems` (paper-too-small).
    """
    layouts = [_fill(sheet, card) for sheet in (paper.size, paper.size.turned())]
    usable = [layout for layout in layouts if layout.places]
    if not usable:
        raise Problems(_too_small(paper, card))
    return min(usable, key=lambda layout: layout.sheets(count))


def cut_marks(layout: Layout) -> tuple[Line, ...]:
    """Marks for every cut: from just beyond the outermost bleed to `MARK_END` before the edge of the paper."""
    return (*_vertical_marks(layout), *_horizontal_marks(layout))


def _fill(sheet: Size, card: CardShape) -> Layout:
    """As many cards as fit with `MARGIN`, as far apart as that allows, at most with a whole bleed each."""
    border = 2 * (MARGIN + card.bleed)
    width, height = sheet.width - border, sheet.height - border
    columns, rows = _number(width, card.width), _number(height, card.height)
    spare = [(width - columns * card.width, columns), (height - rows * card.height, rows)]
    gaps = [room / (number - 1) for room, number in spare if number > 1]
    return Layout(sheet, card, columns, rows, max(0.0, min([2 * card.bleed, *gaps])))


def _number(room: float, size: float) -> int:
    return max(0, math.floor((room + TOLERANCE) / size))


def _too_small(paper: Paper, card: CardShape) -> Problem:
    width, height = (size + 2 * (card.bleed + MARGIN) for size in (card.width, card.height))
    found = f'found paper {paper.name} of {paper.size.width:g} x {paper.size.height:g} mm'
    expected = f'expected {width:g} x {height:g} mm for a card with bleed and margins'
    return Problem('paper-too-small', f'{found}, {expected}', hint='use a larger paper or smaller cards')


def _vertical_marks(layout: Layout) -> Iterator[Line]:
    printed, edges = layout.printed, [layout.trim(place) for place in range(layout.columns)]
    for x in _distinct([x for trim in edges for x in (trim.left, trim.right)]):
        yield Line(x, printed.top + MARK_DISTANCE, x, layout.sheet.height - MARK_END)
        yield Line(x, printed.bottom - MARK_DISTANCE, x, MARK_END)


def _horizontal_marks(layout: Layout) -> Iterator[Line]:
    printed = layout.printed
    edges = [layout.trim(place) for place in range(0, layout.places, layout.columns)]
    for y in _distinct([y for trim in edges for y in (trim.top, trim.bottom)]):
        yield Line(printed.left - MARK_DISTANCE, y, MARK_END, y)
        yield Line(printed.right + MARK_DISTANCE, y, layout.sheet.width - MARK_END, y)


def _distinct(values: list[float]) -> list[float]:
    """Without repeats: neighbours that touch share a cut."""
    return sorted({round(value, 6) for value in values})

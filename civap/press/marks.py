"""Where to cut and fold, and the bar that shows the scale: lines in mm, as on the front of a sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from civap.press.geometry import BORDER, Box, Layout, Line
from civap.press.printing import MarkKind

BLACK, WHITE = 0.1, 0.4  # widths of a line, and of the white under it
DISTANCE = 0.5  # from what is printed of cards
FOLD_GAP = 1.0  # from a fold line
LEG = 3.0
SHORTEST = 0.5
# Between cards that are nearer to each other no line has room beside both.
ROOM = 2 * WHITE + 0.2
BAR = 100.0
TICK = 2.8
BAR_CLEAR = 0.4  # free around the bar

# A line along an axis: where it stands, and from where to where it goes.
Run: TypeAlias = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Arc:
    """The round corner of a card: the corner of its trim, and the radius with the sign of the way into the card."""

    x: float
    y: float
    across: float
    up: float


@dataclass(frozen=True, slots=True)
class Marks:
    """Lines in black and, under them, wider ones in white; arcs are painted outside of the round corner, in both."""

    black: tuple[Line, ...] = ()
    white: tuple[Line, ...] = ()
    arcs: tuple[Arc, ...] = ()

    def __add__(self, other: Marks) -> Marks:
        return Marks(self.black + other.black, self.white + other.white, self.arcs + other.arcs)


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of 100 mm with its ticks, its middle, and whether its words run upwards."""

    lines: tuple[Line, ...]
    x: float
    y: float
    upright: bool


def cut_marks(layout: Layout, kind: MarkKind, places: Sequence[int], *, bar: bool = False) -> Marks:
    """Marks of the fronts, of `corner` only about the cards in `places`; those that meet the `bar` end before it."""
    marks = _all_marks(layout, kind, places)
    if not bar:
        return marks
    taken = _around_bar(layout)
    black, white = (tuple(_clear_of(taken, lines)) for lines in (marks.black, marks.white))
    return replace(marks, black=black, white=white)


def _all_marks(layout: Layout, kind: MarkKind, places: Sequence[int]) -> Marks:
    limit = _limit(layout)
    if kind == 'edge':
        return Marks(tuple(_edge_marks(layout, limit)))
    if kind == 'full':
        return _full_marks(layout, limit)
    if kind == 'corner':
        filled = frozenset(places)
        return sum((_corner_marks(layout, place, filled, limit) for place in places), Marks())
    return Marks()


def behind(marks: Marks, layout: Layout) -> Marks:
    """The same marks as they lie on the other side or the other half."""
    black, white = (tuple(_line_behind(line, layout) for line in lines) for lines in (marks.black, marks.white))
    return Marks(black, white, tuple(_arc_behind(arc, layout) for arc in marks.arcs))


def fold_line(layout: Layout) -> Line:
    """The axis from edge to edge."""
    width, height = layout.sheet.width, layout.sheet.height
    if layout.axis == 'vertical':
        return Line(width / 2, BORDER, width / 2, height - BORDER)
    return Line(BORDER, height / 2, width - BORDER, height / 2)


def scale_bar(layout: Layout) -> Bar:
    """The bar along the edge that has room for it."""
    width, height, away = layout.sheet.width, layout.sheet.height, BORDER + TICK / 2
    if layout.bar_edge == 'left':
        start, end = height / 2 - BAR / 2, height / 2 + BAR / 2
        lines = (*_upright([(away, start, end)]), *_lying(_ticks(away, start, end)))
        return Bar(lines, away, height / 2, upright=True)
    y = away if layout.bar_edge == 'bottom' else height - away
    start, end = width / 2 - BAR / 2, width / 2 + BAR / 2
    return Bar((*_lying([(y, start, end)]), *_upright(_ticks(y, start, end))), width / 2, y, upright=False)


def _ticks(middle: float, start: float, end: float) -> Iterator[Run]:
    for at in (start, end):
        yield at, middle - TICK / 2, middle + TICK / 2


def _limit(layout: Layout) -> Box:
    """How far marks may go: to the border of the paper, and not over the fold line."""
    width, height = layout.sheet.width, layout.sheet.height
    limit = Box(BORDER, BORDER, width - BORDER, height - BORDER)
    if layout.folded and layout.axis == 'vertical':
        limit = replace(limit, right=width / 2 - FOLD_GAP)
    elif layout.folded:
        limit = replace(limit, bottom=height / 2 + FOLD_GAP)
    return limit


def _around_bar(layout: Layout) -> Box:
    """The bar, with what is to be free around it."""
    bar = scale_bar(layout)
    along, across = BAR / 2 + BAR_CLEAR, TICK / 2 + BAR_CLEAR
    x, y = (across, along) if bar.upright else (along, across)
    return Box(bar.x - x, bar.y - y, bar.x + x, bar.y + y)


def _clear_of(taken: Box, lines: Iterable[Line]) -> Iterator[Line]:
    """What is left of lines beside a box, if it is long enough to be seen."""
    for line in lines:
        if line.x1 == line.x2:
            parts = _beside((line.x1, line.y1, line.y2), (taken.left, taken.right), (taken.bottom, taken.top))
            yield from _upright(parts)
        else:
            parts = _beside((line.y1, line.x1, line.x2), (taken.bottom, taken.top), (taken.left, taken.right))
            yield from _lying(parts)


def _beside(run: Run, across: tuple[float, float], along: tuple[float, float]) -> Iterator[Run]:
    """The parts of a line that do not lie in a box, each at least `SHORTEST` long."""
    at, *ends = run
    if not across[0] < at < across[1]:
        yield run
        return
    low, high = sorted(ends)
    for first, last in ((low, min(high, along[0])), (max(low, along[1]), high)):
        if last - first >= SHORTEST:
            yield at, first, last


def _edge_marks(layout: Layout, limit: Box) -> Iterator[Line]:
    """Marks for every cut, from just beyond the outermost bleed on; neighbours that touch share a cut."""
    printed, trims = layout.printed, _trims(layout)
    xs = {round(x, 6) for trim in trims for x in (trim.left, trim.right)}
    ys = {round(y, 6) for trim in trims for y in (trim.bottom, trim.top)}
    yield from _upright(_ends(xs, (limit.bottom, printed.bottom), (printed.top, limit.top)))
    yield from _lying(_ends(ys, (limit.left, printed.left), (printed.right, limit.right)))


def _ends(cuts: Iterable[float], near: tuple[float, float], far: tuple[float, float]) -> Iterator[Run]:
    for cut in sorted(cuts):
        yield cut, near[0], near[1] - DISTANCE
        yield cut, far[0] + DISTANCE, far[1]


def _full_marks(layout: Layout, limit: Box) -> Marks:
    """Lines from end to end beside the cards; where there is no room for them between cards, only their ends."""
    trims = _trims(layout)
    blocks = trims if layout.gap >= ROOM else [_around(trims)]
    black, white = (tuple(_whole(blocks, limit, width)) for width in (BLACK, WHITE))
    if layout.gap >= ROOM:
        return Marks(black, white)
    (block,) = blocks
    return Marks((*black, *(line for line in _edge_marks(layout, limit) if _parts(line, block))), white)


def _whole(blocks: Sequence[Box], limit: Box, width: float) -> Iterator[Line]:
    """Lines of this width that touch the blocks from outside."""
    xs = {round(x, 6) for box in blocks for x in (box.left - width / 2, box.right + width / 2)}
    ys = {round(y, 6) for box in blocks for y in (box.bottom - width / 2, box.top + width / 2)}
    yield from _upright((x, limit.bottom, limit.top) for x in sorted(xs))
    yield from _lying((y, limit.left, limit.right) for y in sorted(ys))


def _parts(line: Line, block: Box) -> bool:
    """Whether a mark is for a cut through the block."""
    if line.x1 == line.x2:
        return block.left + DISTANCE < line.x1 < block.right - DISTANCE
    return block.bottom + DISTANCE < line.y1 < block.top - DISTANCE


def _corner_marks(layout: Layout, place: int, filled: frozenset[int], limit: Box) -> Marks:
    """At each corner two lines that lengthen the edges outwards, and an arc."""
    trim, r = layout.trim(place), layout.card.corner
    lines, arcs = [], []
    for x, across, left in ((trim.left, -1, trim.left - limit.left), (trim.right, 1, limit.right - trim.right)):
        for y, up, down in ((trim.bottom, -1, trim.bottom - limit.bottom), (trim.top, 1, limit.top - trim.top)):
            taken = _neighbours(layout, place, across, -up, filled)
            lines += [Line(x, y, x + across * leg, y) for leg in _leg(layout, left, taken[0], taken[2])]
            lines += [Line(x, y, x, y + up * leg) for leg in _leg(layout, down, taken[1], taken[2])]
            arcs.append(Arc(x, y, -across * r, -up * r))
    return Marks(tuple(lines), tuple(lines), tuple(arcs) if r else ())


def _leg(layout: Layout, room: float, beside: bool, aslant: bool) -> Iterator[float]:
    """How long a mark may be, if there is room for one: it meets neither the limit nor a card beside it or aslant."""
    inner = layout.gap / 2 - SHORTEST if beside else LEG
    length = min(LEG, room, inner)
    if length >= SHORTEST and not (aslant and layout.gap < WHITE / 2):
        yield length


def _neighbours(layout: Layout, place: int, across: int, down: int, filled: frozenset[int]) -> tuple[bool, bool, bool]:
    """Whether cards lie beside a place, above or below it, and aslant of it."""
    row, column = divmod(place, layout.columns)

    def taken(rows: int, columns: int) -> bool:
        there = 0 <= column + columns < layout.columns
        return there and (row + rows) * layout.columns + column + columns in filled

    return taken(0, across), taken(down, 0), taken(down, across)


def _trims(layout: Layout) -> list[Box]:
    return [layout.trim(place) for place in range(layout.places)]


def _around(boxes: Sequence[Box]) -> Box:
    return Box(
        min(box.left for box in boxes),
        min(box.bottom for box in boxes),
        max(box.right for box in boxes),
        max(box.top for box in boxes),
    )


def _upright(runs: Iterable[Run]) -> Iterator[Line]:
    return (Line(at, start, at, end) for at, start, end in runs)


def _lying(runs: Iterable[Run]) -> Iterator[Line]:
    return (Line(start, at, end, at) for at, start, end in runs)


def _line_behind(line: Line, layout: Layout) -> Line:
    return Line(*layout.behind(line.x1, line.y1), *layout.behind(line.x2, line.y2))


def _arc_behind(arc: Arc, layout: Layout) -> Arc:
    x, y = layout.behind(arc.x, arc.y)
    if layout.axis == 'vertical':
        return Arc(x, y, -arc.across, arc.up)
    return Arc(x, y, arc.across, -arc.up)

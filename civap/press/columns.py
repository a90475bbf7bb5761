"""Blocks into columns and pages: pure arithmetic in mm, measured from the upper start corner of the text area.

A chapter opens with what spans both columns; its blocks follow, balanced where the chapter ends. Blocks stay whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

# How much wider a gap between two blocks may become so that a full column ends at the foot of its page.
STRETCH = 2.4


@dataclass(frozen=True, slots=True)
class Area:
    """The text area of a page with one column or two, the gap between them, and that before a chapter."""

    width: float
    height: float
    columns: int = 2
    gutter: float = 8.0
    chapter_gap: float = 7.0
    # A chapter starts on a new page when less than this is left.
    least: float = 38.0

    @property
    def column(self) -> float:
        """The width of a column."""
        return (self.width - self.gutter * (self.columns - 1)) / self.columns


@dataclass(frozen=True, slots=True)
class Unit:
    """A block with its height and the gap after it; `spans` both columns, `opens` a chapter."""

    name: str
    height: float
    gap: float = 2.6
    spans: bool = False
    opens: bool = False


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a block lies: its page, from 0, and its upper start corner."""

    name: str
    page: int
    start: float
    top: float


class TooHigh(Exception):
    """A block that fits no page; the text is its name."""


def compose(units: Sequence[Unit], area: Area) -> list[Placed]:
    """Every block in its place, in the order of reading. Raises `TooHigh`."""
    for unit in units:
        if unit.height > area.height:
            raise TooHigh(unit.name)
    composer = _Composer(area)
    for group in _groups(units):
        composer.add(group)
    return composer.placed


def _groups(units: Sequence[Unit]) -> Iterator[list[Unit]]:
    """Runs of column blocks, and spanning blocks one by one."""
    run: list[Unit] = []
    for unit in units:
        if not unit.spans:
            run.append(unit)
            continue
        if run:
            yield run
        run = []
        yield [unit]
    if run:
        yield run


class _Composer:
    def __init__(self, area: Area) -> None:
        self.placed: list[Placed] = []
        self._area = area
        self._page = 0
        self._top = 0.0
        self._gap = 0.0

    def add(self, group: list[Unit]) -> None:
        """The next spanning block, or the next run of column blocks."""
        if group[0].spans:
            self._span(group[0])
        else:
            self._columns(group)

    def _span(self, unit: Unit) -> None:
        area = self._area
        before = area.chapter_gap if unit.opens and self._top else self._gap
        needed = max(unit.height, area.least) if unit.opens else unit.height
        if self._top + before + needed > area.height:
            self._turn()
            before = 0.0
        self.placed.append(Placed(unit.name, self._page, 0.0, self._top + before))
        self._top += before + unit.height
        self._gap = unit.gap

    def _turn(self) -> None:
        self._page += 1
        self._top = self._gap = 0.0

    def _columns(self, run: list[Unit]) -> None:
        left = list(run)
        while left:
            top = self._top + self._gap
            room = self._area.height - top
            split = _balanced(left) if self._area.columns == 2 else len(left)
            if max(_height(left[:split]), _height(left[split:])) <= room:
                self._place((left[:split], left[split:]), top)
                return
            first = _filled(left, room)
            second = _filled(left[first:], room) if self._area.columns == 2 else 0
            if second or self._area.columns == 1:
                self._place((left[:first], left[first : first + second]), top, full=room)
            else:
                # What follows is too high for this page: what is here takes both columns.
                split = _balanced(left[:first])
                self._place((left[:split], left[split:first]), top)
            left = left[first + second :]
            self._turn()

    def _place(self, columns: tuple[list[Unit], list[Unit]], top: float, full: float | None = None) -> None:
        """Two columns from `top`; with `full` height they are stretched to it, as far as that looks even."""
        area = self._area
        for index, column in enumerate(columns):
            gaps = sum(unit.gap > 0 for unit in column[:-1])
            more = min((full - _height(column)) / gaps, STRETCH) if full is not None and gaps else 0.0
            y = top
            for unit in column:
                self.placed.append(Placed(unit.name, self._page, index * (area.column + area.gutter), y))
                y += unit.height + unit.gap + (more if unit.gap else 0)
        self._top = top + max(map(_height, columns))
        self._gap = columns[0][-1].gap if columns[0] else 0.0


def _height(units: Sequence[Unit]) -> float:
    return sum(unit.height + unit.gap for unit in units) - (units[-1].gap if units else 0.0)


def _balanced(units: Sequence[Unit]) -> int:
    """How many go to the first column so that the higher of the two is as low as can be; the first is the higher."""
    # Rounded: sums of the same heights in another order differ in their last digits.
    heights = [(round(_height(units[:count]), 3), round(_height(units[count:]), 3)) for count in range(len(units) + 1)]
    both = [(max(first, second), -first, count) for count, (first, second) in enumerate(heights)]
    return min(both)[2]


def _filled(units: Sequence[Unit], room: float) -> int:
    """How many fit one below the other."""
    ends = accumulate(unit.height + unit.gap for unit in units)
    return sum(end - unit.gap <= room for end, unit in zip(ends, units, strict=True))

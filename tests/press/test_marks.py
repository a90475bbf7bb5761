"""Marks and the bar: each mark as long as the margin lets it be, and none that meets the bar."""

from __future__ import annotations

from itertools import product

import pytest

from civap.press.geometry import BORDER, PAPERS, CardShape, Layout, Line, choose_layout
from civap.press.marks import BAR, TICK, Marks, behind, cut_marks, scale_bar
from civap.press.printing import BACKS, MARKS, Back, MarkKind

SHAPES = [CardShape(), CardShape(63, 88), CardShape(63.5, 88.9), CardShape(70, 120), CardShape(57, 89, 0, 0)]
CASES = [*product(PAPERS, BACKS, SHAPES, MARKS)]


def made(layout: Layout, kind: MarkKind, *, bar: bool) -> Marks:
    return cut_marks(layout, kind, range(layout.places), bar=bar)


def ends(line: Line) -> frozenset[tuple[float, float]]:
    return frozenset({(line.x1, line.y1), (line.x2, line.y2)})


def distance(line: Line, layout: Layout) -> float:
    """From the bar and its ticks, in mm; of lines that lie or stand."""
    bar = scale_bar(layout)
    along, across = BAR / 2, TICK / 2
    x, y = (across, along) if bar.upright else (along, across)
    left, right = sorted((line.x1, line.x2))
    low, high = sorted((line.y1, line.y2))
    beside = max(bar.x - x - right, left - bar.x - x)
    above = max(bar.y - y - high, low - bar.y - y)
    return max(beside, above)


@pytest.mark.parametrize(('paper', 'back', 'shape', 'kind'), CASES)
def test_marks_keep_away_from_the_bar_and_are_else_as_long_as_without(
    paper: str, back: Back, shape: CardShape, kind: MarkKind
) -> None:
    layout = choose_layout(PAPERS[paper], shape, 20, back)
    plain, clear = made(layout, kind, bar=False), made(layout, kind, bar=True)
    for before, after in ((plain.black, clear.black), (plain.white, clear.white)):
        assert all(distance(line, layout) > 0.39 for line in after)
        assert {ends(line) for line in before if distance(line, layout) > 0.41} <= set(map(ends, after))
    assert clear.arcs == plain.arcs


@pytest.mark.parametrize(('paper', 'shape'), [*product(PAPERS, SHAPES)])
def test_no_mark_of_a_folded_sheet_is_short_for_a_bar_that_is_elsewhere(paper: str, shape: CardShape) -> None:
    """Those beside backs go to the edge of the paper."""
    layout = choose_layout(PAPERS[paper], shape, 20, 'fold')
    lines = behind(made(layout, 'edge', bar=False), layout).black
    outer = [line for line in lines if (line.y1 == line.y2) == (layout.axis == 'vertical')]
    ends = [
        layout.sheet.width - max(line.x1, line.x2) if layout.axis == 'vertical' else min(line.y1, line.y2)
        for line in outer
    ]
    assert min(ends) == pytest.approx(BORDER)

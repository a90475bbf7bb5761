"""Flowcharts as they lie on paper: no arrow crosses another, a box or an answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from random import Random

import pytest

from civap.content.charts import Chart, charts
from civap.content.folder import find_root
from civap.content.project import load_project
from civap.press.flow import Flow, Link, Measures, Place, Point, choose_sides, head, interleaved, lay_out, path

CHARTS = charts(load_project(find_root()))
MEASURES = Measures()
Segment = tuple[Point, Point]


def links(chart: Chart) -> list[Link]:
    places = {box.id: index for index, box in enumerate(chart.boxes)}
    return [(places[edge.start], places[edge.end], edge.answer) for edge in chart.edges]


def flow_of(chart: Chart, heights: Sequence[float], gap: float = 7.0) -> Flow:
    return lay_out(heights, [box.kind == 'question' for box in chart.boxes], links(chart), gap, MEASURES)


def segments(points: Sequence[Point]) -> list[Segment]:
    return [(one, other) for one, other in pairwise(points) if one != other]


def cross(one: Segment, other: Segment) -> bool:
    """Whether two upright or level segments have a point in common."""
    (a, b), (c, d) = one, other
    apart = max(min(a[0], b[0]), min(c[0], d[0])) > min(max(a[0], b[0]), max(c[0], d[0])) + 1e-6
    return not (apart or max(min(a[1], b[1]), min(c[1], d[1])) > min(max(a[1], b[1]), max(c[1], d[1])) + 1e-6)


def inside(segment: Segment, place: Place, slack: float) -> bool:
    """Whether a segment enters a place deeper than `slack`."""
    (x1, y1), (x2, y2) = segment
    return (
        min(x1, x2) < place.right - slack
        and max(x1, x2) > place.left + slack
        and min(y1, y2) < place.bottom - slack
        and max(y1, y2) > place.top + slack
    )


def overlap(one: Place, other: Place) -> bool:
    across = min(one.right, other.right) - max(one.left, other.left)
    return across > 0.01 and min(one.bottom, other.bottom) - max(one.top, other.top) > 0.01


def faults(flow: Flow, tip: float = MEASURES.tip) -> Iterator[str]:
    """Everything that touches what it should not."""
    for one, other in combinations(flow.arrows, 2):
        if any(cross(a, b) for a in segments(one.points) for b in segments(other.points)):
            yield f'{one.link} crosses {other.link}'
    for arrow in flow.arrows:
        for place in flow.places:
            if any(inside(segment, place, tip) for segment in segments(arrow.points)):
                yield f'{arrow.link} enters a box'
        for other in flow.arrows:
            label = other.label
            if label and any(inside(segment, label, 0.05) for segment in segments(arrow.points)):
                yield f'{arrow.link} runs through the answer of {other.link}'
    labels = [arrow.label for arrow in flow.arrows if arrow.label]
    yield from (f'two answers at {one}' for one, other in combinations(labels, 2) if overlap(one, other))
    for label in labels:
        if any(overlap(label, place) for place in flow.places):
            yield f'an answer in a box at {label}'
        if label.left < 0 or label.right > MEASURES.width:
            yield f'an answer outside at {label}'


@pytest.mark.parametrize('card', CHARTS)
def test_nothing_crosses(card: str) -> None:
    chart = CHARTS[card]
    for seed in range(20):
        random = Random(seed)
        heights = [random.uniform(11.5, 45) for _ in chart.boxes]
        flow = flow_of(chart, heights, random.uniform(6.6, 11))
        assert not list(faults(flow))
        assert not list(faults(flow.mirrored(MEASURES.width)))


@pytest.mark.parametrize('card', CHARTS)
def test_arrows_are_those_of_the_chart_and_have_right_angles(card: str) -> None:
    chart = CHARTS[card]
    flow = flow_of(chart, [14.0] * len(chart.boxes))
    assert [arrow.link for arrow in flow.arrows] == links(chart)
    for arrow in flow.arrows:
        assert all(a[0] == b[0] or a[1] == b[1] for a, b in pairwise(arrow.points))
        assert bool(arrow.label) == bool(arrow.link[2])


def test_a_crossing_is_found() -> None:
    chart = CHARTS['pottery']
    flow = flow_of(chart, [14.0] * len(chart.boxes))
    first, *others = [arrow for arrow in flow.arrows if len(arrow.points) > 2]
    moved = Flow(flow.places, (*others, first.mirrored(MEASURES.width)), flow.height)
    assert list(faults(moved))


@pytest.mark.parametrize(
    ('one', 'other', 'meet'),
    [
        ((0, 2, ''), (1, 3, ''), True),
        ((0, 3, ''), (1, 2, ''), False),
        ((0, 2, ''), (2, 4, ''), False),
        ((3, 0, ''), (1, 3, ''), False),
        ((3, 0, ''), (2, 4, ''), True),
    ],
)
def test_interleaved(one: Link, other: Link, meet: bool) -> None:
    assert interleaved(one, other) is meet


def test_three_arrows_that_cross_each_other_have_no_sides() -> None:
    with pytest.raises(ValueError, match='no sides'):
        choose_sides([(0, 3, ''), (1, 4, ''), (2, 5, '')])


def test_corners_are_round_and_heads_point_at_the_box() -> None:
    points = ((0.0, 0.0), (10.0, 0.0), (10.0, 20.0))
    assert path(points).count('Q') == 1
    assert head(points).startswith('M10.00 20.00')

"""Layouts on paper: what is known of ours, and what must hold for any card on any paper."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from civap.content.problems import Problems
from civap.press.geometry import (
    BAR_MARGIN,
    BORDER,
    FOLD_DISTANCE,
    MARGIN,
    PAPERS,
    Box,
    CardShape,
    Layout,
    Line,
    Paper,
    Size,
    choose_layout,
)
from civap.press.marks import DISTANCE, cut_marks, scale_bar

CARD = CardShape(57, 89, 3, 3)
EXACT = 1e-6
properties = settings(deadline=None, max_examples=60)


def lengths(low: float, high: float) -> st.SearchStrategy[float]:
    return st.floats(low, high).map(lambda value: round(value, 2))


cards = st.builds(CardShape, lengths(30, 130), lengths(20, 180), lengths(0, 6), lengths(0, 5))
papers = st.builds(Paper, st.just('paper'), st.builds(Size, lengths(200, 350), lengths(350, 500)))
backs = st.sampled_from(['long', 'short', 'fold', 'none'])
layouts = st.builds(choose_layout, papers, cards, st.integers(1, 200), backs).filter(lambda layout: not layout.folded)
folded = st.builds(choose_layout, papers, cards, st.integers(1, 200), st.just('fold'))


def boxes(layout: Layout) -> list[Box]:
    return [layout.clip(place) for place in range(layout.places)]


def overlap(one: Box, other: Box) -> bool:
    return (
        one.left < other.right - EXACT
        and other.left < one.right - EXACT
        and one.bottom < other.top - EXACT
        and other.bottom < one.top - EXACT
    )


def test_a4_takes_nine_upright() -> None:
    layout = choose_layout(PAPERS['a4'], CARD, 20)
    assert (layout.sheet, layout.columns, layout.rows) == (Size(210, 297), 3, 3)
    assert layout.gap == pytest.approx(4)


def test_letter_takes_eight_lying() -> None:
    layout = choose_layout(PAPERS['letter'], CARD, 20)
    assert (layout.sheet, layout.columns, layout.rows) == (Size(279.4, 215.9), 4, 2)
    assert layout.gap == pytest.approx(6)


def test_upright_when_both_ways_need_as_many_sheets() -> None:
    assert not choose_layout(PAPERS['letter'], CARD, 6).sheet.landscape


def test_card_too_large_for_the_paper() -> None:
    with pytest.raises(Problems, match='paper-too-small found paper a4 of 210 x 297 mm, expected 222 x 326 mm'):
        choose_layout(PAPERS['a4'], CardShape(200, 300, 3, 3), 1)


def test_places_are_filled_in_reading_direction() -> None:
    layout = Layout(Size(210, 297), CARD, 3, 2, 4)
    assert layout.order() == (0, 1, 2, 3, 4, 5)
    assert layout.order(right_to_left=True) == (2, 1, 0, 5, 4, 3)


@pytest.mark.parametrize(
    ('size', 'back', 'axis'),
    [
        (Size(210, 297), 'long', 'vertical'),
        (Size(210, 297), 'short', 'horizontal'),
        (Size(297, 210), 'long', 'horizontal'),
        (Size(297, 210), 'short', 'vertical'),
    ],
)
def test_sheets_are_turned_about_the_axis_of_their_edge(size: Size, back: str, axis: str) -> None:
    upright = size.width < size.height
    card = CardShape(150, 250) if upright else CardShape(250, 150)
    layout = choose_layout(PAPERS['a4'], card, 1, back)
    assert (layout.sheet, layout.axis, layout.backs_turned) == (size, axis, axis == 'horizontal')


def test_behind_a_point_is_its_mirror_image() -> None:
    vertical, horizontal = (Layout(Size(210, 297), CARD, 3, 2, 4, axis) for axis in ('vertical', 'horizontal'))
    assert vertical.behind(10, 20) == (200, 20)
    assert horizontal.behind(10, 20) == (10, 277)
    assert vertical.box_behind(Box(10, 20, 30, 50)) == Box(180, 20, 200, 50)
    assert horizontal.box_behind(Box(10, 20, 30, 50)) == Box(10, 247, 30, 277)


def test_whole_bleed_outside_and_half_the_gap_inside() -> None:
    layout = choose_layout(PAPERS['a4'], CARD, 9)
    trim, clip = layout.trim(0), layout.clip(0)
    assert (trim.left - clip.left, clip.top - trim.top) == pytest.approx((3, 3))
    assert (clip.right - trim.right, trim.bottom - clip.bottom) == pytest.approx((2, 2))


@properties
@given(layouts)
def test_all_stays_within_the_margins(layout: Layout) -> None:
    for box in boxes(layout):
        assert min(box.left, box.bottom) >= MARGIN - EXACT
        assert box.right <= layout.sheet.width - MARGIN + EXACT
        assert box.top <= layout.sheet.height - MARGIN + EXACT


@properties
@given(layouts)
def test_cards_do_not_overlap(layout: Layout) -> None:
    found = boxes(layout)
    assert not any(overlap(one, other) for index, one in enumerate(found) for other in found[:index])


@properties
@given(layouts)
def test_cards_keep_their_size_and_the_gap(layout: Layout) -> None:
    card = layout.card
    for place in range(layout.places):
        trim = layout.trim(place)
        assert (trim.right - trim.left, trim.top - trim.bottom) == pytest.approx((card.width, card.height))
    if layout.columns > 1:
        assert layout.trim(1).left - layout.trim(0).right == pytest.approx(layout.gap, abs=EXACT)
    if layout.rows > 1:
        below = layout.trim(layout.columns)
        assert layout.trim(0).bottom - below.top == pytest.approx(layout.gap, abs=EXACT)
    assert 0 <= layout.gap <= 2 * card.bleed


@properties
@given(layouts)
def test_backs_have_the_places_of_the_fronts(layout: Layout) -> None:
    """So that marks of one side serve the other."""
    for place in range(layout.places):
        row, column = divmod(place, layout.columns)
        if layout.backs_turned:
            row = layout.rows - 1 - row
        else:
            column = layout.columns - 1 - column
        for box in (Layout.trim, Layout.clip):
            behind, expected = layout.box_behind(box(layout, place)), box(layout, row * layout.columns + column)
            assert _edges(behind) == pytest.approx(_edges(expected), abs=EXACT)


@properties
@given(folded)
def test_folded_fronts_keep_to_their_half(layout: Layout) -> None:
    printed, width, height = layout.printed, layout.sheet.width, layout.sheet.height
    assert printed.left >= MARGIN - EXACT
    assert printed.top <= height - MARGIN + EXACT
    if layout.axis == 'vertical':
        assert printed.left >= BAR_MARGIN - EXACT
        assert printed.right == pytest.approx(width / 2 - FOLD_DISTANCE)
    else:
        assert printed.top <= height - BAR_MARGIN + EXACT
        assert printed.bottom == pytest.approx(height / 2 + FOLD_DISTANCE)


@properties
@given(st.one_of(layouts, folded), st.sampled_from(['none', 'corner', 'edge', 'full']))
def test_the_bar_has_room(layout: Layout, kind: str) -> None:
    bar = scale_bar(layout)
    xs = [x for line in bar.lines for x in (line.x1, line.x2)]
    ys = [y for line in bar.lines for y in (line.y1, line.y2)]
    room = Box(min(xs), min(ys), max(xs), max(ys))
    assert max(room.right - room.left, room.top - room.bottom) == pytest.approx(100)
    assert all(_inside(line, layout.sheet) for line in bar.lines)
    assert not overlap(room, layout.printed)
    marks = cut_marks(layout, kind, range(layout.places), bar=True)
    assert not any(_touches(mark, room, near=0.2) for mark in (*marks.black, *marks.white))


@properties
@given(layouts)
def test_marks_show_every_cut_outside_all_art(layout: Layout) -> None:
    marks = cut_marks(layout, 'edge', ()).black
    assert not any(_touches(mark, box) for mark in marks for box in boxes(layout))
    assert all(_inside(mark, layout.sheet) for mark in marks)
    xs = [mark.x1 for mark in marks if mark.x1 == mark.x2]
    ys = [mark.y1 for mark in marks if mark.y1 == mark.y2]
    for trim in (layout.trim(place) for place in range(layout.places)):
        assert all(_count(edge, xs) == 2 for edge in (trim.left, trim.right))
        assert all(_count(edge, ys) == 2 for edge in (trim.bottom, trim.top))


@properties
@given(papers, cards, st.integers(1, 200))
def test_no_other_way_of_the_paper_needs_fewer_sheets(paper: Paper, card: CardShape, count: int) -> None:
    chosen = choose_layout(paper, card, count)
    turned = Paper('turned', paper.size.turned())
    assert chosen.sheets(count) == choose_layout(turned, card, count).sheets(count)


def _count(edge: float, marks: list[float]) -> int:
    """How many marks show a cut edge: one at each end of the sheet."""
    return sum(abs(edge - mark) < 2 * EXACT for mark in marks)


def _edges(box: Box) -> tuple[float, ...]:
    return box.left, box.bottom, box.right, box.top


def _touches(mark: Line, box: Box, near: float = DISTANCE) -> bool:
    near -= EXACT
    return (
        min(mark.x1, mark.x2) < box.right + near
        and max(mark.x1, mark.x2) > box.left - near
        and min(mark.y1, mark.y2) < box.top + near
        and max(mark.y1, mark.y2) > box.bottom - near
    )


def _inside(mark: Line, sheet: Size) -> bool:
    end = BORDER - EXACT
    xs, ys = (mark.x1, mark.x2), (mark.y1, mark.y2)
    return end <= min(xs) and max(xs) <= sheet.width - end and end <= min(ys) and max(ys) <= sheet.height - end

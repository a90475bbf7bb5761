"""Blocks into columns: whole, in order, inside the page, balanced where a chapter ends."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civap.press.columns import Area, Placed, TooHigh, Unit, compose

AREA = Area(100, 200)


@st.composite
def units(draw: st.DrawFn) -> list[Unit]:
    """Chapters of blocks, now and then with one that spans both columns."""
    kinds = draw(st.lists(st.sampled_from(('heading', 'block', 'block', 'block', 'plate')), max_size=40))
    return [
        Unit(
            f'{kind}-{index}',
            draw(st.floats(1, 12 if kind == 'heading' else 200)),
            draw(st.floats(0, 5)),
            spans=kind != 'block',
            opens=kind == 'heading',
        )
        for index, kind in enumerate(kinds)
    ]


@given(units())
def test_every_block_is_placed_once_in_order_and_inside_its_page(blocks: list[Unit]) -> None:
    placed = compose(blocks, AREA)
    assert [each.name for each in placed] == [unit.name for unit in blocks]
    heights = {unit.name: unit.height for unit in blocks}
    assert all(each.top >= 0 and each.top + heights[each.name] <= AREA.height + 1e-6 for each in placed)
    reading = [(each.page, each.start) for each in placed]
    assert [page for page, _ in reading] == sorted(page for page, _ in reading)


@given(units())
def test_nothing_lies_on_anything_else(blocks: list[Unit]) -> None:
    by_name = {unit.name: unit for unit in blocks}
    placed = compose(blocks, AREA)
    for index, one in enumerate(placed):
        for other in placed[index + 1 :]:
            assert not overlap(one, by_name[one.name], other, by_name[other.name])


def overlap(one: Placed, first: Unit, other: Placed, second: Unit) -> bool:
    """Whether two blocks share more than an edge."""
    if one.page != other.page:
        return False
    beside = not (first.spans or second.spans) and one.start != other.start
    low, high = max(one.top, other.top), min(one.top + first.height, other.top + second.height)
    return not beside and high - low > 1e-6


def test_the_end_of_a_chapter_is_balanced() -> None:
    blocks = [Unit('heading', 10, 2, spans=True, opens=True), *(Unit(f'{index}', 20, 2) for index in range(5))]
    placed = {each.name: each for each in compose(blocks, AREA)}
    assert [placed[f'{index}'].start for index in range(5)] == [0, 0, 0, 54, 54]
    assert placed['0'].top == placed['3'].top == 12


def test_a_full_column_ends_at_the_foot_of_its_page() -> None:
    placed = compose([Unit(f'{index}', 64, 2) for index in range(7)], AREA)
    assert placed[2].top + 64 == pytest.approx(AREA.height)
    assert [each.page for each in placed] == [0, 0, 0, 0, 0, 0, 1]


def test_a_chapter_does_not_open_at_the_foot_of_a_page() -> None:
    blocks = [Unit('plate', 170, 0, spans=True), Unit('heading', 10, 2, spans=True, opens=True), Unit('rule', 20, 2)]
    assert [each.page for each in compose(blocks, AREA)] == [0, 1, 1]


def test_a_block_higher_than_a_page_is_refused() -> None:
    with pytest.raises(TooHigh, match='tall'):
        compose([Unit('tall', 201, 0)], AREA)

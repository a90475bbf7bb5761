"""Booklets: sheets that, folded and put into each other, show their pages in order."""

import pytest

from civap.press.booklet import folded


def leafed(sides: list[tuple[int | None, int | None]], right_to_left: bool) -> list[int | None]:
    """The pages in the order of a reader: sheets printed on both sides, folded, laid into each other."""
    sheets = [sides[index : index + 2] for index in range(0, len(sides), 2)]
    if right_to_left:
        sheets = [[(side[1], side[0]) for side in sheet] for sheet in sheets]
    first = [page for front, back in sheets for page in (front[1], back[0])]
    second = [page for front, back in reversed(sheets) for page in (back[1], front[0])]
    return first + second


@pytest.mark.parametrize('right_to_left', [False, True])
@pytest.mark.parametrize('count', [1, 2, 4, 5, 8, 21, 40])
def test_pages_come_in_order(count: int, right_to_left: bool) -> None:
    sides = folded(count, right_to_left)
    assert len(sides) % 2 == 0
    pages = leafed(sides, right_to_left)
    assert pages[:count] == list(range(count))
    assert set(pages[count:]) <= {None}
    assert len(pages) - count < 4


def test_the_cover_of_a_book_in_arabic_opens_at_the_left() -> None:
    assert folded(8)[0] == (7, 0)
    assert folded(8, right_to_left=True)[0] == (0, 7)

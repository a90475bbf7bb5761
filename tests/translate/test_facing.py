"""Strips come to lie on pages by arithmetic."""

import pytest

from civap.content.problems import Problems
from civap.press.galley import Block
from civap.translate.facing import Strip, paged


def strip(name: str, height: float, **more: bool | str) -> Strip:
    return Strip(((Block(None, 10, height), 0.0), (Block(None, 10, height / 2), 20.0)), name, **more)  # type: ignore[arg-type]


def names(strips: list[Strip], room: float) -> list[list[tuple[str, float]]]:
    return [[(each.anchor, top) for each, top in sheet.strips] for sheet in paged(strips, room)]


def test_a_page_takes_what_it_has_room_for() -> None:
    found = names([strip('a', 60), strip('b', 40), strip('c', 1)], 100)
    assert found == [[('a', 0), ('b', 60)], [('c', 0)]]


def test_a_heading_stays_with_what_follows() -> None:
    found = names([strip('a', 60), strip('head', 10, keeps=True), strip('row', 40)], 100)
    assert found == [[('a', 0)], [('head', 0), ('row', 10)]]


def test_a_document_begins_a_page() -> None:
    assert len(names([strip('a', 10, opens=True), strip('b', 10, opens=True)], 100)) == 2


def test_the_foot_says_what_a_page_begins_with() -> None:
    strips = [strip('h', 10, keeps=True, running='one'), strip('a', 50), strip('b', 50), strip('c', 50, running='two')]
    assert [sheet.running for sheet in paged(strips, 100)] == ['one', 'one']


def test_what_is_higher_than_a_page_is_an_error() -> None:
    with pytest.raises(Problems) as found:
        paged([strip('a', 101)], 100)
    assert found.value.problems[0].code == 'overflow'

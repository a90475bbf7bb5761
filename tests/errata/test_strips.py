"""Strips cover what changed and what moved with it, lie inside their page, and apart from each other."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civap.content.project import Project
from civap.errata.record import Record
from civap.errata.strips import BETWEEN, LINE, MARGIN, TOP, Change, cuts, page_size, place
from civap.errata.wording import change_of, marked, reworded, texts_of_card, with_words
from civap.press.geometry import COMMON, Box, Size
from civap.press.parts import Parts
from civap.press.views import card_views
from civap.text.catalog import load_catalog
from civap.text.render import NBSP, Renderer

CARD = Size(57, 89)
LANGUAGES = ('en', 'pl', 'ar')


def parts(*ends: float, size: int = 0) -> Parts:
    """Paragraphs from the top of the panel, one after the other, by their lower edges."""
    tops = (75.0, *ends)
    texts = tuple(Box(9, bottom, 50, top) for top, bottom in zip(tops, ends, strict=False))
    return Parts((size, 0), Box(6, 9, 53, 75), Box(9, 2, 46, 7), texts)


OLD = parts(65, 60, 50, 40)


@pytest.mark.parametrize(
    ('change', 'new', 'old', 'edges'),
    [
        (Change([1]), OLD, OLD, [(65, 60)]),
        (Change([0, 3]), OLD, OLD, [(75, 65), (50, 39.6)]),
        (Change([1, 2]), OLD, OLD, [(65, 50)]),
        (Change([1]), parts(65, 57, 47, 37), OLD, [(65, 36.6)]),  # a line more: all below moves
        (Change([2]), parts(65, 60, 53, 43), OLD, [(60, 39.6)]),  # a line less: the old one is covered to its end
        (Change([3]), parts(65.1, 60.1, 50.1, 40.1), OLD, [(50.1, 39.6)]),  # nobody sees that
        (Change([1]), parts(65, 60, 50, 40, size=1), OLD, [(75, 9)]),
        (Change([1]), OLD, None, [(75, 9)]),
        (Change([1]), OLD, parts(65, 60), [(75, 9)]),
        (Change([], head=True, foot=True), OLD, OLD, [(89, 75), (7, 0)]),
        (Change([]), OLD, OLD, []),
    ],
)
def test_a_strip_goes_from_what_changed_to_what_moved(
    change: Change, new: Parts, old: Parts | None, edges: list[tuple[float, float]]
) -> None:
    found = list(cuts(change, new, old, CARD))
    assert [(round(box.top, 6), round(box.bottom, 6)) for box in found] == edges
    assert all((box.left, box.right) in ((6, 53), (0, 57)) for box in found)


HEIGHTS = st.floats(3, 80)
WIDTHS = st.sampled_from([47.0, 57.0, 60.0, 70.0])


@given(st.lists(st.tuples(WIDTHS, HEIGHTS), min_size=1, max_size=30), st.booleans())
def test_strips_lie_inside_the_page_and_apart(sizes: list[tuple[float, float]], right_to_left: bool) -> None:
    wanted = [(str(index), Box(5, 7, 5 + width, 7 + height)) for index, (width, height) in enumerate(sizes)]
    size = page_size(wanted)
    strips = place(wanted, size, right_to_left)
    assert [(strip.card, strip.cut) for strip in strips] == wanted
    for strip in strips:
        assert strip.left >= MARGIN - 1e-6
        assert strip.right <= size.width - MARGIN + 1e-6
        assert strip.bottom >= MARGIN - 1e-6
        assert strip.top <= size.height - TOP - LINE + 1e-6
        assert strip.top - strip.bottom == pytest.approx(strip.cut.top - strip.cut.bottom)
    for one, other in combinations(strips, 2):
        beside = max(one.left - other.right, other.left - one.right)
        below = max(one.bottom - other.top, other.bottom - one.top)
        assert one.page != other.page or max(beside, below - LINE) > BETWEEN - 1e-6
    assert [strip.page for strip in strips] == sorted(strip.page for strip in strips)


def test_a_strip_too_wide_for_an_upright_page_lies() -> None:
    assert page_size([('a', Box(0, 0, 47, 9))]) == COMMON
    assert page_size([('a', Box(0, 0, 190, 9))]) == COMMON.turned()


@pytest.mark.parametrize('language', LANGUAGES)
def test_every_text_that_is_recorded_is_found_on_its_card(project: Project, old: Record, language: str) -> None:
    recorded = old.printed[language]['cards']
    renderer = Renderer(load_catalog(project, language))
    for card in card_views(project, renderer):
        lines = recorded[card['id']].lines
        assert tuple(words for _, _, words in texts_of_card(card)) == lines
        before = ('x', *lines[1:4], f'{lines[4]} +1', *lines[5:])
        changed = change_of(card, before)
        assert changed.is_alike
        assert changed.change == Change([1], head=True)
        assert tuple(words for _, _, words in texts_of_card(with_words(card, changed.words))) == before


def test_a_card_with_more_or_less_to_read_is_not_taken_for_alike(project: Project) -> None:
    card = next(iter(card_views(project, Renderer(load_catalog(project, 'en')))))
    lines = [words for _, _, words in texts_of_card(card)]
    for before in (lines[:5] + lines[6:], [*lines[:5], 'another line', *lines[5:]]):
        found = change_of(card, before)
        assert not found.is_alike
        assert found.change.paragraphs
        assert (found.change.head, found.change.foot) == (False, False)


@pytest.mark.parametrize(
    ('html', 'text', 'after'),
    [
        ('a <b>9</b>.', 'a 8.', 'a <b>8</b>.'),
        ('a\N{NO-BREAK SPACE}<b>10</b> spaces', 'a 9 spaces', 'a\N{NO-BREAK SPACE}<b>9</b> spaces'),
        ('<span class="whole">a b</span> c', 'a b d', '<span class="whole">a b</span> d'),
        ('a &amp; b', 'a & c', 'a &amp; c'),
        ('a', 'a < b', 'a &lt; b'),
    ],
)
def test_other_words_take_the_look_of_their_place(html: str, text: str, after: str) -> None:
    assert reworded(html, text) == after


def test_words_that_changed_are_bold(project: Project) -> None:
    english, arabic = (Renderer(load_catalog(project, code)) for code in ('en', 'ar'))
    before, after = marked(english, 'Gain 8 tokens now.', 'Gain 9 tokens now.')
    assert [before, after] == [
        f'Gain <span class="whole"><b>{number}</b>{NBSP}tokens{NBSP}now.</span>' for number in (8, 9)
    ]
    assert marked(english, '', 'Gain 1 of it.') == ('', f'Gain 1{NBSP}of{NBSP}it.')
    assert '<span dir="ltr">+1</span>' in marked(arabic, '', 'زيادة +1')[1]

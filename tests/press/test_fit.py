"""Text that is too long is set smaller, and reported when even that does not help."""

import re
from typing import Any

import pytest
from press_sample import card, make_job

from civap.content.problems import Problem, Problems
from civap.press.deck import build_deck
from civap.press.fit import Fit, Ladder

# The frame of the stand-in template is 50 mm high: 14 lines at 8 pt, 15 at 7.5 pt.
LINES = {size: int(50 / (size * 1.25 * 25.4 / 72)) for size in (8.0, 7.75, 7.5)}


def lines(count: int) -> list[dict[str, Any]]:
    return [{'text': f'Line {number}'} for number in range(count)]


def fits(*cards: dict[str, Any]) -> tuple[Fit, ...]:
    return build_deck(make_job(cards=cards)).fits


def problems(*cards: dict[str, Any], **changed: Any) -> tuple[Problem, ...]:
    with pytest.raises(Problems) as caught:
        build_deck(make_job(cards=cards, **changed))
    return caught.value.problems


def test_short_text_is_large() -> None:
    (fit,) = fits(card(0))
    assert (fit.card, fit.size, fit.title_size) == ('card-0', 8.0, 'normal')
    assert fit.room == pytest.approx(50 - 8 * 1.25 * 25.4 / 72, abs=0.01)


def test_each_text_is_as_large_as_its_own_length_allows() -> None:
    made = fits(card(0, steps=lines(LINES[8.0])), card(1, steps=lines(LINES[7.5])), card(2))
    assert [fit.size for fit in made] == [8.0, 7.5, 8.0]


def test_a_long_title_is_small_and_leaves_the_text_large() -> None:
    made = fits(card(0, title='Wide Title of one Player Card'), card(1, title='Title of one Player Card and Player'))
    assert [fit.title_size for fit in made] == ['small', 'tiny']
    assert [fit.size for fit in made] == [8.0, 8.0]


def test_a_ladder_of_ones_own() -> None:
    job = make_job(cards=(card(0, steps=lines(20)),), ladder=Ladder(sizes=(8.0, 6.0, 5.0)))
    assert build_deck(job).fits[0].size == 5.0


@pytest.mark.parametrize('excess', [1, 2, 40])
def test_too_long_a_text_is_reported_with_the_lines_over(excess: int) -> None:
    full = card(3, steps=lines(LINES[7.5] + excess), title='Murarstwo & Co')
    (problem,) = problems(card(0), full, card(1), source='locales/pl/cards.po', language='pl')
    count = '1 line' if excess == 1 else f'{excess} lines'
    said, _, way_out = str(problem).partition(', or ')
    assert said == (
        f'locales/pl/cards.po: overflow found {count} too many in the text of card-3 (Murarstwo & Co) in pl '
        'at the smallest size, expected all to fit\n    hint: shorten the text'
    )
    assert re.fullmatch(r'(print larger cards \(--size \d+x\d+\), or )?add a waiver to edition.yaml', way_out)
    assert ('--size' in way_out) == (excess < 40)


def test_every_card_that_is_too_full_is_reported() -> None:
    found = problems(card(0, steps=lines(30)), card(1), card(2, steps=lines(40), foot='word ' * 40))
    assert [problem.code for problem in found] == ['overflow', 'overflow']
    assert 'card-0' in found[0].message
    assert ' in the text and ' in found[1].message
    assert found[1].hint == 'shorten the text and the foot line, or add a waiver to edition.yaml'


@pytest.mark.parametrize(('part', 'name'), [('title', 'title'), ('foot', 'foot line'), ('steps', 'text')])
@pytest.mark.parametrize('language', ['en', 'ar'])
def test_too_long_a_word_is_reported(part: str, name: str, language: str) -> None:
    word = 'Karawanen' * 12 if language == 'en' else 'قافلة' * 40
    changed = {part: [{'text': word}] if part == 'steps' else word}
    (problem,) = problems(
        card(0, language, **changed), language=language, direction='rtl' if language == 'ar' else 'ltr'
    )
    assert f'mm too wide in the {name} of card-0' in problem.message


def test_a_draft_is_printed_all_the_same() -> None:
    result = build_deck(make_job(cards=(card(0, steps=lines(30)),), draft_label='Draft'))
    assert [problem.code for problem in result.problems] == ['overflow']
    assert set(result.files) == {'a4', 'letter'}


def test_a_template_without_what_is_measured() -> None:
    (problem,) = problems(card(0), templates=make_job().templates.parent / 'unmeasured')
    assert (problem.code, problem.message[:44]) == ('bad-template', "found no element with the id 'frame-card-0',")


def test_a_card_that_takes_two_pages() -> None:
    (problem,) = problems(card(0), templates=make_job().templates.parent / 'two_pages')
    assert (problem.code, problem.message[:24]) == ('card-pages', 'found 2 pages for 1 card')


def test_an_overfull_foot_does_not_shrink_the_text() -> None:
    """The foot has one size, so that nothing is gained by it."""
    result = build_deck(make_job(cards=(card(0, foot='word ' * 40),), draft_label='Draft'))
    assert [problem.hint for problem in result.problems] == ['shorten the foot line']
    assert (result.fits[0].size, result.fits[0].title_size) == (8.0, 'normal')

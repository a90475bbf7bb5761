"""Backs that remind of rules: the same words and numbers as elsewhere, large enough, on each level."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pypdfium2
import pytest
from kept import backs_of
from test_real_cards import job

from civap.content.cards import TYPES
from civap.content.dice import FACES, shares
from civap.content.problems import Problems
from civap.content.project import Project
from civap.press.backs import reminder_view
from civap.press.deck import DeckJob, typeset_backs
from civap.press.geometry import POINTS_PER_MM, CardShape
from civap.press.variants import FLOOR, LARGE, Variant

LANGUAGES = ('en', 'pl', 'ar')


def reminding(project: Project, language: str, **changed: Any) -> DeckJob:
    views = reminder_view(project, language)
    return job(project, language, back_art='reminder', reminder=views, cards=cards(project), **changed)


def cards(project: Project) -> tuple[dict[str, Any], ...]:
    return tuple({'level': level, 'numeral': numeral} for level, numeral in enumerate(('I', 'II', 'III', 'IV'), 1))


def texts(page: Any) -> list[Any]:
    """The runs of text on a page."""
    return list(page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_TEXT]))


def sizes(pdf: bytes) -> set[float]:
    """The sizes of all text, in pt."""
    runs = [text for page in pypdfium2.PdfDocument(pdf) for text in texts(page)]
    return {round(text.get_font_size() * text.get_matrix().d, 2) for text in runs}


@pytest.mark.parametrize('language', LANGUAGES)
def test_words_are_those_of_cards_and_sheets(language: str, project: Project) -> None:
    view = reminder_view(project, language)
    foots = {card['type']: card['foot'] for card in job(project, language).cards}
    assert [use['type'] for use in view['uses']] == list(TYPES)
    assert all(foots.get(use['type'], use['adds']) == use['adds'] for use in view['uses'])
    assert view['alt'].keys() == {1, 2, 3, 4}


def test_table_has_the_shares_of_the_die(project: Project) -> None:
    rows = reminder_view(project, 'en')['shares']
    assert [row['options'] for row in rows] == ['2', '3', '4', '5', '6']
    for options, row in enumerate(rows, 2):
        assert [row['each']] * len(row['numbers']) == [len(faces) for faces in shares(options)]
        assert row['each'] * len(row['numbers']) + row['left'] == FACES


@pytest.mark.parametrize('variant', ['colour', 'economy'])
@pytest.mark.parametrize('language', LANGUAGES)
def test_text_is_large_enough(language: str, variant: Variant, project: Project) -> None:
    whole = reminding(project, language, variant=variant)
    assert min(sizes(backs_of(whole))) >= FLOOR
    if variant == 'colour':
        assert min(sizes(backs_of(replace(whole, shape=CardShape(70, 120))))) >= LARGE


@pytest.mark.parametrize('language', LANGUAGES)
def test_each_level_has_the_text_inside_its_cut(language: str, project: Project) -> None:
    pdf = pypdfium2.PdfDocument(backs_of(reminding(project, language)))
    assert len(pdf) == 4
    assert len({page.get_textpage().get_text_range() for page in pdf}) == 1
    for page in pdf:
        left, bottom, right, top = page.get_trimbox()
        for text in texts(page):
            x0, y0, x1, y1 = text.get_bounds()
            assert min(x0 - left, right - x1, y0 - bottom, top - y1) > 3 * POINTS_PER_MM


@pytest.mark.parametrize('language', ['en', 'ar'])
def test_back_reads_in_reading_direction(language: str, project: Project) -> None:
    """Heading at the reading edge, the last words at the other."""
    page = pypdfium2.PdfDocument(backs_of(reminding(project, language)))[0]
    edges = [text.get_bounds() for text in texts(page)]
    width = page.get_trimbox()[2]
    near_left, near_right = (edges[0], edges[-1]) if language == 'en' else (edges[-1], edges[0])
    assert near_left[0] < 6 * POINTS_PER_MM
    assert width - near_right[2] < 6 * POINTS_PER_MM


def test_backs_of_a_language_are_its_own(project: Project) -> None:
    assert job(project, 'en').shares_backs
    assert not job(project, 'en', draft_label='Draft').shares_backs
    assert not reminding(project, 'en').shares_backs


@pytest.mark.parametrize('art', ['level', 'reminder'])
def test_letters_that_no_face_has_are_told_of_the_texts(art: str, project: Project) -> None:
    """A draft says so on its backs: its words come from the texts of the language, not from the template."""
    plain = job(project, 'pl', cards=cards(project)) if art == 'level' else reminding(project, 'pl')
    with pytest.raises(Problems) as caught:
        typeset_backs(replace(plain, draft_label='טיוטה'))
    assert {(each.code, each.path) for each in caught.value.problems} == {('missing-glyph', plain.source)}


def test_text_that_runs_into_the_table_is_told(project: Project) -> None:
    small = reminding(project, 'pl', shape=CardShape(50, 80))
    with pytest.raises(Problems) as caught:
        typeset_backs(small)
    (problem,) = caught.value.problems
    assert (problem.code, problem.path) == ('overflow', 'locales/pl/cards.po')
    assert 'mm too much text on the backs in pl at the smallest size' in problem.message
    assert backs_of(replace(small, draft_label='Szkic'))


def test_text_that_leaves_its_page_is_told(project: Project) -> None:
    whole = reminding(project, 'en')
    assert whole.reminder
    use = {**whole.reminder['uses'][0], 'when': 'word ' * 900}
    with pytest.raises(Problems, match='too much text on the backs'):
        typeset_backs(replace(whole, reminder={**whole.reminder, 'uses': [use]}))

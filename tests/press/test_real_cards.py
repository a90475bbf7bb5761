"""The shipped card templates, where the stand-ins cannot speak for them."""

from __future__ import annotations

import re
from base64 import b64decode
from dataclasses import replace
from functools import cache
from typing import Any

import pypdfium2
import pytest
from markupsafe import Markup

from civap.content.folder import find_root
from civap.content.problems import Problems
from civap.content.project import Project, load_project
from civap.press.deck import DeckJob, Press, build_deck, typeset_faces
from civap.press.fit import Fitted, fit
from civap.press.geometry import CardShape
from civap.press.icons import Icons
from civap.press.spread import LEADING, SEAL, spread
from civap.press.typeset import boxes
from civap.press.views import CardView, card_views
from civap.text.catalog import State, load_catalog
from civap.text.render import ENDING, Renderer


@pytest.fixture(scope='module')
def project() -> Project:
    return load_project(find_root())


def job(project: Project, language: str, **changed: Any) -> DeckJob:
    renderer = Renderer(load_catalog(project, language), ENDING)
    cards = tuple(dict(card) for card in card_views(project, renderer))
    made = DeckJob(
        language=language,
        direction=renderer.language.direction,
        faces=renderer.language.profile.faces,
        title='Cards',
        cards=cards[:2],
        shape=CardShape(),
        templates=project.root / 'templates',
        art=project.content / 'art',
        source=f'locales/{language}/cards.po',
        papers=('a4',),
    )
    return replace(made, **changed)


@pytest.mark.parametrize('language', ['en', 'pl', 'ar'])
@pytest.mark.parametrize('part', ['text', 'foot'])
def test_a_word_wider_than_its_line_is_found(language: str, part: str, project: Project) -> None:
    whole = job(project, language)
    word = Markup('ب' if language == 'ar' else 'w') * 60
    first = dict(whole.cards[0])
    if part == 'foot':
        first['foot'] = word
    else:
        first['steps'] = [{**first['steps'][0], 'text': word}, *first['steps'][1:]]
    with pytest.raises(Problems) as caught:
        typeset_faces(replace(whole, cards=(first,)))
    (problem,) = caught.value.problems
    assert problem.code == 'overflow'
    assert 'mm too wide' in problem.message


WIDE = {'W' * 26: 'text', 'W' * 20: 'foot', 'm' * 30: 'text', '@MW' * 8: 'text', 'n' * 34: 'text', 'i' * 30: ''}
WIDE_ARABIC = {'س' * 40: 'text', 'ب' * 70: 'text', 'سف' * 8: ''}


@pytest.mark.parametrize(
    ('language', 'word', 'part'),
    [*(('en', *case) for case in WIDE.items()), *(('ar', *case) for case in WIDE_ARABIC.items())],
)
def test_no_word_is_cut_off_in_silence(language: str, word: str, part: str, project: Project) -> None:
    """By what it looks like, not by the number of its letters; a foot is narrower than a text."""
    whole = job(project, language)
    first = dict(whole.cards[0])
    for name in ('text', 'foot'):
        text = {'foot': Markup(word)} if name == 'foot' else {'steps': [{**first['steps'][0], 'text': Markup(word)}]}
        made = typeset_faces(replace(whole, cards=({**first, **text},), draft_label='Draft'))
        found = 'mm too wide' in ''.join(problem.message for problem in made.problems)
        assert found == ((name == 'foot' and part != '') or name == part), name


@pytest.mark.parametrize(
    ('sentences', 'lines'),
    [
        ((3,), 1),
        ((3, 3), 1),
        ((6,), 1),  # by the most that letters can take, wider than its line
        ((3, 6), 2),  # whole, though the first leaves room for some of it
        ((10,), 2),
        ((3, 10), 3),
        ((24,), 4),
    ],
)
def test_a_sentence_stays_whole_where_it_can_and_is_broken_where_it_cannot(
    sentences: tuple[int, ...], lines: int, project: Project
) -> None:
    whole = job(project, 'en')
    first = dict(next(card for card in card_views(project, Renderer(load_catalog(project, 'en'))) if _tie(card)))
    kept = Markup('<span class="sentence">{}</span>')
    tie = Markup(' ').join(kept.format('word' + ' word' * (count - 1)) for count in sentences)
    listing = {**first['steps'][0]['list'], 'tie': tie}
    first['steps'] = [{**first['steps'][0], 'list': listing}]
    without = {**first, 'steps': [{**first['steps'][0], 'list': {**listing, 'tie': ''}}]}
    press = Press(whole)
    both = [dict(card, size=7.5, tight=True, title_size='normal') for card in (first, {**without, 'id': 'without'})]
    ends = [boxes(page)[f'body-{card["id"]}'] for page, card in zip(press.lay_out_whole(both).pages, both, strict=True)]
    assert all(end.right - end.left == pytest.approx(ends[0].right - ends[0].left) for end in ends)
    line = 7.5 * 25.4 / 72 * 1.1
    assert (ends[1].bottom - ends[0].bottom) / line == pytest.approx(lines, abs=0.15)


@pytest.mark.parametrize('language', ['en', 'ar'])
@pytest.mark.parametrize(('words', 'lines'), [(1, 1), (4, 1), (6, 2), (7, 2)])
def test_a_foot_line_that_is_kept_together_takes_two_lines_before_it_is_cut_off(
    language: str, words: int, lines: int, project: Project
) -> None:
    whole = job(project, language)
    said = '\N{NO-BREAK SPACE}'.join(['قافلة' if language == 'ar' else 'space'] * words)
    first = {**whole.cards[0], 'foot': Markup('<span class="whole">{}</span>').format(said)}
    press = Press(whole)
    ((fitted),) = fit([first], press.lay_out, whole.sizes, press.title_steps())
    assert fitted.overflows == ()
    box = fitted.boxes[f'foot-{first["id"]}']
    assert ((box.top - box.bottom) > 4.9) == (lines == 2)


def _tie(card: CardView) -> bool:
    listing = card['steps'][0]['list']
    return listing is not None and bool(listing['tie'])


@pytest.mark.parametrize('language', ['en', 'pl', 'ar'])
def test_shipped_texts_are_not_measured_at_a_price(language: str, project: Project) -> None:
    """Boxes that grow take twice as long to lay out."""
    html = Press(job(project, language))._html(
        [{**card, 'size': 8.0, 'title_size': 'normal'} for card in job(project, language).cards]
    )
    assert ' grows' not in html.split('</head>')[1]


def test_names_that_are_not_ready_are_marked_and_alt_texts_plain(project: Project) -> None:
    catalog = load_catalog(project, 'pl')
    card = project.deck.cards[0]
    names = (card.say_name().id, project.types[card.type].say_name().id)
    stale = {name: replace(catalog.translations[name], state=State.STALE) for name in names}
    views = card_views(project, Renderer(replace(catalog, translations={**catalog.translations, **stale})))
    ready = card_views(project, Renderer(catalog))
    for name in ('title', 'type_name'):
        assert views[0][name] == f'<span class="stale">{ready[0][name]}</span>'
        assert 'stale' not in ready[0][name]
    assert views[0]['alt'] == ready[0]['alt']
    shown = job(project, 'pl')
    html = Press(shown)._html([{**views[0], 'size': 8.0, 'title_size': 'normal'}])
    assert html.count('<span class="stale">') == 2
    build_deck(replace(shown, cards=(views[0],), draft_label='Szkic'))


def test_draft_is_marked_on_both_sides(project: Project) -> None:
    for label in ('Szkic', None):
        for pdf in build_deck(job(project, 'pl', draft_label=label)).files.values():
            for page in pypdfium2.PdfDocument(pdf):
                assert page.get_textpage().get_text_range().count('Szkic') == (2 if label else 0)


@pytest.mark.parametrize('language', ['en', 'ar'])
def test_frame_shows_as_many_caravans_as_the_card_has(language: str, project: Project) -> None:
    shown = job(project, language)
    cards = card_views(project, Renderer(load_catalog(project, language)))
    html = Press(shown)._html([{**card, 'size': 8.0, 'title_size': 'normal'} for card in cards])
    drawings = [b64decode(found).decode() for found in re.findall(r'svg\+xml;base64,([^"]*)"', html)]
    _, shapes = Icons(shown.art)._read('caravan')
    shape = max(re.findall(r' d="([^"]*)"', shapes), key=len)
    numbers = [drawing.count(f' d="{shape}"') for drawing in drawings]
    assert numbers == [card.caravans or 0 for card in project.deck.cards]
    assert len(set(numbers)) > 2


def test_mark_has_the_version_in_which_the_card_last_changed(project: Project) -> None:
    first, second, *_ = project.deck.cards
    newer = project.edition.versions[0].model_copy(update={'version': '9.9', 'changed': {'pl': (second.id,)}})
    edition = project.edition.model_copy(update={'versions': (newer, *project.edition.versions)})
    views = card_views(replace(project, edition=edition), Renderer(load_catalog(project, 'pl')))
    earlier = project.edition.version_of(first.id, 'pl')
    assert [str(view['mark']) for view in views[:2]] == [f'pl · {earlier}', 'pl · 9.9']


@cache
def all_fitted(language: str) -> tuple[DeckJob, tuple[Fitted, ...]]:
    """All cards of a language as they are printed."""
    project = load_project(find_root())
    views = card_views(project, Renderer(load_catalog(project, language)))
    whole = job(project, language, cards=tuple(dict(card) for card in views))
    press = Press(whole)
    return whole, fit(whole.cards, press.lay_out, whole.sizes, press.title_steps())


@pytest.mark.parametrize('language', ['en', 'pl', 'ar'])
def test_what_is_left_open_is_known_before_it_is_laid_out(language: str) -> None:
    """Room for two lines parts the lists from what stands above them, or holds the emblem."""
    whole, fitted = all_fitted(language)
    for each in fitted:
        assert each.overflows == ()
        size = whole.sizes.sizes[each.size]
        frame = each.boxes[f'frame-{each.id}']
        opened = spread({**each.card, 'size': size}, whole.direction, 44.5, frame.top - frame.bottom - 0.6, 8)
        left, line = each.room('body').below, size * 25.4 / 72 * LEADING[whole.direction]
        assert abs(opened.room - left) < 1.6 * line, each.id
        has_list = any(step['list'] for step in each.card['steps'])
        assert opened.step >= 2 or not has_list or left < 2 * line, each.id
        assert opened.sealed or left < SEAL + 2, each.id


@pytest.mark.parametrize('language', ['en', 'pl', 'ar'])
def test_a_title_on_one_line_stands_where_others_do(language: str) -> None:
    whole, fitted = all_fitted(language)
    heights = {each.id: each.boxes[f'title-{each.id}'] for each in fitted}
    two_lines = {each.id for each in fitted if whole.sizes.titles[each.title] == 'tiny'}
    ends = {round(box.bottom, 1) for name, box in heights.items() if name not in two_lines}
    assert max(ends) - min(ends) < 0.4
    assert 'foreign-trade' not in two_lines

"""The shipped card templates, where the stand-ins cannot speak for them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from markupsafe import Markup

from civap.content.folder import find_root
from civap.content.problems import Problems
from civap.content.project import Project, load_project
from civap.press.deck import DeckJob, build_deck
from civap.press.geometry import CardShape
from civap.press.views import card_views
from civap.text.catalog import load_catalog
from civap.text.render import Renderer


@pytest.fixture(scope='module')
def project() -> Project:
    return load_project(find_root())


def job(project: Project, language: str, **changed: Any) -> DeckJob:
    renderer = Renderer(load_catalog(project, language))
    cards = tuple(dict(card) for card in card_views(project, renderer))
    made = DeckJob(
        language=language,
        direction=renderer.language.direction,
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
        build_deck(replace(whole, cards=(first,)))
    (problem,) = caught.value.problems
    assert problem.code == 'overflow'
    assert 'mm too wide' in problem.message


@pytest.mark.parametrize('size', [(63, 88), (63.5, 88.9), (70, 120)])
@pytest.mark.parametrize('language', ['en', 'pl', 'ar'])
def test_other_sizes_need_no_other_template(
    language: str, size: tuple[float, float], project: Project, tmp_path: Path
) -> None:
    width, height = size
    renderer = Renderer(load_catalog(project, language))
    cards = tuple(dict(card) for card in card_views(project, renderer))
    result = build_deck(job(project, language, shape=CardShape(width, height), cards=cards))
    assert len(result.fits) == 20
    assert result.pages['a4'] > 0

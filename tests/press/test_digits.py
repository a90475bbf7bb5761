"""Digits of the language: one switch in its profile, for texts, lists, pages, contents and index alike."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from copies import copied
from markupsafe import Markup

from civap.content.project import load_project
from civap.press.book_views import book_jobs
from civap.press.fonts import USUAL
from civap.press.reference import reference_job
from civap.press.templates import Templates
from civap.press.typeset import typesetter
from civap.press.views import card_views
from civap.text.catalog import load_catalog, load_sheet_catalog
from civap.text.languages import Digits
from civap.text.render import Renderer

ROOT = Path(__file__).parents[2]
# Latin names, ids and addresses, with the digits that belong to them.
LATIN = re.compile(r'[A-Za-z][\w./·\s-]*')
KEYS = {'id', 'anchor', 'ref', 'size', 'rule'}


@pytest.fixture(scope='module')
def arab(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project whose Arabic has Arabic-Indic digits."""
    root = tmp_path_factory.mktemp('arab')
    copied(root)
    profile = root / 'locales' / 'ar' / 'profile.yaml'
    profile.write_text(profile.read_text('utf-8').replace('digits: latn', 'digits: arab'), 'utf-8')
    return root


def told(view: Any, key: str = '') -> Iterator[str]:
    """Every text of a view that is printed, without its tags."""
    if isinstance(view, str) and key not in KEYS:
        yield Markup(view).striptags()
    elif isinstance(view, dict):
        for name, value in view.items():
            yield from told(value, name)
    elif isinstance(view, list | tuple):
        for value in view:
            yield from told(value, key)


def european(texts: Iterator[str]) -> list[str]:
    return [text for text in texts if re.search('[0-9]', LATIN.sub('', text))]


def test_every_number_that_cards_print(arab: Path) -> None:
    views = card_views(load_project(arab), Renderer(load_catalog(load_project(arab), 'ar')))
    texts = list(told(views))
    assert european(iter(texts)) == []
    assert sum(bool(re.search('[٠-٩]', text)) for text in texts) > 60


def test_every_number_that_sheets_print(arab: Path) -> None:
    project = load_project(arab)
    job = reference_job(project, load_sheet_catalog(project, 'ar'), draft=False)
    texts = list(told([job.sides, job.sheets, job.mat, job.labels, job.grid, job.folios]))
    assert european(iter(texts)) == []
    assert job.numbering == 'arab'
    assert job.folios[12] == '١٢'


def test_every_number_that_the_book_prints(arab: Path) -> None:
    job = book_jobs(load_project(arab), ['ar'], ['a4'], draft=False)[0]
    texts = list(told([job.view, job.page_labels, job.digits]))
    assert european(iter(texts)) == []
    assert job.digits[24] == '٢٤'
    assert job.page_labels[7] == 'صفحة ٧'
    assert job.numbering == 'arab'


@pytest.mark.parametrize(('digits', 'expected'), [('latn', '1 2 1 1'), ('arab', '١ ٢ ١ ١')])
@pytest.mark.parametrize('sheet', ['cards.css', 'sheets.css', 'rulebook.css'])
def test_counters_of_lists_and_pages(sheet: str, digits: Digits, expected: str) -> None:
    templates = Templates(ROOT / 'templates', ROOT / 'content' / 'new_dawn' / 'art')
    rules = re.findall(r'@counter-style[^}]*}|(?<![\w.])ol \{[^}]*}', templates.styles([sheet], USUAL, digits))
    style = '\n'.join(rules).replace('Fira Sans Condensed', 'Amiri')
    fonts = templates._environment.globals['font_css']
    counter = 'ordinal' if sheet == 'rulebook.css' else 'figure'
    html = (
        f'<html lang="ar" dir="rtl"><style>{fonts} @page {{ @bottom-left {{ content: counter(page, {counter}) }} }} '
        f'* {{ font-family: Amiri }} {style} ol {{ list-style: {counter} }}</style>'
        '<ol><li>أ</li><li>ب</li></ol><ol><li>ج</li></ol></html>'
    )
    document = typesetter().layout(html, 'test')
    pdf = pypdfium2.PdfDocument(typesetter().pdf(document, 'test', {}, tagged=False))
    text = pdf[0].get_textpage().get_text_range()
    assert sorted(re.findall(r'\d', text)) == sorted(expected.split())

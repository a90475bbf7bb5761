"""What an edition says and shows in one language, without setting a page of it."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from typing import Any

from civap.content.project import Project
from civap.errata.record import Printed, Text
from civap.press.book import BookJob
from civap.press.book_views import book_jobs
from civap.press.reference import reference_job
from civap.press.reference_views import texts_of
from civap.press.views import card_views
from civap.text.catalog import Catalog, load_book_catalog, load_catalog, load_sheet_catalog
from civap.text.domains import load_domains
from civap.text.render import Renderer

_TAG = re.compile('<[^>]*>')
_NOT_BOLD = re.compile('<(?!/?b>)[^>]*>|</b><b>|<b></b>')
# What a block of the book shows of other places.
NUMBERS = ('number', 'see')
# Names by which templates pick a drawing.
NAMES = frozenset({'id', 'number', 'shows', 'anchor', 'card', 'draw', 'form', 'icon', 'kind', 'links', 'type'})


def texts_in(project: Project, code: str) -> Mapping[str, Text]:
    """Every message in a language. Raises `Problems`."""
    known: dict[str, Text] = {}
    for catalog in _catalogs(project, code):
        for name, each in catalog.translations.items():
            known[name] = Text(each.forms, each.state.value)
    return {name: known[name] for domain in load_domains(project) for name in domain.messages}


def _catalogs(project: Project, code: str) -> Iterator[Catalog]:
    for load in (load_book_catalog, load_sheet_catalog, load_catalog):
        yield load(project, code, draft=True)


def printed_in(project: Project, codes: Sequence[str]) -> Mapping[str, Mapping[str, Mapping[str, Printed]]]:
    """What each document shows in each language, by document and id. Raises `Problems`."""
    shown = {}
    for code, job in zip(codes, book_jobs(project, codes, (), draft=True), strict=True):
        cards = dict(_cards(project, code))
        sheets = dict(_sheets(project, code))
        shown[code] = {'cards': cards, 'sheets': sheets, 'rulebook': dict(_blocks(job, cards))}
    return shown


def _cards(project: Project, code: str) -> Iterator[tuple[str, Printed]]:
    """Without the mark of the version, which follows from what has changed."""
    for view in card_views(project, Renderer(load_catalog(project, code, draft=True))):
        shown = {key: value for key, value in view.items() if key not in ('mark', 'alt')}
        yield view['id'], _printed(shown)


def _sheets(project: Project, code: str) -> Iterator[tuple[str, Printed]]:
    job = reference_job(project, load_sheet_catalog(project, code, draft=True), draft=False)
    for view in (*job.sides, *job.sheets, job.mat):
        yield str(view.get('id', 'mat')), _printed(view)


def _blocks(job: BookJob, cards: Mapping[str, Printed]) -> Iterator[tuple[str, Printed]]:
    """The blocks of the book; those with faces of cards show what the cards do."""
    for view in job.view['flow']:
        shown = {key: value for key, value in view.items() if key not in NUMBERS}
        if view['kind'] == 'plate':
            shown['shows'] = [cards[face['id']].digest for face in view['cards']['faces']]
        yield view['anchor'], _printed(shown, plain(str(view.get('number', ''))))


def _printed(view: Mapping[str, Any], number: str = '') -> Printed:
    shown = _words(view)
    lines = tuple(line for text in texts_of(shown) if (line := plain(text)))
    data = json.dumps(_content({key: value for key, value in view.items() if key != 'id'}), ensure_ascii=False)
    return Printed(hashlib.sha256(data.encode()).hexdigest()[:16], lines, number)


def _content(view: Any) -> Any:
    """A view with the words and bold parts of its texts: how they are kept on a line is not content."""
    match view:
        case str():
            return ' '.join(_NOT_BOLD.sub('', view).split())
        case dict():
            return {key: _content(value) for key, value in sorted(view.items())}
        case list() | tuple():
            return [_content(item) for item in view]
    return view


def _words(view: Any) -> Any:
    """A view without what only templates read."""
    match view:
        case dict():
            return {key: _words(value) for key, value in view.items() if key not in NAMES}
        case list() | tuple():
            return [_words(item) for item in view]
    return view


def plain(html: str) -> str:
    """The words of a piece of HTML."""
    return ' '.join(unescape(_TAG.sub('', html)).split())

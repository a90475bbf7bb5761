"""What an edition says and shows in one language, without setting a page of it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from html import unescape
from pathlib import Path
from typing import Any, TypeAlias

from markupsafe import Markup

from civap.cache import Cache, Kept, folder_key
from civap.content.project import Project
from civap.content.say import Plain, Say
from civap.errata.record import COVER, Printed, Scope, Text
from civap.errata.shown import Look, Seen, digest, joined, look
from civap.press import book, deck, editions, reference
from civap.press.book import BookJob
from civap.press.book_views import book_jobs
from civap.press.deck import DeckJob
from civap.press.made import Request
from civap.press.printing import Edition
from civap.press.reference import MAT, ReferenceJob, reference_job
from civap.press.reference_views import texts_of
from civap.press.variants import Variant
from civap.text.catalog import Catalog, State, load_book_catalog, load_catalog, load_sheet_catalog
from civap.text.domains import load_domains
from civap.text.render import Renderer

_TAG = re.compile('<[^>]*>')
_NOT_BOLD = re.compile('<(?!/?b>)[^>]*>|</b><b>|<b></b>')
# What only readers of a file get; marks of drafts.
UNSEEN = frozenset({'alt', 'stale'})
# What a block of the book has in it that does not say what it says.
NUMBERS = ('number', 'see')
# Names by which templates pick a drawing.
NAMES = frozenset({'id', 'number', 'shows', 'anchor', 'card', 'draw', 'form', 'icon', 'kind', 'links', 'type'})
# In titles of sheets, to know their pages by: letters that no text has around an id.
_NAME = re.compile('\ue000(.*?)\ue001')
COLUMNS = 2
ON_COVER = ('book.title', 'book.subtitle', 'book.about')
FACSIMILE: Variant = 'colour'
View: TypeAlias = Mapping[str, Any]
Shown: TypeAlias = Mapping[str, Printed]


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


def printed_in(
    project: Project, scope: Scope, cache: Cache, compiled: Path | None = None
) -> Mapping[str, Mapping[str, Shown]]:
    """What each document shows in each language, by document and id.

    The `cache` keeps how cards look, `compiled` is a folder with the code of templates. Raises `Problems`.
    """
    shown: dict[str, dict[str, Shown]] = {}
    keep = partial(Kept, cache, 'looks', folder_key(project.root / 'templates'), folder_key(project.content / 'art'))
    for code in scope.languages:
        documents = shown[code] = {}
        if {'cards', 'rulebook'} & set(scope.documents):
            documents['cards'] = dict(_cards(project, code, scope.editions, compiled, keep))
        if 'sheets' in scope.documents:
            documents['sheets'] = dict(_sheets(project, code, compiled))
    if 'rulebook' in scope.documents:
        for job in book_jobs(project, scope.languages, (), draft=True, speak=_speaker):
            documents = shown[job.language]
            renderer = _speaker(load_book_catalog(project, job.language, draft=True))
            undated = replace(_undated(job, renderer), compiled=compiled)
            documents['rulebook'] = dict(_blocks(undated, documents['cards']))
    return shown


def _ready(catalog: Catalog) -> Catalog:
    """A catalog in which what is not up to date says what it said before, and is not marked for it."""
    ready = {
        name: replace(each, state=State.READY) if each.state is State.STALE else each
        for name, each in catalog.translations.items()
    }
    return replace(catalog, translations=ready)


def _speaker(catalog: Catalog) -> Renderer:
    return Renderer(_ready(catalog))


def _cards(
    project: Project, code: str, shown_in: Sequence[Edition], compiled: Path | None, keep: Callable[[DeckJob], Kept]
) -> Iterator[tuple[str, Printed]]:
    """Without the mark of the version, which follows from what has changed."""
    request = Request(project.root, [code], (), editions=shown_in)
    catalog = _ready(load_catalog(project, code, draft=True))
    jobs = [replace(made.jobs[0], compiled=compiled) for made in editions.decks(project, [catalog], request)]
    looks = {job.variant: dict(_faces(job, keep)) for job in jobs}
    for card in jobs[0].cards:
        shown = {key: value for key, value in card.items() if key != 'mark'}
        yield card['id'], _printed(shown, {variant: each[card['id']] for variant, each in looks.items()})


def _faces(job: DeckJob, keep: Callable[[DeckJob], Kept]) -> Iterator[tuple[str, Seen]]:
    """Each card with its back: a deck whose backs are not alike gives away what lies where."""
    kept = keep(replace(job, cards=(), templates=Path(), art=Path(), compiled=None))
    press = deck.Press(job)
    size, title = job.sizes.sizes[0], job.sizes.titles[0]
    backs: dict[int, Look] = {}

    def seen(card: View) -> Seen:
        level = card['level']
        if level not in backs:
            backs[level] = look(deck.Press(replace(job, cards=(card,))).backs_html(size))
        face = look(press.front_html([{**card, 'size': size, 'title_size': title}]))
        return joined(face, backs[level]).seen

    for card in job.cards:
        unmarked = {**card, 'mark': ''}
        yield card['id'], kept.get(unmarked) or kept.add(unmarked, seen(unmarked))
    kept.put()


def _sheets(project: Project, code: str, compiled: Path | None) -> Iterator[tuple[str, Printed]]:
    """Without the mark of the version at the foot of all."""
    catalog = _ready(load_sheet_catalog(project, code, draft=True))
    job = replace(reference_job(project, catalog, draft=False), mark='', compiled=compiled)
    press, pages = reference.Press(job), _pages(job)
    for view in (*job.sides, *job.sheets, job.mat):
        name = str(view.get('id', MAT))
        looks = joined(pages[name], look(press.boxes_html(view))) if 'charts' in view else pages[name]
        yield name, _printed(view, {'': looks})


def _pages(job: ReferenceJob) -> Mapping[str, Look]:
    """The page of each sheet, told by its title; all of them for one whose title a template leaves out."""
    says = {**job.mat['says'], 'title': _named(MAT, job.mat['says']['title'])}
    sides, sheets = (
        tuple({**view, 'title': _named(view['id'], view['title'])} for view in views)
        for views in (job.sides, job.sheets)
    )
    html = reference.Press(replace(job, sides=sides, sheets=sheets, mat={**job.mat, 'says': says})).pages_html()
    plainly = _NAME.sub('', html)
    pages = html.partition('<body')[2].split('<article')
    looks = {found[1]: look(plainly, _NAME.sub('', page)) for page in pages if (found := _NAME.search(page))}
    names = (*(view['id'] for view in (*sides, *sheets)), MAT)
    return {name: looks.get(name) or look(plainly) for name in names}


def _named(name: str, title: str) -> Markup:
    return Markup('\ue000{}\ue001{}').format(name, title)


def _undated(job: BookJob, renderer: Renderer) -> BookJob:
    """The book without its version and date, which are always others."""
    values = {'version': Plain(''), 'date': Plain('')}
    labels = {**job.view['labels'], 'book.edition': renderer.html(Say('book.edition', values=values))}
    return replace(job, view={**job.view, 'labels': labels})


def _blocks(job: BookJob, cards: Shown) -> Iterator[tuple[str, Printed]]:
    """The cover, and the blocks of the book; those with faces of cards show what the cards do."""
    press = book.Press(job, COLUMNS)
    said = {name: job.view['labels'][name] for name in ON_COVER}
    yield COVER, _printed({**said, 'blocks': job.view['about']}, {'': look(press.cover_html())})
    for view in job.view['flow']:
        shown = {key: value for key, value in view.items() if key not in NUMBERS}
        looks = look(press.block_html(view['anchor']))
        if view['kind'] == 'plate':
            faces = [cards[face['id']] for face in view['cards']['faces']]
            shown['shows'] = [face.digest for face in faces]
            looks = joined(looks, Look('', ' '.join(face.looks[FACSIMILE] for face in faces)))
        yield view['anchor'], _printed(shown, {'': looks}, plain(str(view.get('number', ''))))


def _printed(view: View, looks: Mapping[str, Look | Seen], number: str = '') -> Printed:
    """`looks` are by variant, and say the same."""
    lines = tuple(line for text in texts_of(_words(view)) if (line := plain(text)))
    data = json.dumps(_content({key: value for key, value in view.items() if key != 'id'}), ensure_ascii=False)
    said = next(iter(looks.values())).words
    return Printed(digest(f'{data}\n{said}'), lines, number, {name: each.digest for name, each in looks.items()})


def _content(view: Any) -> Any:
    """A view with the words and bold parts of its texts: how they are kept on a line is not content."""
    match view:
        case str():
            return ' '.join(_NOT_BOLD.sub('', view).split())
        case dict():
            return {key: _content(value) for key, value in sorted(view.items()) if key not in UNSEEN}
        case list() | tuple():
            return [_content(item) for item in view]
    return view


def _words(view: Any) -> Any:
    """A view without what is not printed, or only read by templates."""
    match view:
        case dict():
            return {key: _words(value) for key, value in view.items() if key not in NAMES | UNSEEN}
        case list() | tuple():
            return [_words(item) for item in view]
    return view


def plain(html: str) -> str:
    """The words of a piece of HTML."""
    return ' '.join(unescape(_TAG.sub('', html)).split())

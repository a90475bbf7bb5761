"""The facing proof: every text in English and in a language side by side, on paper, for reviewers who do not code.

Its own words are English; `facing` prints it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
from babel import Locale

from civap.content.folder import SOURCE
from civap.content.problems import Problems
from civap.content.project import Project
from civap.press import editions
from civap.press.binding import bind
from civap.press.deck import DeckResult
from civap.press.geometry import CardShape
from civap.press.made import Request
from civap.press.room import TextRoom
from civap.press.workers import Workers
from civap.text.catalog import load_catalog
from civap.text.languages import Language, load_language
from civap.translate.facing import ProofJob, typeset_proof
from civap.translate.order import DOCUMENTS, Section, sections
from civap.translate.renderings import load_renderings
from civap.translate.rows import Flag, Rows, overflow, summary

PARTS: Mapping[str, str] = {'title': 'Title', 'text': 'Text', 'foot': 'Foot line'}
# Entries of the contents that lead to a document, not to a section of it.
_DOCUMENT = 'document-'
Faces = Mapping[str, DeckResult]
PAPER = 'a4'  # unless another is asked for


@dataclass(frozen=True, slots=True)
class Asked:
    """What a proof is made of: a language, which documents, all rows or only those that are `changed`, a paper."""

    language: str
    documents: tuple[str, ...] = tuple(DOCUMENTS)
    changed: bool = False
    paper: str = PAPER


@dataclass(frozen=True, slots=True)
class Proof:
    """The file, its pages, and how many texts it has of each kind of flag, `texts` being all."""

    pdf: bytes
    pages: int
    counts: Mapping[str, int]


def file_name(asked: Asked) -> str:
    """Where a proof lies in the folder of outputs: a part of it, or another paper, beside the whole."""
    parts = ['proof', asked.language]
    if set(asked.documents) != set(DOCUMENTS):
        parts += [name for name in DOCUMENTS if name in asked.documents]
    parts += ['changed'] if asked.changed else []
    parts += [asked.paper] if asked.paper != PAPER else []
    return f'{asked.language}/{"-".join(parts)}.pdf'


def _quietly(_: str) -> None:
    """Nobody waits."""


def make_proof(project: Project, asked: Asked, workers: Workers, tell: Callable[[str], None] = _quietly) -> Proof:
    """The proof; `tell` hears what takes long, as it begins.

    Raises `Problems`: of content, of catalogs but for what is missing or stale, and of the layout.
    """
    language = load_language(project.root, asked.language)
    shows_faces = 'cards' in asked.documents
    if shows_faces:
        tell(f'setting the cards in {SOURCE} and {language.code} ...')
    faces = _faces(project, asked.language, workers) if shows_faces else {}
    rows = Rows(project, language, load_renderings(project, asked.language))
    view = _View(project, language, rows, faces, asked)
    job = ProofJob(
        language=language.code,
        direction=language.direction,
        title=f'Proof: {view.title}',
        view=view.data(),
        paper=asked.paper,
        shape=CardShape(),
        templates=project.root / 'templates',
        art=project.content / 'art',
        compiled=workers.compiled,
    )
    tell(f'setting {rows.counts["texts"]} rows; a whole proof takes a minute or two ...')
    (made,) = workers.start_documents([partial(typeset_proof, job)])()
    order = [f'{code}.{card.id}' for code in faces for card in project.deck.cards]
    files, _ = bind(made, _joined(faces), order)
    return Proof(files[asked.paper], made.pages, dict(rows.counts))


def _faces(project: Project, code: str, workers: Workers) -> Faces:
    """The faces in English and the language; where a text is missing or does not fit they are those of a draft."""
    catalogs = [load_catalog(project, each, draft=True) for each in (SOURCE, code)]
    jobs = editions.facsimiles(project, catalogs, Request(Path(), (SOURCE, code), ()))
    try:
        made = workers.build(jobs)
    except Problems:
        made = workers.build([replace(job, draft_label='draft') for job in jobs])
    return {result.language: result for result in made}


def _joined(faces: Faces) -> bytes:
    """The pages of all faces in one file; nothing if there are none."""
    if not faces:
        return b''
    file = BytesIO()
    with pikepdf.new() as whole:
        for result in faces.values():
            with pikepdf.open(BytesIO(result.faces)) as pdf:
                whole.pages.extend(pdf.pages)
        whole.save(file)
    return file.getvalue()


class _View:
    """Makes the data of the template."""

    def __init__(self, project: Project, language: Language, rows: Rows, faces: Faces, asked: Asked) -> None:
        self._project = project
        self._language = language
        self._rows = rows
        self._asked = asked
        self._rooms: dict[tuple[str, str], list[TextRoom]] = defaultdict(list)
        for code, result in faces.items():
            for room in result.rooms:
                self._rooms[code, room.card].append(room)
        self._name = Locale.parse(language.code).get_language_name(SOURCE) or language.code

    @property
    def title(self) -> str:
        """Both languages, as the cover calls them."""
        return f'English and {self._name}'

    def data(self) -> dict[str, Any]:
        """Everything; rows are numbered in the order of print."""
        found = sections(self._project, self._asked.documents)
        shown = [view for section in found if (view := self._section(section))]
        newest = self._project.edition.versions[0]
        rows, terms = self._rows, self._rows.terms.terms
        return {
            'heading': self.title,
            'game': self._project.edition.title,
            'language': {'code': self._language.code, 'name': self._language.name, 'english': self._name},
            'edition': {'version': newest.version, 'date': newest.date.isoformat()},
            'parts': [DOCUMENTS[name][1] for name in DOCUMENTS if name in self._asked.documents],
            'changed': self._asked.changed,
            'texts': rows.counts['texts'],
            'summary': summary(rows.counts),
            'documents': list(_by_document(shown)),
            'terms': [] if self._asked.changed else [_term(term) for term in terms],
        }

    def _section(self, section: Section) -> dict[str, Any] | None:
        """A section with its rows; None if nothing of it is shown."""
        rows = self._rows.rows(section, changed=self._asked.changed)
        if not rows and (self._asked.changed or section.card is None):
            return None
        numbers = [number for name in section.again if (number := self._rows.number(name))]
        return {
            'id': section.id,
            'document': section.document,
            'title': section.title,
            'faces': self._faces_of(section),
            'rows': rows,
            'again': sorted(numbers),
        }

    def _faces_of(self, section: Section) -> list[dict[str, Any]]:
        """The faces of a card with the room of their texts; nothing for another section."""
        card = section.card
        if card is None:
            return []
        names = {SOURCE: 'English', self._language.code: self._name}
        return [
            {
                'id': f'{code}.{card.id}',
                'language': name,
                'alt': f'{card.name}: the face in {name}',
                'rooms': [_room(room) for room in self._rooms[code, card.id]],
                'flags': list(self._overflows(code, card.id)),
            }
            for code, name in names.items()
        ]

    def _overflows(self, code: str, card: str) -> Iterator[Flag]:
        for room in self._rooms[code, card]:
            if min(room.lines, room.letters) < 0:
                self._rows.counts['overflow'] += 1
                yield overflow(f'{PARTS[room.part]}: {_lacking(room)}')


def _by_document(shown: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    for name, (_, title) in DOCUMENTS.items():
        if mine := [section for section in shown if section['document'] == name]:
            yield {'id': f'{_DOCUMENT}{name}', 'title': title, 'sections': mine}


def _room(room: TextRoom) -> dict[str, str]:
    """What is left beside a text, in words."""
    size = f' at {room.size_used}' if room.part == 'text' else ''
    if min(room.lines, room.letters) < 0:
        return {'part': PARTS[room.part], 'left': f'{_lacking(room)}{size}'}
    left = f'{_counted(room.letters, "letter")} left'
    return {'part': PARTS[room.part], 'left': f'{left}{size}'}


def _lacking(room: TextRoom) -> str:
    fits = f'; fits at {room.needs:g} pt' if room.needs is not None else ''
    if room.lines < 0:
        return f'{_counted(-room.lines, "line")} too many{fits}'
    return f'{_counted(-room.letters, "letter")} too many{fits}'


def _counted(number: int, noun: str) -> str:
    return f'{number} {noun}' if number == 1 else f'{number} {noun}s'


def _term(term: Any) -> dict[str, Any]:
    return {
        'id': term.id,
        'english': term.english,
        'rendering': term.rendering,
        'forms': term.forms,
        'gender': term.gender,
        'avoid': term.avoid,
        'note': term.note,
    }

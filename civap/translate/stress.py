"""What `civap translate stress` does: print the documents in stress languages, and tell what has no room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path

from civap.content.problems import Problem
from civap.content.project import Project, load_project
from civap.press import editions
from civap.press.binding import bind
from civap.press.book import typeset_book
from civap.press.book_views import book_jobs
from civap.press.deck import DeckJob, DeckResult
from civap.press.documents import DocumentResult
from civap.press.made import Request
from civap.press.output import write_files
from civap.press.printing import Edition, file_name
from civap.press.reference import reference_job, typeset_reference
from civap.press.scratch import scratch
from civap.press.workers import DocumentTask, Workers
from civap.text.catalog import load_catalog, load_sheet_catalog
from civap.translate.pseudo import KINDS, stressed_copy

PAPER = 'a4'
EDITIONS: tuple[Edition, ...] = ('colour', 'large')


@dataclass(frozen=True, slots=True)
class Lack:
    """A text without room: of which kind and document, and what is said of it. `fits_at` is a size in pt, if known."""

    kind: str
    document: str
    found: str
    fits_at: float | None = None

    @property
    def problem(self) -> Problem:
        """As it is reported."""
        hint = 'give the template more room'
        if self.fits_at is not None:
            hint = f'expect to shorten a translation as long, or to set it at {self.fits_at:g} pt'
        return Problem('overflow', f'{self.found}', f'{self.kind}: {self.document}', hint=hint)


@dataclass(frozen=True, slots=True)
class Printed:
    """A document of a kind: its file in the folder of outputs, its pages, and of cards how many fit out of how many."""

    kind: str
    document: str
    path: str
    pages: int
    fit: tuple[int, int] | None = None

    def __str__(self) -> str:
        fit = f', {self.fit[0]} of {self.fit[1]} fit' if self.fit else ''
        return f'{self.kind}: {self.document}: {self.pages} pages{fit}'


@dataclass(frozen=True, slots=True)
class Stressed:
    """What was printed, and what has no room."""

    printed: tuple[Printed, ...]
    lacks: tuple[Lack, ...]

    def data(self) -> dict[str, object]:
        """As JSON."""
        return {
            'printed': [asdict(each) for each in self.printed],
            'lacks': [asdict(each) for each in self.lacks],
        }


def stress(project: Project, kinds: Sequence[str], only: Sequence[str], out: Path | None, workers: Workers) -> Stressed:
    """Print documents in stress languages, `out` being a folder for the files or None.

    Raises `Problems`: of content, and of templates that do not even lay out.
    """
    with scratch() as folder:
        stressed_copy(project, kinds, folder)
        copy = load_project(folder)
        names = {KINDS[kind].code: kind for kind in kinds}
        request = Request(Path(), tuple(names), (PAPER,), draft=True, only=only, editions=EDITIONS)
        return _print(copy, request, names, out, workers)


def _print(project: Project, request: Request, names: dict[str, str], out: Path | None, workers: Workers) -> Stressed:
    # The book shows the cards, whether they are asked for or not.
    catalogs = [load_catalog(project, code) for code in request.languages]
    decks = editions.decks(project, catalogs, replace(request, only=('cards',)))
    waiting = [workers.start(deck.jobs) for deck in (decks if 'cards' in request.only else decks[:1])]
    documents = workers.start_documents(list(_tasks(project, request, workers.compiled)))
    made = [
        (deck.editions[0], job, result)
        for deck, wait in zip(decks, waiting, strict=False)
        for job, result in zip(deck.jobs, wait(), strict=True)
    ]
    files: dict[str, bytes] = {}
    printed: list[Printed] = []
    lacks: list[Lack] = []
    for name, job, result in made if 'cards' in request.only else ():
        kind, path = names[job.language], f'{names[job.language]}/{file_name(PAPER, job.shape, job.printing, name)}'
        files[path] = result.files[PAPER]
        found = list(_of_cards(kind, job, result))
        fit = len(job.cards) - len(result.problems), len(job.cards)
        printed.append(Printed(kind, f'cards {job.shape.size}', path, result.pages[PAPER], fit))
        lacks += found
    faces = {job.language: result.faces for _, job, result in reversed(made)}
    for document in documents():
        kind = names[document.language]
        path = f'{kind}/{document.name}-{PAPER}.pdf'
        files[path] = _bound(project, document, faces.get(document.language, b''))
        printed.append(Printed(kind, document.name, path, document.pages))
        lacks += (Lack(kind, document.name, problem.message) for problem in document.problems)
    if out:
        write_files(out, files)
    return Stressed(tuple(printed), tuple(lacks))


def _tasks(project: Project, request: Request, compiled: Path | None) -> Iterator[DocumentTask]:
    """What typesets sheets and books."""
    if 'sheets' in request.only:
        for code in request.languages:
            job = reference_job(project, load_sheet_catalog(project, code), draft=True)
            yield partial(typeset_reference, replace(job, compiled=compiled), request.papers)
    if 'rulebook' in request.only:
        for book in book_jobs(project, request.languages, request.papers, draft=True):
            yield partial(typeset_book, replace(book, compiled=compiled))


def _of_cards(kind: str, job: DeckJob, result: DeckResult) -> Iterator[Lack]:
    """The texts of cards that do not fit at the smallest size, with the size at which they would."""
    needs = {room.card: room.needs for room in result.rooms if room.needs is not None}
    for problem in result.problems:
        card = next(card for card in needs if f' of {card} (' in problem.message)
        in_text = ' in the text' in problem.message or ' the text ' in problem.message
        yield Lack(kind, f'cards {job.shape.size}', problem.message, needs[card] if in_text else None)


def _bound(project: Project, document: DocumentResult, faces: bytes) -> bytes:
    files, _ = bind(document, faces, list(project.cards))
    return files[PAPER]

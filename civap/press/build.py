"""A whole build: check, say, print, and write everything or nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, replace
from functools import partial
from importlib.metadata import requires, version
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar

from civap import __version__
from civap.cache import project_key
from civap.content.problems import Problem, Problems
from civap.content.project import Project
from civap.press import editions
from civap.press.deck import DeckResult
from civap.press.documents import Artifact, DocumentResult
from civap.press.editions import Deck
from civap.press.geometry import PAPERS
from civap.press.lettering import gathered
from civap.press.made import REPORT, Made, Request, digest, earlier
from civap.press.output import write_files
from civap.press.pdf import About
from civap.press.places import placed
from civap.press.templates import compile_once
from civap.press.told import sheets_of_booklet, told
from civap.press.workers import DocumentTask, Workers
from civap.proof.coverage import covered
from civap.proof.examples import Result
from civap.proof.proved import Proof, prove
from civap.system import library_versions
from civap.text.catalog import Catalog, load_catalog
from civap.text.languages import load_language

ResultT = TypeVar('ResultT')


def build_project(project: Project, request: Request, workers: Workers) -> Made:
    """Print every document of the request. Raises `Problems`: all there are; earlier outputs then stay as they were."""
    for code in request.languages:
        load_language(project.root, code)  # what is wrong with one is told alone
    problems: list[Problem] = []
    catalogs = _catalogs(project, request, problems)
    decks: list[Deck] = gather(partial(editions.decks, project, catalogs, request), problems, [])
    decks_made = [gather(partial(workers.start, deck.jobs), problems, _nothing) for deck in decks]
    shown_as = next((index for index, deck in enumerate(decks) if editions.shows(deck)), None)
    shows_cards = 'rulebook' in request.only and shown_as is None
    shown = editions.facsimiles(project, catalogs, request) if shows_cards else []
    shown_made = gather(partial(workers.start, shown), problems, _nothing)
    tasks: list[DocumentTask] = []
    for prepare in (_books, _references):
        tasks += gather(partial(prepare, project, request, workers.compiled), problems, [])
    documents_made = gather(partial(workers.start_documents, tasks), problems, _nothing)
    # While the processes typeset.
    proof: Proof = gather(partial(prove, project, workers.cache), problems, Proof())
    found = proof.problems
    results: list[list[DeckResult]] = [gather(made, problems, []) for made in decks_made]
    facsimiles = results[shown_as] if shown_as is not None else gather(shown_made, problems, [])
    documents: list[DocumentResult] = gather(documents_made, problems, [])
    found.extend(dict.fromkeys(problem for deck in (*chain(*results), *facsimiles) for problem in deck.problems))
    found.extend(problem for document in documents for problem in document.problems)
    if not problems:
        found.extend(editions.stale_waivers(project, decks, results))
    problems, found = placed(gathered(problems, project), project), placed(gathered(found, project), project)
    if problems or (found and not request.draft):
        raise Problems([*problems, *found])
    order = [card.id for card in project.deck.cards]
    artifacts = [
        *(artifact for deck, made in zip(decks, results, strict=True) for artifact in editions.files(deck, made)),
        *(artifact for document in documents for artifact in _bound(document, facsimiles, order)),
    ]
    data = report_data(project, request, results, proof.results, artifacts)
    data['rules'] = {each.language: dict(each.places) for each in documents if each.places and _is_whole(each)}
    made = Made(
        documents={artifact.path: digest(artifact.data) for artifact in artifacts},
        report=json.dumps(data, ensure_ascii=False, indent=2),
        notes=tuple(f'draft: {problem}' for problem in found),
        sheets=told(artifacts),
    )
    files = {artifact.path: artifact.data for artifact in artifacts}
    write_files(request.out, {**files, REPORT: f'{made.report}\n'.encode()})
    return made


def _is_whole(document: DocumentResult) -> bool:
    """Whether its pages are those of a paper, not of a booklet."""
    return document.papers[0] in PAPERS


def _nothing() -> list[Any]:
    return []


def _catalogs(project: Project, request: Request, problems: list[Problem]) -> list[Catalog]:
    loads = [partial(load_catalog, project, code, draft=request.draft) for code in request.languages]
    return [catalog for load in loads if (catalog := gather(load, problems, None))]


def _books(project: Project, request: Request, compiled: Path | None) -> list[DocumentTask]:
    """What typesets the rulebook in each language. Raises `Problems`."""
    if 'rulebook' not in request.only:
        return []
    from civap.press.book import BOOKLET, TEMPLATES, typeset_book
    from civap.press.book_views import book_jobs

    booklets = [f'{paper}{BOOKLET}' for paper in request.papers] if request.booklet else []
    formats = [*request.papers, *booklets]
    jobs = book_jobs(project, request.languages, formats, request.draft)
    compile_once(project.root / 'templates', project.content / 'art', compiled, TEMPLATES)
    return [partial(typeset_book, replace(job, compiled=compiled)) for job in jobs]


def _references(project: Project, request: Request, compiled: Path | None) -> list[DocumentTask]:
    """What typesets the reference sheets in each language. Raises `Problems`."""
    if 'sheets' not in request.only:
        return []
    from civap.press.reference import TEMPLATES, reference_job, typeset_reference
    from civap.text.catalog import load_sheet_catalog

    problems: list[Problem] = []
    loads = [partial(load_sheet_catalog, project, code, draft=request.draft) for code in request.languages]
    catalogs = [catalog for load in loads if (catalog := gather(load, problems, None))]
    if problems:
        raise Problems(problems)
    jobs = [replace(reference_job(project, catalog, request.draft), compiled=compiled) for catalog in catalogs]
    compile_once(project.root / 'templates', project.content / 'art', compiled, TEMPLATES)
    return [partial(typeset_reference, job, tuple(request.papers)) for job in jobs]


def _bound(document: DocumentResult, decks: Sequence[DeckResult], order: Sequence[str]) -> Iterator[Artifact]:
    """A document as its files, with the faces of the deck in its language."""
    from civap.press.binding import bind
    from civap.press.book import BOOKLET
    from civap.press.booklet import impose_booklet

    faces = next((deck.faces for deck in decks if deck.language == document.language), b'')
    files, fonts = bind(document, faces, order)
    for paper, data in files.items():
        pages, about = document.pages, ''
        if paper.endswith(BOOKLET):
            known = About(document.title, document.language, document.right_to_left)
            data, pages = impose_booklet(data, paper.removesuffix(BOOKLET), known)
            about = sheets_of_booklet(pages)
        path = f'{document.language}/{document.name}-{paper}.pdf'
        yield Artifact(path, data, pages, document.language, fonts, about)


def gather(work: Callable[[], ResultT], problems: list[Problem], instead: ResultT) -> ResultT:
    """What the work returns; `instead` if it cannot be done, and the reasons go to `problems`."""
    try:
        return work()
    except Problems as error:
        problems.extend(error.problems)
        return instead


def report_data(
    project: Project,
    request: Request,
    decks: Sequence[Sequence[DeckResult]],
    examples: Sequence[Result],
    artifacts: Sequence[Artifact],
) -> dict[str, Any]:
    return {
        'civap': __version__,
        'edition': project.edition.version,
        'project': project_key(project.root),
        'draft': request.draft,
        'cards': {
            **asdict(request.shape),
            **asdict(request.printing),
            'editions': list(request.editions),
            'back_art': request.back_art,
        },
        'libraries': _libraries(),
        'artifacts': [
            {
                'path': artifact.path,
                'pages': artifact.pages,
                'bytes': len(artifact.data),
                'sha256': digest(artifact.data),
            }
            for artifact in artifacts
        ],
        'examples': [result.summary() for result in examples],
        'coverage': _coverage(project, examples),
        'fonts': {
            code: sorted({font for artifact in artifacts if artifact.language == code for font in artifact.fonts})
            for code in request.languages
        },
        'fit': _fits(decks),
        'earlier': earlier(request.out, [artifact.path for artifact in artifacts]),
    }


def _coverage(project: Project, examples: Sequence[Result]) -> dict[str, int]:
    """How many parts of the rules the examples reach, of all that they could."""
    reached, count = covered(project, {result.id: result.units for result in examples}).count()
    return {'reached': reached, 'all': count}


def _fits(decks: Sequence[Sequence[DeckResult]]) -> dict[str, list[dict[str, Any]]]:
    """How well the cards of the first deck fit, by language."""
    return {deck.language: [asdict(fit) for fit in deck.fits] for deck in (decks[0] if decks else [])}


def _libraries() -> dict[str, str]:
    """The libraries that shape bytes with their versions: those that the package pins, and those of the system."""
    pinned = (re.match(r'([\w.-]+)==', line) for line in requires('civap') or ())
    return {found[1]: version(found[1]) for found in pinned if found} | library_versions()

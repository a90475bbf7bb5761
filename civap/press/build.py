"""A whole build: check, say, print, and write everything or nothing."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from importlib.metadata import requires, version
from pathlib import Path
from typing import Any, TypeVar

from civap import __version__
from civap.content.folder import GAME, SOURCE
from civap.content.problems import Problem, Problems
from civap.content.project import Project
from civap.content.say import Say
from civap.press.deck import DeckJob, DeckResult
from civap.press.geometry import CardShape
from civap.press.output import write_files
from civap.press.views import card_views
from civap.press.workers import Workers
from civap.proof.examples import Result, check_examples
from civap.proof.findings import find_all
from civap.text.catalog import Catalog, load_catalog
from civap.text.render import Renderer

REPORT = 'report.json'
Talk = Callable[[str], None]
ResultT = TypeVar('ResultT')


@dataclass(frozen=True)
class Request:
    """What to print, and where."""

    out: Path
    languages: Sequence[str]
    papers: Sequence[str]
    draft: bool = False


@dataclass(frozen=True)
class Report:
    """What was made; written as report.json."""

    data: Mapping[str, Any]

    def to_json(self) -> str:
        """The report as JSON, the same bytes for the same build."""
        return json.dumps(self.data, ensure_ascii=False, indent=2)


def build_project(project: Project, request: Request, workers: Workers, talk: Talk) -> Report:
    """Print every document of the request. Raises `Problems`: all there are; earlier outputs then stay as they were."""
    problems: list[Problem] = []
    loads = [partial(load_catalog, project, code, draft=request.draft) for code in request.languages]
    catalogs = [catalog for load in loads if (catalog := _gather(load, problems, None))]
    jobs = [_job(project, catalog, request) for catalog in catalogs]
    none: list[DeckResult] = []
    typeset = _gather(partial(workers.start, jobs), problems, none.copy)
    # While the processes typeset.
    examples: list[Result] = _gather(partial(check_examples, project), problems, [])
    found = [*find_all(project), *(problem for result in examples for problem in result.problems)]
    decks = _gather(typeset, problems, none)
    found.extend(problem for deck in decks for problem in deck.problems)
    if problems or (found and not request.draft):
        raise Problems([*problems, *found])
    for problem in found:
        talk(f'draft: {problem}')
    files = {f'{deck.language}/focus-cards-{paper}.pdf': data for deck in decks for paper, data in deck.files.items()}
    report = Report(_report(project, request, decks, examples, files))
    write_files(request.out, {**files, REPORT: f'{report.to_json()}\n'.encode()})
    for name in files:
        talk(str(request.out / name))
    return report


def _gather(work: Callable[[], ResultT], problems: list[Problem], instead: ResultT) -> ResultT:
    """What the work returns; `instead` if it cannot be done, and the reasons go to `problems`."""
    try:
        return work()
    except Problems as error:
        problems.extend(error.problems)
        return instead


def _job(project: Project, catalog: Catalog, request: Request) -> DeckJob:
    renderer = Renderer(catalog)
    language = catalog.language
    source = f'content/{GAME}/phrases.yaml' if language.code == SOURCE else f'locales/{language.code}/{GAME}/cards.po'
    return DeckJob(
        language=language.code,
        direction=language.direction,
        title=renderer.plain(Say('label.document')),
        cards=tuple(dict(card) for card in card_views(project, renderer)),
        shape=CardShape(),
        templates=project.root / 'templates',
        art=project.content / 'art',
        source=source,
        papers=tuple(request.papers),
        draft_label=renderer.plain(Say('label.draft')) if request.draft else None,
    )


def _report(
    project: Project,
    request: Request,
    decks: Sequence[DeckResult],
    examples: Sequence[Result],
    files: Mapping[str, bytes],
) -> dict[str, Any]:
    pages = {f'{deck.language}/focus-cards-{paper}.pdf': count for deck in decks for paper, count in deck.pages.items()}
    return {
        'civap': __version__,
        'edition': project.edition.version,
        'draft': request.draft,
        'libraries': _libraries(),
        'artifacts': [
            {
                'path': name,
                'pages': pages[name],
                'bytes': len(data),
                'sha256': hashlib.sha256(data).hexdigest(),
            }
            for name, data in files.items()
        ],
        'examples': [result.summary() for result in examples],
        'fonts': {deck.language: list(deck.fonts) for deck in decks},
        'fit': {deck.language: [asdict(fit) for fit in deck.fits] for deck in decks},
    }


def _libraries() -> dict[str, str]:
    """The libraries that shape bytes (those that the package pins) with their versions."""
    pinned = (re.match(r'([\w.-]+)==', line) for line in requires('civap') or ())
    return {found[1]: version(found[1]) for found in pinned if found}

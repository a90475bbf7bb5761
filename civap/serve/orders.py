"""What is set for a document in a language: a draft without its label, and what was heard on the way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from civap.content.project import Project
from civap.press import editions
from civap.press.backs import reminder_view
from civap.press.deck import DeckJob
from civap.press.made import Request
from civap.serve.hearing import Hearing
from civap.serve.presses import BOOK, CARDS, SHEETS, Order
from civap.text.catalog import Catalog, load_catalog, load_sheet_catalog

Speak = Callable[..., Hearing]
# The mark of drafts would hide the page as it will be.
NO_LABEL = ''


def order(project: Project, code: str, document: str, paper: str) -> Order:
    """A document in a language on a paper. Raises `Problems`: of its texts, and of examples that it prints."""
    heard: list[Hearing] = []

    def speak(catalog: Catalog, ending: int = 0) -> Hearing:
        heard.append(Hearing(catalog, ending))
        return heard[-1]

    job = JOBS[document](project, code, paper, speak)
    deck = _deck(project, code, paper, Hearing) if document == BOOK else None
    made = Order(document, replace(job, draft_label=NO_LABEL), heard[0].heard, paper, deck)
    if document != CARDS:
        return made
    reminder = reminder_view(project, code, draft=True, speak=speak)
    backs = replace(made.job, back_art='reminder', reminder=reminder)
    return replace(made, backs=backs, heard_behind=heard[1].heard)


def _deck(project: Project, code: str, _paper: str, speak: Speak) -> DeckJob:
    request = Request(Path(), (code,), (), draft=True)
    (job,) = editions.facsimiles(project, [load_catalog(project, code, draft=True)], request, speak)
    return replace(job, draft_label=NO_LABEL)


def _sheets(project: Project, code: str, _paper: str, speak: Speak) -> Any:
    from civap.press.reference import reference_job

    return reference_job(project, load_sheet_catalog(project, code, draft=True), True, speak)


def _book(project: Project, code: str, paper: str, speak: Speak) -> Any:
    from civap.press.book_views import book_jobs

    (job,) = book_jobs(project, [code], (paper,), True, speak)
    return job


JOBS: dict[str, Callable[[Project, str, str, Speak], Any]] = {CARDS: _deck, SHEETS: _sheets, BOOK: _book}

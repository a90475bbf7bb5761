"""What tells of changes, set on pages: all that a worker loads for it."""

from __future__ import annotations

from dataclasses import dataclass

from civap.content.problems import Problems
from civap.press.documents import DocumentResult
from civap.press.overlaps import overlap_problems
from civap.press.typeset import typesetter

NAME = 'update'


@dataclass(frozen=True)
class SheetJob:
    """A document that only waits to be set: it has all but the fonts. Of `source` faults are told."""

    html: str
    source: str
    title: str
    language: str
    right_to_left: bool
    papers: tuple[str, ...]
    draft: bool


def typeset_sheet(job: SheetJob) -> DocumentResult:
    """The document. Raises `Problems`."""
    document = typesetter().layout(job.html, job.source)
    problems = tuple(overlap_problems(document, job.language, job.source))
    if problems and not job.draft:
        raise Problems(problems)
    return DocumentResult(
        name=NAME,
        title=job.title,
        language=job.language,
        right_to_left=job.right_to_left,
        papers=job.papers,
        pdf=typesetter().pdf(document, job.source, {'': job.html}, tagged=True),
        pages=len(document.pages),
        problems=problems,
    )

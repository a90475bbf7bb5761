"""What many tests look at and none changes: made once, for all processes of a test run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

from civap.cache import folder_key, key, open_cache, project_key
from civap.content.project import load_project
from civap.errata.record import Record, record_of
from civap.press.deck import DeckJob, Faces, typeset_backs, typeset_faces
from civap.press.documents import DocumentResult
from civap.press.reference import ReferenceJob, typeset_reference

ThingT = TypeVar('ThingT')


def kept(make: Callable[[], ThingT], *decides: object) -> ThingT:
    """What is made, or was before from the same: `decides` is all that it is made of."""
    cache, name = open_cache(), key('tests', *decides)
    made: ThingT | None = cache.get(name)
    if made is None:
        made = make()
        cache.put(name, made)
    return made


def faces_of(job: DeckJob) -> Faces:
    """The faces of a deck, typeset."""
    return kept(partial(typeset_faces, job), 'faces', job, *_folders(job))


def backs_of(job: DeckJob) -> bytes:
    """The backs of a deck, typeset."""
    return kept(partial(typeset_backs, job), 'backs', job, *_folders(job))


def sheets_of(job: ReferenceJob, papers: Sequence[str]) -> DocumentResult:
    """The reference sheets, typeset."""
    (made,) = kept(partial(typeset_reference, job, papers), 'sheets', job, papers, *_folders(job))
    return made


def record(root: Path) -> Record:
    """The record of a project: it takes seconds."""
    return kept(lambda: record_of(load_project(root)), 'record', project_key(root))


def _folders(job: DeckJob | ReferenceJob) -> tuple[str, str]:
    return folder_key(job.templates), folder_key(job.art)

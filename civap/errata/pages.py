"""Pages of the rulebook: on which each block stands, which of them changed, and which only moved."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from civap.cache import Cache
from civap.content.project import Project
from civap.press.book import typeset_book
from civap.press.book_views import book_jobs
from civap.press.geometry import PAPERS
from civap.press.workers import Workers, worker_count


@dataclass(frozen=True)
class Pages:
    """Pages of a new book, from 1: those that are printed again, and those on which things only moved."""

    changed: Sequence[int] = ()
    moved: Sequence[int] = ()


def book_pages(project: Project, codes: Sequence[str], cache: Cache) -> Mapping[str, Mapping[str, int]]:
    """The page of each block of the book in each language; it is typeset for that. Raises `Problems`."""
    jobs = book_jobs(project, codes, tuple(PAPERS), draft=False)
    with Workers(worker_count(len(jobs)), cache) as workers:
        made = workers.start_documents([partial(typeset_book, job) for job in jobs])()
    return {document.language: dict(document.shown) for document in made}


def pages_between(old: Mapping[str, int], new: Mapping[str, int], changed: Collection[str]) -> Pages:
    """What became of the pages of a book, by the pages of its blocks before and now and the blocks that changed.

    Without `old` nothing is known to have moved.
    """
    again = {new[name] for name in changed if name in new}
    moved = {page for name, page in new.items() if old.get(name, page) != page}
    return Pages(sorted(again), sorted(moved - again))


def leaves(pages: Sequence[int], *, two_sided: bool) -> list[int | None]:
    """Pages of a book as sides of paper: two of one leaf back to back, a lone one with nothing behind it."""
    if not two_sided:
        return list(pages)
    sides: list[int | None] = []
    for page in pages:
        if page % 2 == 0 and page - 1 in pages:
            sides.append(page)
        else:
            sides += [page] if page % 2 and page + 1 in pages else [page, None]
    return sides

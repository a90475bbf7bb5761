"""Pages of the rulebook: what stands on each, and which of them a reader who has an older book needs anew."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from civap.cache import Cache
from civap.content.project import Project
from civap.errata.record import COVER, Record
from civap.press.book import referred, typeset_book
from civap.press.book_views import book_jobs
from civap.press.geometry import PAPERS
from civap.press.workers import Workers, worker_count

# What is there for its page numbers alone.
LISTINGS = ('toc', 'index')


@dataclass(frozen=True)
class Laid:
    """A book on its pages, from 1: the page of each block, in their order, and for each page the block at its head."""

    pages: Mapping[str, int]
    heads: tuple[str, ...]

    @classmethod
    def of(cls, shown: Mapping[str, int], flow: Sequence[Mapping[str, Any]]) -> Laid:
        """As it was typeset; `flow` are the blocks of its view."""
        pages = {COVER: 1, **shown}
        headings = {block['anchor'] for block in flow if block['kind'] == 'heading'}
        return cls(pages, tuple(_heads(pages, headings)))

    @classmethod
    def recorded(cls, record: Record, code: str) -> Laid | None:
        """As an edition was when it was frozen; None of one that was not."""
        return cls(record.pages[code], record.heads.get(code, ())) if code in record.pages else None

    @property
    def last(self) -> int:
        """The number of pages."""
        return len(self.heads)

    def standing(self) -> Mapping[int, Sequence[str]]:
        """The blocks of each page."""
        return _standing(self.pages)

    def head(self, page: int) -> str:
        """The block that names the chapter at the head of a page."""
        return self.heads[page - 1] if page <= self.last else ''


@dataclass(frozen=True)
class Pages:
    """Pages from 1: of a new book those to be printed again, and those of which only numbers of pages are others; of
    the old one those that there are no more."""

    changed: Sequence[int] = ()
    moved: Sequence[int] = ()
    gone: Sequence[int] = ()


def book_pages(project: Project, codes: Sequence[str], cache: Cache) -> Mapping[str, Laid]:
    """The pages of the book in each language; it is typeset for that. Raises `Problems`."""
    jobs = book_jobs(project, codes, tuple(PAPERS), draft=False)
    with Workers(worker_count(len(jobs)), cache) as workers:
        made = workers.start_documents([partial(typeset_book, job) for job in jobs])()
    flows = {job.language: job.view['flow'] for job in jobs}
    return {document.language: Laid.of(document.shown, flows[document.language]) for document in made}


def pages_between(
    old: Laid | None, new: Laid, changed: Collection[str], flow: Sequence[Mapping[str, Any]] = ()
) -> Pages:
    """What became of the pages of a book, by where its blocks were before and are now and by those that changed.

    A page is another one if something on it changed, came, went or stands elsewhere, or if its head does; a list of
    page numbers also if one of these does. Without `old` nothing is known to have moved. `flow` are the blocks.
    """
    again = {new.pages[name] for name in changed if name in new.pages}
    again |= {page for page, head in enumerate(new.heads, 1) if head in changed}
    if old is None:
        return Pages(sorted(again))
    before, now = old.standing(), new.standing()
    again |= {
        page for page in range(1, new.last + 1) if before.get(page) != now.get(page) or old.head(page) != new.head(page)
    }
    elsewhere = {name for name, page in new.pages.items() if old.pages.get(name) != page}
    moved: set[int] = set()
    for block in flow:
        if not elsewhere.isdisjoint(_numbered(block, flow)):
            (again if block['kind'] in LISTINGS else moved).add(new.pages[block['anchor']])
    return Pages(sorted(again), sorted(moved - again), range(new.last + 1, old.last + 1))


def _numbered(block: Mapping[str, Any], flow: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """What a block names the pages of."""
    match block['kind']:
        case 'toc':
            yield from (other['anchor'] for other in flow if other['kind'] == 'heading')
        case 'index':
            yield from block['at']
        case _:
            yield from referred(block)


def _standing(pages: Mapping[str, int]) -> Mapping[int, Sequence[str]]:
    found: defaultdict[int, list[str]] = defaultdict(list)
    for name, page in pages.items():
        found[page].append(name)
    return found


def _heads(pages: Mapping[str, int], headings: Collection[str]) -> Iterator[str]:
    """The heading with which a page begins, else the last one before it."""
    standing, last = _standing(pages), ''
    for page in range(1, max(pages.values()) + 1):
        here = standing.get(page, ())
        yield here[0] if here and here[0] in headings else last
        last = next((name for name in reversed(here) if name in headings), last)


def leaves(pages: Sequence[int], last: int, *, two_sided: bool) -> list[int | None]:
    """Pages of a book of `last` pages as sides of paper: of a leaf printed on both sides also the one that stayed."""
    if not two_sided:
        return list(pages)
    fronts = dict.fromkeys(page - 1 + page % 2 for page in pages)
    return [page if page <= last else None for front in fronts for page in (front, front + 1)]

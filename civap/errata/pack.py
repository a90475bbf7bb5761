"""The update pack: for each language all that a player prints to bring an older edition up to date, in one file."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeAlias

from civap.content.problems import Problem, Problems
from civap.content.project import Project
from civap.content.updates import changed_in
from civap.errata.binding import Part, gathered, with_strips
from civap.errata.pages import Laid, Pages, leaves, pages_between
from civap.errata.setting import NAME, SheetJob, typeset_sheet
from civap.errata.sheet import Replaced, Teller
from civap.errata.strips import Strip, cuts, page_size, place
from civap.errata.two import Editions
from civap.errata.wording import Reworded, change_of, with_words
from civap.press import editions
from civap.press.binding import bind
from civap.press.book import NAME as BOOK
from civap.press.book import BookJob, typeset_book
from civap.press.book_views import book_jobs
from civap.press.build import gather, report_data
from civap.press.deck import DeckJob, DeckResult, card_levels
from civap.press.documents import Artifact, DocumentResult
from civap.press.made import REPORT, Made, Request, digest, earlier
from civap.press.output import write_files
from civap.press.parts import Parts
from civap.press.pdf import About
from civap.press.places import placed
from civap.press.printing import Edition, file_name
from civap.press.reference import reference_job, typeset_reference
from civap.press.variants import Variant
from civap.press.workers import Workers
from civap.proof.examples import Result
from civap.proof.proved import Proof, prove
from civap.text.catalog import Catalog, load_catalog, load_sheet_catalog
from civap.text.languages import load_language
from civap.text.render import Renderer

DECK = 'focus-cards'
DRAFT = 'draft'  # what has no version yet
BEFORE = '-before'
# For each paper a document, and the sides that are taken from it.
Sides: TypeAlias = Mapping[str, tuple[bytes, Sequence[int | None]]]
# Strips in their places, and what waits for the pages under them.
_Strips: TypeAlias = tuple[Sequence[Strip], Callable[[], DocumentResult]]


def build_pack(
    project: Project,
    changes: Editions,
    request: Request,
    workers: Workers,
    proved: Callable[[], Proof] | None = None,
) -> Made:
    """Print what changed since an edition; in a language in which nothing did, nothing. The new one is the project.

    `proved` waits for the proof where it was begun before.

    `request.editions` are those that are imposed on sheets. Raises `Problems`: those of a build, and same-version;
    earlier outputs then stay as they were.
    """
    for code in request.languages:
        load_language(project.root, code)
    old = changes.old
    changes = changes.seen_in({editions.variant_of(name) for name in request.editions})
    codes = [code for code in request.languages if changes.concern(code, request.only)]
    proved = proved or partial(prove, project, workers.cache)
    made = _Pack(project, changes, replace(request, languages=codes), workers).made(proved) if codes else None
    documents = made.documents if made else {}
    spared = [code for code in request.languages if not any(name.startswith(f'{code}/') for name in documents)]
    notes = [f'{code}: nothing to print again since {old.version}' for code in spared]
    if made is None:
        return Made({}, json.dumps({'since': old.version, 'artifacts': []}, indent=2), tuple(notes))
    return replace(made, notes=(*notes, *made.notes))


def of_cards(job: DeckJob, ids: Collection[str]) -> DeckJob:
    """A deck of some cards alone, in the order of the whole, with its backs, which may be kept."""
    return replace(job, cards=tuple(card for card in job.cards if card['id'] in ids), levels=card_levels(job))


def _as_before(job: DeckJob, texts: Mapping[str, Reworded]) -> DeckJob:
    """With the cards that were there before laid out beside, under another id, as they were."""
    before = (
        {**with_words(card, texts[card['id']].words), 'id': f'{card["id"]}{BEFORE}'}
        for card in job.cards
        if card['id'] in texts
    )
    return replace(job, beside=tuple(before))


def _same_version(project: Project, version: str) -> Problem:
    document = project.documents['edition']
    message = f'found version {version}, which is compared with, expected a newer one'
    node = document.node(('versions', 0, 'version'))
    return document.problem('same-version', message, node, 'freeze it first: civap release VERSION')


@dataclass
class _Told:
    """What is known of one language before its files are put together."""

    teller: Teller
    book: DocumentResult | None = None
    reference: DocumentResult | None = None
    faces: bytes = b''
    shown: tuple[str, ...] = ()
    flow: Sequence[Mapping[str, Any]] = ()
    pages: Pages = field(default_factory=Pages)
    leaves: Sequence[int | None] = ()
    sheets: Sequence[int | None] = ()

    def replaced(self) -> Replaced:
        """What comes with the sheet that tells of it, beside what changed."""
        names = {page: name for name, page in self.reference.shown.items()} if self.reference else {}
        beside = [page for page in self.leaves if page and page not in self.pages.changed]
        return Replaced(self.pages, beside, [names[page] for page in self.sheets if page])


@dataclass(frozen=True)
class _Deck:
    """The cards that changed in one edition and language, with the strips for them."""

    job: DeckJob
    made: DeckResult
    strips: Sides


class _Pack:
    def __init__(self, project: Project, changes: Editions, request: Request, workers: Workers) -> None:
        self._project = project
        self._changes = changes
        self._request = request
        self._workers = workers
        self._found: list[Problem] = []

    def made(self, proved: Callable[[], Proof]) -> Made:
        """Everything typeset, checked and written. Raises `Problems`."""
        old, new = self._changes.old.version, self._changes.new.version
        if old == new and not self._request.draft:
            raise Problems(_same_version(self._project, old))
        problems: list[Problem] = []
        cards = self._catalogs(load_catalog, problems)
        jobs = self._deck_jobs(list(cards.values())) if not problems else {}
        reworded = {each: self._reworded(job) for each, job in jobs.items()}
        decks_made = {each: self._workers.start([_as_before(job, reworded[each])]) for each, job in jobs.items()}
        catalogs = self._catalogs(load_sheet_catalog, problems)
        if problems:
            raise Problems(dict.fromkeys(problems))
        told, documents_made = self._told(catalogs)
        documents: list[DocumentResult] = gather(documents_made, problems, [])
        for document in documents:
            self._take(told[document.language], document)
        sheets = {code: self._begin(self._sheet(mine)) for code, mine in told.items()}
        decks: dict[tuple[Edition, str], DeckResult] = {}
        strips = {}
        for each, made in decks_made.items():
            found: list[DeckResult] = gather(made, problems, [])
            for deck in found:
                decks[each] = deck
                strips[each] = self._begin_strips(jobs[each], reworded[each], deck.parts, told[each[1]].teller)
        proof: Proof = gather(proved, problems, Proof())
        self._refuse(problems, proof, [*decks.values(), *documents])
        self._show_faces(told, list(cards.values()))
        whole = {
            each: _Deck(jobs[each], deck, self._strips(jobs[each], deck, strips[each])) for each, deck in decks.items()
        }
        artifacts: list[Artifact] = []
        for code, mine in told.items():
            of_code = {name: deck for (name, language), deck in whole.items() if language == code}
            artifacts += self._files(code, mine, sheets[code](), of_code)
        return self._written(artifacts, proof.results)

    def _catalogs(self, load: Callable[..., Catalog], problems: list[Problem]) -> dict[str, Catalog]:
        """The texts of each language in which there are no problems."""
        read = {
            code: gather(partial(load, self._project, code, draft=self._request.draft), problems, None)
            for code in self._request.languages
        }
        return {code: catalog for code, catalog in read.items() if catalog}

    def _to_print(self, document: str, code: str, variant: Variant | None = None) -> tuple[str, ...]:
        only = self._request.only
        return self._changes.diff.to_print(document, code, variant) if document in only else ()

    def _deck_jobs(self, catalogs: Sequence[Catalog]) -> dict[tuple[Edition, str], DeckJob]:
        """The cards that changed, in each edition and language in which some did."""
        jobs = {}
        for deck in editions.decks(self._project, catalogs, self._request):
            for job in deck.jobs:
                changed = of_cards(job, self._to_print('cards', job.language, job.variant))
                if changed.cards:
                    jobs[deck.editions[0], job.language] = changed
        return jobs

    def _told(self, catalogs: Mapping[str, Catalog]) -> tuple[dict[str, _Told], Callable[[], list[DocumentResult]]]:
        """What tells each language of its changes, and the book and sheets of those that need them, begun."""
        codes, draft, compiled = list(self._request.languages), self._request.draft, self._workers.compiled
        books = self._book_jobs(codes)
        told, tasks = {}, []
        for code in codes:
            renderer, job = Renderer(catalogs[code]), books.get(code)
            flow = job.view['flow'] if job else ()
            told[code] = _Told(Teller(self._project, renderer, flow, draft=draft, compiled=compiled), flow=flow)
            if job and self._needs_book(code):
                tasks.append(partial(typeset_book, replace(self._barred(job, renderer), compiled=compiled)))
            if self._to_print('sheets', code):
                sheets = replace(reference_job(self._project, catalogs[code], draft), compiled=compiled)
                tasks.append(partial(typeset_reference, sheets, tuple(self._request.papers)))
        return told, self._workers.start_documents(tasks)

    def _book_jobs(self, codes: Sequence[str]) -> dict[str, BookJob]:
        """The book in each language, if it was asked for. Raises `Problems`."""
        if BOOK not in self._request.only:
            return {}
        jobs = book_jobs(self._project, codes, tuple(self._request.papers), self._request.draft)
        return dict(zip(codes, jobs, strict=True))

    def _needs_book(self, code: str) -> bool:
        return self._changes.concern(code, [name for name in self._request.only if name == BOOK])

    def _barred(self, job: BookJob, renderer: Renderer) -> BookJob:
        """With bars beside what says something else; what only looks otherwise has none."""
        label = renderer.plain(changed_in(self._changes.new.version))
        said = self._changes.diff.without_looks().to_print(BOOK, job.language)
        return replace(job, changed=said, changed_label=label)

    def _unknown(self) -> list[str]:
        """That nobody knows where things stood in the old book."""
        old = self._changes.old
        needs = any(map(self._needs_book, self._request.languages))
        what = f'{old.version} was not frozen by civap release: pages of the rulebook on which things only moved'
        return [f'{what} are not known'] if needs and not old.pages else []

    def _refuse(self, problems: Sequence[Problem], proof: Proof, made: Sequence[DeckResult | DocumentResult]) -> None:
        """Raise what stops a release; what a draft is printed in spite of is kept to be told."""
        found = proof.problems
        found += dict.fromkeys(problem for each in made for problem in each.problems)
        stopped, self._found = placed(problems, self._project), placed(found, self._project)
        if stopped or (self._found and not self._request.draft):
            raise Problems([*stopped, *self._found])

    def _take(self, told: _Told, document: DocumentResult) -> None:
        code, two_sided = document.language, self._request.printing.two_sided
        if document.name == BOOK:
            told.book, before = document, Laid.recorded(self._changes.old, code)
            new = Laid.of(document.shown, told.flow)
            told.pages = pages_between(before, new, self._to_print(BOOK, code), told.flow)
            told.leaves = leaves(told.pages.changed, document.pages, two_sided=two_sided)
        else:
            told.reference = document
            changed = sorted(document.shown[name] for name in self._to_print('sheets', code))
            told.sheets = leaves(changed, document.pages, two_sided=two_sided)

    def _show_faces(self, told: Mapping[str, _Told], catalogs: Sequence[Catalog]) -> None:
        """The faces of the cards that stand on pages of the book to be printed. Raises `Problems`."""
        if not any(mine.book for mine in told.values()):
            return
        begun = []
        for job in editions.facsimiles(self._project, catalogs, self._request):
            mine = told[job.language]
            if mine.book:
                shown = {name: at for name, at in mine.book.faces.items() if at[0] + 1 in mine.leaves}
                mine.book = replace(mine.book, faces=shown)
                if shown:
                    seen = of_cards(job, shown)
                    mine.shown = tuple(card['id'] for card in seen.cards)
                    begun.append((mine, self._workers.start([seen])))
        for mine, made in begun:
            mine.faces = made()[0].faces

    def _sheet(self, told: _Told) -> SheetJob:
        """What tells a language of its changes."""
        request = self._request
        view = told.teller.view(self._changes, request.only, told.replaced(), request.printing.back)
        return told.teller.sheet(view, request.papers)

    def _begin(self, job: SheetJob) -> Callable[[], DocumentResult]:
        return self._workers.begin(partial(typeset_sheet, job))

    def _files(
        self, code: str, told: _Told, sheet: DocumentResult, decks: Mapping[Edition, _Deck]
    ) -> Iterator[Artifact]:
        """One file a paper and edition of the cards."""
        about = About(sheet.title, code, sheet.right_to_left, _flip(self._request))
        first, _ = bind(sheet, b'', ())
        others = [files for files in (self._reference(told), self._book(told)) if files]
        begin = leaves(range(1, sheet.pages + 1), sheet.pages, two_sided=self._request.printing.two_sided)
        for name, deck in decks.items() or [(None, None)]:
            for paper in self._request.papers:
                parts = [Part(first[paper], begin)]
                if deck:
                    made = deck.made
                    parts.append(Part(made.files[paper], range(1, made.pages[paper] + 1)))
                parts += [Part(*files[paper]) for files in (deck.strips if deck else {}, *others) if files]
                data, pages, fonts = gathered(parts, about)
                yield Artifact(f'{code}/{self._name(name, deck, paper)}', data, pages, code, fonts)

    def _name(self, edition: Edition | None, deck: _Deck | None, paper: str) -> str:
        """As that of cards, but for its beginning; without cards there are no editions of it."""
        rest = f'-{paper}.pdf'
        if edition and deck:
            rest = file_name(paper, deck.job.shape, deck.job.printing, edition).removeprefix(DECK)
        old, new = self._changes.old.version, self._changes.new.version
        return f'{NAME}-{old}-to-{new if new != old else DRAFT}{rest}'

    def _reference(self, told: _Told) -> Sides:
        """For each paper the sheets, and those of them that changed."""
        if not told.reference:
            return {}
        files, _ = bind(told.reference, b'', ())
        return {paper: (data, told.sheets) for paper, data in files.items()}

    def _book(self, told: _Told) -> Sides:
        """For each paper the book, and those of its pages that changed."""
        if not (told.book and told.pages.changed):
            return {}
        files, _ = bind(told.book, told.faces, told.shown)
        return {paper: (data, told.leaves) for paper, data in files.items()}

    def _reworded(self, job: DeckJob) -> dict[str, Reworded]:
        """What changed on each card that was there before."""
        lines = self._changes.old.printed[job.language]['cards']
        return {card['id']: change_of(card, lines[card['id']].lines) for card in job.cards if card['id'] in lines}

    def _begin_strips(
        self, job: DeckJob, texts: Mapping[str, Reworded], parts: Mapping[str, Parts], teller: Teller
    ) -> _Strips | None:
        """Where strips for the cards that were there before come to lie, and what waits for the pages under them."""
        wanted = [
            (name, cut)
            for name, text in texts.items()
            for cut in cuts(
                text.change, parts[name], parts[f'{name}{BEFORE}'] if text.is_alike else None, job.shape.size
            )
        ]
        if not wanted:
            return None
        size = page_size(wanted)
        strips = place(wanted, size, job.direction == 'rtl')
        return strips, self._begin(teller.strips(strips, size, self._request.papers))

    def _strips(self, job: DeckJob, deck: DeckResult, begun: _Strips | None) -> Sides:
        """For each paper the pages with the strips."""
        if not begun:
            return {}
        strips, pages = begun
        files, _ = bind(pages(), b'', ())
        order = [card['id'] for card in job.cards]
        scale = self._request.printing.scale
        sides = self._alone(range(1, strips[-1].page + 2))
        return {paper: (with_strips(data, deck.faces, order, strips, scale), sides) for paper, data in files.items()}

    def _alone(self, pages: Iterable[int]) -> list[int | None]:
        """Pages with nothing behind them."""
        return [side for page in pages for side in ((page, None) if self._request.printing.two_sided else (page,))]

    def _written(self, artifacts: Sequence[Artifact], results: Sequence[Result]) -> Made:
        """Write the files, and add them to the report of what was built of the same project before."""
        out = self._request.out
        data = report_data(self._project, self._request, [], results, artifacts)
        data['since'] = self._changes.old.version
        report = json.dumps(_joined(data, out), ensure_ascii=False, indent=2)
        files = {artifact.path: artifact.data for artifact in artifacts}
        if files:
            write_files(out, {**files, REPORT: f'{report}\n'.encode()})
        notes = (*self._unknown(), *(f'draft: {problem}' for problem in self._found))
        return Made({name: digest(each) for name, each in files.items()}, report, notes)


def _joined(data: dict[str, Any], out: Path) -> dict[str, Any]:
    """The report of a pack, with what is known of other documents there if they are of the same project."""
    try:
        before = json.loads((out / REPORT).read_text('utf-8'))
        same = all(before[key] == data[key] for key in ('project', 'draft'))
        kept = [each for each in before['artifacts'] if _is_there(out, each)] if same else []
    except (OSError, ValueError, KeyError, TypeError):
        return data
    made = {each['path'] for each in data['artifacts']}
    if not same:
        return data
    artifacts = [*(each for each in kept if each['path'] not in made), *data['artifacts']]
    left = earlier(out, [each['path'] for each in artifacts])
    return {**data, **before, 'since': data['since'], 'artifacts': artifacts, 'earlier': left}


def _is_there(out: Path, artifact: Mapping[str, Any]) -> bool:
    path = out / artifact['path']
    return path.is_file() and bool(digest(path.read_bytes()) == artifact['sha256'])


def _flip(request: Request) -> Literal['long', 'short', 'none']:
    back = request.printing.back
    return 'none' if back == 'fold' else back

"""Presses that stay warm: only what says something else is set again, and a page is written when it is looked at.

They live in a worker process, one set for each language, since a document of WeasyPrint cannot leave its process.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from hashlib import sha256
from io import BytesIO
from typing import Any

from civap.content.problems import Problem
from civap.press import book, reference
from civap.press.deck import DeckJob, card_levels, of_backs
from civap.press.deck import Press as CardPress
from civap.press.fit import Card, Fitted, Source, card_text, fit, overflows
from civap.press.geometry import PAPERS, Box, Size
from civap.press.room import TextRoom, rooms
from civap.press.typeset import MM_PER_PX, typesetter
from civap.serve.areas import Area, Finder, Letter, Rectangle, anchored, likeliest, paragraphs
from civap.serve.hearing import Heard

CARDS, SHEETS, BOOK = 'cards', 'sheets', 'rulebook'


@dataclass(frozen=True, slots=True)
class Order:
    """A document to set: its job, what was heard while its texts were said, its paper, the deck that a book shows.

    Cards have `backs` that remind of rules, and what was heard of these.
    """

    document: str
    job: Any
    heard: Heard
    paper: str = 'a4'
    deck: DeckJob | None = None
    backs: DeckJob | None = None
    heard_behind: Heard = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page as it is looked at: its size in mm and its texts, measured from the upper left corner of what is shown.

    `version` changes with whatever is seen. A card has a `name` and the room of its texts.
    """

    size: Size
    version: str
    areas: tuple[Area, ...]
    name: str = ''
    rooms: tuple[TextRoom, ...] = ()


@dataclass(frozen=True, slots=True)
class Written:
    """A page as PDF, and the part of it that is shown, in mm from the lower left corner of its trim."""

    pdf: bytes
    shown: Box


class Press(ABC):
    """A document in a language."""

    @abstractmethod
    def set(self, order: Order) -> tuple[list[Leaf], tuple[Problem, ...]]:
        """Its pages, and what they show in spite of. Raises `Problems`; the pages before are then gone."""

    @abstractmethod
    def write(self, number: int) -> Written:
        """A page (from 0) of those that were set last. Raises `Problems`."""


@dataclass(frozen=True, slots=True)
class _Made:
    """A card that was laid out, by what press; what it shows, and in spite of what."""

    card: Card
    press: CardPress
    fitted: Fitted
    rooms: tuple[TextRoom, ...]
    problems: tuple[Problem, ...]


class Cards(Press):
    """The cards, one page each, then the backs that remind of rules; what says the same stays set."""

    def __init__(self) -> None:
        self._made: dict[str, _Made] = {}
        self._job: DeckJob | None = None
        self._backs = Backs()

    def set(self, order: Order) -> tuple[list[Leaf], tuple[Problem, ...]]:
        assert order.backs
        self.lay_out(order.job)
        finder = Finder(order.heard)
        leaves = [_card_leaf(made, order.job, finder) for made in self._made.values()]
        behind, problems = self._backs.set(replace(order, job=order.backs, heard=order.heard_behind))
        return [*leaves, *behind], (*(problem for made in self._made.values() for problem in made.problems), *problems)

    def lay_out(self, job: DeckJob) -> None:
        """Lay out the cards that say something else than before. Raises `Problems`."""
        if self._job and replace(self._job, cards=()) != replace(job, cards=()):
            self._made.clear()
        self._job = job
        changed = [card for card in job.cards if card['id'] not in self._made or self._made[card['id']].card != card]
        made = {each.card['id']: each for each in _laid_out(replace(job, cards=tuple(changed)))} if changed else {}
        self._made = {card['id']: made.get(card['id']) or self._made[card['id']] for card in job.cards}

    def write(self, number: int) -> Written:
        fronts = list(self._made)
        return self.face(fronts[number]) if number < len(fronts) else self._backs.write(number - len(fronts))

    def face(self, card: str) -> Written:
        """The page of a card, by its id."""
        assert self._job
        made, shape = self._made[card], self._job.shape
        return Written(made.press.fronts([made.fitted]), Box(0, 0, shape.width, shape.height))


def _laid_out(job: DeckJob) -> Iterator[_Made]:
    press, sizes = CardPress(job), job.sizes
    fitted = fit(job.cards, press.lay_out, sizes, press.title_steps())
    room = list(rooms(fitted, sizes, job.direction, job.design.foot))
    source = Source(job.source, job.language)
    for each in fitted:
        problems = tuple(overflows([each], press.lay_out_whole, sizes, source))
        own = tuple(found for found in room if found.card == each.id)
        (card,) = (card for card in job.cards if card['id'] == each.id)
        yield _Made(card, press, each, own, problems)


def _card_leaf(made: _Made, job: DeckJob, finder: Finder) -> Leaf:
    page, shape = made.fitted.page, job.shape
    found = paragraphs(page)
    version = _version(made.card, made.fitted.size, made.fitted.title, shape)
    areas = tuple(sorted(_areas(page, found, finder), key=lambda area: area.lines[0].top))
    return Leaf(Size(shape.width, shape.height), version, areas, made.fitted.id, made.rooms)


class Backs(Press):
    """The backs that remind of rules, one page for each level."""

    def __init__(self) -> None:
        self._job: DeckJob | None = None
        self._document: Any = None
        self._problems: tuple[Problem, ...] = ()

    def set(self, order: Order) -> tuple[list[Leaf], tuple[Problem, ...]]:
        job = of_backs(order.job)
        if job != self._job:
            self._job = None
            press = CardPress(job)
            press.words()  # they are on no page here, but their style sheet and their room are looked at
            self._document, self._problems = press.reminding_backs()
            self._job = job
        return [self._leaf(number, Finder(order.heard)) for number in range(len(self._document.pages))], self._problems

    def _leaf(self, number: int, finder: Finder) -> Leaf:
        assert self._job
        page, shape = self._document.pages[number], self._job.shape
        _, numeral = card_levels(self._job)[number]
        areas = tuple(sorted(_areas(page, paragraphs(page), finder), key=lambda area: area.lines[0].top))
        version = _version(self._job.reminder, numeral, shape)
        return Leaf(Size(shape.width, shape.height), version, areas, f'back {numeral}')

    def write(self, number: int) -> Written:
        assert self._job
        shape = self._job.shape
        alone = self._document.copy([self._document.pages[number]])
        pdf = typesetter().pdf(alone, self._job.source, {'': card_text(self._job.reminder)})
        return Written(pdf, Box(0, 0, shape.width, shape.height))


class _Paged(Press):
    """A document whose pages come to lie in the middle of a paper."""

    def __init__(self) -> None:
        self._document: Any = None
        self._paper = Size(0, 0)
        self._source = ''

    def write(self, number: int) -> Written:
        page = self._document.pages[number]
        alone = self._document.copy([page])
        kept, page.links = page.links, []  # they lead to other pages
        try:
            pdf = typesetter().pdf(alone, self._source, {})
        finally:
            page.links = kept
        across, down = _margins(page, self._paper)
        return Written(pdf, Box(-across, -down, _size(page).width + across, _size(page).height + down))

    def _leaves(self, heard: Heard, paper: str, views: Sequence[Any]) -> list[Leaf]:
        """The pages of the document; `views` are what each shows besides what stands in lines."""
        self._paper, finder = PAPERS[paper].size, Finder(heard)
        return [self._leaf(page, finder, view) for page, view in zip(self._document.pages, views, strict=True)]

    def _leaf(self, page: Any, finder: Finder, view: Any) -> Leaf:
        found, (across, down) = paragraphs(page), _margins(page, self._paper)
        letters = [[(each.char, round(each.left, 2), round(each.top, 2)) for each in run] for run in found]
        areas = tuple(_moved(area, across, down) for area in _areas(page, found, finder))
        size = _size(page)
        shown = Size(size.width + 2 * across, size.height + 2 * down)
        return Leaf(shown, _version(letters, view, shown), areas)


class Sheets(_Paged):
    """The reference sheets."""

    def set(self, order: Order) -> tuple[list[Leaf], tuple[Problem, ...]]:
        job = order.job
        press = reference.Press(job)
        fitted = press.fitted()
        self._document, self._source = press.document(fitted), job.source
        charts = {chart['card']: side for side in job.sides for chart in side['charts']}
        views = {**charts, **{sheet['id']: sheet for sheet in job.sheets}, 'mat': job.mat}
        common = (job.labels, job.grid, job.core)
        shown = [(common, [views[name] for name in _texts_of(page) if name in views]) for page in self._document.pages]
        return self._leaves(order.heard, order.paper, shown), tuple(press.overflows(self._document, fitted))


class Book(_Paged):
    """The rulebook; its blocks stay set while they say the same."""

    def __init__(self, cards: Cards) -> None:
        super().__init__()
        self._cards = cards
        self._press: book.Press | None = None
        self._deck: DeckJob | None = None
        self._frames: Mapping[str, tuple[int, Box]] = {}

    def set(self, order: Order) -> tuple[list[Leaf], tuple[Problem, ...]]:
        job, form = order.job, book.WHOLE
        if self._press is None:
            self._press = book.Press(job, form.columns)
        else:
            self._press.renew(job)
        placed, pages = self._press.settle(form)
        self._document, self._source, self._deck = self._press.lay_out(form, placed, pages), job.source, order.deck
        self._frames = dict(book.faces(self._document))
        leaves = self._leaves(order.heard, order.paper, self._views())
        return leaves, tuple(book.overflows(self._document, job, form))

    def _views(self) -> list[Any]:
        """What each page shows: its blocks, and the cards in them."""
        assert self._press
        assert self._deck
        cards = {card['id']: card for card in self._deck.cards}
        faces: dict[int, list[Card]] = {}
        for name, (number, _) in self._frames.items():
            faces.setdefault(number, []).append(cards[name])
        view = self._press.job.view
        blocks = [self._press.shown(page.anchors) for page in self._document.pages]
        blocks[0] = view['about']
        return [(view['labels'], shown, faces.get(number, ())) for number, shown in enumerate(blocks)]

    def write(self, number: int) -> Written:
        written = super().write(number)
        frames = {name: (0, box) for name, (page, box) in self._frames.items() if page == number}
        return replace(written, pdf=self._with_faces(written.pdf, frames)) if frames else written

    def _with_faces(self, data: bytes, frames: Mapping[str, tuple[int, Box]]) -> bytes:
        import pikepdf

        from civap.press.binding import paint_faces

        assert self._deck
        self._cards.lay_out(self._deck)
        with pikepdf.open(BytesIO(data)) as pdf, ExitStack() as stack:
            faces = {}
            for name in frames:
                face = stack.enter_context(pikepdf.open(BytesIO(self._cards.face(name).pdf)))
                faces[name] = face.pages[0]
            paint_faces(pdf, faces, frames)
            file = BytesIO()
            pdf.save(file)
        return file.getvalue()


def presses() -> dict[str, Press]:
    """Those of a language, by their documents."""
    cards = Cards()
    return {CARDS: cards, SHEETS: Sheets(), BOOK: Book(cards)}


def _areas(page: Any, found: Sequence[Sequence[Letter]], finder: Finder) -> Iterator[Area]:
    named = anchored(page)
    for area in finder.areas(found):
        yield likeliest(area, named) if len(area.ids) > 1 else area


def _texts_of(page: Any) -> list[str]:
    """The cards and sheets that a page has texts of: the elements that end them are called `t-<which>-<number>`."""
    return sorted({name[2:].rpartition('-')[0] for name in page.anchors if name.startswith('t-')})


def _moved(area: Area, across: float, down: float) -> Area:
    lines = (
        Rectangle(round(line.left + across, 2), round(line.top + down, 2), line.width, line.height)
        for line in area.lines
    )
    return Area(area.ids, tuple(lines))


def _size(page: Any) -> Size:
    return Size(page.width * MM_PER_PX, page.height * MM_PER_PX)


def _margins(page: Any, paper: Size) -> tuple[float, float]:
    """How much more of a paper there is beside a page and above it, in mm; less than nothing is cut off."""
    size = _size(page)
    whole = paper.turned() if size.landscape else paper
    return (whole.width - size.width) / 2, (whole.height - size.height) / 2


def _version(*seen: Any) -> str:
    return sha256(repr(seen).encode('utf-8', 'surrogateescape')).hexdigest()[:16]

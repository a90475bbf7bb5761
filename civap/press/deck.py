"""The focus cards of one language as print-ready PDF files, one for each paper.

Workers load this module: what puts pages on sheets is left to `sheets`, since pikepdf is slow to load.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from civap.content.folder import language_tag
from civap.content.problems import Problem, Problems
from civap.press.fit import (
    NAMES,
    TOLERANCE,
    Card,
    Fit,
    Fitted,
    Ladder,
    Source,
    back_room,
    card_name,
    card_text,
    fit,
    over_back,
    overflows,
    report,
    title_steps,
)
from civap.press.fonts import USUAL
from civap.press.geometry import PAPERS, Box, CardShape, Layout, Size, choose_layout
from civap.press.larger import smallest_that_fits
from civap.press.parts import Parts, parts_of
from civap.press.printing import BackArt, Printing
from civap.press.room import TextRoom, rooms
from civap.press.templates import Templates
from civap.press.typeset import boxes, typesetter
from civap.press.variants import Design, Variant, design_for, ladder_for, scaled
from civap.press.ways import Way, way_of

if TYPE_CHECKING:
    from civap.text.languages import Digits

FRONTS = 'cards/deck.html.j2'
TITLES = 'cards/titles.html.j2'
BACKS = 'cards/backs.html.j2'
WORDS = 'cards/words.html.j2'
SHARED = ('cards/palette.html.j2', 'cards/frame.html.j2')
STYLE = 'cards.css'
# What a variant changes in the style of all.
VARIANT_STYLES: Mapping[Variant, str] = {'economy': 'economy.css'}
REMINDER_STYLE = 'reminder.css'
WORDS_STYLE = 'words.css'
HIGH_PAGE = 5000
# Of the bar's 100 mm, so that some of it is seen at both ends; and their size in pt, but for large print.
WORDS_WIDTH, WORDS_SIZE = 80.0, 6.5
# Between the parts of a back that reminds of rules, in mm of the drawing, beyond what always is there.
MOST_GAP = 1.2
# Of the cards whose texts do not fit, so many of the fullest say how large cards must be.
WORST = 3


@dataclass(frozen=True, slots=True)
class DeckJob:
    """What to print, as plain data that can be sent to another process.

    `cards` are what the template shows of each card. `source` is the file with their texts, for messages.
    With a `draft_label` it stands on every card, and texts that do not fit are cut off. `bar_label` stands on the bar
    that shows the scale. Without a `ladder` the sizes of text follow from shape and variant. `compiled` is a folder in
    which processes share the code of templates. `reminder` are the texts of backs that remind of rules (see `backs`).
    Faces that are to be `tagged` come with tags for screen readers, too; a job that is `backed` needs backs even for no
    paper. `waived` are cards with a floor of their own for the size of their text. `large` print has its least size of
    text, whatever its shape. Lists are numbered in the digits of `numbering`. Cards `beside` are laid out and not
    printed: with some, the parts of all faces are told. Backs are set of `levels`, without any of those of the cards.
    """

    language: str
    direction: Literal['ltr', 'rtl']
    title: str
    cards: tuple[Card, ...]
    shape: CardShape
    templates: Path
    art: Path
    source: str
    faces: str = USUAL
    papers: tuple[str, ...] = tuple(PAPERS)
    printing: Printing = field(default_factory=Printing)
    draft_label: str | None = None
    bar_label: str = ''
    ladder: Ladder | None = None
    compiled: Path | None = None
    variant: Variant = 'colour'
    back_art: BackArt = 'level'
    reminder: Mapping[str, Any] | None = None
    tagged: bool = False
    backed: bool = False
    waived: Mapping[str, float] = field(default_factory=dict)
    numbering: Digits = 'latn'
    large: bool = False
    beside: tuple[Card, ...] = ()
    levels: tuple[tuple[int, str], ...] = ()

    @property
    def design(self) -> Design:
        """How its cards are drawn."""
        return design_for(self.shape, large=self.large)

    @property
    def laid_out(self) -> tuple[Card, ...]:
        """All cards that are laid out, those that are printed first."""
        return (*self.cards, *self.beside)

    @property
    def shares_backs(self) -> bool:
        """Whether its backs are those of every language."""
        return self.back_art == 'level' and self.draft_label is None

    @property
    def sizes(self) -> Ladder:
        """The sizes of text to try."""
        return replace(self.ladder or ladder_for(self.shape, self.variant, large=self.large), waived=self.waived)


@dataclass(frozen=True, slots=True)
class DeckResult:
    """The PDF file and the number of pages for each paper, and the faces alone, one page each.

    `problems` are what a draft is printed in spite of.
    """

    language: str
    faces: bytes
    files: Mapping[str, bytes]
    pages: Mapping[str, int]
    fits: tuple[Fit, ...]
    fonts: tuple[str, ...]
    problems: tuple[Problem, ...]
    tagged: bytes = b''
    backs: bytes = b''
    rooms: tuple[TextRoom, ...] = ()
    parts: Mapping[str, Parts] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Faces:
    """The faces of the cards, a file each: what is set of one card is the same whatever is set with it.

    `problems` are what a draft is printed in spite of.
    """

    files: tuple[bytes, ...]
    fits: tuple[Fit, ...]
    problems: tuple[Problem, ...] = ()
    tagged: bytes = b''
    rooms: tuple[TextRoom, ...] = ()
    parts: Mapping[str, Parts] = field(default_factory=dict)

    def of_each(self) -> dict[str, Faces]:
        """What each card has of it."""
        return {
            fit.card: Faces((file,), (fit,), rooms=tuple(room for room in self.rooms if room.card == fit.card))
            for file, fit in zip(self.files, self.fits, strict=True)
        }


def build_deck(job: DeckJob) -> DeckResult:
    """Typeset the cards once, and impose them for each paper. Raises `Problems`."""
    from civap.press.sheets import impose_deck

    layouts(job)
    faces = typeset_faces(job)
    backs = b'' if job.printing.back == 'none' else typeset_backs(job)
    return impose_deck(job, faces, backs, typeset_words(job))


def layouts(job: DeckJob) -> dict[str, Layout]:
    """Where cards lie on each paper. Raises `Problems`: paper-too-small, and not-measured of a printer."""
    printing = job.printing
    chosen = {name: choose_layout(PAPERS[name], job.shape, len(job.cards), printing.back) for name in job.papers}
    ways = [way_of(name, layout, printing.back) for name, layout in chosen.items()]
    if missing := [way for way in ways if not printing.knows(way)]:
        raise Problems(_not_measured(job, way) for way in missing)
    return chosen


def compile_templates(job: DeckJob) -> None:
    """Compile all templates of a job, so that the processes that share its folder `compiled` need not."""
    _templates(job.templates, job.art, job.compiled).compile((FRONTS, TITLES, BACKS, WORDS, *SHARED))


def typeset_faces(job: DeckJob) -> Faces:
    """The faces, at sizes at which they fit. Raises `Problems`."""
    press = Press(job)
    laid_out = fit(job.laid_out, press.lay_out, job.sizes, press.title_steps())
    fitted = laid_out[: len(job.cards)]
    problems = tuple(overflows(fitted, press.lay_out_whole, job.sizes, Source(job.source, job.language)))
    if problems and job.draft_label is None:
        raise Problems(_with_way_out(problems, job, fitted))
    tagged = press.fronts(fitted, tagged=True) if job.tagged else b''
    room = tuple(rooms(fitted, job.sizes, job.direction, job.design.foot))
    parts = {each.id: parts_of(each) for each in laid_out} if job.beside else {}
    files = tuple(press.fronts([each]) for each in fitted)
    return Faces(files, report(fitted, job.sizes), problems, tagged, room, parts)


def typeset_words(job: DeckJob) -> bytes:
    """The words of the bar that shows the scale, if there are any. Raises `Problems`."""
    return Press(job).words() if job.papers and job.bar_label else b''


def typeset_backs(job: DeckJob) -> bytes:
    """One page for each level; of a language are the mark of a draft and what reminds of rules. Raises `Problems`."""
    return Press(job).backs()


def card_levels(job: DeckJob) -> tuple[tuple[int, str], ...]:
    """The levels that have a back, and their numerals."""
    return job.levels or tuple(sorted({(card['level'], str(card['numeral'])) for card in job.cards}))


def of_backs(job: DeckJob) -> DeckJob:
    """The job with no more than its backs depend on."""
    return replace(job, cards=(), beside=(), levels=card_levels(job))


class Press:
    """The templates and the typesetter for one job; counts on `fronts` being asked for pages that it laid out."""

    def __init__(self, job: DeckJob) -> None:
        self._job = job
        self._templates = _templates(job.templates, job.art, job.compiled)
        self._document: Any = None

    def lay_out(self, cards: Sequence[Card]) -> Any:
        """A document with one page for each card. Raises `Problems`."""
        self._document = typesetter().layout(self._html(cards), self._job.source)
        return self._document

    def title_steps(self) -> dict[str, int]:
        """The steps of the ladder at which the titles fit: measured alone, which is quicker than with their cards."""
        job = self._job
        values = {**self._values(job.laid_out), 'title_sizes': job.sizes.titles[:-1]}
        (page,) = typesetter().layout(self._templates.render(TITLES, values), job.source).pages
        return title_steps(job.laid_out, job.sizes, boxes(page))

    def lay_out_whole(self, cards: Sequence[Card]) -> Any:
        """The same on pages so high that no text meets their end, to measure it. Raises `Problems`."""
        style = f'<style>@page {{ size: {self._job.shape.width}mm {HIGH_PAGE}mm }}</style>'
        html = self._html(cards).replace('</head>', f'{style}</head>', 1)
        return typesetter().layout(html, self._job.source)

    def fronts(self, fitted: Sequence[Fitted], *, tagged: bool = False) -> bytes:
        """The pages as they were measured, in one PDF. Raises `Problems`."""
        document = self._document.copy([each.page for each in fitted])
        texts = {card_name(each.card): card_text(each.card) for each in fitted}
        return typesetter().pdf(document, self._job.source, texts, tagged=tagged)

    def backs(self) -> bytes:
        """One page for each level in one PDF, at the largest size at which their text fits. Raises `Problems`."""
        job = self._job
        if job.back_art == 'level':
            texts = {'': job.draft_label or ''}
            return typesetter().pdf(self._backs(job.sizes.sizes[0]), self._of_backs, texts)
        document, problems = self.reminding_backs()
        if problems and job.draft_label is None:
            raise Problems(problems)
        return typesetter().pdf(document, job.source, {'': card_text(job.reminder)})

    def reminding_backs(self) -> tuple[Any, tuple[Problem, ...]]:
        """The document of backs that remind of rules, one page for each level, and what has no room on them.

        Raises `Problems`: of the template.
        """
        job = self._job
        for size in dict.fromkeys(job.sizes.sizes):
            room = back_room(boxes(self._backs(size).pages[0]))
            if room >= -TOLERANCE:
                break
        over = [over_back(-room, Source(job.source, job.language))] if room < -TOLERANCE else []
        # As much after the heading and each text, and more than that before the table.
        gap = max(0.0, room) / (len(job.reminder['uses']) + 4) if job.reminder else 0.0
        return self._backs(size, min(gap, MOST_GAP * job.design.scale)), tuple(over)

    def _backs(self, size: float, gap: float = 0.0) -> Any:
        html = self.backs_html(size, gap)
        return typesetter().layout(html, self._of_backs)

    def backs_html(self, size: float, gap: float = 0.0) -> str:
        """A document with a back for each level, its text of a size in pt. Raises `Problems`."""
        levels, job = card_levels(self._job), self._job
        values = {
            **self._values([]),
            'levels': [level for level, _ in levels],
            'numeral': dict(levels),
            'reminder': job.reminder if job.back_art == 'reminder' else None,
            'size': size,
            'gap': gap,
        }
        return self._templates.render(BACKS, values)

    @property
    def _of_backs(self) -> str:
        """Where the backs come from, for messages: with words on them the file of texts, else the template."""
        return f'templates/{BACKS}' if self._job.shares_backs else self._job.source

    def words(self) -> bytes:
        """The words of the bar on a page of their own. Raises `Problems` (label-too-long)."""
        job = self._job
        size = max(WORDS_SIZE, job.design.least)
        values = {
            'lang': language_tag(job.language),
            'dir': job.direction,
            'label': job.bar_label,
            'width': WORDS_WIDTH,
            'size': size,
            'style': self._templates.style(WORDS_STYLE, job.faces),
        }
        document = typesetter().layout(self._templates.render(WORDS, values), job.source)
        words = boxes(document.pages[0])['words']
        if words.right - words.left > WORDS_WIDTH:
            raise Problems(_too_long(job, words))
        return typesetter().pdf(document, job.source, {job.bar_label: job.bar_label})

    def _html(self, cards: Sequence[Card]) -> str:
        try:
            return self.front_html(cards)
        except Problems as error:
            if isinstance(error.__cause__, RecursionError):
                raise  # the same for every card, and slow
            raise Problems(_with_cards(cards, self.front_html) or error.problems) from error

    def front_html(self, cards: Sequence[Card]) -> str:
        """A document with the faces of cards whose sizes of text are known. Raises `Problems`."""
        return self._templates.render(FRONTS, self._values(cards))

    def _values(self, cards: Sequence[Card]) -> dict[str, Any]:
        job, design = self._job, self._job.design
        return {
            'lang': language_tag(job.language),
            'dir': job.direction,
            'title': job.title,
            'geometry': asdict(job.shape),
            'design': asdict(design),
            'variant': job.variant,
            'style': scaled(self._style(), design),
            'draft': job.draft_label is not None,
            'draft_label': job.draft_label or '',
            'cards': cards,
            'largest': job.sizes.sizes[0],
            'smallest': job.sizes.sizes[-1],
        }

    def _style(self) -> str:
        reminds = REMINDER_STYLE if self._job.back_art == 'reminder' else None
        names = (STYLE, reminds, VARIANT_STYLES.get(self._job.variant))
        return self._templates.styles(filter(None, names), self._job.faces, self._job.numbering)


@cache
def _templates(folder: Path, art: Path, compiled: Path | None) -> Templates:
    return Templates(folder, art, compiled)


def _too_long(job: DeckJob, words: Box) -> Problem:
    message = f'found {job.bar_label!r}, {words.right - words.left:.0f} mm wide, expected at most {WORDS_WIDTH:g} mm'
    return Problem('label-too-long', message, job.source, hint='shorten label.scale')


def _with_way_out(problems: Sequence[Problem], job: DeckJob, fitted: Sequence[Fitted]) -> Iterator[Problem]:
    """The problems of texts that do not fit, with the size of cards on which all would."""
    over = sorted((each for each in fitted if each.overflows), key=lambda each: each.room('body').below)
    size = smallest_that_fits(job.shape, partial(_fit_on, job, [each.card for each in over[:WORST]]))
    larger = [f'print larger cards (--size {size})'] if size else []
    for problem in problems:
        # A waiver lets the text below its least size, and nothing else.
        waiver = ['add a waiver to edition.yaml'] if NAMES['body'] in problem.hint else []
        yield replace(problem, hint=', or '.join([problem.hint, *larger, *waiver]))


def _fit_on(job: DeckJob, cards: Sequence[Card], size: Size) -> bool:
    """Whether cards fit another size, with the smallest text of it."""
    other = replace(job, shape=replace(job.shape, width=size.width, height=size.height), cards=tuple(cards))
    press, smallest = Press(other), replace(other.sizes, sizes=other.sizes.sizes[-1:])
    return not any(each.overflows for each in fit(other.cards, press.lay_out, smallest, press.title_steps()))


def _not_measured(job: DeckJob, way: Way) -> Problem:
    back = '' if job.printing.back == 'long' else f' --back {job.printing.back}'
    size = '' if job.shape.size == CardShape().size else f' --size {job.shape.size}'
    name = job.printing.printer.name if job.printing.printer else ''
    wanted = str(way) if job.printing.two_sided else f'{way.paper} {way.direction}'
    message = f'found no measurement of {name} for {wanted}, expected the one of these sheets'
    hint = f'measure it on the sheet of civap calibrate --paper {way.paper}{size}{back}'
    return Problem('not-measured', message, hint=hint)


def _with_cards(cards: Sequence[Card], render: Callable[[Sequence[Card]], str]) -> list[Problem]:
    """The problems of the cards one by one, with the ids of the cards that have it, the same in every language."""
    found: dict[Problem, list[str]] = {}
    for card in cards:
        try:
            render([card])
        except Problems as error:
            for problem in error.problems:
                found.setdefault(problem, []).append(str(card['id']))
    return [
        problem if len(ids) == len(cards) else replace(problem, message=f'{problem.message}, for {_list(ids)}')
        for problem, ids in found.items()
    ]


def _list(ids: Sequence[str]) -> str:
    """The first id, and how many more."""
    return ids[0] if len(ids) == 1 else f'{ids[0]} and {len(ids) - 1} more'

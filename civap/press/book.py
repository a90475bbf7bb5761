"""The rulebook of one language on one paper.

Blocks are set once, all on one long page, put into columns by `columns`, and pasted onto pages by `galley`: WeasyPrint
takes a hundred times longer over columns of its own. Those that show other page numbers than were guessed are set anew.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from markupsafe import Markup

from civap.content.folder import language_tag
from civap.content.problems import Problem, Problems
from civap.content.rules import RULES
from civap.press.columns import Area, Placed, TooHigh, Unit, compose
from civap.press.documents import DocumentResult
from civap.press.fonts import USUAL
from civap.press.galley import Block, Pasted, blocks, paste
from civap.press.geometry import COMMON, COVERING, PAPERS, Box, CardShape, Size
from civap.press.overlaps import overlap_problems
from civap.press.templates import Templates
from civap.press.typeset import boxes, typesetter

if TYPE_CHECKING:
    from civap.text.languages import Digits

BOOK = 'rulebook/book.html.j2'
TEMPLATES = (BOOK, 'rulebook/figures.html.j2', 'cards/palette.html.j2')
STYLE = 'rulebook.css'
NAME = 'rulebook'
FACE = 'face-'
MAX_PASSES = 4
# More than a book can have: page labels are said for each number beforehand.
MAX_PAGES = 99
# Of a reference while pages are not known: as wide as most.
UNKNOWN_PAGE = 10
FIRST_PAGES = 1  # the cover
USUAL_PAGES = 20
TOLERANCE = 0.05
HIGH_PAGE = 90000
SPANS = frozenset(('heading', 'intro', 'toc', 'may', 'plate', 'faces', 'example-wide', 'table-wide', 'concordance'))
# Examples with so many figures and tables with so many types stand across both columns.
WIDE = 3
GAPS = {
    'heading': 3.0,
    'example-head': 0.0,
    'index': 0.2,
    'term': 1.2,
    'oddity': 1.6,
    'table': 4.0,
    'example': 4.0,
    'house': 3.4,
    'concordance': 4.0,
}
GAP = 2.6


@dataclass(frozen=True, slots=True)
class Format:
    """A page of the book in mm: its size, that of its cover, the width of its text, its columns, the scale of faces.

    Formats with the same width of text and the same columns share their blocks.
    """

    size: Size
    cover: Size
    text_width: float
    columns: int = 2
    top: float = 17.0
    foot: float = 16.0
    faces: float = 1.0

    @property
    def side(self) -> float:
        """The margin at either side."""
        return (self.size.width - self.text_width) / 2

    @property
    def area(self) -> Area:
        """The text area."""
        return Area(self.text_width, self.size.height - self.top - self.foot - 0.3, self.columns)


def _half(size: Size) -> Size:
    """Half a sheet that is folded once."""
    return Size(size.height / 2, size.width)


def _booklet(page: Size) -> Format:
    return Format(page, page, 114.0, columns=1, top=16.0, foot=15.0, faces=0.93)


BOOKLET = '-booklet'
# The same pages in the middle of every paper, so that a page has the same number on each; covers are cut by its edges.
WHOLE = Format(COMMON, COVERING, 176.0)
FORMATS: Mapping[str, Format] = {
    **dict.fromkeys(PAPERS, WHOLE),
    **{f'{name}{BOOKLET}': _booklet(_half(paper.size)) for name, paper in PAPERS.items()},
}


@dataclass(frozen=True, slots=True)
class BookJob:
    """What to print, as plain data that can be sent to another process; `view` is a `BookView`.

    `page_labels` say 'page n' from 0 on, `digits` the number alone; counters are in the digits of `numbering`. With a
    `draft_label` it stands on the cover. Blocks that have `changed` get a bar and a bold number, their pages a
    `changed_label` at the foot; nothing moves for it.
    """

    language: str
    direction: Literal['ltr', 'rtl']
    title: str
    view: Mapping[str, Any]
    page_labels: tuple[str, ...]
    digits: tuple[str, ...]
    shape: CardShape
    templates: Path
    art: Path
    source: str
    formats: tuple[str, ...]
    faces: str = USUAL
    draft_label: str | None = None
    compiled: Path | None = None
    numbering: Digits = 'latn'
    changed: tuple[str, ...] = ()
    changed_label: str = ''


def typeset_book(job: BookJob) -> list[DocumentResult]:
    """The book in each format with all page numbers in place; card faces are still empty frames. Raises `Problems`."""
    presses: dict[tuple[float, int], Press] = {}
    made = []
    for form in dict.fromkeys(FORMATS[name] for name in job.formats):
        press = presses.setdefault((form.text_width, form.columns), Press(job, form.columns))
        names = tuple(name for name in job.formats if FORMATS[name] == form)
        made.append(_in_format(press, form, names))
    return made


def _in_format(press: Press, form: Format, names: tuple[str, ...]) -> DocumentResult:
    """The pages of a format, once its blocks show the page numbers that it has."""
    job = press.job
    placed, pages = press.settle(form)
    document = press.lay_out(form, placed, pages)
    problems = tuple(overflows(document, job, form))
    if problems and job.draft_label is None:
        raise Problems(problems)
    pdf = typesetter().pdf(document, job.source, press.texts, tagged=True)
    return DocumentResult(
        name=NAME,
        title=job.title,
        language=job.language,
        right_to_left=job.direction == 'rtl',
        papers=names,
        pdf=pdf,
        pages=len(document.pages),
        problems=problems,
        faces=dict(faces(document)),
        places={name: page for name, page in pages.items() if name in RULES},
        shown=pages,
        links={
            name: f'{said} ({job.page_labels[pages[name]]})'
            for name, said in job.view['names'].items()
            if name in pages
        },
    )


class Press:
    """The blocks of a job as they are set, and the template that they are set with."""

    def __init__(self, job: BookJob, columns: int) -> None:
        self.job = job
        self._columns = columns
        self._flow = _by_anchor(job, columns)
        self._set: dict[str, Block] = {}
        self._shown: dict[str, tuple[int, ...]] = {}
        self._pages: dict[str, int] = {}
        self._templates = Templates(job.templates, job.art, job.compiled)
        self._style = self._templates.styles([STYLE], job.faces, job.numbering)

    def renew(self, job: BookJob) -> None:
        """Take another version of the same book, set with the same templates: blocks that say the same stay set."""
        before, self.job = self.job, job
        old, self._flow = self._flow, _by_anchor(job, self._columns)
        kept = {name for name, block in self._flow.items() if old.get(name) == block}
        if _furniture(before) != _furniture(job):
            kept.clear()
        elif before.view['contents'] != job.view['contents']:
            kept -= {name for name, block in self._flow.items() if block['kind'] == 'toc'}
        self._set = {name: block for name, block in self._set.items() if name in kept}
        self._shown = {name: numbers for name, numbers in self._shown.items() if name in kept}

    def settle(self, form: Format) -> tuple[list[Placed], dict[str, int]]:
        """The blocks in columns, once they show the numbers of the pages on which they are, and these numbers.

        Raises `Problems` (overflow, unsettled-pages).
        """
        for _ in range(MAX_PASSES):
            placed = self.place(form)
            pages = self.numbered(placed)
            if not self.set(pages, form):
                return placed, pages
        message = f'found page numbers that move what they number in {self.job.language}, expected them to settle'
        hint = 'add a sentence to a long chapter, or take one away'
        raise Problems(Problem('unsettled-pages', message, self.job.source, hint=hint))

    def shown(self, names: Iterable[str]) -> list[Any]:
        """What blocks show, but for the numbers of pages; names of other things are passed over."""
        return [self._flow[name] for name in names if name in self._flow]

    @property
    def texts(self) -> dict[str, str]:
        """The blocks for messages about a letter that no font has."""
        return {name: str(block) for name, block in self._flow.items()}

    def set(self, pages: Mapping[str, int], form: Format) -> bool:
        """Set the blocks that show other page numbers than before, and tell whether one is now higher or lower.

        A wider number may break a line elsewhere. Raises `Problems`.
        """
        shown = {name: self._numbers(name, pages) for name in self._flow}
        other = [name for name, numbers in shown.items() if self._shown.get(name) != numbers]
        if not other:
            return False
        found = dict(zip(other, blocks(self._document(pages, form, names=other)), strict=True))
        moved = any(name not in self._set or self._set[name].height != found[name].height for name in other)
        self._set |= found
        self._shown |= {name: shown[name] for name in other}
        return moved

    def place(self, form: Format) -> list[Placed]:
        """The blocks in columns. Raises `Problems` (overflow)."""
        unset = self._flow.keys() - self._set.keys()
        if unset:
            self.set({**_guessed(self._flow), **self._pages}, form)
        try:
            return compose([_unit(block, self._set[name].height) for name, block in self._flow.items()], form.area)
        except TooHigh as error:
            message = f'found {str(error)!r} in {self.job.language} higher than a page, expected it to fit'
            raise Problems(Problem('overflow', message, self.job.source, hint='shorten it, or split it')) from None

    def numbered(self, placed: Sequence[Placed]) -> dict[str, int]:
        """The page of each block and of the cards in it. Raises `Problems` (too-long)."""
        pages = {each.name: each.page + FIRST_PAGES + 1 for each in placed}
        if max(pages.values()) > MAX_PAGES:
            message = f'found {max(pages.values())} pages, expected {MAX_PAGES} at most'
            raise Problems(Problem('too-long', message, self.job.source, hint='shorten the book'))
        plates = {block['cards']['anchor']: name for name, block in self._flow.items() if block['kind'] == 'plate'}
        self._pages = {**pages, **{cards: pages[name] for cards, name in plates.items()}}
        return self._pages

    def _numbers(self, name: str, pages: Mapping[str, int]) -> tuple[int, ...]:
        """The page numbers in a block."""
        block, known = self._flow[name], _known(pages)
        if block['kind'] == 'toc':
            return tuple(known[chapter['anchor']] for chapter in self.job.view['contents'])
        if block['kind'] == 'index':
            return tuple(place['page'] for place in _places(block, known))
        return tuple(known[anchor] for anchor in referred(block))

    def lay_out(self, form: Format, placed: Sequence[Placed], pages: Mapping[str, int]) -> Any:
        """The pages. Raises `Problems`."""
        sheets: defaultdict[int, list[Placed]] = defaultdict(list)
        for each in placed:
            sheets[each.page].append(each)
        heads = list(_running(list(sheets.values()), self._flow))
        changed = [any(each.name in self.job.changed for each in sheet) for sheet in sheets.values()]
        document = self._document(pages, form, heads=list(zip(heads, changed, strict=True)))
        paste(document, [[self._pasted(each, form) for each in sheet] for sheet in sheets.values()])
        return document

    def _pasted(self, placed: Placed, form: Format) -> Pasted:
        block = self._set[placed.name]
        mirrored = self.job.direction == 'rtl'
        left = form.text_width - placed.start - block.width if mirrored else placed.start
        return Pasted(block, left, placed.top, placed.name)

    def _document(
        self,
        pages: Mapping[str, int],
        form: Format,
        names: Sequence[str] = (),
        heads: Sequence[tuple[str, bool]] = (),
    ) -> Any:
        """Some blocks on one long page; or the cover, and an empty page for each running head, perhaps changed."""
        return typesetter().layout(self._html(pages, form, names, heads), self.job.source)

    def block_html(self, name: str) -> str:
        """A document with one block, in which every page has the same number. Raises `Problems`."""
        return self._html({}, WHOLE, names=[name])

    def cover_html(self) -> str:
        """A document with the cover. Raises `Problems`."""
        return self._html({}, WHOLE, heads=[('', False)])

    def _html(
        self,
        pages: Mapping[str, int],
        form: Format,
        names: Sequence[str] = (),
        heads: Sequence[tuple[str, bool]] = (),
    ) -> str:
        job, known, size, area = self.job, _known(pages), form.size, form.area
        shown = {name: self._flow[name] for name in names}
        values = {
            'lang': language_tag(job.language),
            'dir': job.direction,
            'title': job.title,
            'book': job.view,
            'blocks': shown,
            'spans': SPANS,
            'index': {name: _places(block, known) for name, block in shown.items() if block['kind'] == 'index'},
            'heads': heads,
            'pages': known,
            'page_labels': job.page_labels,
            'digits': job.digits,
            'width': size.width,
            'height': HIGH_PAGE if names else size.height,
            'cover': form.cover,
            'columns': form.columns,
            'area': {'width': area.width, 'height': area.height, 'column': area.column},
            'margin': {'side': form.side, 'top': form.top, 'foot': form.foot},
            'shape': {'width': job.shape.width * form.faces, 'height': job.shape.height * form.faces},
            'style': self._style,
            'draft_label': job.draft_label or '',
            'changed': job.changed,
            'changed_label': job.changed_label,
        }
        return self._templates.render(BOOK, values)


def _by_anchor(job: BookJob, columns: int) -> dict[str, Any]:
    """The blocks of a book by their names, for one column or two."""
    flow = (_spread if columns > 1 else _stacked)(job.view['flow'])
    return {block['anchor']: block for block in flow}


def _furniture(job: BookJob) -> tuple[Any, ...]:
    """What any block may show besides its own text."""
    return job.view['labels'], job.page_labels, job.digits, job.direction, job.shape


def _running(sheets: Sequence[Sequence[Placed]], flow: Mapping[str, Any]) -> Iterator[str]:
    """The head of each page: the chapter that it begins with."""
    last = ''
    for sheet in sheets:
        titles = [
            heading_text(block) if block['kind'] == 'heading' else '' for block in (flow[each.name] for each in sheet)
        ]
        yield titles[0] or last
        last = next(filter(None, reversed(titles)), last)


def heading_text(heading: Mapping[str, Any]) -> str:
    """Number and title of a chapter."""
    return f'{heading["number"]} {Markup(heading["title"]).striptags()}'.strip()


def _spread(flow: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """For two columns: a table with many columns, and an example with many figures, go across both."""
    for block in flow:
        wide = len(block.get('figures', ())) >= WIDE or len(block.get('types', ())) >= WIDE
        yield {**block, 'kind': f'{block["kind"]}-wide'} if wide else block


def _stacked(flow: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """For one column on a small page: rules of plates above all cards; figures of an example may part from its text."""
    plates = [block for block in flow if block['kind'] == 'plate']
    for block in flow:
        if block['kind'] == 'plate':
            yield block['rule']
            if block is plates[-1]:
                yield from ({**plate['cards'], 'kind': 'faces'} for plate in plates)
        elif block['kind'] == 'example' and len(block['figures']) > 1:
            yield {**block, 'kind': 'example-head'}
            yield {**block, 'kind': 'example-rest', 'anchor': f'{block["anchor"]}.rest'}
        else:
            yield block


def _guessed(blocks: Mapping[str, Any]) -> dict[str, int]:
    """About where each block will be, by the length of what is before it: most numbers then have the right width."""
    ends = dict(zip(blocks, accumulate(len(str(block)) for block in blocks.values()), strict=True))
    whole = max(ends.values())
    return {name: FIRST_PAGES + 1 + (USUAL_PAGES - 1) * end // whole for name, end in ends.items()}


def _known(pages: Mapping[str, int]) -> Mapping[str, int]:
    return defaultdict(lambda: UNKNOWN_PAGE, pages)


def referred(block: Mapping[str, Any]) -> Iterator[str]:
    """What a block refers to with page numbers."""
    refs = block.get('see') or ([block['rule']] if block['kind'] == 'house' else block.get('rule', {}).get('see', ()))
    return (ref['anchor'] for ref in refs)


def _unit(block: Mapping[str, Any], height: float) -> Unit:
    kind = block['kind']
    return Unit(block['anchor'], height, GAPS.get(kind, GAP), spans=kind in SPANS, opens=kind == 'heading')


def _places(entry: Mapping[str, Any], pages: Mapping[str, int]) -> list[dict[str, Any]]:
    """The places of an entry of the index, each page once, in their order."""
    places = {pages[name]: name for name in reversed(entry['at'])}
    return [{'page': page, 'anchor': places[page]} for page in sorted(places)]


def faces(document: Any) -> Iterator[tuple[str, tuple[int, Box]]]:
    """The frames that wait for the face of a card: its id with the page (from 0) and the box (mm)."""
    for number, page in enumerate(document.pages):
        for name, box in boxes(page).items():
            if name.startswith(FACE):
                yield name.removeprefix(FACE), (number, box)


def overflows(document: Any, job: BookJob, form: Format) -> Iterator[Problem]:
    """What sticks out of the text area or lies over other text."""
    for number, page in enumerate(document.pages, 1):
        edge, size = (form.side - TOLERANCE, form.size) if number > FIRST_PAGES else (0, form.cover)
        for name, box in boxes(page).items():
            if min(box.left - edge, size.width - edge - box.right, box.bottom, size.height - box.top) < 0:
                message = f'found {name!r} beyond the margin of page {number} in {job.language}, expected it inside'
                yield Problem('overflow', message, job.source, hint='shorten the text')
    yield from overlap_problems(document, job.language, job.source)

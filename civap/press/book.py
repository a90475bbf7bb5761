"""The rulebook of one language on one paper.

Blocks are measured once, all on one long page, then put into columns by `columns`: WeasyPrint takes a hundred times
longer over columns of its own. Page numbers are known before the pages are set, and are checked once they are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any, Literal

from civap.content.problems import Problem, Problems
from civap.press.columns import Area, Placed, TooHigh, Unit, compose
from civap.press.documents import DocumentResult
from civap.press.geometry import PAPERS, Box, CardShape, Size
from civap.press.templates import Templates
from civap.press.typeset import boxes, typesetter

BOOK = 'rulebook/book.html.j2'
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
HIGH_PAGE = 9000
SPANS = frozenset(('heading', 'intro', 'toc', 'may', 'plate', 'faces', 'example-wide', 'table-wide'))
# Examples with so many figures and tables with so many types stand across both columns.
WIDE = 3
GAPS = {
    'heading': 3.0,
    'example-head': 0.0,
    'index': 0.4,
    'term': 1.2,
    'oddity': 1.6,
    'table': 4.0,
    'example': 4.0,
    'house': 3.4,
}
GAP = 2.6


@dataclass(frozen=True, slots=True)
class Format:
    """A page of the book in mm: its size, the width of its text, its columns, the scale of card faces.

    Formats with the same width of text and the same columns share the measures of their blocks.
    """

    size: Size
    text_width: float
    columns: int = 2
    top: float = 19.0
    foot: float = 18.0
    faces: float = 1.0

    @property
    def area(self) -> Area:
        """The text area, a trifle less than the margins leave: what ends on the edge would be broken there."""
        return Area(self.text_width, self.size.height - self.top - self.foot - 0.3, self.columns)


def _half(size: Size) -> Size:
    """Half a sheet that is folded once."""
    return Size(size.height / 2, size.width)


BOOKLET = '-booklet'
FORMATS: Mapping[str, Format] = {
    **{name: Format(paper.size, 176.0) for name, paper in PAPERS.items()},
    **{
        f'{name}{BOOKLET}': Format(_half(paper.size), 114.0, columns=1, top=16.0, foot=15.0, faces=0.93)
        for name, paper in PAPERS.items()
    },
}


@dataclass(frozen=True, slots=True)
class BookJob:
    """What to print, as plain data that can be sent to another process; `view` is a `BookView`.

    `page_labels` say 'page n' from 0 on, `digits` the number alone. With a `draft_label` it stands on the cover.
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
    draft_label: str | None = None
    compiled: Path | None = None


def typeset_book(job: BookJob) -> list[DocumentResult]:
    """The book in each format with all page numbers in place; card faces are still empty frames. Raises `Problems`."""
    presses: dict[tuple[float, int], _Press] = {}
    made = []
    for name in job.formats:
        form = FORMATS[name]
        press = presses.setdefault((form.text_width, form.columns), _Press(job, form.columns))
        made.append(_in_format(press, name))
    return made


def _in_format(press: _Press, name: str) -> DocumentResult:
    """The pages of a format, once the heights that depend on its page numbers are known."""
    job, form = press.job, FORMATS[name]
    for _ in range(MAX_PASSES):
        placed = press.place(form)
        pages = press.numbered(placed)
        if not press.measure(pages, form):
            break
    document = press.lay_out(form, placed, pages)
    _check(document, job, form, press.heights, pages)
    pdf = typesetter().pdf(document, job.source, press.texts, tagged=True)
    return DocumentResult(
        name=NAME,
        title=job.title,
        language=job.language,
        right_to_left=job.direction == 'rtl',
        paper=name,
        pdf=pdf,
        pages=len(document.pages),
        faces=dict(_faces(document)),
    )


class _Press:
    """The blocks of a job with their heights in mm, and the template that they are set with."""

    def __init__(self, job: BookJob, columns: int) -> None:
        self.job = job
        flow = (_spread if columns > 1 else _stacked)(job.view['flow'])
        self.blocks: dict[str, Any] = {block['anchor']: block for block in flow}
        self.heights: dict[str, float] = {}
        self._widths: dict[str, tuple[int, ...]] = {}
        self._templates = Templates(job.templates, job.art, job.compiled)
        self._style = self._templates.style(STYLE)

    @property
    def texts(self) -> dict[str, str]:
        """The blocks for messages about a letter that no font has."""
        return {name: str(block) for name, block in self.blocks.items()}

    def measure(self, pages: Mapping[str, int], form: Format) -> bool:
        """Measure the blocks whose page numbers have other widths than before, and tell whether there are any.

        A wider number may break a line elsewhere. Raises `Problems`.
        """
        widths = {name: self.widths(name, pages) for name in self.blocks}
        other = [name for name, width in widths.items() if self._widths.get(name) != width]
        if other:
            heights = _heights(self._document(None, pages, other, form))
            self.heights |= {name: heights[name] for name in other}
            self._widths |= {name: widths[name] for name in other}
        return bool(other)

    def place(self, form: Format) -> list[Placed]:
        """The blocks in columns. Raises `Problems` (overflow)."""
        if not self.heights:
            self.measure(_guessed(self.blocks), form)
        try:
            return compose([_unit(block, self.heights[name]) for name, block in self.blocks.items()], form.area)
        except TooHigh as error:
            message = f'found {str(error)!r} in {self.job.language} higher than a page, expected it to fit'
            raise Problems(Problem('overflow', message, self.job.source, hint='shorten it, or split it')) from None

    def numbered(self, placed: Sequence[Placed]) -> dict[str, int]:
        """The page of each block and of the cards in it. Raises `Problems` (too-long)."""
        pages = {each.name: each.page + FIRST_PAGES + 1 for each in placed}
        if max(pages.values()) > MAX_PAGES:
            message = f'found {max(pages.values())} pages, expected {MAX_PAGES} at most'
            raise Problems(Problem('too-long', message, self.job.source, hint='shorten the book'))
        plates = {block['cards']['anchor']: name for name, block in self.blocks.items() if block['kind'] == 'plate'}
        return {**pages, **{cards: pages[name] for cards, name in plates.items()}}

    def widths(self, name: str, pages: Mapping[str, int]) -> tuple[int, ...]:
        """How many digits the page numbers in a block have."""
        block, known = self.blocks[name], _known(pages)
        if block['kind'] == 'index':
            return tuple(len(str(place['page'])) for place in _places(block, known))
        return tuple(len(str(known[anchor])) for anchor in _referred(block))

    def lay_out(self, form: Format, placed: Sequence[Placed], pages: Mapping[str, int]) -> Any:
        """The pages. Raises `Problems`."""
        sheets: defaultdict[int, list[Placed]] = defaultdict(list)
        for each in placed:
            sheets[each.page].append(each)
        return self._document(list(sheets.values()), pages, list(self.blocks), form)

    def _document(
        self,
        placed: Sequence[Sequence[Placed]] | None,
        pages: Mapping[str, int],
        names: Sequence[str],
        form: Format,
    ) -> Any:
        job, known, size, area = self.job, _known(pages), form.size, form.area
        values = {
            'lang': job.language,
            'dir': job.direction,
            'title': job.title,
            'book': job.view,
            'blocks': {name: self.blocks[name] for name in names},
            'spans': SPANS,
            'index': {
                name: _places(self.blocks[name], known) for name in names if self.blocks[name]['kind'] == 'index'
            },
            'placed': placed,
            'pages': known,
            'page_labels': job.page_labels,
            'digits': job.digits,
            'width': size.width,
            'height': size.height,
            'page_height': HIGH_PAGE if placed is None else size.height,
            'columns': form.columns,
            'area': {'width': area.width, 'height': area.height, 'column': area.column},
            'margin': {'side': (size.width - area.width) / 2, 'top': form.top, 'foot': form.foot},
            'shape': {'width': job.shape.width * form.faces, 'height': job.shape.height * form.faces},
            'style': self._style,
            'draft_label': job.draft_label or '',
        }
        return typesetter().layout(self._templates.render(BOOK, values), job.source)


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


def _referred(block: Mapping[str, Any]) -> Iterator[str]:
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


def _heights(document: Any) -> dict[str, float]:
    """The height of each thing with an id, in mm."""
    return {name: box.top - box.bottom for page in document.pages for name, box in boxes(page).items()}


def _faces(document: Any) -> Iterator[tuple[str, tuple[int, Box]]]:
    for number, page in enumerate(document.pages):
        for name, box in boxes(page).items():
            if name.startswith(FACE):
                yield name.removeprefix(FACE), (number, box)


def _check(document: Any, job: BookJob, form: Format, heights: Mapping[str, float], pages: Mapping[str, int]) -> None:
    """Every block is as high as measured, and on the page that is printed for it; nothing sticks out of a page."""
    size = form.size
    for number, page in enumerate(document.pages, 1):
        for name, box in boxes(page).items():
            high = box.top - box.bottom
            if abs(heights.get(name, high) - high) > TOLERANCE or pages.get(name, number) != number:
                message = f'found {name!r} in {job.language} in another place than measured, expected the same'
                hint = 'simplify the template of the book'
                raise Problems(Problem('unsettled-pages', message, job.source, hint=hint))
            edge = (size.width - form.text_width) / 2 - TOLERANCE if number > FIRST_PAGES else 0
            if min(box.left - edge, size.width - edge - box.right, box.bottom, size.height - box.top) < 0:
                message = f'found {name!r} beyond the margin of page {number} in {job.language}, expected it inside'
                raise Problems(Problem('overflow', message, job.source, hint='shorten the text'))

"""Cards onto sheets: a page of fronts each, followed by the page of their backs or with them beside the fronts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import pikepdf

from civap.press.geometry import POINTS_PER_MM, Box, Layout, Line, Size
from civap.press.marks import BLACK, WHITE, Arc, Bar, Marks, behind, cut_marks, fold_line, scale_bar
from civap.press.printing import Printing

DASHES = (3.0, 2.0)
# How far the handles of a curve lie from the ends of a quarter of a circle.
ROUND = 0.5523
WORDS = '/Words'
# Cards (from 0) with their places.
Filled: TypeAlias = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Sources:
    """One page a card, one page a back with the back of each card, and one with the words of the bar, if it has some.

    They must stay open until the sheets are saved.
    """

    fronts: pikepdf.Pdf
    backs: pikepdf.Pdf
    back_of: Sequence[int]
    words: pikepdf.Pdf


@dataclass(frozen=True, slots=True)
class Placed:
    """A form on a page: the trim of its card, what is painted of it, and whether it is turned by half a turn."""

    name: str
    trim: Box
    clip: Box
    turned: bool = False


def filled_sheets(count: int, layout: Layout, right_to_left: bool = False) -> tuple[Filled, ...]:
    """The cards of each sheet."""
    order = layout.order(right_to_left)
    starts = range(0, count, layout.places)
    return tuple(tuple(zip(range(start, count), order, strict=False)) for start in starts)


def fronts_on(filled: Filled, layout: Layout) -> tuple[Placed, ...]:
    """The fronts of a sheet."""
    return tuple(Placed(f'/Card{card}', layout.trim(place), layout.clip(place)) for card, place in filled)


def backs_on(filled: Filled, back_of: Sequence[int], layout: Layout) -> tuple[Placed, ...]:
    """The backs that come to lie behind them; the back of card `k` is page `back_of[k]`."""
    return tuple(
        Placed(
            f'/Back{back_of[card]}',
            layout.box_behind(layout.trim(place)),
            layout.box_behind(layout.clip(place)),
            layout.backs_turned,
        )
        for card, place in filled
    )


def impose(sources: Sources, layout: Layout, printing: Printing, right_to_left: bool = False) -> pikepdf.Pdf:
    """The sheets of all cards."""
    sheets = pikepdf.Pdf.new()
    forms = {
        name: sheets.copy_foreign(form(page))
        for kind, pdf in (('/Card', sources.fronts), ('/Back', sources.backs))
        for name, page in ((f'{kind}{index}', page) for index, page in enumerate(pdf.pages))
    }
    if sources.words.pages:
        forms[WORDS] = sheets.copy_foreign(form(sources.words.pages[0]))
    for filled in filled_sheets(len(sources.fronts.pages), layout, right_to_left):
        _add_page(sheets, layout, forms, _front(filled, sources, layout, printing))
        if printing.two_sided:
            _add_page(sheets, layout, forms, _back(filled, sources, layout, printing))
    return sheets


def points(*lengths: float) -> str:
    """Lengths in mm as PDF numbers in pt."""
    return ' '.join(f'{length * POINTS_PER_MM:.5f}' for length in lengths)


def media_box(sheet: Size) -> pikepdf.Array:
    """The page of a sheet, from 0, 0."""
    return pikepdf.Array([0, 0, *(round(side * POINTS_PER_MM, 5) for side in (sheet.width, sheet.height))])


def form(page: pikepdf.Page) -> pikepdf.Object:
    """The page with its trim at 0, 0."""
    form = page.as_form_xobject()
    form.BBox = page.mediabox
    left, bottom = page.trimbox.as_list()[:2]
    form.Matrix = pikepdf.Array([1, 0, 0, 1, -left, -bottom])
    return form


@dataclass(frozen=True, slots=True)
class _Page:
    """What one side of a sheet shows. `offset` and `scale` are those of `Printing`."""

    cards: tuple[Placed, ...]
    marks: Marks
    scale: tuple[float, float]
    offset: tuple[float, float] = (0.0, 0.0)
    bar: Bar | None = None
    fold: Line | None = None


def _front(filled: Filled, sources: Sources, layout: Layout, printing: Printing) -> _Page:
    cards = fronts_on(filled, layout)
    marks = cut_marks(layout, printing.marks, [place for _, place in filled], bar=True)
    if not layout.folded:
        return _Page(cards, marks, printing.scale, bar=scale_bar(layout))
    cards += backs_on(filled, sources.back_of, layout)
    if printing.mark_sides == 'both':
        marks += behind(cut_marks(layout, printing.marks, [place for _, place in filled]), layout)
    return _Page(cards, marks, printing.scale, bar=scale_bar(layout), fold=fold_line(layout))


def _back(filled: Filled, sources: Sources, layout: Layout, printing: Printing) -> _Page:
    kind = printing.marks if printing.mark_sides == 'both' else 'none'
    marks = behind(cut_marks(layout, kind, [place for _, place in filled]), layout)
    return _Page(backs_on(filled, sources.back_of, layout), marks, printing.scale, printing.offset)


def _add_page(sheets: pikepdf.Pdf, layout: Layout, forms: Mapping[str, pikepdf.Object], page: _Page) -> None:
    used = sorted({card.name for card in page.cards} | ({WORDS} & forms.keys() if page.bar else set()))
    made = pikepdf.Dictionary(
        Type=pikepdf.Name.Page,
        MediaBox=media_box(layout.sheet),
        Resources=pikepdf.Dictionary(XObject=pikepdf.Dictionary({name: forms[name] for name in used})),
        Contents=sheets.make_stream('\n'.join(_content(page, layout, forms)).encode()),
    )
    sheets.pages.append(pikepdf.Page(made))


def _content(page: _Page, layout: Layout, forms: Mapping[str, pikepdf.Object]) -> Iterator[str]:
    yield from _moved(page, layout.sheet)
    for card in page.cards:
        yield painted(card)
    yield from _stroked(page.marks.white, 1, WHITE)
    yield from _stroked(page.marks.black, 0, BLACK)
    for arc in page.marks.arcs:
        yield _rounded(arc)
    if page.fold:
        yield f'q [{points(*DASHES)}] 0 d'
        yield from _stroked([page.fold], 0, BLACK)
        yield 'Q'
    if page.bar:
        yield from _stroked(page.bar.lines, 0, BLACK)
        if WORDS in forms:
            yield _worded(page.bar, forms[WORDS])


def _moved(page: _Page, sheet: Size) -> Iterator[str]:
    """The matrix of everything on the page, if something is to be moved or scaled."""
    across, up = (percent / 100 for percent in page.scale)
    x, y = page.offset
    if (across, up, x, y) != (1, 1, 0, 0):
        shift = points(sheet.width / 2 * (1 - across) + x, sheet.height / 2 * (1 - up) + y)
        yield f'{across:.5f} 0 0 {up:.5f} {shift} cm'


def painted(card: Placed) -> str:
    """Operators that paint a card, whose trim begins at 0, 0 in its form."""
    trim = card.trim
    turn, x, y = (-1, trim.right, trim.top) if card.turned else (1, trim.left, trim.bottom)
    return f'q {_rectangle(card.clip)} re W n {turn} 0 0 {turn} {points(x, y)} cm {card.name} Do Q'


def _rectangle(box: Box) -> str:
    return points(box.left, box.bottom, box.right - box.left, box.top - box.bottom)


def _stroked(lines: Iterable[Line], gray: int, width: float) -> Iterator[str]:
    for index, line in enumerate(lines):
        if not index:
            yield f'{gray} G {points(width)} w'
        yield f'{points(line.x1, line.y1)} m {points(line.x2, line.y2)} l S'


def _rounded(arc: Arc) -> str:
    """A round corner, painted only where a punch takes something away."""
    x, y, k = arc.x, arc.y, 1 - ROUND
    start, end = points(x + arc.across, y), points(x, y + arc.up)
    curve = f'{points(x + k * arc.across, y, x, y + k * arc.up)} {end} c'
    # Half of each stroke falls on the card, where it is not painted.
    strokes = ' '.join(
        f'{gray} G {points(2 * width)} w {start} m {curve} S' for gray, width in ((1, WHITE), (0, BLACK))
    )
    return f'q {points(x, y)} m {start} l {curve} h W n {strokes} Q'


def _worded(bar: Bar, words: pikepdf.Object) -> str:
    """The words in the middle of the bar."""
    left, bottom, right, top = (float(edge) / POINTS_PER_MM for edge in words.BBox)
    width, height = right - left, top - bottom
    if bar.upright:
        return f'q 0 1 -1 0 {points(bar.x + height / 2, bar.y - width / 2)} cm {WORDS} Do Q'
    return f'q 1 0 0 1 {points(bar.x - width / 2, bar.y - height / 2)} cm {WORDS} Do Q'

"""Cards onto sheets: every sheet is a page of fronts followed by the page of their backs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import pikepdf

from civap.press.geometry import POINTS_PER_MM, Box, Layout, Line, Size, cut_marks

MARK_WIDTH = 0.25
Side: TypeAlias = tuple['Placed', ...]


@dataclass(frozen=True, slots=True)
class Placed:
    """One page of a source file at a place of the layout; `turned` by half a turn."""

    page: int
    place: int
    turned: bool = False


def front_sides(count: int, layout: Layout, right_to_left: bool = False) -> tuple[Side, ...]:
    """The front of each sheet: card `k` is page `k`."""
    order = layout.order(right_to_left)
    starts = range(0, count, layout.places)
    return tuple(
        tuple(Placed(page, place) for page, place in zip(range(start, count), order, strict=False)) for start in starts
    )


def back_side(front: Side, back_of: Sequence[int], layout: Layout) -> Side:
    """The backs that lie behind a front; the back of card `k` is page `back_of[k]`."""
    turned = layout.backs_turned
    return tuple(Placed(back_of[card.page], layout.behind(card.place), turned) for card in front)


def impose(
    fronts: pikepdf.Pdf,
    backs: pikepdf.Pdf,
    back_of: Sequence[int],
    layout: Layout,
    right_to_left: bool = False,
) -> pikepdf.Pdf:
    """Sheets for duplex printing, flipped on the long edge. Both sources must stay open until it is saved."""
    sheets = pikepdf.Pdf.new()
    front_forms, back_forms = _forms(sheets, fronts), _forms(sheets, backs)
    for front in front_sides(len(fronts.pages), layout, right_to_left):
        _add_page(sheets, front, front_forms, layout)
        _add_page(sheets, back_side(front, back_of, layout), back_forms, layout)
    return sheets


def points(*lengths: float) -> str:
    """Lengths in mm as PDF numbers in pt."""
    return ' '.join(f'{length * POINTS_PER_MM:.5f}' for length in lengths)


def media_box(sheet: Size) -> pikepdf.Array:
    """The page of a sheet, from 0, 0."""
    return pikepdf.Array([0, 0, *(round(side * POINTS_PER_MM, 5) for side in (sheet.width, sheet.height))])


def _forms(target: pikepdf.Pdf, source: pikepdf.Pdf) -> list[pikepdf.Object]:
    """Each page of the source as a form that can be painted in the target, bleed included."""
    return [target.copy_foreign(form(page)) for page in source.pages]


def form(page: pikepdf.Page) -> pikepdf.Object:
    """The page with its trim at 0, 0."""
    form = page.as_form_xobject()
    form.BBox = page.mediabox
    left, bottom = page.trimbox.as_list()[:2]
    form.Matrix = pikepdf.Array([1, 0, 0, 1, -left, -bottom])
    return form


def _add_page(sheets: pikepdf.Pdf, side: Side, forms: Sequence[pikepdf.Object], layout: Layout) -> None:
    used = sorted({card.page for card in side})
    names = {f'/Card{page}': forms[page] for page in used}
    page = pikepdf.Dictionary(
        Type=pikepdf.Name.Page,
        MediaBox=media_box(layout.sheet),
        Resources=pikepdf.Dictionary(XObject=pikepdf.Dictionary(names)),
        Contents=sheets.make_stream('\n'.join(_content(side, layout)).encode()),
    )
    sheets.pages.append(pikepdf.Page(page))


def _content(side: Side, layout: Layout) -> Iterator[str]:
    for card in side:
        yield _painted(card, layout)
    yield from _stroked(cut_marks(layout))


def _painted(card: Placed, layout: Layout) -> str:
    """Operators that paint a card, whose trim begins at 0, 0 in its form."""
    clip, trim = layout.clip(card.place), layout.trim(card.place)
    turn, x, y = (-1, trim.right, trim.top) if card.turned else (1, trim.left, trim.bottom)
    return f'q {_rectangle(clip)} re W n {turn} 0 0 {turn} {points(x, y)} cm /Card{card.page} Do Q'


def _rectangle(box: Box) -> str:
    return points(box.left, box.bottom, box.right - box.left, box.top - box.bottom)


def _stroked(lines: Iterable[Line]) -> Iterator[str]:
    yield f'0 G {MARK_WIDTH} w'
    for line in lines:
        yield f'{points(line.x1, line.y1)} m {points(line.x2, line.y2)} l S'

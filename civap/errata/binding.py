"""Pages of several documents into one file that is printed as a whole, on one side of the paper or on both."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from io import BytesIO

import pikepdf

from civap.errata.strips import Strip
from civap.press.geometry import Box, Line
from civap.press.imposition import Placed, form, painted, points
from civap.press.marks import BLACK
from civap.press.pdf import About, fonts, save

# What makes sense only in the document that a page comes from.
OWN = ('/Annots', '/StructParents', '/Tabs', '/B', '/AA')
# Cut marks of strips: how far from the corner they begin and end, in mm.
MARK = (0.6, 3.2)


@dataclass(frozen=True)
class Part:
    """A document and the sides that are taken from it: pages from 1, None for an empty side."""

    pdf: bytes
    sides: Sequence[int | None]


def gathered(parts: Sequence[Part], about: About) -> tuple[bytes, int, tuple[str, ...]]:
    """One file of all parts, its number of pages, and its fonts; an empty side is as large as the one before it."""
    with ExitStack() as stack:
        made = stack.enter_context(pikepdf.Pdf.new())
        for part in parts:
            source = stack.enter_context(pikepdf.open(BytesIO(part.pdf)))
            _take(made, source, part.sides)
        while _is_empty(made.pages[-1]):
            del made.pages[-1]
        return save(made, about), len(made.pages), fonts(made)


def _take(made: pikepdf.Pdf, source: pikepdf.Pdf, sides: Iterable[int | None]) -> None:
    for side in sides:
        if side is None:
            box = pikepdf.Array(made.pages[-1].mediabox)
            made.pages.append(pikepdf.Page(pikepdf.Dictionary(Type=pikepdf.Name.Page, MediaBox=box)))
            continue
        page = source.pages[side - 1]
        for name in OWN:
            if name in page.obj:
                del page.obj[name]
        made.pages.append(page)


def _is_empty(page: pikepdf.Page) -> bool:
    return '/Contents' not in page.obj


def with_strips(
    pdf: bytes, faces: bytes, cards: Sequence[str], strips: Sequence[Strip], scale: tuple[float, float]
) -> bytes:
    """Pages with the strips painted in their places, cut from the pages of `faces`, one a card.

    `scale` is that of a printer, in percent of width and height about the middle of the sheet.
    """
    with pikepdf.open(BytesIO(pdf)) as pages, pikepdf.open(BytesIO(faces)) as shown:
        forms = {name: pages.copy_foreign(form(page)) for name, page in zip(cards, shown.pages, strict=True)}
        for number, page in enumerate(pages.pages):
            here = [strip for strip in strips if strip.page == number]
            names = {card: pikepdf.Name(f'/Face{cards.index(card)}') for card in (strip.card for strip in here)}
            for card, name in names.items():
                page.add_resource(forms[card], pikepdf.Name.XObject, name)
            drawn = ' '.join(operator for strip in here for operator in _drawn(strip, str(names[strip.card])))
            page.contents_add(f'q {_scaled(page, scale)} q'.encode(), prepend=True)
            page.contents_add(f'Q {drawn} Q'.encode())
        made = BytesIO()
        pages.save(made, deterministic_id=True)
        return made.getvalue()


def marks(strip: Strip) -> Iterator[Line]:
    """Two short lines outside of each corner of a strip, along its edges."""
    near, far = MARK
    for x, across in ((strip.left, -1), (strip.right, 1)):
        for y, up in ((strip.bottom, -1), (strip.top, 1)):
            yield Line(x + across * near, y, x + across * far, y)
            yield Line(x, y + up * near, x, y + up * far)


def _drawn(strip: Strip, name: str) -> Iterator[str]:
    """A part of a face, as large as it is there, and the marks to cut it by."""
    cut = strip.cut
    across, up = strip.left - cut.left, strip.bottom - cut.bottom
    face = Box(across, up, across + cut.right, up + cut.top)
    yield painted(Placed(name, face, Box(strip.left, strip.bottom, strip.right, strip.top)))
    yield f'0 G {points(BLACK)} w'
    for line in marks(strip):
        yield f'{points(line.x1, line.y1)} m {points(line.x2, line.y2)} l S'


def _scaled(page: pikepdf.Page, scale: tuple[float, float]) -> str:
    """The matrix of everything on a page."""
    left, bottom, right, top = (float(edge) for edge in page.mediabox)
    across, up = (percent / 100 for percent in scale)
    shift = (left + right) / 2 * (1 - across), (bottom + top) / 2 * (1 - up)
    return f'{across:.5f} 0 0 {up:.5f} {shift[0]:.5f} {shift[1]:.5f} cm'

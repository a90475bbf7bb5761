"""Cards one a page, as print shops want them: the art into the bleed, the trim told by its box, no marks."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any

import pikepdf

from civap.press.accessible import elements, make_accessible
from civap.press.pdf import About, save

BOXES = ('/MediaBox', '/BleedBox', '/TrimBox')


def one_a_page(pdf: bytes, about: About, order: Sequence[int] | None = None) -> bytes:
    """The pages, or those in `order`, each from 0, 0 on with its bleed; a tagged file claims PDF/UA-1."""
    with pikepdf.open(BytesIO(pdf)) as cards:
        if '/StructTreeRoot' in cards.Root:
            make_accessible(cards, about, {})
        shift = -float(cards.pages[0].mediabox[0]), -float(cards.pages[0].mediabox[1])
        for page in cards.pages:
            _move(cards, page.obj, shift)
        for figure in elements(cards, '/Figure'):
            figure.A.BBox = _moved(figure.A.BBox, shift)
        if order is not None:
            found_pages = list(cards.pages)
            del cards.pages[:]
            cards.pages.extend(found_pages[index] for index in order)
        return save(cards, about)


def _move(pdf: pikepdf.Pdf, page: Any, shift: tuple[float, float]) -> None:
    for name in BOXES:
        page[name] = _moved(page[name], shift)
    move = f'1 0 0 1 {shift[0]:.6f} {shift[1]:.6f} cm\n'.encode()
    page.Contents = pdf.make_stream(move + page.Contents.read_bytes())


def _moved(box: Any, shift: tuple[float, float]) -> pikepdf.Array:
    return pikepdf.Array([round(float(edge) + shift[index % 2], 6) for index, edge in enumerate(box)])

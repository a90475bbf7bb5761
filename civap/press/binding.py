"""A typeset document into its file: card faces go into their frames, and what WeasyPrint leaves out is added."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from decimal import Decimal
from io import BytesIO
from typing import Any

import pikepdf

from civap.press.documents import DocumentResult
from civap.press.geometry import PAPERS, POINTS_PER_MM, Box, Size
from civap.press.imposition import ROUND, form, points
from civap.press.pdf import About, fonts, save

CORNER = 2.5


def bind(document: DocumentResult, faces: bytes, order: Sequence[str]) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """The file for each paper, and the fonts.

    `faces` holds one page a card, `order` their ids, for a document that shows cards.
    """
    about = About(document.title, document.language, document.right_to_left)
    with pikepdf.open(BytesIO(document.pdf)) as pdf, ExitStack() as stack:
        if document.faces:
            cards = stack.enter_context(pikepdf.open(BytesIO(faces)))
            _set_faces(pdf, cards, order, document.faces)
        _scope_headers(pdf)
        boxes = [[float(edge) for edge in page.mediabox] for page in pdf.pages]
        files = {}
        for paper in document.papers:
            if paper in PAPERS:
                _center(pdf, boxes, PAPERS[paper].size)
            files[paper] = save(pdf, about)
        return files, fonts(pdf)


def _center(pdf: pikepdf.Pdf, boxes: Sequence[Sequence[float]], paper: Size) -> None:
    """Pages as large as the paper, turned like each of them, with what is in their boxes in the middle."""
    for page, (left, bottom, right, top) in zip(pdf.pages, boxes, strict=True):
        size = paper.turned() if right - left > top - bottom else paper
        across = (size.width * POINTS_PER_MM - (right - left)) / 2
        down = (size.height * POINTS_PER_MM - (top - bottom)) / 2
        box = [Decimal(f'{edge:.3f}') for edge in (left - across, bottom - down, right + across, top + down)]
        for name in ('/MediaBox', '/TrimBox', '/BleedBox'):
            page.obj[name] = pikepdf.Array(box)


def _set_faces(
    pdf: pikepdf.Pdf, cards: pikepdf.Pdf, order: Sequence[str], frames: Mapping[str, tuple[int, Box]]
) -> None:
    by_page: defaultdict[int, list[str]] = defaultdict(list)
    for name, (number, _) in frames.items():
        by_page[number].append(name)
    for number, names in by_page.items():
        page: Any = pdf.pages[number]
        drawn = []
        for name in names:
            index = order.index(name)
            page.add_resource(
                pdf.copy_foreign(form(cards.pages[index])), pikepdf.Name.XObject, pikepdf.Name(f'/Face{index}')
            )
            drawn.append(_face(frames[name][1], index))
        # In coordinates of its own. The frame is a figure with a text: what is painted into it is not read again.
        page.contents_add(b'q', prepend=True)
        page.contents_add(f'Q /Artifact BMC {" ".join(drawn)} EMC'.encode())


def _face(box: Box, index: int) -> str:
    return f'q {_rounded(box)} W n 1 0 0 1 {points(box.left, box.bottom)} cm /Face{index} Do Q'


def _rounded(box: Box) -> str:
    """The path of a box with round corners."""
    left, bottom, right, top, r = box.left, box.bottom, box.right, box.top, CORNER
    k = r * ROUND
    return ' '.join(
        (
            f'{points(left + r, bottom)} m {points(right - r, bottom)} l',
            f'{points(right - r + k, bottom, right, bottom + r - k, right, bottom + r)} c {points(right, top - r)} l',
            f'{points(right, top - r + k, right - r + k, top, right - r, top)} c {points(left + r, top)} l',
            f'{points(left + r - k, top, left, top - r + k, left, top - r)} c {points(left, bottom + r)} l',
            f'{points(left, bottom + r - k, left + r - k, bottom, left + r, bottom)} c h',
        )
    )


def _scope_headers(pdf: pikepdf.Pdf) -> None:
    """Header cells say what they head: their column in the head of a table, else their row."""
    for cell in _elements(pdf, '/TH'):
        row = cell.P
        above = row.P if row.get('/S') == '/TR' else None
        scope = pikepdf.Name.Column if above is not None and above.get('/S') == '/THead' else pikepdf.Name.Row
        if '/A' not in cell:
            cell.A = pikepdf.Dictionary(O=pikepdf.Name.Table)
        cell.A.Scope = scope


def _elements(pdf: pikepdf.Pdf, kind: str) -> Iterator[pikepdf.Object]:
    for found in pdf.objects:
        if isinstance(found, pikepdf.Dictionary) and found.get('/S') == kind and '/P' in found:
            yield found

"""A typeset document into its file: card faces go into their frames, and what WeasyPrint leaves out is added."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from decimal import Decimal
from io import BytesIO
from typing import Any

import pikepdf

from civap.press.accessible import make_accessible
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
        make_accessible(pdf, about, document.links)
        if document.faces:
            cards = stack.enter_context(pikepdf.open(BytesIO(faces)))
            paint_faces(pdf, dict(zip(order, cards.pages, strict=False)), document.faces)
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


def paint_faces(pdf: pikepdf.Pdf, faces: Mapping[str, pikepdf.Page], frames: Mapping[str, tuple[int, Box]]) -> None:
    """Paint the face of each card, a page of another file, into its frame: the page, from 0, and the box in mm."""
    order = list(faces)
    by_page: defaultdict[int, list[str]] = defaultdict(list)
    for name, (number, _) in frames.items():
        by_page[number].append(name)
    for number, names in by_page.items():
        page: Any = pdf.pages[number]
        drawn = []
        for name in names:
            index, face = order.index(name), faces[name]
            page.add_resource(pdf.copy_foreign(form(face)), pikepdf.Name.XObject, pikepdf.Name(f'/Face{index}'))
            left, _, right, _ = (float(edge) for edge in face.trimbox)
            drawn.append(_face(frames[name][1], (right - left) / POINTS_PER_MM, index))
        # In coordinates of its own. The frame is a figure with a text: what is painted into it is not read again.
        page.contents_add(b'q', prepend=True)
        page.contents_add(f'Q /Artifact BMC {" ".join(drawn)} EMC'.encode())


def _face(box: Box, width: float, index: int) -> str:
    """Operators that paint a face, `width` mm wide, as large as its frame."""
    scale = (box.right - box.left) / width
    return f'q {_rounded(box)} W n {scale:.5f} 0 0 {scale:.5f} {points(box.left, box.bottom)} cm /Face{index} Do Q'


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

"""What WeasyPrint leaves to be done for PDF/UA-1, of a document that it has tagged; specification: ISO 14289-1."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

import pikepdf

from civap.press.pdf import About

POINTS_PER_PX = 0.75
PART = 1


def make_accessible(pdf: pikepdf.Pdf, about: About, labels: Mapping[str, str]) -> None:
    """Claim PDF/UA-1, after what is needed for it; `labels` say where links lead, by the names of their targets.

    Call it before pages are moved or painted on.
    """
    _place_figures(pdf)
    _scope_headers(pdf)
    _set_furniture_aside(pdf)
    _describe_links(pdf, labels)
    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as metadata:
        metadata['dc:title'] = about.title
        metadata['dc:language'] = {about.tag}
        metadata['pdfuaid:part'] = str(PART)


def _place_figures(pdf: pikepdf.Pdf) -> None:
    """Boxes of figures in points from the lower left corner; WeasyPrint gives pixels from the upper one."""
    for figure in elements(pdf, '/Figure'):
        if '/A' in figure and '/BBox' in figure.A:
            height = float(figure.Pg.TrimBox[3])
            left, top, right, bottom = (float(edge) * POINTS_PER_PX for edge in figure.A.BBox)
            edges = (left, height - bottom, right, height - top)
            figure.A.BBox = pikepdf.Array([round(edge, 3) for edge in edges])
            figure.A.Placement = pikepdf.Name.Block


def _scope_headers(pdf: pikepdf.Pdf) -> None:
    """Header cells say what they head: their column in the head of a table, else their row."""
    for cell in elements(pdf, '/TH'):
        row = cell.P
        above = row.P if row.get('/S') == '/TR' else None
        scope = pikepdf.Name.Column if above is not None and above.get('/S') == '/THead' else pikepdf.Name.Row
        if '/A' not in cell:
            cell.A = pikepdf.Dictionary(O=pikepdf.Name.Table)
        cell.A.Scope = scope


def _set_furniture_aside(pdf: pikepdf.Pdf) -> None:
    """Running heads and page numbers are artifacts; WeasyPrint gives them elements that hang in no tree."""
    root = pdf.Root.StructTreeRoot
    document = root.K[0]
    linked = {child.objgen for child in document.K}
    aside: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
    for element in _elements(pdf):
        if element.P.objgen == document.objgen and element.objgen not in linked:
            for where, number in _marked(element):
                aside[where].add(number)
    numbers = root.ParentTree.Nums
    parents = {int(numbers[index]): numbers[index + 1] for index in range(0, len(numbers), 2)}
    for page in pdf.pages:
        if found := aside.get(page.obj.objgen):
            _mark_artifacts(pdf, page, found)
            for number in found:
                # Null: nothing in the tree is its parent.
                parents[int(page.obj.StructParents)][number] = None


def _marked(element: Any) -> Iterator[tuple[tuple[int, int], int]]:
    """The pages and numbers of all marked content under an element."""
    for child in element.get('/K', []):
        if isinstance(child, pikepdf.Dictionary):
            yield from _marked(child)
        else:
            yield element.Pg.objgen, int(child)


def _mark_artifacts(pdf: pikepdf.Pdf, page: Any, numbers: set[int]) -> None:
    def mark(match: re.Match[bytes]) -> bytes:
        return b'/Artifact <</Type /Pagination>> BDC' if int(match[1]) in numbers else match[0]

    contents = page.obj.Contents
    data = contents.read_bytes()
    page.obj.Contents = pdf.make_stream(re.sub(rb'/\w+\s*<<\s*/MCID (\d+)\s*>>\s*BDC', mark, data))


def _describe_links(pdf: pikepdf.Pdf, labels: Mapping[str, str]) -> None:
    """Links are told by what they lead to."""
    for page in pdf.pages:
        for note in page.get('/Annots', []):
            if note.get('/Subtype') == '/Link' and (label := labels.get(str(note.get('/Dest', '')))):
                note.Contents = pikepdf.String(label)


def elements(pdf: pikepdf.Pdf, kind: str) -> Iterator[Any]:
    """The elements of a type, such as /Figure."""
    return (element for element in _elements(pdf) if kind == element.S)


def _elements(pdf: pikepdf.Pdf) -> Iterator[Any]:
    for found in pdf.objects:
        if isinstance(found, pikepdf.Dictionary) and found.get('/Type') == '/StructElem':
            yield found

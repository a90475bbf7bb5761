"""What ISO 14289-1 (PDF/UA-1) asks of a file, as far as a program can see it.

Each check yields what is wrong, with the number of its checkpoint in the Matterhorn Protocol where it has one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pikepdf

PAINTS = frozenset(('S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'sh', 'Do', 'Tj', 'TJ', "'", '"', 'EI'))
# Standard structure types, which need no role map.
NAMES = """
    Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6 L LI Lbl LBody
    Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Figure Formula Form
"""
TYPES = frozenset(NAMES.split())
MAY_HOLD = {'Table': {'TR', 'THead', 'TBody', 'TFoot', 'Caption'}, 'TR': {'TH', 'TD'}, 'L': {'LI', 'L', 'Caption'}}
BELONGS_IN = {
    'TR': {'Table', 'THead', 'TBody', 'TFoot'},
    'THead': {'Table'},
    'TBody': {'Table'},
    'TFoot': {'Table'},
    'LI': {'L'},
    'LBody': {'LI'},
    'Lbl': {'LI'},
}
FONT_FILES = frozenset(('/FontFile', '/FontFile2', '/FontFile3'))


def faults(pdf: pikepdf.Pdf) -> list[str]:
    """All that is wrong."""
    return [*_document(pdf), *_tree(pdf), *_content(pdf), *_fonts(pdf), *_links(pdf)]


def _document(pdf: pikepdf.Pdf) -> Iterator[str]:
    root = pdf.Root
    with pdf.open_metadata() as metadata:
        if metadata.get('pdfuaid:part') != '1':
            yield '06-002 no claim of PDF/UA-1'
        if not metadata.get('dc:title'):
            yield '06-003 no title'
    if not root.get('/MarkInfo', {}).get('/Marked'):
        yield '01-001 not marked'
    if root.get('/MarkInfo', {}).get('/Suspects'):
        yield '01-002 suspects'
    if not root.get('/ViewerPreferences', {}).get('/DisplayDocTitle'):
        yield '07-001 title not displayed'
    if not str(root.get('/Lang', '')):
        yield '11-006 no language'
    if pdf.is_encrypted:
        yield '26-001 encrypted'


def _tree(pdf: pikepdf.Pdf) -> Iterator[str]:
    last = 0
    for element, parent in _elements(pdf):
        kind = str(element.S)[1:]
        if kind not in TYPES:
            yield f'02-001 {kind} is no standard type'
        if parent not in BELONGS_IN.get(kind, {parent}) or kind not in MAY_HOLD.get(parent, {kind}):
            yield f'09-004 {kind} in {parent}'
        if kind == 'Figure':
            yield from _figure(element)
        if kind == 'TH' and '/Scope' not in element.get('/A', {}):
            yield '15-003 a header cell without its scope'
        if kind[0] == 'H' and kind[1:].isdigit():
            if int(kind[1:]) > last + 1:
                yield f'14-003 H{last} is followed by {kind}'
            last = int(kind[1:])


def _figure(figure: Any) -> Iterator[str]:
    if not str(figure.get('/Alt', '')).strip():
        yield '13-004 a figure without a text'
    box = [float(edge) for edge in figure.get('/A', {}).get('/BBox', [])]
    page = [float(edge) for edge in figure.Pg.MediaBox]
    if len(box) != 4 or box[0] >= box[2] or box[1] >= box[3]:
        yield f'a figure in the box {box}'
    # What covers its page is cut by the edges of smaller papers.
    elif box[2] - box[0] < page[2] - page[0] - 1 and not (
        page[0] <= box[0] and page[1] <= box[1] and box[3] <= page[3]
    ):
        yield f'a figure beyond its page: {box}'


def _elements(pdf: pikepdf.Pdf) -> Iterator[tuple[Any, str]]:
    """Each element of the tree, in the order of reading, with the type of its parent."""

    def walk(element: Any, parent: str) -> Iterator[tuple[Any, str]]:
        yield element, parent
        for child in element.get('/K', []):
            if isinstance(child, pikepdf.Dictionary) and child.get('/Type') == '/StructElem':
                yield from walk(child, str(element.S)[1:])

    (document,) = pdf.Root.StructTreeRoot.K
    return walk(document, '')


def _parents(pdf: pikepdf.Pdf) -> dict[int, Any]:
    numbers = pdf.Root.StructTreeRoot.ParentTree.Nums
    return {int(numbers[index]): numbers[index + 1] for index in range(0, len(numbers), 2)}


def _own(element: Any) -> list[int]:
    """The numbers of the marked content of an element."""
    return [int(child) for child in element.get('/K', []) if not isinstance(child, pikepdf.Dictionary)]


def _content(pdf: pikepdf.Pdf) -> Iterator[str]:
    """Everything that is painted is an artifact or belongs to one element, which the parent tree knows."""
    owners = Counter((element.Pg.objgen, content) for element, _ in _elements(pdf) for content in _own(element))
    if max(owners.values()) > 1:
        yield 'content that belongs to two elements'
    trees = _parents(pdf)
    for number, page in enumerate(pdf.pages, 1):
        found = list(_marks(page))
        if outside := [operator for operator, mark in found if mark is None]:
            yield f'01-003 page {number}: {outside} in nothing'
        owned = {content for where, content in owners if where == page.obj.objgen}
        if lost := {mark for _, mark in found if isinstance(mark, int)} - owned:
            yield f'01-003 page {number}: {sorted(lost)} belong to nothing'
        tree = trees[int(page.obj.StructParents)]
        for content in owned:
            if content >= len(tree) or tree[content] is None or content not in _own(tree[content]):
                yield f'page {number}: the parent tree does not know {content}'


def _marks(page: pikepdf.Page) -> Iterator[tuple[str, int | str | None]]:
    """Each painting operator with the number of its marked content, 'Artifact', or None."""
    marks: list[int | str | None] = []
    for operands, operator in pikepdf.parse_content_stream(page):
        name = str(operator)
        if name in ('BDC', 'BMC'):
            properties = operands[1] if name == 'BDC' else {}
            marks.append(int(properties['/MCID']) if '/MCID' in properties else str(operands[0])[1:])
        elif name == 'EMC':
            marks.pop()
        elif name in PAINTS:
            yield name, next((mark for mark in reversed(marks) if isinstance(mark, int) or mark == 'Artifact'), None)


def _fonts(pdf: pikepdf.Pdf) -> Iterator[str]:
    for found in pdf.objects:
        if not isinstance(found, pikepdf.Dictionary):
            continue
        if found.get('/Type') == '/FontDescriptor' and not {'/FontFile', '/FontFile2', '/FontFile3'} & set(
            found.keys()
        ):
            yield f'31-009 {found.FontName} is not embedded'
        if found.get('/Type') == '/Font' and found.get('/Subtype') == '/Type0' and '/ToUnicode' not in found:
            yield f'10-001 {found.BaseFont} has no letters'


def _links(pdf: pikepdf.Pdf) -> Iterator[str]:
    trees = _parents(pdf)
    for number, page in enumerate(pdf.pages, 1):
        notes = page.get('/Annots', [])
        if len(notes) and page.get('/Tabs') != '/S':
            yield f'28-008 page {number}: links are not in the order of the text'
        for note in notes:
            if not str(note.get('/Contents', '')).strip():
                yield f'28-004 page {number}: a link without a text'
            parent = trees.get(int(note.get('/StructParent', -1)))
            if parent is None or parent.S != '/Link':
                yield f'28-011 page {number}: a link that is in no Link element'

"""Galleys: blocks set once, then carried to the pages of another document.

WeasyPrint lays a text out in seconds and has no way to move it; here its boxes are moved, and its backgrounds, links,
bookmarks and tags follow, since it makes those of the boxes that a page has in the end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from civap.press.typeset import MM_PER_PX

# The class of the elements of a document between whose tags blocks are pasted.
FRAME = 'sheet'


@dataclass(frozen=True, slots=True)
class Block:
    """A block of a galley: its box in WeasyPrint, which lies where it was pasted last, and its size in mm."""

    box: Any
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Pasted:
    """A block with its name, and its upper left corner on a page, in mm from that of the page."""

    name: str
    block: Block
    left: float
    top: float


def blocks(document: Any) -> list[Block]:
    """The blocks of a document that has them on one page, one below the other, in one element of the body."""
    (page,) = document.pages
    (html,) = (child for child in page._page_box.children if child.element_tag == 'html')
    ((galley,),) = (body.children for body in html.children)
    return [Block(box, box.border_width() * MM_PER_PX, box.border_height() * MM_PER_PX) for box in galley.children]


def paste(document: Any, sheets: Sequence[Sequence[Pasted]]) -> None:
    """Fill the frames of a document, in their order, each alone on its page; names become anchors.

    A block lies on one page at a time: write the document before its blocks are pasted into another.
    """
    from weasyprint.document import Page
    from weasyprint.layout.background import layout_backgrounds

    waiting = list(sheets)
    for number, page in enumerate(document.pages):
        frame = _frame(page._page_box)
        if frame is None:
            continue
        sheet = waiting.pop(0)
        for each in sheet:
            box = each.block.box
            box.translate(each.left / MM_PER_PX - box.position_x, each.top / MM_PER_PX - box.position_y)
        frame.children = [*frame.children, *(each.block.box for each in sheet)]
        layout_backgrounds(page._page_box, _no_image)
        filled = document.pages[number] = Page(page._page_box)
        filled.anchors |= _anchors(sheet)
    assert not waiting, 'more sheets than frames'


def _frame(box: Any) -> Any:
    """The frame of a page, if it has one."""
    if box.element is not None and box.element.get('class') == FRAME and box.element_tag == 'section':
        return box
    found = (_frame(child) for child in getattr(box, 'children', ()))
    return next((each for each in found if each is not None), None)


def _anchors(sheet: Sequence[Pasted]) -> Mapping[str, tuple[float, float, float, float]]:
    """The corners of each block, in pixels as in `Page.anchors`."""
    corners = {}
    for each in sheet:
        left, top = each.left / MM_PER_PX, each.top / MM_PER_PX
        box = each.block.box
        corners[each.name] = (left, top, left + box.border_width(), top + box.border_height())
    return corners


def _no_image(url: str, **_options: Any) -> Any:
    """Pictures of blocks are elements of their own."""
    raise ValueError(f'found a background picture {url} in a block, expected none')

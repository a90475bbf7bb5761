"""Galleys: blocks set once, then carried to the pages of another document.

WeasyPrint lays a text out in seconds and has no way to move it; here its boxes are moved, and its backgrounds, links,
bookmarks and tags follow, since it makes those of the boxes that a page has in the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from civap.press.typeset import MM_PER_PX

# The class of the elements of a document into which blocks are pasted.
FRAME = 'frame'


@dataclass(frozen=True, slots=True)
class Block:
    """A block of a galley: its box in WeasyPrint, which lies where it was pasted last, and its size in mm."""

    box: Any
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Pasted:
    """A block, and its upper left corner in mm from that of its frame; with a name, it is an anchor."""

    block: Block
    left: float = 0
    top: float = 0
    name: str = ''


def blocks(document: Any) -> list[Block]:
    """The blocks of a document that has them on one page: what the elements of its body have in them."""
    (page,) = document.pages
    ((body,),) = (child.children for child in page._page_box.children if child.element_tag == 'html')
    return [
        Block(box, box.margin_width() * MM_PER_PX, box.margin_height() * MM_PER_PX)
        for galley in body.children
        for box in galley.children
    ]


def paste(document: Any, frames: Sequence[Sequence[Pasted]]) -> None:
    """Fill the frames of a document, in the order in which they stand in it.

    A block lies on one page at a time: write the document before its blocks are pasted into another.
    """
    from weasyprint import DEFAULT_OPTIONS
    from weasyprint.document import Page
    from weasyprint.images import get_image_from_uri
    from weasyprint.layout.background import layout_backgrounds

    get_image = partial(get_image_from_uri, cache={}, url_fetcher=document.url_fetcher, options=DEFAULT_OPTIONS)
    waiting = iter(frames)
    for number, page in enumerate(document.pages):
        anchors: dict[str, tuple[float, float, float, float]] = {}
        for frame in _frames(page._page_box):
            anchors |= _fill(frame, next(waiting))
        layout_backgrounds(page._page_box, get_image)
        filled = document.pages[number] = Page(page._page_box)
        filled.anchors |= anchors
    assert not any(waiting), 'blocks without a frame'


def _frames(box: Any) -> Iterator[Any]:
    """The frames in a box."""
    if box.element is not None and box.element.get('class') == FRAME:
        yield box
    else:
        for child in getattr(box, 'children', ()):
            yield from _frames(child)


def _fill(frame: Any, sheet: Sequence[Pasted]) -> Mapping[str, tuple[float, float, float, float]]:
    """Put blocks into a frame, and tell the corners of those with names, in pixels as in `Page.anchors`."""
    anchors = {}
    for each in sheet:
        box = each.block.box
        left, top = frame.content_box_x() + each.left / MM_PER_PX, frame.content_box_y() + each.top / MM_PER_PX
        box.translate(left - box.position_x, top - box.position_y)
        if each.name:
            anchors[each.name] = (left, top, left + box.margin_width(), top + box.margin_height())
    frame.children = [*frame.children, *(each.block.box for each in sheet)]
    return anchors

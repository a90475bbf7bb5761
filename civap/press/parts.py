"""Where the texts of a face lie, paragraph by paragraph: read from its boxes as they were laid out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from civap.press.fit import Fitted, measured
from civap.press.geometry import Box
from civap.press.typeset import MM_PER_PX

# What the text panel of a face is made of.
PARAGRAPHS = ('p', 'h2', 'li')
BODY = 'body'


@dataclass(frozen=True, slots=True)
class Parts:
    """A face as it was laid out, in mm from the lower left corner of its trim.

    `sizes` are the steps of the ladder of text and title, `panel` is the room for text, `foot` that for the last line,
    `texts` are the paragraphs in the panel as they are read.
    """

    sizes: tuple[int, int]
    panel: Box
    foot: Box
    texts: tuple[Box, ...]


def parts_of(fitted: Fitted) -> Parts:
    """The parts of a face as it was laid out. Raises `Problems` (bad-template)."""
    panel, foot = (measured(fitted.boxes, f'{name}-{fitted.id}') for name in ('frame', 'footframe'))
    page = fitted.page
    texts = tuple(_box(box, page.height) for body in _bodies(page._page_box) for box in _paragraphs(body))
    return Parts((fitted.size, fitted.title), panel, foot, texts)


def _bodies(box: Any) -> Iterator[Any]:
    if box.element is not None and BODY in (box.element.get('class') or '').split():
        yield box
        return
    for child in getattr(box, 'children', ()):
        yield from _bodies(child)


def _paragraphs(box: Any) -> Iterator[Any]:
    for child in getattr(box, 'children', ()):
        if child.element_tag in PARAGRAPHS and hasattr(child, 'border_height'):
            yield child
        else:
            yield from _paragraphs(child)


def _box(box: Any, height: float) -> Box:
    left, top = box.border_box_x(), box.border_box_y()
    edges = (left, height - top - box.border_height(), left + box.border_width(), height - top)
    return Box(*(edge * MM_PER_PX for edge in edges))

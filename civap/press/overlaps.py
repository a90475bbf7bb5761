"""Text beyond the box that holds it, or over other text: read from the boxes of a laid out page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from civap.content.problems import Problem
from civap.press.typeset import MM_PER_PX

# Millimetres that nobody notices: of other text, and of the box around, where a space may end a line of Arabic.
TOLERANCE, BEYOND = 0.3, 0.8
# The width of a space, in em.
SPACE = 0.3
# Of the height of a line at its head and foot, where lines that stand tight may meet.
LOOSE = 0.3
# Letters of a text in a message.
SHOWN = 40


@dataclass(frozen=True, slots=True)
class Overlap:
    """A text with the text that it runs into, '' for the edge of its own box; by how much, in mm."""

    text: str
    other: str
    by: float


@dataclass(frozen=True, slots=True)
class _Line:
    """What stands on one line: its text and edges in mm."""

    text: str
    left: float
    top: float
    right: float
    bottom: float
    beyond: float


def overlap_problems(document: Any, language: str, source: str) -> Iterator[Problem]:
    """What is wrong in a document of WeasyPrint."""
    for number, page in enumerate(document.pages, 1):
        for found in overlaps(page):
            into = f'into {_short(found.other)}' if found.other else 'beyond its box'
            where = f'{found.by:.1f} mm {into} on page {number} in {language}'
            message = f'found {_short(found.text)} {where}, expected all to fit'
            yield Problem('overflow', message, source, hint='shorten the text')


def _short(text: str) -> str:
    plain = text.replace('\N{NO-BREAK SPACE}', ' ')
    return repr(plain if len(plain) <= SHOWN else f'{plain[:SHOWN]}...')


def overlaps(page: Any) -> Iterator[Overlap]:
    """What is wrong on a page."""
    lines = sorted(_lines(page._page_box), key=lambda line: line.top)
    for number, line in enumerate(lines):
        if line.beyond > BEYOND:
            yield Overlap(line.text, '', line.beyond)
        for other in islice(lines, number + 1, None):
            if other.top >= line.bottom:
                break
            by = min(line.right, other.right) - max(line.left, other.left)
            if by > TOLERANCE:
                yield Overlap(line.text, other.text, by)


def _lines(box: Any) -> Iterator[_Line]:
    children = list(box.all_children()) if hasattr(box, 'all_children') else []
    for child in children:
        if type(child).__name__ == 'LineBox':
            yield from _line(box, child)
        yield from _lines(child)


def _line(container: Any, line: Any) -> Iterator[_Line]:
    texts = [text for text in _texts(line) if text.text.strip()]
    if not texts:
        return
    left = min(text.position_x for text in texts)
    right = max(text.position_x + text.width for text in texts)
    top = min(text.position_y for text in texts)
    bottom = max(text.position_y + text.height for text in texts)
    start = container.content_box_x()
    beyond = max(start - left, right - start - container.width) - _spaces(texts)
    inset = LOOSE * (bottom - top)
    text = ''.join(text.text for text in texts).strip()
    edges = (left, top + inset, right, bottom - inset, beyond)
    yield _Line(text, *(edge * MM_PER_PX for edge in edges))


def _spaces(texts: list[Any]) -> float:
    """What a space takes that ends a line read from right to left, which is laid out and not seen."""
    last = texts[-1]
    return SPACE * float(last.style['font_size']) if last.text.endswith(' ') else 0.0


def _texts(box: Any) -> Iterator[Any]:
    """The text boxes of a line; a box in it with lines of its own is looked at alone."""
    for child in box.children:
        if hasattr(child, 'text'):
            yield child
        elif type(child).__name__ == 'InlineBox':
            yield from _texts(child)

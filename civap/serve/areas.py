"""Where texts stand on a page that WeasyPrint has laid out: rectangles, with the messages that each of them says.

Nothing is added to the page for this, since an element around a text may move where its lines break: what messages
were heard to say is looked for in what stands in the lines.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, takewhile
from typing import Any, NamedTuple

from civap.press.typeset import MM_PER_PX
from civap.serve.hearing import Heard, is_seen

# The least letters of a text that is looked for inside another.
SHORT = 3
# Millimetres around the letters of a line.
AROUND = 0.4


@dataclass(frozen=True, slots=True)
class Rectangle:
    """In mm from the upper left corner of the page."""

    left: float
    top: float
    width: float
    height: float

    def holds(self, other: Rectangle) -> bool:
        """Whether the middle of another lies in it."""
        across, down = other.left + other.width / 2, other.top + other.height / 2
        return self.left <= across <= self.left + self.width and self.top <= down <= self.top + self.height


@dataclass(frozen=True, slots=True)
class Area:
    """A text on a page: the messages that say it (mostly one), and a rectangle for each of its lines."""

    ids: tuple[str, ...]
    lines: tuple[Rectangle, ...]


class Letter(NamedTuple):
    """A letter with the number of its line, and the edges of its place in mm; `opens` a word."""

    char: str
    line: int
    left: float
    right: float
    top: float
    bottom: float
    opens: bool


class Finder:
    """Finds what messages were heard to say."""

    def __init__(self, heard: Heard) -> None:
        self._heard = heard
        self._long = sorted((text for text in heard if len(text) >= SHORT), key=len, reverse=True)
        self._lengths = [-len(text) for text in self._long]

    def areas(self, paragraphs: Sequence[Sequence[Letter]]) -> Iterator[Area]:
        """The texts of a page, from what stands on it (see `paragraphs`)."""
        for letters in paragraphs:
            text = ''.join(letter.char for letter in letters)
            found = [(0, len(text), text)] if text in self._heard else sorted(self._within(text, letters))
            for start, end, said in found:
                yield Area(self._heard[said], tuple(_lines(letters[start:end])))

    def _within(self, text: str, letters: Sequence[Letter]) -> Iterator[tuple[int, int, str]]:
        """Texts that stand in another, the longest first, none over another: start, end, the text."""
        taken = bytearray(len(text))
        for said in self._long[bisect_right(self._lengths, -len(text) - 1) :]:
            start = text.find(said)
            while start >= 0:
                end = start + len(said)
                if not any(taken[start:end]) and _is_whole(letters, start, end):
                    taken[start:end] = b'\1' * len(said)
                    yield start, end, said
                start = text.find(said, start + 1)


def _is_whole(letters: Sequence[Letter], start: int, end: int) -> bool:
    """Whether no word goes on before or behind."""
    first, last = letters[start], letters[end - 1]
    opens = first.opens or not (first.char.isalnum() and letters[start - 1].char.isalnum())
    return opens and (
        end == len(letters) or letters[end].opens or not (last.char.isalnum() and letters[end].char.isalnum())
    )


def paragraphs(page: Any) -> list[list[Letter]]:
    """What stands on a page: the letters of each run of lines, as they are compared."""
    return [letters for lines in _runs(page._page_box) if (letters := list(_letters(lines)))]


def _runs(box: Any) -> Iterator[list[Any]]:
    """The lines of each box that has some."""
    children = list(box.all_children()) if hasattr(box, 'all_children') else []
    lines = [child for child in children if _is_line(child)]
    if lines:
        yield lines
    for child in children:
        for block in _blocks(child) if _is_line(child) else (child,):
            yield from _runs(block)


def _is_line(box: Any) -> bool:
    return type(box).__name__ == 'LineBox'


def _is_block(box: Any) -> bool:
    """Whether a box in a line is no part of it, but has paragraphs of its own."""
    return any(type(child).__name__ == 'BlockBox' for child in getattr(box, 'children', ()))


def _blocks(box: Any) -> Iterator[Any]:
    """Boxes in a line that have paragraphs of their own."""
    for child in getattr(box, 'children', ()):
        if _is_block(child):
            yield child
        else:
            yield from _blocks(child)


def _letters(lines: Sequence[Any]) -> Iterator[Letter]:
    for number, line in enumerate(lines):
        opens = True
        for box in _texts(line):
            backwards = any(unicodedata.bidirectional(char) in ('R', 'AL') for char in box.text)
            step = box.width / max(1, len(box.text))
            top, bottom = box.position_y * MM_PER_PX, (box.position_y + box.height) * MM_PER_PX
            for index, char in enumerate(box.text):
                if not is_seen(char):
                    opens = opens or char.isspace()
                    continue
                left = box.position_x + step * (len(box.text) - 1 - index if backwards else index)
                for each in char.casefold():
                    yield Letter(each, number, left * MM_PER_PX, (left + step) * MM_PER_PX, top, bottom, opens)
                    opens = False


def _texts(box: Any) -> Iterator[Any]:
    """The text boxes in a line, at whatever depth."""
    for child in getattr(box, 'children', ()):
        if hasattr(child, 'text'):
            yield child
        elif not _is_block(child):
            yield from _texts(child)


def _lines(letters: Sequence[Letter]) -> Iterator[Rectangle]:
    for _, each in groupby(letters, lambda letter: letter.line):
        on_line = list(each)
        left, top = min(letter.left for letter in on_line), min(letter.top for letter in on_line)
        right, bottom = max(letter.right for letter in on_line), max(letter.bottom for letter in on_line)
        yield Rectangle(
            round(left - AROUND, 2), round(top, 2), round(right - left + 2 * AROUND, 2), round(bottom - top, 2)
        )


def anchored(page: Any) -> dict[str, Rectangle]:
    """What has a name on a page."""
    return {
        name: Rectangle(*(edge * MM_PER_PX for edge in (left, top, right - left, bottom - top)))
        for name, (left, top, right, bottom) in page.anchors.items()
    }


def likeliest(area: Area, named: Mapping[str, Rectangle]) -> Area:
    """The messages of an area in another order: first the one whose id is most like a name around it."""
    around = [name for name, place in named.items() if place.holds(area.lines[0])]
    ids = sorted(area.ids, key=lambda each: -max((_alike(each, name) for name in around), default=0))
    return Area(tuple(ids), area.lines)


def _alike(one: str, other: str) -> int:
    """How many letters two names begin with alike."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))

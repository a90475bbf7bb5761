"""Strips to paste over what changed on an old card: parts of the new face, and where they lie on paper."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from civap.press.geometry import COMMON, Box, Size
from civap.press.parts import Parts

# A part that lies this much elsewhere (mm) has moved: less than nobody sees when old and new print meet.
MOVED = 0.25
# How far a strip goes beyond its text above and below, but never into other text.
ABOVE = 0.4
# Of a page: its margin, where strips begin, what lies between them, and the room above each for its line.
MARGIN, TOP, BETWEEN, LINE = 14.0, 38.0, 8.0, 6.0


@dataclass(frozen=True, slots=True)
class Change:
    """What changed on a face: paragraphs of its panel by their numbers, its head, its foot.

    Without `old`, or with another number of paragraphs in it, nobody knows what moved.
    """

    paragraphs: Collection[int]
    head: bool = False
    foot: bool = False


@dataclass(frozen=True, slots=True)
class Strip:
    """A strip on a page (from 0): the part of its card's face, and where its lower left corner lies, in mm."""

    card: str
    cut: Box
    page: int
    left: float
    bottom: float

    @property
    def top(self) -> float:
        """Its upper edge."""
        return self.bottom + self.cut.top - self.cut.bottom

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.left + self.cut.right - self.cut.left


def cuts(change: Change, new: Parts, old: Parts | None, card: Size) -> Iterator[Box]:
    """The parts of a face to be pasted over, from the top: whatever changed, and whatever moved with it."""
    if change.head:
        yield Box(0, new.panel.top, card.width, card.height)
    if change.paragraphs:
        yield from _panel_cuts(change.paragraphs, new, old)
    if change.foot:
        yield Box(0, 0, card.width, new.foot.top)


def _panel_cuts(changed: Collection[int], new: Parts, old: Parts | None) -> Iterator[Box]:
    left, right = new.panel.left, new.panel.right
    if old is None or len(old.texts) != len(new.texts) or old.sizes != new.sizes:
        yield Box(left, new.panel.bottom, right, new.panel.top)
        return
    pairs = list(zip(old.texts, new.texts, strict=True))
    touched = [index in changed or _has_moved(*pair) for index, pair in enumerate(pairs)]
    for is_touched, group in groupby(range(len(pairs)), touched.__getitem__):
        if is_touched:
            run = list(group)
            boxes = [box for index in run for box in pairs[index]]
            above = new.texts[run[0] - 1].bottom if run[0] else new.panel.top
            below = new.texts[run[-1] + 1].top if run[-1] + 1 < len(pairs) else new.panel.bottom
            top = min(above, max(box.top for box in boxes) + ABOVE)
            yield Box(left, max(below, min(box.bottom for box in boxes) - ABOVE), right, top)


def _has_moved(old: Box, new: Box) -> bool:
    return max(abs(old.top - new.top), abs(old.bottom - new.bottom)) > MOVED


def page_size(wanted: Iterable[tuple[str, Box]]) -> Size:
    """The page for strips: upright, unless one of them is too wide for it."""
    widest = max(cut.right - cut.left for _, cut in wanted)
    return COMMON if widest <= COMMON.width - 2 * MARGIN else COMMON.turned()


def place(wanted: Sequence[tuple[str, Box]], size: Size, right_to_left: bool = False) -> list[Strip]:
    """Strips in rows, as they are read, each row as high as its highest strip."""
    placed: list[Strip] = []
    page, x, top, high = 0, MARGIN, size.height - TOP, 0.0
    for card, cut in wanted:
        width, height = cut.right - cut.left, cut.top - cut.bottom
        if x > MARGIN and x + width > size.width - MARGIN:
            x, top, high = MARGIN, top - high - BETWEEN, 0.0
        if top - LINE - height < MARGIN and top < size.height - TOP:
            page, top, x, high = page + 1, size.height - TOP, MARGIN, 0.0
        left = size.width - x - width if right_to_left else x
        placed.append(Strip(card, cut, page, left, top - LINE - height))
        x, high = x + width + BETWEEN, max(high, height + LINE)
    return placed

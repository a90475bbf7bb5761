"""How much room each text of a card has left, in lines and letters, and the size at which it would fill its frame."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from civap.press.fit import TOLERANCE, Fitted, Ladder, card_text, measured
from civap.press.letters import width
from civap.press.spread import LEADING, MEAN, MM_PER_PT

# How much smaller a foot line on two lines is (styles/cards.css).
SMALL_FOOT = 7.5 / 8
Part: TypeAlias = Literal['title', 'text', 'foot']
Direction: TypeAlias = Literal['ltr', 'rtl']


@dataclass(frozen=True, slots=True)
class TextRoom:
    """A text of a card as it is printed: its size in pt (of a title its step), and what more would fit.

    `lines` and `letters` are less than 0 where a text is too long. `needs` is the size in pt at which the text would
    just fill its frame; None for titles and foot lines, which have steps.
    """

    card: str
    part: Part
    size_used: str
    lines: int
    letters: int
    needs: float | None


def rooms(fitted: Sequence[Fitted], ladder: Ladder, direction: Direction, foot_size: float) -> Iterator[TextRoom]:
    """The room of each text, card by card; `foot_size` is that of foot lines in pt."""
    for each in fitted:
        title = measured(each.boxes, f'title-{each.id}')
        yield _of_line(each, 'title', ladder.titles[each.title], title.right - title.left)
        yield _of_text(each, ladder.steps[each.size], direction)
        foot = sum(map(width, card_text(each.card['foot']))) * MEAN[direction]
        yield _of_foot(each, foot * foot_size * MM_PER_PT)


def _of_text(each: Fitted, size: float, direction: Direction) -> TextRoom:
    frame, room = measured(each.boxes, f'frame-{each.id}'), each.room('body').below + TOLERANCE
    height = frame.top - frame.bottom
    line = size * LEADING[direction] * MM_PER_PT
    used = max(height - room, line)
    letters = len(card_text(each.card['steps'])) / (used / line)
    needs = math.floor(4 * size * math.sqrt(height / used)) / 4
    lines = math.floor(room / line)
    return TextRoom(each.id, 'text', f'{size:g} pt', lines, math.floor(room / line * letters), needs)


def _of_foot(each: Fitted, taken: float) -> TextRoom:
    """The foot line, `taken` mm wide on one line; one that is wider stands on two, set smaller."""
    frame = measured(each.boxes, f'footframe-{each.id}')
    if taken <= frame.right - frame.left:
        return _of_line(each, 'foot', 'one line', taken)
    return _of_line(each, 'foot', 'two lines', taken * SMALL_FOOT, lines=2)


def _of_line(each: Fitted, part: Part, size: str, taken: float, lines: int = 1) -> TextRoom:
    """A text of one line or two, `taken` mm wide: letters of its mean width that fit beside it."""
    frame = measured(each.boxes, f'{part}frame-{each.id}')
    room = lines * (frame.right - frame.left) + TOLERANCE
    left = math.floor((room - taken) / (taken / len(card_text(each.card[part]))))
    # What is taken is told from the letters, and may be thought more than it is.
    return TextRoom(each.id, part, size, 0, left if part in each.overflows else max(0, left), None)

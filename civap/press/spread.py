"""How much of a card stays open under its text, and how far apart that lets its parts stand.

Counted from the width of letters before anything is laid out: laying a card out twice would cost more than it gives.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from civap.press.letters import unbroken, width

MM_PER_PT = 25.4 / 72
# Letters are narrower than the most that they can take.
MEAN = {'ltr': 0.8, 'rtl': 0.76}
SPACE = 0.3
LEADING = {'ltr': 1.12, 'rtl': 1.25}
SMALL = 0.95
# Of what is open, the part that is spread at most: a line may be counted too few.
SHARE = 0.6
WIDEST = 4
# Millimetres that the emblem needs.
SEAL = 16


class Spread(NamedTuple):
    """From 0, tight, to `WIDEST`; and the height that then stays open, in mm."""

    step: int
    room: float

    @property
    def sealed(self) -> bool:
        """Whether the emblem has room."""
        return self.room > SEAL


def spread(card: Mapping[str, Any], direction: str, text_width: float, height: float, largest: float) -> Spread:
    """For a text area of `height` and `text_width` mm; a card that is set smaller than `largest` stays tight."""
    em = card['size'] * MM_PER_PT
    room = height - em * sum(_heights(card, direction, text_width / em))
    gain = em * _gain(card)
    step = int(WIDEST * SHARE * room / gain) if gain and card['size'] == largest else 0
    step = max(0, min(WIDEST, step))
    return Spread(step, room - gain * step / WIDEST)


def _heights(card: Mapping[str, Any], direction: str, room: float) -> Iterator[float]:
    """The heights of the parts of a text that stands tight, in em; see the style sheet."""
    leading, room = LEADING[direction], room / MEAN[direction]
    for number, step in enumerate(card['steps']):
        yield leading * lines(step['text'], room) + (0.34 if number else 0)
        if step['closing']:
            yield leading * lines(step['closing'], room) + 0.34
        if step['list']:
            yield 1.25  # the heading with its rule
            yield leading * sum(lines(item, room - 0.3) for item in step['list']['items'])
            yield SMALL * leading * lines(step['list']['tie'], room / SMALL) if step['list']['tie'] else 0
        if step['reminder']:
            yield SMALL * (leading * lines(step['reminder'], room / SMALL) + 1)


def _gain(card: Mapping[str, Any]) -> float:
    """What the widest spread adds, in em; see `.spread-4`."""
    parts = sum(1 + bool(step['closing']) for step in card['steps']) - 1
    lists = [step['list'] for step in card['steps'] if step['list']]
    return 0.26 * parts + sum(0.52 + 0.1 * len(each['items']) for each in lists)


def lines(html: str, room: float) -> int:
    """How many lines a text takes where letters that take the most they can have `room` em."""
    count, at = 1, 0.0
    for word in unbroken(html).split(' '):
        wide = sum(map(width, word))
        if at and at + wide > room:
            count, at = count + 1, 0.0
        at += wide + SPACE
    return count


def breadth(html: str, direction: str) -> float:
    """How wide a text on one line is, in em, about."""
    return sum(map(width, unbroken(html))) * MEAN[direction]

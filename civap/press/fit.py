"""Text that fits: cards are measured as they are laid out, and those too full are set smaller, step by step."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from markupsafe import Markup, escape

from civap.content.problems import Problem, Problems
from civap.press.geometry import Box
from civap.press.typeset import boxes

Card: TypeAlias = Mapping[str, Any]
LayOut: TypeAlias = Callable[[Sequence[Card]], Any]

# A text and the frame that it must stay in, by the prefixes of their ids in the template.
FRAMES = {'body': 'frame', 'title': 'titleframe', 'foot': 'footframe'}
NAMES = {'body': 'text', 'title': 'title', 'foot': 'foot line'}
TOLERANCE = 0.05
# From one size to the next below the floor, in pt.
STEP = 0.25


@dataclass(frozen=True, slots=True)
class Ladder:
    """Sizes of the text (pt) and of the title (names that the template knows), largest first.

    At the first size a text may be spread over what stays open, from the second on it stands tight.
    """

    sizes: tuple[float, ...] = (8.0, 7.75, 7.5)
    titles: tuple[str, ...] = ('normal', 'small', 'smaller', 'tiny')
    waived: Mapping[str, float] = field(default_factory=dict)

    @property
    def steps(self) -> tuple[float, ...]:
        """All sizes that any card may have: those of `waived` cards go down to a floor of their own."""
        lowest = min(self.waived.values(), default=self.sizes[-1])
        count = max(0, math.ceil((self.sizes[-1] - lowest) / STEP))
        return (*self.sizes, *(max(lowest, self.sizes[-1] - STEP * (number + 1)) for number in range(count)))

    def last(self, card: str) -> int:
        """The step of the smallest size that a card may have."""
        floor = self.waived.get(card, self.sizes[-1])
        return max(index for index, size in enumerate(self.steps) if size >= min(floor, self.sizes[-1]))


@dataclass(frozen=True, slots=True)
class Source:
    """Where texts come from, for messages: the file and the language."""

    path: str
    language: str


@dataclass(frozen=True, slots=True)
class Room:
    """What is left of a frame below the text and beside it, in mm; less than nothing is overflow."""

    below: float
    beside: float

    @property
    def overflows(self) -> bool:
        """Whether text is cut off or runs into something else."""
        return min(self.below, self.beside) < -TOLERANCE


@dataclass(frozen=True, slots=True)
class Fitted:
    """A card as it was laid out, at steps of the ladder: `page` is what is printed, `boxes` are what was measured."""

    card: Card
    size: int
    title: int
    page: Any
    boxes: Mapping[str, Box]

    @property
    def id(self) -> str:
        """The card's id."""
        return str(self.card['id'])

    def room(self, part: str) -> Room:
        """What is left of the frame of a text."""
        frame = self._box(FRAMES[part])
        # What ends a text may be missing at the end of the page, where the text is cut off.
        text = self.boxes.get(f'{part}-{self.id}') or Box(frame.left, 0, frame.right, 0)
        beside = min(frame.right - text.right, text.left - frame.left)
        return Room(text.bottom - frame.bottom, beside)

    def end(self, part: str) -> float:
        """Where a text ends, in mm from the lower edge."""
        return self._box(part).bottom

    @property
    def overflows(self) -> tuple[str, ...]:
        """The texts that do not fit."""
        return tuple(part for part in FRAMES if self.room(part).overflows)

    def _box(self, prefix: str) -> Box:
        return measured(self.boxes, f'{prefix}-{self.id}')


def measured(boxes: Mapping[str, Box], name: str) -> Box:
    """The box of the element with the id. Raises `Problems` when the template has none."""
    if name not in boxes:
        message = f'found no element with the id {name!r}, expected one to measure'
        raise Problems(Problem('bad-template', message, hint='correct the template of the cards'))
    return boxes[name]


@dataclass(frozen=True, slots=True)
class Fit:
    """For the report: sizes of a card, and what is left below its text in mm."""

    card: str
    size: float
    title_size: str
    room: float


def fit(
    cards: Sequence[Card], lay_out: LayOut, ladder: Ladder, titles: Mapping[str, int] | None = None
) -> tuple[Fitted, ...]:
    """Each card at the largest size at which its text fits; only those that do not fit are laid out again.

    `titles` are steps of the ladder, by card, above which the title is known not to fit.
    """
    fitted: dict[str, Fitted] = {}
    waiting = [(card, 0, (titles or {}).get(card['id'], 0)) for card in cards]
    while waiting:
        tried = _lay_out(waiting, lay_out, ladder)
        fitted.update({each.id: each for each in tried})
        waiting = [step for each in tried if (step := _smaller(each, ladder))]
    return tuple(fitted[card['id']] for card in cards)


def title_steps(cards: Sequence[Card], ladder: Ladder, boxes: Mapping[str, Box]) -> dict[str, int]:
    """For each card the first step of the ladder at which its title is narrow enough, else the last.

    `boxes` holds the `titleframe`, each title at the largest size and that of the first card at all but the last, as
    `title-<id>-<size>`: on one line, width goes with size.
    """

    def width(card: Card, size: str) -> float:
        box = measured(boxes, f'title-{card["id"]}-{size}')
        return box.right - box.left

    largest, *_ = ladder.titles
    frame = measured(boxes, 'titleframe')
    room = frame.right - frame.left + TOLERANCE
    scales = [width(cards[0], size) / width(cards[0], largest) for size in ladder.titles[:-1]]
    return {
        card['id']: next(
            (step for step, scale in enumerate(scales) if width(card, largest) * scale <= room), len(scales)
        )
        for card in cards
    }


def report(fitted: Sequence[Fitted], ladder: Ladder) -> tuple[Fit, ...]:
    """How well each card fits."""
    return tuple(
        Fit(each.id, ladder.steps[each.size], ladder.titles[each.title], round(each.room('body').below, 2))
        for each in fitted
    )


def overflows(fitted: Sequence[Fitted], lay_out: LayOut, ladder: Ladder, source: Source) -> Iterator[Problem]:
    """One problem for each card that is too full at the smallest size.

    `lay_out` must use pages high enough for any text, since a text ends with its page.
    """
    return (_overflow(each, lay_out, ladder, source) for each in fitted if each.overflows)


def back_room(boxes: Mapping[str, Box]) -> float:
    """How many mm are left between the text of a back and the table under it; less than nothing is overflow."""
    table = measured(boxes, 'back-die')
    # What ends the text may be missing at the end of the page.
    end = boxes.get('back-end')
    return (end.bottom if end else 0.0) - table.top


def over_back(over: float, source: Source) -> Problem:
    """The problem of backs whose text is too high at the smallest size."""
    found = f'found {over:.1f} mm too much text on the backs in {source.language} at the smallest size'
    hint = 'print plain backs or larger cards, or shorten the texts'
    return Problem('overflow', f'{found}, expected all to fit', source.path, hint=hint)


def card_name(card: Card) -> str:
    """A card for people: its id and its title."""
    return f'{card["id"]} ({Markup(card["title"]).striptags()})'


def card_text(value: Any) -> str:
    """All text in the data of a card."""
    if isinstance(value, str):
        return Markup(value).striptags()
    if isinstance(value, Mapping):
        return card_text(list(value.values()))
    if isinstance(value, list | tuple):
        return '\n'.join(map(card_text, value))
    return ''


def _lay_out(steps: Sequence[tuple[Card, int, int]], lay_out: LayOut, ladder: Ladder) -> list[Fitted]:
    """Cards at the given steps of the ladder, measured; a card is one page."""
    sized = [
        {**card, 'size': ladder.steps[size], 'tight': size > 0, 'title_size': ladder.titles[title]}
        for card, size, title in steps
    ]
    pages = lay_out(sized).pages
    if len(pages) != len(sized):
        message = f'found {len(pages)} pages for {len(sized)} cards, expected one page for each'
        raise Problems(Problem('card-pages', message, hint='correct the template of the cards'))
    return [
        Fitted(card, size, title, page, boxes(page)) for (card, size, title), page in zip(steps, pages, strict=True)
    ]


def _smaller(fitted: Fitted, ladder: Ladder) -> tuple[Card, int, int] | None:
    """The next try for a card that is too full; None if it fits or nothing smaller is left."""
    over = fitted.overflows
    last_size, last_title = ladder.last(fitted.id), len(ladder.titles) - 1
    size = min(fitted.size + ('body' in over), last_size)
    title = min(fitted.title + ('title' in over), last_title)
    return None if (size, title) == (fitted.size, fitted.title) else (fitted.card, size, title)


def _overflow(over: Fitted, lay_out: LayOut, ladder: Ladder, source: Source) -> Problem:
    """The problem of one card. Lays it out as it is, and with one line more in each text to measure that line."""
    parts = over.overflows
    cards = [over.card, *(_longer(over.card, part) for part in parts)]
    whole, *longer = _lay_out([(card, over.size, over.title) for card in cards], lay_out, ladder)
    lines = [whole.end(part) - each.end(part) for each, part in zip(longer, parts, strict=True)]
    found = ' and '.join(_excess(whole.room(part), line, NAMES[part]) for part, line in zip(parts, lines, strict=True))
    where = f'{card_name(over.card)} in {source.language} at the smallest size'
    hint = f'shorten the {" and the ".join(NAMES[part] for part in parts)}'
    return Problem('overflow', f'found {found} of {where}, expected all to fit', source.path, hint=hint)


def _excess(room: Room, line: float, name: str) -> str:
    """By how much a text is too long or too wide; a line is `line` mm high."""
    if room.below >= -TOLERANCE:
        return f'a word {-room.beside:.1f} mm too wide in the {name}'
    lines = math.ceil((-room.below - TOLERANCE) / line)
    return f'{lines} {"line" if lines == 1 else "lines"} too many in the {name}'


def _longer(card: Card, part: str) -> Card:
    """The card with one line more in a text, under another id."""
    line, other = Markup('<br/>x'), {**card, 'id': f'{card["id"]}-{part}'}
    if part == 'body':
        first, *others = card['steps']
        return {**other, 'steps': [{**first, 'text': escape(first['text']) + line}, *others]}
    return {**other, part: escape(card[part]) + line}

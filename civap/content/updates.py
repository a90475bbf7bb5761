"""What an update says: the sheet that tells what changed, its strips, and the note beside the files of a release."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce

from civap.content.say import Name, Numeral, Plain, Say, Value

# Those without values.
WORDS = (
    'document', 'title', 'cards', 'sheets', 'rules', 'before', 'after', 'added', 'removed', 'looks', 'same', 'strips',
    'strips.how', 'how.print', 'how.size', 'how.cards', 'how.pages',
)  # fmt: skip
# What is listed as it stands, such as page numbers.
LISTS = ('pages', 'beside', 'gone', 'moved', 'numbers')
NOTES = (
    'bar', 'once', 'booklet', 'a4', 'letter', 'cards', 'economy', 'large', 'fronts', 'backs', 'pictures', 'sheets',
    'book', 'folded',
)  # fmt: skip
NOTE = 'update.note'


def versions(old: str, old_day: str, new: str, new_day: str) -> Say:
    """Both versions with their dates, which are in words already; a new one that is none of its own has no number."""
    said: Mapping[str, str] = {'old': old, 'oldday': old_day}
    if old == new:
        return Say('update.unreleased', values={name: Plain(text) for name, text in said.items()})
    said = {**said, 'new': new, 'newday': new_day}
    return Say('update.versions', values={name: Plain(text) for name, text in said.items()})


def card_said(card: str, kind: str, level: int) -> Say:
    """A card by name, type and level."""
    return Say('update.card', values={'card': Name(f'card.{card}'), 'type': Name(f'type.{kind}'), **_level(level)})


def strip_said(card: str, level: int) -> Say:
    """What a strip belongs to."""
    return Say('update.strip', values={'card': Name(f'card.{card}'), **_level(level)})


def _level(level: int) -> dict[str, Value]:
    return {'level': Numeral(level)}


def changed_in(version: str) -> Say:
    """At the foot of a page of the book."""
    return Say('update.changed', values={'version': Plain(version)})


def listed(name: str, numbers: Sequence[Plain | Say]) -> Say:
    """One of `LISTS` with its numbers."""
    return Say(f'update.{name}', values={'list': reduce(_more, numbers)})


def _more(first: Plain | Say, more: Plain | Say) -> Say:
    return Say('say.more', values={'first': first, 'more': more})


def renumbered(old: str, new: str) -> Say:
    """A rule that has another number."""
    return Say('update.number', values={'old': Plain(old), 'new': Plain(new)})


def note_title(version: str) -> Say:
    """The first line of the note beside the files."""
    return Say(f'{NOTE}.title', values={'version': Plain(version)})


def note_update(old: str) -> Say:
    """What a file with an update since a version is called in that note."""
    return Say(f'{NOTE}.update', values={'old': Plain(old)})


def note_instead(old: str) -> Say:
    """What who has a version need not print."""
    return Say(f'{NOTE}.instead', values={'old': Plain(old)})


def update_says() -> tuple[Say, ...]:
    """Every message of updates, once."""
    return (
        *(Say(f'update.{name}') for name in WORDS),
        *(listed(name, [Plain('')]) for name in LISTS),
        versions('', '', '', ''),
        versions('', '', '1', ''),
        card_said('x', 'x', 1),
        strip_said('x', 1),
        changed_in(''),
        renumbered('', ''),
        note_title(''),
        note_update(''),
        note_instead(''),
        *(Say(f'{NOTE}.{name}') for name in NOTES),
    )

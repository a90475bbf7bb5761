"""The merge of the English into a PO file, keyed by the ids of messages and nothing else.

An entry whose English changed keeps its translation, marked fuzzy, beside the English that it translates: a translator
sees what changed, a draft prints the old text with a mark, a release waits.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import polib

from civap.content.phrases import Message, placeholders

FUZZY, BRACES = 'fuzzy', 'python-brace-format'
MOST = 10  # ids that are named to a person
# What can happen to an entry, as it is told.
NEW, STALE, REFRESHED, RETURNED, OBSOLETE, DROPPED = KINDS = (
    *('new', 'stale', 'refreshed', 'returned', 'obsolete', 'dropped'),
)


@dataclass(frozen=True, slots=True)
class Note:
    """What a translator is told of a message: lines, and the file that its English stands in, if one has it."""

    lines: tuple[str, ...] = ()
    source: str = ''


@dataclass(frozen=True)
class Changes:
    """The ids of what was done, by kind, and how many entries got other notes or flags."""

    ids: Mapping[str, Sequence[str]]
    notes: int = 0

    def __str__(self) -> str:
        """Such as `2 new (tie.roll, tie.none), notes of 3`."""
        told = [f'{len(names)} {kind} ({_some(names)})' for kind, names in self.ids.items() if names]
        return ', '.join([*told, *([f'notes of {self.notes}'] if self.notes else [])])


def _some(names: Sequence[str]) -> str:
    """Names, but no screen full of them."""
    more = [f'{len(names) - MOST} more'] if len(names) > MOST else []
    return ', '.join([*names[:MOST], *more])


def merge(
    file: polib.POFile,
    messages: Mapping[str, Message],
    notes: Mapping[str, Note],
    forms: int,
    trivial: Collection[str] = (),
) -> Changes:
    """Bring a file up to date, in place; `forms` is how many plural forms its language has.

    New messages come where they stand in English, those that are gone become obsolete at the end, all others keep
    their order. English that changed at an id in `trivial` leaves the translation as good as it was; so does English
    that is again what was translated.
    """
    ids: dict[str, list[str]] = {kind: [] for kind in KINDS}
    live = [entry for entry in file if not entry.obsolete and entry.msgctxt in messages]
    gone = [entry for entry in file if not entry.obsolete and entry.msgctxt not in messages]
    obsolete = [entry for entry in file if entry.obsolete]
    known = {entry.msgctxt: entry for entry in live}
    added: dict[str | None, list[polib.POEntry]] = defaultdict(list)
    before = None
    noted = 0
    for name, message in messages.items():
        if entry := known.get(name):
            before = name
        else:
            entry = _revived(name, obsolete)
            added[before].append(entry)
            ids[RETURNED if entry.msgid else NEW].append(name)
        if kind := _refresh(entry, message, forms, trivial=name in trivial):
            ids[kind].append(name)
        noted += _annotate(entry, message, notes.get(name, Note())) and name in known
    ids[OBSOLETE], ids[DROPPED] = _retire(gone)
    file[:] = [
        *added[None],
        *(each for entry in live for each in (entry, *added[entry.msgctxt])),
        *obsolete,
        *(entry for entry in gone if entry.obsolete),
    ]
    return Changes({kind: tuple(names) for kind, names in ids.items()}, noted)


def is_translated(entry: polib.POEntry) -> bool:
    """Whether any form has words."""
    return any(text.strip() for text in _forms(entry).values())


def _forms(entry: polib.POEntry) -> dict[int, str]:
    return dict(entry.msgstr_plural) or {0: entry.msgstr}


def _revived(name: str, obsolete: list[polib.POEntry]) -> polib.POEntry:
    """The obsolete entry of an id, taken from among them, or a new one without texts."""
    for index, entry in enumerate(obsolete):
        if entry.msgctxt == name:
            entry.obsolete = False
            return obsolete.pop(index)
    return polib.POEntry(msgctxt=name)


def _refresh(entry: polib.POEntry, message: Message, forms: int, *, trivial: bool) -> str:
    """Give the entry today's English and as many forms as that asks for; what that did to it, empty for nothing."""
    plural = message.other if message.counts else ''
    was = entry.msgid, entry.msgid_plural
    if not is_translated(entry):
        entry.flags = [flag for flag in entry.flags if flag != FUZZY]
    changed = was != (message.one, plural) and is_translated(entry)
    if changed and not trivial:
        # Of several changes in a row the first says what the translation says.
        if FUZZY not in entry.flags or entry.previous_msgid is None:
            entry.previous_msgid, entry.previous_msgid_plural = was[0], was[1] or None
        entry.flags = [FUZZY, *(flag for flag in entry.flags if flag != FUZZY)]
    current = _is_current(entry, message, trivial=trivial and not changed)
    if current:
        entry.flags = [flag for flag in entry.flags if flag != FUZZY]
    if FUZZY not in entry.flags:
        entry.previous_msgctxt = entry.previous_msgid = entry.previous_msgid_plural = None
    entry.msgid, entry.msgid_plural = message.one, plural
    _fit(entry, forms if message.counts else 0)
    if current:
        return REFRESHED
    return '' if not changed else REFRESHED if trivial else STALE


def _is_current(entry: polib.POEntry, message: Message, *, trivial: bool) -> bool:
    """Whether a stale entry translates today's English after all: what it was before, or but for a trivial change.

    An entry that somebody marked has no previous text, and stays marked.
    """
    if FUZZY not in entry.flags or entry.previous_msgid is None:
        return False
    previous = entry.previous_msgid, entry.previous_msgid_plural or ''
    return trivial or previous == (message.one, message.other if message.counts else '')


def _fit(entry: polib.POEntry, forms: int) -> None:
    """So many plural forms, or one text for 0; what there is stays as far as it goes."""
    found = _forms(entry)
    if forms:
        entry.msgstr, entry.msgstr_plural = '', {**dict.fromkeys(range(forms), ''), **found}
    elif entry.msgstr_plural:
        texts = [text for _, text in sorted(found.items()) if text.strip()]
        entry.msgstr, entry.msgstr_plural = texts[-1] if texts else '', {}


def _annotate(entry: polib.POEntry, message: Message, note: Note) -> bool:
    """Write the notes and the flags of an entry; whether that changed it."""
    was = entry.comment, list(entry.occurrences), list(entry.flags)
    entry.comment = '\n'.join(note.lines)
    entry.occurrences = [(note.source, '')] if note.source else []
    others = [flag for flag in entry.flags if flag not in (FUZZY, BRACES)]
    first = [FUZZY] if FUZZY in entry.flags else []
    entry.flags = [*first, *([BRACES] if placeholders(message.one + message.other) else []), *others]
    return was != (entry.comment, entry.occurrences, entry.flags)


def _retire(gone: Sequence[polib.POEntry]) -> tuple[list[str], list[str]]:
    """Make entries obsolete; the ids of those and of what nobody has worked on, which goes."""
    for entry in gone:
        entry.obsolete = is_translated(entry) or bool(entry.tcomment)
    kept = [entry.msgctxt or entry.msgid for entry in gone if entry.obsolete]
    return kept, [entry.msgctxt or entry.msgid for entry in gone if not entry.obsolete]

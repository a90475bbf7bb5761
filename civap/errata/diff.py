"""Two records compared: what changed in value, wording and layout, and what that does to examples and translations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from typing import Literal, TypeVar

from civap.content.folder import SOURCE
from civap.errata.record import Printed, Record, Text, Told

ThingT = TypeVar('ThingT')
Kind = Literal['changed', 'added', 'removed']


@dataclass(frozen=True, slots=True)
class Value:
    """A value of content; None where an edition has none."""

    place: str
    old: str | None
    new: str | None

    @property
    def card(self) -> str | None:
        """The card that it belongs to."""
        parts = self.place.split('.')
        return parts[2] if parts[:2] == ['cards', 'cards'] else None


@dataclass(frozen=True, slots=True)
class Wording:
    """A message that a language words otherwise; None where an edition has none."""

    language: str
    message: str
    old: tuple[str, ...] | None
    new: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Print:
    """A card, sheet or block of the book that a language prints otherwise; `lines` are those that changed.

    `looks` are the variants in which it looks otherwise ('' for all but cards). Of what `only_looks` so no word, number
    or drawn situation has changed, but art or style.
    """

    language: str
    document: str
    id: str
    kind: Kind
    number: str = ''
    lines: tuple[tuple[str, str], ...] = ()
    only_looks: bool = False
    looks: tuple[str, ...] = ()

    def is_in(self, variant: str | None) -> bool:
        """Whether it is printed otherwise in a variant of the cards; None stands for any."""
        return not self.only_looks or variant is None or variant in self.looks


@dataclass(frozen=True, slots=True)
class Outcome:
    """An example that comes out otherwise; None where an edition has none."""

    id: str
    old: Told | None
    new: Told | None


@dataclass(frozen=True)
class Diff:
    """Everything in which `new` differs from `old`.

    `stale` are the messages by language whose translation was ready and is so no more, `renumbered` blocks of the book
    that have another number, with both. `counts` says how much there is in each language and document.
    """

    old: str
    new: str
    values: tuple[Value, ...]
    wording: tuple[Wording, ...]
    prints: tuple[Print, ...]
    outcomes: tuple[Outcome, ...]
    stale: Mapping[str, tuple[str, ...]]
    renumbered: tuple[tuple[str, str, str], ...]
    counts: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    @property
    def is_empty(self) -> bool:
        """Whether the editions are the same but for their versions."""
        found = (self.values, self.wording, self.prints, self.outcomes, self.stale, self.renumbered)
        return not any(found)

    @property
    def is_unreleased(self) -> bool:
        """Whether the new edition has changes and no version of its own yet."""
        return self.old == self.new and not self.is_empty

    def without_looks(self) -> Diff:
        """The same without what only looks otherwise."""
        return replace(self, prints=tuple(each for each in self.prints if not each.only_looks))

    def printed(self, document: str, kind: Kind, language: str | None = None) -> tuple[str, ...]:
        """The ids in a document to which something was done, in any language or in one."""
        found = (
            each.id
            for each in self.prints
            if (each.document, each.kind) == (document, kind) and language in (None, each.language)
        )
        return tuple(dict.fromkeys(found))

    def to_print(self, document: str, language: str, variant: str | None = None) -> tuple[str, ...]:
        """What a reader of a language needs anew, in the order of the document; of cards in one variant or in any."""
        found = (each for each in self.prints if (each.document, each.language) == (document, language))
        return tuple(each.id for each in found if each.kind != 'removed' and each.is_in(variant))


def compare(old: Record, new: Record) -> Diff:
    """What changed between two editions. A language that only one of them has is told by its texts alone."""
    both = [code for code in new.printed if code in old.printed]
    return Diff(
        old=old.version,
        new=new.version,
        values=tuple(Value(*each) for each in _changes(old.values, new.values)),
        wording=tuple(_wording(old, new)),
        prints=tuple(each for code in both for each in _prints(code, old.printed[code], new.printed[code])),
        outcomes=tuple(Outcome(*each) for each in _changes(old.examples, new.examples)),
        stale={code: names for code in both if (names := _stale(old.texts[code], new.texts[code]))},
        renumbered=tuple(_renumbered(old, new)),
        counts={code: {name: len(each) for name, each in new.printed[code].items()} for code in both},
    )


def _changes(
    old: Mapping[str, ThingT], new: Mapping[str, ThingT]
) -> Iterator[tuple[str, ThingT | None, ThingT | None]]:
    """What differs: in the order of the new one, then what it has no more."""
    for name in (*new, *(name for name in old if name not in new)):
        if old.get(name) != new.get(name):
            yield name, old.get(name), new.get(name)


def _wording(old: Record, new: Record) -> Iterator[Wording]:
    for code in dict.fromkeys((*new.texts, *old.texts)):
        before, after = _forms(old.texts.get(code, {})), _forms(new.texts.get(code, {}))
        yield from (Wording(code, *each) for each in _changes(before, after))


def _forms(texts: Mapping[str, Text]) -> Mapping[str, tuple[str, ...]]:
    """The words of messages; one that is missing has none of its own."""
    return {name: text.forms for name, text in texts.items() if text.state != 'missing'}


def _stale(old: Mapping[str, Text], new: Mapping[str, Text]) -> tuple[str, ...]:
    ready = Text(()).state
    return tuple(
        name for name, text in new.items() if text.state != ready and (name not in old or old[name].state == ready)
    )


def _prints(
    code: str, old: Mapping[str, Mapping[str, Printed]], new: Mapping[str, Mapping[str, Printed]]
) -> Iterator[Print]:
    for document, shown in new.items():
        for name, was, now in _changes(old.get(document, {}), shown):
            if was and now:
                yield from _changed(code, document, name, was, now)
            elif each := now or was:
                yield Print(code, document, name, 'added' if now else 'removed', each.number)


def _changed(code: str, document: str, name: str, was: Printed, now: Printed) -> Iterator[Print]:
    """Nothing, if there is no variant that both have and in which something is seen to differ."""
    looks = tuple(variant for variant, seen in now.looks.items() if was.looks.get(variant, seen) != seen)
    only_looks = was.digest == now.digest
    if looks or not only_looks:
        lines = () if only_looks else tuple(_lines(was.lines, now.lines))
        yield Print(code, document, name, 'changed', now.number, lines, only_looks, looks)


def _lines(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Lines that differ, old and new; one of the two is empty where the other has no counterpart."""
    for kind, start, end, first, last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != 'equal':
            before, after = list(old[start:end]), list(new[first:last])
            width = max(len(before), len(after))
            before += [''] * (width - len(before))
            after += [''] * (width - len(after))
            yield from zip(before, after, strict=True)


def _renumbered(old: Record, new: Record) -> Iterator[tuple[str, str, str]]:
    code = next((code for code in (SOURCE, *new.printed) if code in old.printed and code in new.printed), '')
    before, after = (
        {name: each.number for name, each in side.printed.get(code, {}).get('rulebook', {}).items()}
        for side in (old, new)
    )
    for name, was, now in _changes(before, after):
        if was and now:
            yield name, was, now

"""A comparison of two editions, told to a person or to a program."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from difflib import SequenceMatcher
from itertools import groupby
from typing import Any

from civap.errata.diff import Diff, Kind, Outcome, Print
from civap.errata.record import Told

DOCUMENTS = ('cards', 'sheets', 'rulebook')
LOOKS = {'economy': 'economy cards'}
UNRELEASED = 'not yet released'
KINDS: tuple[Kind, ...] = ('changed', 'added', 'removed')


def told(diff: Diff, languages: Sequence[str]) -> list[str]:
    """Lines for a person; wording and prints in the languages asked for."""
    lines = [f'{diff.old} -> {UNRELEASED if diff.is_unreleased else diff.new}']
    if diff.is_empty:
        return [*lines, 'no change']
    sections = {
        'values': _values(diff),
        'wording': _wording(diff, languages),
        **{document: _prints(diff, document, languages) for document in DOCUMENTS},
        'looks': _looks_lines(diff, languages),
        'numbers in the book': (f'{name}: {old} -> {new}' for name, old, new in diff.renumbered),
        'examples': _outcomes(diff),
        'translations no longer up to date': (
            f'{code} {name}' for code in languages for name in diff.stale.get(code, ())
        ),
    }
    for title, found in sections.items():
        if section := list(found):
            lines += [title, *(f'  {line}' for line in section)]
    return lines


def data(diff: Diff, languages: Sequence[str]) -> dict[str, Any]:
    """The same for a program, with the ids of what is printed otherwise by document and by language."""
    return {
        'old': diff.old,
        'new': diff.new,
        'released': not diff.is_unreleased,
        **{document: _ids(diff, document, languages) for document in DOCUMENTS},
        'values': [{**asdict(each), 'card': each.card} for each in diff.values],
        'wording': [asdict(each) for each in diff.wording if each.language in languages],
        'lines': [
            {'language': each.language, 'document': each.document, 'id': each.id, 'lines': each.lines}
            for each in diff.prints
            if each.language in languages and each.lines
        ],
        'looks': _looks(diff, languages),
        'renumbered': [{'id': name, 'old': old, 'new': new} for name, old, new in diff.renumbered],
        'examples': [asdict(each) for each in diff.outcomes],
        'stale': {code: list(diff.stale.get(code, ())) for code in languages},
    }


def listed(diff: Diff, languages: Sequence[str]) -> dict[str, dict[str, Any]]:
    """What a reader of each language needs anew, by document; and what of it only looks otherwise."""
    looks = _looks(diff, languages)
    return {
        code: {**{name: list(diff.to_print(name, code)) for name in DOCUMENTS}, 'looks': looks[code]}
        for code in languages
    }


def listed_lines(diff: Diff, languages: Sequence[str]) -> list[str]:
    """The same for a person."""
    said = diff.without_looks()
    lines = []
    for code in languages:
        lines += [f'{code} {name}: {", ".join(names)}' for name in DOCUMENTS if (names := said.to_print(name, code))]
        lines += [f'{code} looks of {line}' for line in _looks_lines(diff, [code], named=False)]
    return lines or [f'nothing has changed since {diff.old}']


def _looks(diff: Diff, languages: Sequence[str]) -> dict[str, dict[str, list[str]]]:
    """What looks otherwise and says the same, by language and document; `economy` are cards that do so alone there."""
    found: dict[str, dict[str, list[str]]] = {code: {} for code in languages}
    for each in diff.prints:
        if each.only_looks and each.language in languages:
            where = 'economy' if each.looks == ('economy',) else each.document
            found[each.language].setdefault(where, []).append(each.id)
    return found


def _looks_lines(diff: Diff, languages: Sequence[str], *, named: bool = True) -> Iterator[str]:
    """The same for a person: languages that are alike on one line, and all things as one word."""
    lines: dict[str, list[str]] = {}
    for code, documents in _looks(diff, languages).items():
        for where, names in documents.items():
            whole = diff.counts[code]['cards' if where == 'economy' else where]
            shown = 'all' if len(names) == whole else ', '.join(names)
            lines.setdefault(f'{LOOKS.get(where, where)}: {shown}', []).append(code)
    yield from (f'{line} ({", ".join(codes)})' if named else line for line, codes in lines.items())


def _ids(diff: Diff, document: str, languages: Sequence[str]) -> dict[str, Any]:
    """What changed in any of the languages, and in each."""

    def listed(kind: Kind, codes: Sequence[str]) -> list[str]:
        return list(dict.fromkeys(name for code in codes for name in diff.printed(document, kind, code)))

    return {
        **{kind: listed(kind, languages) for kind in KINDS},
        'languages': {code: {kind: listed(kind, [code]) for kind in KINDS} for code in languages},
    }


def _values(diff: Diff) -> Iterator[str]:
    for each in diff.values:
        yield f'{each.place}: {_shown(each.old)} -> {_shown(each.new)}'


def _shown(value: str | None) -> str:
    return 'none' if value is None else value


def _wording(diff: Diff, languages: Sequence[str]) -> Iterator[str]:
    for each in diff.wording:
        if each.language in languages:
            yield f'{each.language} {each.message}'
            yield from _both(dict.fromkeys(each.old or ()), dict.fromkeys(each.new or ()))


def _both(old: Mapping[str, None], new: Mapping[str, None]) -> Iterator[str]:
    yield from (f'  - {line}' for line in old if line and line not in new)
    yield from (f'  + {line}' for line in new if line and line not in old)


def _prints(diff: Diff, document: str, languages: Sequence[str]) -> Iterator[str]:
    """Each thing once, with the languages in which it is printed otherwise, and its lines in the first of them."""
    prints = diff.without_looks().prints
    found = [each for each in prints if each.document == document and each.language in languages]
    order = {name: place for place, name in enumerate(dict.fromkeys(each.id for each in found))}
    for _, group in groupby(sorted(found, key=lambda each: order[each.id]), key=lambda each: each.id):
        same = list(group)
        yield _named(same)
        for old, new in same[0].lines:
            yield from _both({old: None}, {new: None})


def _named(same: Sequence[Print]) -> str:
    first = same[0]
    name = f'{first.number} {first.id}' if first.number else first.id
    return f'{name}: {first.kind} ({", ".join(each.language for each in same)})'


def _outcomes(diff: Diff) -> Iterator[str]:
    for each in diff.outcomes:
        yield f'{each.id}: {_verdict(each.old)} -> {_verdict(each.new)}'
        yield from _traces(each)


def _verdict(told: Told | None) -> str:
    return 'none' if told is None else told.verdict


def _traces(outcome: Outcome) -> Iterator[str]:
    """The steps in which the two stories differ, numbered as in each."""
    old = outcome.old.steps if outcome.old else ()
    new = outcome.new.steps if outcome.new else ()
    for kind, start, end, first, last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != 'equal':
            yield from (f'  - {number} {step}' for number, step in enumerate(old[start:end], start + 1))
            yield from (f'  + {number} {step}' for number, step in enumerate(new[first:last], first + 1))

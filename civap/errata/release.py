"""A version frozen: what changed since the one before is written into edition.yaml, and its record kept."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from civap.content.edition import Edition, check_edition
from civap.content.folder import EDITIONS, GAME, SUFFIX, frozen_versions, is_version, language_codes, version_order
from civap.content.problems import Problem, Problems
from civap.content.project import Project
from civap.content.schema import validate
from civap.content.source import parse
from civap.errata.diff import Diff
from civap.errata.editions import load_edition
from civap.errata.pages import Laid
from civap.errata.record import record_of, write_record
from civap.errata.two import Editions

# What the cover says of a version.
COVER_TEXT = 'text.about.changed'
EDITION = f'content/{GAME}/edition.yaml'


@dataclass(frozen=True)
class Release:
    """What freezing a version writes, by path from the root; `diff` is to the version before, if there was one."""

    files: Mapping[str, bytes]
    diff: Diff | None

    @property
    def tells_on_cover(self) -> bool:
        """Whether the cover says something else of this version than of the one before."""
        return self.diff is None or any(each.message == COVER_TEXT for each in self.diff.wording)


def prepare(
    project: Project,
    version: str,
    date: datetime.date | None = None,
    laid: Mapping[str, Laid] = MappingProxyType({}),
    *,
    looks: bool = True,
) -> Release:
    """Freeze the project as a version: the one that edition.yaml has, or a newer one, for which it gets an entry.

    `date` is today unless it is given, or the entry has one. `laid` is the book on its pages by language, kept to tell
    later what moved. Without `looks` what only looks otherwise is no change. Raises `Problems`: bad-version,
    wrong-version, nothing-changed, version-order.
    """
    if not is_version(version):
        raise Problems(Problem('bad-version', f'found {version!r}, expected a version', hint='write it like 1.1'))
    frozen = frozen_versions(project.root)
    known, current = version_order(version), version_order(project.edition.version)
    if same := next((each for each in frozen if version_order(each) == known), None):
        raise Problems(_wrong(project, version, 'a version that is not frozen', _instead(frozen, same)))
    if known < current or (known == current and version != project.edition.version):
        hint = f'use {project.edition.version}, or count on'
        raise Problems(_wrong(project, version, f'{project.edition.version} or a newer one', hint))
    record = record_of(project)
    diff = Editions.of(load_edition(frozen[-1], project.root), record, looks=looks).diff if frozen else None
    if diff is not None and diff.is_empty:
        message = f'found nothing that differs from {frozen[-1]}, expected a change'
        raise Problems(Problem('nothing-changed', message, EDITION, hint=f'go on with {frozen[-1]}'))
    if diff is not None:
        diff = replace(diff, new=version)
    day = date or datetime.date.today()
    if known == current:
        day = project.edition.versions[0].date
        if (date or day) != day or (diff and not _lists(project, diff)):
            expected = 'an entry with what changed and the same day' if diff else 'an entry with the same day'
            hint = 'delete the entry: civap release writes it' if diff else 'correct its date, or leave --date out'
            raise Problems(_wrong(project, version, expected, hint))
    record = replace(record, version=version, date=str(day), **_laid(laid))
    files = {_shown(version): write_record(record)}
    if known > current:
        files[EDITION] = _with_entry(project, version, day, _changed(project, diff))
    return Release(files, diff)


def _laid(laid: Mapping[str, Laid]) -> dict[str, Any]:
    """The fields of a record that say on which pages everything stands."""
    return {name: {code: getattr(each, name) for code, each in laid.items()} for name in ('pages', 'heads')}


def _shown(version: str) -> str:
    return f'content/{GAME}/{EDITIONS}/{version}{SUFFIX}'


def _wrong(project: Project, version: str, expected: str, hint: str) -> Problem:
    document = project.documents['edition']
    message = f'found {version}, expected {expected}'
    return document.problem('wrong-version', message, document.node(('versions', 0, 'version')), hint)


def _instead(frozen: Sequence[str], same: str) -> str:
    """What to do about a frozen version: only the newest can be taken back, and only if nobody has it."""
    *above, last = frozen[-1].split('.')
    newer = '.'.join([*above, str(int(last) + 1)])
    if same != frozen[-1] or len(frozen) == 1:
        return f'use a newer one, such as {newer}'
    return f'use {newer}; or, if nobody has {same} yet, delete {_shown(same)} and its entry in {EDITION}'


def _lists(project: Project, diff: Diff) -> bool:
    """Whether the newest entry of edition.yaml has every card that changed."""
    note = project.edition.versions[0]
    return all(
        note.changed.get(code) == 'all' or set(cards or ()) <= set(note.changed.get(code, ()))
        for code, cards in _changed(project, diff).items()
    )


def _changed(project: Project, diff: Diff | None) -> Mapping[str, Sequence[str] | None]:
    """The cards that changed in each language; None stands for all."""
    if diff is None:
        return dict.fromkeys(language_codes(project.root))
    order = {name: place for place, name in enumerate(project.cards)}
    return {code: sorted(diff.to_print('cards', code), key=order.__getitem__) for code in language_codes(project.root)}


def _cards(ids: Sequence[str] | None) -> str:
    return 'all' if ids is None else f'[{", ".join(ids)}]'


def _with_entry(
    project: Project, version: str, date: datetime.date, changed: Mapping[str, Sequence[str] | None]
) -> bytes:
    """edition.yaml with the version before all others; every other byte stays."""
    path = project.root / EDITION
    lines = path.read_bytes().decode('utf-8').split('\n')
    first = project.documents['edition'].node(('versions', 0)).start
    end = '\r' if lines[first.line].endswith('\r') else ''
    dash = ' ' * (first.column - 2)
    said = ', '.join(f'{code}: {_cards(ids)}' for code, ids in changed.items())
    entry = [f'{dash}- version: "{version}"', f'{dash}  date: {date}', f'{dash}  changed: {{{said}}}']
    lines[first.line : first.line] = [f'{line}{end}' for line in entry]
    text = '\n'.join(lines)
    document = parse(text.replace('\r\n', '\n'), EDITION)
    if problems := list(check_edition(validate(Edition, document), list(project.cards), list(changed), document)):
        raise Problems(problems)
    return text.encode()

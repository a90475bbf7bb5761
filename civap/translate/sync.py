"""`civap translate sync`: every PO file brought up to date with the English, or what that would change."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from civap.content.phrases import Message, placeholders
from civap.content.problems import Problem, Problems, did_you_mean
from civap.content.project import Project
from civap.press.output import write_files
from civap.text.checks import duplicates
from civap.text.domains import Domain, load_domains, texts_path
from civap.text.languages import plural_forms
from civap.text.po import Entry, PoFile
from civap.translate.files import open_po, po_text
from civap.translate.merge import KINDS, Changes, merge
from civap.translate.notes import Notes


@dataclass(frozen=True)
class Synced:
    """A file as it should be, beside what it is, and what makes the difference."""

    path: str
    before: str
    after: str
    changes: Changes

    @property
    def is_changed(self) -> bool:
        """Whether the file would be written."""
        return self.before != self.after

    def __str__(self) -> str:
        """One line for people."""
        done = str(self.changes) or 'written anew' if self.is_changed else 'up to date'
        return f'{self.path}: {done}'

    def data(self) -> dict[str, Any]:
        """For programs."""
        ids = {kind: list(self.changes.ids[kind]) for kind in KINDS}
        return {'path': self.path, 'changed': self.is_changed, **ids, 'notes': self.changes.notes}

    def problem(self) -> Problem:
        """That the file is not up to date."""
        code = self.path.split('/')[1]
        told = str(self.changes) or 'written in another way'
        message = f'found texts behind the English ({told}), expected none'
        return Problem('out-of-sync', message, self.path, hint=f'type civap translate sync --lang {code}')


def sync(project: Project, codes: Sequence[str], trivial: Collection[str] = ()) -> list[Synced]:
    """What becomes of the files of languages; nothing is written yet.

    Raises `Problems`: unknown-message and not-trivial for `trivial`, duplicate-message, and what is wrong with files.
    """
    domains = load_domains(project)
    _refuse_unknown(trivial, domains)
    return [synced for code in codes for synced in _language(project, code, domains, trivial)]


def write(project: Project, synced: Sequence[Synced]) -> None:
    """Write what changed, all of it or nothing. Raises `Problems` (cannot-write)."""
    files = {each.path: _encoded(each.after, project.root / each.path) for each in synced if each.is_changed}
    if files:
        write_files(project.root, files, elsewhere='')


def _encoded(text: str, path: Path) -> bytes:
    """The text with the ends of lines that the file has."""
    with suppress(OSError):
        if b'\r\n' in path.read_bytes():
            text = text.replace('\n', '\r\n')
    return text.encode()


def _language(project: Project, code: str, domains: Sequence[Domain], trivial: Collection[str]) -> Iterator[Synced]:
    notes = Notes(project, code)
    for domain in domains:
        before, entries, file = open_po(project.root, code, domain.name)
        _refuse(entries, domain, trivial)
        changes = merge(file, domain.messages, notes.of(domain), len(plural_forms(code)), trivial)
        yield Synced(texts_path(code, domain.name), before, po_text(file, before), changes)


def _refuse_unknown(trivial: Collection[str], domains: Sequence[Domain]) -> None:
    known = list(chain(*(domain.messages for domain in domains)))
    for name in trivial:
        if name not in known:
            message = f'found --trivial {name}, expected the id of a message'
            raise Problems(Problem('unknown-message', message, hint=_near(name, known)))


def _near(name: str, known: Sequence[str]) -> str:
    """The nearest id; all of a project's are too many to list."""
    hint = did_you_mean(name, known)
    return hint if hint.startswith('write') else 'use the msgctxt of an entry'


def _refuse(entries: PoFile, domain: Domain, trivial: Collection[str]) -> None:
    """What cannot be merged without losing something. Raises `Problems`."""
    problems = list(duplicates(entries))
    for entry in entries.entries:
        message = domain.messages.get(entry.id)
        if message and entry.id in trivial and entry.is_translated and not _is_trivial(entry, message):
            text = f'found other placeholders in the new English ({message.other!r}), expected other words alone'
            hint = f'leave out --trivial {entry.id}: the translation has to change as well'
            problems.append(entries.problem('not-trivial', text, entry, 'msgid', hint=hint))
    if problems:
        raise Problems(problems)


def _is_trivial(entry: Entry, message: Message) -> bool:
    """Whether a translation of the one English can serve for the other."""
    was = entry.msgid, entry.msgid_plural
    same = was == (message.one, message.other if message.counts else '')
    one, other = (entry.previous, entry.previous_plural) if same and entry.previous else was
    return placeholders(one + other) == placeholders(message.one + message.other) and message.counts == bool(other)

"""Copies of the project with a mistake in them, and what is said of it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from subprocess import CompletedProcess

from commands import typed

CARDS = 'content/new_dawn/cards.yaml'
PHRASES = 'content/new_dawn/phrases.yaml'
POLISH = 'locales/pl/new_dawn/cards.po'
PROFILE = 'locales/pl/profile.yaml'
ARABIC = 'locales/ar/new_dawn/cards.po'


@dataclass(frozen=True)
class Copy:
    """A copy of the project that a test may break, with earlier outputs beside it."""

    root: Path

    @property
    def out(self) -> Path:
        return self.root / 'build'

    def edit(self, name: str, old: str, new: str, count: int = 1) -> None:
        path = self.root / name
        text = path.read_text('utf-8')
        assert old in text, f'{name} has no {old!r}'
        path.write_text(text.replace(old, new, count), 'utf-8')

    def run(self, *arguments: str) -> CompletedProcess[str]:
        return typed('--project', str(self.root), *arguments)


def outputs(project: Copy) -> dict[str, bytes]:
    found = sorted(path for path in project.out.rglob('*') if path.is_file())
    return {path.relative_to(project.out).as_posix(): path.read_bytes() for path in found}


def double_first_sentence(project: Copy) -> None:
    """The text of Animal Husbandry and its siblings, twice as long."""
    path = project.root / PHRASES
    text = path.read_text('utf-8')
    sentence = re.search(r'- id: build-wonder\n  en: "(.*)"', text)
    listing = re.search(r'- id: city.most-tokens\n  en: (.*)', text)
    assert sentence
    assert listing
    for found in (sentence[1], listing[1]):
        text = text.replace(found, f'{found} {found} {found}')
    path.write_text(text, 'utf-8')


def without_polish_phrase(project: Copy) -> None:
    path = project.root / POLISH
    entries = path.read_text('utf-8').split('\n\n')
    kept = [entry for entry in entries if 'msgctxt "tie.roll"' not in entry]
    assert len(kept) == len(entries) - 1
    path.write_text('\n\n'.join(kept), 'utf-8')


def in_windows_1250(project: Copy) -> None:
    path = project.root / POLISH
    path.write_bytes(path.read_text('utf-8').encode('cp1250', 'replace'))


FAULTS: dict[str, tuple[Callable[[Copy], object], str, str]] = {
    'duplicate card id': (lambda p: p.edit(CARDS, 'id: masonry', 'id: pottery'), 'duplicate-id', f'{CARDS}:'),
    'misspelt level': (lambda p: p.edit(CARDS, 'level: IV', 'level: IIV'), 'unknown-level', 'I, II, III or IV'),
    'misspelt level key': (lambda p: p.edit(CARDS, 'level: IV', 'levle: IV'), 'unknown-key', 'write level'),
    'unknown criterion': (
        lambda p: p.edit(CARDS, 'nearest-agenda', 'nearest-agend'), 'unknown-criterion', 'write nearest-agenda',
    ),
    'missing Polish phrase': (without_polish_phrase, 'missing-translation', 'tie.roll'),
    'Arabic without placeholder': (
        lambda p: p.edit(ARABIC, 'الإنتاج: {production}', 'الإنتاج: 5'), 'missing-placeholder', '{production}',
    ),
    'text too long': (double_first_sentence, 'overflow', 'Animal Husbandry'),
    'missing profile': (lambda p: (p.root / PROFILE).unlink(), 'missing-profile', PROFILE),
    'missing icon': (lambda p: (p.root / 'content/new_dawn/art/industry.svg').unlink(), 'missing-icon', 'industry.svg'),
    'no content': (lambda p: shutil.rmtree(p.root / 'content'), 'no-content', '--project'),
    'empty file': (lambda p: (p.root / CARDS).write_text(''), 'empty-file', CARDS),
    'Windows-1250': (in_windows_1250, 'encoding', 'UTF-8'),
}  # fmt: skip


# In which language it is built, if not in English: that in which the fault is.
LANGUAGE = {
    'missing Polish phrase': 'pl', 'missing profile': 'pl,en', 'Windows-1250': 'en,pl', 'empty file': 'en,pl,ar',
    'Arabic without placeholder': 'ar',
}  # fmt: skip

"""Stress languages: pseudo-translations of English as ordinary locales, in a copy of a project.

`long` has a third more letters, `mirrored` is English read from right to left, `bidi` mixes words of both directions.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path

import polib

from civap.content.folder import GAME
from civap.content.phrases import Message
from civap.content.project import Project
from civap.text.domains import Domain, load_domains
from civap.text.languages import plural_forms, plural_numbers

# How much longer than English a long text is: more than any of the languages of Europe needs on average.
LONGER = 0.35
_TOKEN = re.compile(r'\{\w+\}|\*\*|[^\W\d_]+|.', re.DOTALL)
# Letters that all Latin faces have.
_ADDED = 'ąęłóśżźćńäöüß'
# A letter for a letter: those that all Arabic faces have.
_RIGHT_TO_LEFT = dict(zip('abcdefghijklmnopqrstuvwxyz', 'ابصدعفغهيجكلمنوقرستثخحزشيظ', strict=True))


def lengthened(text: str, form: int) -> str:
    """A text with longer words; markup and placeholders stay. Forms of a plural get different letters."""
    letters = islice(cycle(_ADDED), 1 + 2 * form, None)
    out, owed = [], 0.0
    for token in _TOKEN.findall(text):
        if token == '**' or token.startswith('{'):
            out.append(token)
            continue
        owed += LONGER * len(token)
        if token.isalpha() and len(token) > 2:
            added, middle = round(owed), (len(token) + 1) // 2
            token = token[:middle] + ''.join(islice(letters, added)) + token[middle:]
            owed -= added
        out.append(token)
    return ''.join(out)


def mirrored(text: str, form: int) -> str:
    """English as it is."""
    return text


def mixed(text: str, form: int) -> str:
    """Every second word in letters that are read from right to left."""
    out, words = [], 0
    for token in _TOKEN.findall(text):
        words += token.isalpha()
        turned = token.isalpha() and (words + form) % 2
        out.append(''.join(_RIGHT_TO_LEFT.get(each, '') for each in token.lower()) if turned else token)
    return ''.join(out)


@dataclass(frozen=True, slots=True)
class Kind:
    """A stress language: its code, by which CLDR knows direction and plurals, what a text becomes, faces and digits."""

    code: str
    text: Callable[[str, int], str]
    faces: str = 'latin'
    digits: str = 'latn'


KINDS: Mapping[str, Kind] = {
    'long': Kind('cs', lengthened),
    'mirrored': Kind('fa', mirrored, 'arabic'),
    'bidi': Kind('ur', mixed, 'arabic', digits='arab'),
}


def stressed_copy(project: Project, kinds: Sequence[str], folder: Path) -> None:
    """A copy of a project in a new folder, with a locale for each kind in place of any that it has by that code.

    Raises `Problems`: of the English texts.
    """
    for part in ('content', 'templates', 'locales'):
        shutil.copytree(project.root / part, folder / part)
    domains = load_domains(project)
    for name in kinds:
        _write_locale(name, KINDS[name], domains, folder / 'locales' / KINDS[name].code)


def _write_locale(name: str, kind: Kind, domains: Sequence[Domain], folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    (folder / GAME).mkdir(parents=True)
    profile = f'language: {kind.code}\nname: {name}\ndigits: {kind.digits}\nfaces: {kind.faces}\n'
    (folder / 'profile.yaml').write_text(profile, 'utf-8')
    for domain in domains:
        file = polib.POFile()
        file.metadata = {'Language': kind.code, 'Content-Type': 'text/plain; charset=UTF-8'}
        file.extend(_entries(domain, kind))
        file.save(str(folder / GAME / f'{domain.name}.po'), newline='\n')


def _entries(domain: Domain, kind: Kind) -> Iterator[polib.POEntry]:
    for message in domain.messages.values():
        forms = _forms(message, kind)
        if message.counts:
            yield polib.POEntry(
                msgctxt=message.id,
                msgid=message.one,
                msgid_plural=message.other,
                msgstr_plural=dict(enumerate(forms)),
            )
        else:
            yield polib.POEntry(msgctxt=message.id, msgid=message.one, msgstr=forms[0])


def _forms(message: Message, kind: Kind) -> list[str]:
    """A text, or one for each form of the language: English for one thing where only one has the form."""
    if not message.counts:
        return [kind.text(message.one, 0)]
    return [
        kind.text(message.one if plural_numbers(kind.code)[index] == (1,) else message.other, index)
        for index in range(len(plural_forms(kind.code)))
    ]

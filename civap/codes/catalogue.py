"""The catalogue of codes: what each means, an example, and how to mend it.

Codes of findings and of checks of translations are explained beside the functions that look for them, all others in
the YAML files of this folder. A test holds the catalogue against the source: every code that can be told is in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pydantic import RootModel

from civap.content.schema import Id, Model, Text, validate
from civap.content.source import load
from civap.proof.findings import EXPLAINED
from civap.text.lint import CHECKS

# The files with explanations, and what they are about.
FILES: Mapping[str, str] = {
    'files': 'Files',
    'content': 'Content',
    'examples': 'Examples and states',
    'texts': 'Translations',
    'printing': 'Printing',
    'commands': 'Commands',
}
FINDINGS, CHECKS_OF_TEXTS = 'Findings about content', 'Checks of translations'


class Entry(Model):
    """One code in a file."""

    code: Id
    means: Text
    example: Text
    mend: Text


class _Entries(RootModel[tuple[Entry, ...]]):
    """A file."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What users read about a code; `about` is what it belongs to, `text` all of it in lines."""

    code: str
    about: str
    text: str

    @property
    def summary(self) -> str:
        """Its first sentence."""
        first = ' '.join(self.text.split('\n\n')[0].split())
        return first.split('. ')[0].rstrip('.') + '.'


@cache
def catalogue() -> Mapping[str, Explanation]:
    """Every code that can be told, file by file; findings and checks come last."""
    found = {entry.code: _explanation(entry, about) for name, about in FILES.items() for entry in _entries(name)}
    for code, text in EXPLAINED.items():
        found.setdefault(code, Explanation(code, FINDINGS, text))
    for check in CHECKS.values():
        if check.name in check.codes:
            found.setdefault(check.name, Explanation(check.name, CHECKS_OF_TEXTS, check.told()))
    return found


def explained(name: str) -> str:
    """What is told about a code, or about a check of translations by its name; empty for neither."""
    known, check = catalogue().get(name), CHECKS.get(name)
    if known is None:
        return check.told() if check else ''
    of_texts = (f'In translations: check {each.number}, {each.name}.' for each in CHECKS.values() if name in each.codes)
    return known.text if known.about == CHECKS_OF_TEXTS else '\n'.join((known.text, *of_texts))


def names() -> tuple[str, ...]:
    """All codes, and the names of checks that have codes of their own."""
    return tuple(dict.fromkeys((*catalogue(), *CHECKS)))


def _entries(name: str) -> tuple[Entry, ...]:
    path = Path(__file__).with_name(f'{name}.yaml')
    return validate(_Entries, load(path, f'civap/codes/{name}.yaml')).root


def _explanation(entry: Entry, about: str) -> Explanation:
    text = f'{entry.means}\n\nExample: {entry.example}\nWhat to do: {entry.mend}'
    return Explanation(entry.code, about, text)

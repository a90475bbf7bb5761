"""The terms of locales/glossary.yaml in two languages: which an English text has, and how they are rendered.

All that the proof knows of the glossary is `Terms`; whoever finds terms better puts it in its place.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Protocol

from pydantic import BaseModel, ConfigDict, RootModel, create_model

from civap.content.glossary import GLOSSARY
from civap.content.project import Project
from civap.content.schema import validate
from civap.content.source import load


@dataclass(frozen=True, slots=True)
class Term:
    """A term with its rendering; `forms` are further forms of it, `avoid` what it must not be called."""

    id: str
    english: str
    rendering: str
    forms: tuple[str, ...] = ()
    gender: str = ''
    avoid: tuple[str, ...] = ()
    note: str = ''


@dataclass(frozen=True, slots=True)
class Use:
    """A term that an English text has, and whether its translation has the rendering."""

    term: Term
    kept: bool


class Terms(Protocol):
    """What a proof asks of a glossary."""

    @property
    def terms(self) -> Sequence[Term]:
        """All of them, in file order."""

    def uses(self, english: str, translation: str) -> Sequence[Use]:
        """The terms of an English text."""

    def forbidden(self, translation: str) -> Sequence[tuple[str, Term]]:
        """Words of a translation that are no rendering, each with the term that they are meant for."""


class _Side(BaseModel):
    model_config = ConfigDict(frozen=True, extra='ignore')

    term: str
    match: tuple[str, ...] = ()
    forbid: tuple[str, ...] = ()
    gender: str = ''
    definite: str = ''
    dual: str = ''
    plural: str = ''


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra='ignore')

    id: str
    en: _Side
    note: str = ''


class Glossary:
    """Terms of the file, found by the patterns that it gives: `*` is the rest of a word."""

    def __init__(self, entries: Sequence[tuple[Term, _Side, _Side]]) -> None:
        self.terms = tuple(term for term, _, _ in entries)
        self._entries = entries

    def uses(self, english: str, translation: str) -> list[Use]:
        """See `Terms`. A term inside a longer one that was found is not meant."""
        plain, said = _bare(english), _bare(translation)
        found = [
            (match.span(), term, here)
            for term, source, here in self._entries
            for each in source.match
            for match in _pattern(each).finditer(plain)
        ]
        spans = {span for span, _, _ in found}
        meant = {
            term.id: Use(term, any(_pattern(each).search(said) for each in here.match))
            for span, term, here in found
            if not any(_inside(span, other) for other in spans)
        }
        return list(meant.values())

    def forbidden(self, translation: str) -> list[tuple[str, Term]]:
        """See `Terms`."""
        said = _bare(translation)
        return [
            (match[0], term)
            for term, _, here in self._entries
            for each in here.forbid
            if (match := _pattern(each).search(said))
        ]


def load_terms(project: Project, code: str) -> Terms:
    """The glossary of a language, empty if the project has none or the language is not in it. Raises `Problems`."""
    path = project.root / GLOSSARY
    if not path.is_file():
        return Glossary(())
    entry = create_model('_Entry', __base__=_Entry, **{code: (_Side | None, None)})  # type: ignore[call-overload]
    found = validate(RootModel[tuple[entry, ...]], load(path, GLOSSARY)).root
    return Glossary([(_term(each, here), each.en, here) for each in found if (here := getattr(each, code))])


def _term(entry: _Entry, here: _Side) -> Term:
    forms = tuple(filter(None, (here.definite, here.dual, here.plural)))
    return Term(entry.id, entry.en.term, here.term, forms, here.gender, here.forbid, entry.note)


def _inside(span: tuple[int, int], other: tuple[int, int]) -> bool:
    return span != other and other[0] <= span[0] and span[1] <= other[1]


@cache
def _pattern(words: str) -> re.Pattern[str]:
    parts = r'\w*'.join(map(re.escape, ''.join(_letters(words)).split('*')))
    return re.compile(rf'(?<!\w){parts}(?!\w)', re.IGNORECASE)


@cache
def _bare(text: str) -> str:
    """Without markup, placeholders and vowel marks."""
    return ''.join(_letters(re.sub(r'\{\w+\}', '0', text.replace('**', ''))))


def _letters(text: str) -> Iterator[str]:
    return (letter for letter in text if not unicodedata.combining(letter))

"""locales/glossary.yaml: how each game term is called in each language, and what it must not be called."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, ConfigDict, RootModel

from civap.content.folder import SOURCE, language_folders
from civap.content.problems import Problem, Problems, did_you_mean
from civap.content.schema import Flag, Id, Model, Text, validate
from civap.content.source import Document, load

if TYPE_CHECKING:
    pass

GLOSSARY = 'locales/glossary.yaml'


class Term(Model):
    """A term in a language: `match` are the ways in which it may appear, `forbid` other words for the same thing.

    In both `*` stands for any letters and vowel marks inside one word. `dual` names the forms for two things.
    """

    term: Text
    match: tuple[Text, ...]
    forbid: tuple[Text, ...] = ()
    gender: Literal['m', 'f', 'n'] | None = None
    definite: Text | None = None
    dual: Text | None = None
    plural: Text | None = None


class Entry(BaseModel):
    """One term, in English and, under their codes, in other languages.

    What is `locked` decides a rule: a translation without it says something else. What is `loose` is an ordinary word,
    too: where it is missing is told as information. What is `numbered` may have a Roman numeral behind it. What is
    `counted` stands beside others of its kind: one more often and another less often than in English were confused.
    """

    model_config = ConfigDict(frozen=True, extra='allow')
    __pydantic_extra__: dict[str, Term]

    id: Id
    en: Term
    note: Text | None = None
    locked: Flag = False
    loose: Flag = False
    numbered: Flag = False
    counted: Flag = False

    def term(self, code: str) -> Term | None:
        """The term in a language, if the glossary has it."""
        return self.en if code == SOURCE else self.__pydantic_extra__.get(code)


class Terms(RootModel[tuple[Entry, ...]]):
    """glossary.yaml is a list of entries."""

    model_config = ConfigDict(frozen=True)


def forbidden_words(glossary: Iterable[Entry]) -> Iterator[tuple[str, str]]:
    """What English texts must not say, each with the term to use."""
    for entry in glossary:
        for word in entry.en.forbid:
            yield word, entry.en.term


def read_glossary(root: Path) -> tuple[Entry, ...]:
    """The terms of the project in a folder, none without a glossary. Raises `Problems`."""
    path = root / GLOSSARY
    if not path.is_file():
        return ()
    document = load(path, GLOSSARY)
    entries = validate(Terms, document).root
    if problems := list(_check(entries, document, language_folders(root))):
        raise Problems(problems)
    return entries


def _check(entries: tuple[Entry, ...], document: Document, languages: list[str]) -> Iterator[Problem]:
    """Each id once, and no language that the project does not have."""
    seen: dict[str, int] = {}
    for index, entry in enumerate(entries):
        if entry.id in seen:
            message = f'found {entry.id!r} again, expected each id once'
            yield document.problem('duplicate-id', message, document.node((index, 'id')), 'give it another id')
        seen.setdefault(entry.id, index)
        for code in entry.__pydantic_extra__:
            if code not in languages:
                message = f'found the language {code!r}, expected one of the project'
                hint = did_you_mean(code, languages)
                yield document.problem('unknown-language', message, document.node((index, code)), hint)

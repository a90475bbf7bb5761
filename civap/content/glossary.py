"""The English side of locales/glossary.yaml: words that are not used for a term."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, RootModel

from civap.content.schema import Id, Model, Text, validate
from civap.content.source import load

if TYPE_CHECKING:
    from civap.content.project import Project

GLOSSARY = 'locales/glossary.yaml'


class Term(Model):
    """A term in English; `forbid` are other words for the same thing, `*` standing for the rest of a word."""

    term: Text
    match: tuple[Text, ...]
    forbid: tuple[Text, ...] = ()


class Entry(BaseModel):
    """One term; its other languages are for translators."""

    model_config = ConfigDict(frozen=True, extra='ignore')

    id: Id
    en: Term


class Glossary(RootModel[tuple[Entry, ...]]):
    """glossary.yaml is a list of entries."""

    model_config = ConfigDict(frozen=True)


def forbidden_words(root: Path) -> Iterator[tuple[str, str]]:
    """What English texts must not say, each with the term to use. A project without a glossary forbids nothing."""
    for entry in _entries(root):
        for word in entry.en.forbid:
            yield word, entry.en.term


def load_glossary(project: 'Project') -> tuple[Entry, ...]:
    """The terms of a project, none without a glossary. Raises `Problems`."""
    return _entries(project.root)


def _entries(root: Path) -> tuple[Entry, ...]:
    path = root / GLOSSARY
    return validate(Glossary, load(path, GLOSSARY)).root if path.is_file() else ()

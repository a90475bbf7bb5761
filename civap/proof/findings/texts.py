"""The English texts of a project, each with its place. Files that cannot be read are told by other checks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from civap.content.base_game import Group
from civap.content.map_tiles import read_map_tiles
from civap.content.phrases import PLACEHOLDER, Phrase, Phrases
from civap.content.problems import Problems
from civap.content.project import Project
from civap.content.schema import Model, kebab
from civap.content.source import Document
from civap.proof.findings.registry import Found, Place

PROSE = ('effect', 'ability', 'goal', 'meaning')


@dataclass(frozen=True, slots=True)
class English:
    """A text, and where it stands."""

    text: str
    document: Document
    place: Place

    def found(self, message: str, hint: str, part: str = '') -> Found:
        """A finding about a part of this text."""
        return Found(self.document, self.place, message, hint, part)

    def search(self, pattern: str | re.Pattern[str]) -> str | None:
        """What of the text outside its placeholders fits a pattern, if anything."""
        hit = re.search(pattern, PLACEHOLDER.sub('{}', self.text), re.IGNORECASE)
        return hit[0] if hit else None


def phrases(project: Project) -> Iterator[tuple[Phrase, English]]:
    """Every form of every phrase on the cards."""
    yield from _forms(project.phrases, project.documents['phrases'])


def play(project: Project) -> Iterator[tuple[Phrase, English]]:
    """Every form of every phrase about a turn."""
    with suppress(Problems):
        yield from _forms(*project.play)


def _forms(phrases: Phrases, document: Document) -> Iterator[tuple[Phrase, English]]:
    for index, phrase in enumerate(phrases.phrases):
        yield phrase, English(phrase.en.other, document, (index, 'en', 'other'))
        if phrase.en.one != phrase.en.other:
            yield phrase, English(phrase.en.one, document, (index, 'en', 'one'))


def readings(project: Project) -> Iterator[English]:
    """Every text of the readings."""
    with suppress(Problems):
        found, document = project.readings
        for index, reading in enumerate(found.readings):
            where: Place = ('readings', index)
            yield English(reading.question, document, (*where, 'question'))
            yield English(reading.because, document, (*where, 'because'))
            for number, option in enumerate(reading.options):
                yield English(option.means, document, (*where, 'options', number, 'means'))


def facts(project: Project) -> Iterator[English]:
    """Every sentence about the base game: notes, effects, abilities, goals, meanings."""
    for place, group, document in groups(project):
        if group.note:
            yield English(group.note, document, (*place, 'note'))
        for index, item in enumerate(group.items):
            yield from _prose(item, (*place, 'items', index), document)


def _prose(item: Model, place: Place, document: Document) -> Iterator[English]:
    for name in PROSE:
        if text := getattr(item, name, ''):
            yield English(text, document, (*place, name))
    for index, agenda in enumerate(getattr(item, 'agendas', ())):
        yield from _prose(agenda, (*place, 'agendas', index), document)


def groups(project: Project) -> Iterator[tuple[Place, Group[Any], Document]]:
    """The groups of facts about the base game, the map tiles last."""
    for name, group in project.base_game:
        if isinstance(group, Group):
            yield (kebab(name),), group, project.documents['base_game']
    with suppress(Problems):
        tiles, document = read_map_tiles(project)
        yield (), tiles, document


def texts(project: Project) -> Iterator[English]:
    """Phrases and readings."""
    for _, text in (*phrases(project), *play(project)):
        yield text
    yield from readings(project)


def everything(project: Project) -> Iterator[English]:
    """Phrases, readings and facts."""
    yield from texts(project)
    yield from facts(project)

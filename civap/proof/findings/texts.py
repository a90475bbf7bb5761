"""The English texts of a project, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from civap.content.phrases import PLACEHOLDER, Phrase
from civap.content.problems import Problems
from civap.content.project import Project
from civap.content.source import Document
from civap.proof.findings.registry import Found, Place


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
    """Every form of every phrase."""
    document = project.documents['phrases']
    for index, phrase in enumerate(project.phrases.phrases):
        yield phrase, English(phrase.en.other, document, (index, 'en', 'other'))
        if phrase.en.one != phrase.en.other:
            yield phrase, English(phrase.en.one, document, (index, 'en', 'one'))


def readings(project: Project) -> Iterator[English]:
    """Every text of the readings; readings that cannot be used are told where examples are checked."""
    with suppress(Problems):
        found, document = project.readings
        for index, reading in enumerate(found.readings):
            where: Place = ('readings', index)
            yield English(reading.question, document, (*where, 'question'))
            yield English(reading.because, document, (*where, 'because'))
            for number, option in enumerate(reading.options):
                yield English(option.means, document, (*where, 'options', number, 'means'))


def texts(project: Project) -> Iterator[English]:
    """Phrases and readings."""
    for _, text in phrases(project):
        yield text
    yield from readings(project)

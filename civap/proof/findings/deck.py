"""The deck as findings look at it: steps with their places, priority lists, and the siblings of a card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from civap.content.cards import Card
from civap.content.criteria import Criterion
from civap.content.project import Project
from civap.content.source import Document
from civap.content.steps import StepBase
from civap.proof.findings.registry import Found, Place

# The kinds of steps that have a priority list, with the list's name.
LISTS: Mapping[str, str] = {
    'place-control': 'control',
    'move-caravans': 'destination',
    'build-wonder': 'wonder',
    'build-city': 'city',
    'attack': 'target',
    'reinforce': 'reinforce',
}


@dataclass(frozen=True)
class StepAt:
    """A step of a card, and where it stands."""

    card: Card
    step: StepBase
    place: Place
    document: Document

    def found(self, key: str, message: str, hint: str, *inside: int) -> Found:
        """A finding about a value of this step."""
        return Found(self.document, (*self.place, key, *inside), message, hint)

    @property
    def order(self) -> tuple[Criterion, ...]:
        """The lines of its priority list."""
        return getattr(self.step, 'order', ())


def steps(project: Project) -> Iterator[StepAt]:
    """All steps of all cards, in file order."""
    for index, card in enumerate(project.deck.cards):
        for number, step in enumerate(card.steps):
            place: Place = ('cards', index, 'steps', number, step.KIND)
            yield StepAt(card, step, place, project.documents['cards'])


def lists(project: Project, name: str = '') -> Iterator[StepAt]:
    """The steps that have a priority list, or the one called `name`."""
    for at in steps(project):
        if at.step.KIND in LISTS and name in ('', LISTS[at.step.KIND]):
            yield at


def families(project: Project) -> Iterator[Sequence[tuple[int, Card]]]:
    """The four cards of each type from level I to IV, each with its index in the file."""
    numbered = sorted(enumerate(project.deck.cards), key=lambda item: (item[1].type, item[1].level))
    for _, group in groupby(numbered, key=lambda item: item[1].type):
        yield list(group)


def first_of_kind(project: Project, kind: str) -> Iterator[Sequence[StepAt]]:
    """For each type of card with steps of a kind: the first such step of each card, from level I to IV."""
    first: dict[str, StepAt] = {}
    for at in steps(project):
        if kind == at.step.KIND:
            first.setdefault(at.card.id, at)
    ordered = sorted(first.values(), key=lambda at: (at.card.type, at.card.level))
    for _, group in groupby(ordered, key=lambda at: at.card.type):
        yield list(group)

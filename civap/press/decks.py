"""Decks under way: the tasks that each of them takes, and the faces that an earlier run has set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from civap.cache import Cache, Kept
from civap.content.problems import Problem
from civap.press.deck import DeckJob, DeckResult, Faces, of_backs, typeset_backs, typeset_faces, typeset_words
from civap.press.geometry import PAPERS
from civap.press.printing import Printing


class KnownFaces:
    """The faces of a deck, card by card: those that are kept, and what is left to set.

    With tags for readers they are one document, and laid out beside others they tell of them: these are not kept.
    """

    def __init__(self, job: DeckJob, cache: Cache, drawing: Sequence[str]) -> None:
        self._job = replace(_unprinted(job), levels=())
        alike = replace(self._job, cards=(), templates=Path(), art=Path(), compiled=None)
        self._kept = None if job.tagged or job.beside else Kept(cache, 'faces', alike, *drawing)
        found = {card['id']: self._kept.get(card) for card in job.cards} if self._kept else {}
        self._known: Mapping[str, Faces] = {name: faces for name, faces in found.items() if faces}

    @property
    def are_kept(self) -> bool:
        """Whether they are kept one by one."""
        return self._kept is not None

    @property
    def left(self) -> DeckJob | None:
        """The job of those that have to be set; None if there are none."""
        cards = tuple(card for card in self._job.cards if card['id'] not in self._known)
        return replace(self._job, cards=cards) if cards else None

    def whole(self, made: Faces | None) -> Faces:
        """All faces, of which those that were left are `made` and kept, unless something is wrong with them."""
        if made and self._kept is None:
            return made
        problems, now = (made.problems, made.of_each()) if made else ((), {})
        if self._kept and not problems:
            for card in self._job.cards:
                if faces := now.get(card['id']):
                    self._kept.add(card, faces)
            self._kept.put()
        each = {**self._known, **now}
        return _together([each[card['id']] for card in self._job.cards], problems)


def _unprinted(job: DeckJob) -> DeckJob:
    """The job without what becomes of its pages on paper, which does not change them."""
    return replace(job, printing=Printing(), papers=(), bar_label='', backed=False)


def _together(each: Sequence[Faces], problems: tuple[Problem, ...]) -> Faces:
    files, fits, rooms = (
        tuple(item for faces in each for item in getattr(faces, name)) for name in ('files', 'fits', 'rooms')
    )
    return Faces(files, fits, problems, rooms=rooms)


@dataclass
class Planned:
    """A deck, and the numbers of the tasks that it waits for."""

    job: DeckJob
    faces: KnownFaces
    waits: dict[str, int] = field(default_factory=dict)

    def is_ready(self, outcomes: Mapping[int, Any]) -> bool:
        """Whether it waits for nothing more."""
        return all(number in outcomes for number in self.waits.values())

    def made(self, outcomes: Mapping[int, Any]) -> DeckResult:
        """The deck on its sheets. Raises `Problems`."""
        # Not before there is something to impose: the workers would have to wait until pikepdf is loaded.
        from civap.press.sheets import impose_deck

        faces, backs, words = (outcomes.get(self.waits.get(name, -1)) for name in ('faces', 'backs', 'words'))
        return impose_deck(self.job, self.faces.whole(faces), backs or b'', words or b'')


@dataclass
class Plan:
    """The decks of some jobs that are alike in all but language, and the tasks for all of them.

    Of the `passing` tasks the outcome is not kept: its parts are.
    """

    decks: list[Planned] = field(default_factory=list)
    tasks: list[partial[Any]] = field(default_factory=list)
    passing: set[int] = field(default_factory=set)

    def add(self, task: partial[Any]) -> int:
        """One task more, by its number."""
        self.tasks.append(task)
        return len(self.tasks) - 1


def plan(jobs: Sequence[DeckJob], cache: Cache, drawing: Sequence[str]) -> Plan:
    """What is left to do for decks; `drawing` are digests of their templates and art."""
    made = Plan()
    for job in jobs:
        deck = Planned(job, KnownFaces(job, cache, drawing))
        made.decks.append(deck)
        if left := deck.faces.left:
            deck.waits['faces'] = made.add(partial(typeset_faces, left))
            made.passing |= {deck.waits['faces']} if deck.faces.are_kept else set()
    first = jobs[0]
    if first.backed or (first.papers and first.printing.back != 'none'):
        tasks = [
            partial(typeset_backs, _unprinted(of_backs(job))) for job in (jobs[:1] if first.shares_backs else jobs)
        ]
        numbers = [made.add(task) for task in tasks]
        for index, deck in enumerate(made.decks):
            deck.waits['backs'] = numbers[index % len(numbers)]
    for deck in made.decks:
        if deck.job.papers and deck.job.bar_label:
            bare = replace(deck.job, cards=(), beside=(), levels=(), printing=Printing(), papers=tuple(PAPERS))
            deck.waits['words'] = made.add(partial(typeset_words, bare))
    return made

"""Everything that the rules leave open is one question; who answers it decides what a run is.

Rules are ordinary code that calls `choose`. To see all that can happen, `paths` runs that code again and
again: the first time each question gets its first option, and every further run replays the answers of
the one before up to the last question that still has an option left, takes that option, and goes on.
Each run is thus a path from the root to a leaf of the tree of answers, every leaf is reached exactly
once, and a path is a list of answers that can be written down and replayed. Nothing is copied and
nothing is shared between paths, because a run builds its own state.

Three things keep this honest. A replayed question must be the question that was recorded, else the code
depends on something that is not a choice (`PathDrift`). Weights are whole numbers, so chances are exact.
And a tree that is too large is an error that names the questions that made it so (`TooManyPaths`).

This module knows nothing of any game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from math import prod
from random import Random
from typing import Generic, NamedTuple, Protocol, TypeVar

Answer = int | str
OutcomeT = TypeVar('OutcomeT')

BUDGET = 100_000


class Kind(Enum):
    """Why something is open: not stated, decided by a person, left to equal chance, or rolled."""

    FACT = 'fact'
    HUMAN = 'human'
    TIE = 'tie'
    DIE = 'die'


CHANCE = frozenset({Kind.TIE, Kind.DIE})


class Question(NamedTuple):
    """Something open. `key` is stable and readable; without `weights` all options weigh the same.

    Where options are spans, `exact` are the values in them: who knows which may answer with that instead.
    """

    kind: Kind
    key: str
    options: tuple[Answer, ...]
    weights: tuple[int, ...] | None = None
    exact: tuple[Answer, ...] = ()

    def weight(self, pick: int) -> int:
        """The weight of the option at index `pick`."""
        return self.weights[pick] if self.weights else 1

    @property
    def total(self) -> int:
        """The weight of all options."""
        return sum(self.weights) if self.weights else len(self.options)


class Chooser(Protocol):
    """Whoever answers questions."""

    def choose(self, question: Question) -> Answer:
        """One of the question's options, or of its exact values."""
        ...


class PathDrift(Exception):
    """A replayed run asked something else than the run before it."""


class DeadEnd(Exception):
    """Raised by rules: no situation fits the answers given so far. The path does not count."""


class TooManyPaths(Exception):
    """More paths than the budget. `breadths` are the keys asked with their options, widest first."""

    def __init__(self, budget: int, breadths: Mapping[str, int]) -> None:
        widest = sorted(breadths.items(), key=lambda item: (-item[1], item[0]))
        super().__init__(f'more than {budget} paths')
        self.budget = budget
        self.breadths = tuple(widest)


class Path(NamedTuple, Generic[OutcomeT]):
    """One leaf: what happened, and the questions with the index of each answer."""

    outcome: OutcomeT
    questions: tuple[Question, ...]
    picks: tuple[int, ...]

    @property
    def answers(self) -> dict[str, Answer]:
        """Answers by key, in the order asked."""
        pairs = zip(self.questions, self.picks, strict=True)
        return {question.key: question.options[pick] for question, pick in pairs}

    @property
    def chance(self) -> Fraction:
        """The chance of this path among those with the same facts and human choices."""
        rolled = [
            (question.weight(pick), question.total)
            for question, pick in zip(self.questions, self.picks, strict=True)
            if question.kind in CHANCE
        ]
        return Fraction(prod(weight for weight, _ in rolled), prod(total for _, total in rolled))


class Replay:
    """Answers along one path; `advance` turns to the next one."""

    def __init__(self) -> None:
        self.breadths: dict[str, int] = {}
        self._questions: list[Question] = []
        self._picks: list[int] = []
        self._at = 0

    def choose(self, question: Question) -> Answer:
        """The recorded answer, or the first option of a question that is new."""
        at = self._at
        self._at += 1
        if at == len(self._questions):
            self._questions.append(question)
            self._picks.append(0)
            width = max(len(question.options), self.breadths.get(question.key, 0))
            self.breadths[question.key] = width
        elif self._questions[at] != question:
            raise PathDrift(f'expected {self._questions[at]}, got {question}')
        return question.options[self._picks[at]]

    def path(self, outcome: OutcomeT) -> Path[OutcomeT]:
        """The path just taken. Raises `PathDrift` when the run stopped short of its recorded questions."""
        if self._at < len(self._questions):
            raise PathDrift(f'expected {self._questions[self._at]}, got no question')
        return Path(outcome, tuple(self._questions), tuple(self._picks))

    def advance(self) -> bool:
        """Go to the next path; false when there is none."""
        self._at = 0
        while self._questions:
            if self._picks[-1] + 1 < len(self._questions[-1].options):
                self._picks[-1] += 1
                return True
            self._questions.pop()
            self._picks.pop()
        return False


def paths(run: Callable[[Chooser], OutcomeT], budget: int = BUDGET) -> Iterator[Path[OutcomeT]]:
    """Every path of `run`, first options first; dead ends are left out.

    Raises `TooManyPaths` and `PathDrift`.
    """
    replay = Replay()
    for _ in range(budget):
        if path := _path(run, replay):
            yield path
        if not replay.advance():
            return
    raise TooManyPaths(budget, replay.breadths)


def _path(run: Callable[[Chooser], OutcomeT], replay: Replay) -> Path[OutcomeT] | None:
    """The path that the replay is set to; none if it is a dead end."""
    try:
        return replay.path(run(replay))
    except DeadEnd:
        return None


@dataclass(frozen=True, slots=True)
class Pin:
    """A fixed answer, as it is or as it is written. With `options`, the question must offer exactly these."""

    pick: Answer
    options: frozenset[Answer] | None = None


class Scripted:
    """Answers pinned questions and passes on the rest.

    `unasked` are the pins that were not needed, `mismatches` the options of questions that offered
    others than their pin names.
    """

    def __init__(self, pins: Mapping[str, Pin], rest: Chooser) -> None:
        self.unasked = set(pins)
        self.mismatches: dict[str, tuple[Answer, ...]] = {}
        self._pins = pins
        self._rest = rest

    def choose(self, question: Question) -> Answer:
        """The pinned answer if the question has it, else what the next chooser says."""
        pin = self._pins.get(question.key)
        if pin is None:
            return self._rest.choose(question)
        self.unasked.discard(question.key)
        written = {str(option): option for option in question.options}
        if pin.options is not None and {str(option) for option in pin.options} != set(written):
            self.mismatches[question.key] = question.options
        pick = str(pin.pick)
        return written[pick] if pick in written else self._rest.choose(question)


class Seeded:
    """Answers at random, by weight."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def choose(self, question: Question) -> Answer:
        """An option; facts and human choices are drawn like ties."""
        return self._random.choices(question.options, question.weights)[0]

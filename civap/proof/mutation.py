"""How much the examples say: every changed rule must make one of them fail, or be accepted as no change at all."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from civap.content.accepted import Accepted, load_accepted
from civap.content.examples import Examples
from civap.content.problems import Problem, Problems, did_you_mean
from civap.content.readings import load_readings
from civap.content.source import Document
from civap.engine.choices import BUDGET, TooManyPaths, paths
from civap.engine.reach import reaches
from civap.engine.setup import SetUp
from civap.engine.state import Unstated
from civap.proof.claims import occasions, read
from civap.proof.coverage import fraction
from civap.proof.mutants import Mutant, mutants
from civap.proof.sameness import Boards
from civap.proof.story import Outcome, Place, Story, assumed, play, stories
from civap.proof.verdicts import misses
from civap.proof.watch import watched

if TYPE_CHECKING:
    from civap.content.project import Project

QUICK = 300
# A change may open more questions; beyond so many more paths it counts as not noticed.
MORE_PATHS = 500


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a mutant: the example that notices it, and the printed one that does; empty if none."""

    mutant: Mutant
    by: str = ''
    printed: str = ''
    accepted: bool = False

    @property
    def open(self) -> bool:
        """Whether nothing notices it and nobody accepted it."""
        return not (self.by or self.accepted)


@dataclass(frozen=True)
class Score:
    """The fates of all mutants, and what is wrong with the list of accepted ones."""

    project: Project
    fates: tuple[Fate, ...]
    problems: tuple[Problem, ...] = ()

    @property
    def open(self) -> tuple[Fate, ...]:
        """Those that an example should notice."""
        return tuple(fate for fate in self.fates if fate.open)

    def count(self, base: bool, printed: bool = False) -> tuple[int, int]:
        """How many are noticed (by printed examples alone), of those that change something."""
        fates = [fate for fate in self.fates if fate.mutant.base == base and not fate.accepted]
        return sum(bool(fate.printed if printed else fate.by) for fate in fates), len(fates)

    def data(self) -> dict[str, Any]:
        """The whole report as plain data."""
        return {
            'rules': {'printed': list(self.count(False, True)), 'all': list(self.count(False))},
            'base-game': {'printed': list(self.count(True, True)), 'all': list(self.count(True))},
            'mutants': [
                {
                    'id': fate.mutant.id,
                    'at': fate.mutant.spot(self.project),
                    'by': fate.by,
                    'printed': fate.printed,
                    'accepted': fate.accepted,
                }
                for fate in self.fates
            ],
            'problems': [asdict(problem) for problem in self.problems],
        }

    def to_json(self) -> str:
        """The report as JSON."""
        return json.dumps(self.data(), ensure_ascii=False, indent=2)

    def lines(self) -> Iterator[str]:
        """The report for a reader, but for what is wrong."""
        accepted = sum(fate.accepted for fate in self.fates)
        for base, name in ((False, 'rules'), (True, 'base game')):
            printed, all_of_them = fraction(*self.count(base, True)), fraction(*self.count(base))
            yield f'{name}: {printed} noticed by printed examples, {all_of_them} by all'
        yield f'{accepted} accepted as no change'

    def findings(self) -> list[Problem]:
        """Open mutants as problems, and the faults of the list."""
        return [*(_open_problem(self.project, fate.mutant) for fate in self.open), *self.problems]


def _open_problem(project: Project, mutant: Mutant) -> Problem:
    document = project.documents[mutant.file]
    message = f'found no example that fails when {mutant.description} ({mutant.id}), expected one'
    hint = 'add an example, or accept it in mutants.yaml if the game stays the same'
    return document.problem('mutant-survives', message, document.node(mutant.place), hint)


# ---------------------------------------------------------------- one example against one mutant


@dataclass(frozen=True, slots=True)
class _Run:
    """One run: what happened, whether every claim holds, which `when` and `possible` came true, the rules cited."""

    outcome: Outcome
    holds: bool
    occurred: frozenset[Place]
    rules: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Told:
    """A story with its set-up and all its runs by the rules as they are."""

    story: Story
    set_up: SetUp
    runs: tuple[_Run, ...]


class Judge:
    """Plays examples under changed rules; what does not depend on the change is done once.

    `reads` and `costs` of an example are what it reads of the data, and how much work it is.
    """

    def __init__(self, project: Project, readings: Mapping[str, str], files: Examples) -> None:
        self.project = project
        self.readings = readings
        self.reads: dict[str, set[str]] = {name: set() for name in files}
        self._files = files
        self._told = {name: [self._tell(story) for story in stories(file, files)] for name, file in files.items()}
        self.costs = {name: sum(_cost(told) for told in found) for name, found in self._told.items()}

    def notices(self, example: str, changed: Project) -> bool:
        """Whether an example no longer passes."""
        rules: set[str] = set()
        if not all(self._holds(told, changed, rules) for told in self._told[example]):
            return True
        return not rules.issuperset(self._files[example].example.rules)

    def _tell(self, story: Story) -> _Told:
        """Every run of a story; none if it cannot be told."""
        set_up = SetUp(self.project, story.given)
        watching = watched(set_up, self.reads[story.file.id])
        with suppress(TooManyPaths, Unstated):
            outcomes = self._outcomes(story, watching, BUDGET)
            return _Told(story, set_up, tuple(_run(story, outcome) for outcome in outcomes))
        return _Told(story, set_up, ())

    def _outcomes(self, story: Story, set_up: SetUp, budget: int) -> Iterator[Outcome]:
        taken = assumed(story)
        for path in paths(lambda chooser: play(story, set_up, self.readings, chooser, taken), budget):
            yield path.outcome

    def _adapted(self, set_up: SetUp, changed: Project) -> SetUp:
        """A set-up for the changed rules: a new one only where facts must be tried further."""
        given, spaces = set_up.situation, len(set_up.spaces)
        if reaches(changed, given, spaces) != reaches(self.project, given, spaces):
            return SetUp(changed, given)
        return set_up.playing(changed)

    def _holds(self, told: _Told, changed: Project, rules: set[str]) -> bool:
        """Whether a story holds on every path; stops at the first failure. A run as before needs no judging."""
        story, occurred, count = told.story, set[Place](), 0
        set_up, budget = self._adapted(told.set_up, changed), 2 * len(told.runs) + MORE_PATHS
        try:
            for outcome in self._outcomes(story, set_up, budget):
                before = told.runs[count] if count < len(told.runs) else None
                run = before if before and before.outcome == outcome else _run(story, outcome)
                if not run.holds:
                    return False
                count += 1
                occurred |= run.occurred
                rules |= run.rules
        except Unstated:
            return False
        except TooManyPaths:
            return True
        return count > 0 and occurred.issuperset(occasions(story.claims, story.place))


def _run(story: Story, outcome: Outcome) -> _Run:
    occurred = frozenset(read(story.claims, story.place, outcome.events).occurred)
    rules = frozenset(rule for event in outcome.events for rule in event.rules)
    return _Run(outcome, not misses(story, outcome), occurred, rules)


def _cost(told: _Told) -> int:
    return sum(len(run.outcome.events) + 1 for run in told.runs)


# ---------------------------------------------------------------- all of them


def score(
    project: Project,
    files: Examples | None = None,
    boards: int = QUICK,
    only: Sequence[Mutant] | None = None,
    tell: Callable[[int, int], None] = lambda _done, _all: None,
) -> Score:
    """What the examples notice of every mutant (or of `only` some); accepted ones are played on random boards.

    `tell` hears how many mutants were tried, of how many.
    Raises `Problems` when a file cannot be used, or an example does not hold as it is.
    """
    files = project.examples if files is None else files
    readings = load_readings(project).chosen
    found = list(mutants(project) if only is None else only)
    accepted, document = load_accepted(project)
    names = {item.id for item in accepted.accepted}
    judge = Judge(project, readings, files)
    _refuse_failing(judge, files)
    order = sorted(files, key=lambda name: (not files[name].example.printed, judge.costs[name], name))
    fates = []
    for done, mutant in enumerate(found):
        tell(done, len(found))
        by = _noticed(mutant, judge, [name for name in order if mutant.reads & judge.reads[name]])
        printed = by if by and files[by].example.printed else ''
        fates.append(Fate(mutant, by, printed, mutant.id in names and not by))
    tell(len(found), len(found))
    problems = _check(accepted.accepted, document, fates, Boards(project, readings, boards))
    return Score(project, tuple(fates), tuple(problems))


def _refuse_failing(judge: Judge, files: Examples) -> None:
    failing = [name for name in files if judge.notices(name, judge.project)]
    if failing:
        message = f'found examples that fail without any change ({", ".join(failing)}), expected that all hold'
        raise Problems(Problem('example-fails', message, hint='run civap check'))


def _noticed(mutant: Mutant, judge: Judge, order: Sequence[str]) -> str:
    """The first example that fails; printed ones are asked first."""
    changed = mutant.apply(judge.project)
    return next((name for name in order if judge.notices(name, changed)), '')


def _check(
    accepted: Sequence[Accepted], document: Document, fates: Sequence[Fate], boards: Boards
) -> Iterator[Problem]:
    """Each entry must name a mutant that no example notices, and that plays the same on every board."""
    known = {fate.mutant.id: fate for fate in fates}
    for index, item in enumerate(accepted):
        node = document.node(('accepted', index, 'id'))
        fate = known.get(item.id)
        if fate is None:
            message, hint = f'found {item.id!r}, expected the id of a mutant', did_you_mean(item.id, list(known))
            yield document.problem('unknown-mutant', message, node, hint)
        elif fate.by:
            message = f'found {item.id}, which {fate.by} notices, expected one that no example notices'
            yield document.problem('stale-mutant', message, node, 'delete it')
        elif (number := boards.difference(fate.mutant)) is not None:
            message = f'found {item.id}, which plays otherwise on random board {number}, expected no difference'
            yield document.problem('mutant-differs', message, node, 'delete it and add an example')

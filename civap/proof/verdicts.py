"""Whether a story holds on every path, and if not, on what that depends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

from civap.content.examples import Assumption
from civap.engine.choices import BUDGET, Path, TooManyPaths, paths
from civap.engine.facts import Assumed
from civap.engine.setup import SetUp
from civap.engine.state import Unstated
from civap.proof.claims import Fault, Miss, Reading, occasions, read
from civap.proof.coverage import reached
from civap.proof.deciding import Decision, decisions
from civap.proof.placed import set_up
from civap.proof.story import Outcome, Place, Story, assumed, play

if TYPE_CHECKING:
    from civap.content.project import Project

# Where no failure shows up in so many paths, an assumption is taken to be needed.
NEED_BUDGET = 2_000


class Verdict(Enum):
    """The answer of the checker, best first. Only the first two pass."""

    HOLDS = 'HOLDS'
    HOLDS_IF = 'HOLDS IF'
    DEPENDS = 'DEPENDS'
    FAILS = 'FAILS'
    WRONG_OPTIONS = 'WRONG OPTIONS'
    NOT_ASKED = 'NOT ASKED'
    VACUOUS = 'VACUOUS'
    TOO_MANY_PATHS = 'TOO MANY PATHS'
    UNSTATED = 'UNSTATED'

    @property
    def passes(self) -> bool:
        """Whether this is what a release wants."""
        return self in (Verdict.HOLDS, Verdict.HOLDS_IF)


@dataclass(frozen=True)
class Finding:
    """What checking one story gave.

    `path` is the failing path to show, with its `misses`; `absent` are the places of what never comes
    true; `units` what its paths reach; `breadths` the keys of too large a tree, `missing` what the situation lacks.
    """

    story: Story
    verdict: Verdict
    paths: int = 0
    failing: int = 0
    rules: frozenset[str] = frozenset()
    units: frozenset[str] = frozenset()
    path: Path[Outcome] | None = None
    misses: tuple[Miss, ...] = ()
    decisions: tuple[Decision, ...] = ()
    absent: tuple[Place, ...] = ()
    breadths: tuple[tuple[str, int], ...] = ()
    missing: str = ''
    budget: int = BUDGET


class Checker:
    """Checks stories of one project under one set of readings."""

    def __init__(self, project: Project, readings: Mapping[str, str], budget: int = BUDGET) -> None:
        self.project = project
        self.readings = readings
        self.budget = budget
        self._set_ups: dict[int, SetUp] = {}

    def check(self, story: Story) -> Finding:
        """The verdict on a story with all that it assumes."""
        try:
            if not self._set_up(story).fits(assumed(story), self.budget):
                return Finding(story, Verdict.VACUOUS)
            return self._judge(story, list(self._paths(story, assumed(story))))
        except TooManyPaths as error:
            return Finding(story, Verdict.TOO_MANY_PATHS, error.budget, breadths=error.breadths, budget=error.budget)
        except Unstated as error:
            return Finding(story, Verdict.UNSTATED, missing=str(error))

    def needs(self, story: Story, assumption: Assumption) -> bool:
        """Whether a story fails somewhere, or can no longer be told, without one of its assumptions."""
        try:
            opened = self._paths(story, assumed(story, without=assumption.fact), NEED_BUDGET)
            return any(misses(story, path.outcome) for path in opened)
        except (TooManyPaths, Unstated):
            return True

    def _paths(self, story: Story, taken: Assumed, budget: int | None = None) -> Iterator[Path[Outcome]]:
        set_up = self._set_up(story)
        return paths(
            lambda chooser: play(story, set_up, self.readings, chooser, taken),
            budget or self.budget,
        )

    def _set_up(self, story: Story) -> SetUp:
        """The set-up of a story, made once."""
        found = self._set_ups.get(id(story.given))
        if found is None or found.situation is not story.given:
            found = set_up(self.project, story.given, story.file.document, (*story.place, 'given'))
            self._set_ups[id(story.given)] = found
        return found

    def _units(self, taken: Sequence[Path[Outcome]]) -> frozenset[str]:
        """What the paths reach; an event that many paths share is looked at once."""
        events = {id(event): event for path in taken for event in path.outcome.events}
        return frozenset(reached(self.project, list(events.values())))

    def _judge(self, story: Story, taken: Sequence[Path[Outcome]]) -> Finding:
        readings = [read(story.claims, story.place, path.outcome.events) for path in taken]
        found = [_misses(story, path.outcome, reading) for path, reading in zip(taken, readings, strict=True)]
        failing = [index for index, missed in enumerate(found) if missed]
        finding = Finding(story, Verdict.HOLDS, len(taken), len(failing), _rules(taken), self._units(taken))
        if not taken:
            return replace(finding, verdict=Verdict.VACUOUS)
        if not failing:
            absent = _absent(story, readings)
            return replace(finding, absent=absent, verdict=Verdict.VACUOUS) if absent else finding
        decided: tuple[Decision, ...] = ()
        if len(failing) < len(taken):
            judged = [Path(not missed, path.questions, path.picks) for path, missed in zip(taken, found, strict=True)]
            decided = decisions(judged)
        shown = decided[0].index if decided else failing[0]
        return replace(
            finding,
            verdict=_verdict(found),
            path=taken[shown],
            misses=found[shown],
            decisions=decided,
        )


def misses(story: Story, outcome: Outcome) -> tuple[Miss, ...]:
    """The claims and pins that fail on one run."""
    return _misses(story, outcome, read(story.claims, story.place, outcome.events))


def _misses(story: Story, outcome: Outcome, reading: Reading) -> tuple[Miss, ...]:
    pins = [
        Miss(fault, place, options=tuple(map(str, outcome.mismatches.get(key, ()))))
        for key, (_, place) in story.pins.items()
        for fault in _pin_faults(key, outcome)
    ]
    return (*pins, *reading.misses)


def _pin_faults(key: str, outcome: Outcome) -> Iterator[Fault]:
    if key in outcome.unasked:
        yield Fault.NOT_ASKED
    if key in outcome.mismatches:
        yield Fault.WRONG_OPTIONS


def _verdict(found: Sequence[Sequence[Miss]]) -> Verdict:
    """For stories that fail on some path."""
    if not all(found):
        return Verdict.DEPENDS
    first = {missed[0].fault for missed in found}
    if first == {Fault.NOT_ASKED}:
        return Verdict.NOT_ASKED
    if first == {Fault.WRONG_OPTIONS}:
        return Verdict.WRONG_OPTIONS
    return Verdict.FAILS


def _absent(story: Story, readings: Sequence[Reading]) -> tuple[Place, ...]:
    """Branches and possibilities that no path shows."""
    wanted = list(occasions(story.claims, story.place))
    occurred = set[Place]().union(*(reading.occurred for reading in readings))
    return tuple(place for place in wanted if place not in occurred)


def _rules(taken: Sequence[Path[Outcome]]) -> frozenset[str]:
    return frozenset[str]().union(*{event.rules for path in taken for event in path.outcome.events})

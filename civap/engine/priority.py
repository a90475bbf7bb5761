"""Priority lists: the one algorithm that picks a target.

A list is a row of criteria. Each looks at the candidates that are left and keeps those that fit it
(`KEEP`), or those with the highest or lowest value (`MOST`, `LEAST`; a candidate without a value does
not fit). A criterion that none fits is passed over: it narrows nothing and the next one is asked
(priority.skip). The first one that leaves a single candidate ends the list (priority.filter). What is
still tied at the end is an equal choice at random (priority.tiebreak, golden.random).

One algorithm serves both ways in which rules describe such lists: "narrow by every criterion in turn"
and "take the first criterion that has a target, then its tiebreaker" never differ, since a criterion
that fits nobody changes nothing in either.

Candidates are sorted by id first, so that neither the outcome nor the questions depend on the order in
which they were listed. Criteria are only read while they can still matter: a fact that no criterion
reads is never asked for. This module knows nothing of any game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from fractions import Fraction
from functools import cache
from operator import attrgetter
from typing import Generic, NamedTuple, Protocol, TypeVar

from civap.engine.choices import Chooser, Kind, Question
from civap.engine.trace import Field, Trace

_id = attrgetter('id')


class Candidate(Protocol):
    """Anything with an id."""

    @property
    def id(self) -> str:
        """Unique in its list."""
        ...


CandidateT = TypeVar('CandidateT', bound=Candidate)


class Sense(Enum):
    """What a criterion does with its values."""

    KEEP = 'keep'
    MOST = 'most'
    LEAST = 'least'


class Criterion(NamedTuple, Generic[CandidateT]):
    """One line of a list. `measure` gives a value, 0 or `None` (KEEP: does not fit) where there is none.

    `limit` is the number that the line names, to be told with it.
    """

    id: str
    sense: Sense
    measure: Callable[[CandidateT], int | None]
    rules: tuple[str, ...] = ()
    limit: int | None = None


class Narrowing(NamedTuple, Generic[CandidateT]):
    """What one criterion did: all are kept when it was passed over."""

    keep: list[CandidateT]
    drop: list[CandidateT]
    values: dict[str, int]
    skipped: bool = False


def narrow(criterion: Criterion[CandidateT], candidates: Sequence[CandidateT]) -> Narrowing[CandidateT]:
    """The candidates that fit best; all of them if none fits (priority.filter, priority.skip)."""
    sense, measure = criterion.sense, criterion.measure
    keep: list[CandidateT] = []
    drop: list[CandidateT] = []
    if sense is Sense.KEEP:
        for candidate in candidates:
            (keep if measure(candidate) else drop).append(candidate)
        return Narrowing(keep, drop, {}) if keep else Narrowing(drop, [], {}, skipped=True)
    found = [measure(candidate) for candidate in candidates]
    values = {candidate.id: value for candidate, value in zip(candidates, found, strict=True) if value is not None}
    if not values:
        return Narrowing(list(candidates), [], {}, skipped=True)
    best = min(values.values()) if sense is Sense.LEAST else max(values.values())
    for candidate, value in zip(candidates, found, strict=True):
        (keep if value == best else drop).append(candidate)
    return Narrowing(keep, drop, values)


def fitting(criteria: Iterable[Criterion[CandidateT]], candidates: Iterable[CandidateT]) -> list[CandidateT]:
    """The candidates that fit any of the criteria; these are read in turn, up to the first that is met."""
    measures = [criterion.measure for criterion in criteria]
    found = []
    for candidate in candidates:
        for measure in measures:
            if measure(candidate):
                found.append(candidate)
                break
    return found


def select(
    name: str,
    criteria: Iterable[Criterion[CandidateT]],
    candidates: Iterable[CandidateT],
    chooser: Chooser,
    trace: Trace,
    tie: str = '',
) -> CandidateT:
    """The target that list `name` picks; `tie` is the key of its tie question (default `<name>.tie`).

    Raises `ValueError` when there is no candidate.
    """
    left = sorted(candidates, key=_id)
    for criterion in criteria:
        if len(left) <= 1:
            break
        result = narrow(criterion, left)
        _note(name, criterion, result, trace)
        left = result.keep
    if not left:
        raise ValueError(f'no candidate for {name}')
    return _pick(name, left, chooser, trace, tie or f'{name}.tie')


def _note(name: str, criterion: Criterion[CandidateT], result: Narrowing[CandidateT], trace: Trace) -> None:
    keep, drop, values, skipped = result
    fields: dict[str, Field] = {'list': name, 'by': criterion.id}
    if not skipped:
        fields['keep'], fields['drop'], fields['values'] = ids(keep), ids(drop), values
    fields['remaining'] = len(keep)
    if criterion.limit is not None:
        fields['limit'] = criterion.limit
    if skipped:
        trace.emit('skipped', ('priority.skip', *criterion.rules), **fields)
    else:
        trace.emit('narrowed', ('priority.filter', *criterion.rules), **fields)


def _pick(name: str, tied: Sequence[CandidateT], chooser: Chooser, trace: Trace, key: str) -> CandidateT:
    """The only candidate, or an equal choice among those tied (priority.tiebreak, golden.random)."""
    options = ids(tied)
    chosen = tied[0]
    rules: tuple[str, ...] = ('priority.filter',)
    if len(tied) > 1:
        answer = chooser.choose(Question(Kind.TIE, key, options))
        chosen, rules = tied[options.index(str(answer))], ('priority.tiebreak', 'golden.random')
    trace.emit('chosen', rules, list=name, item=chosen.id, options=options, chance=_share(len(tied)))
    return chosen


@cache
def _share(number: int) -> Fraction:
    return Fraction(1, number)


def ids(candidates: Iterable[Candidate]) -> tuple[str, ...]:
    """The ids of candidates."""
    return tuple([candidate.id for candidate in candidates])

"""What an example says against what happened: which events match, and how the nearest one differs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from civap.content.events import Bounds, Expectation, Has
from civap.content.examples import Branch, Claims
from civap.engine.trace import Event
from civap.proof.story import Place


class Fault(StrEnum):
    """How a claim fails."""

    MISSING = 'missing'
    DIFFERENT = 'different'
    EARLY = 'early'
    UNWANTED = 'unwanted'
    NOT_ASKED = 'not-asked'
    WRONG_OPTIONS = 'wrong-options'


class Difference(NamedTuple):
    """A field that is not as expected; `field` is its path within the event."""

    field: tuple[str, ...]
    expected: Any
    happened: Any


@dataclass(frozen=True)
class Miss:
    """A claim that does not hold: where it stands, what it expects, and the event nearest to it."""

    fault: Fault
    place: Place
    expected: Expectation | None = None
    event: Event | None = None
    differences: tuple[Difference, ...] = ()
    options: tuple[str, ...] = ()
    index: int = 0


@dataclass
class Reading:
    """The claims held against one run; `occurred` are the places of `when` and `possible` that came true."""

    misses: list[Miss] = field(default_factory=list)
    occurred: set[Place] = field(default_factory=set)


def read(claims: Claims, place: Place, events: Sequence[Event]) -> Reading:
    """Hold claims against the events of one run."""
    reading = Reading()
    at = 0
    for index, item in enumerate(claims.then):
        where = (*place, 'then', index)
        if isinstance(item, Branch):
            _branch(item, where, events, reading)
        else:
            at = _expect(item, (*where, item.KIND), events, at, reading)
    for index, event in enumerate(claims.never):
        found = _first(event, events, 0)
        if found is not None:
            where = (*place, 'never', index, event.KIND)
            reading.misses.append(Miss(Fault.UNWANTED, where, event, events[found], index=found))
    for index, event in enumerate(claims.possible):
        if _first(event, events, 0) is not None:
            reading.occurred.add((*place, 'possible', index, event.KIND))
    return reading


def occasions(claims: Claims, place: Place) -> Iterator[Place]:
    """What must come true on some path."""
    for index, item in enumerate(claims.then):
        if isinstance(item, Branch):
            yield (*place, 'then', index, 'when', item.when.KIND)
    for index, event in enumerate(claims.possible):
        yield (*place, 'possible', index, event.KIND)


def _branch(branch: Branch, where: Place, events: Sequence[Event], reading: Reading) -> None:
    found = _first(branch.when, events, 0)
    if found is None:
        return
    reading.occurred.add((*where, 'when', branch.when.KIND))
    at = found + 1
    for number, event in enumerate(branch.then):
        at = _expect(event, (*where, 'then', number, event.KIND), events, at, reading)


def _expect(expected: Expectation, where: Place, events: Sequence[Event], at: int, reading: Reading) -> int:
    """Where to look for the event after this one."""
    found = _first(expected, events, at)
    if found is not None:
        return found + 1
    miss = _miss(expected, where, events, at)
    reading.misses.append(miss)
    return miss.index + 1 if miss.fault is Fault.DIFFERENT else at


def _miss(expected: Expectation, where: Place, events: Sequence[Event], at: int) -> Miss:
    early = _first(expected, events, 0)
    if early is not None:
        return Miss(Fault.EARLY, where, expected, events[early], index=early)
    near = [
        (tuple(differences(expected, event)), index, event)
        for index, event in enumerate(events)
        if index >= at and event.kind == expected.KIND and _same(expected, event)
    ]
    if not near:
        return Miss(Fault.MISSING, where, expected, index=len(events) - 1)
    found, index, event = min(near, key=lambda item: len(item[0]))
    return Miss(Fault.DIFFERENT, where, expected, event, found, index=index)


def _same(expected: Expectation, event: Event) -> bool:
    """Whether an event is the one that is meant, perhaps with other values."""
    fields = expected.fields
    return all(_agrees(fields[name], event.fields.get(name)) for name in expected.SAME if name in fields)


def _first(expected: Expectation, events: Sequence[Event], at: int) -> int | None:
    kind = expected.KIND
    for index in range(at, len(events)):
        if events[index].kind == kind and not any(differences(expected, events[index])):
            return index
    return None


def differences(expected: Expectation, event: Event) -> Iterator[Difference]:
    """Every expected field that has another value."""
    for name, value in expected.fields.items():
        happened = event.fields.get(name)
        if isinstance(value, dict):
            values = happened if isinstance(happened, dict) else {}
            for key, each in value.items():
                if not _agrees(each, values.get(key)):
                    yield Difference((name, key), each, values.get(key))
        elif not _agrees(value, happened):
            yield Difference((name,), value, happened)


def _agrees(expected: Any, happened: Any) -> bool:
    if type(expected) is type(happened) and isinstance(expected, str | int):
        return bool(expected == happened)  # nearly all are
    match expected:
        case Bounds():
            return isinstance(happened, int) and expected.admits(happened)
        case Has():
            return isinstance(happened, tuple) and set(expected.has) <= set(happened)
        case tuple():
            return isinstance(happened, tuple) and set(expected) == set(happened)
    return happened is not None and str(expected) == str(happened)

"""What happened: plain records, each with the ids of the rules that made it so."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

Field = int | str | Fraction | tuple[str, ...] | Mapping[str, int]


class Event(NamedTuple):
    """One thing that happened. The kinds and their fields are those of `civap.content.events`.

    `step` is the step of a card that did it, `pottery.1` for its first one; empty outside of steps.
    """

    kind: str
    fields: Mapping[str, Field]
    rules: tuple[str, ...]
    step: str = ''


class Trace:
    """Collects events in order; `step` is the step that is being resolved."""

    __slots__ = ('events', 'step')

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.step = ''

    def emit(self, kind: str, rules: tuple[str, ...], /, **fields: Field) -> None:
        """Record an event."""
        # The constructor of a named tuple would take twice as long.
        self.events.append(tuple.__new__(Event, (kind, fields, rules, self.step)))

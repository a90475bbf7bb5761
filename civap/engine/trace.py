"""What happened: plain records, each with the ids of the rules that made it so."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

Field = int | str | Fraction | tuple[str, ...] | Mapping[str, int]


class Event(NamedTuple):
    """One thing that happened. The kinds and their fields are those of `civap.content.events`."""

    kind: str
    fields: Mapping[str, Field]
    rules: tuple[str, ...]


class Trace:
    """Collects events in order."""

    __slots__ = ('events',)

    def __init__(self) -> None:
        self.events: list[Event] = []

    def emit(self, kind: str, rules: tuple[str, ...], /, **fields: Field) -> None:
        """Record an event."""
        self.events.append(Event(kind, fields, rules))

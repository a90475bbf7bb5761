"""What content says, without a language: message ids with numbers, names and inner phrases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Signed:
    """A number printed with its sign: +1."""

    number: int


@dataclass(frozen=True, slots=True)
class Numeral:
    """A level, printed as a Roman numeral."""

    level: int


@dataclass(frozen=True, slots=True)
class Name:
    """A proper name, by its message id; printed bold, never inflected."""

    id: str


@dataclass(frozen=True, slots=True)
class Plain:
    """Text that is the same in every language, such as the name of a space; or one that is in words already."""

    text: str


@dataclass(frozen=True, slots=True)
class Say:
    """One message: `n` picks the form and fills `{n}`; `values` fill the other placeholders."""

    id: str
    n: int | None = None
    values: Mapping[str, Value] = field(default_factory=dict)


Value = int | Signed | Numeral | Name | Plain | Say


@dataclass(frozen=True, slots=True)
class Listing:
    """A priority list: heading, numbered items, and what breaks a tie (always ends in the die)."""

    heading: Say
    items: tuple[Say, ...]
    tie: tuple[Say, ...]


@dataclass(frozen=True, slots=True)
class Statement:
    """What one step says.

    `closing` and `listing` may be shared with the step before: then the last of them prints both.
    """

    sentences: tuple[Say, ...]
    closing: tuple[Say, ...] = ()
    listing: Listing | None = None
    reminder: tuple[Say, ...] = ()
    shared: bool = False

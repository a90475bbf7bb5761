"""The register: each check is a function under its number and name, and its docstring explains it to users."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from civap.text.lint.texts import Book, Text


class Level(Enum):
    """How bad a finding is: an error fails, a warning is shown, information is told when asked for."""

    ERROR = 'error'
    WARN = 'warn'
    INFO = 'info'


class Found(NamedTuple):
    """A finding before it has its place: `part` is what it points at in the text."""

    message: str
    hint: str
    part: str = ''


TextCheck = Callable[['Text'], Iterator[Found]]
BookCheck = Callable[['Book'], Iterator[tuple['Text', Found]]]
FunctionT = TypeVar('FunctionT', bound=Callable[..., object])


@dataclass(frozen=True)
class Check:
    """A check as users know it; `codes` are those of its findings, its name if there are no others.

    One that is `fixed` decides whether a text can be printed at all: it cannot be allowed for an entry. One that is
    `of_source` looks at English, too; if it is `alone`, at nothing else.
    """

    number: int
    name: str
    level: Level
    about: str
    example: str
    codes: tuple[str, ...]
    fixed: bool = False
    of_text: TextCheck | None = None
    of_book: BookCheck | None = None
    of_source: bool = False
    alone: bool = False

    def told(self) -> str:
        """What it is about, for users."""
        allow = 'It cannot be allowed.' if self.fixed else f'To allow it for an entry: # lint: allow {self.name}'
        return f'{self.about}\n\nExample: {self.example}\nCheck {self.number} ({self.level.value}). {allow}'


CHECKS: dict[str, Check] = {}


def of_text(
    number: int, name: str, level: Level, example: str, *, of_source: bool = False
) -> Callable[[TextCheck], TextCheck]:
    """Registers a function that looks at one form of one message."""

    def register(search: TextCheck) -> TextCheck:
        _add(Check(number, name, level, _about(search), example, (name,), of_text=search, of_source=of_source))
        return search

    return register


def of_book(number: int, name: str, level: Level, example: str) -> Callable[[BookCheck], BookCheck]:
    """Registers a function that compares the messages of a language with each other."""

    def register(search: BookCheck) -> BookCheck:
        _add(Check(number, name, level, _about(search), example, (name,), of_book=search))
        return search

    return register


def of_source(number: int, name: str, level: Level, example: str) -> Callable[[BookCheck], BookCheck]:
    """Registers a function that looks at the English texts, as the source."""

    def register(search: BookCheck) -> BookCheck:
        _add(Check(number, name, level, _about(search), example, (name,), of_book=search, of_source=True, alone=True))
        return search

    return register


def elsewhere(
    number: int, name: str, level: Level, codes: tuple[str, ...], example: str, *, fixed: bool = True
) -> Callable[[FunctionT], FunctionT]:
    """Registers a check that another part of the program makes, under the codes that its findings have."""

    def register(function: FunctionT) -> FunctionT:
        _add(Check(number, name, level, _about(function), example, codes, fixed))
        return function

    return register


def _add(check: Check) -> None:
    CHECKS[check.name] = check


def _about(function: Callable[..., object]) -> str:
    return inspect.cleandoc(function.__doc__ or '')

"""The register: each kind of finding is a function under its code, and its docstring explains it to users."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from civap.content.problems import Problem
from civap.content.project import Project
from civap.content.source import Document, Key

Place = tuple[Key, ...]
Find = Callable[[Project], Iterator[Problem]]
FINDINGS: dict[str, Find] = {}
EXPLAINED: dict[str, str] = {}
FunctionT = TypeVar('FunctionT', bound=Callable[..., object])


class Found(NamedTuple):
    """A finding before it has its code. `part` is the text inside the value that it points at."""

    document: Document
    place: Place
    message: str
    hint: str
    part: str = ''


def finding(code: str) -> Callable[[Callable[[Project], Iterator[Found]]], Find]:
    """Registers a function under its code."""

    def register(search: Callable[[Project], Iterator[Found]]) -> Find:
        def find(project: Project) -> Iterator[Problem]:
            for found in search(project):
                node = found.document.node(found.place)
                at = found.document.mark(node, found.part) if found.part else node
                yield found.document.problem(code, found.message, at, found.hint)

        FINDINGS[code] = find
        explained(code)(search)
        return find

    return register


def explained(code: str) -> Callable[[FunctionT], FunctionT]:
    """Registers the docstring of a function as what users read about a code."""

    def register(function: FunctionT) -> FunctionT:
        EXPLAINED[code] = inspect.cleandoc(function.__doc__ or '')
        return function

    return register


def listed(names: Sequence[str]) -> str:
    """Names as a message gives them."""
    return ', '.join(names) or 'none'

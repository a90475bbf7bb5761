"""Examples whose reason in words names a number that happens no more."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest

from civap.content.folder import frozen_versions
from civap.content.problems import Problems
from civap.content.project import Project
from civap.errata.editions import load_edition
from civap.proof.replay import steps
from civap.proof.words import Words


def outdated(project: Project) -> list[str]:
    """The paths of the examples whose `because` names a number that their steps had in the newest frozen version.

    Raises `Problems`: those of that version.
    """
    frozen = frozen_versions(project.root)
    if not frozen:
        return []
    told, words = load_edition(frozen[-1], project.root).examples, Words(project)
    return [
        file.document.path
        for name, file in project.examples.items()
        if name in told and numbers(file.example.because or '') & gone(told[name].steps, _steps(project, name, words))
    ]


def gone(old: Sequence[str], new: Sequence[str]) -> set[str]:
    """The numbers that steps had and have no more, step by step."""
    return {number for before, after in _pairs(old, new) for number in numbers(before) - numbers(after)}


def numbers(text: str) -> set[str]:
    """The numbers in a text."""
    return set(re.findall(r'\d+', text))


def _pairs(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[str, str]]:
    for kind, start, end, first, last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != 'equal':
            yield from zip_longest(old[start:end], new[first:last], fillvalue='')


def _steps(project: Project, example: str, words: Words) -> tuple[str, ...]:
    """None for an example that comes to no end, which is told by the check."""
    try:
        return steps(project, example, words)
    except Problems:
        return ()

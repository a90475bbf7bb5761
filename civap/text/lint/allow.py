"""`# lint: allow NAME, NAME reason` above an entry: checks that do not apply to it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from civap.content.problems import Problem, did_you_mean
from civap.content.source import Mark, problem_at
from civap.text.lint.registry import CHECKS
from civap.text.po import Entry, PoFile

_ALLOW = re.compile(r'#\.?\s*lint:\s*(?P<verb>\S*)\s*(?P<names>[\w-]+(?:\s*,\s*[\w-]+)*)?')


@dataclass(frozen=True, slots=True)
class Allowed:
    """A check that a comment allows for an entry, with where its name stands."""

    name: str
    mark: Mark


def allowed(file: PoFile, entry: Entry) -> Iterator[Allowed]:
    """What the comments of an entry allow, known names or not."""
    for number in range(entry.line, len(file.lines)):
        line = file.lines[number]
        if not line.startswith('#'):
            return
        found = _ALLOW.match(line)
        if found and (found['verb'] != 'allow' or not found['names']):
            yield Allowed(found['verb'], Mark(number, found.start('verb')))
        elif found:
            for name in re.finditer(r'[\w-]+', found['names']):
                yield Allowed(name[0], Mark(number, found.start('names') + name.start()))


def refused(file: PoFile, found: Allowed) -> Problem | None:
    """Why a name cannot be allowed, if so."""
    known = [name for name, check in CHECKS.items() if not check.fixed]
    if found.name in known:
        return None
    message = f'found {found.name!r}, expected the name of a check'
    if found.name in CHECKS:
        message = f'found {found.name!r}, which decides whether a text can be printed, expected another check'
    return problem_at(file.path, file.lines, 'unknown-check', message, found.mark, did_you_mean(found.name, known))

"""What is wrong with a file, in one form: `path:line:col: CODE found, expected`, line, hint."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

WIDTH = 100  # of a source line in a message
# How like a name must be to be meant, of 1: one letter in four may be another; less of the few that are missing.
LIKE, LIKE_MISSING = 0.75, 0.6
SHOWN = 30  # names that a hint lists
# What ends a line, steers a terminal or turns text round; isolates belong to words of right-to-left languages.
_STEERS = re.compile('[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\ud800-\udfff]')


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding: an error, else its `level` is warn or info.

    `line` and `column` count from 1; 0 stands for no place in the file.
    """

    code: str
    message: str
    path: str = ''
    line: int = 0
    column: int = 0
    excerpt: str = ''
    hint: str = ''
    details: tuple[str, ...] = ()
    level: str = 'error'

    def __str__(self) -> str:
        level = '' if self.level == 'error' else f'{self.level}: '
        lines = [f'{self.place}{level}{self.code} {_shown(self.message)}']
        if self.excerpt:
            lines += [f'    {line}' for line in self._window()]
        lines += [f'    {_shown(line)}' for line in self.details]
        if self.hint:
            lines.append(f'    hint: {_shown(self.hint)}')
        return '\n'.join(lines)

    @property
    def place(self) -> str:
        """`path:line:col: `, or as much of it as is known."""
        if not self.path:
            return ''
        path = ''.join(map(_visible, self.path))
        return f'{path}:{self.line}:{self.column}: ' if self.line else f'{path}: '

    def _window(self) -> tuple[str, str]:
        """The part of the source line round the column, and a line with a caret under it."""
        at = min(max(self.column - 1, 0), len(self.excerpt))
        near = self.excerpt[max(at - WIDTH, 0) : at + WIDTH]
        before = [_visible(char) for char in self.excerpt[max(at - WIDTH, 0) : at]]
        after = [_visible(char) for char in near[len(before) :]]
        if len(self.excerpt) > len(near) or len(''.join((*before, *after))) > WIDTH:
            while len(''.join(before)) > WIDTH // 2:
                del before[0]
            while len(''.join((*before, *after))) > WIDTH:
                del after[-1]
        pad = ''.join(' ' for char in ''.join(before) if not unicodedata.combining(char))
        return ''.join((*before, *after)), f'{pad}^'


class Problems(Exception):
    """Raised when input cannot be used; carries every problem found, in file order and once."""

    def __init__(self, problems: Problem | Iterable[Problem]) -> None:
        found = (problems,) if isinstance(problems, Problem) else tuple(dict.fromkeys(problems))
        super().__init__('\n'.join(str(problem) for problem in found))
        self.problems = found


def missing_package(error: ModuleNotFoundError) -> Problem:
    """What is told when a package is not installed."""
    hint = 'type make setup, or pip install --force-reinstall civap, and then civap doctor'
    return Problem('missing-package', f'found no package {error.name}, expected all to be installed', hint=hint)


def in_file_order(problems: Iterable[Problem]) -> list[Problem]:
    """Each problem once; those without a place last."""
    return sorted(dict.fromkeys(problems), key=lambda found: (not found.line, found.line, found.column))


def _shown(text: str) -> str:
    """A text on one line, with nothing in it that steers a terminal."""
    return text if text.isprintable() else _STEERS.sub(lambda found: _visible(found[0]), text)


def _visible(char: str) -> str:
    """The character; one that steers a terminal or cannot be seen as an escape."""
    return char if char.isprintable() else char.encode('unicode_escape').decode('ascii')


def counted(number: int, thing: str) -> str:
    """Such as `1 form`, `2 forms`."""
    return f'{number} {thing}' if number == 1 else f'{number} {thing}s'


def nearest(found: str, known: Iterable[str], like: float = LIKE) -> str | None:
    """The known name that `found` most likely meant, if any is as `like` it."""
    if len(found) > WIDTH:
        return None
    close = difflib.get_close_matches(found, list(known), n=1, cutoff=like)
    return close[0] if close else None


def did_you_mean(found: str, known: Sequence[str]) -> str:
    """A hint with the nearest known name, or with all of them, as far as anybody reads on, when none is near."""
    known = list(dict.fromkeys(known))
    name = nearest(found, known) or (known[0] if len(known) == 1 else None)
    if name:
        return f'write {name}'
    more = f', and {len(known) - SHOWN} more' if len(known) > SHOWN else ''
    return f'use one of: {", ".join(known[:SHOWN])}{more}'

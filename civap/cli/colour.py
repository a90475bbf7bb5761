"""Colour: on a terminal, unless the user or the environment says otherwise."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click

from civap.content.problems import Problem

FunctionT = TypeVar('FunctionT', bound=Callable[..., Any])
WHEN = ('auto', 'always', 'never')
LEVELS = {'error': 'red', 'warn': 'yellow', 'info': 'cyan'}
STATES = {'ok': 'green', 'warning': 'yellow', 'wrong': 'red'}


def from_environment(environment: Mapping[str, str]) -> bool | None:
    """Whether to colour whatever is written to, as NO_COLOR, FORCE_COLOR and TERM say; None for terminals only."""
    if environment.get('NO_COLOR') or environment.get('TERM') == 'dumb':
        return False
    return True if environment.get('FORCE_COLOR', '0') not in ('', '0', 'false') else None


def _set(context: click.Context, _parameter: click.Parameter, value: str | None) -> None:
    """What was said after the command holds for it, else what was said before, else the environment."""
    if value is not None:
        context.color = {'always': True, 'never': False}.get(value, from_environment(os.environ))
    elif context.parent is None:
        context.color = from_environment(os.environ)


def color_option(command: FunctionT) -> FunctionT:
    """Adds --color, which the context keeps and click obeys in all that is written."""
    return click.option(
        '--color', type=click.Choice(WHEN), callback=_set, expose_value=False, is_eager=True,
        help='auto: on a terminal, unless NO_COLOR or FORCE_COLOR is set; always; never (default: auto).',
    )(command)  # fmt: skip


def painted(problem: Problem) -> str:
    """A finding with its code, caret and hint in colour."""
    first, *rest = str(problem).split('\n')
    code = problem.code if problem.level == 'error' else f'{problem.level}: {problem.code}'
    after = first[len(problem.place) + len(code) :]
    head = click.style(problem.place, bold=True) + click.style(code, fg=LEVELS[problem.level], bold=True) + after
    return '\n'.join([head, *map(_painted, rest)])


def _painted(line: str) -> str:
    if re.fullmatch(r' +\^', line):
        return click.style(line, fg='green', bold=True)
    return re.sub('^( +)(hint:)', lambda found: found[1] + click.style(found[2], fg='cyan'), line)


def painted_state(state: str, width: int) -> str:
    """The state of a check of the doctor, padded."""
    return click.style(f'{state:{width}}', fg=STATES[state])

"""How a command talks: findings in the wanted form, and the exit status."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import click

from civap.cli.colour import painted
from civap.cli.options import Options
from civap.cli.progress import shows
from civap.content.problems import Problem, Problems, counted

OK, FINDINGS, USAGE = 0, 1, 2
# What GitHub calls the levels of findings.
COMMANDS = {'error': 'error', 'warn': 'warning', 'info': 'notice'}


def talk(line: str) -> None:
    click.echo(line, err=True)


def talk_at_terminal(line: str) -> None:
    """What goes on, to somebody who waits at a terminal."""
    if shows(sys.stderr):
        talk(line)


@contextmanager
def reporting(options: Options) -> Iterator[None]:
    """Turns `Problems` into findings in the wanted form and an exit status."""
    try:
        yield
    except Problems as error:
        report_problems(error.problems, options.format)
        sys.exit(FINDINGS)


def report_problems(problems: Sequence[Problem], form: str) -> None:
    """Findings on stdout as text, JSON or workflow commands; the count on stderr."""
    print_problems(problems, form)
    talk(counted(len(problems), 'problem'))


def print_data(found: object) -> None:
    """Data on stdout, for a program."""
    import json

    click.echo(json.dumps(found, ensure_ascii=False, indent=2))


def print_problems(problems: Sequence[Problem], form: str) -> None:
    """Findings on stdout as text, JSON or workflow commands."""
    if form == 'json':
        from dataclasses import asdict

        print_data([asdict(problem) for problem in problems])
    else:
        for problem in problems:
            click.echo(_github(problem) if form == 'github' else painted(problem))


def _github(problem: Problem) -> str:
    """One line that GitHub shows beside the file."""
    text = problem.message + (f' (hint: {problem.hint})' if problem.hint else '')
    file = _escaped(problem.path).replace(':', '%3A').replace(',', '%2C')
    where = f'file={file},line={max(problem.line, 1)},col={max(problem.column, 1)},' if file else ''
    return f'::{COMMANDS[problem.level]} {where}title={problem.code}::{_escaped(text)}'


def _escaped(text: str) -> str:
    """A text that cannot end a workflow command and begin another."""
    return text.replace('%', '%25').replace('\r', '%0D').replace('\n', '%0A')

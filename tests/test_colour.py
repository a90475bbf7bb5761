"""Colour and progress: on terminals, and there only unless somebody wants it otherwise."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import commands
import pytest

from civap.checking import _painted
from civap.cli.colour import from_environment, painted, painted_state
from civap.cli.progress import CLEAR, progress, shows
from civap.content.problems import Problem

ROOT = Path(__file__).resolve().parents[1]
ESCAPE = re.compile(r'\x1b\[[0-9;]*m')
pty = pytest.importorskip('pty')  # Windows has none


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has wanted colour otherwise."""
    for name in ('NO_COLOR', 'FORCE_COLOR'):
        monkeypatch.delenv(name, raising=False)


def typed(*arguments: str, terminal: bool, **environment: str) -> str:
    """What a command writes to standard output and error, which are a terminal or not."""
    settings = {'TERM': 'xterm', **environment}
    if not terminal:
        done = commands.typed(*arguments, environment=settings)
        return done.stdout + done.stderr
    command = [sys.executable, '-m', 'civap', *arguments]
    here, there = pty.openpty()
    process = subprocess.Popen(command, cwd=ROOT, env={**os.environ, **settings}, stdout=there, stderr=there)
    os.close(there)
    said = b''
    while part := _read(here):
        said += part
    os.close(here)
    process.wait()
    return said.decode().replace('\r\n', '\n')


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 4096)
    except OSError:  # Linux says so when the other end is closed
        return b''


# Options, the environment, whether it is a terminal, and whether there is colour.
COLOURED = [
    ('', {}, True, True),
    ('', {}, False, False),
    ('', {'NO_COLOR': '1'}, True, False),
    ('', {'NO_COLOR': ''}, True, True),
    ('', {'TERM': 'dumb'}, True, False),
    ('', {'FORCE_COLOR': '1'}, False, True),
    ('', {'FORCE_COLOR': '0'}, False, False),
    ('--color always', {'NO_COLOR': '1'}, False, True),
    ('--color never', {'FORCE_COLOR': '1'}, True, False),
    ('--color auto', {}, False, False),
]


@pytest.mark.parametrize('before', [True, False])
@pytest.mark.parametrize(('options', 'environment', 'terminal', 'coloured'), COLOURED)
def test_findings_are_coloured_for_people(
    options: str, environment: Mapping[str, str], terminal: bool, coloured: bool, before: bool
) -> None:
    words = ['schema', 'nothing.yaml']
    if before and not options:
        pytest.skip('the same')
    words = [*options.split(), *words] if before else [*words, *options.split()]
    said = typed(*words, terminal=terminal, **environment)
    assert bool(ESCAPE.search(said)) is coloured
    assert ESCAPE.sub('', said).startswith("nothing.yaml: unknown-kind found 'nothing.yaml', expected")


def test_what_stands_after_the_command_wins() -> None:
    words = ('--color', 'always', 'schema', 'nothing.yaml', '--color', 'never')
    assert not ESCAPE.search(typed(*words, terminal=False))


@pytest.mark.parametrize('form', ['json', 'github'])
def test_programs_get_no_colour(form: str) -> None:
    assert not ESCAPE.search(typed('schema', 'nothing.yaml', '--format', form, '--color', 'always', terminal=False))


@pytest.mark.parametrize(
    ('environment', 'expected'),
    [
        ({}, None),
        ({'NO_COLOR': '0'}, False),
        ({'NO_COLOR': '1', 'FORCE_COLOR': '1'}, False),
        ({'FORCE_COLOR': 'true'}, True),
        ({'FORCE_COLOR': 'false'}, None),
        ({'TERM': 'dumb'}, False),
    ],
)
def test_the_environment(environment: dict[str, str], expected: bool | None) -> None:
    assert from_environment(environment) is expected


@pytest.mark.parametrize('level', ['error', 'warn', 'info'])
def test_only_colour_is_added_to_a_finding(level: str) -> None:
    problem = Problem(
        'tab', 'found a tab, expected spaces', 'tab/tab.yaml', 3, 5, '  - tab', 'write spaces', level=level
    )
    assert ESCAPE.sub('', painted(problem)) == str(problem)
    code = {'error': '31m', 'warn': '33m', 'info': '36m'}[level]
    assert re.search(rf'{code}\x1b\[1m(warn: |info: )?tab\x1b\[0m found', painted(problem))
    assert '\x1b[32m' in painted(problem).splitlines()[2]


def test_states_and_verdicts() -> None:
    assert painted_state('ok', 4) == '\x1b[32mok  \x1b[0m'
    assert painted_state('wrong', 8) == '\x1b[31mwrong   \x1b[0m'
    assert _painted('a: HOLDS (2 claims)') == 'a: \x1b[32mHOLDS\x1b[0m (2 claims)'
    assert _painted('a: HOLDS IF b = 0 (2)') == 'a: \x1b[33mHOLDS IF\x1b[0m b = 0 (2)'


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_one_line_that_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv('TERM', 'xterm')
    stream = Terminal()
    with progress('typeset', stream) as tell:
        tell(0, 2)
        tell(1, 2)
        assert stream.getvalue().endswith(f'{CLEAR}typeset: 1 of 2')
        tell(2, 2)
    assert '2 of 2' not in stream.getvalue()
    assert stream.getvalue().endswith(CLEAR)


def test_progress_goes_away_when_the_work_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv('TERM', 'xterm')
    stream = Terminal()

    def work() -> None:
        with progress('typeset', stream) as tell:
            tell(0, 2)
            raise ValueError('x')

    with pytest.raises(ValueError, match='x'):
        work()
    assert stream.getvalue().endswith(CLEAR)


@pytest.mark.parametrize(
    ('stream', 'term'), [(io.StringIO(), 'xterm'), (Terminal(), 'dumb'), (Terminal(), ''), (None, 'xterm')]
)
def test_no_progress_elsewhere(stream: io.StringIO | None, term: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv('TERM', term)
    assert not shows(stream)
    if stream is not None:
        with progress('typeset', stream) as tell:
            tell(0, 2)
        assert stream.getvalue() == ''


@pytest.mark.slow
def test_a_build_tells_how_far_it_is(tmp_path: Path) -> None:
    """Once on a terminal; what is left there is what a pipe gets."""
    words = ('build', '--fresh', '--lang', 'en', '--only', 'cards', '--paper', 'a4', '--out', str(tmp_path))
    said = typed(*words, terminal=True)
    assert f'{CLEAR}typeset: 0 of 3' in said
    left = [line.rsplit(CLEAR, 1)[-1] for line in said.split('\n')]
    assert left[0] == f'{tmp_path}/en/focus-cards-a4.pdf'
    assert '\r' not in ''.join(left)

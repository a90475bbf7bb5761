"""The command line as a process: arguments, streams, interrupts, and no traceback for a user."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from copies import ROOT
from mistakes import ARABIC, Copy


@pytest.mark.parametrize(
    ('arguments', 'status', 'says'),
    [
        (['build', '--paper', 'a5'], 2, 'a4 or letter'),
        (['build', '--lang', 'xx'], 2, 'expected one of en, ar, pl'),
        (['check', '--lang', 'xx'], 2, 'expected one of en, ar, pl'),
        (['build', '--only', 'poster'], 2, 'cards or sheets or rulebook'),
        (['build', '--nonsense'], 2, '--nonsense'),
        (['resolve', 'x.yaml', '--dice', '7'], 2, "found the die '7', expected a face from 1 to 6"),
        (['build', '--out', ''], 2, "'--out': found '', expected a folder"),
        (['build', '--project', ''], 2, "'--project': found '', expected a folder"),
        (['build', '--lang', ''], 2, "'--lang': found '', expected a name"),
        (['build', '--lang', ' , '], 2, "'--lang': found ' , ', expected a name"),
        (['build', '--paper', ''], 2, "'--paper': found '', expected a name"),
        (['build', '--only', ','], 2, "'--only': found ',', expected a name"),
        (['check', '--accept', ''], 2, "found --accept ''"),
        (['build', '--only', 'cards,sheets', '--booklet'], 2, 'found --booklet beside --only cards,sheets'),
        (['resolve', '{}', '--lang', 'pl,ar'], 2, 'found --lang pl,ar, expected one language'),
        (['explain', 'card.pottery', '--lang', 'pl', '--lang', 'ar'], 2, 'expected one language'),
        (['check', '--readings', '--lang', 'pl,ar'], 2, 'expected one language'),
        (['bild'], 2, 'bild'),
        (['explain', 'nothing'], 1, 'unknown-example'),
        (['explain', 'card.potery'], 1, 'hint: write card.pottery'),
        (['check', '--accept', 'nothing'], 1, 'unknown-example'),
        (['--project', '/nowhere/at/all', 'build'], 1, 'no-project'),
    ],
)
def test_wrong_arguments_are_one_message(arguments: list[str], status: int, says: str, project: Copy) -> None:
    done = project.run(*arguments)
    assert done.returncode == status
    assert says in done.stdout + done.stderr
    assert 'Traceback' not in done.stdout + done.stderr


@pytest.mark.parametrize(('error', 'status'), [('RuntimeError("x")', 2), ('KeyboardInterrupt()', 130)])
def test_what_goes_wrong_inside_shows_no_traceback(error: str, status: int) -> None:
    program = f'from civap import cli\ndef broken(*_, **__): raise {error}\ncli.cli.main = broken\ncli.main()\n'
    done = subprocess.run([sys.executable, '-c', program], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == status
    assert 'Traceback' not in done.stderr


# What the shell may do to a command: its redirections, the exit status, what must be told.
STREAMS = {
    'resolve STATE <&-': (1, 'no-answer'),
    'resolve STATE </dev/null': (1, 'no-answer'),
    'resolve - <&-': (1, 'empty-file'),
    'resolve STATE </dev/urandom': (1, 'bad-answer'),
    'resolve - </dev/zero': (1, 'too-long'),
    'resolve STATE --seed 1 >/dev/full': (1, 'cannot-write'),
    'check nothing.yaml >/dev/full': (1, 'cannot-write'),
    'resolve STATE --seed 1 >&-': (0, ''),
}


TIED = """{turn: 1, market: [colossus, petra], victory: [], ap: {leader: trajan, resources: 0, natural-wonders: 0,
 wonders: [], city-states: [], row: [{card: pottery, slot: 5, trade: 2}]},
 spaces: [{id: capital, at: [0, 0], terrain: 1, city: ap, capital: true}]}"""


@pytest.mark.skipif(not Path('/dev/full').exists(), reason='needs the devices of Linux')
@pytest.mark.parametrize('command', STREAMS)
def test_streams_that_are_closed_full_or_rubbish_are_one_message(command: str) -> None:
    status, says = STREAMS[command]
    line = f'{shlex.quote(sys.executable)} -m civap {command.replace("STATE", shlex.quote(TIED))}'
    done = subprocess.run(['sh', '-c', line], capture_output=True, text=True, cwd=ROOT, timeout=120, check=False)
    assert done.returncode == status, done.stderr
    assert says in done.stdout + done.stderr
    assert 'Traceback' not in done.stderr
    assert 'internal-error' not in done.stderr


def test_the_last_line_of_a_turn_can_be_piped_and_typed() -> None:
    civap = f'{shlex.quote(sys.executable)} -m civap resolve --lang ar'
    first = f'{civap} {shlex.quote(TIED)} --seed 1 </dev/null | tail -n 1'
    for line in (f'{first} | {civap} - --seed 2', f'{civap} "$({first})" --seed 2 </dev/null'):
        done = subprocess.run(['sh', '-c', line], capture_output=True, text=True, cwd=ROOT, check=False)
        # All is read; the second turn asks for what the first did not need.
        assert re.search(r'^(not-stated|no-answer) ', done.stdout), done.stdout


# From the first to the last that a command imports.
MODULES = ('civap.cli', 'click', 'civap.content.problems', 'civap.content.project', 'pydantic')


@pytest.mark.parametrize('module', MODULES)
def test_an_interrupt_is_one_word_whenever_it_comes(module: str) -> None:
    program = (
        'import builtins, os, runpy, signal, sys\n'
        'load = builtins.__import__\n'
        'def interrupted(name, *rest, **more):\n'
        f'    if name == {module!r}:\n'
        '        builtins.__import__ = load\n'
        '        os.kill(os.getpid(), signal.SIGINT)\n'
        '    return load(name, *rest, **more)\n'
        'builtins.__import__ = interrupted\n'
        'sys.argv = ["civap", "check", "--fresh"]\n'
        'runpy.run_module("civap", run_name="__main__")\n'
    )
    done = subprocess.run([sys.executable, '-c', program], capture_output=True, text=True, cwd=ROOT, check=False)
    assert (done.returncode, done.stderr.split()) == (130, ['stopped'])


def test_a_console_without_arabic_gets_the_message_all_the_same(project: Copy) -> None:
    project.edit(ARABIC, 'الإنتاج: {production}', 'الإنتاج: 5')
    command = [sys.executable, '-m', 'civap', '--project', str(project.root), 'check']
    environment = {**os.environ, 'PYTHONIOENCODING': 'cp1252'}
    done = subprocess.run(command, capture_output=True, cwd=ROOT, env=environment, check=False)
    assert done.returncode == 1
    assert b'missing-placeholder' in done.stdout

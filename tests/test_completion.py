"""Pressing Tab: what is offered, for which project, and that no shell waits for what reads content."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from civap.cli import cli
from civap.cli.completing import codes
from civap.cli.completion import PROGRAM, SHELLS, VARIABLE
from civap.codes.catalogue import names
from civap.content.project import Project
from civap.starting import start
from civap.text.domains import load_domains

ROOT = Path(__file__).resolve().parents[1]
HEAVY = ('pydantic', 'weasyprint', 'jinja2', 'polib', 'pikepdf', 'PIL')


def offered(line: str) -> list[str]:
    """What is offered at the end of a line; files and folders as `<file>` and `<dir>`."""
    *words, incomplete = line.split(' ')
    found = ShellComplete(cli, {}, PROGRAM, VARIABLE).get_completions(words, incomplete)
    return [item.value if item.type == 'plain' else f'<{item.type}>' for item in found]


# What is typed, and all that must be offered.
OFFERED = {
    'dia': '',
    'do': 'doctor',
    'translate s': 'status stress sync',
    'build --lang ': 'en ar pl',
    'build --lang pl,': 'pl,en pl,ar',
    'build --lang pl,a': 'pl,ar',
    '--lang p': 'pl',
    'build --paper ': 'a4 letter',
    'build --only ru': 'rulebook',
    'build --variant shop,p': 'shop,png',
    'build --back ': 'long short fold none',
    'build --size t': 'tarot',
    'build --project ': '<dir>',
    'build --since ': '<file> 1.0',
    'check --variant ': 'colour economy large',
    'check --accept al': '<file> all',
    'check ': '<file>',
    'explain card.pot': '<file> card.pottery',
    'explain pottery-w': '<file> pottery-wonder pottery-wonders',
    'explain idle-f': '<file> idle-floor',
    'resolve ': '<file>',
    'diff ': '<file> 1.0',
    'diff 1.0 ': '<file> 1.0',
    'which --since 1': '<file> 1.0',
    'schema map': '<file> map_tiles',
    'translate proof ': 'ar pl',
    'translate new pt_B': 'pt_BR',
    'translate new pl': 'pl_PL',
    'translate sync --trivial tie.r': 'tie.roll',
    'translate stress --kind ': 'long mirrored bidi',
    'completion ': 'bash zsh fish',
}  # fmt: skip


@pytest.mark.parametrize('line', OFFERED)
def test_what_is_offered(line: str) -> None:
    assert offered(line) == OFFERED[line].split()


def test_all_codes_that_can_be_explained_are_offered() -> None:
    assert codes() == sorted(names())


def test_all_texts_but_those_of_the_book_are_offered(project: Project) -> None:
    ids = {name for domain in load_domains(project) for name in domain.messages}
    found = offered('translate sync --trivial ')
    assert len(found) > 300
    assert set(found) <= ids


def test_the_project_named_before_is_asked(tmp_path: Path) -> None:
    start(ROOT, tmp_path)
    shutil.copytree(tmp_path / 'locales/pl', tmp_path / 'locales/xx')
    assert offered(f'build --project {tmp_path} --lang ') == ['en', 'ar', 'pl', 'xx']
    assert offered(f'--project {tmp_path} build --lang x') == ['xx']


@pytest.mark.parametrize('line', ['build --lang ', 'explain card.', 'translate sync --trivial a', 'translate proof '])
def test_without_a_project_or_with_a_broken_one_nothing_is(line: str, tmp_path: Path) -> None:
    (tmp_path / 'content/new_dawn').mkdir(parents=True)
    (tmp_path / 'content/new_dawn/cards.yaml').write_text('cards: [')
    for folder in (tmp_path / 'none', tmp_path):
        assert [each for each in offered(f'--project {folder} {line}') if each not in ('<file>', 'en')] == []


def test_printers_that_were_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv('CIVAP_CONFIG', str(tmp_path))
    assert offered('build --printer ') == []
    (tmp_path / 'printers.yaml').write_text('office: {a4: {shift: [0, 0]}}\nhome: {shift: [0, 0]}\n')
    assert offered('build --printer ') == ['office', 'home']
    assert offered('calibrate --printer o') == ['office']


@pytest.mark.parametrize('words', ['civap build --lang ', 'civap explain card.', 'civap translate sync --trivial '])
def test_nothing_heavy_is_loaded(words: str) -> None:
    program = (
        'import atexit, sys\n'
        f'atexit.register(lambda: print(*[name for name in {HEAVY} if name in sys.modules], file=sys.stderr))\n'
        'from civap.__main__ import main\nmain()\n'
    )
    environment = {VARIABLE: 'bash_complete', 'COMP_WORDS': words, 'COMP_CWORD': str(words.count(' '))}
    done = subprocess.run(
        [sys.executable, '-c', program],
        capture_output=True, text=True, cwd=ROOT, env={**os.environ, **environment}, check=False,
    )  # fmt: skip
    assert 'plain,' in done.stdout
    assert done.stderr.strip() == ''


@pytest.mark.parametrize('shell', SHELLS)
def test_the_script_of_a_shell(shell: str) -> None:
    done = subprocess.run(
        [sys.executable, '-m', 'civap', 'completion', shell], capture_output=True, text=True, cwd=ROOT
    )
    assert (done.returncode, done.stderr) == (0, '')
    assert f'{VARIABLE}={shell}_complete' in done.stdout
    assert ('string split --max 1 "," $completion' in done.stdout) == (shell == 'fish')


def shell_out(folder: Path, shell: str, script: str) -> str:
    """What a real shell prints, with `civap` found on its path."""
    command = folder / 'civap'
    command.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m civap "$@"\n')
    command.chmod(0o755)
    environment = {**os.environ, 'PATH': f'{folder}:{os.environ["PATH"]}', 'PYTHONPATH': str(ROOT), 'HOME': str(folder)}
    done = subprocess.run([shell, '-c', script], capture_output=True, text=True, cwd=folder, env=environment)
    assert not done.stderr
    return done.stdout


@pytest.mark.skipif(not shutil.which('fish'), reason='needs fish')
def test_fish_completes_with_it(tmp_path: Path) -> None:
    """Also what has commas, in what it offers and in what it says about it."""
    ask = 'civap completion fish | source; complete -C "civap build --'
    assert shell_out(tmp_path, 'fish', f'{ask}lang pl,"').split() == ['pl,ar', 'pl,en']
    assert shell_out(tmp_path, 'fish', f'{ask}lan"').strip() == '--lang\tLanguages, such as en,pl (default: all).'


@pytest.mark.skipif(not shutil.which('bash'), reason='needs bash')
def test_bash_completes_with_it(tmp_path: Path) -> None:
    script = (
        'eval "$(civap completion bash)"\n'
        'COMP_WORDS=(civap build --lang p); COMP_CWORD=3\n_civap_completion civap\nprintf "%s\\n" "${COMPREPLY[@]}"\n'
    )
    assert shell_out(tmp_path, 'bash', script).split() == ['pl']

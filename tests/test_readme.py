"""The README's commands, typed in its order by somebody who has a clone and nothing else."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner
from copies import copied

from civap.cli import cli

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / 'README.md').read_text('utf-8')
# What one would not run for this alone, and where it is run.
ELSEWHERE = {
    'make pdf': 'conftest.py',
    'civap build': 'conftest.py',
    'make test': '../.ci/run',
    'pytest': '../Makefile',
    "pip install -e '.[dev]' -c requirements.lock": '../.ci/run',
    'civap build --lang pl --paper a4': 'test_outputs.py',
    'civap build --only rulebook --booklet': 'press/test_printing.py',
    'civap build --only cards --size 63x88 --back fold': 'press/test_printing.py',
    'civap build --only cards --variant economy,shop': 'press/test_editions.py',
    'civap build --draft': 'cli/test_build_command.py',
    'civap check --mutation': 'proof/test_mutation.py',
    'civap check --readings': 'proof/test_mutation.py',
    'civap serve --lang pl --open': 'serve/test_browser.py',
    'civap translate proof pl': 'translate/test_proof.py',
}


def commands() -> list[str]:
    """The indented lines that are commands, as they are typed; make with arguments as what it runs."""
    lines = [re.split(r' {2,}', line.strip())[0] for line in re.findall(r'^ {4}(\S.*)$', README, re.MULTILINE)]
    lines = [line.replace('.venv/bin/', '') for line in lines]
    lines = [re.sub(r'^make pdf ARGS="(.*)"$', r'civap build \1', line) for line in lines]
    return [line for line in lines if line.startswith(('civap ', 'make ', 'pip ', 'pytest'))]


def test_what_is_run_elsewhere_is_in_the_readme() -> None:
    assert len(commands()) > 25
    for line, place in ELSEWHERE.items():
        assert line in commands()
        assert (ROOT / 'tests' / place).is_file()


@pytest.mark.slow
def test_its_sessions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copied(tmp_path)
    (tmp_path / 'game.yaml').write_text(README.split('```yaml\n')[1].split('```')[0], 'utf-8')
    mine = (ROOT / 'content/new_dawn/examples/masonry.yaml').read_text('utf-8')
    (tmp_path / 'my-example.yaml').write_text(mine.replace('example: masonry', 'example: mine'), 'utf-8')
    monkeypatch.chdir(tmp_path)
    said = {line: typed(line) for line in commands() if line not in ELSEWHERE}
    told = said['civap check']
    shown = re.findall(r'^ {4}(\S+: HOLDS.*)$', README, re.MULTILINE)
    assert len(shown) == 2
    assert set(shown) <= set(told.splitlines())
    assert 'Kolos: miejsce budowy' in said['civap explain pottery-wonder --lang pl']
    assert said['civap check my-example.yaml'].startswith('mine: HOLDS')
    assert {'turn: 2', 'turn: 3'} == {
        re.search(r'turn: \d', output.splitlines()[-1])[0]  # type: ignore[index]
        for line, output in said.items()
        if 'resolve' in line
    }
    assert (tmp_path / 'my-edition' / 'content').is_dir()
    assert (tmp_path / 'locales' / 'de' / 'profile.yaml').is_file()


def typed(line: str) -> str:
    """What a line says, whose commands may be joined by pipes."""
    output = ''
    for part in line.split(' | '):
        program, *words = shlex.split(part)
        if program == 'tail':
            output = output.splitlines()[-1]
            continue
        done = CliRunner().invoke(cli, words, input=output)
        assert (program, done.exit_code) == ('civap', 0), f'{line}: {done.output}'
        output = done.stdout
    return output


def test_the_way_from_a_number_to_what_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The steps below Publish an erratum; tests/errata has freezing and printing."""
    copied(tmp_path)
    monkeypatch.chdir(tmp_path)
    cards = tmp_path / 'content/new_dawn/cards.yaml'
    cards.write_text(
        cards.read_text('utf-8').replace('advance-dial: {spaces: 5}', 'advance-dial: {spaces: 6}'), 'utf-8'
    )
    run = CliRunner().invoke
    assert run(cli, ['check']).exit_code == 1
    assert run(cli, ['check', '--accept', 'all', '--yes']).exit_code == 0
    assert re.search('nuclear-power', run(cli, ['diff', '1.0']).stdout)
    assert 'nuclear-power' in run(cli, ['which', '--since', '1.0']).stdout

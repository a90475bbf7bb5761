"""The sample of a workflow: its commands are there, and those between an erratum and its release end well."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner
from copies import ROOT

from civap.cli import cli
from civap.content.project import Project

WORKFLOW: Any = yaml.safe_load((ROOT / 'docs' / 'workflow.yml').read_text('utf-8'))
STEPS: list[dict[str, str]] = [step for step in WORKFLOW['jobs']['edition']['steps'] if 'run' in step]
CIVAP = '.venv/bin/civap '
COMMANDS = [step['run'].replace('"$SINCE"', WORKFLOW['env']['SINCE']) for step in STEPS if CIVAP in step['run']]


def arguments(command: str) -> list[str]:
    return shlex.split(command.removeprefix(CIVAP))


@pytest.mark.parametrize('command', COMMANDS)
def test_a_command_is_one_that_there_is(command: str) -> None:
    name, *others = arguments(command)
    cli.commands[name].make_context(name, others)


def test_what_make_is_asked_for_is_in_the_makefile() -> None:
    makefile = (ROOT / 'Makefile').read_text('utf-8')
    asked = [shlex.split(step['run']) for step in STEPS if step['run'].startswith('make ')]
    assert [target for _, target, *_ in asked] == ['setup', 'release']
    for _, target, *variables in asked:
        assert re.search(f'^{target}:', makefile, re.MULTILINE)
        assert all(re.search(f'^{each.partition("=")[0]} [?]=', makefile, re.MULTILINE) for each in variables)


def test_only_a_tag_makes_what_players_get() -> None:
    tagged = [step['run'] for step in STEPS if 'tags/v' in step.get('if', '')]
    assert tagged == ['make release SINCE="$SINCE"']


def test_what_is_kept_is_what_the_steps_make() -> None:
    """Each folder that a command writes to."""
    steps = WORKFLOW['jobs']['edition']['steps']
    kept = [path for step in steps for path in step.get('with', {}).get('path', '').split()]
    named = (re.search('--out (.+?) ', command) for command in COMMANDS)
    assert kept == [*(f'{found[1] if found else "build"}/' for found in (None, *filter(None, named))), 'dist/']


@pytest.mark.parametrize('command', [command for command in COMMANDS if '--since' in command])
def test_a_change_that_is_not_yet_released_is_told_and_printed(
    command: str, frozen: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    little = ['--lang', 'pl', '--paper', 'a4', '--only', 'cards']
    done = CliRunner().invoke(cli, [*arguments(command), '--project', str(frozen.root), *little])
    assert done.exit_code == 0, done.output
    if ' build ' in command:
        assert [path.parent.name for path in tmp_path.glob('draft/*/*.pdf')] == ['pl']
    else:
        assert 'pl cards: flight' in done.output

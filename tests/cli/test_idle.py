"""Options that could have no effect are refused, and none of those that have one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from civap import cli
from civap.cli.building import build
from civap.cli.calibrating import calibrate
from civap.cli.checking import check
from civap.cli.idle import BUILD, CALIBRATE, CHECK, TRANSLATE_CHECK, refuse_idle
from civap.cli.translate_check import check as translate_check

IDLE = [
    ('build --only sheets --variant economy', 'found --variant beside --only sheets, expected cards among these'),
    ('build --only rulebook --size 63x88', 'found --size beside --only rulebook'),
    ('build --only rulebook,sheets --bleed 3', 'found --bleed beside --only rulebook,sheets'),
    ('--only sheets build --printer big', 'found --printer beside --only sheets'),
    ('build --only sheets --back long', 'found --back beside --only sheets'),
    ('build --only cards --booklet', 'found --booklet beside --only cards, expected rulebook among these'),
    ('build --variant shop --back fold', 'found --back beside --variant shop'),
    ('build --variant shop,png --marks full', 'found --marks beside --variant shop,png'),
    ('build --variant png --printer big', 'found --printer beside --variant png'),
    ('build --back none --back-art reminder', 'found --back-art beside --back none, expected backs'),
    ('build --back none --mark-sides fronts', 'found --mark-sides beside --back none'),
    ('build --marks none --mark-sides fronts', 'found --mark-sides beside --marks none'),
    ('build --corner 2', 'found --corner without --marks corner'),
    ('build --marks full --corner 2', 'found --corner without --marks corner'),
    ('check --size 63x88', 'found --size without --fit'),
    ('check --variant economy', 'found --variant without --fit'),
    ('check --coverage --size 63x88', 'found --size without --fit'),
]
ACTS = [
    'build --size 63x88 --variant economy --back fold --printer big',
    'build --only sheets,cards --size 63x88',
    'build --variant shop,colour --back fold --marks corner --corner 2 --mark-sides fronts',
    'build --variant shop --back-art reminder --bleed 3.175',
    'build --back none --variant png,colour --back-art reminder',
    'build --booklet',
    'check --fit --size 63x88 --variant economy',
]


@pytest.mark.parametrize(('line', 'says'), IDLE)
def test_an_option_without_an_effect_is_refused(line: str, says: str, tmp_path: Path) -> None:
    done = CliRunner().invoke(cli.cli, [*line.split(), '--out', str(tmp_path)])
    assert done.exit_code == 2
    assert says in ' '.join(done.output.split())
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ('line', 'says'),
    [
        ('--paper letter translate status', 'found --paper before translate status, expected none'),
        ('--out x translate sync', 'found --out before translate sync'),
        ('--only cards translate sync', 'found --only before translate sync'),
        ('--lang pl translate new de', 'found --lang before translate new'),
        ('--fresh translate check', 'found --fresh before translate check'),
        ('--lang pl translate stress', 'found --lang before translate stress'),
        ('--fresh serve', 'found --fresh before serve'),
        ('serve --paper a4,letter', 'found --paper a4,letter, expected one paper'),
        ('translate status --out x', 'No such option'),
        ('translate sync --only cards', 'No such option'),
        ('translate new de --lang pl', 'No such option'),
        ('serve --out x', 'No such option'),
        ('translate check --fit --only sheets', 'found --fit beside --only sheets, expected cards among these'),
        ('translate check --missing --format json', 'found --missing beside --format json'),
        ('--format github translate check --missing', 'found --missing beside --format github'),
        ('--only sheets translate check --fit', 'found --fit beside --only sheets, expected cards among these'),
    ],
)
def test_what_a_translator_cannot_use_is_refused(line: str, says: str) -> None:
    done = CliRunner().invoke(cli.cli, line.split())
    assert done.exit_code == 2
    assert says in ' '.join(done.output.split())


@pytest.mark.parametrize('line', ACTS)
def test_an_option_with_an_effect_is_not(line: str) -> None:
    name, *arguments = line.split()
    command, needs = {'build': (build, BUILD), 'check': (check, CHECK)}[name]
    with command.make_context(name, arguments) as context:
        refuse_idle(needs, context.params)


@pytest.mark.parametrize(
    ('command', 'needs'),
    [(build, BUILD), (check, CHECK), (calibrate, CALIBRATE), (translate_check, TRANSLATE_CHECK)],
)
def test_the_tables_name_options_that_there_are(command: click.Command, needs: Any) -> None:
    known = {each.name for each in command.params}
    assert {name for need in needs for name in need.options} <= known

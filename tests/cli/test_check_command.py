"""`civap check` as a user types it: in a copy of the project, judged by exit status, messages and files."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from mistakes import CARDS, Copy


def test_check_passes_on_the_unmodified_copy(project: Copy) -> None:
    done = project.run('check')
    assert done.returncode == 0, done.stdout
    assert re.search('^pottery-wonder: HOLDS IF ', done.stdout, re.MULTILINE)
    assert re.search('^capital-attack: HOLDS ', done.stdout, re.MULTILINE)


def test_an_example_of_ones_own_is_not_lost_among_the_others(project: Copy, tmp_path: Path) -> None:
    text = (project.root / 'content/new_dawn/examples/pottery-wonder.yaml').read_text('utf-8')
    mine = tmp_path / 'mine.yaml'
    mine.write_text(text.replace('example: pottery-wonder', 'example: mine'), 'utf-8')
    done = project.run('check', str(mine))
    assert done.returncode == 0, done.stdout
    assert [line.split(':')[0] for line in done.stdout.splitlines() if not line.startswith(' ')] == ['mine']
    assert re.search(r'^\d+ examples of the project: ok$', done.stderr, re.MULTILINE)
    done = project.run('check', str(project.root / 'content/new_dawn/examples/astrology.yaml'))
    assert [line.split(':')[0] for line in done.stdout.splitlines()] == ['astrology']


def test_a_file_that_is_no_text_is_one_clean_message(project: Copy) -> None:
    done = project.run('check', sys.executable)
    assert done.returncode == 1
    assert re.search(r'(too-long|encoding) found', done.stdout)
    assert all(line.isprintable() for line in done.stdout.splitlines())


def test_changed_production_fails_the_example_and_names_the_tokens(project: Copy) -> None:
    project.edit(CARDS, 'build-wonder: {production: 5', 'build-wonder: {production: 6')
    done = project.run('check')
    assert done.returncode == 1
    text = done.stdout
    assert re.search(r'examples/pottery-wonder\.yaml:\d+:\d+: example-fails', text)
    assert 'one trade token is spent where two are expected' in text
    assert 'Lowest cost: Colossus 7, Petra 7, Oracle 8' in text
    replay = re.search(r'civap (explain pottery-wonder .*)', text)
    assert replay
    again = project.run(*replay[1].strip().split())
    assert again.returncode == 0, again.stdout
    assert 'trade' in again.stdout


def test_accept_rewrites_only_expected_values_and_the_release_prints(project: Copy) -> None:
    project.edit(CARDS, 'build-wonder: {production: 5', 'build-wonder: {production: 6')
    example = project.root / 'content/new_dawn/examples/pottery-wonder.yaml'
    before = example.read_text('utf-8')
    asked = project.run('check', '--accept', 'all')
    assert asked.returncode == 1
    assert example.read_text('utf-8') == before
    done = project.run('check', '--accept', 'all', '--yes')
    assert done.returncode == 0, done.stdout + done.stderr
    after = example.read_text('utf-8')
    assert [line.split('#')[1:] for line in before.splitlines()] == [line.split('#')[1:] for line in after.splitlines()]
    changed = [(a, b) for a, b in zip(before.splitlines(), after.splitlines(), strict=True) if a != b]
    assert changed
    assert all(re.sub(r'\d+', '0', a) == re.sub(r'\d+', '0', b) for a, b in changed)
    assert project.run('build', '--lang', 'en', '--paper', 'a4', '--only', 'cards').returncode == 0


def test_formats_of_findings(project: Copy) -> None:
    project.edit(CARDS, 'id: masonry', 'id: pottery')
    found = json.loads(project.run('check', '--format', 'json').stdout)
    assert found[0]['code'] == 'duplicate-id'
    assert found[0]['path'] == CARDS
    line = project.run('check', '--format', 'github').stdout.splitlines()[0]
    assert line.startswith(f'::error file={CARDS},line=')

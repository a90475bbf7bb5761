"""What the doctor finds on computers that lack something, and that it says so instead of failing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path

import pytest
from commands import typed
from copies import copied
from packaging.requirements import Requirement

from civap import doctor, system
from civap.doctor import Check, State
from civap.press.typeset import typesetter

ROOT = Path(__file__).resolve().parents[1]
PANGO = {'fontconfig': '2.14.1', 'harfbuzz': '6.0.0', 'pango': '1.50.12'}


def told(checks: Sequence[Check]) -> list[tuple[str, str]]:
    return [(check.name, check.state.value) for check in checks]


def run(*arguments: str, without: str = '', **environment: str) -> subprocess.CompletedProcess[str]:
    """`civap doctor` in a process of its own, as if a package were not installed."""
    program = (
        f'import sys\nsys.modules[{without!r}] = None\nsys.argv = {["civap", "doctor", *arguments]!r}\n'
        'from civap.__main__ import main\nmain()\n'
    )
    return subprocess.run(
        [sys.executable, '-c', program],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, **environment},
        check=False,
    )


def test_this_computer_can_print() -> None:
    done = typed('doctor', '--format', 'json')
    checks = {each['name']: each for each in json.loads(done.stdout)}
    assert done.returncode == 0, done.stdout
    assert {'Python', 'system libraries', 'project', 'fonts latin', 'fonts arabic', 'a page'} <= checks.keys()
    assert checks['a page'] == {
        'name': 'a page',
        'state': 'ok',
        'found': 'typeset and read again, 1 page',
        'cure': '',
    }
    assert {each['state'] for each in checks.values()} <= {'ok', 'warning'}
    assert all(each['cure'] for each in checks.values() if each['state'] != 'ok')


# A package that is not there; the lines that then say so.
MISSING = {
    'pydantic': {'project'},
    'babel': {'project'},
    'pikepdf': {'a page'},
    'platformdirs': {'folders'},
    'fontpkg_amiri': {'fonts arabic', 'a page'},
}


@pytest.mark.parametrize('package', MISSING)
def test_a_missing_package_is_told_and_the_rest_looked_at(package: str) -> None:
    done = run('--format', 'json', without=package, CIVAP_CACHE='', CIVAP_CONFIG='')
    checks = json.loads(done.stdout)
    assert done.returncode == 1
    wrong = {each['name']: each for each in checks if each['state'] == 'wrong'}
    assert wrong.keys() == MISSING[package]
    assert all('make setup' in each['cure'] for each in wrong.values())
    assert checks[0]['name'] == 'Python'
    assert 'msgfmt' in {each['name'] for each in checks}
    assert 'Traceback' not in done.stderr


def test_without_the_command_line_library_it_is_one_message() -> None:
    done = run(without='click')
    assert (done.returncode, done.stdout) == (1, '')
    first, hint = done.stderr.splitlines()
    assert first == 'missing-package found no package click, expected all to be installed'
    assert hint.startswith('    hint: type make setup')


def test_other_commands_name_a_missing_package_too() -> None:
    program = (
        'import sys\n'
        'sys.modules["babel"] = None\n'
        'sys.argv = ["civap", "check", "--fresh"]\n'
        'from civap.cli import main\n'
        'main()'
    )
    done = subprocess.run([sys.executable, '-c', program], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 1
    assert 'missing-package found no package babel' in done.stderr
    assert 'civap doctor' in done.stderr


def test_a_missing_library_has_the_line_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, 'this_system', lambda: system.FEDORA)
    checks = list(doctor.libraries(lambda: ['libpango-1.0', 'libharfbuzz-subset'], dict))
    assert told(checks) == [('system libraries', 'wrong')]
    assert checks[0].found == 'missing libpango-1.0, libharfbuzz-subset'
    assert checks[0].cure.endswith('dnf install -y pango harfbuzz')


def test_without_pango_the_rest_is_looked_at_nevertheless(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, 'LIBRARIES', {**system.LIBRARIES, 'libpango-1.0': ('no-such-library.so.0',)})
    typesetter.cache_clear()
    checks = {(check.name, check.state.value): check for check in doctor.examine()}
    assert checks['system libraries', 'wrong'].found == 'missing libpango-1.0'
    assert 'pango' not in checks['system libraries', 'ok'].found
    assert checks['a page', 'wrong'].found.startswith('missing-library missing libpango-1.0.')
    assert checks['project', 'ok']
    assert checks['outputs', 'ok']


@pytest.mark.parametrize(('version', 'state'), [('1.43.9', 'wrong'), ('1.44.0', 'ok'), ('1.50.12', 'ok')])
def test_a_pango_that_is_too_old(version: str, state: str) -> None:
    checks = list(doctor.libraries(list, lambda: {**PANGO, 'pango': version}))
    assert checks[0].state.value == state
    assert version in checks[0].found


@pytest.mark.parametrize(
    ('wanted', 'state', 'says'),
    [
        ('click==0.1', 'warning', 'other bytes'),
        ('click>=999.1', 'wrong', '999.1 or newer'),
        ('no-such-package-at-all>=1', 'wrong', 'not installed'),
        (f'click=={metadata.version("click")}.0', 'ok', '1 of them'),
        ('click>=8', 'ok', '1, 0 of them'),
    ],
)
def test_packages(wanted: str, state: str, says: str) -> None:
    (check,) = doctor.packages([wanted])
    assert check.state.value == state
    assert says in check.found
    assert (f'"{wanted}"' in check.cure) is (state != 'ok')


@pytest.mark.parametrize(
    ('one', 'other', 'same'),
    [('1.2', '1.002', True), ('1.0', '1', True), ('1.10', '1.1', False), ('4.203', '4.203.post1', True)],
)
def test_versions_that_are_the_same(one: str, other: str, same: bool) -> None:
    assert (doctor._numbers(one) == doctor._numbers(other)) is same


def test_every_requirement_of_civap_is_understood() -> None:
    wanted = doctor.requirements()
    assert len(wanted) > 20
    for each in wanted:
        name, sign, version = doctor._parts(each)
        assert Requirement(f'{name}{sign}{version}') == Requirement(each)


def test_python_that_is_too_old(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, 'LEAST_PYTHON', (3, 99))
    (check,) = doctor.python()
    assert (check.state, check.cure) == (State.WRONG, 'install Python 3.99, then type make setup')


def test_no_project_and_a_broken_one(tmp_path: Path) -> None:
    checks = [check for check in doctor.examine(tmp_path / 'none') if check.state is State.WRONG]
    assert [check.name for check in checks] == ['project']
    assert 'no-project' in checks[0].found
    content = tmp_path / 'content' / 'new_dawn'
    content.mkdir(parents=True)
    (check,) = doctor.projects(tmp_path)
    assert check.state is State.WRONG
    assert 'edition.yaml: not-found found no file, expected one and 4 more' in check.found


def test_schemas_of_an_older_version(tmp_path: Path) -> None:
    copied(tmp_path)
    assert told(list(doctor.projects(tmp_path))) == [('project', 'ok')]
    (tmp_path / 'locales/glossary.yaml').write_text('- {id: a, en: {term: a, match: [a]}}\n')
    _, check = doctor.projects(tmp_path)
    assert (check.state, check.cure) == (State.WARNING, f'type civap schema {tmp_path}')


def test_folders_that_cannot_be_written_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (file := tmp_path / 'a-file').write_text('')
    for name in ('CIVAP_CACHE', 'CIVAP_CONFIG'):
        monkeypatch.setenv(name, str(file / 'inside'))
    checks = {check.name: check for check in doctor.folders(None, file / 'out')}
    assert checks['outputs'].state is State.WRONG
    assert '--out' in checks['outputs'].cure
    assert checks['cache'].state is checks['settings'].state is State.WARNING
    assert checks['temporary files'].state is State.OK
    assert not (tmp_path / 'out').exists()


@pytest.mark.parametrize(
    ('free', 'states'),
    [(10_000_000, ('wrong', 'warning')), (100_000_000, ('warning', 'warning')), (10**12, ('ok', 'ok'))],
)
def test_room_on_the_disk(free: int, states: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor.shutil, 'disk_usage', lambda _: type('Usage', (), {'free': free}))
    monkeypatch.setenv('CIVAP_CONFIG', str(tmp_path))
    checks = {check.name: check.state.value for check in doctor.folders(None, tmp_path / 'new' / 'out')}
    assert (checks['outputs'], checks['settings']) == states
    assert list(tmp_path.iterdir()) == []


def test_what_only_some_commands_use() -> None:
    checks = {check.name: check for check in doctor.extras(lambda _: None)}
    assert checks['git'].state is checks['msgfmt'].state is checks['Chromium'].state is State.WARNING
    assert checks['git'].cure == 'install git'
    checks = {check.name: check for check in doctor.extras(lambda name: f'/bin/{name}')}
    assert checks['Chromium'] == Check('Chromium', State.OK, '/bin/chromium')


def test_for_programs_that_read_findings(tmp_path: Path) -> None:
    done = typed('doctor', '--format', 'github', '--project', str(tmp_path / 'none'))
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert all(line.startswith(('::error title=', '::warning title=')) for line in lines)
    assert sum('no-project found' in line and line.startswith('::error title=project::') for line in lines) == 1


def test_the_lines_that_people_read() -> None:
    done = typed('doctor', '--project', 'no-such-folder')
    lines = done.stdout.splitlines()
    assert lines[0].split()[:2] == ['ok', 'Python']
    at = next(index for index, line in enumerate(lines) if line.startswith('wrong    project'))
    assert lines[at + 1].strip() == 'hint: correct --project'
    assert done.stderr.strip().endswith('1 wrong')

"""What is missing on a system, and who installs it."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from civap import system
from civap.system import ALPINE, ARCH, DEBIAN, FEDORA, LIBRARIES, MACOS, VENV, WINDOWS, System

PYTHON_VENV = f'python{sys.version_info.major}.{sys.version_info.minor}-venv'


@pytest.mark.parametrize(
    ('platform', 'os_release', 'expected'),
    [
        ('linux', {'ID': 'debian'}, DEBIAN),
        ('linux', {'ID': 'ubuntu', 'ID_LIKE': 'debian'}, DEBIAN),
        ('linux', {'ID': 'linuxmint', 'ID_LIKE': 'ubuntu debian'}, DEBIAN),
        ('linux', {'ID': 'fedora'}, FEDORA),
        ('linux', {'ID': 'rocky', 'ID_LIKE': 'rhel centos fedora'}, FEDORA),
        ('linux', {'ID': 'alpine'}, ALPINE),
        ('linux', {'ID': 'manjaro', 'ID_LIKE': 'arch'}, ARCH),
        ('linux', {'ID': 'nixos'}, None),
        ('linux', {}, None),
        ('darwin', {}, MACOS),
        ('win32', {}, WINDOWS),
        ('cygwin', {}, WINDOWS),
        ('freebsd14', {}, None),
    ],
)
def test_detect(platform: str, os_release: dict[str, str], expected: System | None) -> None:
    assert system.detect(platform, os_release) is expected


@pytest.mark.parametrize(
    ('family', 'missing', 'expected'),
    [
        (
            DEBIAN,
            ['libpango-1.0'],
            'apt-get update && apt-get install -y libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0',
        ),
        (DEBIAN, [VENV], f'apt-get update && apt-get install -y {PYTHON_VENV}'),
        (
            DEBIAN,
            ['libharfbuzz-subset', VENV],
            f'apt-get update && apt-get install -y libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 {PYTHON_VENV}',
        ),
        (FEDORA, ['libpango-1.0'], 'dnf install -y pango harfbuzz'),
        (MACOS, ['libpango-1.0'], 'brew install pango'),
    ],
)
def test_commands(family: System, missing: list[str], expected: str) -> None:
    assert ' && '.join(map(shlex.join, family.commands(missing))) == expected


@pytest.mark.parametrize(
    ('family', 'rights', 'expected'),
    [
        (DEBIAN, {'root'}, []),
        (DEBIAN, {'root', 'ci', 'sudo'}, []),
        (DEBIAN, {'ci', 'sudo'}, ['sudo', '-n']),
        (DEBIAN, {'ci'}, None),
        (DEBIAN, {'sudo'}, None),
        (DEBIAN, set(), None),
        (MACOS, {'ci'}, []),
        (MACOS, {'ci', 'root'}, None),
        (MACOS, {'sudo'}, None),
        (WINDOWS, {'ci'}, None),
        (None, {'root', 'ci'}, None),
    ],
)
def test_only_root_or_ci_installs(family: System | None, rights: set[str], expected: list[str] | None) -> None:
    given = {name: name in rights for name in ('root', 'ci', 'sudo')}
    assert system.unattended(family, **given) == expected


@pytest.mark.parametrize('name', LIBRARIES)
def test_a_library_counts_as_missing_only_when_no_file_of_it_loads(name: str) -> None:
    def load_all_but(file: str) -> None:
        if file in LIBRARIES[name]:
            raise OSError(file)

    def load_last_name(file: str) -> None:
        if file != LIBRARIES[name][-1]:
            load_all_but(file)

    assert system.missing_libraries(load_all_but) == [name]
    assert system.missing_libraries(load_last_name) == []


def test_the_libraries_of_this_machine_load() -> None:
    assert system.missing_libraries() == []
    assert system.problem() is None


def test_versions_of_the_libraries_of_this_machine() -> None:
    found = system.library_versions()
    assert sorted(found) == ['fontconfig', 'harfbuzz', 'pango']
    assert all(re.fullmatch(r'\d+\.\d+\.\d+', version) for version in found.values())


@pytest.mark.skipif(sys.platform != 'linux', reason='elsewhere no compiler is asked')
def test_the_libraries_of_weasyprint_are_found_without_asking_other_programs() -> None:
    code = """
import ctypes.util, sys
usual, started = ctypes.util.find_library, []
sys.addaudithook(lambda event, args: started.append(args) if event in ('subprocess.Popen', 'os.system') else None)
from civap.press.typeset import typesetter
typesetter()
assert not started, started
assert ctypes.util.find_library is usual
"""
    subprocess.run([sys.executable, '-c', code], check=True)


def test_a_library_that_does_not_load_has_no_version(monkeypatch: pytest.MonkeyPatch) -> None:
    files = dict.fromkeys(system.LIBRARIES, ('nowhere.so',))
    monkeypatch.setattr(system, 'LIBRARIES', {**files, 'libharfbuzz': system.LIBRARIES['libharfbuzz']})
    assert list(system.library_versions()) == ['harfbuzz']


@pytest.mark.parametrize('family', [DEBIAN, FEDORA, ALPINE, ARCH, MACOS, WINDOWS, None])
def test_the_cure_is_one_line(family: System | None) -> None:
    cure = system.cure(['libpango-1.0'], family)
    assert '\n' not in cure
    assert 'pango' in cure.lower()


def test_the_cure_asks_for_sudo_only_where_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr('os.geteuid', lambda: 1000)
    assert system.cure([VENV], DEBIAN).endswith(f'type: sudo apt-get update && sudo apt-get install -y {PYTHON_VENV}')
    assert 'sudo' not in system.cure(['libpango-1.0'], MACOS)
    monkeypatch.setattr('os.geteuid', lambda: 0)
    assert 'sudo' not in system.cure([VENV], DEBIAN)


def test_on_macos_libraries_that_are_there_only_need_a_path(tmp_path: Path) -> None:
    assert system.homebrew_folder([tmp_path]) is None
    (tmp_path / 'libpango-1.0.dylib').touch()
    assert system.homebrew_folder([tmp_path / 'none', tmp_path]) == tmp_path


@pytest.mark.parametrize(('ci', 'expected'), [('true', True), ('1', True), ('', False), ('false', False), ('0', False)])
def test_ci(ci: str, expected: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv('CI', ci)
    assert system._is_ci() is expected


class TestMain:
    """The set-up's step, on a machine where a library is missing."""

    @pytest.fixture
    def ran(self, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
        """A Debian without libharfbuzz-subset, until a command is run."""
        ran: list[list[str]] = []

        def run(command: list[str], **_: object) -> None:
            ran.append(command)

        monkeypatch.setattr(subprocess, 'run', run)
        monkeypatch.setattr(system, 'this_system', lambda: DEBIAN)
        monkeypatch.setattr(system, 'missing_libraries', lambda: [] if ran else ['libharfbuzz-subset'])
        monkeypatch.delenv('CI', raising=False)
        return ran

    def test_root_installs(
        self,
        ran: list[list[str]],
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        monkeypatch.setattr('os.geteuid', lambda: 0)
        assert system.main() == 0
        assert ran == DEBIAN.commands(['libharfbuzz-subset'])
        assert capsys.readouterr().err.splitlines() == [f'+ {shlex.join(each)}' for each in ran]

    def test_a_person_is_told(
        self,
        ran: list[list[str]],
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        monkeypatch.setattr('os.geteuid', lambda: 1000)
        assert system.main() == 1
        assert ran == []
        assert capsys.readouterr().err == (
            'civap: missing libharfbuzz-subset. On Debian or Ubuntu type: sudo apt-get update && '
            'sudo apt-get install -y libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0\n'
        )

    def test_an_install_that_did_not_help_fails(
        self,
        ran: list[list[str]],
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        monkeypatch.setattr('os.geteuid', lambda: 0)
        monkeypatch.setattr(system, 'missing_libraries', lambda: ['libpango-1.0'])
        assert system.main() == 1
        assert 'civap: still missing libpango-1.0. ' in capsys.readouterr().err

"""The set-up script, with stand-ins for Python; and the lock file."""

import os
import shutil
import subprocess
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

TOP = Path(__file__).parent.parent
TOOLS = ('sh', 'cat', 'cksum', 'rm', 'touch', 'mkdir', 'cp', 'grep')

# `-c` answers for the version it plays, `-m venv` makes a folder with itself in it, and
# `-m pip` writes down what it was asked; all else (the check of the libraries) succeeds.
STAND_IN = """\
#!/bin/sh
case "$*" in
    *pip,*) test -e .venv/pip ;;
    *executable*) test {minor} -ge 11 && echo "$0" ;;
    *version_info*) echo '(3, {minor})' ;;
    --version) echo 'Python 3.{minor}.0' ;;
    *'-m venv'*)
        mkdir -p .venv/bin && cp "$0" .venv/bin/python && touch .venv/pip
        echo "$(pwd -P)/.venv" >.venv/bin/activate ;;
    *'-m pip'*) echo "$*" >>pip.log; test ! -e offline ;;
esac
"""


class Machine:
    """A clone in a folder with a space in its name, and a PATH with only stand-ins on it."""

    def __init__(self, folder: Path) -> None:
        self.bin = folder / 'bin'
        self.clone = folder / 'my games' / 'civap'
        self.bin.mkdir()
        for tool in TOOLS:
            (self.bin / tool).symlink_to(shutil.which(tool) or pytest.fail(f'no {tool}'))
        for name in ('tools/setup.sh', 'pyproject.toml', 'requirements.lock'):
            (self.clone / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(TOP / name, self.clone / name)

    def add_python(self, name: str, minor: int) -> None:
        """Put a Python 3.minor on PATH."""
        path = self.bin / name
        path.write_text(STAND_IN.format(minor=minor))
        path.chmod(0o755)

    def set_up(self, path: str = '') -> subprocess.CompletedProcess[str]:
        """Run the script."""
        return subprocess.run(
            ['sh', 'tools/setup.sh'],
            cwd=self.clone,
            env={'PATH': f'{path}{self.bin}'},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    @property
    def installs(self) -> int:
        """How often packages were asked for."""
        log = self.clone / 'pip.log'
        return log.read_text().count('--editable') if log.exists() else 0


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A machine with Python 3.12."""
    machine = Machine(tmp_path)
    machine.add_python('python3', 12)
    return machine


pytestmark = pytest.mark.skipif(os.name == 'nt', reason='the stand-ins are shell scripts')


def test_the_first_run_installs_and_the_second_does_nothing(machine: Machine) -> None:
    first = machine.set_up()
    assert (first.returncode, machine.installs) == (0, 1)
    second = machine.set_up()
    assert (second.returncode, second.stderr, machine.installs) == (0, '', 1)


@pytest.mark.parametrize('name', ['pyproject.toml', 'requirements.lock'])
def test_changed_packages_are_installed(machine: Machine, name: str) -> None:
    machine.set_up()
    with (machine.clone / name).open('a') as file:
        file.write('# changed\n')
    assert 'making .venv' not in machine.set_up().stderr
    assert machine.installs == 2


def test_a_newer_python_is_found_beside_an_old_one(machine: Machine) -> None:
    machine.add_python('python3', 9)
    machine.add_python('python3.13', 13)
    assert 'bin/python3.13\n' in machine.set_up().stderr


def test_an_old_python_is_named_in_one_line(machine: Machine) -> None:
    machine.add_python('python3', 9)
    result = machine.set_up()
    assert result.returncode == 1
    assert result.stderr == 'civap: needs Python 3.11 or newer, found Python 3.9.0\n'
    assert not (machine.clone / '.venv').exists()


def test_no_python_is_said_in_one_line(machine: Machine) -> None:
    (machine.bin / 'python3').unlink()
    result = machine.set_up()
    assert result.returncode == 1
    assert result.stderr == 'civap: needs Python 3.11 or newer, found none\n'


def test_missing_libraries_stop_before_anything_is_made(machine: Machine) -> None:
    script = machine.bin / 'python3'
    script.write_text(script.read_text().replace('esac', '    *system.py) exit 1 ;;\nesac'))
    assert machine.set_up().returncode == 1
    assert not (machine.clone / '.venv').exists()


def test_without_a_network_the_next_run_tries_again(machine: Machine) -> None:
    machine.set_up()
    (machine.clone / 'requirements.lock').write_text('click==8\n')
    (machine.clone / 'offline').touch()
    assert machine.set_up().returncode == 1
    (machine.clone / 'offline').unlink()
    again = machine.set_up()
    assert again.returncode == 0
    assert 'making .venv' not in again.stderr
    assert machine.installs == 2


def test_a_killed_install_starts_anew(machine: Machine) -> None:
    machine.set_up()
    (machine.clone / '.venv/ready').unlink()
    (machine.clone / '.venv/unfinished').touch()
    (machine.clone / '.venv/half').touch()
    assert machine.set_up().returncode == 0
    assert not (machine.clone / '.venv/half').exists()


@pytest.mark.parametrize('fault', ['python is gone', 'python is newer', 'the clone moved'])
def test_a_broken_venv_is_repaired(machine: Machine, fault: str) -> None:
    machine.set_up()
    if fault == 'python is gone':
        (machine.clone / '.venv/bin/python').unlink()
        (machine.clone / '.venv/bin/python').symlink_to('/nowhere/python3')
    elif fault == 'python is newer':
        machine.add_python('../my games/civap/.venv/bin/python', 13)
        (machine.clone / '.venv/pip').unlink()
    else:
        machine.clone = machine.clone.rename(machine.clone.with_name('moved'))
    result = machine.set_up()
    assert (result.returncode, machine.installs) == (0, 2)
    assert 'making .venv' in result.stderr


def test_an_activated_venv_can_be_made_anew(machine: Machine) -> None:
    activated = machine.clone / '.venv/bin'
    activated.mkdir(parents=True)
    machine.add_python('../my games/civap/.venv/bin/python3', 12)
    result = machine.set_up(path=f'{activated}:')
    assert result.returncode == 0
    assert f'making .venv with {machine.bin}/python3\n' in result.stderr


def test_the_lock_names_every_package_that_civap_pulls_in() -> None:
    lines = (TOP / 'requirements.lock').read_text().splitlines()
    locked = [Requirement(line) for line in lines if not line.startswith('#')]
    assert _closure() <= {canonicalize_name(each.name) for each in locked}
    for each in locked:
        assert [one.operator for one in each.specifier] == ['=='], each


def test_the_lock_agrees_with_the_exact_versions_of_pyproject() -> None:
    project = tomllib.loads((TOP / 'pyproject.toml').read_text())['project']
    wanted = {Requirement(each) for each in project['dependencies'] if '==' in each}
    lines = set((TOP / 'requirements.lock').read_text().lower().splitlines())
    assert {str(each) for each in wanted} <= lines


def _closure() -> set[str]:
    """Names of all packages that `civap[dev]` needs on this Python, itself left out."""
    project = tomllib.loads((TOP / 'pyproject.toml').read_text())['project']
    todo = [*project['dependencies'], *project['optional-dependencies']['dev']]
    names: dict[str, set[str]] = {}
    while todo:
        requirement = Requirement(todo.pop())
        name = canonicalize_name(requirement.name)
        extras = {'', *requirement.extras}
        if extras <= names.setdefault(name, set()):
            continue
        names[name] |= extras
        for text in metadata.requires(name) or []:
            inner = Requirement(text)
            if not inner.marker or any(inner.marker.evaluate({'extra': each}) for each in extras):
                todo.append(text)
    return set(names)

"""What people install: a wheel, made from the source archive, in an environment of its own far from the checkout."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
STARTER = ('README.md', 'gitignore', 'editorconfig', 'extensions.json')


@dataclass(frozen=True)
class Installed:
    """The archive, the wheel made of it, and the environment in which that was installed."""

    sdist: Path
    wheel: Path
    environment: Path

    @property
    def site(self) -> Path:
        (found,) = (self.environment / 'lib').glob('python*/site-packages')
        return found

    def run(self, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
        """The command as it was installed, with nothing of the checkout in reach."""
        variables = {name: value for name, value in os.environ.items() if name not in ('PYTHONPATH', 'VIRTUAL_ENV')}
        command = [str(self.environment / 'bin' / 'civap'), *arguments]
        return subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True, check=False)


def made(target: str, source: Path, folder: Path) -> Path:
    """A distribution of a source tree."""
    command = [sys.executable, '-m', 'hatchling', 'build', '--target', target, '--directory', str(folder)]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    (found,) = folder.iterdir()
    return found


@pytest.fixture(scope='module')
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """A new environment that borrows every package but civap from the one that runs the tests."""
    folder = tmp_path_factory.mktemp('package')
    sdist = made('sdist', ROOT, folder / 'sdist')
    with tarfile.open(sdist) as archive:
        archive.extractall(folder / 'source', filter='data')
    (source,) = (folder / 'source').iterdir()
    found = Installed(sdist, made('wheel', source, folder / 'wheel'), folder / 'environment')
    subprocess.run([sys.executable, '-m', 'venv', '--without-pip', str(found.environment)], check=True)
    (found.site / 'borrowed.pth').write_text(sysconfig.get_path('purelib'))
    pip = [sys.executable, '-m', 'pip', '--python', str(found.environment / 'bin' / 'python'), 'install', '--no-deps']
    subprocess.run(
        [*pip, '--no-index', '--disable-pip-version-check', str(found.wheel)], check=True, capture_output=True
    )
    return found


@pytest.mark.slow
def test_the_archive_has_what_the_checkout_has(installed: Installed) -> None:
    listed = subprocess.run(['git', 'ls-files', '-z'], cwd=ROOT, capture_output=True, text=True, check=True)
    wanted = {name for name in listed.stdout.split('\0') if name and not name.startswith(('.ci/', 'build/'))}
    with tarfile.open(installed.sdist) as archive:
        names = {member.name.partition('/')[2] for member in archive.getmembers()}
    assert wanted <= names
    assert names - wanted <= {'PKG-INFO'}


@pytest.mark.slow
def test_the_wheel_has_the_content_and_no_tests(installed: Installed) -> None:
    names = zipfile.ZipFile(installed.wheel).namelist()
    tops = {name.split('/')[0] for name in names}
    assert tops == {'civap', f'civap-{installed.wheel.name.split("-")[1]}.dist-info'}
    parts = ('content/new_dawn/cards.yaml', 'content/schema/cards.json', 'locales/glossary.yaml', 'templates/cards')
    wanted = [*(f'civap/_project/{part}' for part in parts), *(f'civap/starter/{name}' for name in STARTER)]
    for part in wanted:
        assert any(name.startswith(part) for name in names), part


@pytest.mark.slow
def test_it_prints_and_proves_its_own_content(installed: Installed, tmp_path: Path) -> None:
    done = installed.run(tmp_path, 'check')
    assert done.returncode == 0, done.stdout + done.stderr
    assert 'capital-attack: HOLDS' in done.stdout
    done = installed.run(tmp_path, 'build', '--lang', 'en', '--only', 'cards', '--paper', 'a4')
    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / 'build/en/focus-cards-a4.pdf').read_bytes().startswith(b'%PDF')


@pytest.mark.slow
def test_it_starts_a_project_that_is_printed_where_it_lies(installed: Installed, tmp_path: Path) -> None:
    done = installed.run(tmp_path, 'init', 'mine')
    assert done.returncode == 0, done.stderr
    done = installed.run(tmp_path / 'mine', 'build', '--lang', 'en', '--only', 'cards', '--paper', 'a4')
    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / 'mine/build/en/focus-cards-a4.pdf').is_file()
    assert not (tmp_path / 'build').exists()
    cards = tmp_path / 'mine/content/new_dawn/cards.yaml'
    cards.write_text(cards.read_text('utf-8').replace('name: Pottery', 'name: Earthenware'), 'utf-8')
    done = installed.run(cards.parent, 'explain', 'card.pottery')
    assert done.stdout.startswith('Earthenware'), done.stderr
    done = installed.run(tmp_path, 'explain', 'card.pottery')
    assert done.stdout.startswith('Pottery'), done.stderr


@pytest.mark.slow
def test_its_doctor_goes_by_what_the_package_says(installed: Installed, tmp_path: Path) -> None:
    done = installed.run(tmp_path, 'doctor', '--format', 'json')
    assert done.returncode == 0, done.stdout
    checks = {each['name']: each for each in json.loads(done.stdout)}
    assert 'civap init' in checks['project']['found']
    assert str(installed.site) in checks['project']['found']
    done = installed.run(tmp_path, 'schema', 'cards')
    assert json.loads(done.stdout) == json.loads((ROOT / 'content/schema/cards.json').read_text('utf-8'))

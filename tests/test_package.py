"""The installed package prints its own content, far from the checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope='module')
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, unpacked as an installer would."""
    folder = tmp_path_factory.mktemp('wheel')
    command = [sys.executable, '-m', 'hatchling', 'build', '--target', 'wheel', '--directory', str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob('*.whl')
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / 'site')
    return folder / 'site'


def run(installed: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, 'PYTHONPATH': str(installed)}
    return subprocess.run(
        [sys.executable, '-m', 'civap', *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_shipped_content_is_checked_and_printed(installed: Path, tmp_path: Path) -> None:
    done = run(installed, tmp_path, 'check')
    assert done.returncode == 0, done.stdout + done.stderr
    assert 'capital-attack: HOLDS' in done.stdout
    done = run(installed, tmp_path, 'build', '--lang', 'en', '--paper', 'a4')
    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / 'build/en/focus-cards-a4.pdf').is_file()


@pytest.mark.slow
def test_the_package_is_what_the_tests_ran(installed: Path, tmp_path: Path) -> None:
    program = 'import civap; print(civap.__file__)'
    environment = {**os.environ, 'PYTHONPATH': str(installed)}
    done = subprocess.run(
        [sys.executable, '-c', program], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    assert str(installed) in done.stdout

"""Temporary files of a command that was killed go with the next one, and no others."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from civap.press.scratch import HELD, scratch
from civap.press.workers import Workers

pytestmark = pytest.mark.skipif(sys.platform == 'win32', reason='nobody can see there who is gone')
ROOT = Path(__file__).resolve().parents[2]
KILLED = """
import os, signal
from civap.press.scratch import scratch

with scratch(starts_processes=True):
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for temporary files, with what a killed command has left."""
    environment = {**os.environ, 'TMPDIR': str(tmp_path), 'PYTHONPATH': str(ROOT)}
    done = subprocess.run([sys.executable, '-c', KILLED], env=environment, check=False)
    assert done.returncode == -signal.SIGKILL
    assert sorted(path.name.partition('-')[0] for path in tmp_path.iterdir()) == ['civap', 'pymp']
    monkeypatch.setattr(tempfile, 'tempdir', str(tmp_path))
    return tmp_path


def test_what_a_killed_command_has_left_goes(temporary: Path) -> None:
    with scratch() as mine:
        assert list(temporary.iterdir()) == [mine]
    assert not list(temporary.iterdir())


def test_a_build_begins_with_that(temporary: Path) -> None:
    with Workers(1):
        assert not list(temporary.iterdir())


def test_what_lives_stays(temporary: Path) -> None:
    with scratch() as first, scratch() as second:
        assert first.is_dir()
        assert second.is_dir()


@pytest.mark.parametrize('held', ['{}/other', '{}/pymp-x/..', '{}/civap-x', '/', '', 'pymp-x', '\udcff'])
def test_what_is_not_ours_stays(held: str, temporary: Path) -> None:
    """A folder that nobody holds can name others, and one of our name can be somebody's own."""
    kept = [temporary / name for name in ('other', 'pymp-x', 'civap-x', 'civap-link')]
    for folder in kept[:3]:
        folder.mkdir()
    kept[3].symlink_to(kept[0])
    (kept[0] / HELD).touch()
    odd = temporary / 'civap-odd'
    odd.mkdir()
    (odd / HELD).write_bytes(held.format(temporary).encode('utf-8', 'surrogateescape'))
    with scratch():
        assert not odd.exists()
        assert all(folder.exists() for folder in kept)

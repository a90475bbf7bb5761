"""Folders for temporary files. What a command leaves that was killed goes when a later one begins."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import util
from pathlib import Path
from typing import IO

if sys.platform != 'win32':
    import fcntl

PREFIX = 'civap-'
# Held by a lock as long as the command lives, whatever ends it; its text names other folders of the command.
HELD = '.held'


@contextmanager
def scratch(*, starts_processes: bool = False) -> Iterator[Path]:
    """A folder for temporary files that goes afterwards; first those of commands that were killed.

    With `starts_processes`, the folder that multiprocessing makes for this process is remembered as well.
    """
    clear_gone()
    with (
        tempfile.TemporaryDirectory(prefix=PREFIX, ignore_cleanup_errors=True) as name,
        hold(Path(name)) as held,
    ):
        if starts_processes:
            held.write(util.get_temp_dir())
            held.flush()
        yield Path(name)


@contextmanager
def hold(folder: Path) -> Iterator[IO[str]]:
    """While it lasts, a folder is in use, and nobody else clears it away."""
    with (folder / HELD).open('w+', encoding='utf-8') as held:
        _lock(held)
        yield held


def clear_gone(inside: Path | None = None, prefix: str = PREFIX) -> None:
    """Delete the folders for temporary files that commands of this user have left that are gone."""
    for folder in (inside or Path(tempfile.gettempdir())).glob(f'{prefix}*'):
        with suppress(OSError):  # another command does it, or it is none of ours
            _clear(folder)


def _clear(folder: Path) -> None:
    if folder.is_symlink() or not _is_ours(folder):
        return
    with (folder / HELD).open('r+', encoding='utf-8', errors='replace') as held:
        if not _lock(held):
            return
        other = Path(held.read())
        if other.parent == folder.parent and other.name.startswith('pymp-') and _is_ours(other):
            shutil.rmtree(other, ignore_errors=True)
        shutil.rmtree(folder, ignore_errors=True)


def _is_ours(folder: Path) -> bool:
    return sys.platform != 'win32' and folder.exists() and folder.lstat().st_uid == os.getuid()


def _lock(held: IO[str]) -> bool:
    """Whether nobody else holds it; processes that are started do not inherit it. Nobody knows on Windows."""
    if sys.platform == 'win32':
        return False
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True

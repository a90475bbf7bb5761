"""Files on disk: all of a build or none of it."""

from __future__ import annotations

import errno
import shutil
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from civap.content.problems import Problem, Problems
from civap.press.scratch import clear_gone, hold

STAGE = '.writing-'
ELSEWHERE = 'name another folder with --out'
# What keeps a file from being written, and what to do about it.
FULL, AWAY = 'make room on it', 'move it away'
REASONS = {
    errno.ENOSPC: ('a full disk', FULL),
    errno.EDQUOT: ('no more room for this user', FULL),
    errno.EISDIR: ('a folder of that name', AWAY),
    errno.EEXIST: ('a file where a folder is to be', AWAY),
    errno.ENOTDIR: ('a file where a folder is to be', AWAY),
    errno.EACCES: ('no leave to write', 'make it writable'),
    errno.EROFS: ('a disk that can only be read', 'make it writable'),
}


def write_files(folder: Path, files: Mapping[str, bytes], elsewhere: str = ELSEWHERE) -> None:
    """Write files, named relative to `folder`; when one fails, the earlier files stay as they were.

    `elsewhere` is how another folder is named; empty where none can be. Raises `Problems` (cannot-write).
    """
    made: list[Path] = []
    try:
        _make(folder / 'any', made)
        clear_gone(folder, STAGE)
        stage = Path(tempfile.mkdtemp(prefix=STAGE, dir=folder))
    except OSError as error:
        _remove(made)
        if str(error.filename).startswith(str(folder / STAGE)):
            error.filename = str(folder)  # nobody knows the other
        raise Problems(_cannot_write(folder, error, elsewhere)) from error
    done = False
    try:
        with hold(stage):
            _stage(stage / 'new', files)
            _replace(folder, stage, list(files))
        done = True
    except OSError as error:
        raise Problems(_cannot_write(folder, error, elsewhere)) from error
    finally:
        shutil.rmtree(stage, ignore_errors=True)
        if not done:
            _remove(made)


def _stage(stage: Path, files: Mapping[str, bytes]) -> None:
    for name, content in files.items():
        path = stage / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _replace(folder: Path, stage: Path, names: list[str]) -> None:
    """Move the new files in, one rename each, so that no file is ever missing; on an error put the old ones back."""
    moved: list[str] = []
    made: list[Path] = []
    try:
        for name in names:
            moved.append(name)
            _make(folder / name, made)
            _swap(folder / name, stage / 'old' / name, stage / 'new' / name)
    except BaseException:  # Ctrl-C, too
        for name in reversed(moved):
            _restore(folder / name, stage / 'old' / name, stage / 'new' / name)
        _remove(made)
        raise


def _make(target: Path, made: list[Path]) -> None:
    """The folders of a file; those that were not there are added to `made`."""
    missing = [above for above in target.parents if not above.exists()]
    made.extend(reversed(missing))
    target.parent.mkdir(parents=True, exist_ok=True)


def _remove(made: list[Path]) -> None:
    """Folders that were made for nothing, the inner ones first."""
    for folder in reversed(made):
        with suppress(OSError):  # it has something in it, or was not made
            folder.rmdir()


def _swap(target: Path, old: Path, new: Path) -> None:
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, 'is a folder', str(target))
    if target.exists():
        old.parent.mkdir(parents=True, exist_ok=True)
        copy = Path(shutil.copy2(target, f'{old}.part'))
        copy.replace(old)
    new.replace(target)


def _restore(target: Path, old: Path, new: Path) -> None:
    if new.exists():
        return
    if old.exists():
        old.replace(target)
    else:
        target.unlink(missing_ok=True)


def _cannot_write(folder: Path, error: OSError, elsewhere: str) -> Problem:
    path = error.filename or folder
    other = (error.strerror or str(error)).lower(), 'close the file if it is open'
    found, hint = REASONS.get(error.errno or 0, other)
    message = f'found {found}, expected to write here'
    return Problem('cannot-write', message, str(path), hint=f'{hint}, or {elsewhere}' if elsewhere else hint)

"""What earlier runs made, kept under a digest of everything that it was made from.

It lies in the user's folder for caches, never in a project: what is read back is trusted, and a project may come from
anywhere. CIVAP_CACHE names another folder; empty, it keeps nothing. Quick to import: it answers before content is read.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from civap.content.folder import PACKAGE, PARTS, SHIPPED
from civap.system import library_versions

FOLDER = 'CIVAP_CACHE'
# The oldest goes when there is more than this; of small values when there are more.
MAX_BYTES, MOST = 200_000_000, 120
IGNORED = ('.pyc',)


class Cache:
    """Values by keys, in files of a folder; one that cannot be read or written is as good as none."""

    def __init__(self, folder: Path | None, *, fresh: bool = False) -> None:
        self.folder = folder
        self.fresh = fresh

    def get(self, key: str) -> Any:
        """The value, or None."""
        if self.folder is None or self.fresh:
            return None
        path = self.folder / key
        try:
            digest, data = path.read_bytes().split(b'\n', 1)
            if hashlib.sha256(data).hexdigest().encode() != digest:
                return None
            os.utime(path)  # used lately
            return pickle.loads(data)
        except Exception:  # whatever a foreign or damaged file makes pickle raise
            return None

    def put(self, key: str, value: Any) -> None:
        """Keep a value, and forget the oldest ones if there is too much."""
        if self.folder is None:
            return
        data = pickle.dumps(value)
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=self.folder, prefix='.', delete=False) as file:
                file.write(hashlib.sha256(data).hexdigest().encode() + b'\n' + data)
            Path(file.name).replace(self.folder / key)
            self._forget()

    def folder_for(self, name: str) -> Path | None:
        """A folder for files that others keep there under digests of their own; they are forgotten like the rest."""
        if self.folder is None or self.fresh:
            return None
        folder = self.folder / f'{name}-{key()[:16]}'
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            return None
        return folder if os.access(folder, os.W_OK) else None

    def _forget(self) -> None:
        assert self.folder
        kept = [(path.stat(), path) for path in self.folder.rglob('*') if path.is_file()]
        size = sum(stat.st_size for stat, _ in kept)
        for stat, path in sorted(kept, key=lambda each: each[0].st_mtime):
            if size <= MAX_BYTES:
                break
            path.unlink(missing_ok=True)
            size -= stat.st_size


class Kept:
    """Small values in one file, by what they were made from; those that were asked for lately."""

    def __init__(self, cache: Cache, *parts: object) -> None:
        self._cache = cache
        self._key = key('kept', *parts)
        self._before: Mapping[str, Any] = cache.get(self._key) or {}
        self._now: dict[str, Any] = {}

    def get(self, thing: object) -> Any:
        """The value that was made from a thing which prints all that it is, or None."""
        name = _name(thing)
        if name in self._before:
            self._now[name] = self._before[name]
        return self._now.get(name)

    def add(self, thing: object, value: Any) -> Any:
        """The value, to be kept."""
        self._now[_name(thing)] = value
        return value

    def put(self) -> None:
        """Keep what is new, and what was asked for now rather than before."""
        if not self._now.keys() <= self._before.keys():
            earlier = {name: value for name, value in self._before.items() if name not in self._now}
            self._cache.put(self._key, dict([*earlier.items(), *self._now.items()][-MOST:]))


def _name(thing: object) -> str:
    return hashlib.sha256(repr(thing).encode('utf-8', 'backslashreplace')).hexdigest()


def open_cache(*, fresh: bool = False) -> Cache:
    """The cache of this user; a `fresh` one gives nothing back, and what it gets takes the place of what was kept."""
    named = os.environ.get(FOLDER)
    if named is not None:
        return Cache(Path(named) if named else None, fresh=fresh)
    from platformdirs import user_cache_path

    try:
        return Cache(user_cache_path('civap', appauthor=False), fresh=fresh)
    except (OSError, RuntimeError):  # no home
        return Cache(None)


def key(*parts: object) -> str:
    """The digest of things that print all that they are, and of all code and libraries that are at work."""
    return hashlib.sha256('\0'.join([_tools(), *map(repr, parts)]).encode('utf-8', 'backslashreplace')).hexdigest()


def project_key(root: Path) -> str:
    """The digest of all files of a project."""
    return hashlib.sha256('\n'.join(folder_key(root / part) for part in PARTS).encode()).hexdigest()


def folder_key(folder: Path, without: Path | None = None) -> str:
    """The digest of the names and contents of all that is in a folder, wherever it lies, but for one folder in it."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob('*')):
        if path.suffix in IGNORED or path.name == '__pycache__' or (without and path.is_relative_to(without)):
            continue
        try:
            data = path.read_bytes() if path.is_file() else b''
        except OSError as error:
            data = str(error.errno).encode()
        name = path.relative_to(folder).as_posix()
        digest.update(f'{name}\0{len(data)}\0'.encode('utf-8', 'surrogateescape'))
        digest.update(data)
    return digest.hexdigest()


@cache
def _tools() -> str:
    """Our code, Python, every installed package by name and version, and the libraries that shape letters."""
    installed = sorted(
        {entry.name for folder in sys.path for entry in _entries(folder) if entry.name.endswith('.dist-info')}
    )
    return '\n'.join([folder_key(PACKAGE, SHIPPED), sys.version, *installed, repr(library_versions())])


def _entries(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as found:
            return list(found)
    except OSError:
        return []

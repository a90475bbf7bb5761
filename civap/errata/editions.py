"""Editions by name: a version that was frozen, a saved file, a folder, or a revision of git."""

from __future__ import annotations

import io
import subprocess
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from civap.content.folder import GAME, PARTS, SUFFIX, edition_file, frozen_versions, is_frozen, is_project
from civap.content.problems import Problem, Problems, nearest
from civap.content.project import load_project
from civap.errata.record import Record, read_record, record_of
from civap.press.scratch import scratch

TOLD = 3  # faults of a revision


def load_edition(name: str, root: Path) -> Record:
    """The edition that a user calls `name`, seen from a project. Raises `Problems`."""
    if is_frozen(root, name):
        frozen = edition_file(root, name)
        return _named(read_record(frozen), name, frozen)
    path = Path(name)
    if path.is_dir():
        return _of_folder(path, root)
    if path.is_file():
        return read_record(path)
    with _checked_out(name, root) as folder:
        return _of_revision(name, folder)


def _named(record: Record, name: str, path: Path) -> Record:
    """The record, if it is the one that its file is called by. Raises `Problems` (not-an-edition)."""
    if record.version != name:
        message = f'found version {record.version} in it, expected {name}, by which it is called'
        hint = f'rename it to {record.version}{SUFFIX}, or take the file that civap release wrote'
        raise Problems(Problem('not-an-edition', message, str(path), hint=hint))
    return record


def _of_folder(path: Path, root: Path) -> Record:
    """The project in a folder; what is wrong with another one than that at hand is told with its name."""
    if not is_project(path):
        message = f'found no content/{GAME} in it, expected a project'
        raise Problems(Problem('no-edition', message, str(path), hint='name a version, or the folder of a project'))
    try:
        return record_of(load_project(path))
    except Problems as error:
        if path.resolve() == root.resolve():
            raise
        raise Problems(
            replace(problem, path=(path / problem.path).as_posix() if problem.path else str(path))
            for problem in error.problems
        ) from None


def _of_revision(revision: str, folder: Path) -> Record:
    """The project of a revision. Raises `Problems` (broken-edition): one, since nobody can mend what is past."""
    try:
        if not is_project(folder):
            raise Problems(Problem('no-content', f'found no content/{GAME}, expected a project'))
        return record_of(load_project(folder))
    except Problems as error:
        count = len(error.problems)
        message = f'found {count} fault{"s" if count > 1 else ""} in {revision!r}, expected a project that can be read'
        told = [f'{revision}:{each.place}{each.code} {each.message}' for each in error.problems[:TOLD]]
        details = (*told, *(['...'] if count > TOLD else []))
        hint = 'name another revision, or a version that civap release has frozen'
        raise Problems(Problem('broken-edition', message, details=details, hint=hint)) from None


@contextmanager
def _checked_out(revision: str, root: Path) -> Iterator[Path]:
    """The project as a revision has it, in a folder that goes afterwards. Raises `Problems` (no-edition)."""
    prefix = _git(root, 'rev-parse', '--show-prefix')
    where = None if prefix is None else prefix.decode().strip()
    tree = where is not None and _git(
        root, 'rev-parse', '--verify', '--quiet', '--end-of-options', f'{revision}^{{tree}}'
    )
    data = tree and _git(root, 'archive', f'{tree.decode().strip()}:{where}'.rstrip(':'), *PARTS)
    if not data:
        raise Problems(_unknown(revision, root))
    with scratch() as folder:
        try:
            with tarfile.open(fileobj=io.BytesIO(data)) as files:
                files.extractall(folder, filter='data')
        except tarfile.FilterError as error:
            message = f'found {error} in {revision!r}, expected files of the project'
            raise Problems(Problem('outside-project', message, hint='name another revision')) from None
        yield folder


def _git(root: Path, *arguments: str) -> bytes | None:
    """What git says in the project's folder; None if it fails or is not there."""
    try:
        done = subprocess.run(['git', '-C', str(root), *arguments], capture_output=True, check=False)
    except OSError:
        return None
    return done.stdout if done.returncode == 0 else None


def _unknown(name: str, root: Path) -> Problem:
    versions = frozen_versions(root)
    known = f' ({", ".join(versions)})' if versions else ''
    message = f'found {name!r}, expected a version{known}, a file of one, a folder or a git revision'
    close = nearest(name, versions)
    return Problem('no-edition', message, hint=f'write {close}' if close else 'name one of these')

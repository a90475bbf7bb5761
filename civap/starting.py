"""`civap init`: a project of one's own, with all that the one at hand is made of."""

from __future__ import annotations

from pathlib import Path

from civap.cache import IGNORED
from civap.content.folder import PARTS
from civap.content.problems import Problem, Problems
from civap.content.source import read_bytes

STARTER = Path(__file__).with_name('starter')
# What is beside the content, and which file of the starter it is.
BESIDE = {
    'README.md': 'README.md',
    '.gitignore': 'gitignore',
    '.editorconfig': 'editorconfig',
    '.vscode/extensions.json': 'extensions.json',
}
# What may be in a folder that counts as empty.
KEPT = {'.git'}
MOST = 20_000_000  # bytes of a file


def start(root: Path, folder: Path) -> dict[str, bytes]:
    """Copy a project into an empty or new folder, all of it or nothing; the files by their paths in it.

    Raises `Problems`: not-empty, unreadable, cannot-write.
    """
    from civap.press.output import write_files

    _refuse(folder)
    files = {name: (STARTER / file).read_bytes() for name, file in BESIDE.items()}
    for part in PARTS:
        files.update(_files(root, part))
    write_files(folder, files, 'name another folder')
    return files


def _files(root: Path, part: str) -> dict[str, bytes]:
    """The files of a part of a project; none that systems, editors or Python leave behind."""
    paths = [path for path in sorted((root / part).rglob('*')) if path.is_file()]
    names = {path: path.relative_to(root) for path in paths}
    return {
        name.as_posix(): read_bytes(path, str(path), MOST)
        for path, name in names.items()
        if path.suffix not in IGNORED and not any(each.startswith('.') for each in name.parts)
    }


def _refuse(folder: Path) -> None:
    """A folder with something in it, and what is none. Raises `Problems`."""
    hint = 'give it the name of a new folder'
    if not folder.exists():
        return
    if not folder.is_dir():
        raise Problems(Problem('not-empty', 'found a file, expected a folder or none', str(folder), hint=hint))
    try:
        found = sorted(path.name for path in folder.iterdir() if path.name not in KEPT)
    except OSError as error:
        message = f'found {error.strerror!r}, expected a folder that can be read'
        raise Problems(Problem('unreadable', message, str(folder), hint=hint)) from None
    if found:
        message = f'found {found[0]!r} in it, expected an empty folder or none'
        raise Problems(Problem('not-empty', message, str(folder), hint=hint))

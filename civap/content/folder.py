"""Where a project lies and which languages it has: quick to ask, before anything is read."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from civap.content.problems import Problem, Problems

GAME = 'new_dawn'
SOURCE = 'en'
PARTS = ('content', 'locales', 'templates')
MAX_FOLDERS = 24  # in each other
PACKAGE = Path(__file__).resolve().parents[1]
SHIPPED = PACKAGE / '_project'
EDITIONS, SUFFIX = 'editions', '.json.gz'
VERSION = r'(0|[1-9][0-9]{0,3})(\.(0|[1-9][0-9]{0,3})){1,3}'
SETTINGS = 'CIVAP_CONFIG'  # names another folder for settings


def find_root(folder: Path | None = None) -> Path:
    """The project's folder: `folder`; else the nearest project around the current folder, the checkout, the package.

    Raises `Problems` (no-project, no-content).
    """
    candidates = [folder] if folder else [*_around(), PACKAGE.parent, SHIPPED]
    for root in candidates:
        if is_project(root):
            return root
    root = folder or PACKAGE.parent
    if not root.is_dir():
        message = 'found no such folder, expected a project'
        raise Problems(Problem('no-project', message, str(root), hint='correct --project'))
    message = f'found no content/{GAME} folder, expected a project (content/, locales/, templates/)'
    raise Problems(Problem('no-content', message, str(root), hint='name the project with --project DIR'))


def is_project(folder: Path) -> bool:
    """Whether a folder has the content of the game."""
    return (folder / 'content' / GAME).is_dir()


def _around() -> Iterator[Path]:
    """The current folder and those that it is in; none if it was deleted."""
    with suppress(OSError):
        here = Path.cwd()
        yield from (here, *here.parents)


def refuse_links_outside(root: Path) -> None:
    """Lets a project consist of files of its own. Raises `Problems`: outside-project for a link that leads out of it,
    unreadable for what is neither a file nor a folder, such as a pipe that would never end, and too-deep.
    """
    whole = root.resolve()
    if problems := [each for part in PARTS for each in _strange(root / part, root, whole)]:
        raise Problems(problems)


def _strange(path: Path, root: Path, whole: Path) -> Iterator[Problem]:
    """What is wrong with a file, a folder or anything in it."""
    shown = path.relative_to(root).as_posix()
    if path.is_symlink():
        try:
            inside = path.resolve(strict=True).is_relative_to(whole)
        except (OSError, RuntimeError):  # to nowhere, or in a circle
            inside = False
        if not inside:
            message = 'found a link that leads out of the project, expected a file of its own'
            yield Problem('outside-project', message, shown, hint='put the file itself there')
    elif path.is_dir() and shown.count('/') >= MAX_FOLDERS:
        message = f'found more than {MAX_FOLDERS} folders in each other, expected fewer'
        yield Problem('too-deep', message, shown, hint='move what is in it up')
    elif path.is_dir():
        for inner in sorted(path.iterdir()):
            yield from _strange(inner, root, whole)
    elif path.exists() and not path.is_file():
        message = 'found a pipe or a device, expected a file'
        yield Problem('unreadable', message, shown, hint='put a file there')


def language_codes(root: Path) -> list[str]:
    """Codes of the languages of a project: the source first, then those with a profile, sorted."""
    found = sorted(path.parent.name for path in (root / 'locales').glob('*/profile.yaml'))
    return [SOURCE, *(code for code in found if code != SOURCE)]


def wanted_languages(root: Path, asked: Sequence[str] = ()) -> list[str]:
    """The languages asked for, else all there are. Raises `Problems` (missing-profile), lest one is left out unseen."""
    folders = {path for pattern in ('*.po', GAME) for path in _locales(root, pattern)}
    lacking = sorted(path.name for path in folders if not (path / 'profile.yaml').is_file())
    problems = [
        Problem(
            'missing-profile',
            'found texts but no profile, expected both',
            profile_path(code),
            hint=f'add the file, like locales/{SOURCE}/profile.yaml, or delete locales/{code}',
        )
        for code in lacking
        if not asked or code in asked
    ]
    if problems:
        raise Problems(problems)
    return list(asked) or language_codes(root)


def profile_path(code: str) -> str:
    """Where a project has the profile of a language."""
    return f'locales/{code}/profile.yaml'


def language_folders(root: Path) -> list[str]:
    """The names of the folders for languages, with a profile or not; the source first."""
    return [SOURCE, *sorted(path.name for path in (root / 'locales').glob('*/') if path.name != SOURCE)]


def _locales(root: Path, pattern: str) -> Iterator[Path]:
    """Folders in locales/ that hold what matches, at whatever depth."""
    locales = root / 'locales'
    for folder in locales.iterdir() if locales.is_dir() else ():
        if folder.is_dir() and any(folder.rglob(pattern)):
            yield folder


def language_tag(code: str) -> str:
    """A language as documents name it: pt-BR for pt_BR."""
    return code.replace('_', '-')


def edition_file(root: Path, version: str) -> Path:
    """Where a frozen version is kept."""
    return root / 'content' / GAME / EDITIONS / f'{version}{SUFFIX}'


def frozen_versions(root: Path) -> list[str]:
    """The versions that were frozen, oldest first."""
    found = (path.name.removesuffix(SUFFIX) for path in edition_file(root, '').parent.glob(f'*{SUFFIX}'))
    return sorted(filter(is_version, found), key=version_order)


def is_frozen(root: Path, name: str) -> bool:
    """Whether what a user calls an edition is a version that was frozen."""
    return is_version(name) and edition_file(root, name).is_file()


def is_version(text: str) -> bool:
    """Whether a text is two to four numbers with points between them, none with a zero before it."""
    return re.fullmatch(VERSION, text) is not None


def version_order(version: str) -> tuple[int, ...]:
    """What versions are compared by: 1.1 and 1.1.0 are the same."""
    numbers = [int(part) for part in version.split('.')]
    while numbers and not numbers[-1]:
        numbers.pop()
    return tuple(numbers)


def settings_folder() -> Path:
    """The user's folder for settings, there or not. Raises `RuntimeError` without a home."""
    if named := os.environ.get(SETTINGS):
        return Path(named)
    from platformdirs import user_config_path

    return user_config_path('civap', appauthor=False)


def is_shipped(root: Path) -> bool:
    """Whether it is the project that an installed package brings along."""
    return root == SHIPPED


def default_out(root: Path) -> Path:
    """build/ beside content/; in the current folder when the shipped content is printed."""
    return Path('build') if is_shipped(root) else root / 'build'

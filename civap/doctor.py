"""`civap doctor`: what printing needs of a computer, looked at one by one; whatever is missing, it says so and goes on.

Quick to import, and without any other package: what a check needs is loaded by that check, which fails alone.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from civap import system
from civap.content.folder import PACKAGE, SETTINGS, default_out, find_root, is_shipped, language_codes, settings_folder
from civap.content.problems import Problem, Problems

LEAST_PYTHON = (3, 11)
LEAST_PANGO = (1, 44)
# Bytes of free space: what all documents in three languages take several times over, and what one of them may take.
PLENTY, LEAST = 500_000_000, 50_000_000
REINSTALL = 'type make setup, or pip install --force-reinstall civap'
_REQUIREMENT = re.compile(r'([A-Za-z0-9._-]+)(==|>=)([0-9.]+)')


class State(Enum):
    """How something is: as it should be; good enough to print; not good enough."""

    OK = 'ok'
    WARNING = 'warning'
    WRONG = 'wrong'


@dataclass(frozen=True)
class Check:
    """What was found of one thing, and what to do about it if there is something to do."""

    name: str
    state: State
    found: str
    cure: str = ''

    def problem(self) -> Problem:
        """It as a finding, for programs that read findings."""
        level = 'error' if self.state is State.WRONG else 'warn'
        return Problem(self.name.replace(' ', '-').lower(), self.found, hint=self.cure, level=level)


def ok(name: str, found: str) -> Check:
    return Check(name, State.OK, found)


def warning(name: str, found: str, cure: str) -> Check:
    return Check(name, State.WARNING, found, cure)


def wrong(name: str, found: str, cure: str) -> Check:
    return Check(name, State.WRONG, found, cure)


def examine(project: Path | None = None, out: Path | None = None) -> Iterator[Check]:
    """Everything, one after the other, and no fault twice; `project` and `out` are as options name them."""
    parts: Sequence[tuple[str, Callable[[], Iterator[Check]]]] = (
        ('Python', python),
        ('system libraries', libraries),
        ('packages', packages),
        ('project', lambda: projects(project)),
        ('fonts', lambda: fonts(project)),
        ('a page', page),
        ('folders', lambda: folders(project, out)),
        ('extras', extras),
    )
    told: set[str] = set()
    for name, look in parts:
        for check in _looked(name, look):
            if check.state is State.OK or check.found not in told:
                yield check
            told.add(check.found)


def _looked(name: str, look: Callable[[], Iterator[Check]]) -> Iterator[Check]:
    """What one part finds, or what keeps it from looking."""
    try:
        yield from look()
    except Problems as error:
        yield wrong(name, str(error.problems[0]).split('\n')[0], error.problems[0].hint)
    except Exception as error:  # whatever a broken installation comes up with
        yield wrong(name, f'{type(error).__name__}: {error}', REINSTALL)


def python() -> Iterator[Check]:
    """The version of Python."""
    found = '.'.join(map(str, sys.version_info[:3]))
    if sys.version_info < LEAST_PYTHON:
        least = '.'.join(map(str, LEAST_PYTHON))
        yield wrong('Python', f'{found}, expected {least} or newer', f'install Python {least}, then type make setup')
    else:
        yield ok('Python', f'{found} ({sys.executable})')


def libraries(
    missing: Callable[[], list[str]] = system.missing_libraries,
    versions: Callable[[], dict[str, str]] = system.library_versions,
) -> Iterator[Check]:
    """The libraries that WeasyPrint loads, by the names by which it does, and their versions."""
    if lacking := missing():
        yield wrong('system libraries', f'missing {", ".join(lacking)}', system.cure(lacking, system.this_system()))
    found = versions()
    if 'pango' in found and _numbers(found['pango']) < LEAST_PANGO:
        least = '.'.join(map(str, LEAST_PANGO))
        yield wrong('Pango', f'{found["pango"]}, expected {least} or newer', system.cure((), system.this_system()))
    told = ', '.join(f'{name} {version}' for name, version in found.items())
    if found:
        yield ok('system libraries', told + ('' if lacking else ', harfbuzz-subset'))


def packages(wanted: Sequence[str] | None = None) -> Iterator[Check]:
    """The packages that civap needs: there, new enough, and those that shape what is printed in just their version."""
    count, pinned, cures = 0, 0, []
    for requirement in requirements() if wanted is None else wanted:
        name, sign, version = _parts(requirement)
        count += 1
        pinned += sign == '=='
        if check := _package(name, sign, version):
            cures.append(requirement)
            yield check
    if not cures:
        yield ok('packages', f'{count}, {pinned} of them in the one version that prints the same bytes everywhere')


def _package(name: str, sign: str, version: str) -> Check | None:
    """What is wrong with a package, if anything is."""
    title, cure = f'package {name}', f'type make setup, or pip install "{name}{sign}{version}"'
    try:
        found = metadata.version(name)
    except metadata.PackageNotFoundError:
        return wrong(title, f'not installed, expected {version}', cure)
    if sign == '>=' and _numbers(found) < _numbers(version):
        return wrong(title, f'{found}, expected {version} or newer', cure)
    if sign == '==' and _numbers(found) != _numbers(version):
        return warning(title, f'{found}, expected {version}: it prints other bytes than a release', cure)
    return None


def requirements() -> list[str]:
    """What civap needs, such as `pikepdf==10.18.0`: as the checkout says, else as what was installed does."""
    file = PACKAGE.parent / 'pyproject.toml'
    if file.is_file():
        import tomllib

        project = tomllib.loads(file.read_text('utf-8')).get('project', {})
        if project.get('name') == 'civap':
            return [str(each) for each in project['dependencies']]
    return [each for each in metadata.requires('civap') or [] if 'extra ==' not in each]


def projects(folder: Path | None) -> Iterator[Check]:
    """The project that commands work on: found, and its content readable."""
    root = find_root(folder)
    what = f'{root} (that of the package: civap init makes one of your own)' if is_shipped(root) else str(root)
    from civap.content.project import load_project

    try:
        project = load_project(root)
    except Problems as error:
        first, *others = error.problems
        more = f' and {len(others)} more' if others else ''
        yield wrong('project', f'{root}: {first.place}{first.code} {first.message}{more}', 'type civap check')
        return
    languages = ', '.join(language_codes(root))
    yield ok('project', f'{what}, version {project.edition.version}, {len(project.cards)} cards in {languages}')
    yield from _schemas(root)


def _schemas(root: Path) -> Iterator[Check]:
    """Whether editors are told what these models read."""
    from civap.schemas import outdated

    if not is_shipped(root) and (files := outdated(root)):
        cure = f'type civap schema {root}'
        yield warning('schemas', f'{len(files)} files are behind, such as {next(iter(files))}: editors lag', cure)


def fonts(folder: Path | None) -> Iterator[Check]:
    """The file of every typeface that a profile of the project names."""
    from civap.press.fonts import FACES, FAMILIES, cure
    from civap.text.languages import Faces, load_language

    root = find_root(folder)
    sets: dict[Faces, list[str]] = {}
    for code in language_codes(root):
        sets.setdefault(load_language(root, code).profile.faces, []).append(code)
    for name, codes in sets.items():
        families = dict.fromkeys(family for stack in FAMILIES[name] for family in stack)
        lacking = [face for face in FACES if face.family in families and face.path is None]
        title = f'fonts {name}'
        if lacking:
            yield wrong(title, f'no {lacking[0].file}, for {", ".join(codes)}', cure(lacking[0]))
        else:
            yield ok(title, f'{", ".join(families)}, for {", ".join(codes)}')


def page() -> Iterator[Check]:
    """A page, typeset, written and read again by what a build uses."""
    from io import BytesIO

    import pikepdf

    from civap.press.fonts import font_css
    from civap.press.typeset import typesetter

    html = f'<html><style>{font_css()} p {{ font-family: "Fira Sans Condensed" }}</style><p>civap</p></html>'
    document = typesetter().layout(html, 'doctor')
    with pikepdf.open(BytesIO(typesetter().pdf(document, 'doctor', {}))) as pdf:
        yield ok('a page', f'typeset and read again, {len(pdf.pages)} page')


def folders(folder: Path | None, out: Path | None) -> Iterator[Check]:
    """Where things are written: leave to do so, and room."""
    from civap.cache import FOLDER, open_cache

    with suppress(Problems):
        out = out or default_out(find_root(folder))
    cache = open_cache().folder
    other_out = 'make it writable, or name another folder with --out'
    yield from _folder('outputs', out or Path('build'), State.WRONG, other_out)
    yield from _folder('temporary files', Path(tempfile.gettempdir()), State.WRONG, 'name another folder in TMPDIR')
    if cache:
        yield from _folder('cache', cache, State.WARNING, f'name another folder in {FOLDER}: builds are slow without')
    elif os.environ.get(FOLDER) == '':
        yield ok('cache', f'none, since {FOLDER} is empty')
    try:
        settings = settings_folder()
    except RuntimeError:  # no home
        yield warning('settings', 'found no home folder', f'name a folder in {SETTINGS}')
        return
    yield from _folder('settings', settings, State.WARNING, f'name another folder in {SETTINGS}')


def _folder(name: str, folder: Path, state: State, cure: str) -> Iterator[Check]:
    """Whether a folder, or the nearest above that is there, can be written to and has room."""
    there = next(each for each in (folder.absolute(), *folder.absolute().parents) if each.exists())
    try:
        with tempfile.TemporaryFile(dir=there):
            free = shutil.disk_usage(there).free
    except OSError as error:
        yield Check(name, state, f'{folder}: {(error.strerror or str(error)).lower()}', cure)
        return
    told = f'{folder}, {free / 1e9:.1f} GB free'
    if free < PLENTY:
        full = State.WRONG if free < LEAST and state is State.WRONG else State.WARNING
        yield Check(name, full, told, 'make room on the disk')
    else:
        yield ok(name, told)


# What is not needed to print: the names it may have, what it is for, how to get it.
EXTRAS = (
    ('git', ('git',), 'civap diff between revisions, and what a translation said before', 'install git'),
    ('msgfmt', ('msgfmt',), 'a second opinion on PO files in tests', 'install gettext'),
    ('Chromium', ('chromium', 'chromium-browser', 'google-chrome'), 'tests of civap serve', 'install chromium'),
)


def extras(which: Callable[[str], str | None] = shutil.which) -> Iterator[Check]:
    """What some commands or tests use."""
    for name, commands, use, cure in EXTRAS:
        found = next(filter(None, map(which, commands)), None)
        yield ok(name, found) if found else warning(name, f'not there; for {use}', cure)
    if find_spec('playwright'):
        yield ok('playwright', metadata.version('playwright'))
    else:
        yield warning('playwright', 'not there; for tests of civap serve', "type pip install -e '.[browser]'")


def _parts(requirement: str) -> tuple[str, str, str]:
    """Name, sign and version of a requirement of civap, which has one version and no other condition."""
    found = _REQUIREMENT.fullmatch(requirement.replace(' ', ''))
    assert found, requirement
    return found[1], found[2], found[3]


def _numbers(version: str) -> tuple[int, ...]:
    """A version, to compare: 1.2 and 1.002.0 are the same; what follows the numbers does not count."""
    found = re.match(r'\d+(\.\d+)*', re.sub(r'(\.0+)+(?![.\d])', '', version))
    return tuple(map(int, found[0].split('.'))) if found else ()

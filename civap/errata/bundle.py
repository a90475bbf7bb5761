"""The files of a release for each language in one archive: documents, checksums, and a note on how to print them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from civap.cache import project_key
from civap.content.problems import Problem, Problems
from civap.content.project import Project
from civap.content.say import Say
from civap.content.updates import NOTE, note_instead, note_title, note_update
from civap.press.made import REPORT, digest, earlier
from civap.press.workers import Tell
from civap.text.catalog import load_sheet_catalog
from civap.text.render import Renderer

SUMS, README = 'SHA256SUMS', 'README.txt'
# The same bytes whenever an archive is made; the first date that the format knows.
DATE = (1980, 1, 1, 0, 0, 0)
# What a file is called in the note: the first that its name matches.
KINDS: Mapping[str, str] = {
    r'reference-sheets': 'sheets',
    r'rulebook.*-booklet': 'folded',
    r'rulebook': 'book',
    r'focus-cards-png': 'pictures',
    r'focus-cards-shop.*-fronts': 'fronts',
    r'focus-cards-shop.*-backs': 'backs',
    r'(focus-cards|update).*-economy': 'economy',
    r'(focus-cards|update).*-large': 'large',
    r'update': '',
    r'focus-cards': 'cards',
}
UPDATE = re.compile('update-(.+?)-to-')
PAPER = re.compile('-(a4|letter)(?=[-.])')


def bundles(project: Project, out: Path, languages: Sequence[str], tell: Tell | None = None) -> dict[str, bytes]:
    """An archive for each language by its name, of what the report of a build lists; `tell` hears how many are done.

    Raises `Problems`: no-build, draft-build, stale-build, and other-output for each file that is not as it was made.
    """
    report = _report(out)
    if problems := list(_refused(project, out, report, languages)):
        raise Problems(problems)
    version = project.edition.version
    made = {}
    for done, code in enumerate(languages):
        if tell:
            tell(done, len(languages))
        name = f'civap-{version}-{code}'
        made[f'{name}.zip'] = _archive(name, _files(project, out, report, code))
    return made


def left_out(out: Path, languages: Sequence[str]) -> list[str]:
    """Documents of these languages that an earlier build left there, which no archive has. Raises `Problems`."""
    names = earlier(out, [each['path'] for each in _report(out)['artifacts']])
    return [name for name in names if name.split('/')[0] in languages]


def _report(out: Path) -> dict[str, Any]:
    path = out / REPORT
    try:
        report: dict[str, Any] = json.loads(path.read_text('utf-8'))
        for each in report['artifacts']:
            if not (isinstance(each['path'], str) and isinstance(each['sha256'], str)):
                raise TypeError
        return {'draft': report['draft'], 'project': report['project'], 'artifacts': report['artifacts']}
    except FileNotFoundError:
        message = 'found no report of a build, expected one'
        raise Problems(Problem('no-build', message, str(path), hint='run civap build')) from None
    except OSError as error:
        message = f'found {(error.strerror or str(error)).lower()}, expected the report of a build'
        raise Problems(Problem('no-build', message, str(path), hint='make it readable, or run civap build')) from None
    except (ValueError, KeyError, TypeError, RecursionError):
        message = 'found a damaged report, expected that of a build'
        raise Problems(Problem('no-build', message, str(path), hint='run civap build again')) from None


def _refused(project: Project, out: Path, report: Mapping[str, Any], languages: Sequence[str]) -> Iterator[Problem]:
    shown = str(out / REPORT)
    if report['draft']:
        message = 'found a draft, expected a release'
        yield Problem('draft-build', message, shown, hint='run civap build without --draft')
    elif report['project'] != project_key(project.root):
        message = 'found the build of another state of the project, expected one of what is there now'
        yield Problem('stale-build', message, shown, hint='run civap build again')
    for code in languages:
        if not any(_is_of(each, code) for each in report['artifacts']):
            yield Problem(
                'no-build',
                f'found no documents in {code}, expected some',
                shown,
                hint='build it, too, or leave it out with --lang',
            )
    for each in report['artifacts']:
        if any(_is_of(each, code) for code in languages) and (problem := _other(out, each)):
            yield problem


def _is_of(artifact: Mapping[str, Any], code: str) -> bool:
    return str(artifact['path']).startswith(f'{code}/')


def _other(out: Path, artifact: Mapping[str, Any]) -> Problem | None:
    path = out / artifact['path']
    try:
        found = 'another file' if digest(path.read_bytes()) != artifact['sha256'] else ''
    except OSError as error:
        found = (error.strerror or str(error)).lower()
    message = f'found {found}, expected the one that the report lists'
    return Problem('other-output', message, str(path), hint='run civap build again') if found else None


def _files(project: Project, out: Path, report: Mapping[str, Any], code: str) -> dict[str, bytes]:
    names = sorted(each['path'].removeprefix(f'{code}/') for each in report['artifacts'] if _is_of(each, code))
    files = {name: (out / code / name).read_bytes() for name in names}
    renderer = Renderer(load_sheet_catalog(project, code))
    note = '\n'.join(note_lines(renderer, project.edition.version, names)) + '\n'
    files[README] = note.encode()
    sums = ''.join(f'{digest(data)}  {name}\n' for name, data in files.items())
    return {**files, SUMS: sums.encode()}


def note_lines(renderer: Renderer, version: str, names: Sequence[str]) -> Iterator[str]:
    """How to print, and which file is what for which paper."""
    yield renderer.plain(note_title(version))
    yield ''
    yield renderer.plain(Say('update.how.print'))
    yield renderer.plain(Say(f'{NOTE}.bar'))
    if any(kind_of(name) == 'folded' for name in names):
        yield renderer.plain(Say(f'{NOTE}.booklet'))
    yield ''
    yield renderer.plain(Say(f'{NOTE}.once'))
    for old in dict.fromkeys(found[1] for name in names if (found := UPDATE.match(name))):
        yield renderer.plain(note_instead(old))
    yield ''
    for name in names:
        yield f'{renderer.plain(_described(name))}: {name}'


def _described(name: str) -> Say:
    """What is in a file, and for which paper it is."""
    update, kind, paper = UPDATE.match(name), kind_of(name), PAPER.search(name)
    parts = [note_update(update[1])] if update else []
    parts += [Say(f'{NOTE}.{part}') for part in (kind, paper and paper[1]) if part]
    return reduce(lambda first, more: Say('say.more', values={'first': first, 'more': more}), parts)


def kind_of(name: str) -> str:
    """What a file has in it, by the last part of its message's id; empty for an update in colour."""
    return next(kind for pattern, kind in KINDS.items() if re.match(pattern, name))


def _archive(folder: str, files: Mapping[str, bytes]) -> bytes:
    """Files in a folder, not packed: documents are already, and packers differ."""
    made = BytesIO()
    with ZipFile(made, 'w', ZIP_STORED) as archive:
        for name, data in files.items():
            entry = ZipInfo(f'{folder}/{name}', DATE)
            entry.external_attr = 0o644 << 16
            entry.create_system = 3
            archive.writestr(entry, data)
    return made.getvalue()

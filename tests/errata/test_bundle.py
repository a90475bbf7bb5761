"""Archives hold what was built, as it was built, and say how to print it."""

import hashlib
import json
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from click.testing import CliRunner
from copies import ROOT

from civap.cache import project_key
from civap.cli import cli
from civap.content.project import Project
from civap.errata.bundle import bundles, kind_of, note_lines
from civap.press.made import REPORT
from civap.text.catalog import load_sheet_catalog
from civap.text.render import Renderer

NAMES = ('focus-cards-a4.pdf', 'rulebook-letter-booklet.pdf', 'png/x.png')


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """A folder as a build leaves it, with a document of an earlier build."""
    folder = tmp_path / 'build'
    artifacts = []
    for code in ('pl', 'ar'):
        for name in NAMES:
            path = folder / code / ('focus-cards-' + name if name.startswith('png') else name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(f'{code} {name}'.encode())
            digest = hashlib.sha256(path.read_bytes()).hexdigest()
            artifacts.append({'path': path.relative_to(folder).as_posix(), 'sha256': digest})
    (folder / 'pl' / 'earlier.pdf').touch()
    write(folder, draft=False, project=project_key(ROOT), artifacts=artifacts)
    return folder


def write(folder: Path, **changed: object) -> None:
    path = folder / REPORT
    known = json.loads(path.read_text('utf-8')) if path.exists() else {}
    path.write_text(json.dumps({**known, **changed}), 'utf-8')


def run(out: Path, *more: str) -> tuple[int, str]:
    done = CliRunner().invoke(cli, ['--out', str(out), '--lang', 'pl,ar', 'bundle', *more])
    return done.exit_code, done.output


def test_an_archive_has_what_the_report_lists(project: Project, out: Path) -> None:
    made = bundles(project, out, ('pl', 'ar'))
    assert list(made) == ['civap-1.0-pl.zip', 'civap-1.0-ar.zip']
    with ZipFile(BytesIO(made['civap-1.0-pl.zip'])) as archive:
        assert archive.testzip() is None
        files = {name.removeprefix('civap-1.0-pl/'): archive.read(name) for name in archive.namelist()}
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    sums = dict(reversed(line.split('  ')) for line in files.pop('SHA256SUMS').decode().splitlines())
    assert sums == {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}
    assert sorted(files) == ['README.txt', 'focus-cards-a4.pdf', 'focus-cards-png/x.png', NAMES[1]]
    assert files['focus-cards-a4.pdf'] == b'pl focus-cards-a4.pdf'
    assert 'karty działań, papier A4: focus-cards-a4.pdf' in files['README.txt'].decode()
    assert bundles(project, out, ('pl', 'ar')) == made


def test_what_an_earlier_build_left_there_is_told(out: Path, tmp_path: Path) -> None:
    status, said = run(out, '--to', str(tmp_path / 'dist'))
    assert status == 0
    assert said.splitlines()[-1] == 'left out, since the last build did not make it: pl/earlier.pdf'
    (out / 'pl' / 'earlier.pdf').unlink()
    assert 'left out' not in run(out, '--to', str(tmp_path / 'dist'))[1]


def test_a_language_that_was_not_built_may_be_left_out(out: Path) -> None:
    done = CliRunner().invoke(cli, ['--out', str(out), 'bundle'])
    assert done.exit_code == 1
    assert 'no documents in en' in done.output
    assert 'hint: build it, too, or leave it out with --lang' in done.output


def test_the_note_says_what_is_there(project: Project) -> None:
    english = Renderer(load_sheet_catalog(project, 'en'))
    lines = list(note_lines(english, '1.1', ['rulebook-a4.pdf']))
    assert lines[0] == 'Automated Player, version 1.1'
    assert lines[2] == 'Print at 100% (actual size), on both sides, flipped on the long edge.'
    assert not any('short edge' in line for line in lines)
    assert lines[-1] == 'rulebook, A4 paper: rulebook-a4.pdf'
    assert any('short edge' in line for line in note_lines(english, '1.1', [NAMES[1]]))


PAPERS = ('a4', 'letter')
RELEASED = (
    *(f'focus-cards-{paper}{variant}.pdf' for paper in PAPERS for variant in ('', '-economy', '-large')),
    *(f'focus-cards-shop-{side}.pdf' for side in ('fronts', 'backs')),
    *(f'reference-sheets-{paper}.pdf' for paper in PAPERS),
    *(f'rulebook-{paper}{folded}.pdf' for paper in PAPERS for folded in ('', '-booklet')),
    *(f'update-1.0-to-1.1-{paper}{variant}.pdf' for paper in PAPERS for variant in ('', '-economy', '-large')),
)


@pytest.mark.parametrize('code', ['en', 'pl', 'ar'])
def test_no_two_files_are_told_alike(project: Project, code: str) -> None:
    lines = list(note_lines(Renderer(load_sheet_catalog(project, code)), '1.1', RELEASED))
    told = [line.rpartition(': ') for line in lines[-len(RELEASED) :]]
    assert [name for _, _, name in told] == list(RELEASED)
    assert len({said for said, _, _ in told}) == len(RELEASED)
    assert all('1.0' in said for said, _, name in told if name.startswith('update'))


def test_who_has_the_old_version_is_told_so(project: Project) -> None:
    english = Renderer(load_sheet_catalog(project, 'en'))
    name = 'update-1.0-to-1.1-a4-large.pdf'
    lines = list(note_lines(english, '1.1', [name]))
    assert lines[-1] == f'only what changed since version 1.0, focus cards in large print, A4 paper: {name}'
    assert any(line.startswith('If you have version 1.0, you need only one') for line in lines)
    assert not any('If you have' in line for line in note_lines(english, '1.1', ['rulebook-a4.pdf']))


@pytest.mark.parametrize(
    ('name', 'kind'),
    [
        ('focus-cards-a4.pdf', 'cards'),
        ('focus-cards-a4-63x88-fold.pdf', 'cards'),
        ('focus-cards-letter-economy.pdf', 'economy'),
        ('focus-cards-a4-large.pdf', 'large'),
        ('focus-cards-shop-fronts.pdf', 'fronts'),
        ('focus-cards-shop-63x88-backs.pdf', 'backs'),
        ('focus-cards-png/front-01-x.png', 'pictures'),
        ('reference-sheets-a4.pdf', 'sheets'),
        ('rulebook-a4.pdf', 'book'),
        ('rulebook-a4-booklet.pdf', 'folded'),
        ('update-1.0-to-1.1-a4.pdf', ''),
        ('update-1.0-to-1.1-a4-economy.pdf', 'economy'),
        ('update-1.0-to-1.1-letter-large-63x88-fold.pdf', 'large'),
    ],
)
def test_a_file_is_told_by_its_name(name: str, kind: str) -> None:
    assert kind_of(name) == kind


def test_the_command_writes_archives(out: Path) -> None:
    status, said = run(out, '--to', str(out / 'there'), '--format', 'json')
    assert status == 0
    assert '"path": "civap-1.0-pl.zip"' in said
    assert sorted(path.name for path in (out / 'there').iterdir()) == ['civap-1.0-ar.zip', 'civap-1.0-pl.zip']
    assert run(out)[0] == 0
    assert (out.parent / 'dist' / 'civap-1.0-ar.zip').is_file()


@pytest.mark.parametrize(
    ('raw', 'says'),
    [
        (None, 'found no report of a build'),
        (b'{"draft": fal', 'found a damaged report'),
        (b'\xff', 'found a damaged report'),
        (b'[]', 'found a damaged report'),
        (b'{}', 'found a damaged report'),
        (b'[' * 100_000, 'found a damaged report'),
    ],
    ids=['none', 'half', 'no-text', 'list', 'empty', 'deep'],
)
def test_a_damaged_report_is_not_told_to_be_absent(out: Path, raw: bytes | None, says: str) -> None:
    (out / REPORT).unlink()
    if raw is not None:
        (out / REPORT).write_bytes(raw)
    status, said = run(out)
    assert status == 1
    assert says in said


def test_how_many_archives_are_made_is_told(project: Project, out: Path) -> None:
    heard: list[tuple[int, int]] = []
    bundles(project, out, ('pl', 'ar'), lambda *numbers: heard.append(numbers))
    assert heard == [(0, 2), (1, 2)]


@pytest.mark.parametrize(
    ('spoil', 'code'),
    [
        (lambda out: write(out, draft=True), 'draft-build'),
        (lambda out: write(out, project='x'), 'stale-build'),
        (lambda out: write(out, artifacts=[]), 'no-build'),
        (lambda out: write(out, artifacts=[3]), 'no-build'),
        (lambda out: (out / REPORT).unlink(), 'no-build'),
        (lambda out: (out / 'ar' / NAMES[0]).write_bytes(b'x'), 'other-output'),
        (lambda out: (out / 'ar' / NAMES[0]).unlink(), 'other-output'),
    ],
    ids=['draft', 'stale', 'none', 'nonsense', 'no-report', 'other', 'gone'],
)
def test_what_is_no_release_is_refused(out: Path, spoil: object, code: str) -> None:
    assert callable(spoil)
    spoil(out)
    status, said = run(out)
    assert status == 1
    assert f'{code} found' in said
    assert 'hint: ' in said
    assert not (out.parent / 'dist').exists()
    assert '::error ' in run(out, '--format', 'github')[1]

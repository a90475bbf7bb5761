"""Versions are frozen in order, and cards show the one in which they last changed."""

import datetime
import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from copies import copied

from civap.cli import cli
from civap.content.edition import VersionNote
from civap.content.folder import edition_file, frozen_versions
from civap.content.problems import Problems
from civap.content.project import Project, load_project
from civap.errata.diff import Wording
from civap.errata.editions import load_edition
from civap.errata.record import Record
from civap.errata.release import COVER_TEXT, EDITION, prepare
from civap.press.output import write_files

DAY = datetime.date(2027, 3, 1)
EDITIONS = 'content/new_dawn/editions'


@pytest.fixture
def known(new: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the frozen project says and shows, recorded once: it takes seconds."""
    monkeypatch.setattr('civap.errata.release.record_of', lambda _: new)


def test_a_new_version_lists_what_changed(frozen: Project) -> None:
    root = frozen.root
    before = (root / EDITION).read_text('utf-8')
    made = prepare(frozen, '1.1', DAY)
    assert made.diff is not None
    assert (made.diff.old, made.diff.new) == ('1.0', '1.1')
    assert made.diff.printed('cards', 'changed') == ('flight',)
    assert not made.tells_on_cover
    reworded = Wording('en', COVER_TEXT, ('First version.',), ('Second version.',))
    assert replace(made, diff=replace(made.diff, wording=(reworded,))).tells_on_cover
    assert (root / EDITION).read_text('utf-8') == before  # nothing is written yet
    write_files(root, made.files)
    after = (root / EDITION).read_text('utf-8')
    assert (
        after.replace(
            '  - version: "1.1"\n    date: 2027-03-01\n    changed: {en: [flight], ar: [flight], pl: [flight]}\n', ''
        )
        == before
    )
    edition = load_project(root).edition
    assert [edition.version_of(card, 'pl') for card in ('flight', 'masonry')] == ['1.1', '1.0']
    assert frozen_versions(root) == ['1.0', '1.1']
    assert load_edition('1.1', root).date == '2027-03-01'
    done = CliRunner().invoke(cli, ['--project', str(root), 'which', '--since', '1.1'])
    assert done.output == 'nothing has changed since 1.1\n'
    done = CliRunner().invoke(cli, ['--project', str(root), 'which', '--since', '1.0', '--lang', 'pl'])
    assert done.output == 'pl cards: flight\npl sheets: military-3\npl rulebook: card.military\n'


@pytest.mark.usefixtures('known')
@pytest.mark.parametrize(
    ('version', 'day', 'code'),
    [
        ('1.0', DAY, 'wrong-version'),
        ('0.9', DAY, 'wrong-version'),
        ('one', DAY, 'bad-version'),
        ('01.1', DAY, 'bad-version'),
        ('1.01', DAY, 'bad-version'),
        ('1.0.0', DAY, 'wrong-version'),
        ('1.0.0.0', DAY, 'wrong-version'),
        ('1.1', datetime.date(2020, 1, 1), 'version-order'),
    ],
)
def test_what_cannot_be_a_version_is_refused(frozen: Project, version: str, day: datetime.date, code: str) -> None:
    with pytest.raises(Problems) as caught:
        prepare(frozen, version, day)
    assert [problem.code for problem in caught.value.problems] == [code]
    assert all(problem.hint for problem in caught.value.problems)


@pytest.mark.usefixtures('known')
def test_a_release_tells_how_far_it_is(frozen: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr('civap.cli.progress.shows', lambda _: True)
    monkeypatch.setattr('civap.checking.check_all', lambda *_: None)
    monkeypatch.setattr('civap.errata.pages.book_pages', lambda *_: {})
    done = CliRunner().invoke(cli, ['--project', str(frozen.root), 'release', '1.0'])
    assert re.findall('steps done: (.) of 3', done.output) == ['0', '1', '2']
    assert 'wrong-version found 1.0' in done.output


@pytest.mark.usefixtures('known')
@pytest.mark.parametrize(
    ('frozen_too', 'version', 'hint'),
    [
        ((), '1.0', 'use a newer one, such as 1.1'),
        (('1.1',), '1.0', 'use a newer one, such as 1.2'),
        (
            ('1.1',),
            '1.1',
            f'use 1.2; or, if nobody has 1.1 yet, delete {EDITIONS}/1.1.json.gz and its entry in {EDITION}',
        ),
    ],
)
def test_no_published_version_is_to_be_deleted(
    frozen: Project, frozen_too: tuple[str, ...], version: str, hint: str
) -> None:
    for each in frozen_too:
        write_files(frozen.root, prepare(frozen, each, DAY).files)
    with pytest.raises(Problems) as caught:
        prepare(load_project(frozen.root), version, DAY)
    assert [problem.hint for problem in caught.value.problems] == [hint]


@pytest.mark.usefixtures('known')
@pytest.mark.parametrize(
    ('was', 'becomes', 'day', 'kept'),
    [
        ('pl: [flight]', 'pl: [flight]', None, True),
        ('pl: [flight]', 'pl: all', DAY, True),
        ('pl: [flight]', 'pl: [pottery, flight]', DAY, True),
        ('pl: [flight]', 'pl: [flight]', datetime.date(2027, 3, 2), False),
        ('pl: [flight]', 'pl: [pottery]', DAY, False),
        (', pl: [flight]', '', DAY, False),
    ],
)
def test_a_version_that_has_its_entry_is_frozen_as_that_says(
    frozen: Project, was: str, becomes: str, day: datetime.date | None, kept: bool
) -> None:
    """Such as one that is frozen again after more changed: no card may go without its mark."""
    root = frozen.root
    write_files(root, prepare(frozen, '1.1', DAY).files)
    edition_file(root, '1.1').unlink()
    text = (root / EDITION).read_text('utf-8')
    assert text.count(was) == 1
    (root / EDITION).write_text(text.replace(was, becomes), 'utf-8')
    if not kept:
        with pytest.raises(Problems, match=r'wrong-version (.|\n)*hint: delete the entry'):
            prepare(load_project(root), '1.1', day)
        return
    made = prepare(load_project(root), '1.1', day)
    write_files(root, made.files)
    assert EDITION not in made.files
    assert load_edition('1.1', root).date == str(DAY)


@pytest.mark.usefixtures('known')
def test_the_day_of_a_first_version_is_that_of_its_entry(frozen: Project) -> None:
    edition_file(frozen.root, '1.0').unlink()
    with pytest.raises(Problems, match='correct its date, or leave --date out'):
        prepare(frozen, '1.0', DAY)
    write_files(frozen.root, prepare(frozen, '1.0').files)
    assert load_edition('1.0', frozen.root).date == str(frozen.edition.versions[0].date)


@pytest.mark.usefixtures('known')
def test_nothing_new_is_no_version(frozen: Project) -> None:
    write_files(frozen.root, prepare(frozen, '1.1', DAY).files)
    with pytest.raises(Problems, match='nothing-changed'):
        prepare(load_project(frozen.root), '1.2', DAY)


def test_a_version_is_written_as_the_edition_has_it(project: Project) -> None:
    """Also before it is frozen: one that is equal by its numbers would be a second name."""
    unfrozen = replace(
        project,
        edition=project.edition.model_copy(update={'versions': (VersionNote(version='1.1', date=DAY, changed={}),)}),
    )
    with pytest.raises(Problems, match=r'wrong-version found 1\.1\.0, expected 1\.1 or a newer one'):
        prepare(unfrozen, '1.1.0', DAY)


def test_equal_versions_do_not_follow_each_other(tmp_path: Path) -> None:
    root = copied(tmp_path, {EDITION: lambda text: text.replace('version: "1.0"', 'version: "1.0.0"', 1)})
    path = root / EDITION
    lines = path.read_text('utf-8').split('\n')
    start = next(index for index, line in enumerate(lines) if 'version: "1.0.0"' in line)
    lines[start:start] = ['  - version: "1.0"', '    date: 2027-03-01', '    changed: {}']
    path.write_text('\n'.join(lines), 'utf-8')
    with pytest.raises(Problems, match='version-order'):
        load_project(root)


def test_a_file_is_of_the_version_that_it_is_called(frozen: Project) -> None:
    path = edition_file(frozen.root, '1.0')
    path.rename(edition_file(frozen.root, '1.5'))
    with pytest.raises(Problems, match=r'not-an-edition found version 1\.0 in it, expected 1\.5'):
        load_edition('1.5', frozen.root)
    assert load_edition(str(edition_file(frozen.root, '1.5')), frozen.root).version == '1.0'


def test_versions_are_counted_by_their_numbers(tmp_path: Path) -> None:
    for version in ('1.10', '1.2', '1.9.1', '01.3'):
        path = edition_file(tmp_path, version)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    assert frozen_versions(tmp_path) == ['1.2', '1.9.1', '1.10']


def test_a_revision_of_git_is_an_edition(old: Record, root: Path) -> None:
    if not (root / '.git').exists():
        pytest.skip('not a checkout')
    assert load_edition('HEAD', root).values.keys() == old.values.keys()


def test_faults_of_a_revision_are_told_as_its_own(frozen: Project) -> None:
    """Nobody can mend what is past; the project at hand has none."""
    root = frozen.root
    for line in ('init -q', 'add -A', '-c user.name=x -c user.email=x@example.org commit -qm x'):
        subprocess.run(['git', '-C', str(root), *line.split()], check=True)
    path = root / 'content/new_dawn/phrases.yaml'
    good = path.read_text('utf-8')
    path.write_text(good.replace('- id: ', '- id: x.'), 'utf-8')
    commit = ['-c', 'user.name=x', '-c', 'user.email=x@example.org', 'commit', '-qam', 'x']
    subprocess.run(['git', '-C', str(root), *commit], check=True)
    path.write_text(good, 'utf-8')
    with pytest.raises(Problems) as caught:
        load_edition('HEAD', root)
    (problem,) = caught.value.problems
    assert (problem.code, problem.path) == ('broken-edition', '')
    assert problem.details[0].startswith('HEAD:content/new_dawn/phrases.yaml:')
    assert "in 'HEAD'" in problem.message
    assert problem.hint.startswith('name another revision')


def test_faults_of_another_folder_are_told_with_its_name(frozen: Project, tmp_path: Path) -> None:
    other = copied(tmp_path / 'other', {'content/new_dawn/phrases.yaml': lambda text: text.replace('en:', 'em:', 1)})
    with pytest.raises(Problems) as caught:
        load_edition(str(other), frozen.root)
    named = {problem.path for problem in caught.value.problems}
    assert named == {(other / 'content/new_dawn/phrases.yaml').as_posix()}
    with pytest.raises(Problems) as own:
        load_edition(str(other), other)
    assert {problem.path for problem in own.value.problems} == {'content/new_dawn/phrases.yaml'}


def test_a_folder_that_is_no_project_is_told_once(frozen: Project, tmp_path: Path) -> None:
    (tmp_path / 'empty').mkdir()
    with pytest.raises(Problems) as caught:
        load_edition(str(tmp_path / 'empty'), frozen.root)
    assert [problem.code for problem in caught.value.problems] == ['no-edition']


def test_an_edition_that_is_none_is_told_with_what_there_is(frozen: Project) -> None:
    with pytest.raises(Problems, match=r"no-edition found '1\.O', expected a version \(1\.0\)"):
        load_edition('1.O', frozen.root)

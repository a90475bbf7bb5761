"""Versions are frozen in order, and cards show the one in which they last changed."""

import datetime
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from civap.cli import cli
from civap.content.folder import edition_file, frozen_versions
from civap.content.problems import Problems
from civap.content.project import Project, load_project
from civap.errata.diff import Wording
from civap.errata.editions import load_edition
from civap.errata.record import Record, write_record
from civap.errata.release import COVER_TEXT, EDITION, prepare
from civap.press.output import write_files

DAY = datetime.date(2027, 3, 1)


@pytest.fixture
def frozen(tmp_path: Path, flight: Path, old: Record) -> Project:
    """The stronger Flight, with the edition before it frozen as 1.0."""
    root = shutil.copytree(flight, tmp_path / 'project')
    write_files(root, {edition_file(root, '1.0').relative_to(root).as_posix(): write_record(old)})
    return load_project(root)


def test_a_new_version_lists_what_changed(frozen: Project) -> None:
    root = frozen.root
    before = (root / EDITION).read_text('utf-8')
    made = prepare(frozen, '1.1', DAY)
    assert made.diff is not None
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


@pytest.mark.parametrize(
    ('version', 'day', 'code'),
    [
        ('1.0', DAY, 'wrong-version'),
        ('0.9', DAY, 'wrong-version'),
        ('one', DAY, 'bad-version'),
        ('1.1', datetime.date(2020, 1, 1), 'version-order'),
    ],
)
def test_what_cannot_be_a_version_is_refused(frozen: Project, version: str, day: datetime.date, code: str) -> None:
    with pytest.raises(Problems) as caught:
        prepare(frozen, version, day)
    assert [problem.code for problem in caught.value.problems] == [code]
    assert all(problem.hint for problem in caught.value.problems)


def test_nothing_new_is_no_version(frozen: Project) -> None:
    write_files(frozen.root, prepare(frozen, '1.1', DAY).files)
    with pytest.raises(Problems, match='nothing-changed'):
        prepare(load_project(frozen.root), '1.2', DAY)


def test_versions_are_counted_by_their_numbers(tmp_path: Path) -> None:
    for version in ('1.10', '1.2', '1.9.1'):
        path = edition_file(tmp_path, version)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    assert frozen_versions(tmp_path) == ['1.2', '1.9.1', '1.10']


def test_a_revision_of_git_is_an_edition(old: Record, root: Path) -> None:
    if not (root / '.git').exists():
        pytest.skip('not a checkout')
    assert load_edition('HEAD', root).values.keys() == old.values.keys()


def test_an_edition_that_is_none_is_told_with_what_there_is(frozen: Project) -> None:
    with pytest.raises(Problems, match=r"no-edition found '1\.O', expected a version \(1\.0\)"):
        load_edition('1.O', frozen.root)

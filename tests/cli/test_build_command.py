"""`civap build` as a user types it: in a copy of the project, judged by exit status, messages and files."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from copies import ROOT
from markupsafe import Markup
from mistakes import CARDS, FAULTS, LANGUAGE, Copy, outputs

from civap.content.project import load_project
from civap.press.book_views import book_jobs

MESSAGE = re.compile(r'^(\S+?:\d+:\d+: |\S+: )?[a-z]+(-[a-z]+)* .*(found|expected)')


@pytest.mark.parametrize('name', FAULTS)
def test_fault_is_one_clear_message_and_leaves_outputs(name: str, project: Copy, earlier: dict[str, bytes]) -> None:
    spoil, code, says = FAULTS[name]
    spoil(project)
    done = project.run('build', '--only', 'cards', '--lang', LANGUAGE.get(name, 'en'))
    assert done.returncode == 1, done.stderr
    assert code in done.stdout
    assert says in done.stdout
    assert 'Traceback' not in done.stdout + done.stderr
    assert all(MESSAGE.match(line) for line in done.stdout.splitlines() if not line.startswith('    '))
    assert outputs(project) == earlier


def test_a_missing_font_package_is_named(project: Copy, earlier: dict[str, bytes]) -> None:
    """As after `pip uninstall fontpkg-marcellus`: the program runs where that package cannot be imported."""
    program = (
        'import sys\n'
        'sys.modules["fontpkg_marcellus"] = None\n'
        f'sys.argv = "civap --fresh --lang en --only cards --project {project.root} build".split()\n'
        'from civap.cli import main\n'
        'main()\n'
    )
    done = subprocess.run(
        [sys.executable, '-c', program], capture_output=True, text=True, cwd=ROOT, timeout=600, check=False
    )
    assert done.returncode == 1, done.stderr
    assert 'missing-font' in done.stdout
    assert 'fontpkg-marcellus' in done.stdout
    assert outputs(project) == earlier


@pytest.mark.parametrize(
    'name', ['missing Polish phrase', 'missing profile', 'Arabic without placeholder', 'Windows-1250']
)
def test_english_never_looks_at_another_language(name: str, project: Copy) -> None:
    FAULTS[name][0](project)
    done = project.run('build', '--lang', 'en', '--paper', 'a4', '--only', 'cards')
    assert done.returncode == 0, done.stdout
    assert set(outputs(project)) == {'en/focus-cards-a4.pdf', 'report.json'}


@pytest.mark.parametrize('place', ['before', 'after'])
def test_options_before_and_after_the_command_are_the_same(place: str, project: Copy, tmp_path: Path) -> None:
    options = ['--lang', 'en', '--paper', 'letter', '--only', 'cards', '--out', str(tmp_path / 'out')]
    done = project.run(*options, 'build') if place == 'before' else project.run('build', *options)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / 'out/en/focus-cards-letter.pdf').is_file()
    assert not (tmp_path / 'out/en/focus-cards-a4.pdf').exists()


def test_draft_prints_the_changed_number_in_every_language(project: Copy) -> None:
    project.edit(CARDS, 'build-wonder: {production: 5', 'build-wonder: {production: 6')
    refused = project.run('build', '--only', 'cards', '--lang', 'en')
    assert refused.returncode == 1
    assert 'pottery-wonder' in refused.stdout
    assert not project.out.exists()
    done = project.run('build', '--draft', '--paper', 'a4', '--only', 'cards')
    assert done.returncode == 0, done.stdout
    for language in ('en', 'pl', 'ar'):
        text = card_text(project.out / language / 'focus-cards-a4.pdf', 2)
        assert '6' in text
        assert '5' not in re.sub(r'1\.0', '', text)


def test_book_and_sheets_follow_a_changed_number(project: Copy) -> None:
    project.edit(CARDS, 'build-wonder: {production: 5', 'build-wonder: {production: 6')
    done = project.run('build', '--draft', '--lang', 'en', '--paper', 'a4', '--only', 'sheets')
    assert done.returncode == 0, done.stdout
    sheets = text_of(project.out / 'en/reference-sheets-a4.pdf')
    assert ('Production 5,' in sheets, sheets.count('Production 6,')) == (False, 2)
    (book,) = book_jobs(load_project(project.root), ['en'], ['a4'], draft=True)
    said = ' '.join(Markup(json.dumps(book.view, ensure_ascii=False, default=str)).striptags().split())
    assert 'gives 6 production' in said
    assert 'spends 1 trade token and' in said


def text_of(path: Path) -> str:
    pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(path)]
    return ' '.join(' '.join(pages).split())


def card_text(path: Path, index: int) -> str:
    """The text of the card at `index` in reading order, from the layer of its sheet (nine a page)."""
    pdf = pypdfium2.PdfDocument(path)
    page = pdf[0]
    right_to_left = '/ar/' in path.as_posix()
    column = index % 3 if not right_to_left else 2 - index % 3
    width, height = page.get_width(), page.get_height()
    left = (width - 3 * 161.6 - 2 * 11.3) / 2 + column * (161.6 + 11.3)
    top = height - (height - 3 * 252.3 - 2 * 11.3) / 2
    return str(page.get_textpage().get_text_bounded(left, top - 252.3, left + 161.6, top))


def test_report_lists_what_was_made(project: Copy) -> None:
    assert project.run('build', '--lang', 'pl', '--paper', 'a4', '--only', 'cards').returncode == 0
    report = json.loads((project.out / 'report.json').read_text('utf-8'))
    (artifact,) = report['artifacts']
    data = (project.out / artifact['path']).read_bytes()
    assert artifact['bytes'] == len(data)
    with pikepdf.open(project.out / artifact['path']) as pdf:
        assert artifact['pages'] == len(pdf.pages)
    assert {fit['card'] for fit in report['fit']['pl']} >= {'pottery', 'flight'}
    assert all(example['verdict'].startswith('holds') for example in report['examples'])
    assert 0 < report['coverage']['reached'] <= report['coverage']['all']
    assert report['earlier'] == []
    assert project.run('build', '--lang', 'pl', '--paper', 'letter', '--only', 'cards').returncode == 0
    report = json.loads((project.out / 'report.json').read_text('utf-8'))
    assert [made['path'] for made in report['artifacts']] == ['pl/focus-cards-letter.pdf']
    assert report['earlier'] == ['pl/focus-cards-a4.pdf']

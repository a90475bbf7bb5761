"""`civap translate sync` on the shipped project and on what somebody changed in it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import polib
import pytest
from workbench import ROOT, Copy

FILES = sorted(ROOT.glob('locales/*/*/*.po'))
PHRASES = 'content/new_dawn/phrases.yaml'
POLISH = 'locales/pl/new_dawn/cards.po'
needs_gettext = pytest.mark.skipif(shutil.which('msgfmt') is None, reason='needs gettext (apt-get install gettext)')


@pytest.fixture(scope='module', params=FILES, ids=lambda path: f'{path.parents[1].name}/{path.stem}')
def shipped(request: pytest.FixtureRequest) -> Path:
    """A PO file as it is shipped."""
    return Path(request.param)


def test_polib_writes_shipped_files_as_they_are(shipped: Path) -> None:
    assert str(polib.pofile(str(shipped), wrapwidth=0)) == shipped.read_text('utf-8')


@needs_gettext
def test_gettext_finds_no_fault_and_writes_shipped_files_as_they_are(shipped: Path) -> None:
    done = subprocess.run(['msgfmt', '-c', '-o', '-', shipped], capture_output=True, check=False)
    assert (done.returncode, done.stderr.decode()) == (0, '')
    again = subprocess.run(['msgcat', '--no-wrap', shipped], capture_output=True, check=True)
    assert again.stdout == shipped.read_bytes()


def test_shipped_files_are_up_to_date(copy: Copy) -> None:
    before = copy.texts()
    assert len(before) == 8
    done = copy.run('translate', 'sync', '--check')
    assert (done.status, done.out) == (0, '')
    assert done.err.count('up to date') == 8
    assert copy.texts() == before


def test_a_changed_phrase_is_told_before_it_is_written(copy: Copy) -> None:
    copy.edit(PHRASES, 'Still tied: roll a die.', 'Still tied? Roll a die.')
    before = copy.texts()
    check = copy.run('translate', 'sync', '--check', '--format', 'json')
    assert check.status == 1
    assert [(each['code'], each['path']) for each in json.loads(check.out)] == [
        ('out-of-sync', f'locales/{code}/new_dawn/cards.po') for code in ('ar', 'pl')
    ]
    assert '(1 stale (tie.roll))' in check.out
    assert copy.texts() == before
    done = copy.run('translate', 'sync', '--lang', 'pl', '--format', 'json')
    assert done.status == 0
    told = {each['path']: each['stale'] for each in json.loads(done.out) if each['changed']}
    assert told == {POLISH: ['tie.roll']}
    after = copy.texts()
    assert [path for path in before if before[path] != after[path]] == [POLISH]
    assert '#, fuzzy\n#| msgid "Still tied: roll a die."\nmsgctxt "tie.roll"\n' in after[POLISH]
    assert copy.run('translate', 'sync', '--check', '--lang', 'pl').status == 0


def test_the_ends_of_lines_stay_as_they_are(copy: Copy) -> None:
    path = copy.root / POLISH
    path.write_bytes(path.read_bytes().replace(b'\n', b'\r\n'))
    before = path.read_bytes()
    assert copy.run('translate', 'sync', '--check').status == 0
    copy.edit(PHRASES, 'Still tied: roll a die.', 'Still tied? Roll a die.')
    copy.run('translate', 'sync', '--lang', 'pl')
    after = path.read_bytes()
    assert after.count(b'\r\n') == after.count(b'\n')
    assert len(set(after.split(b'\n')) - set(before.split(b'\n'))) == 3


def test_a_slip_in_english_makes_nothing_stale(copy: Copy) -> None:
    copy.edit(PHRASES, 'Still tied: roll a die.', 'Still tied: roll the die.')
    before = copy.texts()
    done = copy.run('translate', 'sync', '--trivial', 'tie.roll')
    assert (done.status, done.err.count('1 refreshed (tie.roll)')) == (0, 2)
    after = copy.texts()
    assert {path: text.replace('roll the die.', 'roll a die.') for path, text in after.items()} == before


def test_a_text_that_was_taken_out_comes_back_with_its_translation(copy: Copy) -> None:
    name, before = 'content/new_dawn/rulebook.yaml', copy.texts()
    english = copy.read(name)
    start, end = english.index('  - id: book.houses-intro'), english.index('    note: Opening of the appendix.\n')
    copy.edit(name, english[start : end + len('    note: Opening of the appendix.\n')], '')
    assert copy.run('translate', 'sync').err.count('1 obsolete (book.houses-intro)') == 2
    assert all(text.count('#~ msgctxt') == 1 for path, text in copy.texts().items() if path.endswith('rules.po'))
    (copy.root / name).write_text(english, 'utf-8')
    assert copy.run('translate', 'sync').err.count('1 returned (book.houses-intro)') == 2
    assert copy.texts() == before


def test_a_file_that_is_not_there_is_made(copy: Copy) -> None:
    (copy.root / POLISH).unlink()
    done = copy.run('translate', 'sync', '--lang', 'pl')
    assert done.status == 0
    assert f'{POLISH}: 102 new (' in done.err
    made = copy.read(POLISH)
    assert made.startswith('# civap, Polish texts of the focus cards.\n')
    assert made.count('msgctxt') == 102
    assert copy.run('translate', 'sync', '--check').status == 0


@pytest.mark.parametrize(
    ('name', 'file', 'was', 'said'),
    [
        ('tie.rol', '', '', 'found --trivial tie.rol, expected the id of a message\n    hint: write tie.roll'),
        ('qqqq', '', '', 'hint: use the msgctxt of an entry'),
        ('label.caravans', POLISH, '{n} vans', ''),
        ('label.caravans', POLISH, '{m} caravans', 'not-trivial found other placeholders'),
    ],
    ids=['misspelt', 'unknown', 'other words', 'other placeholders'],
)
def test_what_is_trivial(copy: Copy, name: str, file: str, was: str, said: str) -> None:
    if file:
        copy.edit(file, 'msgid_plural "{n} caravans"', f'msgid_plural "{was}"')
    before = copy.texts()
    done = copy.run('translate', 'sync', '--lang', 'pl', '--trivial', name)
    assert (done.status, said in done.out) == (1 if said else 0, True)
    assert (copy.texts() == before) == bool(said)


@pytest.mark.parametrize(('english', 'status'), [('{n} carvan', 0), ('{n} carvan {x}', 1)])
def test_what_is_stale_already_can_be_called_trivial_unless_placeholders_differ(
    copy: Copy, english: str, status: int
) -> None:
    entry = f'#, fuzzy\n#| msgid "{english}"\n#| msgid_plural "{{n}} caravans"\nmsgctxt "label.caravans"'
    copy.edit(POLISH, '#, python-brace-format\nmsgctxt "label.caravans"', entry)
    done = copy.run('translate', 'sync', '--lang', 'pl', '--trivial', 'label.caravans')
    assert (done.status, 'not-trivial' in done.out, 'fuzzy' in copy.read(POLISH)) == (status, status == 1, status == 1)


def test_what_begins_to_count_is_not_trivial(copy: Copy) -> None:
    copy.edit(POLISH, 'msgid_plural "{n} caravans"\n', '')
    text = re.sub(r'("{n} caravan"\n)msgstr\[0\] (.*\n)(msgstr\[.*\n)+', r'\1msgstr \2', copy.read(POLISH))
    (copy.root / POLISH).write_text(text, 'utf-8')
    done = copy.run('translate', 'sync', '--lang', 'pl', '--trivial', 'label.caravans')
    assert (done.status, 'not-trivial' in done.out) == (1, True)


def test_two_entries_of_one_id_are_left_to_a_person(copy: Copy) -> None:
    again = 'msgctxt "tie.roll"\nmsgid "x"\nmsgstr "y"\n'
    (copy.root / POLISH).write_text(f'{copy.read(POLISH)}\n{again}', 'utf-8')
    before = copy.texts()
    done = copy.run('translate', 'sync')
    assert done.status == 1
    assert 'duplicate-message' in done.out
    assert copy.texts() == before


@pytest.mark.parametrize(('code', 'said'), [('en', 'English is the source'), ('de', 'expected one of en, ar, pl')])
def test_languages_that_have_no_files(copy: Copy, code: str, said: str) -> None:
    done = copy.run('translate', 'sync', '--lang', code)
    assert (done.status, said in done.err) == (2, True)

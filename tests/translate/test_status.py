"""`civap translate status`: what counts as done, and what a release waits for."""

from __future__ import annotations

import json

import pytest
from workbench import ROOT, Copy

from civap.content.project import Project
from civap.text.domains import load_domain
from civap.text.languages import load_language
from civap.text.po import parse_po
from civap.translate.status import Status, status_of, table, total
from civap.translate.terms import terms_of

POLISH, BOOK = 'locales/pl/new_dawn/cards.po', 'locales/pl/new_dawn/rules.po'
ROLL = 'msgstr "Nadal remis: rzuć kością."'


def test_shipped_languages_are_done(copy: Copy) -> None:
    done = copy.run('translate', 'status', '--strict')
    assert done.status == 0
    rows = [line.split() for line in done.out.splitlines() if line]
    assert [row[:2] for row in rows[1:]] == [
        [code, file] for code in ('ar', 'pl') for file in ('cards', 'play', 'rules', 'sheets', 'total')
    ]
    assert all(row[2] == row[3] and row[4:6] == ['0', '0'] and row[7] == '100' for row in rows[1:])
    assert [row[2] for row in rows[1:6]] == ['102', '262', '568', '227', '1159']


@pytest.mark.parametrize(
    ('was', 'becomes', 'kind', 'name'),
    [
        (ROLL, 'msgstr " "', 'missing', 'tie.roll'),
        ('msgctxt "tie.roll"', '#, fuzzy\nmsgctxt "tie.roll"', 'stale', 'tie.roll'),
        ('msgid "Still tied: roll a die."', 'msgid "Roll."', 'stale', 'tie.roll'),
        ('msgid_plural "{n} caravans"', 'msgid_plural "{n} vans"', 'stale', 'label.caravans'),
        (ROLL, 'msgstr "Still tied: roll a die."', 'same', 'tie.roll'),
        ('msgstr[1] "{n} karawany"', 'msgstr[1] ""', 'missing', 'label.caravans'),
        ('msgstr "Kultura"', 'msgstr "Culture"', 'same', 'type.culture'),
        ('msgstr "Kapitalizm"', 'msgstr "Capitalism"', 'same', 'card.capitalism'),
        ('msgstr "Ma najniższy koszt."', 'msgstr "Lowest cost."', 'same', 'wonder.lowest-cost'),
        ('msgstr[2] "{n} karawan"', 'msgstr[2] ""', '', 'label.caravans'),
    ],
    ids=[
        'blank',
        'fuzzy',
        'other English',
        'other plural',
        'English',
        'a form',
        'a word',
        'a name',
        'a phrase about things with names',
        'a form nobody needs',
    ],
)
def test_what_a_text_counts_as(project: Project, was: str, becomes: str, kind: str, name: str) -> None:
    text = (ROOT / POLISH).read_text('utf-8')
    assert was in text
    file = parse_po(text.replace(was, becomes, 1), POLISH)[0]
    found = status_of(load_language(ROOT, 'pl'), load_domain(project, 'cards'), file, terms_of(project.glossary, 'pl'))
    names = {'missing': found.missing, 'stale': found.stale, 'same': found.same}
    assert names == {'missing': [], 'stale': [], 'same': [], **({kind: [name]} if kind else {})}
    lacking = kind in ('missing', 'stale')
    assert (found.done, found.percent) == (101 if lacking else 102, 99 if lacking else 100)


def test_strict_names_the_files_that_a_release_waits_for(copy: Copy) -> None:
    copy.edit(POLISH, ROLL, 'msgstr ""')
    (copy.root / BOOK).unlink()
    done = copy.run('translate', 'status', '--strict', '--format', 'github')
    assert done.status == 1
    assert f'::error file={POLISH},line=1,col=1,title=unfinished-texts::found 1 missing and 0 stale texts' in done.out
    assert f'file={BOOK},' in done.out
    assert done.out.count('::error') == 2
    assert copy.run('translate', 'status').status == 0
    again = copy.run('translate', 'status', '--strict', '--format', 'json')
    assert again.status == 1
    assert [each['percent'] for each in json.loads(again.out)[5:]] == [99, 100, 0, 100, 50]


@pytest.mark.parametrize('command', ['status', 'check'])
def test_only_some_files_are_looked_at(copy: Copy, command: str) -> None:
    (copy.root / BOOK).write_text('no PO file', 'utf-8')
    copy.edit(POLISH, ROLL, 'msgstr ""')
    extra = ('--format', 'json', '--lang', 'pl')
    if command == 'status':
        done = copy.run('translate', 'status', '--only', 'cards,play', *extra)
        assert [each['file'] for each in json.loads(done.out)] == ['cards', 'play', 'total']
    else:
        assert copy.run('translate', 'check', '--only', 'play', '--lang', 'pl').out == ''
        done = copy.run('translate', 'check', '--only', 'cards', *extra)
        assert {each['path'] for each in json.loads(done.out) if each['level'] == 'error'} == {POLISH}
        assert 'rules' not in done.err


def test_missing_texts_of_a_new_language_are_counted_unless_they_are_asked_for(copy: Copy) -> None:
    copy.run('translate', 'new', 'de')
    copy.edit(POLISH, ROLL, 'msgstr ""')
    done = copy.run('translate', 'check', '--lang', 'de')
    assert (done.status, done.out.count('\n')) == (1, 4)
    line = 'locales/de/new_dawn/cards.po: missing-translation found no text for 102 messages, expected one for each'
    assert done.out.startswith(line)
    assert copy.run('translate', 'check', '--lang', 'de', '--missing').out.count('missing-translation') > 1000
    github = copy.run('translate', 'check', '--lang', 'de', '--format', 'github').out
    assert github.count('::error ') > 1000
    few = copy.run('translate', 'check', '--lang', 'pl').out
    assert f'{POLISH}:' in few
    assert "hint: translate 'Still tied: roll a die.'" in few


def test_a_total_is_never_a_hundred_while_something_is_open() -> None:
    files = [Status('pl', 'cards', 999), Status('pl', 'rules', 1, missing=['x'])]
    assert total(files) == Status('pl', 'total', 1000, ['x'], [], [])
    assert total(files).percent == 99
    assert files[0].problem() is None


def test_a_table_stands_in_columns() -> None:
    lines = list(table([Status('pl', 'cards', 10, ['x']), Status('pl', 'total', 1000), Status('uk', 'cards', 3)]))
    assert lines == [
        '          messages  done  missing  stale  as English    %',
        'pl cards        10     9        1      0           0   90',
        'pl total      1000  1000        0      0           0  100',
        '',
        'uk cards         3     3        0      0           0  100',
    ]


def test_a_text_that_does_not_fit_is_told_at_its_line(copy: Copy) -> None:
    """The cards are set for it; other documents are not."""
    copy.edit(POLISH, ROLL, f'msgstr "Nadal remis: {"rzuć kością, a potem jeszcze raz, " * 4}aż rozstrzygniesz."')
    done = copy.run('translate', 'check', '--fit', '--lang', 'pl', '--only', 'cards', '--format', 'json')
    found = [each for each in json.loads(done.out) if each['code'] == 'overflow']
    line = copy.read(POLISH).split('\n').index('msgctxt "tie.roll"') + 3
    assert done.status == 1
    assert {(each['path'], each['line'], each['column']) for each in found} == {(POLISH, line, 9)}
    assert all('(above all tie.roll)' in each['hint'] for each in found)
    assert len({each['message'] for each in found}) > 3

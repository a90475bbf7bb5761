"""What is told to have changed is what was changed, and nothing else."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from copies import ROOT, copied
from edited import BROKEN

from civap.cli import cli
from civap.content.project import Project, load_project
from civap.content.updates import versions
from civap.errata.diff import Diff, Value, compare
from civap.errata.editions import load_edition
from civap.errata.record import Printed, Record, Text, Told, read_record, record_of, write_record
from civap.errata.report import DOCUMENTS, data, listed, told
from civap.text.catalog import load_sheet_catalog
from civap.text.render import Renderer

LANGUAGES = ('en', 'pl', 'ar')


@pytest.fixture(scope='module')
def found(old: Record, new: Record) -> Diff:
    return compare(old, new)


def test_what_is_frozen_is_told_as_the_tool_tells_it_now(old: Record) -> None:
    """Else a publisher reads of changes that nobody has made; freeze it again, or let the comparing pass over them."""
    frozen = load_edition(old.version, ROOT)
    if (frozen.values, frozen.texts) != (old.values, old.texts):
        pytest.skip('the content is on its way to a newer edition')
    assert told(compare(frozen, old), LANGUAGES)[1:] == ['no change']


def test_an_edition_does_not_differ_from_itself(old: Record) -> None:
    same = compare(old, record_of(load_project(ROOT)))
    assert same.is_empty
    assert told(same, LANGUAGES) == ['1.0 -> 1.0', 'no change']


def test_one_value_is_one_value(found: Diff) -> None:
    assert found.values == (Value('cards.cards.flight.steps.1.attack.combat', '8', '9'),)
    assert found.values[0].card == 'flight'
    assert (found.wording, found.stale, found.renumbered) == ((), {}, ())
    assert not any(each.only_looks for each in found.prints)


def test_what_has_no_version_of_its_own_is_not_released(found: Diff) -> None:
    assert (told(found, ['en'])[0], data(found, ['en'])['released']) == ('1.0 -> not yet released', False)
    released = replace(found, new='1.1')
    assert (told(released, ['en'])[0], data(released, ['en'])['released']) == ('1.0 -> 1.1', True)


@pytest.mark.parametrize(
    ('code', 'says', 'begins'),
    [
        ('en', 'Not yet released: changes since version 1.0 (30 November 2026)', 'Version 1.1 '),
        ('pl', 'Jeszcze nie wydano: zmiany od wersji 1.0 (30 November 2026)', 'Wersja 1.1 '),
        ('ar', 'لم يصدر بعد: التغييرات منذ الإصدار 1.0 (30 November 2026)', 'الإصدار 1.1 '),
    ],
)
def test_the_sheet_names_a_new_version_only_if_there_is_one(
    project: Project, code: str, says: str, begins: str
) -> None:
    renderer = Renderer(load_sheet_catalog(project, code))
    days = '30 November 2026', '1 March 2027'
    plain = renderer.plain(versions('1.0', days[0], '1.0', days[0]))
    assert plain.replace('\u2066', '').replace('\u2069', '') == says
    released = renderer.plain(versions('1.0', days[0], '1.1', days[1]))
    assert released.replace('\u2066', '').replace('\u2069', '').startswith(begins)


@pytest.mark.parametrize('language', LANGUAGES)
def test_what_shows_the_value_is_printed_anew_in_every_language(found: Diff, language: str) -> None:
    assert {name: found.to_print(name, language) for name in DOCUMENTS} == {
        'cards': ('flight',),
        'sheets': ('military-3',),
        'rulebook': ('card.military',),
    }
    (lines,) = (each.lines for each in found.prints if (each.language, each.document) == (language, 'cards'))
    ((before, after),) = lines
    assert before.replace('8', '9') == after


def test_examples_that_come_out_otherwise_are_told_with_both_stories(found: Diff) -> None:
    assert tuple(each.id for each in found.outcomes) == BROKEN
    lines = told(found, ['en'])
    assert '    - 3 Attack 1 on T (control token): combat value 8, bonus 0; defense 1' in lines
    assert '    + 3 Attack 1 on T (control token): combat value 9, bonus 0; defense 1' in lines
    assert not any('T is the only one left' in line for line in lines)


def test_a_program_gets_the_ids(found: Diff) -> None:
    cards = data(found, LANGUAGES)['cards']
    assert {key: cards[key] for key in ('changed', 'added', 'removed')} == {
        'changed': ['flight'], 'added': [], 'removed': [],
    }  # fmt: skip
    json.dumps(data(found, LANGUAGES))
    assert listed(found, ['pl']) == {
        'pl': {'cards': ['flight'], 'sheets': ['military-3'], 'rulebook': ['card.military'], 'looks': {}}
    }


def test_a_reworded_sentence_makes_translations_stale(tmp_path: Path, old: Record) -> None:
    """A title of a chapter that changes its id as well is another text, and nothing is taken for its translation."""
    root = copied(
        tmp_path,
        {
            'content/new_dawn/phrases.yaml': lambda text: text.replace('en: City-state.', 'en: A city-state.', 1),
            'content/new_dawn/rulebook.yaml': lambda text: text.replace(
                '{id: book.see, en: See,', '{id: book.see, en: See also,', 1
            ),
        },
    )
    found = compare(old, record_of(load_project(root)))
    names = {each.message for each in found.wording}
    assert all(each.language == 'en' for each in found.wording)
    assert {code: set(stale) for code, stale in found.stale.items()} == {'pl': names, 'ar': names}
    assert len(names) == 2
    assert 'book.see' in names
    assert found.values == ()
    assert 'flight' in found.to_print('cards', 'en')
    assert {each.language for each in found.prints} == {'en'}  # marks of a draft are no change of words


def base(**changed: object) -> Record:
    """A small edition."""
    record = Record(
        version='1',
        date='2026-01-01',
        values={'a': '1'},
        texts={'en': {'x': Text(('X',))}, 'pl': {'x': Text(('Y',))}},
        printed={code: {'rulebook': {'x': Printed('1', ('X',), '1.1', {'': '1'})}} for code in ('en', 'pl')},
        examples={'e': Told('holds', ('one',))},
    )
    return replace(record, **changed)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ('changed', 'says'),
    [
        ({'values': {'b': '2'}}, ['b: none -> 2', 'a: 1 -> none']),
        ({'texts': {'en': {}, 'pl': {'x': Text(('Y',))}}}, ['en x', '  - X']),
        ({'texts': {'en': {'x': Text(('X',))}, 'pl': {'x': Text(('X',), 'missing')}}}, ['pl x', '  - Y', 'pl x']),
        (
            {'printed': {code: {'rulebook': {'x': Printed('1', ('X',), '1.1', {'': code})}} for code in ('en', 'pl')}},
            ['rulebook: all (en, pl)'],
        ),
        ({'examples': {}}, ['e: holds -> none', '  - 1 one']),
        ({'examples': {'e': Told('fails', ('one', 'two'))}}, ['e: holds -> fails', '  + 2 two']),
        (
            {'printed': {code: {'rulebook': {'x': Printed('1', ('X',), '1.2')}} for code in ('en', 'pl')}},
            ['x: 1.1 -> 1.2'],
        ),
        (
            {'printed': {code: {'rulebook': {'z': Printed('1', ('X',), '1.1')}} for code in ('en', 'pl')}},
            ['1.1 z: added (en, pl)', '1.1 x: removed (en, pl)'],
        ),
    ],
    ids=['value', 'text-gone', 'translation-gone', 'look', 'example-gone', 'example-fails', 'renumbered', 'renamed'],
)
def test_each_kind_of_change_is_told(changed: dict[str, object], says: list[str]) -> None:
    lines = told(compare(base(), base(**changed)), ['en', 'pl'])
    assert [line[2:] for line in lines[1:] if line.startswith('  ')] == says


def test_a_record_comes_back_and_is_the_same_bytes(old: Record, tmp_path: Path) -> None:
    path = tmp_path / 'x.json.gz'
    path.write_bytes(write_record(old))
    assert read_record(path) == old
    assert write_record(read_record(path)) == write_record(old)
    assert path.stat().st_size < 300_000


@pytest.mark.parametrize(
    ('raw', 'code'),
    [
        (b'', 'not-an-edition'),
        (b'{}', 'not-an-edition'),
        (write_record(base())[:-9], 'not-an-edition'),
        (write_record(base(values=3)), 'not-an-edition'),
        (None, 'no-edition'),
    ],
    ids=['empty', 'not-packed', 'half', 'wrong', 'absent'],
)
def test_what_is_no_edition_is_refused(tmp_path: Path, raw: bytes | None, code: str) -> None:
    path = tmp_path / 'x.json.gz'
    if raw is not None:
        path.write_bytes(raw)
    done = CliRunner().invoke(cli, ['diff', str(path)])
    assert done.exit_code == 1
    assert f'{code} ' in done.output
    assert 'hint: ' in done.output

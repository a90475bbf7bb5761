"""The rulebook's file: each fault told at its place, each rule printed, every message known by one id."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from copies import CONTENT, copied

from civap.content.problems import Problem, Problems
from civap.content.project import Project, load_project
from civap.content.rulebook import LABELS, book_messages, written
from civap.content.rules import RULES

FILE = 'content/new_dawn/rulebook.yaml'


@dataclass(frozen=True)
class Fault:
    """One edit of the real file, the code that it must give, and text of the line that is shown."""

    old: str
    new: str
    code: str
    line: str = ''
    hint: str = ''


FAULTS = (
    Fault('id: golden.override', 'id: golden.overide', 'unknown-rule', 'golden.overide', 'golden.override'),
    Fault('id: golden.override', 'id: golden.xyz', 'missing-rule', 'id: about', 'golden.override'),
    Fault('          id: resource.gain\n', '          id: resource.same\n', 'duplicate-id', 'resource.same',
          'resource.gain'),
    Fault('see: [golden.random, example.astrology]', 'see: [golden.random, example.astrolgy]', 'unknown-reference',
          'example.astrolgy', 'example.astrology'),
    Fault('readings: [dial-end]', 'readings: [dial-ends]', 'unknown-reference', 'dial-ends', 'dial-end'),
    Fault('term: agenda, at: [wonder.agenda,', 'term: agenda, at: [wonder.agend,', 'unknown-reference', 'wonder.agend'),
    Fault('reading.wonder-agenda, term.agenda]', 'reading.wonder-agendas, term.agenda]', 'unknown-reference',
          'reading.wonder-agendas', 'reading.wonder-agenda'),
    Fault('reading.wonder-agenda, term.agenda]', 'reading.wonder-agenda, text.about.what]', 'unknown-reference'),
    Fault('term: agenda, at:', 'leader: trajan, term: agenda, at:', 'term-or-leader', 'term: agenda'),
    Fault('term: agenda, at:', 'at:', 'term-or-leader', 'id: agenda', 'one of the two'),
    Fault('leader: gilgamesh, at:', 'leader: gilgamehs, at:', 'unknown-leader', 'gilgamehs', 'gilgamesh'),
    Fault('**Deal the AP no map tiles.**', '**Deal the AP no map tiles.', 'bad-markup', 'Deal the AP'),
    Fault('values: {card: treaty.embassy}', 'values: {cards: treaty.embassy}', 'unknown-placeholder', '{card}',
          '{cards}'),
    Fault('exception: {card}."', 'exception."', 'missing-placeholder', 'with one exception', '{card}'),
    Fault('      - cards: {type: culture}', '      - card: {type: culture}', 'unknown-block', 'card:', 'cards'),
    Fault('      - cards: {type: culture}', '      - {cards: {type: culture}, text: x}', 'one-block', 'cards:'),
    Fault('      - cards: {type: culture}', '      - cards: {type: cultur}', 'unknown-value', 'cultur'),
    Fault('numbered: true', 'numbered: yes', 'not-a-flag', 'numbered: yes', 'true'),
    Fault('  - {id: adjacent, term: adjacent,', '  - {id: agenda, term: adjacent,', 'duplicate-id'),
    Fault('  - {id: book.contents, en: Contents', '  - {id: book.contents, en: ""', 'empty-text', 'book.contents'),
    Fault('table: {name: dice,', 'table: {name: cubes,', 'unknown-value', 'cubes'),
    Fault('"Slot {slot}"', '"Slot {slt}"', 'unknown-placeholder', '{slt}', '{slot}'),
    Fault('engine: {example}"', 'engine"', 'missing-placeholder', 'Proved by', '{example}'),
    Fault('en: Contents,', 'en: "Contents {page}",', 'unknown-placeholder', '{page}', 'delete'),
    Fault('title: Read this first', 'title: "Read {n} first"', 'unknown-placeholder', '{n}', 'delete'),
    Fault('{id: book.slot,', '{id: book.slto,', 'unused-phrase', 'book.slto', 'book.slot'),
    Fault('  - {id: book.slot, en: "Slot {slot}", note: Under a card in a drawn focus row.}\n', '', 'missing-phrase',
          'book.title', 'add'),
    Fault('en: Contents,', 'en: {one: Content, other: Contents},', 'idle-plural', 'one: Content'),
)  # fmt: skip


@pytest.fixture(scope='module')
def copy(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp('project')
    copied(folder, parts=CONTENT)
    return folder


def problems(folder: Path, text: str) -> tuple[Problem, ...]:
    (folder / FILE).write_text(text, 'utf-8')
    try:
        project = load_project(folder)
        assert project.rulebook
    except Problems as error:
        return error.problems
    return ()


@pytest.mark.parametrize('fault', FAULTS, ids=lambda fault: f'{fault.code} {fault.new.strip()[:24]}')
def test_a_fault_is_told_where_it_is(fault: Fault, copy: Path, root: Path) -> None:
    text = (root / FILE).read_text('utf-8')
    assert fault.old in text
    found = problems(copy, text.replace(fault.old, fault.new, 1))
    told = [problem for problem in found if problem.code == fault.code]
    assert told, [str(problem) for problem in found]
    shown = told[0]
    assert shown.path == FILE
    assert fault.line in shown.excerpt
    assert fault.hint in shown.hint


# One slip each, to which much refers.
SLIPS = {
    'a rule that others name': ('id: golden.random', 'id: golden.randum'),
    'a rule beside its double': ('          id: resource.gain\n', '          id: resource.same\n'),
    'a label': ('id: book.see', 'id: book.sea'),
    'a label beside its double': ('id: book.contents', 'id: book.title'),
}


@pytest.mark.parametrize('name', SLIPS)
def test_a_slip_is_told_once(name: str, copy: Path, root: Path) -> None:
    text = (root / FILE).read_text('utf-8')
    old, new = SLIPS[name]
    assert old in text
    (problem,) = problems(copy, text.replace(old, new, 1))
    assert old.split()[-1] in problem.hint


VALUES = [(name, value) for name, values in LABELS.items() for value in values]


@pytest.mark.parametrize(('name', 'value'), VALUES)
@pytest.mark.parametrize(('new', 'code'), [('{pagina}', 'unknown-placeholder'), ('x', 'missing-placeholder')])
def test_a_label_has_what_the_book_fills_in(name: str, value: str, new: str, code: str, copy: Path, root: Path) -> None:
    start, label, rest = (root / FILE).read_text('utf-8').partition(f'id: {name}')
    (problem,) = problems(copy, start + label + rest.replace(f'{{{value}}}', new, 1))
    assert problem.code == code
    assert problem.hint == f'write {{{value}}}'


def test_the_shipped_file_has_none(copy: Path, root: Path) -> None:
    assert problems(copy, (root / FILE).read_text('utf-8')) == ()


def test_every_text_is_a_message_with_an_id_of_its_own(project: Project) -> None:
    texts = [each.id for each in written(project.rulebook[0])]
    assert len(texts) == len(set(texts))
    assert set(texts) < set(book_messages(project))


def test_the_index_leads_to_all_that_the_appendices_print(project: Project) -> None:
    book = project.rulebook[0]
    wanted = {f'reading.{reading.id}' for reading in project.readings[0].readings}
    wanted |= {f'oddity.{oddity.id}' for oddity in book.oddities} | {f'term.{term.id}' for term in book.glossary}
    wanted |= {'houses', 'oddities', 'glossary'}
    assert wanted - {name for entry in book.index for name in entry.at} == set()


def test_the_index_leads_to_every_rule(project: Project) -> None:
    assert set(RULES) <= {name for entry in project.rulebook[0].index for name in entry.at}


def test_every_rule_of_the_project_has_its_message(project: Project) -> None:
    assert {f'rule.{rule}' for rule in RULES} <= set(book_messages(project))

"""Accepting what the rules now do: expected values are rewritten, every other byte stays."""

import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from civap import checking
from civap.cli import cli
from civap.content.folder import find_root
from civap.content.problems import Problems
from civap.content.project import load_project
from civap.errata.outdated import gone
from civap.proof.accept import propose
from civap.proof.examples import check_examples

Changed = Callable[..., Path]
EXAMPLE = 'examples/pottery-wonder.yaml'
SIX = ('production: 5, order', 'production: 6, order')
WONDER = 'content/new_dawn/examples/pottery-wonder.yaml'
CITY = 'content/new_dawn/examples/pottery-city.yaml'


def lines(path: Path) -> list[bytes]:
    return path.read_bytes().split(b'\n')


def test_production_six(changed: Changed) -> None:
    root = changed('cards.yaml', SIX)
    before = lines(root / WONDER)
    proposal = propose(load_project(root), 'pottery-wonder')
    assert [(change.before, change.after) for change in proposal.changes] == [
        ('5', '6'), ('2', '1'), ('0', '1'), ('2', '1'),
    ]  # fmt: skip
    assert 'happens    paid (wonder colossus, cost 7, production 6' in str(proposal)
    assert 'Lowest cost' in str(proposal)
    assert lines(root / WONDER) == before
    proposal.write()
    after = lines(root / WONDER)
    assert [index for index, line in enumerate(before) if after[index] != line] == [48, 57]
    assert len(after) == len(before)
    assert after[48] == before[48].replace(b'production: 5', b'production: 6').replace(
        b' trade: 2', b' trade: 1'
    ).replace(b'left: 0', b'left: 1')
    results = {result.id: result for result in check_examples(load_project(root))}
    assert results['pottery-wonder'].passes
    assert results['pottery-city'].passes
    assert {path.suffix for path in (root / WONDER).parent.iterdir()} == {'.yaml'}


def test_spans_of_a_roll_move_with_the_value(changed: Changed) -> None:
    """A pinned roll stays on its span, and what follows from it is rewritten with it; once more there is nothing."""
    root = changed('cards.yaml', flight(9))
    path = root / 'content/new_dawn/examples/flight-lost.yaml'
    proposal = propose(load_project(root), 'flight-lost')
    assert '  happens    options -5..-4, -3..5' in proposal.report
    proposal.write()
    after = path.read_text('utf-8')
    assert after.count('options: ["-5..-4", "-3..5"], pick: "-5..-4"}') == 3
    assert after.count('combat: 9') == 3
    assert propose(load_project(root), 'flight-lost').changes == ()


def test_nothing_to_change(changed: Changed) -> None:
    root = changed('cards.yaml')
    before = (root / WONDER).read_bytes()
    proposal = propose(load_project(root), 'pottery-wonder')
    assert proposal.changes == ()
    assert str(proposal) == 'pottery-wonder: nothing to change'
    proposal.write()
    assert (root / WONDER).read_bytes() == before


def test_windows_line_ends_and_comments_stay(changed: Changed) -> None:
    root = changed('cards.yaml', SIX)
    path = root / WONDER
    path.write_bytes(
        path.read_bytes().replace(b'trade-left: 0}', b'trade-left: 0}  # tr\xc3\xb8').replace(b'\n', b'\r\n')
    )
    before = path.read_bytes()
    propose(load_project(root), 'pottery-wonder').write()
    after = path.read_bytes()
    assert after.count(b'\r\n') == before.count(b'\r\n') == after.count(b'\n')
    assert b'trade-left: 1}  # tr\xc3\xb8\r\n' in after


def test_lists_and_numbers_in_maps(changed: Changed) -> None:
    root = changed(
        'examples/pottery-city.yaml',
        ('keep: [A], drop: [B, C], values: {A: 8, B: 4, C: 2}', 'keep: [A, B],  drop: [C], values: {A: 9, B: 4, C: 2}'),
    )
    propose(load_project(root), 'pottery-city').write()
    text = (root / CITY).read_text(encoding='utf-8')
    assert 'keep: [A],  drop: [C, B], values: {A: 8, B: 4, C: 2}' in text
    assert all(result.passes for result in check_examples(load_project(root)))


def flight(combat: int) -> tuple[str, str]:
    """What makes the combat value of Flight another one in cards.yaml."""
    text = (find_root() / 'content/new_dawn/cards.yaml').read_text('utf-8')
    card = text[text.index('- id: flight') :]
    start = card[: card.index('combat: 8') + len('combat: 8')]
    return start, start.replace('combat: 8', f'combat: {combat}')


def told(root: Path) -> tuple[dict[str, Any], list[str]]:
    """What a program is told that accepts all."""
    made = CliRunner().invoke(cli, ['--project', str(root), 'check', '--accept', 'all', '--yes', '--format', 'json'])
    return json.loads(made.stdout), made.stderr.splitlines()


def test_all_takes_over_what_can_be_and_the_hints_say_what(changed: Changed) -> None:
    """Each hint that names the command works as it stands, and no other example is accepted."""
    root, refused = changed('cards.yaml', flight(7)), {'captures'}
    results = [result for result in check_examples(load_project(root)) if not result.passes]
    hinted = {
        found[1] for result in results for problem in result.problems
        if (found := re.search('--accept ([a-z-]+)', problem.hint))
    }  # fmt: skip
    assert hinted == {result.id for result in results} - refused
    data, said = told(root)
    assert {each['example'] for each in data['accepted']} == hinted
    assert {problem['path'].rpartition('/')[2] for problem in data['refused']} == {f'{name}.yaml' for name in refused}
    assert any(line.startswith('captures: cannot be accepted') for line in said)
    assert {result.id for result in check_examples(load_project(root)) if not result.passes} == refused
    # Also one that holds as it stands: its steps have another number than its reason in words.
    assert 'content/new_dawn/examples/captures.yaml' in data['outdated']
    assert 'content/new_dawn/examples/masonry.yaml' not in data['outdated']


@pytest.mark.parametrize(
    ('old', 'new', 'numbers'),
    [
        (['a 8', 'b 1'], ['a 9', 'b 1'], {'8'}),
        (['a 8', 'b 1'], ['b 1'], {'8'}),
        (['b 1'], ['a 8', 'b 1'], set()),
        (['a 8 8', 'b 9'], ['a 9 8', 'b 8'], {'9'}),
        (['a 18'], ['a 8'], {'18'}),
        (['a 8'], ['c 8'], set()),
    ],
)
def test_numbers_that_steps_have_no_more(old: list[str], new: list[str], numbers: set[str]) -> None:
    assert gone(old, new) == numbers


TIE = '{ask: wonder.tie, options: [colossus, petra], pick: petra}'
ORDER = 'production: 5, order: [nearest-agenda, lowest-cost]'


@pytest.mark.parametrize(
    ('name', 'replacement', 'example', 'message'),
    [
        # an event that no longer happens
        ('cards.yaml', (ORDER, 'production: 5, order: [lowest-cost]'), 'pottery-wonder', 'no such event'),
        # a story that depends on an open fact
        ('cards.yaml', ('range: 2, order', 'range: 1, order'), 'pottery-city', 'found DEPENDS, expected FAILS'),
        # other options of a pinned question
        (EXAMPLE, (TIE, TIE.replace('colossus', 'oracle')), 'pottery-wonder', 'found the options'),
        # a question that is not asked
        (EXAMPLE, (TIE, TIE.replace('wonder.tie', 'city.tie')), 'pottery-wonder', 'found no such question'),
        # what must never happen
        (EXAMPLE, ('trade: 2}\n', 'trade: 2}\n    never: [paid: {}]\n'), 'pottery-wonder', 'expected it never'),
        # a pattern
        ('examples/pottery-city.yaml', ('drop: {has: [spawn]}', 'drop: {has: [A]}'), 'pottery-city', 'a pattern'),
    ],
)
def test_refusals(changed: Changed, name: str, replacement: tuple[str, str], example: str, message: str) -> None:
    root = changed(name, replacement)
    before = (root / WONDER).read_bytes(), (root / CITY).read_bytes()
    with pytest.raises(Problems) as caught:
        propose(load_project(root), example).write()
    assert message in str(caught.value)
    assert {problem.code for problem in caught.value.problems} == {'cannot-accept'}
    assert ((root / WONDER).read_bytes(), (root / CITY).read_bytes()) == before


def test_values_that_differ_from_path_to_path_are_refused(changed: Changed, root: Path) -> None:
    free = """choices: []
    then:
      - paid: {wonder: oracle"""
    text = (root / WONDER).read_text(encoding='utf-8')
    start = text.index('  - choices:') + 4
    copy = changed(EXAMPLE, (text[start : text.index(', cost: 7, trade: 2}')], free))
    before = (copy / WONDER).read_bytes()
    with pytest.raises(Problems, match='cannot-accept') as caught:
        propose(load_project(copy), 'pottery-wonder').write()
    assert 'wonder.tie' in str(caught.value)
    assert (copy / WONDER).read_bytes() == before


def test_a_list_on_several_lines_is_refused(changed: Changed) -> None:
    keep = 'keep: [colossus, petra], drop: [oracle], remaining: 2}'
    block = 'keep: [colossus,\n      petra, oracle], drop: [oracle], remaining: 2}'
    with pytest.raises(Problems, match=r'cannot-accept.*on several lines'):
        propose(load_project(changed(EXAMPLE, (keep, block))), 'pottery-wonder')


def test_a_file_that_cannot_be_replaced_stays(changed: Changed, monkeypatch: pytest.MonkeyPatch) -> None:
    root = changed('cards.yaml', SIX)
    before = (root / WONDER).read_bytes()
    proposal = propose(load_project(root), 'pottery-wonder')

    def refuse(path: Path, target: Path) -> None:
        raise PermissionError(target)

    monkeypatch.setattr(Path, 'replace', refuse)
    with pytest.raises(Problems, match='cannot-write found '):
        proposal.write()
    assert (root / WONDER).read_bytes() == before
    assert {path.suffix for path in (root / WONDER).parent.iterdir()} == {'.yaml'}


def test_a_file_changed_meanwhile_stays(changed: Changed) -> None:
    root = changed('cards.yaml', SIX)
    proposal = propose(load_project(root), 'pottery-wonder')
    edited = (root / WONDER).read_bytes() + b'# edited\n'
    (root / WONDER).write_bytes(edited)
    with pytest.raises(Problems, match='cannot-accept found the file changed') as caught:
        proposal.write()
    assert caught.value.problems[0].hint
    assert (root / WONDER).read_bytes() == edited


def test_refusal_names_the_lines(changed: Changed) -> None:
    root = changed('cards.yaml', (ORDER, 'production: 5, order: [nearest-agenda]'))
    with pytest.raises(Problems) as caught:
        propose(load_project(root), 'pottery-wonder')
    assert {problem.code for problem in caught.value.problems} == {'cannot-accept'}
    assert 'hint: edit line 41 by hand' in str(caught.value)


def test_unknown_example(changed: Changed) -> None:
    with pytest.raises(Problems, match='unknown-example'):
        propose(load_project(changed('cards.yaml')), 'pottery')


@pytest.mark.parametrize(
    ('typed', 'accepted'),
    [('y\n', True), ('yes', True), ('Y\r\n', True), ('n\n', False), ('what\n', False), ('', False), (None, False)],
)
def test_a_yes_may_come_from_a_pipe(
    changed: Changed, monkeypatch: pytest.MonkeyPatch, typed: str | None, accepted: bool
) -> None:
    root = changed('cards.yaml', SIX)
    before = (root / WONDER).read_bytes()
    monkeypatch.setattr('sys.stdin', None if typed is None else io.StringIO(typed))
    if not accepted:
        with pytest.raises(Problems, match='not-accepted'):
            checking.accept(load_project(root), 'pottery-wonder', 'text', yes=False, talk=print)
        assert (root / WONDER).read_bytes() == before
        return
    checking.accept(load_project(root), 'pottery-wonder', 'text', yes=False, talk=print)
    assert (root / WONDER).read_bytes() != before


def test_one_value_is_told_in_the_singular(changed: Changed) -> None:
    root = changed('cards.yaml', ('combat: 8\n', 'combat: 9\n'))
    said: list[str] = []
    checking.accept(load_project(root), 'flight-range', 'text', yes=True, talk=said.append)
    assert said[0] == '1 expected value rewritten'


@pytest.mark.parametrize(
    ('because', 'told'),
    [('It has 5 production.', True), ('It has 15 production.', False), ('It has 7.', False), ('', False)],
)
def test_words_with_a_number_that_was_rewritten_are_named(changed: Changed, because: str, told: bool) -> None:
    root = changed('cards.yaml', SIX)
    path = root / WONDER
    line = f'because: {because}\n' if because else ''
    path.write_text(path.read_text('utf-8').replace('section:', f'{line}section:'), 'utf-8')
    said: list[str] = []
    checking.accept(load_project(root), 'pottery-wonder', 'text', yes=True, talk=said.append)
    assert said[0] == '4 expected values rewritten'
    assert any(WONDER in line and line.startswith('because:') for line in said[1:]) == told

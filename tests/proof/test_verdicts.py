"""Each verdict, by a small example."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from civap.content.project import load_project
from civap.proof.examples import Result
from civap.proof.replay import explain
from civap.proof.verdicts import Verdict

Check = Callable[..., Result]

HEAD = """\
example: small
section: priority-order
when: {resolve: pottery, until: build-wonder}
given:
  victory: [civilized-money-grubber]
  ap:
    row: [{card: pottery, slot: 5, trade: 2}]
    resources: 0
    natural-wonders: 0
    leader: trajan
    wonders: {economy: 0}
    city-states: {industry: 0}
  spaces: [{id: capital, city: ap, wonder: none}]
"""
ONE = HEAD + '  market: [colossus]\n'
TWO = HEAD + '  market: [stonehenge, petra]\n'
PLACED = 'then:\n  - placed: {wonder: colossus}\n'


def by_assuming(fact: str, value: object) -> str:
    return f'assume:\n  - {{fact: {fact}, value: {value}, why: needed}}\n'


@pytest.mark.parametrize(
    ('verdict', 'text'),
    [
        (Verdict.HOLDS, ONE + PLACED),
        (Verdict.FAILS, ONE + 'then:\n  - placed: {wonder: colossus, city: york}\n'),
        (Verdict.FAILS, ONE + 'then:\n  - set-aside: {}\n'),
        (Verdict.FAILS, ONE + 'never:\n  - placed: {}\n'),
        (Verdict.FAILS, ONE + 'then:\n  - placed: {}\n  - paid: {}\n'),
        (Verdict.DEPENDS, ONE.replace('    natural-wonders: 0\n', '') + 'then:\n  - paid: {trade: 2}\n'),
        (
            Verdict.HOLDS_IF,
            ONE.replace('    natural-wonders: 0\n', '')
            + by_assuming('ap.natural-wonders', 0)
            + 'then:\n  - paid: {trade: 2}\n',
        ),
        (Verdict.DEPENDS, TWO + 'then:\n  - placed: {wonder: petra}\n'),
        (Verdict.VACUOUS, TWO + 'possible:\n  - placed: {wonder: colossus}\n'),
        (Verdict.HOLDS, TWO + 'possible:\n  - placed: {wonder: stonehenge}\n  - placed: {wonder: petra}\n'),
        (
            Verdict.HOLDS,
            TWO + 'then:\n  - when: {chosen: {item: petra}}\n    then: [placed: {wonder: petra}]\n',
        ),
        (
            Verdict.VACUOUS,
            TWO + 'then:\n  - when: {chosen: {item: oracle}}\n    then: [placed: {wonder: oracle}]\n',
        ),
        (
            Verdict.VACUOUS,
            ONE + '  order: [{less: ap.row.culture.slot, more: ap.row.science.slot},'
            ' {less: ap.row.science.slot, more: ap.row.culture.slot}]\n' + PLACED,
        ),
        (
            Verdict.NOT_ASKED,
            ONE + 'choices:\n  - {ask: wonder.tie, options: [colossus, petra], pick: colossus}\n' + PLACED,
        ),
        (
            Verdict.WRONG_OPTIONS,
            TWO + 'choices:\n  - {ask: wonder.tie, options: [oracle, petra], pick: petra}\n'
            'then:\n  - placed: {wonder: petra}\n',
        ),
        (
            Verdict.UNSTATED,
            HEAD + PLACED,
        ),
        (
            Verdict.UNSTATED,
            HEAD.replace('pottery', 'masonry').replace(', until: build-wonder', '') + PLACED,
        ),
    ],
)  # fmt: skip
def test_verdict(check: Check, verdict: Verdict, text: str) -> None:
    result = check(text)
    assert result.verdict is verdict
    assert result.passes == verdict.passes
    assert bool(result.problems) != verdict.passes


PENTAGON = HEAD + '  market: [pentagon]\nnever:\n  - placed: {}\n'


@pytest.mark.parametrize(
    ('verdict', 'trade'),
    [
        (Verdict.DEPENDS, ''),
        (Verdict.DEPENDS, ', trade: {at-least: 4}'),
        (Verdict.DEPENDS, ', trade: {at-most: 7}'),
        (Verdict.HOLDS, ', trade: {less-than: 7}'),
        (Verdict.FAILS, ', trade: {at-least: 7}'),
        (Verdict.FAILS, ', trade: {more-than: 50}'),
        (Verdict.FAILS, ', trade: 9'),
    ],
)
def test_unknown_tokens_may_be_enough_for_the_dearest_wonder(check: Check, verdict: Verdict, trade: str) -> None:
    assert check(PENTAGON.replace(', trade: 2', trade)).verdict is verdict


ROWS = '  rivals: [{id: blue, row: [{type: culture}]}, {id: red, row: [{type: culture}]}]\n'


def test_open_rows_do_not_hide_a_contradiction(check: Check) -> None:
    both = 'less: ap.resources, more: ap.natural-wonders'
    assert check(ONE + ROWS + f'  order: [{{{both}}}]\n' + PLACED).verdict is Verdict.VACUOUS


def test_too_many_ways_to_fit(check: Check) -> None:
    names = ('ap', 'rivals.blue', 'rivals.red')
    order = ', '.join(
        f'{{less: {low}.row.{kind}.slot, more: {high}.row.{kind}.slot}}'
        for low, high in zip(names, (*names[1:], names[0]), strict=True)
        for kind in ('culture', 'science')
    )
    result = check(ONE + ROWS + f'  order: [{order}]\n' + PLACED, budget=10)
    assert result.verdict is Verdict.TOO_MANY_PATHS


def test_too_many_paths(check: Check) -> None:
    text = HEAD.replace('    natural-wonders: 0\n    leader: trajan\n', '')
    result = check(text + '  market: [colossus, oracle]\n' + PLACED, budget=5)
    assert result.verdict is Verdict.TOO_MANY_PATHS
    (problem,) = result.problems
    assert problem.code == 'too-many-paths'
    assert 'ap.natural-wonders (5 answers)' in problem.message


def test_an_idle_assumption_is_told(check: Check) -> None:
    result = check(ONE + by_assuming('ap.row.culture.trade', 0) + PLACED)
    assert result.verdict is Verdict.HOLDS
    (idle,) = result.idle
    assert (idle.code, idle.line, idle.column) == ('idle-assumption', 16, 12)
    assert 'idle-assumption' in str(result)


def test_what_it_depends_on(check: Check) -> None:
    text = ONE.replace('    natural-wonders: 0\n', '').replace('    resources: 0\n', '')
    (problem,) = check(text + 'then:\n  - paid: {trade: 2}\n').problems
    assert problem.code == 'example-depends'
    depends = [line for line in problem.details if line.startswith('depends')]
    assert depends == [
        'depends    ap.resources: fails at 1, 2, 3, 4; holds at 0',
        'depends    ap.natural-wonders: fails at 1, 2, 3, 4; open at 0',
    ]
    assert 'smallest   ap.resources = 1 differs in that alone' in problem.details


def test_a_tie_decides(check: Check) -> None:
    (problem,) = check(TWO + 'then:\n  - placed: {wonder: petra}\n').problems
    assert 'depends    wonder.tie: fails at stonehenge; holds at petra' in problem.details
    assert problem.hint.startswith('pin what is open')


def test_a_rule_that_is_not_shown(check: Check) -> None:
    result = check('rules: [wonder.place, trade.gain]\n' + ONE + PLACED)
    (problem,) = result.problems
    assert (problem.code, problem.line, problem.column) == ('rule-not-reached', 1, 23)


GAIN = """\
example: small
section: attacking-capitals
when: {capital-won: blue}
given:
  ap:
    row:
      - {card: astrology, slot: 5, trade: 3}
      - {type: economy, slot: 4}
      - {type: industry, slot: 3, trade: 9}
      - {type: military, slot: 2, trade: 9}
      - {type: culture, slot: 1}
  rivals: [{id: blue, row: [{type: culture, slot: 5, trade: 2}]}]
  spaces: [{id: home, city: blue, capital: true, wonder: none}]
then:
  - gained: {card: astrology}
"""


def test_what_it_depends_on_when_asked_step_by_step(check: Check, changed: Callable[..., Path]) -> None:
    result = check(GAIN)
    assert result.verdict is Verdict.DEPENDS
    (problem,) = result.problems
    assert 'depends    ap.row.economy.trade: fails at 0; open at 1-24' in problem.details
    replay = next(line for line in problem.details if line.startswith('replay'))
    answers = re.findall(r'--answers (\S+)', replay)
    root = changed('readings.yaml')
    printed = GAIN.replace('section:', 'printed: true\nsection:')
    (root / 'content/new_dawn/examples/small.yaml').write_text(printed, encoding='utf-8')
    assert 'differs' in explain(load_project(root), 'small', *answers)

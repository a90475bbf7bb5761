"""Hints with the names that exist."""

import pytest

from civap.content.problems import Problem, did_you_mean


@pytest.mark.parametrize(
    ('found', 'known', 'hint'),
    [
        ('blu', ['ap', 'blue', 'blue'], 'write blue'),
        ('x', ['ap', 'blue', 'blue'], 'use one of: ap, blue'),
        ('x', ['ap', 'ap'], 'write ap'),
        ('nothing', ['encoding', 'overflow'], 'use one of: encoding, overflow'),
        ('card.flight', ['card.foreign-trade', 'card.aviation'], 'use one of: card.foreign-trade, card.aviation'),
        ('fligth', ['flight', 'pottery'], 'write flight'),
        ('x', [f'name-{n}' for n in range(30)], f'use one of: {", ".join(f"name-{n}" for n in range(30))}'),
        ('x', [f'name-{n}' for n in range(32)], f'use one of: {", ".join(f"name-{n}" for n in range(30))}, and 2 more'),
        ('wars', ['ware', 'pottery'], 'write ware'),
    ],
)
def test_each_name_is_told_once(found: str, known: list[str], hint: str) -> None:
    assert did_you_mean(found, known) == hint


@pytest.mark.parametrize(
    'line', ['x: \x1b[31m!', '\x7f\x00' * 400 + '!', 'a' * 300 + '\x9b!' + 'b' * 300, '\u202e' * 90 + '!']
)
def test_a_source_line_steers_no_terminal_and_stays_short(line: str) -> None:
    problem = Problem('syntax', 'found', 'a\x1b.yaml', 1, line.index('!') + 1, line)
    head, shown, caret = str(problem).split('\n')
    assert all(text.isprintable() for text in (head, shown, caret))
    assert len(shown) <= 104
    assert shown[caret.index('^')] == '!'

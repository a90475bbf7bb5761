"""Hints with the names that exist."""

import pytest

from civap.content.problems import did_you_mean


@pytest.mark.parametrize(
    ('found', 'known', 'hint'),
    [
        ('blu', ['ap', 'blue', 'blue'], 'write blue'),
        ('x', ['ap', 'blue', 'blue'], 'use one of: ap, blue'),
        ('x', ['ap', 'ap'], 'write ap'),
    ],
)
def test_each_name_is_told_once(found: str, known: list[str], hint: str) -> None:
    assert did_you_mean(found, known) == hint

"""Explanations of cards and codes."""

import pytest

from civap.codes.told import told
from civap.content.problems import Problems
from civap.content.project import Project
from civap.proof.findings import EXPLAINED


@pytest.mark.parametrize('code', ['en', 'pl', 'ar'])
def test_every_card_is_told(project: Project, code: str) -> None:
    for card in project.cards.values():
        lines = told(project, card.rule, code).splitlines()
        assert lines[0].endswith(card.rule)
        assert sum(line.startswith('  ') and line[2].isdigit() for line in lines) == len(card.steps)


def test_every_code_is_told(project: Project) -> None:
    for name, text in EXPLAINED.items():
        assert told(project, name, 'en').split() == text.split()


@pytest.mark.parametrize('name', ['masonry', 'pottery-wonder', 'pottery-wonder/1', 'my/file.yaml'])
def test_what_is_left_to_the_examples(project: Project, name: str) -> None:
    assert told(project, name, 'en') == ''


@pytest.mark.parametrize(
    ('name', 'code', 'hint'),
    [
        ('card.potery', 'unknown-card', 'write card.pottery'),
        ('potery', 'unknown-example', 'write pottery'),
        ('pottery-wondr', 'unknown-example', 'write pottery-wonder'),
        ('idle-flor', 'unknown-example', 'write idle-floor'),
        ('xyzzy', 'unknown-example', 'use one of: animal-husbandry-caravan, '),
    ],
)
def test_a_misspelt_name_is_answered_with_the_nearest(project: Project, name: str, code: str, hint: str) -> None:
    with pytest.raises(Problems) as caught:
        told(project, name, 'en')
    (problem,) = caught.value.problems
    assert problem.code == code
    assert problem.hint.startswith(hint)

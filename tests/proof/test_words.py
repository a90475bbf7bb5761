"""Rules as they are cited: by id, by number in the book, and by page once a book is printed."""

import pytest

from civap.content.project import Project
from civap.content.rules import RULES
from civap.engine.trace import Event
from civap.proof.words import Words


@pytest.mark.parametrize(
    ('language', 'pages', 'said'),
    [
        ('en', {}, 'turn.slot-five ({0}), card.pottery'),
        ('en', {'turn.slot-five': 4}, 'turn.slot-five ({0}, page 4), card.pottery'),
        ('pl', {'turn.slot-five': 4}, 'turn.slot-five ({0}, s. 4), card.pottery'),
        ('ar', {'turn.slot-five': 4}, '\u2066turn.slot-five\u2069 (\u2066{0}\u2069، صفحة 4)، \u2066card.pottery\u2069'),
    ],
)
def test_a_rule_has_its_number_and_page(project: Project, language: str, pages: dict[str, int], said: str) -> None:
    number = project.rulebook[0].numbered()['turn.slot-five']
    words = Words(project, language, pages)
    assert words.rules(['turn.slot-five', 'card.pottery']) == said.format(number)


def test_an_event_without_rules_cites_none(project: Project) -> None:
    assert Words(project, 'ar').rules([]) == ''


@pytest.mark.parametrize(
    ('space', 'said'),
    [('hill', 'Hill is the only one left'), ('q0r-1', 'q0r-1 is the only one left'), ('7A-6', '7A-6 is the only')],
)
def test_a_line_begins_with_a_capital_but_for_an_id_with_a_number(project: Project, space: str, said: str) -> None:
    event = Event('chosen', {'item': space, 'options': (space,), 'chance': '1/1'}, (), '')
    assert Words(project, 'en').event(event).startswith(said)


def test_every_rule_has_a_number_of_its_own(project: Project) -> None:
    numbers = project.rulebook[0].numbered()
    assert set(RULES) <= set(numbers)
    assert len({numbers[name] for name in RULES}) == len(RULES)

"""Faces rolled at the table as answers."""

import pytest

from civap.engine.choices import Answer, Kind, Question
from civap.engine.dice import Rolled, dice_of, leads, option_of


class Asked:
    """Remembers what it was asked, and answers with the last option."""

    def __init__(self) -> None:
        self.keys: list[str] = []

    def choose(self, question: Question) -> Answer:
        self.keys.append(question.key)
        return question.options[-1]


TIE = Question(Kind.TIE, 'tie', ('a', 'b', 'c'))
LEAD = Question(Kind.DIE, 'roll', ('-5..-2', '-1', '0..5'))
FACE = Question(Kind.DIE, 'event.direction', (1, 2, 3, 4, 5, 6))
FACT = Question(Kind.FACT, 'ap.dial', (1, 2, 3))
HUMAN = Question(Kind.HUMAN, 'destroy.blue', ('a', 'b'))


@pytest.mark.parametrize(
    ('question', 'faces', 'answer', 'thrown'),
    [
        (TIE, (3,), 'b', (3,)),  # three options are two faces each
        (TIE, (5,), 'c', (5,)),
        (LEAD, (4, 5), '-1', (4, 5)),
        (LEAD, (3, 5), '-5..-2', (3, 5)),  # the last of a span
        (LEAD, (1, 6), '-5..-2', (1, 6)),
        (LEAD, (2, 2), '0..5', (2, 2)),
        (LEAD, (6, 1), '0..5', (6, 1)),
        (FACE, (4,), 4, (4,)),
        (TIE._replace(options=tuple('abcd')), (6, 4), 'd', (4,)),  # four options, one face each; 6 is rolled again
        (TIE._replace(options=tuple('abcdefgh')), (2, 2), 'h', (2, 2)),  # the second group of six, its second place
        (TIE._replace(options=tuple('abcdefgh')), (2, 3, 1, 6), 'f', (1, 6)),  # a ninth place, so again
    ],
)
def test_dice_decide(question: Question, faces: tuple[int, ...], answer: Answer, thrown: tuple[int, ...]) -> None:
    asked = Asked()
    rolled = Rolled(faces, asked)
    assert rolled.choose(question) == answer
    assert (rolled.thrown, asked.keys) == (thrown, [])


@pytest.mark.parametrize('question', [FACT, HUMAN])
def test_what_is_not_rolled_is_asked_and_takes_no_face(question: Question) -> None:
    asked = Asked()
    rolled = Rolled((3,), asked)
    assert rolled.choose(question) == question.options[-1]
    assert (asked.keys, rolled.thrown) == ([question.key], ())
    assert rolled.choose(TIE) == 'b'


@pytest.mark.parametrize(('question', 'faces'), [(TIE, ()), (LEAD, (3,)), (FACE, ())])
def test_too_few_faces_are_asked_for(question: Question, faces: tuple[int, ...]) -> None:
    asked = Asked()
    assert Rolled(faces, asked).choose(question) == question.options[-1]
    assert asked.keys == [question.key]


def test_the_faces_of_who_answers_instead_are_told() -> None:
    rolled = Rolled((), Rolled((3,), Asked()))
    assert (rolled.choose(TIE), rolled.thrown) == ('b', (3,))


def test_leads_are_read_to_the_last() -> None:
    assert list(leads('-5..-2')) == [-5, -4, -3, -2]
    assert list(leads('-1')) == [-1]
    assert list(leads('0..5')) == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize(('options', 'dice'), [(2, 1), (6, 1), (7, 2), (36, 2), (37, 3)])
def test_how_many_dice(options: int, dice: int) -> None:
    assert dice_of(options) == dice


def test_every_option_is_equally_likely() -> None:
    for options in range(2, 7):
        found = [option_of((face,), options) for face in range(1, 7)]
        assert {found.count(option) for option in range(options)} == {6 // options}
    pairs = [option_of((first, second), 20) for first in range(1, 7) for second in range(1, 7)]
    assert sorted(pair for pair in pairs if pair is not None) == list(range(20))

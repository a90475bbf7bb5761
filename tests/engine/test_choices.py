"""The enumerator against a naive product of all answers, with exact chances."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civap.engine.choices import (
    Chooser,
    DeadEnd,
    Kind,
    Path,
    PathDrift,
    Pin,
    Question,
    Replay,
    Scripted,
    Seeded,
    TooManyPaths,
    paths,
)


@dataclass(frozen=True)
class Rule:
    """A random rule: asks, and goes on with the rule of that answer; a leaf has no rules after it."""

    name: str
    weights: tuple[int, ...] = ()
    then: tuple['Rule', ...] = ()

    @property
    def question(self) -> Question:
        return Question(Kind.TIE, self.name, tuple(range(len(self.then))), self.weights)

    def run(self, chooser: Chooser) -> str:
        if not self.then:
            return self.name
        return self.then[int(chooser.choose(self.question))].run(chooser)

    def asking(self) -> Iterator['Rule']:
        if self.then:
            yield self
            for rule in self.then:
                yield from rule.asking()


@st.composite
def rules(draw: st.DrawFn, name: str = 'r', depth: int = 3) -> Rule:
    width = draw(st.integers(0, 3)) if depth else 0
    weights = tuple(draw(st.lists(st.integers(1, 6), min_size=width, max_size=width)))
    return Rule(name, weights, tuple(draw(rules(f'{name}.{i}', depth - 1)) for i in range(width)))


small_rules = rules().filter(lambda rule: len(list(rule.asking())) <= 5)


def naive(rule: Rule) -> dict[str, Fraction]:
    """The chance of each leaf: every answer to every question, asked or not."""
    questions = [asking.question for asking in rule.asking()]
    chances: dict[str, Fraction] = {}
    for picks in product(*(range(len(question.options)) for question in questions)):
        chance = Fraction(1)
        for question, pick in zip(questions, picks, strict=True):
            chance *= Fraction(question.weight(pick), question.total)
        pins = {question.key: Pin(pick) for question, pick in zip(questions, picks, strict=True)}
        leaf = rule.run(Scripted(pins, Seeded(Random(0))))
        chances[leaf] = chances.get(leaf, Fraction(0)) + chance
    return chances


def enumerated(rule: Rule, enumerate_: Callable[..., Iterator[Path[str]]] = paths) -> list[tuple[str, Fraction]]:
    return [(path.outcome, path.chance) for path in enumerate_(rule.run)]


@given(small_rules)
def test_every_leaf_once_with_its_exact_chance(rule: Rule) -> None:
    found = enumerated(rule)
    assert dict(found) == naive(rule)
    assert len(found) == len(naive(rule))
    assert sum(chance for _, chance in found) == 1


class SkipsLast(Replay):
    """Forgets the last option of each question."""

    def choose(self, question: Question) -> int | str:
        cut = question._replace(options=question.options[: max(1, len(question.options) - 1)])
        return super().choose(cut)


class StopsEarly(Replay):
    """Turns only the last question."""

    def advance(self) -> bool:
        return super().advance() and len(self._questions) > 1


def broken(kind: type[Replay]) -> Callable[..., Iterator[Path[str]]]:
    def enumerate_(run: Callable[[Chooser], str]) -> Iterator[Path[str]]:
        replay = kind()
        while True:
            yield replay.path(run(replay))
            if not replay.advance():
                return

    return enumerate_


TWO = Rule('r', (1, 1), (Rule('a', (1, 2), (Rule('x'), Rule('y'))), Rule('b')))


@pytest.mark.parametrize('kind', [SkipsLast, StopsEarly])
def test_a_broken_enumerator_is_caught(kind: type[Replay]) -> None:
    assert dict(enumerated(TWO)) == naive(TWO)
    assert dict(enumerated(TWO, broken(kind))) != naive(TWO)


def test_paths_are_in_order_and_replayable() -> None:
    taken = list(paths(TWO.run))
    assert [path.answers for path in taken] == [{'r': 0, 'a': 0}, {'r': 0, 'a': 1}, {'r': 1}]
    for path in taken:
        pins = {key: Pin(answer) for key, answer in path.answers.items()}
        assert TWO.run(Scripted(pins, Seeded(Random(1)))) == path.outcome


def test_facts_and_people_have_no_chance() -> None:
    def run(chooser: Chooser) -> None:
        chooser.choose(Question(Kind.FACT, 'fact', (1, 2, 3)))
        chooser.choose(Question(Kind.HUMAN, 'human', ('a', 'b')))
        chooser.choose(Question(Kind.DIE, 'die', (1, 2), (5, 1)))

    taken = list(paths(run))
    assert len(taken) == 12
    assert {path.chance for path in taken} == {Fraction(5, 6), Fraction(1, 6)}


def test_a_question_that_changes_is_drift() -> None:
    count = 0

    def run(chooser: Chooser) -> None:
        nonlocal count
        count += 1
        chooser.choose(Question(Kind.TIE, f'asked {count}', (0, 1)))

    with pytest.raises(PathDrift, match=r'asked 1.*asked 2'):
        list(paths(run))


def test_a_run_that_stops_short_is_drift() -> None:
    count = 0

    def run(chooser: Chooser) -> None:
        nonlocal count
        count += 1
        for name in ('a', 'b')[: 3 - count]:
            chooser.choose(Question(Kind.TIE, name, (0, 1)))

    with pytest.raises(PathDrift, match='got no question'):
        list(paths(run))


def test_dead_ends_do_not_count() -> None:
    def run(chooser: Chooser) -> int | str:
        answer = chooser.choose(Question(Kind.FACT, 'fact', (1, 2, 3)))
        if answer == 2:
            raise DeadEnd('fact')
        return answer

    assert [path.outcome for path in paths(run)] == [1, 3]


def test_too_many_paths_names_the_widest_questions() -> None:
    def run(chooser: Chooser) -> None:
        chooser.choose(Question(Kind.FACT, 'narrow', (1, 2)))
        chooser.choose(Question(Kind.FACT, 'wide', tuple(range(50))))

    with pytest.raises(TooManyPaths) as caught:
        list(paths(run, budget=99))
    assert caught.value.breadths == (('wide', 50), ('narrow', 2))
    assert len(list(paths(run, budget=100))) == 100


def test_script_reports_what_was_not_asked_and_other_options() -> None:
    question = Question(Kind.TIE, 'tie', ('a', 'b', 'c'))
    pins = {'tie': Pin('b', frozenset({'a', 'b'})), 'never': Pin('x')}
    script = Scripted(pins, Replay())
    assert script.choose(question) == 'b'
    assert script.unasked == {'never'}
    assert script.mismatches == {'tie': ('a', 'b', 'c')}


def test_a_pin_that_is_no_option_is_passed_on() -> None:
    script = Scripted({'tie': Pin('z')}, Replay())
    assert script.choose(Question(Kind.TIE, 'tie', ('a', 'b'))) == 'a'


def test_seeded_is_reproducible_and_weighted() -> None:
    question = Question(Kind.DIE, 'die', ('rare', 'often'), (1, 1000))
    drawn = [Seeded(Random(seed)).choose(question) for seed in range(50)]
    assert drawn == [Seeded(Random(seed)).choose(question) for seed in range(50)]
    assert drawn.count('often') > 40


def test_a_path_without_an_answer_to_each_question_is_none() -> None:
    path = Path('outcome', (Question(Kind.TIE, 'first', (0, 1)), Question(Kind.TIE, 'second', (0, 1))), (1,))
    for read in (lambda: path.answers, lambda: path.chance):
        with pytest.raises(ValueError, match='shorter'):
            read()

"""Unknown facts: asked once, only when read, and only with values that can be true."""

import pytest

from civap.engine.board import Space
from civap.engine.choices import DeadEnd, Path, Question, Replay, paths
from civap.engine.facts import Assumed, Facts, Knowledge, amounts, distinct, equal, less, meets, span


def facts(knowledge: Knowledge | None = None, **assumed: str) -> tuple[Facts, Replay]:
    replay = Replay()
    named = {name.replace('_', '.'): value for name, value in assumed.items()}
    return Facts(replay, knowledge or Knowledge(), Assumed(named)), replay


def asked(replay: Replay) -> list[Question]:
    return list(replay.path(None).questions)


def test_a_fact_is_asked_once_and_only_when_read() -> None:
    source, replay = facts()
    site = Space('A', source)
    assert asked(replay) == []
    assert site.terrain == site.terrain == 1
    assert [question.key for question in asked(replay)] == ['spaces.A.terrain']
    assert asked(replay)[0].options == (1, 2, 3, 4, 5)


def test_a_stated_fact_is_not_asked() -> None:
    knowledge = Knowledge()
    knowledge.known['spaces.A.terrain'] = 4
    source, replay = facts(knowledge)
    site = Space('A', source)
    assert site.knows('terrain')
    assert not site.knows('legal')
    assert site.terrain == 4
    assert asked(replay) == []


def test_an_unknown_name_is_an_error() -> None:
    site = Space('A', facts()[0])
    with pytest.raises(AttributeError, match="'Space' object has no attribute 'height'"):
        getattr(site, 'height')  # noqa: B009


@pytest.mark.parametrize(
    ('bounds', 'limit', 'expected', 'questions'),
    [
        ((1, 2), 2, [True], 0),
        ((3, 4, 5), 2, [False], 0),
        ((1, 2, 3, 4), 2, [True, False], 2),
    ],
)
def test_at_most_asks_for_no_more_than_that(
    bounds: tuple[int, ...], limit: int, expected: list[bool], questions: int
) -> None:
    knowledge = Knowledge()
    knowledge.bounds['spaces.A.distance'] = bounds

    def run(chooser: Replay) -> bool:
        site = Space('A', Facts(chooser, knowledge, Assumed({})))
        first = site.at_most('distance', limit)
        assert site.at_most('distance', limit) == first
        return first

    taken: list[Path[bool]] = list(paths(run))  # type: ignore[arg-type]
    assert [path.outcome for path in taken] == expected
    assert sum(len(path.questions) for path in taken) == questions


def test_at_most_narrows_what_is_asked_later() -> None:
    source, replay = facts()
    site = Space('A', source)
    assert site.at_most('distance', 2)
    assert site.distance == 1
    assert [question.options for question in asked(replay)] == [('1-2', '3-9'), (1, 2)]


def test_assumed_facts_are_not_asked() -> None:
    source, replay = facts(**{'spaces_*_terrain': '3', 'spaces_A_distance': '3-9'})
    site = Space('A', source)
    assert site.terrain == 3
    assert not site.at_most('distance', 2)
    assert asked(replay) == []


def related(domain: tuple[int, ...], relation: str) -> list[tuple[int, int]]:
    knowledge = Knowledge()
    knowledge.relate({'less': less, 'equal': equal}[relation]('a', 'b'))

    def run(chooser: Replay) -> tuple[int, int]:
        source = Facts(chooser, knowledge, Assumed({}))
        return int(source.find('b', domain)), int(source.find('a', domain))

    return sorted(path.outcome for path in paths(run))  # type: ignore[arg-type]


def test_relations_prune() -> None:
    assert related((1, 2, 3), 'less') == [(2, 1), (3, 1), (3, 2)]
    assert related((1, 2), 'equal') == [(1, 1), (2, 2)]


def test_distinct_facts_are_a_permutation() -> None:
    knowledge = Knowledge()
    knowledge.relate(distinct('abc'))

    def run(chooser: Replay) -> tuple[int, ...]:
        source = Facts(chooser, knowledge, Assumed({}))
        return tuple(int(source.find(key, amounts(3, 1))) for key in 'abc')

    found = [path.outcome for path in paths(run)]  # type: ignore[arg-type]
    assert len(found) == len(set(found)) == 6


def test_two_that_are_the_same_already_leave_nothing_for_a_third() -> None:
    knowledge = Knowledge()
    knowledge.relate(distinct('abc'))
    knowledge.known.update(a=1, b=1)
    with pytest.raises(DeadEnd):
        facts(knowledge)[0].find('c', amounts(3, 1))


def test_no_value_left_is_a_dead_end() -> None:
    knowledge = Knowledge()
    knowledge.bounds['a'] = ()
    with pytest.raises(DeadEnd):
        facts(knowledge)[0].find('a', (1, 2))


def test_spans() -> None:
    assert span((3,)) == '3'
    assert span((3, 4, 5)) == '3-5'
    assert meets(4, '3-5')
    assert not meets(6, '3-5')
    assert not meets('drama', '3-5')
    assert meets(False, 'false')


LEADERS = ('trajan', 'tomyris', 'roosevelt')


@pytest.mark.parametrize(
    ('bounds', 'expected', 'questions'),
    [
        (('trajan',), [True], 0),
        (('roosevelt',), [False], 0),
        (('tomyris', 'trajan'), [False, True], 2),
        (LEADERS, [False, False, True], 5),
    ],
    ids=['nothing else', 'another', 'one of two', 'one of three'],
)
def test_is_one_is_asked_before_which_it_is(bounds: tuple[str, ...], expected: list[bool], questions: int) -> None:
    knowledge = Knowledge()
    knowledge.bounds['ap.leader'] = bounds

    def run(chooser: Replay) -> bool:
        source = Facts(chooser, knowledge, Assumed({}))
        first = source.is_one('ap.leader', LEADERS, 'trajan')
        assert (source.find('ap.leader', LEADERS) == 'trajan') == first
        return first

    taken: list[Path[bool]] = list(paths(run))  # type: ignore[arg-type]
    assert [path.outcome for path in taken] == expected
    assert sum(len(path.questions) for path in taken) == questions


def test_is_one_narrows_what_is_asked_later() -> None:
    source, replay = facts()
    assert not source.is_one('ap.leader', LEADERS, 'trajan')
    assert source.find('ap.leader', LEADERS) == 'tomyris'
    assert [question.options for question in asked(replay)] == [('not-trajan', 'trajan'), ('tomyris', 'roosevelt')]


class Exact:
    """Knows the value, where others pick a span."""

    def __init__(self, value: int | str) -> None:
        self.value = value
        self.asked = 0

    def choose(self, question: Question) -> int | str:
        self.asked += 1
        assert self.value in question.exact
        return self.value


@pytest.mark.parametrize(('leader', 'expected'), [('trajan', True), ('roosevelt', False)])
def test_who_knows_which_one_is_asked_once(leader: str, expected: bool) -> None:
    source = Facts(chooser := Exact(leader), Knowledge(), Assumed({}))
    assert source.is_one('ap.leader', LEADERS, 'trajan') is expected
    assert (source.find('ap.leader', LEADERS), chooser.asked) == (leader, 1)


@pytest.mark.parametrize(('dial', 'expected'), [(2, True), (3, True), (4, False)])
def test_who_knows_how_many_is_asked_once(dial: int, expected: bool) -> None:
    source = Facts(chooser := Exact(dial), Knowledge(), Assumed({}))
    assert source.at_most('ap.dial', amounts(6), 3) is expected
    assert (source.find('ap.dial', amounts(6)), chooser.asked) == (dial, 1)


@pytest.mark.parametrize(
    ('answer', 'text', 'expected'),
    [
        ('trajan', 'not-trajan', False),
        ('tomyris', 'not-trajan', True),
        (3, '3-5', True),
        (5, '3-5', True),
        (2, '3-5', False),
        (True, 'true', True),
        ('drama-and-poetry', 'drama-and-poetry', True),
        (3, '3-x', False),
        (3, '3', True),
        (3, 'x-3', False),
    ],
)
def test_an_answer_meets_what_is_written(answer: int | str, text: str, expected: bool) -> None:
    assert meets(answer, text) is expected


def test_relations_agree_with_what_is_known() -> None:
    knowledge = Knowledge()
    knowledge.relate(less('a', 'b'))
    knowledge.known['a'] = 2
    assert facts(knowledge)[0].consistent()
    knowledge.known['b'] = 2
    assert not facts(knowledge)[0].consistent()
    knowledge.known['b'] = 3
    assert facts(knowledge)[0].consistent()


def test_bounds_of_the_other_fact_prune() -> None:
    """`a` is less than `b`, which is at most 3: 3 is no value of `a`, since `b` would have none."""
    knowledge = Knowledge()
    knowledge.relate(less('a', 'b'))
    knowledge.bounds['b'] = (1, 2, 3)
    source, replay = facts(knowledge)
    source.find('a', amounts(5))
    assert asked(replay)[0].options == (0, 1, 2)

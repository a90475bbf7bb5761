"""Priority lists: narrowing, skipping, ties, and independence of the order of candidates."""

from dataclasses import dataclass
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civap.engine.choices import Replay, paths
from civap.engine.priority import Criterion, Sense, narrow, select
from civap.engine.trace import Event, Trace


@dataclass(frozen=True)
class Thing:
    id: str
    values: tuple[int | None, ...]


def criterion(place: int, sense: Sense) -> Criterion[Thing]:
    return Criterion(f'c{place}', sense, lambda thing: thing.values[place])


WIDTH = 3
values = st.tuples(*[st.one_of(st.none(), st.integers(0, 3))] * WIDTH)
things = st.lists(values, min_size=1, max_size=5).map(
    lambda rows: [Thing(f't{number}', row) for number, row in enumerate(rows)]
)
lists = st.lists(st.sampled_from(Sense), min_size=1, max_size=WIDTH).map(
    lambda senses: [criterion(place, sense) for place, sense in enumerate(senses)]
)


def outcomes(order: list[Criterion[Thing]], candidates: list[Thing]) -> list[tuple[str, Fraction]]:
    """Every item that may be chosen, with its chance."""
    taken = paths(lambda chooser: select('list', order, candidates, chooser, Trace()).id)
    return [(path.outcome, path.chance) for path in taken]


def reference(order: list[Criterion[Thing]], candidates: list[Thing]) -> set[str]:
    """The rule word by word: all that fit the topmost; nobody fits: the next one."""
    left = candidates
    for line in order:
        measured = {thing.id: line.measure(thing) for thing in left}
        if line.sense is Sense.KEEP:
            fitting = [thing for thing in left if measured[thing.id]]
        else:
            fitting = [thing for thing in left if measured[thing.id] is not None]
            numbers = sorted(measured[thing.id] or 0 for thing in fitting)
            best = numbers[0 if line.sense is Sense.LEAST else -1] if numbers else None
            fitting = [thing for thing in fitting if measured[thing.id] == best]
        left = fitting or left
    return {thing.id for thing in left}


@given(lists, things)
def test_picks_what_the_rule_says_with_equal_chances(order: list[Criterion[Thing]], candidates: list[Thing]) -> None:
    expected = reference(order, candidates)
    share = Fraction(1, len(expected))
    assert outcomes(order, candidates) == [(name, share) for name in sorted(expected)]


@given(lists, things.flatmap(lambda items: st.tuples(st.just(items), st.permutations(items))))
def test_the_order_of_candidates_changes_nothing(
    order: list[Criterion[Thing]], two: tuple[list[Thing], list[Thing]]
) -> None:
    traces = [Trace(), Trace()]
    for trace, candidates in zip(traces, two, strict=True):
        select('list', order, candidates, Replay(), trace)
    assert traces[0].events == traces[1].events


@given(things, st.sampled_from(Sense))
def test_narrowing_splits_and_never_empties(candidates: list[Thing], sense: Sense) -> None:
    result = narrow(criterion(0, sense), candidates)
    assert result.keep
    assert sorted(thing.id for thing in (*result.keep, *result.drop)) == sorted(thing.id for thing in candidates)
    assert not (result.skipped and result.drop)


def events(order: list[Criterion[Thing]], *candidates: Thing) -> list[Event]:
    trace = Trace()
    select('list', order, candidates, Replay(), trace)
    return trace.events


def test_what_is_told() -> None:
    order = [criterion(0, Sense.KEEP), criterion(1, Sense.LEAST)]
    told = events(order, Thing('b', (0, 2)), Thing('a', (0, 1)), Thing('c', (0, 1)))
    skipped, narrowed, chosen = told
    assert skipped.rules == ('priority.skip',)
    assert skipped.fields == {'list': 'list', 'by': 'c0', 'remaining': 3}
    assert narrowed.fields == {
        'list': 'list',
        'by': 'c1',
        'keep': ('a', 'c'),
        'drop': ('b',),
        'values': {'a': 1, 'b': 2, 'c': 1},
        'remaining': 2,
    }
    assert chosen.rules == ('priority.tiebreak', 'golden.random')
    assert chosen.fields['chance'] == Fraction(1, 2)


def test_criteria_are_not_read_once_one_is_left() -> None:
    def refuse(thing: Thing) -> int:
        raise AssertionError(thing)

    order = [criterion(0, Sense.MOST), Criterion('c1', Sense.MOST, refuse)]
    assert [event.kind for event in events(order, Thing('a', (1,)), Thing('b', (2,)))] == [
        'narrowed',
        'chosen',
    ]
    assert [event.kind for event in events(order[1:], Thing('a', ()))] == ['chosen']


def test_no_candidate_is_an_error() -> None:
    with pytest.raises(ValueError, match='no candidate for list'):
        select('list', [], [], Replay(), Trace())

"""States near ones that can be, changed at random: each ends in problems or in a state that is read again."""

from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from test_resolve import OPEN, full

from civap.content.compact import compact
from civap.content.problems import Problems
from civap.content.project import Project
from civap.content.situation import Given
from civap.content.source import parse
from civap.engine.choices import Answer, Question
from civap.proof.boards import random_board
from civap.proof.resolve import Chance, load_state, resolve, seeded
from civap.proof.words import Words

NUMBERS = ['-99', '-1', *map(str, range(11)), '24', '25', '31', '32', '33', '98', '99', '100', '1000000000']
WORDS = [
    'ap', 'blue', 'red', 'none', 'some', 'A', 'capital', 'more', 'true', 'false', 'oil', 'science', 'water', 'desert',
    'open-borders',
]  # fmt: skip
KEYS = [
    'id', 'at', 'terrain', 'city', 'capital', 'control', 'reinforced', 'barbarian', 'caravans', 'city-state', 'claimed',
    'wonder', 'natural-wonder', 'resource', 'spawn-point', 'trade', 'slot', 'card', 'type', 'level', 'held', 'era',
    'natural-wonders', 'conquered', 'supply', 'order', 'others', 'lent', 'bonus', 'distance', 'oil',
]  # fmt: skip
SEEDS = 200
Path = tuple[Any, ...]


class AtRandom:
    """Takes any option."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def choose(self, question: Question) -> Answer:
        return self._random.choice((*question.options, *question.exact))


def paths(data: object, path: Path = ()) -> Iterator[Path]:
    """The places of all values but the whole."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield (*path, key)
        yield from paths(value, (*path, key))


def at(data: Any, path: Path) -> Any:
    for key in path:
        data = data[key]
    return data


def value(random: Random, words: list[str]) -> object:
    """Something to write where something else stood."""
    word, number = random.choice(words), random.choice(NUMBERS)
    some = ([], {}, [word], [number, number], [word, word], {'at-least': number}, {'at-most': number})
    return random.choice((number, number, word, word, random.choice(some)))


def change(data: Any, random: Random, words: list[str]) -> None:
    """One value is deleted, doubled, replaced, taken from elsewhere, or added."""
    places = list(paths(data))
    path = random.choice(places)
    above, key = at(data, path[:-1]), path[-1]
    alike = [other for other in places if other[-1] == key]
    numbers = [other for other in places if isinstance(at(data, other), str) and at(data, other).isdigit()]
    match random.randrange(6):
        case 0:
            del above[key]
        case 1 if isinstance(above, list):
            above.append(deepcopy(above[key]))
        case 2 if isinstance(above, dict):
            above[random.choice(KEYS)] = value(random, words)
        case 3:
            above[key] = deepcopy(at(data, random.choice(alike)))
        case 4 if numbers:
            path = random.choice(numbers)
            at(data, path[:-1])[path[-1]] = random.choice(NUMBERS)
        case _:
            above[key] = value(random, words)


def flow(data: object) -> str:
    if isinstance(data, dict):
        return '{' + ', '.join(f'{key}: {flow(item)}' for key, item in data.items()) + '}'
    return '[' + ', '.join(map(flow, data)) + ']' if isinstance(data, list) else str(data)


def base(project: Project, random: Random) -> Any:
    """A state that can be: on tiles, on single spaces, or with much that is open."""
    chosen = random.randrange(4)
    text = (full(), OPEN)[chosen] if chosen < 2 else compact(random_board(project, random))
    return parse(text, 'state').data()


@pytest.fixture(scope='module')
def words(project: Project) -> dict[str, Words]:
    return {code: Words(project, code) for code in ('en', 'pl', 'ar')}


@pytest.mark.parametrize('seed', range(SEEDS))
def test_a_state_ends_in_problems_or_in_a_state(project: Project, words: dict[str, Words], seed: int) -> None:
    random, found = Random(seed), project.base_game
    names = [*WORDS, *project.cards, *found.wonder, *found.leader, *found.city_state, *found.victory_card]
    data = base(project, random)
    for _ in range(random.randrange(4)):
        change(data, random, names)
    state = flow(data)
    try:
        played = resolve(project, state, Chance(seeded(seed), AtRandom(random)), turns=random.choice((1, 1, 2)))
    except Problems as error:
        faults = error.problems
    else:
        faults = ()
        assert list(played.lines(words[random.choice(list(words))]))
        again, _ = load_state(project, compact(played.state))
        assert isinstance(again, Given)
    assert all(problem.hint and str(problem) for problem in faults)

"""Hexagons: distances are a metric, turns and mirroring move nothing apart, a board counts the shortest ways."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civap.content.project import Project
from civap.content.readings import load_readings
from civap.engine.choices import Seeded
from civap.engine.facts import Assumed
from civap.engine.hexes import DIRECTIONS, Hex, distance, mirrored, neighbors, turned
from civap.engine.pieces import FAR
from civap.engine.setup import SetUp
from civap.proof.boards import random_board

PLACES = st.tuples(st.integers(-6, 6), st.integers(-6, 6))
TURNS = st.integers(-12, 12)


def test_directions_go_round() -> None:
    """Each is the one before it turned once; opposite ones cancel out."""
    assert len(set(DIRECTIONS)) == 6
    assert all(turned(first, 1) == second for first, second in pairwise((*DIRECTIONS, DIRECTIONS[0])))
    assert [turned(place, 3) for place in DIRECTIONS] == [(-across, -down) for across, down in DIRECTIONS]


@given(PLACES)
def test_neighbors_are_all_that_is_one_step_away(place: Hex) -> None:
    across, down = place
    near = [(across + x, down + y) for x in range(-2, 3) for y in range(-2, 3)]
    assert {other for other in near if distance(place, other) == 1} == set(neighbors(place))
    assert all(place in neighbors(other) for other in neighbors(place))


@given(PLACES, PLACES, PLACES)
def test_distance_is_a_metric(first: Hex, second: Hex, third: Hex) -> None:
    assert (distance(first, second) == 0) == (first == second)
    assert distance(first, second) == distance(second, first) >= 0
    assert distance(first, third) <= distance(first, second) + distance(second, third)


@given(PLACES, PLACES)
def test_some_neighbor_is_nearer(first: Hex, second: Hex) -> None:
    """With the triangle this makes the distance the number of steps."""
    if first != second:
        assert min(distance(near, second) for near in neighbors(first)) == distance(first, second) - 1


@given(PLACES, PLACES, TURNS, TURNS)
def test_turns(first: Hex, second: Hex, turns: int, more: int) -> None:
    assert turned(first, 6) == first
    assert turned(turned(first, turns), more) == turned(first, turns + more)
    assert distance(turned(first, turns), turned(second, turns)) == distance(first, second)


@given(PLACES, PLACES, TURNS)
def test_mirroring(first: Hex, second: Hex, turns: int) -> None:
    """Twice is not at all; it keeps rows and distances, and turns go the other way round."""
    assert mirrored(mirrored(first)) == first
    assert mirrored(first)[0] == first[0]
    assert distance(mirrored(first), mirrored(second)) == distance(first, second)
    assert mirrored(turned(first, turns)) == turned(mirrored(first), -turns)


def relaxed(around: dict[Hex, list[Hex]], starts: set[Hex], barred: set[Hex]) -> dict[Hex, int]:
    """Distances the slow way."""
    found = {place: 0 if place in starts else FAR for place in around}
    for _ in around:
        for place, near in around.items():
            ways = [found[other] + 1 for other in near if other in starts or other not in barred]
            found[place] = min([found[place], *ways])
    return {place: far for place, far in found.items() if far < FAR}


@pytest.mark.parametrize('seed', range(8))
def test_a_board_counts_the_shortest_ways(project: Project, seed: int) -> None:
    """Against relaxing every pair of neighbors until nothing changes."""
    situation = random_board(project, Random(seed))
    board = SetUp(project, situation).game(load_readings(project).chosen, Seeded(Random(seed)), Assumed({})).board.map()
    places = {space.hex: space for space in board.spaces if space.hex}
    around = {place: [near for near in neighbors(place) if near in places] for place in places}
    for limit in (0, 1, 3, 30):
        barred = {place for place, space in places.items() if space.water}
        ways = relaxed(around, {board.spaces[seed].hex or (0, 0)}, barred)
        expected = {place: far for place, far in ways.items() if far <= limit}
        found = board.distances(board.spaces[seed].bit, board.pieces.water, limit)
        assert {space.hex: found.to(space) for space in board.spaces if found.to(space) < FAR} == expected

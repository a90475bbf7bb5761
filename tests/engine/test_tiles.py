"""Tiles on the table: their outline, their sides and where one may be laid."""

from collections.abc import Collection
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civap.content.project import Project
from civap.engine.hexes import Hex, distance, mirrored, neighbors, turned
from civap.engine.table import printed_spaces, table
from civap.engine.tiles import SIDE_A, fits, laid
from civap.proof.boards import random_board

MIDDLE = 6
PLACES = st.tuples(st.integers(-9, 9), st.integers(-9, 9))
TURNS = st.integers(0, 5)
FACES = st.sampled_from(['7A', '7B', '16A', '16B'])
CORE = laid('7A', (0, 0), 0)
BESIDE = laid('3B', (3, -1), 3)


def shape(places: Collection[Hex]) -> frozenset[Hex]:
    """Places moved so that where they lie does not matter."""
    across, down = min(places)
    return frozenset((place[0] - across, place[1] - down) for place in places)


@given(FACES, PLACES, TURNS)
def test_laid_moves_and_turns_the_tile_as_a_whole(face: str, at: Hex, turns: int) -> None:
    places, home = laid(face, at, turns), laid(face, (0, 0), 0)
    assert len(set(places)) == 10
    assert places[MIDDLE] == at
    for first in range(10):
        for second in range(10):
            assert distance(places[first], places[second]) == distance(home[first], home[second])


@given(FACES, PLACES, TURNS)
def test_the_seventh_space_is_the_middle_of_a_flower(face: str, at: Hex, turns: int) -> None:
    """Row by row: four, four and two, and only one space has all six neighbors on the tile."""
    places = laid(face, at, turns)
    inside = [place for place in places if set(neighbors(place)) <= set(places)]
    assert inside == [at]
    for row in (places[:4], places[4:8], places[8:]):
        assert [distance(row[0], place) for place in row] == list(range(len(row)))


@given(PLACES, TURNS)
def test_side_b_mirrors_side_a_space_by_space(at: Hex, turns: int) -> None:
    assert laid('7A', (0, 0), 0) == laid('16A', (0, 0), 0) == SIDE_A
    assert laid('7B', (0, 0), 0) == laid('16B', (0, 0), 0) == tuple(mirrored(place) for place in SIDE_A)
    moved = tuple((at[0] + across, at[1] + down) for across, down in map(mirrored, laid('7A', (0, 0), -turns % 6)))
    assert laid('7B', at, turns) == moved


def test_no_turn_makes_one_side_the_other() -> None:
    """The outline has a left and a right: a tile that is turned over covers other spaces."""
    turns = {shape([turned(place, turns) for place in SIDE_A]) for turns in range(6)}
    assert len(turns) == 6
    assert shape(laid('1B', (0, 0), 0)) not in turns


@given(FACES, PLACES, TURNS)
def test_fits_is_what_the_rule_says(face: str, at: Hex, turns: int) -> None:
    """No overlap, four spaces of the table touched, one of them of the core; counted pair by pair."""
    core, spaces = set(CORE), {*CORE, *BESIDE}
    tile = laid(face, at, turns)
    touched = {place for place in spaces for space in tile if distance(place, space) == 1}
    legal = not set(tile) & spaces and len(touched) >= 4 and bool(touched & core)
    assert fits(tile, spaces, core) == legal


def test_touching_only_later_tiles_is_not_enough() -> None:
    assert fits(BESIDE, CORE, CORE)
    places = [(across, down) for across in range(-9, 10) for down in range(-9, 10)]
    tiles = [laid('16A', at, turns) for at in places for turns in range(6)]
    legal = [tile for tile in tiles if fits(tile, {*CORE, *BESIDE}, CORE)]
    assert 0 < len(legal) < len([tile for tile in tiles if fits(tile, {*CORE, *BESIDE}, {*CORE, *BESIDE})])


def row(*downs: int) -> list[Hex]:
    """Places beside the first row of the tile."""
    return [(2, down) for down in downs]


@pytest.mark.parametrize(
    ('spaces', 'core', 'legal'),
    [
        (row(-4, -3, -2, -1), row(-4), True),
        (row(-4, -3, -2, -1, 0), row(-4), True),
        (row(-3, -2, -1), row(-3), False),
        (row(-4, -3, -2, -1), [], False),
        ([*row(-4, -3, -2, -1), (9, 9)], [(9, 9)], False),
        ([*row(-4, -3, -2, -1), (0, 0)], row(-4), False),
    ],
    ids=['four', 'five', 'three', 'no-core', 'core-elsewhere', 'overlap'],
)
def test_where_a_tile_fits(spaces: list[Hex], core: list[Hex], legal: bool) -> None:
    assert fits(CORE, spaces, core) is legal


@pytest.mark.parametrize('seed', range(10))
def test_random_boards_are_laid_by_the_rule(project: Project, seed: int) -> None:
    """Five tiles make the core, each later one touches it; no two spaces share a place."""
    situation = random_board(project, Random(seed))
    assert situation.map is not None
    spaces: set[Hex] = set()
    core: set[Hex] = set()
    for number, tile in enumerate(situation.map.tiles):
        places = laid(tile.tile, tile.at, tile.turns)
        assert number == 0 or fits(places, spaces, core if number >= 5 else spaces)
        spaces.update(places)
        if number < 5:
            core.update(places)
    assert len(spaces) == 10 * len(situation.map.tiles)
    assert spaces <= {space.at for space in table(printed_spaces(project, situation), situation)}

"""Maps that cannot lie on a table: what is said, of which space or tile, and how it can be put right."""

import pytest
from situations import Table

from civap.content.project import Project
from civap.engine.state import Game
from civap.engine.table import Misplaced


@pytest.mark.parametrize(
    ('text', 'code', 'where', 'hint', 'said'),
    [
        (
            'spaces: [{id: a, at: [0, 0], barbarian: A}, {id: b, at: [1, 0], barbarian: A}]',
            'duplicate-item', ('spaces', 'b'), 'state barbarian: none where it is not', "found 'A' at b and at a",
        ),
        (
            'spaces: [{id: a, at: [0, 0], wonder: petra, city: ap}, {id: b, at: [1, 0], wonder: petra}]',
            'duplicate-item', ('spaces', 'b'), 'state wonder: none where it is not', "found 'petra' at b and at a",
        ),
        (
            'spaces: [{id: a, at: [0, 0]}, {id: b, at: [0, 0]}]',
            'space-twice', ('spaces', 'b'), 'move one of the two', "found 'b' in the place of 'a'",
        ),
        (
            'spaces: [{id: a, at: [0, 0]}, {id: b}]',
            'unknown-space', ('spaces', 'b'), 'add at, or name a space of a laid tile', "'b' without a place",
        ),
        (
            'map: {tiles: [{tile: 7C, at: [0, 0]}]}',
            'unknown-tile', ('tiles', '7C'), 'use one of: 1A, 1B', "the tile '7C'",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be(project: Project, text: str, code: str, where: tuple[str, str], hint: str, said: str) -> None:
    with pytest.raises(Misplaced) as caught:
        Table(project, text)
    assert (caught.value.problem.code, (caught.value.kind, caught.value.name)) == (code, where)
    assert hint in caught.value.problem.hint
    assert said in caught.value.problem.message


def test_a_tile_lies_as_it_is_printed_until_something_else_is_stated(project: Project) -> None:
    """Side 4A has the Grand Mesa in its seventh space; beside it lies a water token."""
    text = 'map: {tiles: [{tile: 4A, at: [0, 0]}], water: [[5, 5]]}\nspaces: [{id: 4A-0, terrain: 2, control: ap}]'

    def act(game: Game) -> None:
        pass

    board = Table(project, text).play(act).board
    assert len(board.spaces) == 11
    mesa, sea, first = board.named['4A-6'], board.named['water-1'], board.named['4A-0']
    assert (mesa.hex, mesa.natural_wonder, mesa.terrain, mesa.unclaimed) == ((0, 0), 'grand-mesa', 5, True)
    assert (sea.hex, sea.water) == ((5, 5), True)
    assert (first.terrain, first.control) == (2, 'ap')

"""What a map keeps of its pieces is what is there, and a run leaves nothing behind for the next."""

from random import Random

import pytest

from civap.content.project import Project
from civap.content.readings import load_readings
from civap.engine.board import HexMap
from civap.engine.choices import Seeded
from civap.engine.facts import Assumed
from civap.engine.hexes import distance
from civap.engine.pieces import FAR, Distances, Pieces
from civap.engine.setup import SetUp
from civap.engine.state import Game
from civap.engine.trace import Field, Trace
from civap.engine.turn import take_turn
from civap.proof.boards import random_board

KEPT = [name for name in vars(Pieces) if name[0] != '_' and name not in ('DEPENDING', 'forget', 'at')]


def new_game(project: Project, seed: int, set_up: SetUp | None = None) -> Game:
    set_up = set_up or SetUp(project, random_board(project, Random(seed)))
    return set_up.game(load_readings(project).chosen, Seeded(Random(seed)), Assumed({}))


def told(board: HexMap, kept: object) -> object:
    """What is kept, to be compared."""
    return [kept.to(space) for space in board.spaces] if isinstance(kept, Distances) else kept


class Watching(Trace):
    """Looks for all pieces anew with each event, and reads them all so that all are kept."""

    def __init__(self, board: HexMap) -> None:
        super().__init__()
        self._board = board

    def emit(self, kind: str, rules: tuple[str, ...], /, **fields: Field) -> None:
        board = self._board
        anew = Pieces(board.spaces, board.grid)
        for name in KEPT:
            assert told(board, getattr(board.pieces, name)) == told(board, getattr(anew, name)), (name, kind)
        super().emit(kind, rules, **fields)


@pytest.mark.parametrize('seed', range(25))
def test_what_is_kept_is_what_is_there(project: Project, seed: int) -> None:
    game = new_game(project, seed)
    game.trace = Watching(game.board.map())
    for _ in range(8):
        take_turn(game)
    assert len(game.trace.events) > 20


@pytest.mark.parametrize('seed', range(4))
def test_threats_are_as_far_as_the_crow_flies(project: Project, seed: int) -> None:
    board = new_game(project, seed).board.map()
    threats = [space.hex or (0, 0) for space in board.pieces.threats]
    for space in board.spaces:
        found = min((distance(space.hex or (0, 0), other) for other in threats), default=FAR)
        assert board.pieces.threat_distances.to(space) == found


def test_what_never_changes_is_not_changed(project: Project) -> None:
    """Whoever lets it change has to say what depends on it."""
    board = new_game(project, 0).board.map()
    with pytest.raises(KeyError):
        board.spaces[0].terrain = 3


@pytest.mark.parametrize('seed', range(6))
def test_a_game_leaves_nothing_behind_in_its_set_up(project: Project, seed: int) -> None:
    """The next game of the same set-up goes like the first of its own."""
    set_up = SetUp(project, random_board(project, Random(seed)))
    for luck in (seed + 100, seed):
        game = new_game(project, luck, set_up)
        for _ in range(4):
            take_turn(game)
    alone = new_game(project, seed, SetUp(project, random_board(project, Random(seed))))
    for _ in range(4):
        take_turn(alone)
    assert game.trace.events == alone.trace.events

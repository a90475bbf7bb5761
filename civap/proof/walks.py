"""A card resolved twice on the same random board with the same luck: by the engine, and by its flowchart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from civap.content.situation import NONE, WATER, Given, Space
from civap.engine.choices import Seeded
from civap.engine.facts import Assumed
from civap.engine.setup import SetUp
from civap.engine.snapshot import snapshot
from civap.engine.state import Game
from civap.engine.turn import Turn
from civap.proof.boards import random_board
from civap.proof.walker import Lost, Walker

if TYPE_CHECKING:
    from civap.content.project import Project

NOTHING = Assumed({})


class Course(NamedTuple):
    """How a turn went: what happened, in any order, and the state that it ended in."""

    events: Counter[str]
    state: Given


class Courses:
    """Random boards with the course that the engine takes on each; both are made when they are wanted.

    On `crowded` ones rivals hold all that is free, and on every second no wonder is on offer: there a card may achieve
    nothing.
    """

    def __init__(self, project: Project, readings: Mapping[str, str], crowded: bool = False) -> None:
        self._project = project
        self._crowded = crowded
        self._readings = readings
        self._engine: dict[tuple[str, int], tuple[SetUp, Course]] = {}

    def leaves(self, walker: Walker, card: str, number: int) -> bool:
        """Whether a walker leaves the course of the engine, or is lost."""
        set_up, course = self._usual(card, number)
        try:
            walked = self._course(set_up, card, number, lambda game: walker.walk(game, game.ap.row.card(card)))
        except Lost:
            return True
        return walked != course

    def _usual(self, card: str, number: int) -> tuple[SetUp, Course]:
        key = card, number
        if key not in self._engine:
            board = random_board(self._project, Random(number), card)
            set_up = SetUp(self._project, _crowded(self._project, board, number % 2 == 0) if self._crowded else board)
            self._engine[key] = set_up, self._course(set_up, card, number, lambda game: Turn(game, card).run())
        return self._engine[key]

    def _course(self, set_up: SetUp, card: str, number: int, resolve: Callable[[Game], None]) -> Course:
        game = set_up.game(self._readings, Seeded(Random(f'{card}/{number}/luck')), NOTHING)
        resolve(game)
        return Course(Counter(map(_told, game.trace.events)), snapshot(set_up, game))


def _crowded(project: Project, board: Given, no_wonders: bool) -> Given:
    free = [
        space.id
        for space in SetUp(project, board).spaces
        if space.terrain and space.terrain != WATER and not (space.city or space.control or space.city_state)
    ]
    rival = board.rivals[0].id
    stated = {space.id: space for space in board.spaces or ()}
    held = {name: Space(id=name, control=rival, resource=NONE, barbarian=None) for name in free}
    market = () if no_wonders else board.market
    return board.model_copy(update={'spaces': tuple({**stated, **held}.values()), 'market': market})


def _told(event: Any) -> str:
    """An event without the step that it is told under."""
    return repr((event.kind, event.fields, event.rules))

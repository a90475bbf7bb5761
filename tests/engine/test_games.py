"""Whole turns on random legal boards of real tiles: nothing breaks, nothing is lost, nothing illegal is left."""

from collections.abc import Iterator
from random import Random

import pytest

from civap.content.compact import compact
from civap.content.project import Project
from civap.content.readings import load_readings
from civap.content.schema import validate
from civap.content.situation import AP, NONE, Given
from civap.content.source import parse
from civap.engine.choices import Seeded
from civap.engine.facts import Assumed
from civap.engine.setup import SetUp
from civap.engine.snapshot import snapshot
from civap.engine.state import Game
from civap.engine.trace import Event
from civap.engine.turn import take_turn
from civap.proof.boards import random_board

# What each resolved card must end in: it is reset, or stays because another card resolved it.
ENDS = ('row', 'followed')


def new_game(project: Project, seed: int, given: Given | None = None) -> tuple[SetUp, Game]:
    set_up = SetUp(project, given or random_board(project, Random(seed)))
    return set_up, set_up.game(load_readings(project).chosen, Seeded(Random(seed)), Assumed({}))


def faults(game: Game) -> Iterator[str]:
    """What must never be."""
    ap, board = game.ap, game.board.map()
    if sorted(card.slot for card in ap.row.cards) != [1, 2, 3, 4, 5]:
        yield 'slots'
    if len({card.type for card in ap.row.cards}) != 5:
        yield 'types'
    if any(card.trade < 0 or card.natural_wonders < 0 for card in ap.row.cards):
        yield 'tokens'
    if min(ap.resources, ap.natural_wonders, ap.control_left, ap.caravans_home) < 0:
        yield 'pieces'
    if ap.control_left + sum(space.control == AP for space in board.spaces) != game.number('control-tokens'):
        yield 'control tokens'
    if ap.caravans_home + sum(space.caravans.count(AP) for space in board.spaces) != game.number('caravans'):
        yield 'caravans'
    if sum(not city.capital for city in board.cities(AP)) > game.number('cities'):
        yield 'cities'
    held = ap.held.total() + sum(game.supply.values()) + sum(space.resource != NONE for space in board.spaces)
    if held != 4 * game.number('resource-tokens'):
        yield 'resources'
    for space in board.spaces:
        pieces = [space.city, space.control, space.barbarian, space.city_state]
        if sum(piece is not None for piece in pieces) > 1 or (space.water and any(pieces)):
            yield f'pieces at {space.id}'


@pytest.mark.parametrize('start', range(0, 100, 20))
def test_random_turns(project: Project, start: int) -> None:
    for seed in range(start, start + 20):
        _, game = new_game(project, seed)
        for _ in range(10):
            before = len(game.trace.events)
            take_turn(game)
            assert list(faults(game)) == []
            events = game.trace.events[before:]
            assert sum(event.kind == 'resolved' for event in events) >= 1
            assert any(event.kind in ENDS for event in events)


def story(events: list[Event]) -> list[object]:
    return [(event.kind, event.fields, event.rules, event.step) for event in events]


@pytest.mark.parametrize('seed', range(12))
def test_the_same_seed_gives_the_same_story(project: Project, seed: int) -> None:
    told = []
    for _ in range(2):
        _, game = new_game(project, seed)
        take_turn(game)
        told.append(story(game.trace.events))
    assert told[0] == told[1]


@pytest.mark.parametrize('seed', range(25))
def test_a_state_on_one_line_is_read_back_and_goes_on_alike(project: Project, seed: int) -> None:
    board = random_board(project, Random(seed))
    assert validate(Given, parse(compact(board), 'line')) == board
    set_up, game = new_game(project, seed, board)
    take_turn(game)
    written = compact(snapshot(set_up, game))
    assert '\n' not in written
    _, again = new_game(project, seed, validate(Given, parse(written, 'line')))
    game.chooser, again.chooser = Seeded(Random(1)), Seeded(Random(1))
    seen = len(game.trace.events)
    take_turn(game)
    take_turn(again)
    assert story(game.trace.events[seen:]) == story(again.trace.events)


def test_the_order_of_spaces_does_not_matter(project: Project) -> None:
    board = random_board(project, Random(3))
    other = board.model_copy(update={'spaces': tuple(reversed(board.spaces or ()))})
    told = []
    for given in (board, other):
        _, game = new_game(project, 5, given)
        take_turn(game)
        told.append(story(game.trace.events))
    assert told[0] == told[1]

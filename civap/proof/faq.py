"""Boards on which two readings of a rule differ, made as small as they go: entries for a list of questions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from civap.content.compact import compact
from civap.content.readings import Reading, load_readings
from civap.content.situation import AP, Given
from civap.engine.choices import Seeded
from civap.engine.facts import Assumed
from civap.engine.setup import SetUp
from civap.engine.state import Unstated
from civap.engine.trace import Event
from civap.engine.turn import Turn
from civap.proof.boards import random_board
from civap.proof.words import Words

if TYPE_CHECKING:
    from civap.content.project import Project


@dataclass(frozen=True)
class Difference:
    """A board, and the first event in which the two options of a reading part."""

    reading: Reading
    option: str
    board: Given
    taken: Event | None
    other: Event | None


BOARDS = 300


def differences(project: Project, boards: int = BOARDS) -> Iterator[Difference | str]:
    """For each option that is not taken: a small board that tells it apart, or its name if none was found."""
    for reading in load_readings(project).readings:
        for option in (item.id for item in reading.options if item.id != reading.chosen):
            yield find(project, reading, option, boards) or f'{reading.id}: {option}'


def find(project: Project, reading: Reading, option: str, boards: int) -> Difference | None:
    """A small board that tells an option from the one that is taken, if one of so many boards does."""
    for seed in range(boards):
        board = _board(project, reading, Random(seed))
        if parted := part(project, reading.id, option, board, seed):
            small = _reduce(project, reading.id, option, board, seed)
            return Difference(reading, option, small, *(part(project, reading.id, option, small, seed) or parted))
    return None


def _board(project: Project, reading: Reading, random: Random) -> Given:
    """A board on which the reading may matter."""
    named = reading.cards
    cards = [card.id for card in project.deck.cards if not named or card.id in named or card.type in named]
    board = random_board(project, random, random.choice(cards))
    if reading.leader:
        board = board.model_copy(update={'ap': board.ap.model_copy(update={'leader': reading.leader})})
    return board


def part(
    project: Project, reading: str, option: str, board: Given, seed: int
) -> tuple[Event | None, Event | None] | None:
    """The first events in which two options of a reading part; none if they do not, or a story cannot be told."""
    readings = load_readings(project).chosen
    try:
        told = [_play(project, {**readings, **change}, board, seed) for change in ({}, {reading: option})]
    except Unstated:
        return None
    first, second = told
    for one, two in zip(first, second, strict=False):
        if (one.kind, one.fields) != (two.kind, two.fields):
            return one, two
    if len(first) == len(second):
        return None
    at = min(len(first), len(second))
    return (first[at] if at < len(first) else None), (second[at] if at < len(second) else None)


def _play(project: Project, readings: Mapping[str, str], board: Given, seed: int) -> Sequence[Event]:
    game = SetUp(project, board).game(readings, Seeded(Random(seed)), Assumed({}))
    Turn(game, game.ap.row.at(5)).run()
    return game.trace.events


def _reduce(project: Project, reading: str, option: str, board: Given, seed: int) -> Given:
    """Leave out one thing after the other as long as the two readings still part."""
    smaller = True
    while smaller:
        smaller = False
        for trial in _smaller(board):
            if part(project, reading, option, trial, seed):
                board, smaller = trial, True
                break
    return board


def _smaller(board: Given) -> Iterator[Given]:
    """The board without a tile that holds no piece, a space's pieces, or the wonders on offer."""
    spaces = board.spaces or ()
    if board.map is not None:
        named = {space.id.partition('-')[0] for space in spaces}
        for tile in board.map.tiles:
            if tile.tile not in named:
                tiles = tuple(item for item in board.map.tiles if item is not tile)
                yield board.model_copy(update={'map': board.map.model_copy(update={'tiles': tiles})})
    for space in spaces:
        if not (space.capital and space.city == AP):
            yield board.model_copy(update={'spaces': tuple(item for item in spaces if item is not space)})
    if board.market:
        yield board.model_copy(update={'market': ()})


def entry(found: Difference, words: Words) -> str:
    """A question with its answer, the other answer, and the board as one line."""
    options = {option.id: option.means for option in found.reading.options}
    lines = [
        f'{found.reading.id} ({found.reading.rule})',
        f'  Q: {found.reading.question}',
        f'  A: {options[found.reading.chosen]} {found.reading.because}',
        f'  Otherwise: {options[found.option]}',
        f'  here:  {words.event(found.taken) if found.taken else words.say("say.none")}',
        f'  other: {words.event(found.other) if found.other else words.say("say.none")}',
        f'  board: {compact(found.board)}',
    ]
    return '\n'.join(lines)

"""Whether changed rules play the same on random boards with the same luck."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING

from civap.content.cards import Card
from civap.content.situation import CardFacts, Given
from civap.engine.choices import Seeded
from civap.engine.facts import Assumed
from civap.engine.gain import set_difficulty
from civap.engine.setup import SetUp
from civap.engine.state import TOP
from civap.engine.trace import Event
from civap.engine.turn import Turn
from civap.proof.boards import random_board
from civap.proof.mutants import Mutant

if TYPE_CHECKING:
    from civap.content.project import Project

NOTHING = Assumed({})


class Boards:
    """`number` boards for each mutant, made when they are wanted, and what happens there by the rules as they are.

    Every board states all there is, so nothing depends on how far unknown facts are tried.
    """

    def __init__(self, project: Project, readings: Mapping[str, str], number: int) -> None:
        self.project = project
        self.number = number
        self._readings = readings
        self._boards: dict[int, Given] = {}
        self._set_ups: dict[tuple[str, int], SetUp] = {}
        self._played: dict[tuple[str, int], list[Event]] = {}

    def difference(self, mutant: Mutant) -> int | None:
        """The first board on which a mutant plays otherwise, from 1; none if there is none."""
        cards = sorted(mutant.cards) or list(self.project.cards)
        changed = mutant.apply(self.project)
        for number in range(self.number):
            card = cards[number % len(cards)]
            if self._usual(card, number) != self._events(changed, card, number):
                return number + 1
        return None

    def board(self, card: str, number: int) -> Given:
        """A board with the card in slot 5; all else is the same for the same number."""
        if number not in self._boards:
            self._boards[number] = random_board(self.project, Random(number))
        return _with_card(self._boards[number], self.project.cards[card], self.project)

    def _usual(self, card: str, number: int) -> list[Event]:
        if (card, number) not in self._played:
            self._played[card, number] = self._events(self.project, card, number)
        return self._played[card, number]

    def _events(self, project: Project, card: str, number: int) -> list[Event]:
        """What happens when the card is resolved, and the row is set up for every difficulty level."""
        set_up = self._set_up(card, number).playing(project)
        seed = f'{card}/{number}/luck'
        game = set_up.game(self._readings, Seeded(Random(seed)), NOTHING)
        Turn(game, card).run()
        for level in project.ap_rules.difficulties:
            set_difficulty(game, level.id)
        return game.trace.events

    def _set_up(self, card: str, number: int) -> SetUp:
        if (card, number) not in self._set_ups:
            self._set_ups[card, number] = SetUp(self.project, self.board(card, number))
        return self._set_ups[card, number]


def _with_card(board: Given, card: Card, project: Project) -> Given:
    """The board with a card in slot 5, for the one of its type; what lay in slot 5 goes to the slot of that."""
    row = board.ap.row
    mine = next(item for item in row if project.cards[str(item.card)].type == card.type)
    changed = tuple(_moved(item, mine, card) for item in row)
    return board.model_copy(update={'ap': board.ap.model_copy(update={'row': changed})})


def _moved(item: CardFacts, mine: CardFacts, card: Card) -> CardFacts:
    if item is mine:
        return item.model_copy(update={'card': card.id, 'slot': TOP})
    return item.model_copy(update={'slot': mine.slot}) if item.slot == TOP else item

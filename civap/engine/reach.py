"""How far unknown numbers without a limit of their own must reach, so that every larger one is like the last.

A rule compares such a number with what it needs: what a wonder still costs, how far a card reaches, the
tokens on the other cards, the spaces of the board or of the tech dial. All of that is content or stated.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from civap.content.events import Bounds, Number
from civap.content.situation import Given
from civap.content.steps import AdvanceDial, Attack, BuildCity, BuildWonder
from civap.engine.facts import Domain, amounts
from civap.engine.state import TOP

if TYPE_CHECKING:
    from civap.content.project import Project

DISTANCES = ('distance', 'distance-through-water', 'distance-through-everything', 'distance-from-caravan')


def reaches(content: Project, given: Given, spaces: int) -> Mapping[str, int]:
    """How far the numbers reach that have no limit of their own, by the name of the fact."""
    return Reach(content).of(given, spaces)


class Reach:
    """The same for many situations."""

    def __init__(self, content: Project) -> None:
        steps = [step for card in content.deck.cards for step in card.steps]
        productions = [step.production for step in steps if isinstance(step, BuildWonder)]
        missing = max(wonder.cost for wonder in content.base_game.wonders.items) - min(productions, default=0)
        beyond = max((step.range for step in steps if isinstance(step, BuildCity | Attack)), default=0) + 1
        tokens = -(-missing // max(content.base_game.number('resource-production'), 1))
        self._trade = max(missing, _round(content))
        self._others = {'resources': tokens, 'natural-wonders': tokens, **dict.fromkeys(DISTANCES, beyond)}

    def of(self, given: Given, spaces: int) -> Mapping[str, int]:
        """On a board of so many spaces."""
        # Tokens are also compared with each other: as many cards as a row has can each lie above what is stated.
        compared = max((highest(number) for number in _tokens(given)), default=0) + TOP
        return {'trade': max(self._trade, compared, spaces), **self._others}


def _round(content: Project) -> int:
    """Steps after which the tech dial has shown all its spaces."""
    return max(item.space for item in content.base_game.tech_dial.items) if _advances(content) else 0


def _advances(content: Project) -> bool:
    return any(isinstance(step, AdvanceDial) for card in content.deck.cards for step in card.steps)


def widened(domain: Domain, reach: int, stated: Number | None) -> Domain:
    """The domain as far as a rule or the bounds stated need it."""
    limit = highest(stated) + 1 if isinstance(stated, Bounds) else 0
    return amounts(max(int(domain[-1]), reach, limit), int(domain[0]))


def highest(number: Number) -> int:
    """The highest number in what is stated."""
    if isinstance(number, int):
        return number
    limits = (number.at_least, number.at_most, number.more_than, number.less_than, *(number.one_of or ()))
    return max((limit for limit in limits if limit is not None), default=0)


def _tokens(given: Given) -> Iterator[Number]:
    for row in (given.ap.row, *(rival.row for rival in given.rivals)):
        yield from (card.trade for card in row if card.trade is not None)

"""Attacks: what both sides add, the dice, and who spends trade tokens when (attack.dice, trade.spend-military-*).

Only the lead of the attacker after the dice matters, so leads that end alike are one answer of the die.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import groupby
from typing import Generic, NamedTuple, TypeVar

from civap.content.situation import AP, NONE
from civap.engine.board import Space
from civap.engine.choices import Kind, Question
from civap.engine.state import Game

EndT = TypeVar('EndT')

FACES = 6
LEADS = tuple(range(1 - FACES, FACES))


class Sides(NamedTuple):
    """What is added to the dice, the trade tokens that each side could spend, and what one of the AP adds.

    A token of a human always adds 1.
    """

    attacker: int
    defender: int
    attacker_tokens: int
    defender_tokens: int
    adds: int


class Outcome(NamedTuple):
    """How an attack ended: the leads that end so, and what was spent."""

    ahead: str
    won: bool
    spent: int
    defender_spent: int


def attacker_spends(lead: int, tokens: int, adds: int, defender_tokens: int) -> int:
    """Trade tokens that the AP spends as the attacker; a tie is lost (trade.spend-military-attacker-*)."""
    if lead + tokens * adds <= 0:
        return 0
    return min(tokens, _enough(defender_tokens + 1 - lead, adds))


def defender_spends(lead: int, tokens: int, adds: int) -> int:
    """Trade tokens that the AP spends as the defender: just enough, or none (trade.spend-military-defender-*)."""
    needed = _enough(lead, adds)
    return needed if needed <= tokens else 0


def _enough(missing: int, adds: int) -> int:
    """How many tokens make up for what is missing."""
    return max(0, -(-missing // adds))


def attack_rule(lead: int, base: int) -> str:
    """Which of the rules of the attacker applies before anything is spent."""
    return f'trade.spend-military-attacker-{"winning" if base + lead > 0 else "losing"}'


def fight(game: Game, key: str, sides: Sides) -> Outcome:
    """Dice, then the AP as the attacker, then the defender, who decides freely whether to hold (attack.dice)."""
    (won, spent, needed), label = roll(game, f'{key}.roll', _endings(sides))
    if needed and int(game.chooser.choose(Question(Kind.HUMAN, f'{key}.defender', (0, needed)))):
        return Outcome(label, False, spent, needed)
    return Outcome(label, won, spent, 0)


@lru_cache(maxsize=1024)
def _endings(sides: Sides) -> Endings[tuple[bool, int, int]]:
    """Whether the AP wins, what it spends, and what the defender needs to hold; 0 for no chance or no need."""
    base = sides.attacker - sides.defender

    def ends(lead: int) -> tuple[bool, int, int]:
        spent = attacker_spends(base + lead, sides.attacker_tokens, sides.adds, sides.defender_tokens)
        ahead = base + lead + spent * sides.adds
        return ahead > 0, spent, ahead if 0 < ahead <= sides.defender_tokens else 0

    return endings(ends)


class Endings(NamedTuple, Generic[EndT]):
    """How dice can end: each end with the label of the leads that lead there, and their weight."""

    ends: tuple[EndT, ...]
    labels: tuple[str, ...]
    weights: tuple[int, ...]


def endings(ends: Callable[[int], EndT]) -> Endings[EndT]:
    """The leads that the dice can give; neighbors that end alike are taken together."""
    groups = [(end, list(group)) for end, group in groupby(LEADS, ends)]
    return Endings(
        tuple(end for end, _ in groups),
        tuple(leads_label(group) for _, group in groups),
        tuple(sum(FACES - abs(lead) for lead in group) for _, group in groups),
    )


def roll(game: Game, key: str, found: Endings[EndT]) -> tuple[EndT, str]:
    """An end that the dice give, with its label."""
    ends, labels, weights = found
    if len(ends) == 1:
        return ends[0], labels[0]
    answer = str(game.chooser.choose(Question(Kind.DIE, key, labels, weights)))
    return ends[labels.index(answer)], answer


def leads_label(leads: list[int]) -> str:
    """`-2`, or `-5..-2` for several."""
    return str(leads[0]) if len(leads) == 1 else f'{leads[0]}..{leads[-1]}'


def military_bonus(game: Game, space: Space, against: str | None, treaty: str) -> int:
    """What the AP adds to every fight: military wonders and city-states, a treaty, its leader (bonus.military)."""
    bonus = game.bonus('military') + treaty_bonus(game, against, treaty)
    return bonus + tomyris_bonus(game, space)


def treaty_bonus(game: Game, against: str | None, treaty: str) -> int:
    """Each such card helps against all but its giver (diplomacy.use)."""
    cards = sum(game.treaty(rival) == treaty for rival in game.rivals if rival != against)
    return cards * game.number('treaty-combat') if cards else 0


def tomyris_bonus(game: Game, space: Space) -> int:
    """+3 on grassland and hills for Tomyris (leader.default)."""
    if space.natural_wonder != NONE or space.terrain > 2:
        return 0
    return 3 * game.led_by('tomyris')


def owner_of(space: Space) -> str | None:
    """The human who defends a space, if one does."""
    return space.owner if space.owner != AP else None

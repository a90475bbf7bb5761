"""Attacks: what both sides add, the dice, and who spends trade tokens when (attack.dice, trade.spend-military-*).

Only the lead of the attacker after the dice matters, so leads that end alike are one answer of the die.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import NamedTuple

from civap.content.situation import AP, NONE
from civap.engine.board import Space
from civap.engine.choices import Kind, Question
from civap.engine.state import Game

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
    base = sides.attacker - sides.defender

    def ends(lead: int) -> tuple[int, int]:
        """What the AP spends, and what the defender needs to hold; 0 for no chance or no need."""
        spent = attacker_spends(base + lead, sides.attacker_tokens, sides.adds, sides.defender_tokens)
        ahead = base + lead + spent * sides.adds
        return spent, ahead if 0 < ahead <= sides.defender_tokens else 0

    def won(lead: int) -> bool:
        return base + lead + ends(lead)[0] * sides.adds > 0

    lead, label = roll(game, f'{key}.roll', lambda lead: (won(lead), *ends(lead)))
    spent, needed = ends(lead)
    if needed and int(game.chooser.choose(Question(Kind.HUMAN, f'{key}.defender', (0, needed)))):
        return Outcome(label, False, spent, needed)
    return Outcome(label, won(lead), spent, 0)


def roll(game: Game, key: str, ends: Callable[[int], object]) -> tuple[int, str]:
    """A lead of those that the dice can give, with the label of all that end alike."""
    groups = [list(group) for _, group in groupby(LEADS, ends)]
    labels = tuple(leads_label(group) for group in groups)
    weights = tuple(sum(FACES - abs(lead) for lead in group) for group in groups)
    if len(groups) == 1:
        return groups[0][0], labels[0]
    answer = game.chooser.choose(Question(Kind.DIE, key, labels, weights))
    return groups[labels.index(str(answer))][0], str(answer)


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

"""A human attacks the AP (attack.dice, bonus.military, trade.spend-military-defender-*)."""

from __future__ import annotations

from civap.content.situation import AP
from civap.engine.board import Space
from civap.engine.combat import defender_spends, endings, military_bonus, roll
from civap.engine.placement import city_defense
from civap.engine.state import Game


def defend(game: Game, space: Space, rival: str, combat: int) -> bool:
    """Whether the AP holds; `combat` is all that the attacker adds to its die, tokens included.

    A human spends before the AP does, so its tokens are part of `combat`.
    """
    bonus = military_bonus(game, space, rival, 'defensive-pact')
    defense = _defense(game, space)
    rules = ('attack.dice', 'attack.defense', *(['bonus.military'] if bonus else []))
    what = 'city' if space.city else 'control-token'
    game.trace.emit(
        'attacked', rules, number=1, target=space.id, what=what, combat=combat, defense=defense, bonus=bonus
    )  # fmt: skip
    card = game.ap.row.card('military')
    base = combat - defense - bonus
    adds = game.content.types[card.type].token_adds

    def ends(lead: int) -> tuple[bool, bool, int]:
        """Whether the AP is ahead, whether it holds, and what it spends for that."""
        spent = defender_spends(base + lead, card.trade, adds)
        return base + lead <= 0, base + lead - spent * adds <= 0, spent

    (ahead, holds, spent), label = roll(game, 'defense.roll', endings(ends))
    if spent:
        card.trade -= spent
    winning = 'winning' if ahead else 'losing'
    game.trace.emit(
        'fought', (f'trade.spend-military-defender-{winning}', 'attack.dice'), number=1, target=space.id,
        result='lost' if holds else 'won', ahead=label, defender_trade=spent,
    )  # fmt: skip
    return holds


def _defense(game: Game, space: Space) -> int:
    """What terrain and reinforced control tokens give the AP's piece (attack.defense)."""
    if space.city:
        return city_defense(game, space)
    board = game.board
    return board.difficulty(space) + board.reinforced_adjacent(space, AP) + space.reinforced

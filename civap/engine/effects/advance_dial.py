"""Advance the tech dial, and raise the lowest card (card.science, gain.*)."""

from __future__ import annotations

from civap.content.steps import AdvanceDial, GainTrade, UpgradeLowest
from civap.engine.gain import TOP_LEVEL, card_of, gain_card, lowest_highest, replace_card
from civap.engine.resolution import Resolution
from civap.engine.row import gain_trade
from civap.engine.state import Game


def advance_dial(turn: Resolution, step: AdvanceDial) -> None:
    """All trade tokens are spent; each level space on the way gives a card, in order (trade.spend-science)."""
    passed = move_dial(turn, step.spaces + spend_on_dial(turn))
    for number, space in enumerate(passed, 1):
        gain_for(turn.game, space, number)


def spend_on_dial(turn: Resolution) -> int:
    """Spend all trade tokens; how many spaces that adds, with all that counts as spent (trade.spend-science)."""
    return turn.spend(_trade(turn), turn.game.bonus('science'), turn.natural_wonders, rule='trade.spend-science')


def move_dial(turn: Resolution, spaces: int) -> list[int]:
    """Advance the dial; the level spaces reached or passed, in order."""
    game = turn.game
    levels = {item.space: item.level for item in game.content.base_game.tech_dial.items}
    start = game.ap.dial
    passed = _walk(game, start, spaces)
    end = passed[-1] if passed else start
    game.ap.dial = end
    game.trace.emit('advanced', (turn.face.rule, 'card.science'), from_=start, to=end, spaces=spaces)
    return [space for space in passed if space in levels]


def gain_for(game: Game, space: int, number: int) -> None:
    """The card for a level space, the `number`th on the way (gain.lowest)."""
    level = next(item.level for item in game.content.base_game.tech_dial.items if item.space == space)
    game.trace.emit('passed', ('gain.lowest',), space=space, level=level)
    gain_card(game, level, number)


def _trade(turn: Resolution) -> int:
    """All on the card; under one reading not the one that this card has just put there."""
    kept = turn.just_gained if turn.game.reads('mathematics-token', 'kept') else 0
    return turn.card.trade - kept


def _walk(game: Game, start: int, spaces: int) -> list[int]:
    """The spaces of the dial on the way; after the last one it goes on further back."""
    last, restart = game.number('dial-end'), game.number('dial-restart')
    way: list[int] = []
    here = start
    for _ in range(spaces):
        if here == last and way and game.reads('dial-end', 'stops'):
            return [*way, restart]
        here = restart if here == last else here + 1
        way.append(here)
    return way


def upgrade_lowest(turn: Resolution, step: UpgradeLowest) -> None:
    """The lowest-level card that is highest in the row goes up, perhaps this one itself (card.science)."""
    game = turn.game
    card = lowest_highest(game)
    level = min(card.face.level + step.levels, TOP_LEVEL)
    if level == card.face.level:
        turn.impossible('focus-card', 'all-highest')
        return
    replace_card(game, card, card_of(game, card, level), turn.face.rule, 'card.science')


def gain_trade_tokens(turn: Resolution, step: GainTrade) -> None:
    """From the supply, one at a time (trade.gain); remembers what came to this card."""
    cards = gain_trade(turn.game, step.tokens)
    turn.just_gained += sum(card is turn.card for card in cards)

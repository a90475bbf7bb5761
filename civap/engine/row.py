"""Trade tokens on the focus row, natural wonder tokens on it, and the reset of a card."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from civap.engine.priority import Criterion, Sense, select
from civap.engine.state import FocusCard, Game
from civap.engine.trace import Field

if TYPE_CHECKING:
    from civap.engine.resolution import Resolution

FEWEST: Criterion[FocusCard] = Criterion('trade.fewest', Sense.LEAST, lambda card: card.trade)
HIGHEST: Criterion[FocusCard] = Criterion('trade.highest-slot', Sense.MOST, lambda card: card.slot)
WONDER_SLOT = 4


def gain_trade(game: Game, tokens: int) -> list[FocusCard]:
    """One at a time on the AP's card with the fewest; tie: highest slot (trade.gain, trade.any-number).

    The card of each token.
    """
    found = []
    for _ in range(tokens):
        cards = _could_have_fewest(game.ap.row.cards)
        card = select('trade', (FEWEST, HIGHEST), cards, game.chooser, game.trace)
        put_trade(game, card, 1)
        found.append(card)
    return found


def put_trade(game: Game, card: FocusCard, tokens: int, rule: str = 'trade.gain') -> None:
    """Trade tokens on one card."""
    card.trade += tokens
    game.trace.emit('gained', (rule, 'trade.any-number'), card=card.id, trade=tokens)


def _could_have_fewest(cards: list[FocusCard]) -> list[FocusCard]:
    """The cards with the fewest, found from 0 upwards: of the others no more is asked than that they have more."""
    if all(card.knows('trade') for card in cards):
        fewest = min([card.trade for card in cards])
        return [card for card in cards if card.trade == fewest]
    for tokens in count():
        if found := [card for card in cards if card.at_most('trade', tokens)]:
            return found
    raise AssertionError


def gain_natural_wonder(game: Game) -> None:
    """One natural wonder token; Roosevelt's goes on the card in slot 4 (leader.roosevelt)."""
    game.ap.natural_wonders += 1
    if game.led_by('roosevelt'):
        game.ap.row.at(WONDER_SLOT).natural_wonders += 1


def move_natural_wonders(turn: Resolution) -> None:
    """What was spent of them goes on the card in slot 4 (leader.roosevelt)."""
    tokens = turn.natural_wonders
    if tokens:
        turn.card.natural_wonders = 0
        turn.game.ap.row.at(WONDER_SLOT).natural_wonders += tokens


def reset(game: Game, card: FocusCard) -> None:
    """The card to slot 1 (base.reset)."""
    game.ap.row.reset(card)
    fields: dict[str, Field] = {'card': card.id, 'slot': card.slot}
    if card.knows('trade'):
        fields['trade'] = card.trade
    game.trace.emit('row', ('base.reset', 'turn.slot-five'), **fields)

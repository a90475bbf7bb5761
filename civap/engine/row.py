"""Trade tokens on the focus row, and the reset of a card."""

from __future__ import annotations

from itertools import count

from civap.engine.priority import Criterion, Sense, select
from civap.engine.state import FocusCard, Game
from civap.engine.trace import Field

FEWEST: Criterion[FocusCard] = Criterion('trade.fewest', Sense.LEAST, lambda card: card.trade)
HIGHEST: Criterion[FocusCard] = Criterion('trade.highest-slot', Sense.MOST, lambda card: card.slot)


def gain_trade(game: Game, tokens: int) -> None:
    """One at a time on the AP's card with the fewest; tie: highest slot (trade.gain)."""
    for _ in range(tokens):
        cards = _could_have_fewest(game.ap.row.cards)
        card = select('trade', (FEWEST, HIGHEST), cards, game.chooser, game.trace)
        card.trade += 1
        game.trace.emit('gained', ('trade.gain',), card=card.id, trade=1)


def _could_have_fewest(cards: list[FocusCard]) -> list[FocusCard]:
    """The cards with the fewest, found from 0 upwards: of the others no more is asked than that they have more."""
    for tokens in count():
        if fewest := [card for card in cards if card.at_most('trade', tokens)]:
            return fewest
    raise AssertionError


def reset(game: Game, card: FocusCard) -> None:
    """The card to slot 1 (base.reset)."""
    game.ap.row.reset(card)
    fields: dict[str, Field] = {'card': card.id, 'slot': card.slot}
    if card.knows('trade'):
        fields['trade'] = card.trade
    game.trace.emit('row', ('base.reset', 'turn.slot-five'), **fields)

"""After the reset, resolve another card (card.economy IV, card.industry IV)."""

from __future__ import annotations

from civap.content.steps import ResolveCard
from civap.engine.resolution import Resolution
from civap.engine.state import FocusCard


def next_card(turn: Resolution, step: ResolveCard) -> FocusCard | None:
    """The card that follows, once this one is reset; none where that does not happen."""
    if turn.keeps_place and turn.game.reads('capitalism-culture', 'ends'):
        turn.impossible('resolve', 'not-reset')
        return None
    if not turn.done:
        turn.end()
    row = turn.game.ap.row
    return row.at(step.slot) if step.slot else row.card(str(step.type))

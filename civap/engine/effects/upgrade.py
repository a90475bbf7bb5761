"""Replace a card that achieved nothing by the next one of its type (industry.replace-no-resolve, military.replace)."""

from __future__ import annotations

from civap.content.steps import Upgrade
from civap.engine.resolution import Resolution


def upgrade(turn: Resolution, step: Upgrade) -> None:
    """The new card takes the place and the tokens of the old one, is reset, and is not resolved."""
    if not turn.achieved & set(step.unless):
        replace_resolved(turn, step)
        turn.end()


def replace_resolved(turn: Resolution, step: Upgrade) -> None:
    """The next card of the type instead of the one being resolved, before its reset."""
    old, new = turn.face, turn.game.content.cards[step.to]
    turn.game.trace.emit('upgraded', (step.RULES[step.unless], old.rule), card=old.id, to=new.id, level=new.level)
    turn.card.become(new)
    if turn.game.reads('capitalism-upgrade', 'reset'):
        turn.keeps_place = False

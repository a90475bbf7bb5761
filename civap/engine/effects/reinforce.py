"""Reinforce own control tokens after the attacks (attack.reinforce)."""

from __future__ import annotations

from civap.content.situation import AP
from civap.content.steps import Reinforce
from civap.engine.board import Space
from civap.engine.criteria import criteria
from civap.engine.priority import select
from civap.engine.resolution import Resolution


def reinforce(turn: Resolution, step: Reinforce) -> None:
    """One token after the other by the card's list; those reinforced already are passed over."""
    game = turn.game
    tokens = max(step.minimum or 0, step.tokens - step.less_per_attack * _attacks(turn))
    board = game.board.map()
    left = [space for space in board.spaces if space.control == AP and _open(turn, space)]
    if not tokens or not left:
        turn.impossible('reinforce', 'no-token-left' if tokens else 'too-many-attacks', 'attack.reinforce')
    order = criteria(game, 'reinforce', step.order)
    for number in range(1, min(tokens, len(left)) + 1):
        tie = 'reinforce.tie' if number == 1 else f'reinforce.tie-{number}'
        space = select('reinforce', order, left, game.chooser, game.trace, tie)
        left.remove(space)
        if not space.reinforced:
            space.reinforced = True
            turn.achieved.add('reinforced')
            game.trace.emit('reinforced', (turn.face.rule, 'attack.reinforce'), space=space.id)


def _attacks(turn: Resolution) -> int:
    """Attacks that count: all performed, or only those won."""
    return turn.attacks if turn.game.reads('attack-counts', 'performed') else turn.wins


def _open(turn: Resolution, space: Space) -> bool:
    return not space.reinforced or turn.game.reads('reinforced-already', 'counted')

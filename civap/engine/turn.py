"""Resolving cards of the AP: the steps of one in order, its reset, the card it leads to; and a whole turn."""

from __future__ import annotations

from civap.content.steps import ResolveCard
from civap.engine.effects import EFFECTS
from civap.engine.effects.resolve_card import next_card
from civap.engine.events import advance_event_dial
from civap.engine.resolution import Resolution
from civap.engine.state import TOP, FocusCard, Game

SWAP_SLOT = 2


class Turn:
    """A card's resolution, which may stop after a step and go on later (turn.slot-five)."""

    __slots__ = ('_at', '_game', '_resolution')

    def __init__(self, game: Game, card: str | FocusCard, keeps_place: bool = False) -> None:
        self._game = game
        found = game.ap.row.card(card) if isinstance(card, str) else card
        self._resolution = Resolution(game, found, keeps_place)
        self._at = 0
        game.trace.emit('resolved', (self._resolution.face.rule, 'turn.slot-five'), card=self._resolution.face.id)

    def run(self, until: str | None = None) -> None:
        """Resolve the steps that are left, up to the first of kind `until`, else to the end and reset.

        A step that ends the card, such as its replacement, is the last.
        """
        turn, game = self._resolution, self._game
        steps = turn.face.steps
        while self._at < len(steps) and not turn.done:
            step = steps[self._at]
            self._at += 1
            game.trace.step = f'{turn.face.id}.{self._at}'
            if isinstance(step, ResolveCard):
                self._follow(step)
            else:
                EFFECTS[step.KIND](turn, step)
            game.trace.step = ''
            if until == step.KIND:
                return
        if not turn.done:
            turn.end()
        swap_after_win(self._resolution)

    def _follow(self, step: ResolveCard) -> None:
        """The card that this one leads to, resolved in its turn."""
        card = next_card(self._resolution, step)
        if card is not None:
            self._game.trace.emit('followed', (self._resolution.face.rule,), card=card.id)
            self._game.trace.step = ''
            Turn(self._game, card, keeps_place=not step.reset).run()


def swap_after_win(turn: Resolution) -> None:
    """After the reset of a military card that won, it changes places with the card in slot 2 (leader.montezuma)."""
    game = turn.game
    if turn.face.type != 'military' or not turn.wins or turn.keeps_place or not game.led_by('montezuma'):
        return
    other = game.ap.row.at(SWAP_SLOT)
    game.ap.row.swap(turn.card, other)
    game.trace.emit('swapped', ('leader.montezuma',), card=turn.card.id, with_=other.id)


def take_turn(game: Game) -> None:
    """A whole turn of the AP: the event dial, except in turn 1, then the card in slot 5 (turn.event-dial)."""
    game.trace.emit('turn', ('turn.first', 'turn.slot-five'), turn=game.turn)
    if game.turn > 1:
        advance_event_dial(game)
    Turn(game, game.ap.row.at(TOP)).run()
    game.turn += 1

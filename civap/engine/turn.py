"""Resolving a card of the AP: its steps in order, then the reset."""

from __future__ import annotations

from collections.abc import Iterator

from civap.content.steps import StepBase
from civap.engine.effects import EFFECTS
from civap.engine.resolution import Resolution
from civap.engine.state import Game, NotBuilt


class Turn:
    """A card's resolution, which may stop after a step and go on later (turn.slot-five)."""

    __slots__ = ('_resolution', '_rest')

    def __init__(self, game: Game, card_id: str) -> None:
        self._resolution = Resolution(game, game.ap.row.card(card_id))
        face = self._resolution.face
        self._rest: Iterator[StepBase] = iter(face.steps)
        game.trace.emit('resolved', (face.rule, 'turn.slot-five'), card=card_id)

    def run(self, until: str | None = None) -> None:
        """Resolve the steps that are left, up to the first of kind `until`, else to the end and reset.

        Raises `NotBuilt` for a step that this engine cannot resolve.
        """
        for step in self._rest:
            effect = EFFECTS.get(step.KIND)
            if effect is None:
                raise NotBuilt(f'the step {step.KIND}')
            effect(self._resolution, step)
            if until == step.KIND:
                return
        if not self._resolution.done:
            self._resolution.end()

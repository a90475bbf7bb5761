"""A card while it is resolved: what its steps share."""

from __future__ import annotations

from civap.content.cards import Card
from civap.engine.row import reset
from civap.engine.state import FocusCard, Game, NotBuilt


class Resolution:
    """`achieved` is what the steps did so far, in the words of `upgrade`; `done` once the card is reset."""

    __slots__ = ('achieved', 'card', 'done', 'game')

    def __init__(self, game: Game, card: FocusCard) -> None:
        self.game = game
        self.card = card
        self.achieved: set[str] = set()
        self.done = False

    @property
    def face(self) -> Card:
        """What the card says. Raises `NotBuilt` when only its type is known."""
        if self.card.card is None:
            raise NotBuilt(f'a {self.card.type} card that is not named')
        return self.card.card

    def end(self) -> None:
        """Reset the card; nothing of it is left."""
        self.done = True
        reset(self.game, self.card)

"""A card while it is resolved: what its steps share, and what counts as spent on it."""

from __future__ import annotations

from civap.content.cards import Card
from civap.engine.board import Space
from civap.engine.row import move_natural_wonders, reset
from civap.engine.state import FocusCard, Game


class Resolution:
    """`achieved` is what the steps did so far, in the words of `upgrade`; `done` once the card is reset.

    `attacks` counts those performed, `wins` those won, `taken` are the spaces they won; `just_gained` are trade
    tokens that this card gave itself; `keeps_place` says that the card is resolved for another one and not
    reset (card.economy IV).
    """

    __slots__ = (
        'achieved',
        'attacks',
        'card',
        'done',
        'face',
        'game',
        'just_gained',
        'keeps_place',
        'taken',
        'wins',
    )

    def __init__(self, game: Game, card: FocusCard, keeps_place: bool = False) -> None:
        self.game = game
        self.card = card
        self.face: Card = card.face
        self.achieved: set[str] = set()
        self.done = False
        self.keeps_place = keeps_place
        self.attacks = 0
        self.wins = 0
        self.taken: list[Space] = []
        self.just_gained = 0

    @property
    def natural_wonders(self) -> int:
        """Roosevelt's natural wonder tokens on the card, always spent (leader.roosevelt)."""
        if self.game.ap.natural_wonders == 0 or not self.game.led_by('roosevelt'):
            return 0
        return self.card.natural_wonders

    def spend(self, trade: int, bonus: int, natural_wonders: int = 0, leader: int = 0, rule: str = '') -> int:
        """Take trade tokens off the card; what all of it adds to what the card does (bonus.matching)."""
        if trade:
            self.card.trade -= trade
        adds = self.game.content.types[self.card.type].token_adds
        if trade or bonus or natural_wonders or leader:
            rules = [rule] if rule and trade else []
            rules += ['bonus.matching'] if bonus else []
            rules += ['leader.roosevelt'] if natural_wonders else []
            rules += ['leader.default'] if leader else []
            self.game.trace.emit(
                'spent', tuple(rules), card=self.card.id, trade=trade, bonus=bonus,
                natural_wonders=natural_wonders, leader=leader,
            )  # fmt: skip
        return (trade + bonus + natural_wonders) * adds + leader

    def end(self) -> None:
        """Reset the card, unless it keeps its place; nothing of it is left to resolve."""
        self.done = True
        move_natural_wonders(self)
        if not self.keeps_place:
            reset(self.game, self.card)

    def impossible(self, what: str, reason: str, *rules: str) -> None:
        """Say that something could not be done."""
        self.game.trace.emit('impossible', (self.face.rule, *rules), what=what, reason=reason)

"""Focus cards gained by the tech dial (gain.lowest, gain.next-level)."""

from __future__ import annotations

from civap.content.cards import LEVELS, Card
from civap.engine.priority import Criterion, Sense, select
from civap.engine.state import FocusCard, Game

LOWEST: Criterion[FocusCard] = Criterion(
    'replace.lowest-level', Sense.LEAST, lambda card: card.face.level, ('gain.lowest',)
)
LOWEST_UP: Criterion[FocusCard] = Criterion('upgrade.lowest-level', Sense.LEAST, lambda card: card.face.level)
HIGHEST_SLOT: Criterion[FocusCard] = Criterion('upgrade.highest-slot', Sense.MOST, lambda card: card.slot)
TOP_LEVEL = max(LEVELS)


def card_of(game: Game, card: FocusCard, level: int) -> Card:
    """The card of the same type at a level."""
    return next(item for item in game.content.deck.cards if (item.type, item.level) == (card.type, level))


def gain_card(game: Game, level: int, number: int) -> None:
    """A random card of the lowest level is replaced by that of the level, or of its own next level."""
    tie = 'replace.tie' if number == 1 else f'replace.tie-{number}'
    card = select('replace', (LOWEST,), game.ap.row.cards, game.chooser, game.trace, tie)
    now = card.face.level
    wanted = level
    rules: tuple[str, ...] = ('gain.lowest',)
    if now >= level:
        rules = ('gain.lowest', 'gain.next-level')
        literal = now > level and game.reads('gain-above', 'indicated-level')
        wanted = level if literal else now + 1
    if wanted > TOP_LEVEL:
        game.trace.emit('impossible', ('gain.next-level',), what='focus-card', reason='all-highest')
        return
    replace_card(game, card, card_of(game, card, wanted), *rules)


def replace_card(game: Game, card: FocusCard, new: Card, *rules: str) -> None:
    """Another card in the place of one, with its tokens."""
    old = card.face.id
    card.become(new)
    game.trace.emit('replaced', rules, card=old, to=new.id, level=new.level)


def lowest_highest(game: Game) -> FocusCard:
    """The card of the lowest level that is highest in the row (card.science)."""
    return select('upgrade', (LOWEST_UP, HIGHEST_SLOT), game.ap.row.cards, game.chooser, game.trace)


def set_difficulty(game: Game, level: str) -> None:
    """Random cards start as level II (difficulty.levels)."""
    number = next(item.replaced for item in game.content.ap_rules.difficulties if item.id == level)
    game.trace.emit('difficulty', ('difficulty.levels',), chosen=level, replaced=number)
    left = sorted(game.ap.row.cards, key=lambda card: card.id)
    for index in range(1, number + 1):
        options = tuple(card.id for card in left)
        name = game.tie('difficulty.tie' if index == 1 else f'difficulty.tie-{index}', options)
        card = next(card for card in left if card.id == name)
        left.remove(card)
        replace_card(game, card, card_of(game, card, 2), 'difficulty.levels', 'golden.random')

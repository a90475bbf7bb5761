"""The focus cards: typed steps, and the face that follows from them."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Annotated, Literal, get_args

from pydantic import BeforeValidator, Field

from civap.content.problems import Problem
from civap.content.say import Name, Numeral, Say, Signed, Statement
from civap.content.schema import Count, Id, Model, NotEmpty, PrintedName, duplicate_ids, fault, shown
from civap.content.sic import Sics, SicsOfFile
from civap.content.source import Document
from civap.content.steps import CardType, MoveCaravans, Step, Upgrade

Roman = Literal['I', 'II', 'III', 'IV']
NUMERALS: tuple[Roman, ...] = get_args(Roman)
LEVELS = (1, 2, 3, 4)
TYPES: tuple[CardType, ...] = get_args(CardType)
# What backs that remind of rules say and no sheet does.
ON_BACKS = tuple(Say(f'back.{name}') for name in ('attacking', 'defending', 'hopeless', 'again'))


def _level(value: object) -> int:
    if isinstance(value, int):
        return value
    if value in NUMERALS:
        return NUMERALS.index(str(value)) + 1
    hint = 'write I, II, III or IV'
    if value in ('1', '2', '3', '4'):
        hint = f'write {NUMERALS[int(str(value)) - 1]}'
    elif str(value).upper() in NUMERALS:
        hint = f'write {str(value).upper()}'
    raise fault('unknown-level', 'found {found}, expected a level', hint, found=shown(value))


Level = Annotated[int, BeforeValidator(_level, json_schema_input_type=Roman), Field(ge=1, le=4)]


class TypeOfCard(Model):
    """One of the five types; `token_adds` is what a trade token spent on such a card adds."""

    id: CardType
    name: PrintedName
    token_adds: Count
    sic: Sics = ()

    def say_name(self) -> Say:
        """The type's word."""
        return Say(f'type.{self.id}')

    def say_foot(self) -> Say:
        """The line at the foot of each card of the type."""
        return Say(f'foot.{self.id}', values={'bonus': Signed(self.token_adds)})


class Card(Model):
    """A focus card. `caravans` is the number of caravan icons on an economy card."""

    id: Id
    name: PrintedName
    type: CardType
    level: Level
    caravans: Annotated[Count, Field(le=3)] | None = None
    steps: Annotated[tuple[Step, ...], NotEmpty]
    sic: Sics = ()

    @property
    def rule(self) -> str:
        """The rule id under which this card is cited."""
        return f'card.{self.id}'

    @property
    def numeral(self) -> str:
        """The level as printed."""
        return NUMERALS[self.level - 1]

    def say_name(self) -> Name:
        """The card's name."""
        return Name(f'card.{self.id}')

    def say_level(self) -> Say:
        """The level in words, for readers of the text layer."""
        return Say('label.level', values={'level': Numeral(self.level)})

    def say_steps(self) -> tuple[Statement, ...]:
        """What each step says; a list and closing that the next step repeats are left to it."""
        said = [step.say(self.caravans or 0) for step in self.steps]
        for index, (now, following) in enumerate(pairwise(said)):
            if now.listing and (now.listing, now.closing) == (following.listing, following.closing):
                said[index] = replace(now, closing=(), listing=None)
                said[index + 1] = replace(following, shared=True)
        return tuple(said)


class Cards(Model):
    """cards.yaml."""

    sic: SicsOfFile = ()
    types: tuple[TypeOfCard, ...]
    cards: tuple[Card, ...]


def check_cards(deck: Cards, document: Document) -> Iterator[Problem]:
    """What no single card can know: ids, levels, upgrade targets."""
    for where, items in (('types', deck.types), ('cards', deck.cards)):
        yield from duplicate_ids([item.id for item in items], (where,), document)
    for missing in [name for name in TYPES if name not in {kind.id for kind in deck.types}]:
        message = f'found no type {missing!r}, expected all five'
        yield document.problem('missing-type', message, document.node(('types',)), 'add it')
    yield from _levels(deck, document)
    for index, card in enumerate(deck.cards):
        yield from _check_caravans(index, card, document)
    yield from _check_upgrades(deck, document)


def _levels(deck: Cards, document: Document) -> Iterator[Problem]:
    taken: dict[tuple[str, int], int] = {}
    for index, card in enumerate(deck.cards):
        first = taken.setdefault((card.type, card.level), index)
        if first != index:
            other = deck.cards[first].id
            message = f'found a second {card.type} card of level {card.numeral}, expected one'
            node = document.node(('cards', index, 'level'))
            yield document.problem('level-twice', message, node, f'correct this one or {other}')
    for kind in TYPES:
        for level in LEVELS:
            if (kind, level) not in taken:
                message = f'found no {kind} card of level {NUMERALS[level - 1]}, expected one'
                hint = 'add the card, or correct the level of another'
                yield document.problem('missing-card', message, document.node(('cards',)), hint)


def _check_caravans(index: int, card: Card, document: Document) -> Iterator[Problem]:
    moves = any(isinstance(step, MoveCaravans) for step in card.steps)
    if card.caravans and not moves:
        message = 'found caravans on a card that moves none, expected both or neither'
        node = document.key_node(('cards', index, 'caravans'))
        yield document.problem('caravan-icons', message, node, 'delete caravans')
    elif moves and not card.caravans:
        message = 'found no caravans on a card that moves them, expected both or neither'
        yield document.problem('caravan-icons', message, document.node(('cards', index)), 'add caravans: 1')


def _check_upgrades(deck: Cards, document: Document) -> Iterator[Problem]:
    """Each upgrade leads to the next card of the same type."""
    by_level = {(card.type, card.level): card.id for card in reversed(deck.cards)}
    ids = {card.id for card in deck.cards}
    for index, card in enumerate(deck.cards):
        following = by_level.get((card.type, card.level + 1))
        hint = f'write {following}' if following else 'delete the upgrade'
        for number, step in enumerate(card.steps):
            if not isinstance(step, Upgrade) or step.to == following:
                continue
            node = document.node(('cards', index, 'steps', number, 'upgrade', 'to'))
            if step.to in ids:
                message = f'found {step.to!r}, expected the next {card.type} card'
                yield document.problem('upgrade-target', message, node, hint)
            else:
                message = f'found {step.to!r}, expected the id of a card'
                yield document.problem('unknown-card', message, node, hint)

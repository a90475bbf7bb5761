"""The set-up of an example. A listed thing exists; a fact left out is unknown, not a default."""

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Self, TypeVar, get_args

from pydantic import Field, model_validator

from civap.content.cards import Card
from civap.content.events import Bounds, Label, Number
from civap.content.schema import Flag, Id, Model, fault, kebab
from civap.content.steps import CardType

ModelT = TypeVar('ModelT', bound=Model)

# What can be under a city besides a wonder by its id: none, or one that is not named.
NONE, SOME = 'none', 'some'


class CardFacts(Model):
    """A focus card in a row, by its id or, when only its type is known, by that."""

    card: Id | None = None
    type: CardType | None = None
    slot: Number | None = None
    trade: Number | None = None

    @model_validator(mode='after')
    def _named_once(self) -> Self:
        if (self.card is None) == (self.type is None):
            raise fault('one-card', 'found no single card, expected card or type', 'write card or type')
        if isinstance(self.slot, int) and not 1 <= self.slot <= 5:
            message = f'found {self.slot}, expected a slot from 1 to 5'
            raise fault('out-of-range', message, 'write 1, 2, 3, 4 or 5', at=('slot',))
        return self

    @property
    def id(self) -> str:
        """What the card is called in facts."""
        return self.card or str(self.type)


class SpaceFacts(Model):
    """`terrain` is the difficulty that counts this turn."""

    terrain: Number | None = None
    reinforced_adjacent: Number | None = None


class CityFacts(SpaceFacts):
    """A city; `wonder` is the wonder under it, `some` if it is not named, or `none`."""

    wonder: Id | None = None


class City(CityFacts):
    """A city with a name of its own."""

    id: Label
    capital: Flag = False


class SiteFacts(SpaceFacts):
    """A space where a city might go, by the facts that rules read. Distances are to the nearest friendly piece.

    `legal` is everything that the base rules ask of a city's space except its distance.
    """

    tokens_adjacent: Number | None = None
    spawn_point: Flag | None = None
    legal: Flag | None = None
    distance: Number | None = None
    distance_through_water: Number | None = None
    distance_from_caravan: Number | None = None


class Site(SiteFacts):
    """A space with a name of its own."""

    id: Label


class TypeCounts(Model):
    """How many of each type."""

    culture: Number | None = None
    economy: Number | None = None
    industry: Number | None = None
    military: Number | None = None
    science: Number | None = None


class PlayerFacts(Model):
    """The AP. `cities` are all it has; `city_states` are its city-state diplomacy cards."""

    row: tuple[CardFacts, ...] = ()
    cities: tuple[City, ...] | None = None
    resources: Number | None = None
    natural_wonders: Number | None = None
    wonder_discount: Number | None = None
    wonders: TypeCounts = TypeCounts()
    city_states: TypeCounts = TypeCounts()


class Rival(Model):
    """A human player."""

    id: Label
    capital: CityFacts = CityFacts()
    row: tuple[CardFacts, ...] = ()


class Others(Model):
    """What holds for everything that is not listed; without an entry there is nothing else."""

    sites: SiteFacts | None = None


class Order(Model):
    """Two unknown facts compared: `less` below `more`, or both `equal`."""

    less: str | None = None
    more: str | None = None
    equal: Annotated[tuple[str, ...], Field(min_length=2, max_length=2)] | None = None

    @model_validator(mode='after')
    def _one_relation(self) -> Self:
        if (self.less is None) != (self.more is None) or (self.less is None) == (self.equal is None):
            hint = 'write {less: ..., more: ...} or {equal: [..., ...]}'
            raise fault('one-order', 'found no single comparison, expected one', hint)
        return self


class Given(Model):
    """What an example states."""

    victory: tuple[Id, ...] | None = None
    market: tuple[Id, ...] | None = None
    ap: PlayerFacts = PlayerFacts()
    rivals: tuple[Rival, ...] = ()
    sites: tuple[Site, ...] | None = None
    others: Others = Others()
    order: tuple[Order, ...] = ()


def merge(base: ModelT, change: ModelT) -> ModelT:
    """`base` with what `change` states instead; things with the same id are merged one by one."""
    update = {
        name: _merged(getattr(base, name), getattr(change, name))
        for name in type(change).model_fields
        if name in change.model_fields_set
    }
    return base.model_copy(update=update)


def _merged(before: Any, after: Any) -> Any:
    if isinstance(before, Model) and isinstance(after, Model) and not isinstance(after, Bounds):
        return merge(before, after)
    if isinstance(before, tuple) and isinstance(after, tuple) and _named(before) and _named(after):
        changes = {thing.id: thing for thing in after}
        kept = [merge(old, changes.pop(old.id)) if old.id in changes else old for old in before]
        return (*kept, *changes.values())
    return after


def _named(things: tuple[Any, ...]) -> bool:
    return bool(things) and all(hasattr(thing, 'id') for thing in things)


def card_type(item: CardFacts, cards: Mapping[str, Card]) -> CardType | None:
    """The type of a card in a row; none if there is no such card."""
    card = cards.get(item.card or '')
    return card.type if card else item.type


def row_ids(row: tuple[CardFacts, ...], cards: Mapping[str, Card]) -> tuple[str, ...]:
    """The five cards of a row: those listed, then one for each type that is not."""
    listed = {card_type(item, cards) for item in row}
    others = [kind for kind in get_args(CardType) if kind not in listed]
    return (*(item.id for item in row), *others)


def fact_keys(given: Given, cards: Mapping[str, Card]) -> Iterator[str]:
    """Every fact of the situation that may be unknown, as `assume`, `order` and --answers name it."""
    yield from _keys('ap', PlayerFacts)
    for name in ('wonders', 'city-states'):
        yield from _keys(f'ap.{name}', TypeCounts)
    yield from _row_keys('ap.row', given.ap.row, cards)
    for city in given.ap.cities or ():
        yield from _keys(f'ap.cities.{city.id}', CityFacts)
    for rival in given.rivals:
        yield from _keys(f'rivals.{rival.id}.capital', CityFacts)
        yield from _row_keys(f'rivals.{rival.id}.row', rival.row, cards)
    for site in [item.id for item in given.sites or ()] + ['other'] * bool(given.others.sites):
        yield from _keys(f'sites.{site}', SiteFacts)
    for victory in given.victory or ():
        yield f'victory.{victory}.completed'


def _row_keys(prefix: str, row: tuple[CardFacts, ...], cards: Mapping[str, Card]) -> Iterator[str]:
    for card in row_ids(row, cards):
        yield f'{prefix}.{card}.slot'
        yield f'{prefix}.{card}.trade'


def _keys(prefix: str, model: type[Model]) -> Iterator[str]:
    skip = {'row', 'cities', 'wonders', 'city_states'}
    return (f'{prefix}.{kebab(name)}' for name in model.model_fields if name not in skip)


def fact_pattern(key: str) -> re.Pattern[str]:
    """A fact's name, in which `*` stands for any one name, as a regular expression."""
    return re.compile(re.escape(key).replace(r'\*', '[^.]+'))

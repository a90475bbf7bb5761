"""The state of a game as files write it: examples, boards to resolve, boards in messages.

A listed thing exists; a fact left out is unknown, not a default. There are two kinds of board. On a **map**
every space has its place (`at`, or a laid tile): what the map does not show is not there, and what rules ask
about neighbors and distances is counted. Without a map, spaces are named and state what rules ask of them.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, Self, TypeVar, get_args

from pydantic import (
    BeforeValidator,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    SerializerFunctionWrapHandler,
    model_serializer,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from civap.content.base_game import Resource
from civap.content.cards import LEVELS, NUMERALS, Card, Roman
from civap.content.events import WORDS, Bounds, Label, Number
from civap.content.schema import (
    Amount,
    Coordinate,
    Flag,
    Id,
    Model,
    Ordinal,
    Reader,
    TileCoordinate,
    fault,
    kebab,
    one_key_of,
    shown,
    some_key_of,
)
from civap.content.steps import CardType

ModelT = TypeVar('ModelT', bound=Model)

# What can be where an id could stand: none, or one that is not named.
NONE, SOME = 'none', 'some'
AP = 'ap'
WATER = 0
TERRAINS: Mapping[str, int] = {'water': WATER, 'grassland': 1, 'hills': 2, 'forest': 3, 'desert': 4, 'mountains': 5}
TerrainWord = Literal['water', 'grassland', 'hills', 'forest', 'desert', 'mountains']
TerrainNumber = Literal[0, 1, 2, 3, 4, 5]
LevelNumber = Literal[1, 2, 3, 4]


def _terrain(value: Any) -> Any:
    value = TERRAINS.get(value, value) if isinstance(value, str) else value
    if isinstance(value, dict | Bounds) or str(value) in map(str, TERRAINS.values()):
        return value
    words = ', '.join(f'{word} ({number})' for word, number in TERRAINS.items())
    raise fault('unknown-terrain', f'found {shown(value)}, expected a terrain', f'use one of: {words}')


def _level(value: Any) -> Any:
    """A level as cards print it, or as a number; or bounds of it."""
    if value in NUMERALS:
        return NUMERALS.index(value) + 1
    if isinstance(value, dict | Bounds) or value in LEVELS or (isinstance(value, str) and value in map(str, LEVELS)):
        return value
    raise fault('unknown-level', f'found {shown(value)}, expected a level', 'write I, II, III or IV')


def _which(value: Any) -> Any:
    """A piece is told by its name; that there is one does not say which."""
    if value in ('true', 'false'):
        hint = 'write which one, such as A' if value == 'true' else f'write {NONE}'
        raise fault('bad-id', f'found {shown(value)}, expected a name', hint)
    return value


def _place(value: Any) -> Any:
    if isinstance(value, list | tuple) and len(value) == 2:
        return value
    raise fault('bad-place', f'found {shown(value)}, expected two coordinates', 'write it like [0, -1]')


Which = Annotated[Label, Reader(_which, keywords={'type': WORDS[:2]})]
Terrain = Annotated[Number, BeforeValidator(_terrain, json_schema_input_type=TerrainWord | TerrainNumber | Bounds)]
CardLevel = Annotated[Number, BeforeValidator(_level, json_schema_input_type=Roman | LevelNumber | Bounds)]
Place = Annotated[tuple[Coordinate, Coordinate], BeforeValidator(_place)]
TilePlace = Annotated[tuple[TileCoordinate, TileCoordinate], BeforeValidator(_place)]


class CardFacts(Model):
    """A focus card in a row, by its id or, when only its type is known, by that and perhaps its level."""

    model_config = ConfigDict(json_schema_extra=one_key_of('card', 'type'))

    card: Id | None = None
    type: CardType | None = None
    level: CardLevel | None = None
    slot: Number | None = None
    trade: Number | None = None
    natural_wonders: Number | None = None

    @model_validator(mode='after')
    def _named_once(self) -> Self:
        if (self.card is None) == (self.type is None):
            raise fault('one-card', 'found no single card, expected card or type', 'write card or type')
        if self.card and self.level is not None:
            raise fault('one-card', 'found a level beside a card, expected one of them', 'delete level', at=('level',))
        if isinstance(self.slot, int) and not 1 <= self.slot <= 5:
            message = f'found {self.slot}, expected a slot from 1 to 5'
            raise fault('out-of-range', message, 'write 1, 2, 3, 4 or 5', at=('slot',))
        return self

    @property
    def id(self) -> str:
        """What the card is called in facts."""
        return self.card or str(self.type)


def _named_place(place: Any) -> str:
    """The name of a place; of one that is faulty, which is told of apart, any."""
    parts = place if isinstance(place, list | tuple) and len(place) == 2 else (0, 0)
    name = place_name(*parts)
    return name if re.fullmatch('q-?[0-9]+r-?[0-9]+', name) else place_name(0, 0)


class SpaceFacts(Model):
    """What can be unknown about a space.

    `terrain` is its difficulty, or its word; `water` is 0. The rest is asked only where there is no map:
    distances are to the nearest friendly piece, `legal` is everything that the base rules ask of a city's
    space except its distance.
    """

    terrain: Terrain | None = None
    wonder: Id | None = None
    natural_wonder: Id | None = None
    resource: Id | None = None
    spawn_point: Which | None = None
    reinforced_adjacent: Number | None = None
    tokens_adjacent: Number | None = None
    legal: Flag | None = None
    distance: Number | None = None
    distance_through_water: Number | None = None
    distance_through_everything: Number | None = None
    distance_from_caravan: Number | None = None
    near_friendly: Flag | None = None


PIECES = ('city', 'control', 'barbarian', 'city-state')


class Space(SpaceFacts):
    """A space, with the pieces on it. `city` and `control` name their owner: `ap` or a rival.

    `none` takes away what is printed there; `claimed` says that its natural wonder token was taken.
    """

    id: Which
    at: Place | None = None
    city: Which | None = None
    capital: Flag = False
    control: Which | None = None
    reinforced: Flag = False
    barbarian: Which | None = None
    caravans: tuple[Label, ...] = ()
    city_state: Id | None = None
    claimed: Flag = False

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """It needs no id if it has a place."""
        schema = handler.resolve_ref_schema(reference := handler(core))
        del schema['required']
        schema.update(some_key_of('id', 'at'))
        return reference

    @model_validator(mode='before')
    @classmethod
    def _named_by_place(cls, value: Any) -> Any:
        """A space on the map may go without an id: it is named by its coordinates. A piece may be `none`."""
        if not isinstance(value, dict):
            return value
        value = {key: None if key in PIECES and item == NONE else item for key, item in value.items()}
        if 'id' not in value and 'at' in value:
            return {'id': _named_place(value['at']), **value}
        return value

    @model_validator(mode='after')
    def _one_piece(self) -> Self:
        pieces = [name for name in ('city', 'control', 'barbarian', 'city_state') if getattr(self, name) is not None]
        if len(pieces) > 1:
            first, second = (kebab(name) for name in pieces[:2])
            message = f'found a {second} beside a {first}, expected one piece on a space'
            raise fault('two-pieces', message, f'delete the {second} or move it', at=(second,))
        if self.capital and self.city is None:
            raise fault('two-pieces', 'found capital without city, expected its owner', 'add city', at=('capital',))
        if self.reinforced and self.control is None:
            message = 'found reinforced without control, expected its owner'
            raise fault('two-pieces', message, 'add control', at=('reinforced',))
        if pieces and self.terrain == WATER:
            message = f'found a {kebab(pieces[0])} on water, expected none there'
            raise fault('two-pieces', message, 'delete it or correct the terrain', at=(kebab(pieces[0]),))
        return self


def place_name(column: object, row: object) -> str:
    """A space's name by its coordinates: `q-1r2` for [-1, 2]."""
    return f'q{column}r{row}'


class Tile(Model):
    """A tile on the table: its face, where its city-state, natural wonder or star space lies, and its turns."""

    tile: Label
    at: TilePlace
    turns: Annotated[Amount, Field(le=5)] = 0


class Map(Model):
    """The tiles of the table and the water tokens beside them."""

    tiles: tuple[Tile, ...] = ()
    water: tuple[Place, ...] = ()


class TypeCounts(Model):
    """How many of each type."""

    culture: Number | None = None
    economy: Number | None = None
    industry: Number | None = None
    military: Number | None = None
    science: Number | None = None


def _counts_or_names(value: Any) -> Any:
    """`[pyramids]` names all there are; `{science: 1}` counts them by type."""
    return {'names': value} if isinstance(value, list) else value


class Owned(TypeCounts):
    """Wonders or city-states: all of them by name, or how many of each type."""

    names: tuple[Id, ...] | None = None

    @model_serializer(mode='wrap')
    def _as_written(self, handler: SerializerFunctionWrapHandler) -> Any:
        """The names as a list, as they are written."""
        return list(self.names) if self.names is not None else handler(self)


OwnedField = Annotated[Owned, BeforeValidator(_counts_or_names, json_schema_input_type=tuple[Id, ...] | Owned)]
Treaty = Literal['none', 'open-borders', 'joint-war', 'defensive-pact', 'embassy']


class Diplomacy(Model):
    """The diplomacy card that the AP has of a rival, or `none`."""

    from_: Label
    card: Treaty

    @property
    def id(self) -> str:
        """The rival."""
        return self.from_


class PlayerFacts(Model):
    """The AP. `city_states` are its city-state diplomacy cards, `conquered` the city-states it took.

    `held` are the types of its resource tokens, as far as they are known.
    """

    leader: Id | None = None
    row: tuple[CardFacts, ...] = ()
    resources: Number | None = None
    natural_wonders: Number | None = None
    dial: Number | None = None
    era: Number | None = None
    wonders: OwnedField = Owned.model_construct()
    city_states: OwnedField = Owned.model_construct()
    conquered: tuple[Id, ...] = ()
    held: tuple[Resource, ...] = ()
    diplomacy: tuple[Diplomacy, ...] = ()


class Rival(Model):
    """A human player. `bonus` is what its cards and leader add when it defends.

    `city_states` are its city-state cards, `lent` its own diplomacy cards that other humans have.
    """

    id: Label
    row: tuple[CardFacts, ...] = ()
    bonus: Number | None = None
    city_states: tuple[Id, ...] = ()
    lent: tuple[Treaty, ...] = ()


class Others(Model):
    """What holds for everything that is not listed; without an entry there is nothing else."""

    spaces: SpaceFacts | None = None


class Order(Model):
    """Two unknown facts compared: `less` below `more`, or both `equal`."""

    model_config = ConfigDict(
        json_schema_extra={**one_key_of('less', 'equal'), 'dependentRequired': {'less': ['more'], 'more': ['less']}}
    )

    less: str | None = None
    more: str | None = None
    equal: Annotated[tuple[str, ...], Field(min_length=2, max_length=2)] | None = None

    @model_validator(mode='after')
    def _one_relation(self) -> Self:
        if (self.less is None) != (self.more is None) or (self.less is None) == (self.equal is None):
            hint = 'write {less: ..., more: ...} or {equal: [..., ...]}'
            raise fault('one-order', 'found no single comparison, expected one', hint)
        return self


class VictoryFacts(Model):
    """A victory card in play; `completed` once one of its agendas is."""

    id: Id
    completed: Flag | None = None


def _victory(value: Any) -> Any:
    return {'id': value} if isinstance(value, str) else value


VictoryField = Annotated[VictoryFacts, BeforeValidator(_victory, json_schema_input_type=Id | VictoryFacts)]


class Supply(Model):
    """Resource tokens in the supply, where they are not simply all that are not on the map."""

    marble: Amount | None = None
    mercury: Amount | None = None
    oil: Amount | None = None
    diamond: Amount | None = None


class Given(Model):
    """A state, or the part of one that is known. `event_dial` counts its spaces from the start space, 0."""

    turn: Ordinal | None = None
    event_dial: Number | None = None
    victory: tuple[VictoryField, ...] | None = None
    market: tuple[Id, ...] | None = None
    ap: PlayerFacts = PlayerFacts.model_construct()
    rivals: tuple[Rival, ...] = ()
    map: Map | None = None
    spaces: tuple[Space, ...] | None = None
    others: Others = Others.model_construct()
    supply: Supply = Supply.model_construct()
    order: tuple[Order, ...] = ()

    @property
    def has_map(self) -> bool:
        """Whether neighbors and distances are counted, not stated."""
        return self.map is not None or any(space.at is not None for space in self.spaces or ())


def merge(base: ModelT, change: ModelT) -> ModelT:
    """`base` with what `change` states instead; things with the same id are merged one by one."""
    update = {
        name: _merged(getattr(base, name), getattr(change, name))
        for name in type(change).model_fields
        if name in change.model_fields_set
    }
    return base.model_copy(update=update)


def _merged(before: Any, after: Any) -> Any:
    if isinstance(before, Owned) and isinstance(after, Owned) and (before.names is None) != (after.names is None):
        return after
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
    types = {card_type(item, cards) for item in row}
    return (*(item.id for item in row), *(kind for kind in get_args(CardType) if kind not in types))


def fact_keys(given: Given, cards: Mapping[str, Card]) -> Iterator[str]:
    """The names of all facts that rules could ask about a situation."""
    yield 'event-dial'
    yield from _keys('ap', PlayerFacts, {'row', 'wonders', 'city_states', 'conquered', 'held', 'diplomacy'})
    for name in ('wonders', 'city-states'):
        yield from _keys(f'ap.{name}', TypeCounts)
    yield from _row_keys('ap.row', given.ap.row, cards)
    for rival in given.rivals:
        yield f'ap.diplomacy.{rival.id}'
        yield f'rivals.{rival.id}.bonus'
        yield from _row_keys(f'rivals.{rival.id}.row', rival.row, cards)
    for space in [item.id for item in given.spaces or ()] + ['other'] * bool(given.others.spaces):
        yield from _keys(f'spaces.{space}', SpaceFacts)
    for victory in given.victory or ():
        yield f'victory.{victory.id}.completed'


def _row_keys(prefix: str, row: tuple[CardFacts, ...], cards: Mapping[str, Card]) -> Iterator[str]:
    for card in row_ids(row, cards):
        yield from (f'{prefix}.{card}.{name}' for name in ('slot', 'trade', 'natural-wonders'))
        if card not in cards:
            yield f'{prefix}.{card}.card'


def _keys(prefix: str, model: type[Model], skip: set[str] | None = None) -> Iterator[str]:
    return (f'{prefix}.{kebab(name)}' for name in model.model_fields if name not in (skip or ()))


def fact_pattern(key: str) -> re.Pattern[str]:
    """A fact's name, in which `*` stands for any one name, as a regular expression."""
    return re.compile(re.escape(key).replace(r'\*', '[^.]+'))

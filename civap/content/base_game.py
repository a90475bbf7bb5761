"""Facts of the base game that the AP's rules lean on, with their sources and how sure we are."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import Field

from civap.content.criteria import EachOnce
from civap.content.problems import Problem, did_you_mean
from civap.content.schema import Amount, Count, Flag, Id, Model, NotEmpty, PrintedName, Text, duplicate_ids, kebab
from civap.content.sic import Sics
from civap.content.source import Document
from civap.content.steps import CardType

Confidence = Literal['high', 'medium', 'low', 'assumed']
Era = Literal['ancient', 'medieval', 'modern']
Resource = Literal['marble', 'mercury', 'oil', 'diamond']
Terrain = Literal['grassland', 'hills', 'forest', 'desert', 'mountains']
Event = Literal['spawn', 'blank', 'barbarian-movement', 'trade']
ItemT = TypeVar('ItemT', bound=Model)


class Source(Model):
    """Where a fact was read."""

    id: Id
    title: Text


class Group(Model, Generic[ItemT]):
    """Facts of one kind from the same sources."""

    confidence: Confidence
    sources: Annotated[tuple[Id, ...], NotEmpty]
    note: Text | None = None
    sic: Sics = ()
    items: Annotated[tuple[ItemT, ...], NotEmpty]


class Wonder(Model):
    """A world wonder; `cost` is the production that it needs."""

    id: Id
    name: PrintedName
    type: Literal['culture', 'economy', 'military', 'science']
    era: Era
    cost: Count
    resources: tuple[Resource, Resource]


class Agenda(Model):
    """One of the two goals on a victory card; `wonders` names the type whose wonders it counts."""

    id: Id
    name: PrintedName
    goal: Text
    count: Count
    wonders: CardType | None = None


class VictoryCard(Model):
    """Two agendas; completing either completes the card."""

    id: Id
    agendas: tuple[Agenda, Agenda]


class DialSpace(Model):
    """A space of the tech dial that gives a focus card of a level."""

    space: Count
    level: Annotated[Count, Field(ge=2, le=4)]


class SlotTerrain(Model):
    """The terrain printed under a slot of the focus bar, with its difficulty."""

    slot: Annotated[Count, Field(le=5)]
    terrain: Terrain
    difficulty: Count


class CityState(Model):
    """A city-state and the type of its diplomacy card."""

    id: Id
    name: PrintedName
    type: CardType
    tile: Text


class Leader(Model):
    """A leader: the start row from slot 1 to slot 5 and the ability in short."""

    id: Id
    name: PrintedName
    civilization: Text
    row: Annotated[tuple[CardType, CardType, CardType, CardType, CardType], EachOnce]
    ability: Text


class NaturalWonder(Model):
    """A natural wonder and the resource that its token counts as."""

    id: Id
    name: PrintedName
    tile: Text
    resource: Resource


class DiplomacyCard(Model):
    """A diplomacy card that a player gives; `used_by_ap` is diplomacy.use."""

    id: Id
    name: PrintedName
    effect: Text
    used_by_ap: Flag


class DialEvent(Model):
    """A space of the event dial, in order."""

    event: Event
    effect: Text


class Number(Model):
    """A number that the base rules give."""

    id: Id
    value: Amount
    meaning: Text


class BaseGame(Model):
    """base_game.yaml."""

    sources: tuple[Source, ...]
    wonders: Group[Wonder]
    victory_cards: Group[VictoryCard]
    tech_dial: Group[DialSpace]
    terrain: Group[SlotTerrain]
    city_states: Group[CityState]
    leaders: Group[Leader]
    natural_wonders: Group[NaturalWonder]
    diplomacy_cards: Group[DiplomacyCard]
    event_dial: Group[DialEvent]
    numbers: Group[Number]

    @cached_property
    def wonder(self) -> Mapping[str, Wonder]:
        """Wonders by id."""
        return {item.id: item for item in self.wonders.items}

    @cached_property
    def victory_card(self) -> Mapping[str, VictoryCard]:
        """Victory cards by id."""
        return {item.id: item for item in self.victory_cards.items}

    @cached_property
    def city_state(self) -> Mapping[str, CityState]:
        """City-states by id."""
        return {item.id: item for item in self.city_states.items}

    @cached_property
    def leader(self) -> Mapping[str, Leader]:
        """Leaders by id."""
        return {item.id: item for item in self.leaders.items}

    @cached_property
    def _numbers(self) -> Mapping[str, int]:
        return {item.id: item.value for item in self.numbers.items}

    def number(self, name: str) -> int:
        """The number called `name`. Raises `KeyError`."""
        return self._numbers[name]


# Numbers that the engine reads by name.
NUMBERS = (
    'capital-loot',
    'caravan-trade',
    'caravans',
    'cities',
    'city-state-defense',
    'city-terrain-factor',
    'control-tokens',
    'dial-end',
    'dial-restart',
    'resource-production',
    'resource-tokens',
    'treaty-combat',
)


def check_base_game(facts: BaseGame, document: Document) -> Iterator[Problem]:
    """Ids once, sources named, and every number that the engine reads."""
    yield from duplicate_ids([source.id for source in facts.sources], ('sources',), document)
    known = [source.id for source in facts.sources]
    for name, group in facts:
        if isinstance(group, Group):
            yield from _check_group(kebab(name), group, known, document)
    numbers = {item.id for item in facts.numbers.items}
    for name in NUMBERS:
        if name not in numbers:
            message = f'found no number {name!r}, expected it'
            node = document.node(('numbers', 'items'))
            yield document.problem('missing-number', message, node, 'add it')


def _check_group(key: str, group: Group[Any], known: Sequence[str], document: Document) -> Iterator[Problem]:
    for index, source in enumerate(group.sources):
        if source not in known:
            message = f'found {source!r}, expected the id of a source'
            node = document.node((key, 'sources', index))
            yield document.problem('unknown-source', message, node, did_you_mean(source, known))
    if hasattr(group.items[0], 'id'):
        yield from duplicate_ids([item.id for item in group.items], (key, 'items'), document)

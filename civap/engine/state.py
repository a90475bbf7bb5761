"""The state of a game, as far as the rules read it: mutable, built anew for each path, never copied."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from civap.content import base_game
from civap.content.cards import TYPES, Card
from civap.content.situation import NONE, SOME
from civap.content.steps import CardType
from civap.engine.choices import Chooser
from civap.engine.facts import YES_NO, Fact, Source, Thing, amounts, facts
from civap.engine.trace import Trace

if TYPE_CHECKING:
    from civap.content.project import Project

TOP = 5


class Unstated(Exception):
    """A rule needs a list that the situation does not give, such as the wonders on offer."""


class NotBuilt(Exception):
    """A card asks for something that this engine cannot do yet."""


class FocusCard(Thing):
    """A card in a focus row; `card` is what it says, if it is known which card it is.

    `first_slot` is its slot at the set-up, `moved` how far resets have moved it since.
    """

    __slots__ = ('card', 'first_slot', 'moved', 'trade', 'type')
    FACTS: ClassVar[Mapping[str, Fact]] = {
        'first_slot': Fact('slot', amounts(TOP, least=1)),
        # At least so far; `civap.engine.reach` says from where on every larger number is like the last.
        'trade': Fact('trade', amounts(3)),
    }

    card: Card | None
    type: CardType
    first_slot: int
    moved: int
    trade: int

    def __init__(self, name: str, key: str, source: Source, card: Card | None) -> None:
        super().__init__(name, key, source)
        self.card = card
        self.type = card.type if card else next(kind for kind in TYPES if kind == name)
        self.moved = 0

    @property
    def slot(self) -> int:
        """The slot it lies in now."""
        return self.first_slot + self.moved


class Row:
    """The five cards of a player."""

    __slots__ = ('cards',)

    def __init__(self, cards: list[FocusCard]) -> None:
        self.cards = cards

    def card(self, name: str) -> FocusCard:
        """The card called `name`. Raises `KeyError`."""
        for card in self.cards:
            if card.id == name:
                return card
        raise KeyError(name)

    def at(self, slot: int) -> FocusCard:
        """The card in a slot; asks for no slot if that card is known."""
        known = sorted(self.cards, key=lambda card: not card.knows('first_slot'))
        return next(card for card in known if card.slot == slot)

    def reset(self, card: FocusCard) -> None:
        """To slot 1; cards in lower slots move up one, higher ones stay (base.reset)."""
        top = card.slot == TOP
        for other in self.cards:
            if other is not card and (top or other.slot < card.slot):
                other.moved += 1
        card.moved = 1 - card.first_slot


class Space(Thing):
    """A space of the map. `terrain` is its difficulty."""

    __slots__ = ('reinforced_adjacent', 'terrain')
    FACTS = facts(terrain=amounts(5, least=1), reinforced_adjacent=amounts(6))

    terrain: int
    reinforced_adjacent: int

    def city_defense(self, factor: int) -> int:
        """What a city there has or would have (industry.city-defense)."""
        return factor * self.terrain + self.reinforced_adjacent


class Site(Space):
    """A space where a city might go."""

    __slots__ = (
        'distance',
        'distance_from_caravan',
        'distance_through_water',
        'legal',
        'spawn_point',
        'tokens_adjacent',
    )
    FACTS: ClassVar[Mapping[str, Fact]] = {
        **Space.FACTS,
        **facts(
            tokens_adjacent=amounts(6),
            spawn_point=YES_NO,
            legal=YES_NO,
            distance=amounts(9, least=1),
            distance_through_water=amounts(9, least=1),
            distance_from_caravan=amounts(9, least=1),
        ),
    }

    tokens_adjacent: int
    spawn_point: bool
    legal: bool
    distance: int
    distance_through_water: int
    distance_from_caravan: int

    def within(self, spaces: int, from_: tuple[str, ...], through: tuple[str, ...]) -> bool:
        """Whether it lies within so many spaces of a friendly space, or of a friendly caravan."""
        measures = {
            'friendly-space': 'distance_through_water' if 'water' in through else 'distance',
            'friendly-caravan': 'distance_from_caravan',
        }
        return any(self.at_most(measures[name], spaces) for name in from_)


class City(Thing):
    """A city and the space under it; `wonder` is an id, `some` for one that is not named, or `none`."""

    __slots__ = ('capital', 'space', 'wonder')
    FACTS = facts(wonder=(NONE, SOME))

    space: Space
    capital: bool
    wonder: str


class Counts:
    """How many there are of each type: at most `most`, and none of a type that the game does not have."""

    __slots__ = ('_gained', '_key', '_known', '_most', '_source')

    def __init__(self, key: str, source: Source, most: Mapping[CardType, int]) -> None:
        self._key = key
        self._source = source
        self._most = most
        self._known: dict[CardType, int] = {}
        self._gained: Counter[CardType] = Counter()

    def of(self, kind: CardType) -> int:
        """The number of one type."""
        if kind not in self._known:
            most = amounts(self._most.get(kind, 0))
            self._known[kind] = int(self._source.find(f'{self._key}.{kind}', most))
        return self._known[kind] + self._gained[kind]

    def add(self, kind: CardType) -> None:
        """One more; asks nothing."""
        self._gained[kind] += 1


class VictoryCard(Thing):
    """A victory card in play; `completed` once one of its agendas is."""

    __slots__ = ('agendas', 'completed')
    FACTS = facts(completed=YES_NO)

    agendas: tuple[base_game.Agenda, ...]
    completed: bool


class Player(Thing):
    """The AP. `wonder_discount` is what its leader takes off the cost of each wonder (leader.default)."""

    __slots__ = (
        'city_states',
        'natural_wonders',
        'resources',
        'row',
        'wonder_discount',
        'wonders',
    )
    FACTS = facts(resources=amounts(4), natural_wonders=amounts(4), wonder_discount=amounts(1))

    row: Row
    city_states: Counts
    wonders: Counts
    resources: int
    natural_wonders: int
    wonder_discount: int

    def bonus(self, kind: CardType) -> int:
        """Trade tokens that count as spent: its wonders and city-state cards of a type (bonus.matching)."""
        return self.wonders.of(kind) + self.city_states.of(kind)


class Rival(Thing):
    """A human player."""

    __slots__ = ('capital', 'row')

    capital: City
    row: Row


class Game:
    """Everything at once: the content, who answers, what happened, and the pieces.

    A list that the situation does not give is not set; reading it raises `Unstated`.
    """

    __slots__ = (
        'ap',
        'chooser',
        'cities',
        'content',
        'market',
        'readings',
        'rivals',
        'sites',
        'trace',
        'victory',
    )

    ap: Player
    cities: list[City]
    market: list[base_game.Wonder]
    rivals: Mapping[str, Rival]
    sites: list[Site]
    victory: list[VictoryCard]

    def __init__(self, content: Project, readings: Mapping[str, str], chooser: Chooser) -> None:
        self.content = content
        self.readings = readings
        self.chooser = chooser
        self.trace = Trace()

    def number(self, name: str) -> int:
        """A number of the base game."""
        return self.content.base_game.number(name)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            raise Unstated(name)

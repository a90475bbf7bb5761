"""The state of a game, as far as the rules read it: mutable, built anew for each path, never copied."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from civap.content import base_game
from civap.content.cards import Card
from civap.content.situation import NONE, SOME
from civap.content.steps import CardType
from civap.engine.choices import Answer, Chooser, Kind, Question
from civap.engine.facts import YES_NO, Domain, Fact, Source, Thing, amounts, facts
from civap.engine.trace import Trace

if TYPE_CHECKING:
    from civap.content.project import Project
    from civap.engine.board import Board

TOP = 5
DIPLOMACY: Domain = (NONE, 'open-borders', 'joint-war', 'defensive-pact', 'embassy')


class Unstated(Exception):
    """A rule needs a list that the situation does not give, such as the wonders on offer."""


class Deck(NamedTuple):
    """All cards by id, and the ids of each type."""

    cards: Mapping[str, Card]
    of_type: Mapping[CardType, Domain]


class FocusCard(Thing):
    """A card in a focus row, called by its id or, while it is not known which one it is, by its type.

    `first_slot` is its slot at the set-up, `moved` how far resets have moved it since; `natural_wonders` are
    the tokens on it (leader.roosevelt).
    """

    FACTS: ClassVar[Mapping[str, Fact]] = {
        'first_slot': Fact('slot', amounts(TOP, least=1)),
        # At least so far; `civap.engine.reach` says from where on every larger number is like the last.
        'trade': Fact('trade', amounts(3)),
        'natural_wonders': Fact('natural-wonders', amounts(4)),
    }

    deck: Deck
    first_slot: int
    moved: int
    trade: int
    natural_wonders: int
    type: CardType

    @cached_property
    def face(self) -> Card:
        """What the card says; asks which card it is if only its type is known."""
        return self.deck.cards[str(self.source.find(f'{self.key}.card', self.deck.of_type[self.type]))]

    @property
    def named(self) -> bool:
        """Whether it is known which card it is."""
        return 'face' in self.__dict__

    @property
    def slot(self) -> int:
        """The slot it lies in now."""
        return self.first_slot + self.moved

    def become(self, card: Card) -> None:
        """Another card takes the place and the tokens of this one."""
        self.id = card.id
        self.face = card


class Row:
    """The five cards of a player."""

    __slots__ = ('cards',)

    def __init__(self, cards: list[FocusCard]) -> None:
        self.cards = cards

    def card(self, name: str) -> FocusCard:
        """The card called `name`, or the card of that type. Raises `KeyError`."""
        for card in self.cards:
            if name in (card.id, card.type):
                return card
        raise KeyError(name)

    def at(self, slot: int) -> FocusCard:
        """The card in a slot; asks for no slot if that card is known."""
        open_ = []
        for card in self.cards:
            if not card.knows('first_slot'):
                open_.append(card)
            elif card.slot == slot:
                return card
        return next(card for card in open_ if card.slot == slot)

    def reset(self, card: FocusCard) -> None:
        """To slot 1; cards in lower slots move up one, higher ones stay (base.reset)."""
        top = card.slot == TOP
        for other in self.cards:
            if other is not card and (top or other.slot < card.slot):
                other.moved += 1
        card.moved = 1 - card.first_slot

    def swap(self, card: FocusCard, other: FocusCard) -> None:
        """Two cards change places (leader.montezuma)."""
        slot, card.moved = card.slot, other.slot - card.first_slot
        other.moved = slot - other.first_slot


class Hoard:
    """What a player has at the set-up of a kind of which there are at most `most` of each type; all by name, or not."""

    __slots__ = ('most', 'names', 'tally')

    def __init__(
        self, names: Sequence[str] | None, kinds: Mapping[str, CardType], most: Mapping[CardType, int]
    ) -> None:
        self.most = most
        self.names = names
        self.tally = Counter(kinds[name] for name in names or ())


class Counts:
    """How many there are of each type: at most `most`, and none of a type that the game does not have."""

    __slots__ = ('_gained', '_key', '_most', '_source', '_stated', 'names')

    def __init__(self, key: str, source: Source, owned: Hoard) -> None:
        self._key = key
        self._source = source
        self._most = owned.most
        self._gained: dict[CardType, int] = dict(owned.tally)
        self._stated: dict[CardType, int] = {}
        self.names: set[str] | None = None if owned.names is None else set(owned.names)

    def of(self, kind: CardType) -> int:
        """The number of one type."""
        number = self._gained.get(kind, 0)
        if self.names is not None:
            return number
        if kind not in self._stated:
            most = amounts(self._most.get(kind, 0))
            self._stated[kind] = int(self._source.find(f'{self._key}.{kind}', most))
        return self._stated[kind] + number

    def has(self, name: str, kind: CardType) -> bool:
        """Whether one is among them; asks if only their number is known and not 0."""
        if self.names is not None:
            return name in self.names
        if self.of(kind) == 0:
            return False
        raise Unstated(f'{self._key} by name')

    def add(self, name: str, kind: CardType) -> None:
        """One more; asks nothing."""
        self._gained[kind] = self._gained.get(kind, 0) + 1
        if self.names is not None:
            self.names.add(name)

    def take(self, name: str, kind: CardType) -> None:
        """One less."""
        self._gained[kind] = self._gained.get(kind, 0) - 1
        if self.names is not None:
            self.names.discard(name)


class VictoryCard(Thing):
    """A victory card in play; `completed` once one of its agendas is."""

    FACTS = facts(completed=YES_NO)

    agendas: tuple[base_game.Agenda, ...]
    completed: bool


class Player(Thing):
    """The AP. `resources` counts its resource tokens, `held` those whose type is known."""

    FACTS = facts(
        resources=amounts(4),
        natural_wonders=amounts(4),
        dial=amounts(24),
        era=amounts(3),
        leader=(SOME,),
    )

    row: Row
    city_states: Counts
    wonders: Counts
    conquered: Counts
    treaties: dict[str, str]
    held: Counter[str]
    resources: int
    natural_wonders: int
    dial: int
    era: int
    leader: str
    control_left: int
    caravans_home: int


class Rival(Thing):
    """A human player. `bonus` is what its cards and leader add when it defends.

    `city_states` are its city-state cards by name, `lent` its own diplomacy cards that other humans have.
    """

    FACTS = facts(bonus=amounts(6))

    bonus: int
    row: Row
    city_states: tuple[str, ...]
    lent: tuple[str, ...]


class _Missing:
    """A list in the class of the game: read only where the game itself has none."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, game: Game, kind: type[Game]) -> object:
        raise Unstated(self._name)


class Game:
    """Everything at once: the content, who answers, what happened, and the pieces.

    A list that the situation does not give is not set; reading it raises `Unstated`.
    """

    ap: Player
    board: Board
    event_dial: int | None
    leaders: Domain
    market: list[base_game.Wonder]
    rivals: Mapping[str, Rival]
    source: Source
    supply: dict[str, int]
    turn: int
    victory: list[VictoryCard]

    def __init__(self, content: Project, readings: Mapping[str, str], chooser: Chooser) -> None:
        self.content = content
        self.readings = readings
        self.chooser = chooser
        self.trace = Trace()

    def number(self, name: str) -> int:
        """A number of the base game."""
        return self.content.base_game.number(name)

    def reads(self, reading: str, option: str) -> bool:
        """Whether a reading takes an option."""
        return self.readings[reading] == option

    def led_by(self, leader: str) -> bool:
        """Whether the AP's leader is this one; asks for no more than that (leader.default)."""
        ap = self.ap
        if ap.knows('leader'):
            return ap.leader == leader
        return ap.source.is_one('ap.leader', self.leaders, leader)

    def bonus(self, kind: CardType) -> int:
        """Trade tokens that count as spent: wonders and city-state cards of a type (bonus.matching)."""
        ap = self.ap
        number = ap.wonders.of(kind) + ap.city_states.of(kind)
        return number + ap.conquered.of(kind) if self.reads('city-state-won', 'token-counts') else number

    def treaty(self, rival: str) -> str:
        """The diplomacy card that the AP has of a rival, or `none`."""
        treaties = self.ap.treaties
        if rival not in treaties:
            treaties[rival] = str(self.source.find(f'ap.diplomacy.{rival}', DIPLOMACY))
        return treaties[rival]

    def tie(self, key: str, options: tuple[Answer, ...]) -> Answer:
        """An equal choice at random (golden.random)."""
        return options[0] if len(options) == 1 else self.chooser.choose(Question(Kind.TIE, key, options))

    if not TYPE_CHECKING:
        board = _Missing('spaces')
        market = _Missing('market')
        victory = _Missing('victory')

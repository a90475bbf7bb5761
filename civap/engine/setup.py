"""From what a situation states to the state of a game; what it does not state stays unknown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

from civap.content import situation as given
from civap.content.base_game import Resource
from civap.content.cards import TYPES
from civap.content.events import Bounds
from civap.content.limits import unclaimed
from civap.content.schema import Model
from civap.content.situation import AP, NONE, SOME, WATER
from civap.content.steps import CardType
from civap.engine.board import Board, HexMap, Space
from civap.engine.choices import BUDGET, Answer, Chooser, DeadEnd, paths
from civap.engine.facts import (
    Assumed,
    Domain,
    Fact,
    Facts,
    Knowledge,
    Relation,
    Thing,
    amounts,
    distinct,
    equal,
    less,
)
from civap.engine.hexes import Grid, Hex, neighbors
from civap.engine.reach import Reach, widened
from civap.engine.state import Counts, Deck, FocusCard, Game, Hoard, Player, Rival, Row, VictoryCard
from civap.engine.table import printed_spaces, table
from civap.engine.wonders import latest_era

if TYPE_CHECKING:
    from civap.content.project import Project

OTHER = 'other'
RESOURCES: tuple[Resource, ...] = get_args(Resource)
# Facts that situations call otherwise than slots do.
STATED = {'first_slot': 'slot'}
PIECES = ('city', 'capital', 'control', 'reinforced', 'barbarian', 'caravans', 'city_state')
PRINTED = ('wonder', 'natural_wonder', 'resource', 'spawn_point')


class Blank(NamedTuple):
    """A space before the game: its name, and all attributes that are known of it."""

    id: str
    unclaimed: bool
    known: Mapping[str, Any]


class CardPlace(NamedTuple):
    """A card of a row before the game: its name, its key, and all attributes that are known of it."""

    id: str
    key: str
    known: Mapping[str, Any]


class Start(NamedTuple):
    """What the content makes of a situation: the same in every game of it. `ap` are attributes of the AP."""

    rows: Mapping[str, Sequence[CardPlace]]
    leaders: Domain
    supply: Mapping[str, int]
    ap: Mapping[str, Any]


class _Tables:
    """What set-ups read of the content."""

    def __init__(self, content: Project) -> None:
        base = content.base_game
        self.content = content
        self.wonders = Counter[CardType](item.type for item in base.wonders.items)
        self.city_states = Counter[CardType](item.type for item in base.city_states.items)
        self.kinds = {card.id: card.type for card in content.cards.values()} | {kind: kind for kind in TYPES}
        self.named: dict[str, CardType] = {name: item.type for name, item in base.wonder.items()}
        self.named |= {name: item.type for name, item in base.city_state.items()}
        self.reach = Reach(content)
        self.leaders = tuple(base.leader)
        self.dial = amounts(len(base.event_dial.items) - 1)


_made: list[_Tables] = []


def _tables(content: Project) -> _Tables:
    """The tables of a content, made once for all set-ups that follow each other."""
    if not _made or _made[0].content is not content:
        _made[:] = [_Tables(content)]
    return _made[0]


class SetUp:
    """A situation, read once; `game` builds its state as often as wanted."""

    def __init__(self, content: Project, situation: given.Given) -> None:
        self.content = content
        self.situation = situation
        self.has_map = situation.has_map
        # An empty list says that there is no space; without one nothing is known of any.
        self.has_board = self.has_map or situation.spaces is not None or situation.others.spaces is not None
        self._tables = _tables(content)
        self.knowledge = Knowledge()
        self._rows: dict[str, tuple[str, ...]] = {}
        printed = printed_spaces(content, situation)
        self.spaces = table(printed, situation) if self.has_map else _stated(situation)
        self.printed = tuple(printed.get(space.id) for space in self.spaces)
        self.grid = Grid([space.at for space in self.spaces if space.at is not None])
        self.blanks = self._blanks()
        self._domains: dict[str, Domain] = {}
        self._reaches = self._tables.reach.of(situation, len(self.spaces))
        self.owned = self._owned()
        self.on_map = Counter[str](blank.known.get('resource', NONE) for blank in self.blanks)
        self._read_players()
        self._read_spaces()
        self._read_victory()
        for order in situation.order:
            self.knowledge.relate(_relation(order))

    def game(self, readings: Mapping[str, str], chooser: Chooser, assumed: Assumed) -> Game:
        """The game in this situation; `chooser` is asked for what is not known."""
        game = Game(self.content, readings, chooser)
        _Builder(self, Facts(chooser, self.knowledge, assumed)).fill(game)
        return game

    def playing(self, content: Project) -> SetUp:
        """The same set-up for rules that read no fact further than these."""
        other = copy(self)
        other.content = content
        other.__dict__.pop('start', None)
        return other

    @cached_property
    def start(self) -> Start:
        """Made for the first game, for all games."""
        base, ap = self.content.base_game, self.situation.ap
        each = base.number('resource-tokens')
        stated = {kind: getattr(self.situation.supply, kind) for kind in RESOURCES}
        # All tokens but those on the map and those whose type the AP is known to hold.
        left = {kind: each - self.on_map[kind] - ap.held.count(kind) for kind in RESOURCES}
        deck = Deck(self.content.cards, {kind: self._of_type(kind) for kind in TYPES})
        return Start(
            {
                key: tuple(self._place(f'{key}.{name}', name, deck) for name in names)
                for key, names in self._rows.items()
            },
            tuple(base.leader),
            {kind: number if stated[kind] is None else stated[kind] for kind, number in left.items()},
            self._ap(),
        )

    def _place(self, key: str, name: str, deck: Deck) -> CardPlace:
        known: dict[str, Any] = {**self.known(key, FocusCard), 'type': self._tables.kinds[name], 'moved': 0}
        known['deck'] = deck
        if name in deck.cards:
            known['face'] = deck.cards[name]
        return CardPlace(name, key, known)

    def _ap(self) -> Mapping[str, Any]:
        base = self.content.base_game
        known: dict[str, Any] = {**self.known(AP, Player)}
        wonders = self.owned['ap.wonders'].names
        if wonders is not None and self.situation.ap.era is None:
            known['era'] = latest_era(self.content, wonders)
        if self.has_board:
            known['control_left'] = base.number('control-tokens') - sum(space.control == AP for space in self.spaces)
            known['caravans_home'] = base.number('caravans') - sum(space.caravans.count(AP) for space in self.spaces)
        return known

    def fits(self, assumed: Assumed, budget: int = BUDGET) -> bool:
        """Whether any values fit all that is stated and assumed, read by a rule or not.

        What is not related is judged apart. Raises `TooManyPaths`.
        """

        def fit(group: Sequence[str]) -> bool:
            def run(chooser: Chooser) -> None:
                facts = Facts(chooser, self.knowledge, assumed)
                for key in group:
                    facts.find(key, self._domains[key])
                if not facts.consistent():
                    raise DeadEnd

            return any(True for _ in paths(run, budget))

        return all(self.knowledge.bounds.values()) and all(map(fit, self.knowledge.groups()))

    # ------------------------------------------------------------ spaces

    def _blanks(self) -> tuple[Blank, ...]:
        """What is the same in every game of this situation."""
        places: dict[Hex | None, int] = {
            space.at: index for index, space in enumerate(self.spaces) if space.at is not None
        }
        return tuple(self._blank(index, space, places) for index, space in enumerate(self.spaces))

    def _blank(self, index: int, space: given.Space, places: Mapping[Hex | None, int]) -> Blank:
        still_there = self.has_map and unclaimed(space)
        known = {name: getattr(space, name) for name in PIECES}
        known.update(index=index, hex=space.at, around=tuple(_around(space.at, places)))
        if space.at is not None:
            bit = self.grid.bits[space.at]
            known.update(bit=bit, near=self.grid.around(bit))
        known.update(water=space.terrain == WATER, unclaimed=still_there)
        known.update(_facts_known(space, self.has_map))
        return Blank(space.id, still_there, known)

    def _owned(self) -> Mapping[str, Hoard]:
        """What the AP has of each kind that is counted by type."""
        ap = self.situation.ap
        wonders = ap.wonders.names
        if self.has_map and not ap.wonders.model_fields_set:
            # On a map the wonders under own pieces are all there are, unless the situation says more.
            stated = (space.wonder for space in self.spaces if AP in (space.city, space.control))
            wonders = tuple(name for name in stated if name not in (None, NONE, SOME))
        kinds = self._tables.named
        return {
            'ap.wonders': Hoard(wonders, kinds, self._tables.wonders),
            'ap.city-states': Hoard(ap.city_states.names, kinds, self._tables.city_states),
            'ap.conquered': Hoard(ap.conquered, kinds, self._tables.city_states),
        }

    def _read_spaces(self) -> None:
        """Without a map every fact of a space can be asked for, on a map only its terrain and what is bounded."""
        for space in self.spaces:
            key = f'spaces.{space.id}'
            for slot, fact in Space.FACTS.items():
                stated = getattr(space, slot)
                if not self.has_map or isinstance(stated, Bounds) or (slot == 'terrain' and stated is None):
                    self._fact(f'{key}.{fact.name}', stated, self._domain(fact, stated))

    # ------------------------------------------------------------ players

    def _read_players(self) -> None:
        ap = self.situation.ap
        self._read('ap', ap, Player)
        self._fact('ap.leader', ap.leader, self._tables.leaders)
        self._fact('event-dial', self.situation.event_dial, self._tables.dial)
        self._read_row('ap.row', ap.row)
        self._read_counts('ap.wonders', ap.wonders, self._tables.wonders)
        self._read_counts('ap.city-states', ap.city_states, self._tables.city_states)
        for rival in self.situation.rivals:
            self._read(f'rivals.{rival.id}', rival, Rival)
            self._read_row(f'rivals.{rival.id}.row', rival.row)

    def _read_victory(self) -> None:
        for card in self.situation.victory or ():
            self._read(f'victory.{card.id}', card, VictoryCard)

    def _read_row(self, key: str, stated: Sequence[given.CardFacts]) -> None:
        for item in stated:
            self._read(f'{key}.{item.id}', item, FocusCard)
            if item.level is not None:
                self._fact(f'{key}.{item.id}.card', None, self._of_level(item))
        names = given.row_ids(tuple(stated), self.content.cards)
        for name in names[len(stated) :]:
            for fact in FocusCard.FACTS.values():
                self._fact(f'{key}.{name}.{fact.name}', None, self._domain(fact, None))
        self._rows[key] = names
        self.knowledge.relate(distinct(f'{key}.{name}.slot' for name in names))

    def _of_type(self, kind: CardType) -> Domain:
        """The cards that a card of a type can be."""
        return tuple(card.id for card in self.content.cards.values() if card.type == kind)

    def _of_level(self, item: given.CardFacts) -> Domain:
        """The cards that an unnamed card can be."""
        level = item.level
        fits = level.admits if isinstance(level, Bounds) else lambda number: number == level
        return tuple(card.id for card in self.content.deck.cards if card.type == item.type and fits(card.level))

    def _read_counts(self, key: str, stated: given.Owned, tally: Mapping[CardType, int]) -> None:
        if stated.names is None:
            for name in TYPES:
                self._fact(f'{key}.{name}', getattr(stated, name), amounts(tally[name]))

    def _read(self, key: str, stated: Model, kind: type[Thing]) -> None:
        for slot, fact in kind.FACTS.items():
            value = getattr(stated, STATED.get(slot, slot), None)
            self._fact(f'{key}.{fact.name}', value, self._domain(fact, value))

    def known(self, key: str, kind: type[Thing]) -> Mapping[str, Answer]:
        """The facts of a thing that are stated, by attribute."""
        known = self.knowledge.known
        return {slot: known[name] for slot, fact in kind.FACTS.items() if (name := f'{key}.{fact.name}') in known}

    def _domain(self, fact: Fact, stated: Any) -> Domain:
        """All values that a fact must be tried with."""
        reach = self._reaches.get(fact.name)
        return fact.domain if reach is None else widened(fact.domain, reach, stated)

    def _fact(self, key: str, stated: Any, domain: Domain) -> None:
        """A fact with a value is known; one with bounds is asked for within them."""
        self._domains[key] = domain
        if isinstance(stated, Bounds):
            within = tuple(value for value in domain if stated.admits(int(value)))
            self.knowledge.bounds[key] = within
        elif stated is not None:
            self.knowledge.known[key] = stated
        else:
            self.knowledge.bounds[key] = domain


def _stated(situation: given.Given) -> tuple[given.Space, ...]:
    """The spaces of a situation without a map."""
    others = situation.others.spaces
    other = () if others is None else (given.Space(id=OTHER, **dict(others)),)
    return (*(situation.spaces or ()), *other)


def _around(at: Hex | None, places: Mapping[Hex | None, int]) -> Iterator[int]:
    if at is not None:
        yield from (places[near] for near in neighbors(at) if near in places)


def _facts_known(space: given.Space, on_map: bool) -> Iterator[tuple[str, Any]]:
    """What is known beside the pieces; on a map what it does not show is not there."""
    for name in PRINTED:
        stated = getattr(space, name)
        if stated is not None or on_map:
            yield name, stated or NONE
    if isinstance(space.terrain, int):
        yield 'terrain', space.terrain


class _Builder:
    """Makes the things of one game."""

    def __init__(self, set_up: SetUp, facts: Facts) -> None:
        self._set_up = set_up
        self._facts = facts

    def fill(self, game: Game) -> None:
        """The players, the board, and the lists that the situation gives."""
        situation = self._set_up.situation
        base = game.content.base_game
        game.source = self._facts
        game.leaders = self._set_up.start.leaders
        game.turn = situation.turn or 1
        game.event_dial = None
        if self._set_up.has_board:
            game.board = self._board(game)
        game.rivals = {rival.id: self._rival(rival) for rival in situation.rivals}
        game.ap = self._player()
        game.supply = dict(self._set_up.start.supply)
        if situation.market is not None:
            game.market = [base.wonder[name] for name in situation.market]
        if situation.victory is not None:
            game.victory = [self._victory_card(game, card.id) for card in situation.victory]

    def _board(self, game: Game) -> Board:
        spaces = [Space(blank.id, self._facts, blank.known) for blank in self._set_up.blanks]
        return HexMap(game, spaces, self._set_up.grid) if self._set_up.has_map else Board(game, spaces)

    def _player(self) -> Player:
        set_up, facts = self._set_up, self._facts
        stated, owned, start = set_up.situation.ap, set_up.owned, set_up.start
        player = Player(AP, AP, facts, start.ap)
        player.row = self._row('ap.row')
        player.wonders = Counts('ap.wonders', facts, owned['ap.wonders'])
        player.city_states = Counts('ap.city-states', facts, owned['ap.city-states'])
        player.conquered = Counts('ap.conquered', facts, owned['ap.conquered'])
        player.treaties = {item.from_: item.card for item in stated.diplomacy}
        player.held = Counter(stated.held)
        return player

    def _rival(self, stated: given.Rival) -> Rival:
        key = f'rivals.{stated.id}'
        rival = Rival(stated.id, key, self._facts)
        rival.row = self._row(f'{key}.row')
        rival.city_states, rival.lent = stated.city_states, stated.lent
        return rival

    def _row(self, key: str) -> Row:
        facts = self._facts
        return Row([FocusCard(name, own, facts, known) for name, own, known in self._set_up.start.rows[key]])

    def _victory_card(self, game: Game, name: str) -> VictoryCard:
        card = VictoryCard(name, f'victory.{name}', self._facts)
        card.agendas = game.content.base_game.victory_card[name].agendas
        return card


def _relation(order: given.Order) -> Relation:
    if order.equal:
        return equal(*order.equal)
    return less(str(order.less), str(order.more))

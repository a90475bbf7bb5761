"""From what an example states to the state of a game; what it does not state stays unknown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from civap.content import situation as given
from civap.content.cards import TYPES
from civap.content.events import Bounds
from civap.content.schema import Model
from civap.content.steps import CardType
from civap.engine.choices import BUDGET, Chooser, DeadEnd, paths
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
from civap.engine.reach import reaches, widened
from civap.engine.state import (
    City,
    Counts,
    FocusCard,
    Game,
    Player,
    Rival,
    Row,
    Site,
    Space,
    VictoryCard,
)

if TYPE_CHECKING:
    from civap.content.project import Project

OTHER = 'other'


class SetUp:
    """A situation, read once; `game` builds its state as often as wanted."""

    def __init__(self, content: Project, situation: given.Given) -> None:
        self.content = content
        self.situation = situation
        base = content.base_game
        self.wonders = Counter[CardType](item.type for item in base.wonders.items)
        self.city_states = Counter[CardType](item.type for item in base.city_states.items)
        self.knowledge = Knowledge()
        self.rows: dict[str, tuple[str, ...]] = {}
        self._domains: dict[str, Domain] = {}
        self._reaches = reaches(content, situation)
        self._read_players()
        self._read_sites()
        for order in situation.order:
            self.knowledge.relate(_relation(order))

    def game(self, readings: Mapping[str, str], chooser: Chooser, assumed: Assumed) -> Game:
        """The game in this situation; `chooser` is asked for what is not known."""
        game = Game(self.content, readings, chooser)
        _Builder(self, Facts(chooser, self.knowledge, assumed)).fill(game)
        return game

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

    def _read_players(self) -> None:
        ap = self.situation.ap
        self._read('ap', ap, Player)
        self._read_row('ap.row', ap.row)
        self._read_counts('ap.wonders', ap.wonders, self.wonders)
        self._read_counts('ap.city-states', ap.city_states, self.city_states)
        for city in ap.cities or ():
            self._read(f'ap.cities.{city.id}', city, City, Space)
        for rival in self.situation.rivals:
            self._read(f'rivals.{rival.id}.capital', rival.capital, City, Space)
            self._read_row(f'rivals.{rival.id}.row', rival.row)

    def _read_sites(self) -> None:
        for site in self.situation.sites or ():
            self._read(f'sites.{site.id}', site, Site)
        if others := self.situation.others.sites:
            self._read(f'sites.{OTHER}', others, Site)

    def _read_row(self, key: str, stated: Sequence[given.CardFacts]) -> None:
        for item in stated:
            self._read(f'{key}.{item.id}', item, FocusCard)
        self.rows[key] = given.row_ids(tuple(stated), self.content.cards)
        for name in self.rows[key]:
            if name not in {item.id for item in stated}:
                for fact in FocusCard.FACTS.values():
                    self._fact(f'{key}.{name}.{fact.name}', None, self._domain(fact, None))
        self.knowledge.relate(distinct(f'{key}.{name}.slot' for name in self.rows[key]))

    def _read_counts(self, key: str, stated: given.TypeCounts, tally: Mapping[CardType, int]) -> None:
        for name in TYPES:
            self._fact(f'{key}.{name}', getattr(stated, name), amounts(tally[name]))

    def _read(self, key: str, stated: Model, *kinds: type[Thing]) -> None:
        for kind in kinds:
            for fact in kind.FACTS.values():
                value = getattr(stated, fact.name.replace('-', '_'), None)
                self._fact(f'{key}.{fact.name}', value, self._domain(fact, value))

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


class _Builder:
    """Makes the things of one game."""

    def __init__(self, set_up: SetUp, facts: Facts) -> None:
        self._set_up = set_up
        self._facts = facts

    def fill(self, game: Game) -> None:
        """The players, and the lists that the situation gives."""
        situation = self._set_up.situation
        base = game.content.base_game
        game.ap = self._player()
        game.rivals = {rival.id: self._rival(rival) for rival in situation.rivals}
        if situation.ap.cities is not None:
            game.cities = [self._city(city.id, f'ap.cities.{city.id}', city.capital) for city in situation.ap.cities]
        if situation.market is not None:
            game.market = [base.wonder[name] for name in situation.market]
        if situation.victory is not None:
            game.victory = [self._victory_card(game, name) for name in situation.victory]
        if situation.sites is not None:
            names = [site.id for site in situation.sites]
            names += [OTHER] if situation.others.sites else []
            game.sites = [Site(name, f'sites.{name}', self._facts) for name in names]

    def _player(self) -> Player:
        player = Player('ap', 'ap', self._facts)
        player.row = self._row('ap.row')
        player.wonders = Counts('ap.wonders', self._facts, self._set_up.wonders)
        player.city_states = Counts('ap.city-states', self._facts, self._set_up.city_states)
        return player

    def _rival(self, stated: given.Rival) -> Rival:
        key = f'rivals.{stated.id}'
        rival = Rival(stated.id, key, self._facts)
        rival.capital = self._city('capital', f'{key}.capital', capital=True)
        rival.row = self._row(f'{key}.row')
        return rival

    def _row(self, key: str) -> Row:
        cards = self._set_up.content.cards
        return Row([FocusCard(name, f'{key}.{name}', self._facts, cards.get(name)) for name in self._set_up.rows[key]])

    def _city(self, name: str, key: str, capital: bool) -> City:
        city = City(name, key, self._facts)
        city.capital = capital
        city.space = Space(name, key, self._facts)
        return city

    def _victory_card(self, game: Game, name: str) -> VictoryCard:
        card = VictoryCard(name, f'victory.{name}', self._facts)
        card.agendas = game.content.base_game.victory_card[name].agendas
        return card


def _relation(order: given.Order) -> Relation:
    if order.equal:
        return equal(*order.equal)
    return less(str(order.less), str(order.more))

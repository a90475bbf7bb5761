"""Wonders, cities, upgrades, resets, trade tokens and capitals, each on a small table."""

from collections.abc import Iterator
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from situations import Table, fields, kinds, situation

from civap.content.criteria import CRITERIA, TIEBREAKS
from civap.content.events import CRITERION_IDS, EVENTS
from civap.content.project import Project
from civap.content.readings import load_readings
from civap.content.rules import RULES
from civap.content.steps import KINDS, ResolveCard, Upgrade
from civap.engine.capital import capital_won
from civap.engine.choices import Seeded, paths
from civap.engine.criteria import REGISTRY, criterion
from civap.engine.effects import EFFECTS
from civap.engine.effects.upgrade import upgrade
from civap.engine.facts import Assumed
from civap.engine.priority import Sense
from civap.engine.reach import reaches
from civap.engine.resolution import Resolution
from civap.engine.row import gain_trade
from civap.engine.setup import SetUp
from civap.engine.state import Game, Unstated
from civap.engine.trace import Event
from civap.engine.turn import Turn, take_turn
from civap.proof.boards import random_board
from civap.proof.story import assumed, play, stories

INDUSTRY = """
victory: [technophile-scholarly, civilized-money-grubber]
market: [{market}]
ap:
  row: [{{card: {card}, slot: 5, trade: {trade}}}]
  resources: {resources}
  natural-wonders: {natural}
  leader: trajan
  wonders: {{culture: 0, economy: {economy}, military: 0, science: 0}}
  city-states: {{culture: 0, industry: {industry}, military: 0, science: 0}}
spaces: [{cities}{sites}]
"""
CAPITAL = '{id: capital, city: ap, capital: true, wonder: none, terrain: 1, reinforced-adjacent: 0}'
NOTHING = INDUSTRY.format(
    card='pottery', market='', trade=0, resources=0, natural=0, economy=0, industry=0, cities=CAPITAL, sites=''
)


def industry(project: Project, readings: dict[str, str] | None = None, **changed: object) -> Table:
    values: dict[str, object] = {
        'card': 'pottery', 'market': 'oracle, colossus, stonehenge', 'trade': 2, 'resources': 0,
        'natural': 0, 'economy': 0, 'industry': 0, 'cities': CAPITAL, 'sites': '',
    }  # fmt: skip
    return Table(project, INDUSTRY.format(**{**values, **changed}), **(readings or {}))


def test_criteria_are_those_of_the_cards() -> None:
    assert set(REGISTRY) <= set(CRITERION_IDS)
    for name, items in (*CRITERIA.items(), *TIEBREAKS.items()):
        assert {f'{name}.{item}' for item in items} <= set(REGISTRY)


def test_a_line_is_registered_once() -> None:
    with pytest.raises(ValueError, match='registered twice'):
        criterion('wonder.lowest-cost', Sense.LEAST)(lambda game, item, limit: 0)


def test_a_list_that_is_not_given_says_so(project: Project) -> None:
    table = Table(
        project, 'ap: {row: [{card: pottery, slot: 5}], leader: trajan}\nspaces: [{id: york, city: ap, wonder: none}]'
    )
    with pytest.raises(Unstated, match='market'):
        table.resolve('pottery')


@pytest.mark.parametrize(
    ('changed', 'spent'),
    [
        ({}, (0, 0, 0, 2, 7)),
        ({'resources': 1}, (0, 0, 1, 0, 7)),
        ({'natural': 1, 'resources': 1}, (0, 1, 0, 0, 7)),
        ({'industry': 1}, (1, 0, 0, 1, 7)),
        ({'industry': 1, 'resources': 1}, (1, 0, 0, 1, 7)),  # wonder.overspend
        ({'card': 'animal-husbandry'}, (0, 0, 0, 1, 7)),
        ({'card': 'nationalism'}, (0, 0, 0, 0, 7)),
        ({'card': 'urbanization'}, (0, 0, 0, 0, 8)),
    ],
)
def test_payment_on_the_cards(project: Project, changed: dict[str, object], spent: tuple[int, ...]) -> None:
    table = industry(project, market='colossus', **changed)
    paid = fields(table.resolve(str(changed.get('card', 'pottery')), 'build-wonder'), 'paid')
    names = ('bonus', 'natural_wonders', 'resources', 'trade', 'total')
    assert tuple(paid[name] for name in names) == spent


def test_a_wonder_leaves_the_market_and_is_the_owners(project: Project) -> None:
    table = industry(project, market='oracle, colossus', resources=1, trade=3)
    game = table.play(lambda game: Turn(game, 'pottery').run('build-wonder'))
    assert [wonder.id for wonder in game.market] == ['oracle']
    assert [city.wonder for city in game.board.cities('ap')] == ['colossus']
    assert (game.ap.wonders.of('economy'), game.ap.wonders.of('science')) == (1, 0)
    assert (game.ap.resources, game.ap.row.card('pottery').trade) == (0, 3)


def test_natural_wonder_tokens_are_kept(project: Project) -> None:
    table = industry(project, market='oracle', natural=1, resources=1)
    game = table.play(lambda game: Turn(game, 'pottery').run('build-wonder'))
    assert (game.ap.natural_wonders, game.ap.resources, game.ap.row.card('pottery').trade) == (1, 1, 1)


def test_a_wonder_that_cannot_be_paid_for_is_set_aside(project: Project) -> None:
    told = industry(project, market='oracle, stonehenge').resolve('pottery', 'build-wonder')
    assert fields(told, 'set-aside') == {'wonder': 'oracle', 'cost': 8, 'reach': 7}
    assert fields(told, 'placed') == {'wonder': 'stonehenge', 'city': 'capital'}


def test_other_reading_only_looks_at_what_can_be_paid_for(project: Project) -> None:
    table = industry(project, {'wonder_candidates': 'payable-only'}, market='oracle, stonehenge')
    told = table.resolve('pottery', 'build-wonder')
    assert 'set-aside' not in kinds(told)
    assert fields(told, 'placed')['wonder'] == 'stonehenge'


def test_nothing_can_be_paid_for(project: Project) -> None:
    told = industry(project, market='oracle', trade=0).resolve('pottery', 'build-wonder')
    assert fields(told, 'impossible') == {'what': 'wonder', 'reason': 'no-wonder-payable'}


@pytest.mark.parametrize(('reading', 'kept'), [('fewest-missing', 1), ('any-agenda', 2)])
def test_nearest_agenda(project: Project, reading: str, kept: int) -> None:
    table = industry(project, {'wonder_agenda': reading}, economy=1, trade=3, market='oracle, colossus, petra')
    path = table.paths(lambda game: Turn(game, 'pottery').run('build-wonder'))[0]
    narrowed = next(event for event in path.outcome.trace.events if event.kind == 'narrowed')
    assert narrowed.fields['remaining'] == kept


def test_a_completed_card_no_longer_counts(project: Project) -> None:
    def act(game: Game) -> None:
        for card in game.victory:
            card.completed = card.id == 'civilized-money-grubber'
        Turn(game, 'pottery').run('build-wonder')

    told = industry(project, market='oracle, colossus', trade=3).play(act).trace.events
    assert fields(told, 'narrowed')['keep'] == ('oracle',)


def test_the_wonder_goes_to_the_free_city_with_the_highest_defense(project: Project) -> None:
    cities = """
      {id: full, city: ap, wonder: petra, terrain: 5, reinforced-adjacent: 6},
      {id: low, city: ap, wonder: none, terrain: 2, reinforced-adjacent: 1},
      {id: high, city: ap, wonder: none, terrain: 2, reinforced-adjacent: 2}"""
    told = industry(project, market='colossus', cities=cities).resolve('pottery', 'build-wonder')
    assert fields(told, 'placed')['city'] == 'high'
    assert fields(told, 'narrowed')['values'] == {'high': 6, 'low': 5}


def test_no_free_city_no_wonder(project: Project) -> None:
    told = industry(project, cities='{id: york, city: ap, wonder: petra}').resolve('pottery', 'build-wonder')
    assert kinds(told) == ['resolved', 'impossible']
    assert fields(told, 'impossible')['reason'] == 'no-city-without-wonder'


SITES = """,
  {id: near, terrain: 1, tokens-adjacent: 0, spawn-point: none, legal: true, distance: 2,
     distance-through-water: 2, distance-from-caravan: 9, reinforced-adjacent: 0},
  {id: far, terrain: 2, tokens-adjacent: 0, spawn-point: none, legal: true, distance: 9,
     distance-through-water: 4, distance-from-caravan: 3, reinforced-adjacent: 0},
  {id: taken, terrain: 5, tokens-adjacent: 6, spawn-point: some, legal: false, distance: 1,
     distance-through-water: 1, distance-from-caravan: 1, reinforced-adjacent: 0}
"""


@pytest.mark.parametrize(
    ('card', 'city'),
    [('pottery', 'near'), ('animal-husbandry', 'far'), ('nationalism', 'far')],
)
def test_range_of_a_city(project: Project, card: str, city: str) -> None:
    table = industry(project, market='', trade=0, card=card, sites=SITES)
    told = table.resolve(card)
    assert fields(told, 'built') == {'city': city}
    assert 'upgraded' not in kinds(told)
    assert fields(told, 'row') == {'card': card, 'slot': 1, 'trade': 0}
    excluded = {e.fields['item']: e.fields['reason'] for e in told if e.kind == 'excluded'}
    assert excluded['taken'] == 'not-legal'


def test_a_new_city_takes_the_space(project: Project) -> None:
    table = industry(project, market='', trade=0, sites=SITES)
    game = table.play(lambda game: Turn(game, 'pottery').run())
    cities = game.board.cities('ap')
    assert [(city.id, city.capital, city.wonder) for city in cities] == [
        ('capital', True, 'none'),
        ('near', False, 'none'),
    ]
    assert cities[1].terrain == 1


def test_a_card_that_achieves_nothing_is_replaced_and_reset(project: Project) -> None:
    told = Table(project, NOTHING).resolve('pottery')
    assert kinds(told) == ['resolved', 'impossible', 'impossible', 'upgraded', 'row']
    assert fields(told, 'upgraded') == {'card': 'pottery', 'to': 'animal-husbandry', 'level': 2}
    assert fields(told, 'row') == {'card': 'animal-husbandry', 'slot': 1, 'trade': 0}


def test_an_upgrade_cites_the_rule_of_its_clause(project: Project) -> None:
    """On any card: what counts is what the step asks, not the card's type."""

    def act(game: Game) -> None:
        turn = Resolution(game, game.ap.row.card('astrology'))
        upgrade(turn, Upgrade(unless=('attacked', 'reinforced'), to='mathematics'))

    table = Table(project, 'ap: {row: [{card: astrology, slot: 5, trade: 1}], natural-wonders: 0}')
    game = table.play(act)
    upgraded = next(event for event in game.trace.events if event.kind == 'upgraded')
    assert upgraded.rules == ('military.replace', 'card.astrology')
    assert game.ap.row.card('mathematics').slot == 1


def test_every_clause_has_its_rule() -> None:
    assert set(Upgrade.RULES) == set(Upgrade.CLAUSES)
    assert set(Upgrade.RULES.values()) <= set(RULES)


def test_no_city_figure_left(project: Project) -> None:
    cities = ', '.join(f'{{id: c{number}, city: ap, wonder: petra}}' for number in range(7))
    told = industry(project, cities=cities).resolve('pottery')
    reasons = [event.fields['reason'] for event in told if event.kind == 'impossible']
    assert reasons == ['no-city-without-wonder', 'no-city-left']


ROW = ('culture', 'economy', 'industry', 'military', 'science')


def row_of(project: Project, trade: tuple[int, ...], slots: tuple[int, ...] = (1, 2, 3, 4, 5)) -> Table:
    cards = ', '.join(
        f'{{type: {name}, slot: {slot}, trade: {tokens}}}' for name, slot, tokens in zip(ROW, slots, trade, strict=True)
    )
    return Table(project, f'ap: {{row: [{cards}]}}')


@pytest.mark.parametrize('slots', [(1, 2, 3, 4, 5), (5, 4, 3, 2, 1), (2, 5, 1, 4, 3)])
@given(trade=st.tuples(*[st.integers(0, 4)] * 5), tokens=st.integers(1, 8))
def test_trade_goes_to_the_fewest_then_the_highest_slot(
    project: Project, slots: tuple[int, ...], trade: tuple[int, ...], tokens: int
) -> None:
    game = row_of(project, trade, slots).play(lambda game: gain_trade(game, tokens))
    expected = dict(zip(slots, trade, strict=True))
    for _ in range(tokens):
        fewest = min(expected.values())
        expected[max(slot for slot in slots if expected[slot] == fewest)] += 1
    assert {card.slot: card.trade for card in game.ap.row.cards} == expected


def test_where_nothing_is_known_all_five_are_asked(project: Project) -> None:
    text = 'ap: {row: [{type: culture, slot: 1}, {type: economy, slot: 2}, {type: industry, slot: 3}]}'
    found = Table(project, text).paths(lambda game: gain_trade(game, 1))
    assert len({tuple(card.trade for card in path.outcome.ap.row.cards) for path in found}) > 5
    assert len(found) < 2000
    for path in found:
        assert sum(event.kind == 'gained' for event in path.outcome.trace.events) == 1


def test_tokens_that_are_equal_are_both_fewest_or_neither(project: Project) -> None:
    cards = ', '.join(f'{{type: {name}, slot: {slot}}}' for slot, name in enumerate(ROW, 1))
    order = 'order: [{equal: [ap.row.culture.trade, ap.row.science.trade]}]'
    found = Table(project, f'ap: {{row: [{cards}]}}\n{order}').paths(lambda game: gain_trade(game, 1))
    gained = {fields(path.outcome.trace.events, 'gained')['card'] for path in found}
    assert gained == {*ROW} - {'culture'}


def test_unknown_tokens_may_be_more_than_any_stated(project: Project) -> None:
    cards = ', '.join(f'{{type: {name}, slot: {slot}}}' for slot, name in enumerate(ROW, 1))
    text = f'ap: {{row: [{cards}]}}'.replace('slot: 5', 'slot: 5, trade: 9')
    found = Table(project, text).paths(lambda game: gain_trade(game, 1))
    gained = {fields(path.outcome.trace.events, 'gained')['card'] for path in found}
    assert gained == set(ROW)


def test_unknown_tokens_reach_as_far_as_any_payment(project: Project) -> None:
    table = industry(project, market='pentagon', trade='{at-least: 0}')
    found = table.paths(lambda game: Turn(game, 'pottery').run('build-wonder'))
    paid = [fields(p.outcome.trace.events, 'paid') for p in found if 'paid' in kinds(p.outcome.trace.events)]
    assert (25, {each['total'] for each in paid}) == (len(found), {12})
    assert {each['trade'] for each in paid} == {7}


def test_unknown_resources_reach_as_far_as_any_payment(project: Project) -> None:
    table = industry(project, market='pentagon', trade=0, resources='{at-least: 0}')
    found = table.paths(lambda game: Turn(game, 'pottery').run('build-wonder'))
    paid = [fields(p.outcome.trace.events, 'paid') for p in found if 'paid' in kinds(p.outcome.trace.events)]
    assert [each['resources'] for each in paid] == [4]


def test_the_cheapest_production_and_the_dearest_wonder_set_the_reach(project: Project) -> None:
    found = reaches(project, situation('ap: {row: []}'), 0)
    assert (found['trade'], found['resources'], found['distance']) == (24, 4, 6)
    assert reaches(project, situation('ap: {row: [{type: culture, trade: {less-than: 40}}]}'), 0)['trade'] == 45
    assert reaches(project, situation('ap: {row: []}'), 60)['trade'] == 60


@pytest.mark.parametrize('slot', [1, 2, 3, 4, 5])
def test_reset(project: Project, slot: int) -> None:
    def act(game: Game) -> None:
        game.ap.row.reset(game.ap.row.at(slot))

    game = row_of(project, (0,) * 5).play(act)
    slots = {card.id: card.slot for card in game.ap.row.cards}
    before = list(ROW)
    moved = before.pop(slot - 1)
    assert sorted(slots, key=slots.__getitem__) == [moved, *before]


def test_resetting_the_highest_card_asks_for_no_slot(project: Project) -> None:
    table = Table(project, 'ap: {row: [{card: pottery, slot: 5}]}')
    game = table.play(lambda game: game.ap.row.reset(game.ap.row.card('pottery')))
    assert game.ap.row.card('pottery').slot == 1


def test_unknown_slots_are_a_permutation(project: Project) -> None:
    def act(game: Game) -> None:
        assert sorted(card.slot for card in game.ap.row.cards) == [1, 2, 3, 4, 5]

    found = Table(project, 'ap: {row: []}').paths(act)
    rows = {tuple(card.slot for card in path.outcome.ap.row.cards) for path in found}
    assert rows == set(permutations(range(1, 6)))


@pytest.mark.parametrize(
    ('trade', 'taken'),
    [
        ((0, 0, 0, 2, 1), [(5, 1), (4, 1)]),
        ((0, 0, 0, 0, 3), [(5, 2)]),
        ((1, 0, 0, 1, 0), [(4, 1), (1, 1)]),
        ((0, 0, 1, 0, 0), [(3, 1)]),
        ((0, 0, 0, 0, 0), []),
    ],
)
def test_capital_tokens(project: Project, trade: tuple[int, ...], taken: list[tuple[int, int]]) -> None:
    cards = ', '.join(
        f'{{type: {name}, slot: {slot}, trade: {tokens}}}'
        for slot, (name, tokens) in enumerate(zip(ROW, trade, strict=True), 1)
    )
    own = ', '.join(f'{{type: {name}, slot: {slot}, trade: 0}}' for slot, name in enumerate(ROW, 1))
    home = 'spaces: [{id: home, city: blue, capital: true, wonder: none}]'
    text = f'ap: {{row: [{own}]}}\nrivals: [{{id: blue, row: [{cards}]}}]\n{home}'
    told = Table(project, text).play(lambda game: capital_won(game, game.rivals['blue'])).trace.events
    found = [(e.fields['slot'], e.fields['trade']) for e in told if e.kind == 'taken']
    assert found == taken
    assert kinds(told).count('gained') == sum(number for _, number in taken)


def test_a_wonder_stays_where_no_city_is_free(project: Project) -> None:
    own = ', '.join(f'{{type: {name}, slot: {slot}, trade: 0}}' for slot, name in enumerate(ROW, 1))
    text = f"""
ap: {{row: [{own}]}}
rivals: [{{id: blue, row: [{{type: culture, slot: 5, trade: 2}}]}}]
spaces: [{{id: york, city: ap, wonder: oracle}}, {{id: home, city: blue, capital: true, wonder: petra}}]
"""
    game = Table(project, text).play(lambda game: capital_won(game, game.rivals['blue']))
    assert fields(game.trace.events, 'impossible')['reason'] == 'no-city-without-wonder'
    assert game.board.named['home'].wonder == 'petra'


CAPITALS = """
ap: {row: [ROW], wonders: {military: 0}}
rivals: [{id: blue, row: [{type: culture, slot: 5, trade: 2}]}]
spaces: [{id: york, city: ap, wonder: none}, {id: home, city: blue, capital: true, wonder: petra}]
""".replace('ROW', ', '.join(f'{{type: {name}, slot: {slot}, trade: 0}}' for slot, name in enumerate(ROW, 1)))


def test_a_wonder_moves_to_a_city_of_the_winner(project: Project) -> None:
    game = Table(project, CAPITALS).play(lambda game: capital_won(game, game.rivals['blue']))
    assert [game.board.named[name].wonder for name in ('home', 'york')] == ['none', 'petra']
    assert game.ap.wonders.of('military') == 1
    assert game.rivals['blue'].row.at(5).trade == 0
    assert {card.slot: card.trade for card in game.ap.row.cards} == {1: 0, 2: 0, 3: 0, 4: 1, 5: 1}


def all_events(project: Project) -> Iterator[Event]:
    """Those of every example on every path, of what no example shows, and of random games."""
    files, chosen = project.examples, load_readings(project).chosen
    for file in files.values():
        for story in stories(file, files):
            set_up, taken = SetUp(project, story.given), assumed(story)
            for path in paths(lambda chooser: play(story, set_up, chosen, chooser, taken)):  # noqa: B023
                yield from path.outcome.events
    yield from industry(project, market='oracle, stonehenge').resolve('pottery', 'build-wonder')
    yield from industry(project, market='colossus', natural=1, industry=1).resolve('pottery', 'build-wonder')
    yield from industry(project, market='', trade=0, sites=SITES).resolve('pottery')
    yield from Table(project, NOTHING).resolve('pottery')
    yield from Table(project, CAPITALS).play(lambda game: capital_won(game, game.rivals['blue'])).trace.events
    for seed in range(40):
        random = Random(seed)
        game = SetUp(project, random_board(project, random)).game(chosen, Seeded(random), Assumed({}))
        for _ in range(10):
            take_turn(game)
        yield from game.trace.events


def test_events_are_those_that_examples_may_expect(project: Project) -> None:
    told = list(all_events(project))
    assert {event.kind for event in told} == set(EVENTS)
    cards = {card.rule for card in project.cards.values()}
    for event in told:
        assert set(event.fields) <= set(EVENTS[event.kind].model_fields)
        assert event.rules
        assert set(event.rules) <= {*RULES, *cards}


def test_effects_are_registered_by_kind() -> None:
    assert {*EFFECTS, ResolveCard.KIND} == set(KINDS)

"""The facts of the base game that the automated player's rules lean on."""

from collections import Counter

import pytest

from civap.content.base_game import NUMBERS, BaseGame
from civap.content.cards import TYPES
from civap.content.project import Project


@pytest.fixture
def facts(project: Project) -> BaseGame:
    return project.base_game


def test_wonders(facts: BaseGame) -> None:
    """24: two of each era of culture, economy, military and science; none of industry."""
    kinds = Counter((wonder.type, wonder.era) for wonder in facts.wonders.items)
    assert kinds == {
        (kind, era): 2
        for kind in ('culture', 'economy', 'military', 'science')
        for era in ('ancient', 'medieval', 'modern')
    }
    assert all(first != second for first, second in (wonder.resources for wonder in facts.wonders.items))
    eras = {era: [w.cost for w in facts.wonders.items if w.era == era] for era in ('ancient', 'medieval', 'modern')}
    assert {era: (min(costs), max(costs)) for era, costs in eras.items()} == {
        'ancient': (7, 9),
        'medieval': (9, 10),
        'modern': (10, 12),
    }


@pytest.mark.parametrize(
    ('wonder', 'kind', 'cost'),
    [
        ('oracle', 'science', 8),
        ('colossus', 'economy', 7),
        ('stonehenge', 'culture', 7),
        ('petra', 'military', 7),
        ('pyramids', 'science', 9),
        ('terracotta-army', 'military', 8),
    ],
)
def test_wonders_of_the_printed_examples(facts: BaseGame, wonder: str, kind: str, cost: int) -> None:
    assert (facts.wonder[wonder].type, facts.wonder[wonder].cost) == (kind, cost)


def test_victory_cards(facts: BaseGame) -> None:
    """Five pairs; the agendas on wonders want two of their type, and none wants industry wonders."""
    pairs = [tuple(agenda.name for agenda in card.agendas) for card in facts.victory_cards.items]
    assert pairs == [
        ('Explorer', 'Aesthetic'),
        ('Technophile', 'Scholarly'),
        ('Civilized', 'Money Grubber'),
        ('Warmonger', 'Paranoid'),
        ('Populous', 'Preservationist'),
    ]
    wonders = {
        agenda.name: (agenda.wonders, agenda.count)
        for card in facts.victory_cards.items
        for agenda in card.agendas
        if agenda.wonders
    }
    assert wonders == {
        'Aesthetic': ('culture', 2),
        'Scholarly': ('science', 2),
        'Money Grubber': ('economy', 2),
        'Paranoid': ('military', 2),
    }
    assert [facts.victory_card[card.id] for card in facts.victory_cards.items] == list(facts.victory_cards.items)


def test_tech_dial(facts: BaseGame) -> None:
    spaces = {item.space: item.level for item in facts.tech_dial.items}
    assert spaces == {3: 2, 6: 2, 10: 3, 14: 3, 19: 4, 24: 4}
    passed = [level for space, level in spaces.items() if 13 < space <= 19]
    assert passed == [3, 4], 'the printed Astrology example: past a level III to a level IV space'


def test_terrain(facts: BaseGame) -> None:
    rows = [(item.slot, item.terrain, item.difficulty) for item in facts.terrain.items]
    names = ('grassland', 'hills', 'forest', 'desert', 'mountains')
    assert rows == [(slot, name, slot) for slot, name in enumerate(names, 1)]


@pytest.mark.parametrize(
    ('leader', 'row'),
    [
        ('roosevelt', 'military science industry culture economy'),
        ('montezuma', 'science culture economy military industry'),
        ('cleopatra', 'science economy industry military culture'),
        ('catherine', 'military science economy industry culture'),
        ('tokimune', 'industry economy military science culture'),
        ('trajan', 'science economy military culture industry'),
        ('tomyris', 'culture military science economy industry'),
        ('gilgamesh', 'economy culture science military industry'),
    ],
)
def test_start_rows(facts: BaseGame, leader: str, row: str) -> None:
    assert next(item for item in facts.leaders.items if item.id == leader).row == tuple(row.split())
    assert len(facts.leaders.items) == 8


def test_city_states(facts: BaseGame) -> None:
    """Two of each type but economy."""
    types = Counter(item.type for item in facts.city_states.items)
    assert types == {kind: 2 for kind in TYPES if kind != 'economy'}
    assert next(item for item in facts.city_states.items if item.id == 'seoul').type == 'science'
    assert sorted(int(item.tile[:-1]) for item in facts.city_states.items) == [6, 6, 12, 12, 14, 14, 15, 15]


def test_natural_wonders(facts: BaseGame) -> None:
    resources = Counter(item.resource for item in facts.natural_wonders.items)
    assert resources == {'marble': 2, 'mercury': 2, 'oil': 2, 'diamond': 2}
    tiles = [item.tile for item in facts.natural_wonders.items]
    assert tiles == ['1A', '1B', '2A', '2B', '4A', '4B', '13A', '13B']


def test_diplomacy_cards(facts: BaseGame) -> None:
    """In the order in which they are taken; all but the last are used."""
    cards = [(card.name, card.used_by_ap) for card in facts.diplomacy_cards.items]
    assert cards == [('Open Borders', True), ('Joint War', True), ('Defensive Pact', True), ('Embassy', False)]


def test_event_dial(facts: BaseGame) -> None:
    events = [item.event for item in facts.event_dial.items]
    assert events == ['spawn', 'blank', 'barbarian-movement', 'trade', 'barbarian-movement']


@pytest.mark.parametrize(
    ('name', 'value'),
    [
        ('resource-production', 2),
        ('city-state-defense', 8),
        ('city-terrain-factor', 2),
        ('caravan-trade', 2),
        ('capital-loot', 2),
        ('dial-end', 24),
        ('dial-restart', 15),
        ('cities', 7),
        ('caravans', 3),
        ('control-tokens', 31),
        ('resource-tokens', 8),
        ('barbarians', 9),
        ('human-trade-limit', 3),
    ],
)
def test_numbers(facts: BaseGame, name: str, value: int) -> None:
    assert facts.number(name) == value


def test_every_number_that_is_read_is_there(facts: BaseGame) -> None:
    assert {facts.number(name) for name in NUMBERS} == {2, 3, 7, 8, 15, 24, 31}
    with pytest.raises(KeyError):
        facts.number('none')


def test_every_group_names_two_sources(facts: BaseGame) -> None:
    """What is called certain has been read in two places at least."""
    known = {source.id for source in facts.sources}
    for group in (facts.wonders, facts.tech_dial, facts.terrain, facts.leaders, facts.numbers):
        assert group.confidence == 'high'
        assert len(set(group.sources) & known) >= 2

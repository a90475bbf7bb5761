"""What turns have beside the steps of cards: questions with keys of their own, and what leaders do."""

from collections.abc import Callable

import pytest
from situations import Table, kinds

from civap.content.project import Project
from civap.content.steps import DestroyCities
from civap.engine.choices import Path
from civap.engine.effects.destroy_cities import destroy_cities
from civap.engine.resolution import Resolution
from civap.engine.row import gain_natural_wonder
from civap.engine.state import Game
from civap.engine.turn import Turn

KNOWN = """
ap:
  leader: LEADER
  natural-wonders: NATURAL
  dial: 0
  city-states: []
  diplomacy: [{from: blue, card: none}, {from: red, card: none}]
  wonders: []
  row:
    - {type: culture, level: 1, slot: 1, trade: 0, natural-wonders: 0}
    - {card: foreign-trade, slot: 2, trade: 0, natural-wonders: 0}
    - {type: industry, level: 1, slot: 3, trade: 0, natural-wonders: 0}
    - {card: astrology, slot: 4, trade: 0, natural-wonders: 0}
    - {card: masonry, slot: 5, trade: 0, natural-wonders: NATURAL}
rivals:
  - {id: blue, bonus: 0, row: [{type: military, trade: 0}]}
  - {id: red, bonus: 0, row: [{type: military, trade: 0}]}
"""


def known(leader: str = 'trajan', natural: int = 0) -> str:
    return KNOWN.replace('LEADER', leader).replace('NATURAL', str(natural))


def asked(table: Table, act: Callable[[Game], object]) -> set[str]:
    """The keys of all questions on all paths."""
    return {key for path in table.paths(act) for key in path.answers}


@pytest.mark.parametrize('reading', ['one-at-a-time', 'together'])
def test_each_control_token_has_a_tie_of_its_own(project: Project, reading: str) -> None:
    spaces = """
spaces:
  - {id: capital, at: [0, 0], terrain: 1, city: ap, capital: true}
  - {id: a, at: [1, 0], terrain: 1}
  - {id: b, at: [-1, 0], terrain: 1}
  - {id: c, at: [0, 1], terrain: 1}
"""
    row = 'ap: {natural-wonders: 0, city-states: [], row: [{card: early-empire, slot: 5, trade: 0}], leader: trajan}'
    table = Table(project, row + spaces, culture_tokens=reading)
    taken = table.paths(lambda game: Turn(game, 'early-empire').run('place-control'))
    assert [path.answers for path in taken] == [
        {'control.tie': first, 'control.tie-2': second} for first in 'abc' for second in 'abc' if first != second
    ]


def test_each_token_to_reinforce_has_a_tie_of_its_own(project: Project) -> None:
    """5 tokens for 3 spaces that are alike: two draws, the last one is left over."""
    spaces = """
spaces:
  - {id: a, at: [0, 0], terrain: 1, control: ap}
  - {id: b, at: [2, 0], terrain: 1, control: ap}
  - {id: c, at: [4, 0], terrain: 1, control: ap}
"""
    table = Table(project, known() + spaces)
    assert asked(table, lambda game: Turn(game, 'masonry').run('reinforce')) == {'reinforce.tie', 'reinforce.tie-2'}


def test_each_wonder_that_is_tried_has_a_tie_of_its_own(project: Project) -> None:
    """Three cost 8, and 5 is all there is: one after the other is set aside, the last one without a tie."""
    text = known().replace('{type: industry, level: 1,', '{card: pottery,').replace('dial', 'resources: 0\n  dial')
    market = 'market: [oracle, hanging-gardens, terracotta-army]\nvictory: []\n'
    spaces = 'spaces: [{id: capital, at: [0, 0], terrain: 1, city: ap, capital: true}]'
    table = Table(project, text + market + spaces)
    taken = table.paths(lambda game: Turn(game, 'pottery').run('build-wonder'))
    assert {tuple(path.answers) for path in taken} == {('wonder.tie', 'wonder.tie-2')}
    assert len(taken) == 6
    assert {kinds(path.outcome.trace.events).count('set-aside') for path in taken} == {3}


def test_each_attack_has_a_tie_and_a_roll_of_its_own(project: Project) -> None:
    spaces = """
spaces:
  - {id: capital, at: [0, 0], terrain: 1, city: ap, capital: true}
  - {id: a, at: [1, 0], terrain: 5, barbarian: A}
  - {id: b, at: [-1, 0], terrain: 5, barbarian: B}
  - {id: c, at: [0, 1], terrain: 5, barbarian: C}
"""
    table = Table(project, known() + spaces)
    keys = asked(table, lambda game: Turn(game, 'masonry').run('attack'))
    assert keys == {'target.tie', 'target.tie-2', 'attack-1.roll', 'attack-2.roll'}


def test_each_card_gained_has_a_tie_of_its_own(project: Project) -> None:
    """0 to 6 past 3 and 6: with the card of Geneva."""
    table = Table(project, known().replace('city-states: []', 'city-states: [geneva]'))
    keys = asked(table, lambda game: Turn(game, 'astrology').run())
    assert keys == {'replace.tie', 'replace.tie-2'}


CITIES = """
spaces:
  - {id: capital, at: [0, 0], terrain: 1, city: ap, capital: true}
  - {id: london, at: [4, 0], terrain: 1, city: blue, capital: true}
  - {id: york, at: [6, 0], terrain: 1, city: blue, wonder: petra}
  - {id: guard, at: [7, 0], terrain: 1, control: ap}
  - {id: field, at: [5, 0], terrain: 1, control: red}
  - {id: bath, at: [9, 0], terrain: 1, city: blue}
  - {id: moscow, at: [0, 5], terrain: 1, city: red}
"""


def destroyed(project: Project, cities: int) -> list[Path[Game]]:
    """Each human loses so many cities."""

    def act(game: Game) -> None:
        (step,) = [step for step in game.content.cards['nuclear-power'].steps if isinstance(step, DestroyCities)]
        destroy_cities(Resolution(game, game.ap.row.card('astrology')), step.model_copy(update={'cities': cities}))

    return Table(project, known() + CITIES).paths(act)


def gone(path: Path[Game]) -> set[str]:
    return {space.id for space in path.outcome.board.spaces if space.owner is None}


def test_each_human_chooses_a_city_and_what_is_beside_it_falls(project: Project) -> None:
    """Blue has two cities to choose from, Red one; no capital can be chosen."""
    taken = destroyed(project, 1)
    assert [path.answers for path in taken] == [{'destroy.blue': 'bath'}, {'destroy.blue': 'york'}]
    assert list(map(gone, taken)) == [{'bath', 'moscow'}, {'york', 'moscow', 'guard', 'field'}]
    assert [path.outcome.ap.control_left for path in taken] == [30, 31]
    assert taken[1].outcome.board.named['york'].wonder == 'petra'


def test_two_cities_are_both_of_two_and_the_only_one(project: Project) -> None:
    taken = destroyed(project, 2)
    assert list(map(gone, taken)) == [{'bath', 'york', 'moscow', 'guard', 'field'}] * 2


ATTACKS = """
spaces:
  - {id: capital, at: [0, 0], terrain: 1, city: ap, capital: true}
  - {id: camp, at: [1, 0], terrain: 5, barbarian: A}
"""


@pytest.mark.parametrize(('leader', 'swaps'), [('montezuma', True), ('trajan', False)])
def test_montezuma_swaps_after_a_victory(project: Project, leader: str, swaps: bool) -> None:
    """The military card is reset to slot 1, the culture card comes from there to slot 2: they change places."""
    for path in Table(project, known(leader) + ATTACKS).paths(lambda game: Turn(game, 'masonry').run()):
        events = path.outcome.trace.events
        won = 'won' in [event.fields['result'] for event in events if event.kind == 'fought']
        assert ('swapped' in kinds(events)) is (won and swaps)
        slots = [path.outcome.ap.row.card(kind).slot for kind in ('military', 'culture')]
        assert slots == ([2, 1] if won and swaps else [1, 2])


@pytest.mark.parametrize(('leader', 'gains'), [('gilgamesh', True), ('trajan', False)])
def test_gilgamesh_gains_a_resource_and_the_token(project: Project, leader: str, gains: bool) -> None:
    table = Table(project, known(leader).replace('dial', 'resources: 0\n  dial') + ATTACKS)
    for path in table.paths(lambda game: Turn(game, 'masonry').run()):
        won = 'defeated' in kinds(path.outcome.trace.events)
        assert path.outcome.ap.resources == (1 if won and gains else 0)
        assert sum(card.trade for card in path.outcome.ap.row.cards) == (1 if won else 0)


@pytest.mark.parametrize(('leader', 'on_card'), [('roosevelt', 1), ('trajan', 0)])
def test_a_natural_wonder_gained_lies_in_slot_four(project: Project, leader: str, on_card: int) -> None:
    game = Table(project, known(leader, 2)).play(gain_natural_wonder)
    assert (game.ap.natural_wonders, game.ap.row.card('astrology').natural_wonders) == (3, on_card)


def test_roosevelts_tokens_go_into_the_last_attack_and_on_to_slot_four(project: Project) -> None:
    """5 against 5, in the second attack 6: a level first roll is lost, a level second one is won."""
    results = {}
    for path in Table(project, known('roosevelt', 1) + ATTACKS).paths(lambda game: Turn(game, 'masonry').run()):
        for event in path.outcome.trace.events:
            if event.kind == 'fought':
                seen = event.fields['number'], event.fields['natural_wonders'], event.fields['ahead']
                results[seen] = event.fields['result']
        row = path.outcome.ap.row
        assert [row.card(name).natural_wonders for name in ('masonry', 'astrology')] == [0, 1]
    assert results == {(1, 0, '-5..0'): 'lost', (1, 0, '1..5'): 'won', (2, 1, '-5..-1'): 'lost', (2, 1, '0..5'): 'won'}


ROAD = """
market: []
victory: []
spaces:
  - {id: capital, at: [0, 0], terrain: 1, city: ap, capital: true}
  - {id: first, at: [1, 0], terrain: FIRST}
  - {id: second, at: [2, 0], terrain: 2, CITY}
  - {id: third, at: [3, 0], terrain: 1}
  - {id: fourth, at: [4, 0], terrain: FOURTH}
  - {id: last, at: [5, 0], terrain: 1, caravans: [ap]}
"""


@pytest.mark.parametrize(
    ('kind', 'card', 'changes', 'goal', 'clause'),
    [
        # A city on the second space or, where the land is worth more, on the fourth one: 3 is the range.
        ('industry', 'animal-husbandry', {'FIRST': '1', 'FOURTH': '1'}, 'second', None),
        ('industry', 'animal-husbandry', {'FIRST': '1', 'FOURTH': '5'}, 'fourth', 'friendly-caravan'),
        ('industry', 'nationalism', {'FIRST': 'water', 'FOURTH': '1'}, 'second', 'water'),
        ('industry', 'nationalism', {'FIRST': '1', 'FOURTH': '1'}, 'second', None),
        ('military', 'mass-production', {'FIRST': 'water', 'FOURTH': '1', 'CITY': 'city: blue'}, 'second', 'water'),
        ('military', 'mass-production', {'FIRST': '1', 'FOURTH': '1', 'CITY': 'city: blue'}, 'second', None),
    ],
)
def test_what_is_in_range_thanks_to_a_clause(
    project: Project, kind: str, card: str, changes: dict[str, str], goal: str, clause: str | None
) -> None:
    old = '{card: masonry,' if kind == 'military' else '{type: industry, level: 1,'
    text = known().replace(old, f'{{card: {card},').replace('dial', 'resources: 0\n  dial') + ROAD
    for name, value in {'CITY': 'wonder: none', **changes}.items():
        text = text.replace(name, value)
    until = 'attack' if kind == 'military' else 'build-city'
    for path in Table(project, text).paths(lambda game: Turn(game, card).run(until)):
        events = path.outcome.trace.events
        assert goal in [event.fields.get('city', event.fields.get('target')) for event in events]
        told = {(event.fields['item'], event.fields['thanks_to']) for event in events if event.kind == 'reach'}
        assert told == (set() if clause is None else {(goal, clause)})


@pytest.mark.parametrize(('card', 'arrives'), [('steam-power', ['london']), ('foreign-trade', [])])
def test_caravans_visit_rival_cities_and_cross_water_only_where_the_card_says_so(
    project: Project, card: str, arrives: list[str]
) -> None:
    spaces = """
spaces:
  - {id: capital, at: [0, 0], terrain: 1, city: ap, capital: true}
  - {id: sea, at: [1, 0], terrain: water}
  - {id: london, at: [2, 0], terrain: 1, city: blue}
"""
    text = known().replace('foreign-trade', card).replace('dial', 'resources: 0\n  dial')
    for path in Table(project, text + spaces).paths(lambda game: Turn(game, card).run('move-caravans')):
        events = path.outcome.trace.events
        assert [event.fields['at'] for event in events if event.kind == 'arrived'] == arrives

"""The event dial: barbarians that march, are thrown back or come back, and trade from mature cities."""

import pytest
from situations import Table, fields, kinds

from civap.content.project import Project
from civap.engine.events import advance_event_dial, happen
from civap.engine.state import Game
from civap.engine.turn import take_turn

ROW = """
ap:
  leader: trajan
  natural-wonders: 0
  row: [{type: culture, level: 1, slot: 1, trade: 1}, {type: economy, level: 1, slot: 2, trade: 0},
        {type: industry, slot: 3, trade: 0}, {type: military, slot: 4, trade: 0}, {card: astrology, slot: 5, trade: 1}]
  dial: 10
  city-states: []
  wonders: []
rivals: [{id: blue}]
"""
# The first direction is one column further.
GOAL = """
spaces:
  - {id: camp, at: [0, 0], terrain: 1, barbarian: A}
  - {id: goal, at: [1, 0], GOAL}
  - {id: beyond, at: [2, 0], terrain: 1}
"""


def marched(project: Project, goal: str, spaces: str = GOAL) -> list[Game]:
    """The games after barbarians moved in the first direction."""
    table = Table(project, ROW + spaces.replace('GOAL', goal))
    taken = table.paths(lambda game: happen(game, 'barbarian-movement'))
    return [path.outcome for path in taken if path.answers['event.direction'] == 1]


@pytest.mark.parametrize(
    ('goal', 'reason'),
    [
        ('terrain: 1, barbarian: B', None),  # the one in front moves on first
        ('terrain: 1, city-state: geneva', 'city-state-there'),
        ('terrain: 1, control: ap, reinforced: true', 'reinforced-there'),
        ('terrain: 1, control: blue, reinforced: true', 'reinforced-there'),
        ('terrain: 1, city: blue, capital: true', 'capital-there'),
    ],
)
def test_who_stands_in_the_way(project: Project, goal: str, reason: str | None) -> None:
    for game in marched(project, goal):
        camp, there = game.board.named['camp'], game.board.named['goal']
        assert (camp.barbarian, there.barbarian) == ((None, 'A') if reason is None else ('A', None))
        told = [event.fields['reason'] for event in game.trace.events if event.kind == 'barbarian-back']
        assert told == ([] if reason is None else [reason])
        assert not there.reinforced


@pytest.mark.parametrize(
    ('goal', 'lost'),
    [
        ('terrain: 1, city: ap', ('city', 'ap')),
        ('terrain: 1, city: blue', ('city', 'blue')),
        ('terrain: 1, control: ap', ('control-token', 'ap')),
        ('terrain: 1, control: blue', ('control-token', 'blue')),
        ('terrain: 1, caravans: [ap]', ('caravan', 'ap')),
        ('terrain: 1, caravans: [blue]', ('caravan', 'blue')),
    ],
)
def test_what_is_destroyed(project: Project, goal: str, lost: tuple[str, str]) -> None:
    """31 control tokens and 3 caravans of the AP are at home again."""
    (game,) = marched(project, goal)
    there = game.board.named['goal']
    destroyed = fields(game.trace.events, 'destroyed')
    assert (destroyed['what'], destroyed['owner'], destroyed['space']) == (*lost, 'goal')
    assert (there.barbarian, there.owner, there.caravans, there.capital) == ('A', None, (), False)
    assert (game.ap.control_left, game.ap.caravans_home) == (31, 3)


def test_water_is_crossed(project: Project) -> None:
    (game,) = marched(project, 'terrain: water')
    assert game.board.named['beyond'].barbarian == 'A'


def test_at_the_edge_it_turns_round(project: Project) -> None:
    (game,) = marched(
        project, '', 'spaces: [{id: camp, at: [0, 0], terrain: 1, barbarian: A}, {id: back, at: [-1, 0], terrain: 1}]'
    )
    assert game.board.named['back'].barbarian == 'A'


def test_on_an_island_it_stays(project: Project) -> None:
    (game,) = marched(project, '', 'spaces: [{id: camp, at: [0, 0], terrain: 1, barbarian: A}]')
    assert fields(game.trace.events, 'barbarian-back')['reason'] == 'no-land'


@pytest.mark.parametrize('face', range(1, 7))
def test_those_in_front_go_first(project: Project, face: int) -> None:
    """Three beside each other, on a map with room all round: none is thrown back, whichever way they go."""
    pieces = {(0, 0): ', barbarian: A', (1, 0): ', barbarian: B', (0, 1): ', barbarian: C'}
    ring = '\n'.join(
        f'  - {{at: [{across}, {down}], terrain: 1{pieces.get((across, down), "")}}}'
        for across in range(-2, 4)
        for down in range(-2, 3)
    )
    table = Table(project, f'{ROW}spaces:\n{ring}')
    taken = table.paths(lambda game: happen(game, 'barbarian-movement'))
    (game,) = [path.outcome for path in taken if path.answers['event.direction'] == face]
    assert kinds(game.trace.events) == ['barbarian-moved'] * 3


def test_a_capital_of_the_ap_loses_two_random_tokens(project: Project) -> None:
    """One lies on the culture card, one on the science card: both orders, and nothing is left."""
    games = marched(project, 'terrain: 1, city: ap, capital: true')
    assert len(games) == 2
    for game in games:
        assert [card.trade for card in game.ap.row.cards] == [0] * 5
        assert kinds(game.trace.events) == ['discarded', 'discarded', 'barbarian-back']


def test_with_one_token_one_is_lost(project: Project) -> None:
    table = Table(
        project,
        ROW.replace('slot: 5, trade: 1', 'slot: 5, trade: 0')
        + GOAL.replace('GOAL', 'terrain: 1, city: ap, capital: true'),
    )
    taken = table.paths(lambda game: happen(game, 'barbarian-movement'))
    (game,) = [path.outcome for path in taken if path.answers['event.direction'] == 1]
    assert fields(game.trace.events, 'discarded')['card'] == 'culture'


@pytest.mark.parametrize(
    ('place', 'spawned'),
    [
        ('terrain: 1', True),
        ('terrain: 1, caravans: [ap]', True),
        ('terrain: 1, control: ap', False),
        ('terrain: 1, control: blue', False),
        ('terrain: 1, city: blue', False),
        ('terrain: 1, barbarian: B', False),
        ('terrain: 1, barbarian: C', False),
    ],
)
def test_where_a_defeated_barbarian_comes_back(project: Project, place: str, spawned: bool) -> None:
    text = f'{ROW}spaces: [{{id: point, at: [0, 0], spawn-point: C, {place}}}]'
    game = Table(project, text).play(lambda game: happen(game, 'spawn'))
    assert ('spawned' in kinds(game.trace.events)) is spawned
    assert (game.board.named['point'].barbarian == 'C') is (spawned or place.endswith('C'))
    assert game.ap.caravans_home == 3


def test_one_that_is_elsewhere_does_not_come_back(project: Project) -> None:
    text = """
spaces: [{id: point, at: [0, 0], terrain: 1, spawn-point: A}, {id: b, at: [1, 0], terrain: 1, barbarian: A}]
"""
    assert Table(project, ROW + text).play(lambda game: happen(game, 'spawn')).trace.events == []


def test_a_token_for_each_mature_city(project: Project) -> None:
    """York has no land around it; the capital lacks a token beside it. Slot 4 is the highest with the fewest."""
    text = f"""{ROW}spaces:
  - {{id: york, at: [0, 0], terrain: 1, city: ap}}
  - {{id: capital, at: [5, 0], terrain: 1, city: ap, capital: true}}
  - {{id: field, at: [6, 0], terrain: 1}}
"""
    game = Table(project, text).play(lambda game: happen(game, 'trade'))
    assert [(card.type, card.trade) for card in game.ap.row.cards if card.slot == 4] == [('military', 1)]
    assert kinds(game.trace.events).count('gained') == 1


@pytest.mark.parametrize(
    ('here', 'next_', 'event'), [(0, 1, 'blank'), (1, 2, 'barbarian-movement'), (2, 3, 'trade'), (4, 0, 'spawn')]
)
def test_the_event_dial_is_a_ring(project: Project, here: int, next_: int, event: str) -> None:
    table = Table(project, f'{ROW}event-dial: {here}\nspaces: [{{id: a, at: [0, 0], terrain: 1}}]')
    game = table.play(advance_event_dial)
    told = fields(game.trace.events, 'event-dial')
    assert (told['event'], told['space'], game.event_dial) == (event, next_, next_)


@pytest.mark.parametrize(('turn', 'advanced'), [('', False), ('turn: 1', False), ('turn: 2', True)])
def test_the_event_dial_rests_in_the_first_turn(project: Project, turn: str, advanced: bool) -> None:
    """A turn that is not stated is the first."""
    table = Table(project, f'{ROW}{turn}\nevent-dial: 0\nspaces: [{{id: a, at: [0, 0], terrain: 1}}]')
    for path in table.paths(take_turn):
        game = path.outcome
        assert ('event-dial' in kinds(game.trace.events)) is advanced
        assert game.turn == (3 if advanced else 2)
        assert fields(game.trace.events, 'turn')['turn'] == game.turn - 1

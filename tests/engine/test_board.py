"""What rules ask about spaces: on a map, and where spaces only state it."""

import pytest
from situations import Table

from civap.content.project import Project
from civap.engine.board import Board
from civap.engine.pieces import FAR
from civap.engine.state import Game

PIECES = """
ap: {LEADER, natural-wonders: 0, diplomacy: [{from: blue, card: open-borders}, {from: ann, card: none}]}
rivals: [{id: blue}, {id: ann}]
"""
LIST = """
spaces:
  - {id: capital, city: ap, capital: true}
  - {id: own, control: ap}
  - {id: camp, barbarian: A}
  - {id: state, city-state: geneva}
  - {id: london, city: blue}
  - {id: outpost, control: ann}
  - {id: field}
"""


def board(project: Project, spaces: str, leader: str = 'trajan') -> Board:
    return Table(project, PIECES.replace('LEADER', f'leader: {leader}') + spaces).play(lambda game: None).board


def on_line(spaces: str) -> str:
    """The listed spaces in a row on a map."""
    lines = spaces.strip().splitlines()
    placed = [line.replace('}', f', at: [{place}, 0], terrain: 1}}') for place, line in enumerate(lines[1:])]
    return '\n'.join([lines[0], *placed])


@pytest.mark.parametrize('spaces', [LIST, on_line(LIST)], ids=['stated', 'map'])
def test_what_can_be_attacked(project: Project, spaces: str) -> None:
    """Not what is the AP's, whoever has a name before or after it in the alphabet."""
    found = board(project, spaces)
    assert [space.id for space in found.hostile()] == ['camp', 'state', 'london', 'outpost']
    assert [space.id for space in found.cities('ap')] == ['capital']
    assert [space.id for space in found.cities('blue')] == ['london']
    assert found.capital('ap') is found.named['capital']
    assert found.capital('blue') is None


SITES = """
spaces:
  - {id: sea, at: [0, 0], terrain: water}
  - {id: camp, at: [2, 0], terrain: 1, barbarian: A}
  - {id: marble, at: [4, 0], terrain: 1, resource: marble}
  - {id: mercury, at: [6, 0], terrain: 1, resource: mercury}
  - {id: oil, at: [8, 0], terrain: 1, resource: oil}
  - {id: diamond, at: [10, 0], terrain: 1, resource: diamond}
  - {id: dover, at: [12, 0], terrain: 5, natural-wonder: cliffs-of-dover}
  - {id: paine, at: [14, 0], terrain: 5, natural-wonder: torres-del-paine}
  - {id: claimed, at: [16, 0], terrain: 5, natural-wonder: mt-everest, claimed: true}
  - {id: theirs, at: [18, 0], terrain: 1, control: ann}
  - {id: own, at: [20, 0], terrain: 1, control: ap}
  - {id: london, at: [22, 0], terrain: 1, city: blue}
  - {id: beside-city, at: [23, 0], terrain: 1}
  - {id: state, at: [26, 0], terrain: 1, city-state: geneva}
  - {id: beside-state, at: [27, 0], terrain: 1}
  - {id: free, at: [30, 0], terrain: 1}
"""


@pytest.mark.parametrize(
    ('space', 'reason'),
    [
        ('sea', 'water'),
        ('camp', 'barbarian'),
        ('marble', 'occupied'),
        ('mercury', 'occupied'),
        ('oil', 'occupied'),
        ('diamond', 'occupied'),
        ('dover', 'occupied'),
        ('paine', 'occupied'),
        ('claimed', ''),
        ('theirs', 'occupied'),
        ('own', ''),
        ('london', 'occupied'),
        ('beside-city', 'next-to-city'),
        ('state', 'occupied'),
        ('beside-state', 'next-to-city'),
        ('free', ''),
    ],
)
def test_where_a_city_may_stand(project: Project, space: str, reason: str) -> None:
    found = board(project, SITES)
    assert found.why_no_city(found.named[space]) == reason


AROUND = """
spaces:
  - {id: middle, at: [0, 0], terrain: 4, city: ap, capital: true}
  - {id: a, at: [1, 0], terrain: 5, control: ap}
  - {id: b, at: [0, 1], terrain: 3, resource: marble}
  - {id: c, at: [-1, 1], terrain: 2, resource: oil}
  - {id: d, at: [-1, 0], terrain: 5, natural-wonder: cliffs-of-dover}
  - {id: e, at: [0, -1], terrain: 1, control: FIRST, reinforced: true}
  - {id: f, at: [1, -1], terrain: SEA}
"""


@pytest.mark.parametrize(
    ('first', 'sea', 'missing'),
    [
        ('ann', '1', 5),  # all but the own token
        ('ann', 'water', 4),
        ('blue', '1', 4),  # Blue has given Open Borders
        ('blue', 'water', 3),
    ],
)
def test_what_is_missing_for_maturity(project: Project, first: str, sea: str, missing: int) -> None:
    found = board(project, AROUND.replace('FIRST', first).replace('SEA', sea)).map()
    assert found.missing_for_maturity(found.named['middle']) == missing


def test_what_lies_beside_a_space(project: Project) -> None:
    """Two resources and the token of a natural wonder; one reinforced token, which is Blue's."""
    found = board(project, AROUND.replace('FIRST', 'blue').replace('SEA', '1'))
    middle = found.named['middle']
    assert found.tokens_adjacent(middle) == 3
    assert [found.reinforced_adjacent(middle, owner) for owner in ('ap', 'blue', 'ann')] == [0, 1, 0]


@pytest.mark.parametrize(
    ('sea', 'leader', 'difficulties'),
    [
        # A: mountains at the edge, a natural wonder at the edge, a forest at the edge, and the desert in the middle.
        ('1', 'tokimune', {'a': 3, 'd': 5, 'b': 3, 'middle': 4}),
        ('water', 'tokimune', {'a': 3, 'd': 5, 'b': 3, 'middle': 3}),
        ('water', 'trajan', {'a': 5, 'd': 5, 'b': 3, 'middle': 4}),
    ],
)
def test_desert_and_mountains_on_the_shore(
    project: Project, sea: str, leader: str, difficulties: dict[str, int]
) -> None:
    found = board(project, AROUND.replace('FIRST', 'ann').replace('SEA', sea), leader)
    assert {name: found.difficulty(found.named[name]) for name in difficulties} == difficulties


WAY = """
spaces:
  - {id: capital, at: [0, 0], terrain: 1, city: ap, capital: true}
  - {id: near, at: [1, 0], terrain: 1}
  - {id: SECOND, at: [2, 0], PIECE}
  - {id: far, at: [3, 0], terrain: 1, caravans: [CARAVAN]}
"""
CLAUSES = {
    'water': 'terrain: water',
    'rival-space': 'terrain: 1, control: blue',
    'barbarian': 'terrain: 1, barbarian: A',
    'city-state': 'terrain: 1, city-state: geneva',
}


@pytest.mark.parametrize('clause', CLAUSES)
def test_a_way_ends_in_what_stops_it_unless_the_card_opens_it(project: Project, clause: str) -> None:
    text = WAY.replace('SECOND', 'gate').replace('PIECE', CLAUSES[clause]).replace('CARAVAN', 'blue')
    found = board(project, text)
    capital, gate, far = (found.named[name] for name in ('capital', 'gate', 'far'))
    closed = found.counting(3, ('friendly-space',), tuple(other for other in CLAUSES if other != clause))
    assert [closed.within(space) for space in (capital, gate, far)] == [False, True, False]
    opened = found.counting(3, ('friendly-space',), (clause,))
    assert [opened.within(space) for space in (capital, gate, far)] == [False, True, True]
    short = found.counting(2, ('friendly-space',), (clause,))
    assert short.near(found.spaces) == [found.named['near'], gate]


@pytest.mark.parametrize(('owner', 'reached'), [('ap', True), ('blue', False)])
def test_counting_from_caravans(project: Project, owner: str, reached: bool) -> None:
    """The gate is beside the caravan, if that is the AP's and counted from; from the capital it is 2 away."""
    text = WAY.replace('SECOND', 'gate').replace('PIECE', 'terrain: 1').replace('CARAVAN', owner)
    found = board(project, text)
    assert found.counting(1, ('friendly-space', 'friendly-caravan'), ()).within(found.named['gate']) is reached
    assert not found.counting(1, ('friendly-space',), ()).within(found.named['gate'])


def test_spaces_that_are_barred_are_no_start(project: Project) -> None:
    found = board(project, WAY.replace('SECOND', 'gate').replace('PIECE', 'terrain: 1').replace('CARAVAN', 'blue'))
    counting = found.counting(3, ('friendly-space',), (), [found.named['capital']])
    assert counting.near(found.spaces) == []


def test_distances(project: Project) -> None:
    found = board(project, WAY.replace('SECOND', 'gate').replace('PIECE', 'terrain: 1').replace('CARAVAN', 'ap')).map()
    ways = found.distances(found.named['capital'].bit, 0, 2)
    assert [ways.to(space) for space in found.spaces] == [0, 1, 2, FAR]
    assert [found.pieces.at(ways.at(steps)) for steps in (1, 2, 3)] == [[found.spaces[1]], [found.spaces[2]], []]


def test_stated_distances(project: Project) -> None:
    """By what the card counts through, and by where it counts from."""
    text = """
spaces:
  - {id: A, distance: 4, distance-through-water: 3, distance-through-everything: 2, distance-from-caravan: 1}
  - {id: B, distance: 2, distance-through-water: 2, distance-through-everything: 2, distance-from-caravan: 9}
"""
    found = board(project, text)
    everything = ('water', 'rival-space', 'barbarian', 'city-state')

    def within(limit: int, *from_: str, through: tuple[str, ...] = ()) -> list[str]:
        return [space.id for space in found.counting(limit, from_, through).near(found.spaces)]

    assert within(3, 'friendly-space') == ['B']
    assert within(4, 'friendly-space') == ['A', 'B']
    assert within(2, 'friendly-space', through=('water',)) == ['B']
    assert within(3, 'friendly-space', through=('water',)) == ['A', 'B']
    assert within(2, 'friendly-space', through=everything) == ['A', 'B']
    assert within(1, 'friendly-space', 'friendly-caravan') == ['A']


def test_a_stated_board_is_no_map(project: Project) -> None:
    def act(game: Game) -> None:
        game.board.map()

    with pytest.raises(Exception, match='map'):
        Table(project, 'spaces: []').play(act)

"""Trade tokens spent in fights, against a reference that lays down token by token; and that what is printed counts."""

from collections.abc import Callable
from dataclasses import replace
from itertools import product

import pytest
from situations import Table

from civap.content.project import Project
from civap.engine.combat import (
    attack_rule,
    attacker_spends,
    defender_spends,
    military_bonus,
    tomyris_bonus,
    treaty_bonus,
)
from civap.engine.criteria import defense
from civap.engine.defend import defend
from civap.engine.state import Game
from civap.engine.turn import Turn

CASES = list(product(range(-9, 10), range(6), (1, 2, 3)))


@pytest.mark.parametrize('theirs', [0, 1, 4])
def test_the_attacker_spends_all_it_can_until_it_cannot_be_matched(theirs: int) -> None:
    for lead, tokens, adds in CASES:
        ahead, spent = lead, 0
        while spent < tokens and ahead <= theirs:
            ahead, spent = ahead + adds, spent + 1
        expected = spent if lead + tokens * adds > 0 else 0
        assert attacker_spends(lead, tokens, adds, theirs) == expected, (lead, tokens, adds)


def test_the_defender_spends_just_enough_or_nothing() -> None:
    for lead, tokens, adds in CASES:
        enough = [number for number in range(tokens + 1) if lead - number * adds <= 0]
        assert defender_spends(lead, tokens, adds) == (enough[0] if enough else 0), (lead, tokens, adds)


TABLE = """
ap:
  leader: cleopatra
  natural-wonders: 0
  resources: 0
  wonders: []
  city-states: []
  diplomacy: [{from: blue, card: none}]
  row: [{card: masonry, slot: 5, trade: 3}, {type: culture, slot: 4}, {type: economy, slot: 3},
        {type: industry, slot: 2}, {type: science, slot: 1}]
rivals: [{id: blue, bonus: 0, row: [{type: military, slot: 5, trade: 2}]}]
spaces:
  - {id: capital, at: [0, 0], terrain: 1, city: ap, capital: true}
  - {id: hill, at: [1, 0], terrain: 2, control: blue}
"""


def attack(game: Game) -> None:
    Turn(game, 'masonry').run('attack')


def be_attacked(game: Game) -> None:
    defend(game, game.board.named['capital'], 'blue', 6)


@pytest.mark.parametrize(
    ('adds', 'act', 'ahead', 'ends'),
    [
        (1, attack, '-5', {('won', 3, 0), ('lost', 3, 1)}),  # 2 behind: 3 tokens lead by 1, which Blue can match
        (2, attack, '-5', {('won', 3, 0)}),  # 2 behind: 3 tokens lead by 4, which it cannot
        (1, attack, '-2', {('won', 2, 0)}),  # 1 ahead: 2 more make it 3
        (2, attack, '-2..-1', {('won', 1, 0)}),
        (1, be_attacked, '-2', {('lost', 0, 2)}),  # 2 behind the attacker: 2 tokens are level, which holds
        (2, be_attacked, '-3..-2', {('lost', 0, 1)}),
        (1, be_attacked, '0..5', {('won', 0, 0)}),
        (2, be_attacked, '1..2', {('lost', 0, 3)}),
    ],
)
def test_a_token_of_the_ap_adds_what_its_card_prints(
    project: Project, adds: int, act: Callable[[Game], None], ahead: str, ends: set[tuple[str, int, int]]
) -> None:
    types = tuple(
        kind.model_copy(update={'token_adds': adds}) if kind.id == 'military' else kind for kind in project.deck.types
    )
    table = Table(replace(project, deck=project.deck.model_copy(update={'types': types})), TABLE)
    first = [next(event for event in path.outcome.trace.events if event.kind == 'fought') for path in table.paths(act)]
    told = [event.fields for event in first]
    found = {(end['result'], end.get('trade', 0), end['defender_trade']) for end in told if end['ahead'] == ahead}
    assert found == ends


PEACE = """
ap:
  leader: {leader}
  natural-wonders: 0
  wonders: {{military: 1}}
  city-states: {{military: 2}}
  conquered: [carthage]
  diplomacy: [{{from: blue, card: joint-war}}, {{from: green, card: defensive-pact}}, {{from: red, card: joint-war}}]
  row: [{{card: masonry, slot: 5, trade: 0}}]
rivals: [{{id: blue, bonus: 3}}, {{id: green, bonus: 1}}, {{id: red, bonus: 0}}]
spaces:
  - {{id: capital, at: [0, 0], terrain: 1, city: ap, capital: true}}
  - {{id: city, at: [4, 0], terrain: 2, city: blue}}
  - {{id: weak, at: [5, 0], terrain: 4, control: blue}}
  - {{id: strong, at: [4, 1], terrain: 3, control: blue, reinforced: true}}
  - {{id: other, at: [4, -1], terrain: 5, control: green, reinforced: true}}
  - {{id: camp, at: [3, 0], terrain: 4, barbarian: A}}
  - {{id: state, at: [3, 1], terrain: 1, city-state: geneva}}
"""


def peace(project: Project, leader: str = 'trajan') -> Game:
    return Table(project, PEACE.format(leader=leader)).play(lambda game: None)


@pytest.mark.parametrize(
    ('target', 'expected'),
    [
        ('city', 8),  # twice 2, 1 for the reinforced token of its owner beside it, 3 for Blue
        ('weak', 8),  # 4, 1 for the reinforced token beside it, 3 for Blue
        ('strong', 7),  # 3, 1 for itself, 3 for Blue
        ('other', 7),  # 5, 1 for itself, 1 for Green; the tokens of Blue are not its own
        ('camp', 4),
        ('state', 8),
    ],
)
def test_what_a_target_adds_to_its_die(project: Project, target: str, expected: int) -> None:
    game = peace(project)
    assert defense(game, game.board.named[target]) == expected


@pytest.mark.parametrize(
    ('against', 'treaty', 'expected'),
    [
        (None, 'joint-war', 4),
        ('green', 'joint-war', 4),
        ('blue', 'joint-war', 2),
        ('red', 'joint-war', 2),
        ('blue', 'defensive-pact', 2),
        ('green', 'defensive-pact', 0),
        (None, 'embassy', 0),
        (None, 'open-borders', 0),
    ],
)
def test_each_treaty_adds_two_but_against_its_giver(
    project: Project, against: str | None, treaty: str, expected: int
) -> None:
    assert treaty_bonus(peace(project), against, treaty) == expected


@pytest.mark.parametrize(
    ('space', 'leader', 'expected'),
    [
        # 1 wonder, 2 city-states and 1 conquered, and a Joint War of two rivals, 2 each
        ('camp', 'trajan', 8),
        ('camp', 'tomyris', 8),
        ('city', 'tomyris', 11),
        ('strong', 'tomyris', 8),
        ('capital', 'tomyris', 11),
    ],
)
def test_what_the_ap_adds_to_every_fight(project: Project, space: str, leader: str, expected: int) -> None:
    game = peace(project, leader)
    assert military_bonus(game, game.board.named[space], None, 'joint-war') == expected


def test_a_natural_wonder_is_no_grassland(project: Project) -> None:
    text = """
ap: {leader: tomyris}
spaces: [{id: peak, at: [0, 0], terrain: 1, natural-wonder: WONDER}]
"""
    for name, bonus in (('cliffs-of-dover', 0), ('torres-del-paine', 0), ('none', 3)):
        game = Table(project, text.replace('WONDER', name)).play(lambda game: None)
        assert tomyris_bonus(game, game.board.named['peak']) == bonus


@pytest.mark.parametrize(
    ('lead', 'base', 'who'), [(1, 0, 'winning'), (0, 0, 'losing'), (-2, 3, 'winning'), (-2, 2, 'losing')]
)
def test_a_tie_is_lost_by_the_attacker(lead: int, base: int, who: str) -> None:
    assert attack_rule(lead, base) == f'trade.spend-military-attacker-{who}'


@pytest.mark.parametrize(
    ('space', 'defense_'),
    [
        ('capital', 3),  # twice 1, and 1 for the reinforced token beside it
        ('hill', 4),  # 2, 1 for itself, 1 for the other reinforced token beside it
        ('field', 4),  # 3, 1 for the reinforced token beside it
    ],
)
def test_what_defends_the_pieces_of_the_ap(project: Project, space: str, defense_: int) -> None:
    spaces = """
spaces:
  - {id: capital, at: [0, 0], terrain: 1, city: ap, capital: true}
  - {id: hill, at: [1, 0], terrain: 2, control: ap, reinforced: true}
  - {id: edge, at: [2, 0], terrain: 5, control: ap, reinforced: true}
  - {id: field, at: [2, -1], terrain: 3, control: blue}
"""
    text = TABLE[: TABLE.index('spaces:')] + spaces
    if space == 'field':  # beside both; one of them is not reinforced
        text = text.replace('terrain: 3, control: blue', 'terrain: 3, control: ap').replace(
            'terrain: 5, control: ap, reinforced: true', 'terrain: 5, control: ap'
        )
    for path in Table(project, text).paths(lambda game: defend(game, game.board.named[space], 'blue', 6)):
        (told,) = [event.fields for event in path.outcome.trace.events if event.kind == 'attacked']
        assert (told['defense'], told['bonus'], told['combat']) == (defense_, 0, 6)

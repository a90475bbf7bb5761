"""Trade tokens spent in fights, against a reference that lays down token by token; and that what is printed counts."""

from collections.abc import Callable
from dataclasses import replace
from itertools import product

import pytest
from situations import Table

from civap.content.project import Project
from civap.engine.combat import attacker_spends, defender_spends
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

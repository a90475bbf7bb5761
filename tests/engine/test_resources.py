"""Resource tokens between the AP and the supply."""

import pytest
from situations import Table, fields, kinds

from civap.content.project import Project
from civap.engine.resources import gain_resource, spend_resources, take_resource
from civap.engine.state import Game

HELD = 'ap: {{resources: {}, held: [{}]}}\nsupply: {{marble: {}, mercury: 0, oil: {}, diamond: 0}}'


def test_a_token_taken_is_one_more_of_its_type(project: Project) -> None:
    game = Table(project, HELD.format(2, 'oil', 3, 3)).play(lambda game: take_resource(game, 'oil'))
    assert (game.ap.resources, dict(game.ap.held)) == (3, {'oil': 2})


def test_a_random_type_that_is_left(project: Project) -> None:
    taken = Table(project, HELD.format(0, '', 3, 1)).paths(gain_resource)
    assert [path.answers for path in taken] == [{'resource.tie': 'marble'}, {'resource.tie': 'oil'}]
    assert [(path.outcome.supply['marble'], path.outcome.supply['oil']) for path in taken] == [(2, 1), (3, 0)]
    for path in taken:
        (event,) = path.outcome.trace.events
        assert event.rules == ('resource.gain', 'resource.same', 'golden.random')
        assert path.outcome.ap.resources == 1


def test_the_only_type_that_is_left_is_no_chance(project: Project) -> None:
    game = Table(project, HELD.format(0, '', 0, 1)).play(lambda game: gain_resource(game, 'leader.gilgamesh'))
    (event,) = game.trace.events
    assert (event.fields, event.rules) == ({'resource': 'oil'}, ('resource.gain', 'resource.same', 'leader.gilgamesh'))


def test_an_empty_supply_gives_nothing(project: Project) -> None:
    game = Table(project, HELD.format(1, 'oil', 0, 0)).play(gain_resource)
    assert fields(game.trace.events, 'impossible') == {'what': 'resource', 'reason': 'supply-empty'}
    assert (game.ap.resources, dict(game.ap.held)) == (1, {'oil': 1})


@pytest.mark.parametrize(('resources', 'gained'), [(31, True), (32, False)])
def test_there_are_32_tokens(project: Project, resources: int, gained: bool) -> None:
    """8 of each type; of those whose type is not known none is in the supply."""
    game = Table(project, f'ap: {{resources: {resources}}}').paths(gain_resource)[0].outcome
    assert ('resource-gained' in kinds(game.trace.events)) is gained


@pytest.mark.parametrize(
    ('spent', 'held', 'supply'),
    [
        (1, {'oil': 1, 'marble': 1}, (0, 1)),  # most of oil
        (2, {'oil': 1}, (1, 1)),  # one each: marble is first in the alphabet
        (3, {}, (1, 2)),
        (4, {}, (1, 2)),  # the fourth is of a type that nobody knows
    ],
)
def test_spent_tokens_go_back(project: Project, spent: int, held: dict[str, int], supply: tuple[int, int]) -> None:
    def act(game: Game) -> None:
        spend_resources(game, spent)

    game = Table(project, HELD.format(4, 'oil, marble, oil', 0, 0)).play(act)
    assert (+game.ap.held, game.ap.resources) == (held, 4 - spent)
    assert (game.supply['marble'], game.supply['oil']) == supply

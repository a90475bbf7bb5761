"""The state of a game as it is written down, changed in one way at a time."""

from collections.abc import Callable

import pytest
from situations import Table

from civap.content.project import Project
from civap.content.situation import Given
from civap.engine.effects.place_control import put_control
from civap.engine.resources import take_resource
from civap.engine.snapshot import snapshot
from civap.engine.state import Game
from civap.engine.wonders import lose_control

MAP = """
ap: {leader: trajan, natural-wonders: 0, resources: 1, held: [oil], wonders: [], city-states: []}
spaces:
  - {id: capital, at: [0, 0], terrain: 1, city: ap, capital: true}
  - {id: dover, at: [1, 0], terrain: 5, natural-wonder: cliffs-of-dover}
  - {id: paine, at: [0, 1], terrain: 5, natural-wonder: torres-del-paine}
  - {id: grass, at: [-1, 0], terrain: 1, resource: marble}
"""


def after(project: Project, act: Callable[[Game], object], text: str = MAP) -> Given:
    table = Table(project, text)
    return snapshot(table.set_up, table.play(act))


@pytest.mark.parametrize('name', ['dover', 'paine'])
def test_a_natural_wonder_is_claimed_once_its_token_is_taken_and_nobody_is_there(project: Project, name: str) -> None:
    def claimed(act: Callable[[Game], object]) -> tuple[bool, str | None]:
        (space,) = [space for space in after(project, act).spaces or () if space.id == name]
        return space.claimed, space.control

    def come(game: Game) -> None:
        put_control(game, game.board.named[name])

    def go(game: Game) -> None:
        come(game)
        lose_control(game, game.board.named[name])

    assert claimed(lambda game: None) == (False, None)
    assert claimed(come) == (False, 'ap')
    assert claimed(go) == (True, None)


def test_only_natural_wonders_are_claimed(project: Project) -> None:
    found = after(project, lambda game: put_control(game, game.board.named['grass']))
    assert {space.id for space in found.spaces or () if space.claimed} == set()
    assert [space.resource for space in found.spaces or () if space.id == 'grass'] == [None]


def test_resources_are_counted_and_named(project: Project) -> None:
    """One was there, marble from the space and a mercury come to it; of 8 each 7 are left of all but diamond."""

    def act(game: Game) -> None:
        put_control(game, game.board.named['grass'])
        take_resource(game, 'mercury')
        game.supply['mercury'] -= 1

    found = after(project, act)
    assert (found.ap.resources, found.ap.held) == (3, ('marble', 'mercury', 'oil'))
    left = {name: getattr(found.supply, name) for name in ('marble', 'mercury', 'oil', 'diamond')}
    assert left == {'marble': 7, 'mercury': 7, 'oil': 7, 'diamond': 8}


@pytest.mark.parametrize(
    ('ap', 'asked', 'era'),
    [
        ('wonders: [kremlin], leader: catherine', True, None),  # named: it follows from the names
        ('wonders: {culture: 1}, leader: catherine', True, 0),  # the first value tried
        ('wonders: {culture: 1}, leader: catherine', False, None),
        ('wonders: {culture: 1}, era: 2', True, 2),
    ],
)
def test_the_era_is_told_where_it_does_not_follow(project: Project, ap: str, asked: bool, era: int | None) -> None:
    table = Table(project, f'ap: {{{ap}}}')
    game = table.paths(lambda game: game.ap.era if asked else None)[0].outcome
    assert snapshot(table.set_up, game).ap.era == era


def test_a_stated_board_stays_as_it_is_stated(project: Project) -> None:
    text = (
        'ap: {row: [{type: culture, level: 2, slot: 5}]}\nspaces: [{id: york, city: ap, terrain: 3}]\nmarket: [oracle]'
    )
    found = after(project, lambda game: game.ap.row.reset(game.ap.row.card('culture')), text)
    assert found.spaces == Table(project, text).set_up.situation.spaces
    assert (found.market, found.victory, found.turn, found.event_dial) == (('oracle',), None, 1, None)
    culture = next(card for card in found.ap.row if card.type == 'culture')
    assert (culture.level, culture.slot, culture.trade) == (2, 1, None)

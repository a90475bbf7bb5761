"""Wonders as they come and go with the pieces above them, and the era of the latest."""

from collections.abc import Callable

import pytest
from situations import Table

from civap.content.project import Project
from civap.engine.board import Space
from civap.engine.effects.place_control import put_control
from civap.engine.state import Game
from civap.engine.wonders import destroy_city, latest_era, lose_control, lose_wonder, own_wonder, take_over

MAP = """
ap: {leader: catherine, natural-wonders: 0, city-states: []}
spaces:
  - {id: capital, at: [0, 0], terrain: 1, city: ap, capital: true, wonder: chichen-itza}
  - {id: ruin, at: [1, 0], terrain: 1, wonder: big-ben}
  - {id: grave, at: [1, 1], terrain: 1, wonder: stonehenge}
  - {id: field, at: [0, 1], terrain: 1}
  - {id: guarded, at: [-1, 0], terrain: 1, control: ap, reinforced: true, wonder: petra}
  - {id: london, at: [3, 0], terrain: 1, city: blue, wonder: pyramids}
  - {id: outpost, at: [4, 0], terrain: 1, control: blue, wonder: oracle}
rivals: [{id: blue}]
"""


@pytest.mark.parametrize(
    ('names', 'era'),
    [
        ((), 0),
        (('stonehenge',), 1),
        (('alhambra',), 2),
        (('kremlin',), 3),
        (('kremlin', 'stonehenge'), 3),
        (('petra', 'alhambra', 'colossus'), 2),
    ],
)
def test_the_latest_era(project: Project, names: tuple[str, ...], era: int) -> None:
    assert latest_era(project, names) == era


def at(name: str, act: Callable[[Game, Space], None]) -> Callable[[Game], None]:
    return lambda game: act(game, game.board.named[name])


# At first: Chichen Itza (culture, medieval) and Petra (military, ancient).
@pytest.mark.parametrize(
    ('act', 'names', 'era'),
    [
        (at('field', take_over), {'chichen-itza', 'petra'}, 2),
        (at('ruin', take_over), {'chichen-itza', 'petra', 'big-ben'}, 3),
        (at('grave', take_over), {'chichen-itza', 'petra', 'stonehenge'}, 2),
        (at('ruin', put_control), {'chichen-itza', 'petra', 'big-ben'}, 3),
        (at('capital', destroy_city), {'petra'}, 1),
        (at('guarded', lose_control), {'chichen-itza'}, 2),
        (at('london', destroy_city), {'chichen-itza', 'petra'}, 2),
        (at('outpost', lose_control), {'chichen-itza', 'petra'}, 2),
        (lambda game: own_wonder(game, 'none'), {'chichen-itza', 'petra'}, 2),
        (lambda game: own_wonder(game, 'colossus'), {'chichen-itza', 'petra', 'colossus'}, 2),
        (lambda game: lose_wonder(game, 'none'), {'chichen-itza', 'petra'}, 2),
        (lambda game: lose_wonder(game, 'some'), {'chichen-itza', 'petra'}, 2),
    ],
    ids=[
        'nothing lies there', 'a later one', 'an earlier one', 'a control token', 'own city falls', 'own token falls',
        'rival city falls', 'rival token falls', 'none', 'earlier era', 'loses none', 'loses one without a name',
    ],
)  # fmt: skip
def test_what_the_ap_controls(project: Project, act: Callable[[Game], None], names: set[str], era: int) -> None:
    game = Table(project, MAP).play(act)
    assert (game.ap.wonders.names, game.ap.era) == (names, era)


def test_wonders_are_counted_by_type(project: Project) -> None:
    """Big Ben is an economy wonder; Petra, a military one, falls with the token above it."""

    def act(game: Game) -> None:
        take_over(game, game.board.named['ruin'])
        lose_control(game, game.board.named['guarded'])

    game = Table(project, MAP).play(act)
    found = {kind: game.ap.wonders.of(kind) for kind in ('culture', 'economy', 'industry', 'military', 'science')}
    assert found == {'culture': 1, 'economy': 1, 'industry': 0, 'military': 0, 'science': 0}
    assert (game.board.named['guarded'].reinforced, game.ap.control_left) == (False, 31)


def test_a_token_of_a_rival_does_not_come_back_to_the_ap(project: Project) -> None:
    game = Table(project, MAP).play(at('outpost', lose_control))
    assert (game.board.named['outpost'].owner, game.ap.control_left) == (None, 30)

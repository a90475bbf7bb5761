"""The lines of lists about control tokens, each measured on one small map."""

import pytest
from situations import Table

from civap.content.project import Project
from civap.engine.criteria import REGISTRY

MAP = """
ap: {leader: trajan, natural-wonders: 0, diplomacy: [{from: blue, card: none}]}
rivals: [{id: blue}]
spaces:
  - {id: capital, at: [0, 0], terrain: 1, city: ap, capital: true}
  - {id: york, at: [2, 0], terrain: 1, city: ap}
  - {id: between, at: [1, 0], terrain: 2}
  - {id: dover, at: [-1, 0], terrain: 5, natural-wonder: cliffs-of-dover}
  - {id: paine, at: [-2, 0], terrain: 5, natural-wonder: torres-del-paine, claimed: true}
  - {id: marble, at: [0, 4], terrain: 1, resource: marble}
  - {id: beside-marble, at: [0, 3], terrain: 1}
  - {id: point, at: [4, 4], terrain: 1, spawn-point: A}
  - {id: beside-point, at: [4, 3], terrain: 1}
  - {id: covered, at: [8, 4], terrain: 1, spawn-point: B, barbarian: C}
  - {id: beside-covered, at: [8, 3], terrain: 1}
  - {id: london, at: [6, 0], terrain: 1, city: blue}
  - {id: beside-london, at: [7, 0], terrain: 1}
  - {id: alone, at: [20, 0], terrain: 3}
"""


@pytest.mark.parametrize(
    ('line', 'values'),
    [
        ('natural-wonder', {'dover': True, 'paine': True, 'marble': False, 'alone': False}),
        ('resource', {'marble': True, 'beside-marble': False, 'dover': False}),
        ('spawn-point', {'point': True, 'covered': True, 'beside-point': False}),
        (
            'next-to-token-or-spawn-point',
            # The natural wonder beside the capital has its token; that of paine was taken.
            {
                'beside-marble': True, 'beside-point': True, 'beside-covered': False,
                'capital': True, 'paine': True, 'between': False, 'alone': False, 'marble': False,
            },
        ),
        ('most-cities', {'between': 2, 'dover': 1, 'beside-london': None, 'alone': None}),
        # The capital lacks tokens beside it at between and dover, York at between only.
        ('nearest-maturity', {'between': 1, 'dover': 2, 'beside-london': None, 'alone': None}),
        ('next-to-rival', {'beside-london': True, 'between': False, 'london': False}),
        ('highest-terrain', {'between': 2, 'dover': 5, 'alone': 3}),
    ],
)  # fmt: skip
def test_a_line_about_control_tokens(project: Project, line: str, values: dict[str, int | None]) -> None:
    game = Table(project, MAP).play(lambda game: None)
    measure = REGISTRY[f'control.{line}'].measure
    assert {name: measure(game, game.board.named[name], 0) for name in values} == values

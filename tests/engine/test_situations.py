"""Situations: what they state, how changes are merged into them, and whether anything fits."""

import pytest
from situations import situation

from civap.content.project import Project
from civap.content.readings import load_readings
from civap.content.situation import fact_keys, merge
from civap.engine.choices import Replay
from civap.engine.facts import Assumed
from civap.engine.setup import SetUp
from civap.engine.state import FocusCard


def fits(project: Project, text: str, **assumed: str) -> bool:
    values = {name.replace('_', '.'): value for name, value in assumed.items()}
    return SetUp(project, situation(text)).fits(Assumed(values))


ORDER = 'order: [{less: ap.row.culture.slot, more: ap.row.science.slot}'


@pytest.mark.parametrize(
    ('expected', 'text'),
    [
        (True, 'order: []'),
        (True, f'{ORDER}]'),
        (False, f'{ORDER}, {{less: ap.row.science.slot, more: ap.row.culture.slot}}]'),
        (False, 'order: [{equal: [ap.row.culture.slot, ap.row.science.slot]}]'),
        (True, 'order: [{equal: [ap.row.culture.trade, ap.row.science.trade]}]'),
        (False, 'ap: {row: [{type: culture, slot: 5}, {type: science, slot: 5}]}'),
        (False, f'ap: {{row: [{{type: culture, slot: 5}}, {{type: science, slot: 4}}]}}\n{ORDER}]'),
        (True, 'ap: {resources: {at-least: 50}}'),
        (False, 'ap: {wonders: {economy: {at-least: 50}}}'),
        (True, 'ap: {row: [{type: culture, trade: {at-least: 4}}, {type: science, trade: {more-than: 30}}]}'),
        (True, 'spaces: [{id: A, distance: {at-least: 12}}]'),
        (False, 'ap: {resources: {more-than: 1, less-than: 2}}'),
        (True, 'ap: {resources: {one-of: [1, 3]}}'),
    ],
)
def test_whether_anything_fits(project: Project, expected: bool, text: str) -> None:
    assert fits(project, text) is expected


def test_assumptions_must_fit_too(project: Project) -> None:
    assert not fits(project, f'{ORDER}]', ap_row_culture_slot='5')
    assert fits(project, f'{ORDER}]', ap_row_culture_slot='1-4')


def test_changes_are_merged_thing_by_thing() -> None:
    before = situation('{ap: {resources: 0}, spaces: [{id: a, terrain: 1, wonder: none}, {id: b}]}')
    change = situation('{ap: {natural-wonders: 1}, spaces: [{id: a, terrain: 2}, {id: c}]}')
    after = merge(before, change)
    assert (after.ap.resources, after.ap.natural_wonders) == (0, 1)
    assert [(space.id, space.terrain, space.wonder) for space in after.spaces or ()] == [
        ('a', 2, 'none'),
        ('b', None, None),
        ('c', None, None),
    ]


def test_bounds_and_lists_without_ids_are_replaced() -> None:
    before = situation('{market: [petra, oracle], ap: {resources: {at-least: 1}}}')
    after = merge(before, situation('{market: [oracle], ap: {resources: {at-most: 3}}}'))
    assert after.market == ('oracle',)
    assert after.ap.resources == situation('ap: {resources: {at-most: 3}}').ap.resources


def test_every_unknown_fact_has_a_key(project: Project) -> None:
    given = situation(
        """
ap: {row: [{card: pottery}]}
rivals: [{id: blue}]
spaces: [{id: A}]
others: {spaces: {}}
victory: [warmonger-paranoid]
"""
    )
    keys = set(fact_keys(given, project.cards))
    game = SetUp(project, given).game(load_readings(project).chosen, replay := Replay(), Assumed({}))
    things = [game.ap, *game.board.spaces, *game.victory, *game.ap.row.cards, *game.rivals.values()]
    for thing in things:
        for name in thing.FACTS:
            getattr(thing, name)
        if isinstance(thing, FocusCard):
            assert thing.face
    for kind in ('culture', 'industry'):
        game.bonus(kind)  # type: ignore[arg-type]
    game.treaty('blue')
    game.led_by('trajan')
    asked = {question.key for question in replay.path(None).questions}
    assert asked <= keys
    assert 'spaces.other.legal' in asked


def test_what_is_not_related_is_judged_apart(project: Project) -> None:
    """Three open rows have 120 orders each; together they would be too many."""
    text = 'rivals: [{id: blue, row: [{type: culture}]}, {id: red, row: [{type: culture}]}]\n'
    assert SetUp(project, situation(text)).fits(Assumed({}), budget=200)
    known = 'ap: {resources: 1, natural-wonders: 1}\norder: [{less: ap.resources, more: ap.natural-wonders}]'
    assert not SetUp(project, situation(text + known)).fits(Assumed({}), budget=200)
    cycle = f'{ORDER}, {{less: ap.row.science.slot, more: ap.row.culture.slot}}]'
    assert not SetUp(project, situation(text + cycle)).fits(Assumed({}), budget=200)

"""Which units there are, which an event reaches, and that what cannot happen does not."""

from __future__ import annotations

import json
from random import Random

import pytest

from civap.content.project import Project
from civap.content.readings import load_readings
from civap.content.rules import ENGINE, RULES
from civap.engine.choices import Seeded
from civap.engine.facts import Assumed
from civap.engine.setup import SetUp
from civap.engine.trace import Event
from civap.engine.turn import Turn
from civap.proof.boards import random_board
from civap.proof.coverage import Coverage, covered, fraction, reached
from civap.proof.examples import check_examples
from civap.proof.units import KINDS, units


@pytest.fixture(scope='module')
def found(project: Project) -> Coverage:
    return covered(project, {result.id: result.units for result in check_examples(project)})


def test_units_have_ids_of_their_own(project: Project) -> None:
    ids = [unit.id for unit in units(project)]
    assert len(ids) == len(set(ids))


def test_every_step_and_every_rule_of_the_engine_is_a_unit(project: Project) -> None:
    kinds: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for unit in units(project):
        kinds[unit.kind].append(unit.id)
    assert kinds['step'] == [
        f'{card.id}.{number + 1}' for card in project.deck.cards for number in range(len(card.steps))
    ]
    assert kinds['rule'] == list(ENGINE)
    assert len(kinds['foot']) == 5
    assert len(kinds['criterion']) % 3 == 0


def test_rules_for_people() -> None:
    assert set(RULES) - set(ENGINE) == {
        'golden.override', 'setup.counts-as-player', 'setup.color-leader', 'setup.focus-bar', 'setup.map',
        'setup.no-tiles', 'setup.tile-placement', 'turn.first', 'resource.swap', 'cards.presentation',
    }  # fmt: skip


@pytest.mark.parametrize(
    ('event', 'unit'),
    [
        (Event('narrowed', {'list': 'city', 'by': 'city.most-tokens', 'drop': ('A',)}, (), 'pottery.2'),
         'pottery.2.most-tokens.narrowed'),
        (Event('narrowed', {'list': 'city', 'by': 'city.most-tokens', 'drop': ()}, (), 'pottery.2'),
         'pottery.2.most-tokens.kept'),
        (Event('skipped', {'list': 'city', 'by': 'city.spawn-point'}, (), 'pottery.2'),
         'pottery.2.spawn-point.skipped'),
        (Event('narrowed', {'list': 'target', 'by': 'target.lowest-defense', 'drop': ()}, (), 'masonry.1'),
         'masonry.1.tiebreak'),
        (Event('chosen', {'list': 'city', 'options': ('A', 'B')}, (), 'pottery.2'), 'pottery.2.die'),
        (Event('reach', {'list': 'city', 'thanks_to': 'water'}, (), 'nationalism.2'), 'nationalism.2.through.water'),
        (Event('reach', {'list': 'city', 'thanks_to': 'friendly-caravan'}, (), 'animal-husbandry.2'),
         'animal-husbandry.2.from.friendly-caravan'),
        (Event('attacked', {'what': 'barbarian'}, (), 'iron-working.1'), 'iron-working.1.combat-against-barbarian'),
        (Event('impossible', {'reason': 'too-many-attacks'}, (), 'masonry.2'), 'masonry.2.minimum'),
        (Event('unplaced', {'tokens': 1}, (), 'early-empire.1'), 'early-empire.1.unplaced-pays'),
        (Event('upgraded', {}, (), 'pottery.3'), 'pottery.3.upgrade'),
        (Event('row', {'card': 'capitalism'}, (), 'capitalism.2'), 'capitalism.2.resolve-card'),
        (Event('spent', {'card': 'astrology', 'trade': 2}, (), 'astrology.1'), 'science.foot'),
        (Event('fought', {'trade': 1}, (), 'masonry.1'), 'military.foot'),
        (Event('passed', {}, ('gain.lowest',)), 'gain.lowest'),
    ],
)  # fmt: skip
def test_what_an_event_reaches(project: Project, event: Event, unit: str) -> None:
    assert unit in reached(project, [event])
    assert unit in {item.id for item in units(project)}


def test_one_candidate_and_no_token_reach_nothing(project: Project) -> None:
    events = [
        Event('chosen', {'list': 'city', 'options': ('A',)}, (), 'pottery.2'),
        Event('spent', {'card': 'astrology', 'trade': 0, 'bonus': 1}, (), 'astrology.1'),
    ]
    assert reached(project, events) == {'pottery.2', 'astrology.1'}


def test_examples_and_what_each_reaches_alone(found: Coverage) -> None:
    assert 'flight.1.through.barbarian' in found.alone('flight-range')
    assert 'pottery.1' not in found.examples['pottery-city']  # told by the story before it
    assert {unit.id for unit in found.open}.isdisjoint(found.reached)


def test_what_cannot_happen_is_said_with_its_reason(found: Coverage) -> None:
    never = {unit.id: unit.never for unit in found.impossible}
    assert never['pottery.2.highest-defense.skipped'] == 'everything has a value for it'
    assert 'next to a friendly city' in never['early-empire.1.nearest-maturity.skipped']
    assert never['masonry.1.rival-control-token.narrowed'].endswith('barbarian, rival-city')
    assert 'civil-service.2.most-cities.skipped' not in never


def test_what_cannot_happen_happens_on_no_board(project: Project) -> None:
    never = {unit.id for unit in units(project) if unit.never}
    readings = load_readings(project).chosen
    for number in range(60):
        for card in list(project.cards)[number % 4 :: 4]:
            board = random_board(project, Random(f'{card}/{number}'), card)
            game = SetUp(project, board).game(readings, Seeded(Random(number)), Assumed({}))
            Turn(game, card).run()
            assert never.isdisjoint(reached(project, game.trace.events))


def test_fractions_are_not_rounded_up() -> None:
    assert fraction(7, 8) == '7/8 (87.5%)'
    assert fraction(1999, 2000) == '1999/2000 (99.9%)'
    assert fraction(0, 0) == '0/0 (100.0%)'


def test_report(found: Coverage) -> None:
    data = json.loads(found.to_json())
    assert data['reached'] == list(found.count())
    assert sum(part for part, _ in data['kinds'].values()) == data['reached'][0]
    lines = list(found.lines())
    assert lines[-1] == f'all: {fraction(*found.count())}'
    assert not found.open  # every unit that can be reached is reached
    assert not any(line.endswith('no example') for line in lines)

"""The printed examples hold, on so many paths, and only if what they assume is so."""

from collections.abc import Callable
from pathlib import Path

import pytest

from civap.content.project import Project, load_project
from civap.engine.criteria import REGISTRY
from civap.engine.priority import Sense
from civap.proof.examples import Result, check_examples
from civap.proof.verdicts import Verdict

Changed = Callable[..., Path]


@pytest.fixture(scope='module')
def results(project: Project) -> dict[str, Result]:
    return {result.id: result for result in check_examples(project)}


# Path counts are pinned: a change of a rule or of what is asked shows here first.
@pytest.mark.parametrize(
    ('name', 'verdict', 'paths', 'claims', 'needs'),
    [
        ('pottery-wonder', Verdict.HOLDS_IF, 2, 10, 6),
        ('pottery-city', Verdict.HOLDS_IF, 8, 12, 1),
        ('capital-attack', Verdict.HOLDS, 24, 15, 0),
    ],
)
def test_printed_examples(
    results: dict[str, Result], name: str, verdict: Verdict, paths: int, claims: int, needs: int
) -> None:
    result = results[name]
    assert result.problems == result.idle == ()
    assert result.passes
    assert (result.verdict, result.paths, result.claims) == (verdict, paths, claims)
    assert len(result.needs) == needs


def test_rules_reached(results: dict[str, Result]) -> None:
    reached = frozenset[str]().union(*(result.rules for result in results.values()))
    assert {'priority.filter', 'priority.skip', 'golden.random', 'trade.gain', 'base.reset'} <= reached
    assert 'industry.replace-no-resolve' not in reached


def test_result_in_one_line(results: dict[str, Result]) -> None:
    assert str(results['capital-attack']) == 'capital-attack: HOLDS (15 claims, 24 paths)'
    assert str(results['pottery-city']) == (
        'pottery-city: HOLDS IF spaces.*.reinforced-adjacent = 0 (12 claims, 8 paths)'
    )


@pytest.mark.parametrize(
    ('reading', 'other', 'failing'),
    [
        ('wonder-candidates', 'payable-only', {'pottery-wonder'}),
        ('wonder-agenda', 'any-agenda', set()),
        ('wonder-overspend', 'natural-wonders-too', set()),
    ],
)
def test_which_readings_the_examples_tell_apart(project: Project, reading: str, other: str, failing: set[str]) -> None:
    results = check_examples(project, {reading: other})
    assert {result.id for result in results if not result.passes} == failing


CARDS, BASE, EXAMPLE = 'cards.yaml', 'base_game.yaml', 'examples/pottery-wonder.yaml'
WONDERS = 'production: 5, order: [nearest-agenda, lowest-cost]'
CITIES = 'range: 2, order: [most-tokens, spawn-point, highest-defense]'


@pytest.mark.parametrize(
    ('file', 'old', 'new'),
    [
        (CARDS, WONDERS, 'production: 4, order: [nearest-agenda, lowest-cost]'),
        (CARDS, WONDERS, 'production: 6, order: [nearest-agenda, lowest-cost]'),
        (CARDS, WONDERS, 'production: 5, order: [lowest-cost]'),
        (CARDS, WONDERS, 'production: 5, order: [nearest-agenda]'),
        (CARDS, WONDERS, 'production: 5, order: [lowest-cost, nearest-agenda]'),
        (CARDS, CITIES, 'range: 1, order: [most-tokens, spawn-point, highest-defense]'),
        (CARDS, CITIES, 'range: 3, order: [most-tokens, spawn-point, highest-defense]'),
        (CARDS, CITIES, 'range: 2, order: [spawn-point, highest-defense]'),
        (CARDS, CITIES, 'range: 2, order: [most-tokens, highest-defense]'),
        (CARDS, CITIES, 'range: 2, order: [most-tokens, spawn-point]'),
        (CARDS, CITIES, 'range: 2, order: [spawn-point, most-tokens, highest-defense]'),
        (CARDS, CITIES, 'range: 2, order: [most-tokens, highest-defense, spawn-point]'),
        (CARDS, 'name: Industry, token-adds: 1', 'name: Industry, token-adds: 2'),
        (BASE, 'type: economy, era: ancient, cost: 7', 'type: economy, era: ancient, cost: 8'),
        (BASE, 'type: military, era: ancient, cost: 7', 'type: military, era: ancient, cost: 6'),
        (BASE, 'id: oracle, name: Oracle, type: science', 'id: oracle, name: Oracle, type: culture'),
        (BASE, 'id: city-terrain-factor, value: 2', 'id: city-terrain-factor, value: 1'),
        (BASE, 'id: capital-loot, value: 2', 'id: capital-loot, value: 1'),
        (BASE, 'id: capital-loot, value: 2', 'id: capital-loot, value: 3'),
    ],
)  # fmt: skip
def test_changed_data_is_caught(changed: Changed, file: str, old: str, new: str) -> None:
    project = load_project(changed(file, (old, new)))
    assert not all(result.passes for result in check_examples(project))


@pytest.mark.parametrize(
    ('file', 'old', 'new'),
    [
        (BASE, 'id: resource-production, value: 2', 'id: resource-production, value: 3'),
        (BASE, 'id: cities, value: 7', 'id: cities, value: 8'),
        (CARDS, 'name: Culture, token-adds: 1', 'name: Culture, token-adds: 2'),
    ],
)
def test_known_survivors(changed: Changed, file: str, old: str, new: str) -> None:
    """The printed examples say nothing about these; examples of our own will have to."""
    project = load_project(changed(file, (old, new)))
    assert all(result.passes for result in check_examples(project))


FLIPPED = {Sense.LEAST: Sense.MOST, Sense.MOST: Sense.LEAST, Sense.KEEP: Sense.MOST}


@pytest.mark.parametrize(
    ('name', 'caught'),
    [
        ('wonder.nearest-agenda', False),  # the wonders that help are all equally near
        ('wonder.lowest-cost', True),
        ('city.most-tokens', True),
        ('city.spawn-point', True),
        ('city.highest-defense', True),
    ],
)
def test_a_criterion_turned_round(project: Project, monkeypatch: pytest.MonkeyPatch, name: str, caught: bool) -> None:
    entry = REGISTRY[name]
    monkeypatch.setitem(REGISTRY, name, entry._replace(sense=FLIPPED[entry.sense]))
    assert all(result.passes for result in check_examples(project)) != caught


def test_extra_files_are_checked_too(project: Project, tmp_path: Path) -> None:
    path = tmp_path / 'more.yaml'
    text = (project.content / EXAMPLE).read_text(encoding='utf-8')
    path.write_text(text.replace('example: pottery-wonder', 'example: more'), encoding='utf-8')
    assert [result.id for result in check_examples(project, extra=[path])][-1] == 'more'

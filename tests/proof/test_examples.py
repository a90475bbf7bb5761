"""The printed examples hold, on so many paths, and only if what they assume is so."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from civap.cache import Cache
from civap.content.project import Project, load_project
from civap.content.rules import ENGINE
from civap.proof import examples
from civap.proof.examples import Result, check_examples, kept_examples
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
    assert set(ENGINE) <= reached


def test_result_in_one_line(results: dict[str, Result]) -> None:
    assert str(results['capital-attack']) == 'capital-attack: HOLDS (15 claims, 24 paths)'
    assert str(results['pottery-city']) == (
        'pottery-city: HOLDS IF spaces.*.reinforced-adjacent = 0 (12 claims, 8 paths)'
    )


@pytest.mark.parametrize(
    ('reading', 'other', 'failing'),
    [
        ('wonder-candidates', 'payable-only', {'pottery-wonder', 'wonder-city', 'wonder-payment'}),
        ('capitalism-culture', 'goes-on', {'capitalism-industry'}),
        ('caravan-tokens', 'one-arrival', set()),
    ],
)
def test_which_readings_the_examples_tell_apart(project: Project, reading: str, other: str, failing: set[str]) -> None:
    results = check_examples(project, {reading: other})
    assert {result.id for result in results if not result.passes} == failing


CARDS, BASE, EXAMPLE = 'cards.yaml', 'base_game.yaml', 'examples/pottery-wonder.yaml'
WONDERS = 'production: 5, order: [nearest-agenda, lowest-cost]'
CITIES = 'range: 2, order: [most-tokens, spawn-point, highest-defense]'


def test_extra_files_are_checked_too(project: Project, tmp_path: Path) -> None:
    path = tmp_path / 'more.yaml'
    text = (project.content / EXAMPLE).read_text(encoding='utf-8')
    path.write_text(text.replace('example: pottery-wonder', 'example: more'), encoding='utf-8')
    assert [result.id for result in check_examples(project, extra=[path])][-1] == 'more'


@pytest.mark.parametrize(
    ('claims', 'paths', 'said'),
    [(1, 1, '(1 claim, 1 path)'), (0, 2, '(0 claims, 2 paths)'), (2, 1, '(2 claims, 1 path)')],
)
def test_results_count_in_english(claims: int, paths: int, said: str) -> None:
    result = Result('a', Verdict.HOLDS, paths, claims, frozenset(), frozenset(), ())
    assert str(result) == f'a: HOLDS {said}'


def test_what_holds_is_kept_for_the_same_content(
    project: Project, changed: Changed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, results: dict[str, Result]
) -> None:
    monkeypatch.setattr(examples, 'check_examples', lambda *_, **__: list(results.values()))
    cache = Cache(tmp_path / 'cache')
    first = kept_examples(project, cache)
    monkeypatch.setattr(examples, 'check_examples', lambda *_, **__: [])
    assert kept_examples(project, cache) == first == list(results.values())
    copy = load_project(changed('readings.yaml'))
    assert kept_examples(copy, cache) == first
    for name in ('map_tiles.yaml', 'cards.yaml', 'base_game.yaml', 'readings.yaml', 'examples/masonry.yaml'):
        path = copy.content / name
        text = path.read_text('utf-8')
        path.write_text(f'{text}# edited\n', 'utf-8')
        # What was read before the edit is what it was; what is read now was never checked.
        assert kept_examples(copy, cache) == first
        assert kept_examples(load_project(copy.root), Cache(cache.folder)) == [], name
        path.write_text(text, 'utf-8')


def test_what_does_not_hold_is_never_kept(
    changed: Changed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, results: dict[str, Result]
) -> None:
    copy, cache = load_project(changed('readings.yaml')), Cache(tmp_path / 'cache')
    for faulty in ({'problems': ('one',)}, {'idle': ('one',)}):
        failing = [replace(results['capital-attack'], **faulty)]
        monkeypatch.setattr(examples, 'check_examples', lambda *_, found=failing, **__: found)
        assert kept_examples(copy, cache) == failing
    monkeypatch.setattr(examples, 'check_examples', lambda *_, **__: [])
    assert kept_examples(copy, cache) == []

"""The whole proof of a project."""

from __future__ import annotations

from pathlib import Path

import pytest
from copies import copied

from civap.cache import Cache
from civap.content.problems import Problems
from civap.content.project import load_project
from civap.proof.proved import prove

ROOT = Path(__file__).parents[2]


def test_what_stops_a_release_is_told_of_examples_and_of_content(tmp_path: Path) -> None:
    copied(tmp_path)
    cards = tmp_path / 'content' / 'new_dawn' / 'cards.yaml'
    cards.write_text(cards.read_text('utf-8').replace('production: 5', 'production: 9', 1), 'utf-8')
    proof = prove(load_project(tmp_path), Cache(None))
    assert proof.findings
    assert any(result.problems for result in proof.results)
    assert proof.problems == [*proof.findings, *(each for result in proof.results for each in result.problems)]


def test_what_is_odd_is_told_beside_an_example_that_cannot_be_used(tmp_path: Path) -> None:
    copied(tmp_path)
    content = tmp_path / 'content' / 'new_dawn'
    cards, example = content / 'cards.yaml', content / 'examples' / 'astrology.yaml'
    cards.write_text(cards.read_text('utf-8').replace('production: 5', 'production: 9', 1), 'utf-8')
    example.write_text(f'{example.read_text("utf-8")}nonsense: 1\n', 'utf-8')
    with pytest.raises(Problems) as caught:
        prove(load_project(tmp_path), Cache(None))
    paths = {problem.path for problem in caught.value.problems}
    assert {'content/new_dawn/cards.yaml', 'content/new_dawn/examples/astrology.yaml'} <= paths

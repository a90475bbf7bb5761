"""Charts follow from the steps: their form, their JSON, and what they share with the cards."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from civap.content.charts import MOST_BOXES, RESET, charts, faults, from_json, to_json
from civap.content.folder import find_root
from civap.content.phrases import walk
from civap.content.project import Project, load_project
from civap.content.rules import RULES

CHARTS = charts(load_project(find_root()))


@pytest.mark.parametrize('card', CHARTS)
def test_form(card: str) -> None:
    chart = CHARTS[card]
    assert not list(faults(chart))
    assert 5 <= len(chart.boxes) <= MOST_BOXES
    ends = [box for box in chart.boxes if box.kind == 'end']
    assert len(ends) == 1
    assert {rule for box in chart.boxes for rule in box.rules} <= set(RULES)
    assert all(1 <= len(box.rules) <= 2 for box in chart.boxes)


def test_two_cards_end_otherwise() -> None:
    ends = {name: chart.boxes[-1].said for name, chart in CHARTS.items()}
    assert {name for name, said in ends.items() if said != RESET.said} == {'capitalism', 'urbanization'}


@pytest.mark.parametrize('card', CHARTS)
def test_json_reads_back(card: str) -> None:
    assert from_json(to_json(CHARTS[card])) == CHARTS[card]


@pytest.mark.parametrize('card', CHARTS)
def test_lists_are_those_of_the_card(card: str, project: Project) -> None:
    on_card = [said.listing for said in project.cards[card].say_steps() if said.listing]
    assert [box.listing for box in CHARTS[card].boxes if box.listing] == on_card


def test_new_words_are_those_of_the_sheets(project: Project) -> None:
    on_cards = set(project.messages)
    used = {said.id for chart in CHARTS.values() for box in chart.boxes for part in box.says() for said in walk(part)}
    assert all(name.startswith(('sheet.', 'treaty.')) for name in used - on_cards)
    assert len(used & on_cards) > 40


def test_an_erratum_changes_the_chart(project_with: Callable[[str, bytes], Path], root: Path) -> None:
    name = 'content/new_dawn/cards.yaml'
    raw = (root / name).read_bytes()
    changed = charts(load_project(project_with(name, raw.replace(b'range: 2\n', b'range: 4\n'))))
    assert [name for name in CHARTS if changed[name] != CHARTS[name]] == ['masonry']

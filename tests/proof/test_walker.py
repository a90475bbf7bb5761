"""The flowcharts against the engine: on random boards they end alike, and a chart with a fault is noticed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import pytest
from chart_mutants import mutants

from civap.content.cards import TYPES
from civap.content.charts import Chart, charts, to_json
from civap.content.folder import find_root
from civap.content.project import load_project
from civap.content.readings import load_readings
from civap.proof.walker import Walker
from civap.proof.walks import Courses

PROJECT = load_project(find_root())
CHARTS = charts(PROJECT)
BOARDS, CROWDED, TRIED = 20, 8, 100  # 2,000 boards a card are walked by benchmarks/walker.py

# Faults that change nothing, and why.
SAME: Mapping[str, str] = {
    'pay then to unplaced': 'once paid, nothing is unplaced, so that the question is answered with no',
    'city then to reset': 'a city has just been built, so that the question is answered with yes',
    'advance then to gain': 'level spaces are 5 apart at most and the dial moves 5 at least: it always reaches one',
}


@pytest.fixture(scope='module')
def written() -> dict[str, str]:
    return {name: to_json(chart) for name, chart in CHARTS.items()}


@cache
def courses(crowded: bool = False) -> Courses:
    """Boards with what the engine does on them, the same for all charts."""
    return Courses(PROJECT, load_readings(PROJECT).chosen, crowded)


@pytest.mark.parametrize('card', CHARTS)
def test_a_chart_ends_as_the_engine_does(card: str, written: dict[str, str]) -> None:
    walker = Walker(written)
    free, crowded = courses(), courses(crowded=True)
    assert not [number for number in range(BOARDS) if free.leaves(walker, card, number)]
    assert not [number for number in range(CROWDED) if crowded.leaves(walker, card, number)]


def plain(fault: str) -> str:
    """The fault without the numbers of steps."""
    return ' '.join(word.partition('.')[2] or word for word in fault.split()).removeprefix('move ')


def cards_to_break() -> list[str]:
    """One card for each shape of chart."""
    shapes = {tuple((box.does, box.kind) for box in chart.boxes): name for name, chart in CHARTS.items()}
    return sorted(shapes.values())


def sampled(chart: Chart) -> list[tuple[str, Chart]]:
    """Every box that is dropped, every yes that is a no, and a third of the arrows that lead elsewhere."""
    faults = list(mutants(chart))
    return [each for number, each in enumerate(faults) if number % 3 == 0 or not each[0].startswith('move')]


@pytest.mark.slow
@pytest.mark.parametrize('card', cards_to_break())
def test_every_fault_of_a_chart_is_noticed(card: str, written: dict[str, str]) -> None:
    free, crowded = courses(), courses(crowded=True)
    missed = []
    for fault, chart in sampled(CHARTS[card]):
        walker = Walker({**written, card: to_json(chart)})
        found = any(
            free.leaves(walker, card, number) or (number < 2 * CROWDED and crowded.leaves(walker, card, number))
            for number in range(TRIED)
        )
        if found == (plain(fault) in SAME):
            missed.append(fault)
    assert not missed


def test_there_are_faults_of_every_kind() -> None:
    faults = [fault for chart in CHARTS.values() for fault, _ in mutants(chart)]
    assert len(faults) > 1000
    assert {fault.split()[0] for fault in faults} == {'swap', 'move', 'drop'}
    assert set(SAME) <= {plain(fault) for fault in faults}


def test_a_circle_is_told(written: dict[str, str]) -> None:
    chart = CHARTS[next(name for name, item in CHARTS.items() if item.type == TYPES[0])]
    broken = next(chart for fault, chart in mutants(chart) if fault.startswith('move 1.spend then to 1.spend'))
    assert courses().leaves(Walker({**written, chart.card: to_json(broken)}), chart.card, 0)


def test_a_chart_of_another_card_ends_elsewhere(written: dict[str, str]) -> None:
    """The walker takes numbers from the chart and not from the card."""
    data = CHARTS['masonry']
    weaker = _with(data, '"combat": 5', '"combat": 1')
    assert any(courses().leaves(Walker({**written, 'masonry': weaker}), 'masonry', number) for number in range(40))


def _with(chart: Chart, old: str, new: str) -> str:
    text = to_json(chart)
    assert old in text
    return text.replace(old, new)

"""Boards on which two readings differ."""

import pytest

from civap.content.project import Project
from civap.content.readings import load_readings
from civap.content.schema import validate
from civap.content.situation import Given
from civap.content.source import parse
from civap.proof.faq import entry, find, part
from civap.proof.words import Words


@pytest.mark.parametrize('name', ['wonder-agenda', 'capitalism-culture', 'attack-counts', 'gilgamesh-currency'])
def test_a_small_board_tells_the_options_apart(project: Project, name: str) -> None:
    reading = next(item for item in load_readings(project).readings if item.id == name)
    (other,) = [option.id for option in reading.options if option.id != reading.chosen]
    found = find(project, reading, other, 100)
    assert found is not None
    said = entry(found, Words(project, 'ar'))
    line = said.partition('board: ')[2]
    board = validate(Given, parse(line, 'line'))
    assert any(part(project, name, other, board, seed) for seed in range(100))
    assert find(project, reading, reading.chosen, 3) is None

"""What was measured of a printer is used for the sheets that it was measured for, and for no others."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest
from imposed import impose_plain, read_pages
from press_sample import make_job

from civap.content.problems import Problems
from civap.content.sizes import parse_size
from civap.press.deck import layouts
from civap.press.geometry import PAPERS, CardShape, choose_layout
from civap.press.printers import Measurement, Profile
from civap.press.printing import BACKS, Back, Printing
from civap.press.ways import EDGES, WAYS, Way, way_of

SHAPES = [CardShape(), CardShape(63, 88), CardShape(63.5, 88.9), CardShape(100, 150), CardShape(70, 120)]
# Each way has numbers of its own.
MEASURED = {
    way: Measurement(way, (index / 2 - 2, index / 4), (1 + index / 500, 1 - index / 500))
    for index, way in enumerate(WAYS)
}
PRINTER = Profile('big', tuple(MEASURED.values()))
CASES = [*product(PAPERS, BACKS, SHAPES)]


@pytest.mark.parametrize(('paper', 'back', 'shape'), CASES)
def test_sheets_are_corrected_by_what_was_measured_in_their_way(paper: str, back: Back, shape: CardShape) -> None:
    layout = choose_layout(PAPERS[paper], shape, 20, back)
    way = way_of(paper, layout, back)
    assert way == Way(paper, layout.sheet.width > layout.sheet.height, 'short' if back == 'short' else 'long')
    corrected = Printing(back, printer=PRINTER).corrected(way)
    known = MEASURED[way]
    assert corrected.offset == known.offset
    assert corrected.scale == tuple(100 * each for each in known.correction)


@pytest.mark.parametrize('back', ['long', 'short'])
@pytest.mark.parametrize('paper', PAPERS)
def test_backs_move_on_paper_by_the_numbers_of_their_way(paper: str, back: Back) -> None:
    """A lying sheet does not move as an upright one does, nor one that is flipped on the other edge."""
    shape = CardShape(63, 88)
    way = way_of(paper, choose_layout(PAPERS[paper], shape, 14, back), back)
    found = []
    for printer in (None, Profile('x', (Measurement(way, (2.0, 1.5)), *others(way)))):
        _, made = impose_plain(papers=(paper,), shape=shape, printing=Printing(back, printer=printer))
        found.append([card.middle for card in read_pages(made.files[paper], shape)[1].of('/Back')])
    moves = {(round(b[0] - a[0], 2), round(b[1] - a[1], 2)) for a, b in zip(*found, strict=True)}
    assert moves == {(-2.0, -1.5)}


def others(way: Way) -> list[Measurement]:
    return [Measurement(each, (-3.0, -3.0)) for each in WAYS if each != way]


@pytest.mark.parametrize(('paper', 'back', 'shape'), CASES)
def test_a_way_that_was_not_measured_is_told_with_the_sheet_to_print(paper: str, back: Back, shape: CardShape) -> None:
    """The command that is named prints the sheet of that way; what was measured for any other way does not do."""
    way = way_of(paper, choose_layout(PAPERS[paper], shape, 20, back), back)
    edges = (way.edge,) if back in ('long', 'short') else EDGES
    missing = [Way(paper, way.lying, edge) for edge in edges]
    known = tuple(each for each in MEASURED.values() if each.way not in missing)
    job = make_job(count=20, shape=shape, papers=(paper,), printing=Printing(back, printer=Profile('big', known)))
    with pytest.raises(Problems) as caught:
        layouts(job)
    (problem,) = caught.value.problems
    assert problem.code == 'not-measured'
    assert f'big for {paper} {way.direction}' in problem.message
    command = re.search(r'civap calibrate (--paper \S+)( --size \S+)?( --back \S+)?$', problem.hint)
    assert command
    assert command[1] == f'--paper {paper}'
    assert (command[2] or ' --size 57x89') == f' --size {shape.size}'
    assert (command[3] or ' --back long') == f' --back {back}'


def test_all_papers_that_were_not_measured_are_told_at_once() -> None:
    job = make_job(papers=tuple(PAPERS), printing=Printing(printer=Profile('big', ())))
    with pytest.raises(Problems) as caught:
        layouts(job)
    assert len(caught.value.problems) == 2


def test_the_page_for_players_says_which_sheets_lie() -> None:
    text = (Path(__file__).parents[2] / 'docs/printing.md').read_text('utf-8')
    rows = re.findall(r'^\| ([\d., ×]+)(?: \(`large`\))? \| (stands|lies) \| (stands|lies) \|$', text, re.MULTILINE)
    assert len(rows) == 3
    for sizes, *said in rows:
        for size in sizes.split(', '):
            shape = CardShape(*parse_size(size))
            ways = [way_of(paper, choose_layout(PAPERS[paper], shape, 20), 'long') for paper in PAPERS]
            assert [('stands', 'lies')[way.lying] for way in ways] == said


@pytest.mark.parametrize('back', ['fold', 'none'])
def test_sheets_with_one_side_need_their_scale_alone(back: Back) -> None:
    way = way_of('a4', choose_layout(PAPERS['a4'], CardShape(), 14, back), back)
    for edge in EDGES:
        known = Measurement(Way('a4', way.lying, edge), (1.0, 1.0), (0.99, 1.01))
        job = make_job(papers=('a4',), printing=Printing(back, printer=Profile('x', (known,))))
        assert layouts(job)
        assert job.printing.corrected(way).scale == tuple(100 * each for each in known.correction)

"""How fast the engine and the proof are, beside a loop that tells how fast the machine is.

    .venv/bin/python benchmarks/engine.py

Prints the six printed examples in process, paths a second with traces, and whole turns a second on random boards.
The ratio (time over that of the loop of ten million additions) is what compares. Path counts are printed, and pinned
in tests/proof/test_examples.py.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from random import Random

from measure import loop

from civap.content.project import Project, load_project
from civap.content.readings import load_readings
from civap.content.references import load_examples
from civap.engine.choices import Chooser, Seeded, paths
from civap.engine.facts import Assumed
from civap.engine.setup import SetUp
from civap.engine.state import Game
from civap.engine.turn import take_turn
from civap.proof.boards import random_board
from civap.proof.story import Outcome, Story, assumed, play, stories
from civap.proof.verdicts import Checker

BOARDS, TURNS = 200, 100


def printed_examples(project: Project) -> tuple[float, int]:
    """Seconds to check all stories of the printed examples, and their paths."""
    files = load_examples(project)
    told = [story for file in files.values() if file.example.printed for story in stories(file, files)]
    checker = Checker(project, load_readings(project).chosen)
    start = time.perf_counter()
    count = sum(checker.check(story).paths for story in told)
    return time.perf_counter() - start, count


def path_rate(project: Project) -> float:
    """Paths a second, with traces, over the stories of the printed examples."""
    files, readings = load_examples(project), load_readings(project).chosen
    told = [story for file in files.values() if file.example.printed for story in stories(file, files)]
    ready = [(story, SetUp(project, story.given), assumed(story)) for story in told]
    start, count = time.perf_counter(), 0
    while time.perf_counter() - start < 2:
        for story, set_up, taken in ready:
            count += sum(1 for _ in paths(partial(_play, story, set_up, readings, taken)))
    return count / (time.perf_counter() - start)


def _play(story: Story, set_up: SetUp, readings: Mapping[str, str], taken: Assumed, chooser: Chooser) -> Outcome:
    return play(story, set_up, readings, chooser, taken)


def turn_rate(project: Project) -> tuple[float, int]:
    """Turns a second on random boards, and how many were played."""
    readings = load_readings(project).chosen
    games: list[Game] = []
    for seed in range(BOARDS):
        set_up = SetUp(project, random_board(project, Random(seed)))
        games.append(set_up.game(readings, Seeded(Random(seed)), Assumed({})))
    start = time.perf_counter()
    for game in games:
        for _ in range(TURNS):
            take_turn(game)
    return BOARDS * TURNS / (time.perf_counter() - start), BOARDS * TURNS


def main() -> None:
    """Print the table."""
    gc.disable()
    project = load_project(Path(__file__).parent.parent)
    unit = loop()
    seconds, count = printed_examples(project)
    print(f'loop of ten million additions   {unit:.2f} s')
    print(f'printed examples                {seconds * 1000:.0f} ms, ratio {seconds / unit:.3f}, {count} paths')
    print(f'paths with traces               {path_rate(project):.0f} a second')
    rate, turns = turn_rate(project)
    print(f'turns on random boards          {rate:.0f} a second ({turns} played), {rate * unit:.0f} a loop')


if __name__ == '__main__':
    main()

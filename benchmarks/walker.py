"""Every chart against the engine on random boards: `python benchmarks/walker.py [BOARDS]`."""

from __future__ import annotations

import sys
import time
from multiprocessing import Pool
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from civap.content.charts import charts, to_json
from civap.content.folder import find_root
from civap.content.project import load_project
from civap.content.readings import load_readings
from civap.proof.walker import Walker
from civap.proof.walks import Courses

PROJECT = load_project(find_root())


def differing(task: tuple[str, int]) -> list[int]:
    """The boards on which a card's chart and the engine differ."""
    card, boards = task
    written = {name: to_json(chart) for name, chart in charts(PROJECT).items()}
    walker, readings = Walker(written), load_readings(PROJECT).chosen
    return [number for number in range(boards) if Courses(PROJECT, readings).leaves(walker, card, number)]


def main() -> None:
    """Print one line for each card, and the time that all took."""
    boards = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    start = time.perf_counter()
    cards = list(PROJECT.cards)
    with Pool(2) as pool:
        for card, found in zip(cards, pool.imap(differing, [(card, boards) for card in cards]), strict=True):
            print(f'{card}: {boards} boards, {len(found)} differ {found[:5]}', flush=True)
    print(f'{time.perf_counter() - start:.0f} s')


if __name__ == '__main__':
    main()

"""The same deck on civap and on the tools that one would take instead, side by side in one run. Linux only.

    .venv/bin/python benchmarks/peers/run.py [--rounds 3] [--folder FOLDER] [--only NAME,NAME]

Each tool gets an environment of its own in the folder (build/peers, else). Every round runs each tool once, so that
what else the machine does meets all alike; the tables have the middle of the rounds. They replace those in
docs/benchmarks.md unless only some tools were run. Squib is run where there is Ruby and the variable SQUIB names a
folder with its sources.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median

from contenders import CONTENDERS, Contender, Place, place_for, programs_for
from deck import PAPER, Deck
from gauge import Cost, memory, spend
from page import Row, tables, write_page
from prints import measure

from civap import __version__
from civap.content.folder import find_root
from civap.content.project import Project, load_project
from civap.press.geometry import PAPERS, CardShape, choose_layout

DECK, CHANGED, MANY = Deck(54), Deck(54, changed=True), Deck(540)
NO_CACHE = {'CIVAP_CACHE': ''}


@dataclass
class Trial:
    """One tool: where it works and what it took."""

    contender: Contender
    folder: Path
    project: Project
    programs: Path = field(init=False)
    places: dict[Deck, Place] = field(default_factory=dict)
    costs: dict[Deck, list[Cost]] = field(default_factory=partial(defaultdict, list))

    def __post_init__(self) -> None:
        self.programs = programs_for(self.contender, self.folder)
        for deck in self._decks():
            place = place_for(self._folder / deck.name, deck, self.project)
            if self.contender.before:
                self.contender.before(place, self.project, self.programs)
            self.places[deck] = place

    def _decks(self) -> Iterator[Deck]:
        yield DECK
        if self.contender.keeps:
            yield CHANGED
        if self.contender.grows:
            yield MANY

    @property
    def _folder(self) -> Path:
        return self.folder / self.contender.name.replace(' ', '-')

    def take(self, deck: Deck) -> None:
        """One run. What a tool keeps from run to run has the deck as it was before a card was changed."""
        kept = NO_CACHE
        if self.contender.keeps and deck.changed:
            kept = {'CIVAP_CACHE': str(self._folder / 'cache')}
            shutil.rmtree(kept['CIVAP_CACHE'], ignore_errors=True)
            self._spend(DECK, kept)
        self.costs[deck].append(self._spend(deck, kept))

    def _spend(self, deck: Deck, kept: Mapping[str, str]) -> Cost:
        place, environment = self.places[deck], {**self.contender.environment, **kept}
        commands = self.contender.commands(place, self.programs)
        costs = [spend(command, place.folder, environment, self.contender.status) for command in commands]
        return Cost(sum(cost.cpu for cost in costs), sum(cost.wall for cost in costs))

    def memory(self) -> tuple[float, float]:
        """The peaks in MiB of the largest process and of all together."""
        place, environment = self.places[DECK], {**self.contender.environment, **NO_CACHE}
        commands = self.contender.commands(place, self.programs)
        peaks = [memory(command, place.folder, environment, self.contender.status) for command in commands]
        return max(largest for largest, _ in peaks), max(total for _, total in peaks)

    def row(self, peaks: tuple[float, float]) -> Row:
        """What the page shows of it."""
        layout = choose_layout(PAPERS[PAPER], CardShape(), DECK.count)
        files = [self.places[DECK].folder / name for name in self.contender.outputs]
        words = 'Cellar' if self.contender.own else 'Early Empire 1'
        costs = {deck: (median(c.cpu for c in each), median(c.wall for c in each)) for deck, each in self.costs.items()}
        return Row(
            name=self.contender.name,
            version=self.contender.version(self.programs) or (__version__ if 'civap' in self.contender.name else ''),
            does=self.contender.does,
            cpu=costs[DECK][0],
            wall=costs[DECK][1],
            largest=peaks[0],
            total=peaks[1],
            changed=None if self.contender.own else costs.get(CHANGED, costs[DECK])[0],
            many=costs[MANY][0] if MANY in costs else None,
            own=self.contender.own,
            printed=measure(files, layout, words),
        )


def main(rounds: int, folder: Path, only: str) -> None:
    """Run everything, print the tables, and put them into the page."""
    project = load_project(find_root())
    names = [name for name in only.split(',') if name]
    wanted = [each for each in CONTENDERS if not names or each.name in names]
    refused = {each.name: reason for each in wanted if (reason := each.refused())}
    trials = [Trial(each, folder, project) for each in wanted if each.name not in refused]
    peaks = {trial.contender.name: trial.memory() for trial in trials}
    for number in range(rounds):
        for deck in (DECK, CHANGED, MANY):
            for trial in trials:
                if deck in trial.places and (deck is not MANY or not number):
                    trial.take(deck)
                    print(number + 1, deck.name, trial.contender.name, trial.costs[deck][-1], file=sys.stderr)
    text = tables([trial.row(peaks[trial.contender.name]) for trial in trials], refused, rounds)
    print(text)
    if not names:
        write_page(find_root() / 'docs' / 'benchmarks.md', text)


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('--rounds', type=int, default=3)
    parser.add_argument('--folder', type=Path, default=find_root() / 'build' / 'peers')
    parser.add_argument('--only', default='')
    given = parser.parse_args()
    main(given.rounds, given.folder.resolve(), given.only)

"""Where the time of a build goes: CPU seconds of each phase, without the phases in it, all in one process.

    .venv/bin/python benchmarks/phases.py [--only cards] [--lang en,pl,ar] [--rounds 3]

Nothing is kept from earlier runs. In a usual build what follows `load` runs in several processes.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import wraps
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Any
from unittest.mock import patch

# Phases by the functions that begin them. What a module imports by name is replaced where it is looked up.
PHASES = {
    'load content': ('civap.content.project:load_project',),
    'load catalogs': (
        'civap.press.build:load_catalog',
        'civap.text.catalog:load_sheet_catalog',
        'civap.press.build:load_language',
    ),
    'prove examples': ('civap.proof.proved:kept_examples',),
    'look for findings': ('civap.proof.proved:find_all',),
    'say everything': ('civap.press.build:editions.decks', 'civap.press.build:_books', 'civap.press.build:_references'),
    'render templates': ('civap.press.templates:Templates.render', 'civap.press.templates:Templates.compile'),
    'parse HTML': ('civap.press.typeset:ElementTree.fromstring',),
    'parse CSS': ('weasyprint.document:get_all_computed_styles',),
    'match CSS': ('weasyprint.css:StyleFor',),
    'make boxes': ('weasyprint.document:build_formatting_structure',),
    'lay out': ('civap.press.typeset:Typesetter.layout',),
    'measure and paste': ('civap.press.typeset:boxes', 'civap.press.galley:paste'),
    'paint art': ('weasyprint.svg:SVG.draw',),
    'paint': ('weasyprint.document:Page.paint',),
    'subset fonts': ('weasyprint.pdf:build_fonts_dictionary',),
    'write PDF': ('weasyprint.document:generate_pdf', 'pydyf:PDF.write'),
    'impose': ('civap.press.sheets:impose_deck', 'civap.press.binding:bind', 'civap.press.booklet:impose_booklet'),
    'write files': ('civap.press.build:write_files',),
}


class Clock:
    """CPU seconds by phase; a phase that begins in another stops the clock of that."""

    def __init__(self) -> None:
        self.taken: dict[str, float] = defaultdict(float)
        self._running = ['rest']
        self._since = time.process_time()

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """Whatever happens inside belongs to the phase."""
        self._tick()
        self._running.append(name)
        try:
            yield
        finally:
            self._tick()
            self._running.pop()

    def _tick(self) -> None:
        now = time.process_time()
        self.taken[self._running[-1]] += now - self._since
        self._since = now

    def timed(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """A function, or a class when it makes an object, as a phase."""

        @wraps(function, updated=())
        def run(*args: Any, **options: Any) -> Any:
            with self.phase(name):
                return function(*args, **options)

        return run


def put(clock: Clock, name: str, place: str) -> Any:
    """What replaces a function at a place, `module:name`, by one with a clock."""
    module, _, path = place.partition(':')
    owner: Any = import_module(module)
    *parents, last = path.split('.')
    for parent in parents:
        owner = getattr(owner, parent)
    return patch.object(owner, last, clock.timed(name, getattr(owner, last)))


def build(only: list[str], languages: list[str]) -> dict[str, float]:
    """Seconds by phase of one build in this process."""
    gc.disable()  # as the command does
    clock = Clock()
    with clock.phase('import'):
        from civap.content.folder import find_root
        from civap.press.made import Request
        from civap.press.workers import Workers

        for places in PHASES.values():
            for place in places:
                import_module(place.partition(':')[0])
        from civap.content.project import load_project
        from civap.press.build import build_project
        from civap.press.typeset import typesetter
    with clock.phase('register fonts'):
        typesetter()
    with ExitStack() as stack:
        for name, places in PHASES.items():
            for place in places:
                stack.enter_context(put(clock, name, place))
        out = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        request = Request(out, languages, ['a4', 'letter'], only=only)
        root = find_root()
        with clock.phase('load content'):
            project = load_project(root)
        with Workers(1) as workers:
            build_project(project, request, workers)
    return clock.taken


def in_child(only: list[str], languages: list[str]) -> dict[str, float]:
    """The same in a process of its own, since modules are imported once."""
    read, write = os.pipe()
    if not os.fork():
        taken = build(only, languages)
        os.write(write, json.dumps(taken).encode())
        os._exit(0)
    os.close(write)
    with os.fdopen(read, encoding='utf-8') as file:
        text = file.read()
    os.wait()
    return dict(json.loads(text))


def main(only: list[str], languages: list[str], rounds: int) -> None:
    """Print the middle of some rounds for each phase, and its share."""
    runs = [in_child(only, languages) for _ in range(rounds)]
    names = ['import', 'register fonts', *PHASES, 'rest']
    seconds = {name: median(run.get(name, 0.0) for run in runs) for name in names}
    whole = sum(seconds.values())
    for name, taken in seconds.items():
        print(f'{name:20}{taken:8.2f} s{taken / whole:8.1%}')
    print(f'{"all":20}{whole:8.2f} s')


if __name__ == '__main__':
    os.environ['CIVAP_CACHE'] = ''
    parser = argparse.ArgumentParser()
    parser.add_argument('--only', default='cards,sheets,rulebook')
    parser.add_argument('--lang', default='en,pl,ar')
    parser.add_argument('--rounds', type=int, default=3)
    given = parser.parse_args(sys.argv[1:])
    main(given.only.split(','), given.lang.split(','), given.rounds)

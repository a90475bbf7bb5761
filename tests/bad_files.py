"""Reads `tests/bad/`: faulty files that say themselves what must be found in them.

A file starts with a comment line for each problem, `# expect: <line>:<column> <code>; <hint>`, where
line and column are those told to the user and the hint may be left out; `# also: <code> ...` names
codes that follow from the file being short (a cards file with one card lacks 19) and may appear besides.
"""

import codecs
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from civap.content.map_tiles import load_map_tiles
from civap.content.problems import Problem, Problems
from civap.content.project import load_project
from civap.text.catalog import load_catalog

FOLDER = Path(__file__).parent / 'bad'
REPLACES = {
    'yaml': 'content/new_dawn/edition.yaml',
    'edition': 'content/new_dawn/edition.yaml',
    'cards': 'content/new_dawn/cards.yaml',
    'phrases': 'content/new_dawn/phrases.yaml',
    'base_game': 'content/new_dawn/base_game.yaml',
    'ap_rules': 'content/new_dawn/ap_rules.yaml',
    'map_tiles': 'content/new_dawn/map_tiles.yaml',
    'profile': 'locales/pl/profile.yaml',
    'po': 'locales/pl/new_dawn/cards.po',
}
Place = tuple[int, int, str]
Make = Callable[[str, bytes], Path]


@dataclass(frozen=True)
class BadFile:
    """A faulty file with what it expects."""

    path: Path
    raw: bytes
    expected: list[Place]
    hints: set[tuple[int, int, str, str]]
    also: frozenset[str]

    @property
    def name(self) -> str:
        """`folder/name`, to show."""
        return f'{self.path.parent.name}/{self.path.stem}'

    @property
    def replaces(self) -> str:
        """The file of the project in whose place it is read."""
        return REPLACES[self.path.parent.name]

    def problems(self, make: Make) -> tuple[Problem, ...]:
        """What the command line would report, loading the project and its Polish texts."""
        root = make(self.replaces, self.raw)
        try:
            project = load_project(root)
            load_map_tiles(project)
            load_catalog(project, 'pl')
        except Problems as error:
            return error.problems
        return ()


def bad_files() -> Iterator[BadFile]:
    """All faulty files that this runner reads."""
    for folder in REPLACES:
        for path in sorted((FOLDER / folder).iterdir()):
            yield read(path)


def read(path: Path) -> BadFile:
    """The file with its annotations."""
    raw = path.read_bytes()
    encoding = 'utf-16' if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else 'latin-1'
    text = raw.decode(encoding)
    found = re.findall(r'# expect: (\d+):(\d+) ([a-z-]+)(?:; ([^\r\n]+))?\r?\n', text)
    expected = sorted((int(line), int(column), code) for line, column, code, _ in found)
    hints = {(int(line), int(column), code, hint) for line, column, code, hint in found if hint}
    also = re.findall(r'# also: ([a-z -]+)\r?\n', text)
    return BadFile(path, raw, expected, hints, frozenset(' '.join(also).split()))

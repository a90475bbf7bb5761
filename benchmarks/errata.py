"""How long it takes from a changed number to the new sheets, beside a build of everything.

    .venv/bin/python benchmarks/errata.py [runs]

The combat value of Flight goes from 8 to 9 in a copy of the project whose every document was built before. Then cards
on A4 in all languages are built: all of them, and a pack of those that changed since the version before. The share
(time over that of everything from nothing, in the same run) is what compares.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from civap.content.folder import PARTS, find_root

CARD = 'content/new_dawn/cards.yaml'
CARDS = ('--only', 'cards', '--paper', 'a4')
PACK = (*CARDS, '--since', '1.0')


def took(cache: Path | str, *arguments: str) -> float:
    """Seconds of a build; a draft, since examples do not know the new value."""
    command = [sys.executable, '-m', 'civap', 'build', '--draft', *arguments]
    start = time.perf_counter()
    subprocess.run(
        command,
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, 'CIVAP_CACHE': str(cache)},
    )
    return time.perf_counter() - start


def change(path: Path) -> None:
    """The number of one card."""
    before, card = path.read_text('utf-8').split('- id: flight', 1)
    path.write_text(f'{before}- id: flight{card.replace("combat: 8", "combat: 9", 1)}', 'utf-8')


def round_of(folder: Path) -> dict[str, float]:
    """Everything from nothing; then, with what that left, each way to the new cards of one that changed."""
    root, before = folder / 'project', folder / 'before'
    for part in PARTS:
        shutil.copytree(find_root() / part, root / part)
    where = ('--project', str(root), '--out', str(folder / 'out'))
    taken = {'everything, from nothing': took(before, *where)}
    took(before, *where, *CARDS)
    change(root / CARD)
    for name, arguments in (('cards', CARDS), ('pack', PACK)):
        shutil.copytree(before, folder / name)
        taken[f'{name}, one changed'] = took(folder / name, *where, *arguments)
        taken[f'{name}, nothing changed'] = took(folder / name, *where, *arguments)
        taken[f'{name}, from nothing'] = took('', *where, *arguments)
    return taken


def main() -> None:
    """Print the least time of each, and its share."""
    rounds = []
    for _ in range(int(sys.argv[1]) if len(sys.argv) > 1 else 3):
        with tempfile.TemporaryDirectory() as folder:
            rounds.append(round_of(Path(folder)))
    least = {name: min(taken[name] for taken in rounds) for name in rounds[0]}
    (whole, *_) = least.values()
    print(f'{"build":28}{"wall s":>8}{"share":>8}')
    for name, seconds in least.items():
        print(f'{name:28}{seconds:8.2f}{seconds / whole:8.3f}')


if __name__ == '__main__':
    main()

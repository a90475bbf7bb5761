"""How long a pack of one changed card takes, beside a build of everything.

    .venv/bin/python benchmarks/errata.py [runs]

A text of Flight is reworded in a copy of the project. Cards on A4 in all languages are built since the version before,
and then all documents, both with nothing kept. The share (time of the pack over that of the build) is what compares.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from shutil import copytree

from civap.content.folder import PARTS, find_root

CARD = 'content/new_dawn/cards.yaml'


def changed(folder: Path) -> Path:
    """A copy of the project in which one card of it changed."""
    for part in PARTS:
        copytree(find_root() / part, folder / part)
    path = folder / CARD
    before, card = path.read_text('utf-8').split('- id: flight', 1)
    path.write_text(f'{before}- id: flight{card.replace("combat: 8", "combat: 9", 1)}', 'utf-8')
    return folder


def took(*arguments: str) -> float:
    """Seconds of a command with an empty cache; a draft, since examples do not know the new value."""
    start = time.perf_counter()
    command = [sys.executable, '-m', 'civap', 'build', '--draft', *arguments]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env={**os.environ, 'CIVAP_CACHE': ''})
    return time.perf_counter() - start


def main() -> None:
    """Print the least time of each, and their share."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    with tempfile.TemporaryDirectory() as folder:
        root = changed(Path(folder) / 'project')
        where = ('--project', str(root), '--out', str(Path(folder) / 'out'))
        packs, builds = [], []
        for _ in range(runs):
            packs.append(took(*where, '--only', 'cards', '--paper', 'a4', '--since', '1.0'))
            builds.append(took(*where))
    print(f'pack {min(packs):.2f} s, build {min(builds):.2f} s, share {min(packs) / min(builds):.3f}')


if __name__ == '__main__':
    main()

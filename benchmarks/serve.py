"""How long it takes from a save until the new picture of a page can be fetched from `civap serve`.

    .venv/bin/python benchmarks/serve.py [runs]

The median of some saves, for the name of a card and for a rule of the book in Polish, beside a loop that tells how fast
the machine is; the ratio is what compares.
"""

from __future__ import annotations

import json
import shutil
import statistics
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path
from typing import Any

from measure import loop

from civap.serve.server import Server

ROOT = Path(__file__).parents[1]
WIDTH = 1000
# What is saved: the document, the file of its texts, and the text that gets a word more, then loses it again.
SAVES = {
    'card': ('pl/cards', 'locales/pl/new_dawn/cards.po', 'card.masonry'),
    'book': ('pl/rulebook', 'locales/pl/new_dawn/rules.po', 'rule.priority.filter'),
}


def main(runs: int) -> None:
    """Print a line for each."""
    print(f'{"save":8}{"median s":>10}{"ratio":>8}')
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        for part in ('content', 'locales', 'templates'):
            shutil.copytree(ROOT / part, root / part)
        for label, (place, file, message) in SAVES.items():
            with Server(root, ('pl',), port=0) as server:
                taken = measured(server, place, root / file, message, runs)
            median = statistics.median(taken)
            print(f'{label:8}{median:10.2f}{median / loop():8.2f}')


def measured(server: Server, place: str, file: Path, message: str, runs: int) -> list[float]:
    """Seconds of each save."""
    stream = urllib.request.urlopen(f'{server.address}events/{place}')
    threading.Thread(target=lambda: list(stream), daemon=True).start()
    settled(server, place, '')
    return [saved(server, place, file, message) for _ in range(runs)]


def saved(server: Server, place: str, file: Path, message: str) -> float:
    """Save one text with another word, by rename, and fetch the page that has it."""
    number, version = shown(settled(server, place, ''), message)
    text = file.read_text('utf-8')
    start = text.index('msgstr "', text.index(f'msgctxt "{message}"')) + len('msgstr "')
    more = text[:start] + (text[start + 2 :] if text.startswith('I ', start) else f'I {text[start:]}')
    file.with_suffix('.new').write_text(more, 'utf-8')
    begun = time.perf_counter()
    file.with_suffix('.new').replace(file)
    number, version = shown(settled(server, place, version), message)
    urllib.request.urlopen(f'{server.address}pages/{place}/{number}/{WIDTH}/{version}.png').read()
    taken = time.perf_counter() - begun
    time.sleep(2)
    return taken


def settled(server: Server, place: str, other_than: str) -> dict[str, Any]:
    """The pages, once they are set and one has another version than it had."""
    while True:
        view = json.load(urllib.request.urlopen(f'{server.address}views/{place}'))
        if view['pages'] and not view['late'] and other_than not in {page['version'] for page in view['pages']}:
            return dict(view)
        time.sleep(0.02)


def shown(view: dict[str, Any], message: str) -> tuple[int, str]:
    """The first page with a text: its number and its version."""
    return next(
        (number, page['version'])
        for number, page in enumerate(view['pages'])
        if any(message in area['ids'] for area in page['areas'])
    )


if __name__ == '__main__':
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)

"""Copies of the project with an erratum in them."""

import shutil
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PARTS = ('content', 'locales', 'templates')
FLIGHT = 'content/new_dawn/cards.yaml'
BROKEN = ('captures', 'flight-lost', 'flight-range', 'flight-targets')


def copied(folder: Path, replaced: dict[str, Callable[[str], str]]) -> Path:
    """A copy of the shipped project with some of its files changed."""
    for part in PARTS:
        shutil.copytree(ROOT / part, folder / part)
    for name, change in replaced.items():
        path = folder / name
        text = path.read_text('utf-8')
        changed = change(text)
        assert changed != text, name
        path.write_text(changed, 'utf-8')
    return folder


def stronger(text: str) -> str:
    """cards.yaml with a combat value of 9 for Flight."""
    before, card = text.split('- id: flight', 1)
    return f'{before}- id: flight{card.replace("combat: 8", "combat: 9", 1)}'

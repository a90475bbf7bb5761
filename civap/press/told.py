"""What a user wants to know at the printer: how many sheets there are, and how to turn them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from civap.press.documents import Artifact
from civap.press.geometry import Layout
from civap.press.printing import Printing

TURNS = {
    'long': 'both sides, flipped on the long edge',
    'short': 'both sides, flipped on the short edge',
    'fold': 'one side, to be folded',
    'none': 'one side',
}


def sheets_of_cards(layout: Layout, count: int, printing: Printing) -> str:
    """Such as `3 sheets of 9 cards, both sides, flipped on the long edge`."""
    sheets = layout.sheets(count)
    each = f'{sheets} sheets of up to {layout.places} cards' if sheets > 1 else f'1 sheet of {count} cards'
    return f'{each}, {TURNS[printing.back]}'


def sheets_of_booklet(sides: int) -> str:
    """Such as `5 sheets, both sides, flipped on the short edge`."""
    return f'{sides // 2} sheets, {TURNS["short"]}'


def told(artifacts: Iterable[Artifact]) -> tuple[str, ...]:
    """A line for each kind of document; the languages are alike, and are told apart only where they are not."""
    found: dict[str, dict[str, list[str]]] = {}
    for artifact in artifacts:
        name = _kind(artifact)
        languages = found.setdefault(name, {}).setdefault(artifact.about or f'{artifact.pages} pages', [])
        languages.append(artifact.language)
    return tuple(line for name, abouts in found.items() for line in _lines(name, abouts))


def _kind(artifact: Artifact) -> str:
    """The file without its language; of a folder of pictures the folder."""
    _, *inside = PurePosixPath(artifact.path).parts
    return inside[0]


def _lines(name: str, abouts: dict[str, list[str]]) -> Iterator[str]:
    for about, languages in abouts.items():
        where = f' ({", ".join(dict.fromkeys(languages))})' if len(abouts) > 1 else ''
        yield f'{name}{where}: {about}'

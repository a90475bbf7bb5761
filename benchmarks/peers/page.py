"""The tables of the page in docs/."""

from __future__ import annotations

import datetime
import platform
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from prints import Print

BEGIN, END = '<!-- peers: written by benchmarks/peers/run.py -->', '<!-- end of peers -->'


@dataclass(frozen=True)
class Row:
    """A tool: CPU and wall seconds for the deck, MiB, CPU seconds after a change and for ten times the cards, and
    whether it printed a deck of its own.
    """

    name: str
    version: str
    does: str
    cpu: float
    wall: float
    largest: float
    total: float
    changed: float | None
    many: float | None
    own: bool
    printed: Print


def tables(rows: Sequence[Row], refused: Mapping[str, str], rounds: int) -> str:
    """Costs, what is printed, and what each does."""
    base = rows[0]
    date = datetime.datetime.now(tz=datetime.UTC).date()
    system = f'{platform.system()}, Python {platform.python_version()}'
    told = f'{date}, {system}; the middle of {rounds} rounds, one with 540 cards.'
    parts = [
        told,
        _table(
            {
                'tool': lambda row: f'{row.name} {row.version}'.strip(),
                'CPU s': lambda row: f'{row.cpu:.2f}',
                'to civap': lambda row: f'{row.cpu / base.cpu:.2f}',
                'wall s': lambda row: f'{row.wall:.2f}',
                'largest process, MiB': lambda row: f'{row.largest:.0f}',
                'all processes, MiB': lambda row: f'{row.total:.0f}',
                'one card changed, CPU s': lambda row: _maybe(row.changed),
                '540 cards, CPU s': lambda row: _maybe(row.many),
                'a further card, CPU ms': lambda row: _maybe(row.many and (row.many - row.cpu) / 486 * 1000, 0),
            },
            rows,
        ),
        _table(
            {
                'tool': lambda row: row.name,
                'sides': lambda row: str(row.printed.sides),
                'page, mm': lambda row: f'{row.printed.page[0]:.1f} x {row.printed.page[1]:.1f}',
                'colour beyond the cut, mm': lambda row: f'{max(0, row.printed.bleed):.1f}',
                'backs off by, mm': lambda row: f'{row.printed.off:.1f}',
                'text': lambda row: 'yes' if row.printed.read else 'no',
                'fonts embedded': lambda row: f'{row.printed.embedded} of {row.printed.fonts}',
                'pictures': lambda row: str(row.printed.pictures),
                'KiB': lambda row: f'{row.printed.size / 1024:.0f}',
            },
            [row for row in rows if not row.own],
        ),
        '\n'.join(f'- {row.name}: {row.does}.' for row in rows),
        *(f'{name} was not run: {reason}.' for name, reason in refused.items()),
    ]
    return '\n\n'.join(parts)


def write_page(path: Path, text: str) -> None:
    """Put the tables between their marks."""
    before, _, rest = path.read_text('utf-8').partition(BEGIN)
    _, _, after = rest.partition(END)
    path.write_text(f'{before}{BEGIN}\n\n{text}\n\n{END}{after}', 'utf-8')


def _maybe(number: float | None, digits: int = 2) -> str:
    return '' if number is None else f'{number:.{digits}f}'


def _table(columns: Mapping[str, Callable[[Row], str]], rows: Sequence[Row]) -> str:
    lines = [
        f'| {" | ".join(columns)} |',
        f'|---|{"--:|" * (len(columns) - 1)}',
        *(f'| {" | ".join(shown(row) for shown in columns.values())} |' for row in rows),
    ]
    return '\n'.join(lines)

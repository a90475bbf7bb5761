"""How cards are printed: what a player chooses, and what the profile of a printer corrects."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from civap.content.problems import Problem, Problems
from civap.content.sizes import DECIMALS, NUMBER
from civap.press.geometry import CardShape, Size

if TYPE_CHECKING:
    from civap.press.printers import Profile
    from civap.press.ways import Way

Back: TypeAlias = Literal['long', 'short', 'fold', 'none']
MarkKind: TypeAlias = Literal['none', 'corner', 'edge', 'full']
MarkSides: TypeAlias = Literal['fronts', 'both']
BackArt: TypeAlias = Literal['level', 'reminder']
Edition: TypeAlias = Literal['colour', 'economy', 'large', 'shop', 'png']

BACKS, MARKS, MARK_SIDES, BACK_ARTS = map(get_args, (Back, MarkKind, MarkSides, BackArt))
EDITIONS: tuple[Edition, ...] = get_args(Edition)
LARGE_PRINT = Size(70.0, 120.0)
MOST_BLEED = 10.0


@dataclass(frozen=True, slots=True)
class Printing:
    """What becomes of typeset cards on paper.

    `back` is the edge over which sheets are turned, or how backs come behind fronts without. `offset` (mm to the right
    and up, as one looks at the back) moves backs alone; `scale` (percent of width and height) is about the middle of
    the sheet, on both sides: both are what was measured of the `printer` in one way, filled in by `corrected`.
    """

    back: Back = 'long'
    marks: MarkKind = 'edge'
    mark_sides: MarkSides = 'both'
    offset: tuple[float, float] = (0.0, 0.0)
    scale: tuple[float, float] = (100.0, 100.0)
    printer: Profile | None = None

    @property
    def two_sided(self) -> bool:
        """Whether backs are printed on the other side of the paper."""
        return self.back in ('long', 'short')

    def knows(self, way: Way) -> bool:
        """Whether nothing is to be corrected, or what is to be is known."""
        return self.printer is None or self.printer.in_way(way, two_sided=self.two_sided) is not None

    def corrected(self, way: Way) -> Printing:
        """With what is known of the printer in a way, if anything is."""
        known = self.printer and self.printer.in_way(way, two_sided=self.two_sided)
        if not known:
            return self
        across, down = known.correction
        return replace(self, offset=known.offset, scale=(100 * across, 100 * down))


def parse_bleed(text: str) -> float:
    """Millimetres beyond each edge. Raises `Problems` (bad-bleed)."""
    return _length('bleed', text, MOST_BLEED, f'{MOST_BLEED:g} mm')


def parse_corner(text: str, size: tuple[float, float]) -> float:
    """The radius in mm of the corners of a card of this size. Raises `Problems` (bad-corner)."""
    most = min(size) / 2
    return _length('corner', text, most, f'{most:g} mm, half of the shorter side')


def file_name(paper: str, shape: CardShape, printing: Printing, edition: Edition = 'colour') -> str:
    """The file of a deck: its edition, and what differs from the default in size or backs, is in its name."""
    size = _sized(shape, LARGE_PRINT if edition == 'large' else CardShape().size)
    name = '' if edition == 'colour' else f'-{edition}'
    back = {'long': '', 'none': '-fronts'}.get(printing.back, f'-{printing.back}')
    return f'focus-cards-{paper}{name}{size}{back}.pdf'


def one_file_name(name: str, shape: CardShape) -> str:
    """What has one card a page: `shop-fronts.pdf`, or a file in the folder `png`; a size that is not usual is named."""
    first, rest = re.split(r'(?=[-/.])', name, maxsplit=1)
    return f'focus-cards-{first}{_sized(shape, CardShape().size)}{rest}'


def _sized(shape: CardShape, usual: Size) -> str:
    return '' if shape.size == usual else f'-{shape.size}'


def _length(name: str, text: str, most: float, told: str) -> float:
    found = re.fullmatch(NUMBER, text.strip())
    if not found or float(found[1]) > most:
        message = f'found {text!r}, expected a length from 0 to {told}'
        raise Problems(Problem(f'bad-{name}', message, hint=_length_hint(name, text)))
    return float(found[1])


def _length_hint(name: str, text: str) -> str:
    if re.fullmatch(r'[0-9]+,[0-9]+', text.strip()):
        return f'write a point for decimals: {text.strip().replace(",", ".")}'
    if re.fullmatch(r'[0-9]+\.[0-9]{4,}', text.strip()):
        return f'write {DECIMALS} decimals at most'
    return f'write the {name} in mm, such as 3 or 2.5'

"""How cards are printed: what a player chooses, and what the profile of a printer corrects."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from civap.content.problems import Problem, Problems
from civap.press.geometry import CardShape, Size

Back: TypeAlias = Literal['long', 'short', 'fold', 'none']
MarkKind: TypeAlias = Literal['none', 'corner', 'edge', 'full']
MarkSides: TypeAlias = Literal['fronts', 'both']
BackArt: TypeAlias = Literal['level', 'reminder']
Edition: TypeAlias = Literal['colour', 'economy', 'large', 'shop', 'png']

BACKS, MARKS, MARK_SIDES, BACK_ARTS = map(get_args, (Back, MarkKind, MarkSides, BackArt))
EDITIONS: tuple[Edition, ...] = get_args(Edition)
LARGE_PRINT = Size(70.0, 120.0)
SMALLEST, LARGEST = 20.0, 250.0
MOST_BLEED = 10.0
NUMBER = r'([0-9]{1,3}(?:\.[0-9]{1,2})?)'
SIZE = re.compile(rf'{NUMBER} ?[xX×] ?{NUMBER}')


@dataclass(frozen=True, slots=True)
class Printing:
    """What becomes of typeset cards on paper.

    `back` is the edge over which sheets are turned, or how backs come behind fronts without. `offset` (mm to the right
    and up, as one looks at the back) moves backs alone; `scale` (percent of width and height) is about the middle of
    the sheet, on both sides.
    """

    back: Back = 'long'
    marks: MarkKind = 'edge'
    mark_sides: MarkSides = 'both'
    offset: tuple[float, float] = (0.0, 0.0)
    scale: tuple[float, float] = (100.0, 100.0)

    @property
    def two_sided(self) -> bool:
        """Whether backs are printed on the other side of the paper."""
        return self.back in ('long', 'short')


def parse_size(text: str) -> tuple[float, float]:
    """Width and height in mm of `57x89`. Raises `Problems` (bad-size)."""
    found = SIZE.fullmatch(text.strip())
    sides = (float(found[1]), float(found[2])) if found else (0.0, 0.0)
    if not all(SMALLEST <= side <= LARGEST for side in sides):
        expected = f'expected width and height from {SMALLEST:g} to {LARGEST:g} mm, such as 63.5x88.9'
        raise Problems(Problem('bad-size', f'found {text!r}, {expected}', hint='write them with an x between'))
    return sides


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
        raise Problems(Problem(f'bad-{name}', message, hint=f'write the {name} in mm, such as 3 or 2.5'))
    return float(found[1])

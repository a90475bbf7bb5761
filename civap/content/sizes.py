"""Sizes of cards as they are written: `57x89`, or what the trade calls them."""

from __future__ import annotations

import re

from civap.content.problems import Problem, Problems

SMALLEST, LARGEST = 20.0, 250.0
DECIMALS = 3
NUMBER = rf'([0-9]{{1,3}}(?:\.[0-9]{{1,{DECIMALS}}})?)'
SIZE = re.compile(rf'{NUMBER} ?[xX×] ?{NUMBER}')
# In mm; the American ones are 2.5 x 3.5 and 2.25 x 3.5 inches.
NAMED_SIZES = {'poker': (63.5, 88.9), 'bridge': (57.15, 88.9), 'euro': (59.0, 92.0), 'tarot': (70.0, 120.0)}


def parse_size(text: str) -> tuple[float, float]:
    """Width and height in mm of `57x89`, or of a name such as `poker`. Raises `Problems` (bad-size)."""
    name = text.strip().lower()
    found = SIZE.fullmatch(name)
    sides = NAMED_SIZES.get(name) or ((float(found[1]), float(found[2])) if found else (0.0, 0.0))
    if not all(SMALLEST <= side <= LARGEST for side in sides):
        expected = f'expected width and height from {SMALLEST:g} to {LARGEST:g} mm, such as 63.5x88.9'
        hint = _size_hint(name, is_size=found is not None)
        raise Problems(Problem('bad-size', f'found {text!r}, {expected}', hint=hint))
    return sides


def _size_hint(text: str, *, is_size: bool) -> str:
    """What to do about a size: what is wrong with it is told as it is."""
    if is_size:
        return f'use a size between {SMALLEST:g}x{SMALLEST:g} and {LARGEST:g}x{LARGEST:g}'
    if ',' in text:
        return f'write a point for decimals: {text.replace(",", ".")}'
    if re.search(r'\.[0-9]{4}', text):
        return f'write {DECIMALS} decimals at most'
    if re.search('[a-z]{3}', text):
        return f'write it as 63x88, or a name: {", ".join(NAMED_SIZES)}'
    return 'write them in mm with an x between'

"""What is drawn on a page: forms in their places, and lines. In mm."""

from collections.abc import Iterator
from typing import NamedTuple

import pikepdf

MM = 72 / 25.4


class Form(NamedTuple):
    """A form by name, the rectangle it is clipped to, and the matrix it is painted with."""

    name: str
    clip: tuple[float, ...]
    matrix: tuple[float, ...]


class Line(NamedTuple):
    """A straight line."""

    start: tuple[float, ...]
    end: tuple[float, ...]


def drawn(page: pikepdf.Page) -> Iterator[Form | Line]:
    """Everything in the order of painting."""
    clip: tuple[float, ...] = ()
    matrix: tuple[float, ...] = ()
    start: tuple[float, ...] = ()
    for operands, operator in pikepdf.parse_content_stream(page):
        values = tuple(float(value) / MM for value in operands if not isinstance(value, pikepdf.Name))
        match str(operator):
            case 're':
                clip = values
            case 'cm':
                matrix = values
            case 'Do':
                yield Form(str(operands[0]), clip, matrix)
            case 'm':
                start = values
            case 'l':
                yield Line(start, values)

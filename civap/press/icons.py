"""Pictures in documents: SVG files of a project in a colour that the document chooses, and SVG drawn by templates.

A drawing is an image with a data address, not inline SVG, so that no style sheet visits its shapes.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

from markupsafe import Markup

from civap.content.problems import Problem, Problems

MAX_BYTES = 64 * 1024
NAMESPACE = '{http://www.w3.org/2000/svg}'
SHAPES = ('path', 'circle', 'ellipse', 'rect', 'line', 'polyline', 'polygon')
VIEW_BOX = re.compile(r'0 0 ([1-9]\d*) \1')
ADDRESS = 'data:image/svg+xml;base64,'
ELEMENTS = frozenset(('svg', 'g', 'defs', 'use', 'clipPath', 'mask', 'pattern', 'title', 'desc', *SHAPES))
MAX_DEPTH, MAX_DRAWN = 20, 5000  # groups in groups; elements that are drawn, those of every use counted again
_OUTSIDE = re.compile(r'url\(\s*[\'"]?(?!#)|javascript:|data:', re.IGNORECASE)
_REFERS = re.compile(r'^#(.+)$|url\(\s*[\'"]?#([^)\'"]+)')


class Icons:
    """The icons of a folder; each file is read and checked once. Messages show paths as they are below `root`."""

    def __init__(self, folder: Path, root: Path | None = None) -> None:
        shown = folder.relative_to(root) if root and folder.is_relative_to(root) else folder
        self._read = cache(lambda name: _read(folder, f'{name}.svg', (shown / f'{name}.svg').as_posix()))

    def glyph(self, name: str, color: str, x: float, y: float, size: float) -> Markup:
        """An icon as a part of an SVG drawing, with its upper left corner at (x, y), in the units of the drawing.

        `color` is what the file calls currentColor. Raises `Problems` (missing-icon, unsafe-icon).
        """
        width, shapes = self._read(name)
        drawn = Markup(shapes.replace('currentColor', color))
        place = f'translate({x:.3f} {y:.3f}) scale({size / width:.5f})'
        return Markup('<g transform="{}">{}</g>').format(place, drawn)


def picture(svg: Markup, css_class: str, alt: str | None = None) -> Markup:
    """An `<svg>` element as an image."""
    drawn = str(svg).strip().replace('<svg ', f'<svg xmlns="{NAMESPACE[1:-1]}" ', 1)
    source = ADDRESS + b64encode(drawn.encode()).decode()
    return Markup('<img class="{}" alt="{}" src="{}"/>').format(css_class, alt or '', source)


def _read(folder: Path, file: str, shown: str) -> tuple[float, str]:
    """The width and the shapes of a square file that holds nothing but shapes."""
    root = _parse(_content(folder, file, shown), shown)
    for element in root.iter():
        element.tag = str(element.tag).removeprefix(NAMESPACE)
        if element.tag not in ELEMENTS:
            raise _unsafe(shown, f'the element <{element.tag}>')
        for name, value in element.attrib.items():
            if _forbidden(name, value):
                raise _unsafe(shown, f'{name}="{value}"')
    if too_much := _too_much(root):
        raise _unsafe(shown, too_much)
    square = VIEW_BOX.fullmatch(root.get('viewBox', ''))
    if not square:
        raise _unsafe(shown, f'viewBox="{root.get("viewBox", "")}"')
    return float(square[1]), ''.join(ElementTree.tostring(child, 'unicode') for child in root)


def _content(folder: Path, file: str, shown: str) -> bytes:
    """What is in a file of the folder itself, up to what is too large."""
    try:
        if Path(file).name != file:
            raise FileNotFoundError
        with (folder / file).open('rb') as svg:
            return svg.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        hint = 'add the file, or correct the name in the template'
        message = 'found no such icon, expected an SVG file'
        raise Problems(Problem('missing-icon', message, shown, hint=hint)) from error


def _parse(content: bytes, shown: str) -> ElementTree.Element:
    if len(content) > MAX_BYTES:
        raise _unsafe(shown, f'more than {MAX_BYTES} bytes')
    if b'<!DOCTYPE' in content or b'<!ENTITY' in content:
        raise _unsafe(shown, 'a document type')
    try:
        root = ElementTree.fromstring(content)
    except (ElementTree.ParseError, LookupError, ValueError) as error:  # the latter two: of its encoding
        raise _unsafe(shown, f'broken XML ({error})') from error
    level = [root]
    for _ in range(MAX_DEPTH):
        level = [inner for element in level for inner in element]
    if level:
        raise _unsafe(shown, f'more than {MAX_DEPTH} groups in each other')
    return root


def _too_much(root: ElementTree.Element) -> str:
    """That a drawing uses itself, or draws parts of it more often than any picture needs; else empty."""
    named = {element.get('id', ''): element for element in root.iter()}
    weights: dict[ElementTree.Element, int | None] = {}

    def weight(element: ElementTree.Element) -> int:
        """How many elements are drawn for one; those in a circle without end."""
        if element not in weights:
            weights[element] = None  # until it is known
            used = [named[name] for value in element.attrib.values() for name in _referred(value) if name in named]
            weights[element] = 1 + sum(map(weight, (*element, *used)))
        known = weights[element]
        return MAX_DRAWN + 1 if known is None else known

    try:
        drawn = weight(root)
    except RecursionError:  # a chain of uses
        drawn = MAX_DRAWN + 1
    return 'parts that use each other over and over' if drawn > MAX_DRAWN else ''


def _referred(value: str) -> Iterator[str]:
    """The ids that an attribute refers to."""
    yield from (one or other for one, other in _REFERS.findall(value))


def _forbidden(name: str, value: str) -> bool:
    """Whether an attribute runs something, or refers to anything but a part of its own file."""
    if name == 'href':
        return not value.startswith('#')
    return name.startswith(('on', '{')) or _OUTSIDE.search(value) is not None


def _unsafe(shown: str, found: str) -> Problems:
    message = f'found {found}, expected shapes alone, at most {MAX_BYTES // 1024} KiB'
    return Problems(Problem('unsafe-icon', message, shown, hint='save it as plain SVG'))

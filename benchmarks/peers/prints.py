"""What a PDF prints, measured on its pages: sides, bleed, how far backs are off, text, fonts and pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pikepdf
import pypdfium2

from civap.press.geometry import POINTS_PER_MM, Layout

DOTS_PER_MM = 8
# Of the saturation of a colour, from 0 to 255: marks and paper have less, fields and backs more.
COLOURED = 40


@dataclass(frozen=True)
class Print:
    """Sides, the size of a page in mm, colour beyond the outer cuts in mm, by how much backs are off in mm, the words
    of a title that can be read, fonts that are embedded, all fonts, pictures, and bytes.
    """

    sides: int
    page: tuple[float, float]
    bleed: float
    off: float
    read: bool
    embedded: int
    fonts: int
    pictures: int
    size: int


def measure(files: Sequence[Path], layout: Layout, words: str) -> Print:
    """Of one file with fronts and backs in turn, or of one with fronts and one with backs."""
    opened = [pypdfium2.PdfDocument(file) for file in files]
    front, back = opened[0][0], opened[-1][0] if len(opened) > 1 else opened[0][1]
    fronts, backs = (_coloured(page) for page in (front, back))
    width = layout.sheet.width
    behind = (width - backs[2], backs[1], width - backs[0], backs[3])
    cut = layout.trim(0).left, layout.sheet.height - layout.trim(0).top
    off = max(abs(one - other) for one, other in zip(fronts, behind, strict=True))
    found = [_fonts(file) for file in files]
    return Print(
        sides=sum(len(each) for each in opened),
        page=(front.get_width() / POINTS_PER_MM, front.get_height() / POINTS_PER_MM),
        bleed=min(cut[0] - fronts[0], cut[1] - fronts[1]),
        off=off,
        read=words in front.get_textpage().get_text_range().replace('\r\n', ' '),
        embedded=sum(embedded for embedded, _ in found),
        fonts=sum(every for _, every in found),
        pictures=sum(_pictures(file) for file in files),
        size=sum(file.stat().st_size for file in files),
    )


def _coloured(page: pypdfium2.PdfPage) -> tuple[float, float, float, float]:
    """The edges of all that has a colour, in mm from the upper left corner."""
    picture = page.render(scale=DOTS_PER_MM / POINTS_PER_MM).to_pil().convert('HSV').getchannel('S')
    left, top, right, bottom = picture.point(lambda value: 255 * (value > COLOURED)).getbbox()
    return left / DOTS_PER_MM, top / DOTS_PER_MM, right / DOTS_PER_MM, bottom / DOTS_PER_MM


def _fonts(file: Path) -> tuple[int, int]:
    """Fonts that are in the file, and fonts that it names."""
    with pikepdf.open(file) as pdf:
        every = [font for font in _objects(pdf, '/Font') if '/DescendantFonts' not in font]
        inside = [font for font in every if _has_file(font.get('/FontDescriptor')) or font.get('/Subtype') == '/Type3']
        return len(inside), len(every)


def _has_file(descriptor: pikepdf.Object | None) -> bool:
    return descriptor is not None and any(key in descriptor for key in ('/FontFile', '/FontFile2', '/FontFile3'))


def _pictures(file: Path) -> int:
    with pikepdf.open(file) as pdf:
        return sum(each.get('/Subtype') == '/Image' for each in pdf.objects if isinstance(each, pikepdf.Stream))


def _objects(pdf: pikepdf.Pdf, kind: str) -> Iterator[pikepdf.Object]:
    for found in pdf.objects:
        if isinstance(found, pikepdf.Dictionary) and found.get('/Type') == kind:
            yield found

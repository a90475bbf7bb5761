"""Pages as pictures, for shops that print cards on demand and take no PDF."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

import pypdfium2

from civap.press.geometry import Size

DPI = 300
MM_PER_INCH = 25.4


def pixels(size: Size, dpi: int = DPI) -> tuple[int, int]:
    """Width and height in pixels of a rectangle in mm."""
    return round(size.width / MM_PER_INCH * dpi), round(size.height / MM_PER_INCH * dpi)


def pictures(pdf: bytes, size: Size, dpi: int = DPI) -> Iterator[bytes]:
    """Each page as a PNG file without transparency; `size` is that of the pages in mm, bleed included."""
    width, height = pixels(size, dpi)
    with pypdfium2.PdfDocument(pdf) as document:
        for page in document:
            bitmap = pypdfium2.PdfBitmap.new_native(width, height, pypdfium2.raw.FPDFBitmap_BGR)
            bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
            # By the page's own measures `render` would round up: a shop wants its template to the pixel.
            pypdfium2.raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, pypdfium2.raw.FPDF_ANNOT)
            file = BytesIO()
            bitmap.to_pil().save(file, 'PNG', dpi=(dpi, dpi))
            yield file.getvalue()

"""A page as a picture."""

from __future__ import annotations

from io import BytesIO

import pypdfium2

from civap.press.geometry import POINTS_PER_MM
from civap.serve.presses import Written

# Quick to write rather than small: pictures go no further than this computer.
PACKED = 1


def picture(written: Written, width: int) -> bytes:
    """The part of a page that is shown as a PNG file, `width` pixels wide."""
    shown = written.shown
    edges = tuple(edge * POINTS_PER_MM for edge in (shown.left, shown.bottom, shown.right, shown.top))
    with pypdfium2.PdfDocument(written.pdf) as document:
        page = document[0]
        for place in (page.set_mediabox, page.set_cropbox):
            place(*edges)
        bitmap = page.render(scale=width / (edges[2] - edges[0]), may_draw_forms=False)
        file = BytesIO()
        bitmap.to_pil().save(file, 'PNG', compress_level=PACKED)
        return file.getvalue()

"""Pages of half a sheet onto sheets that are printed on both sides, folded in the middle and stapled."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pikepdf

from civap.press.geometry import PAPERS
from civap.press.imposition import form, media_box, points
from civap.press.pdf import About, save

SIDES = 4  # pages on a sheet, front and back


def folded(count: int, right_to_left: bool = False) -> list[tuple[int | None, int | None]]:
    """The pages (from 0) at the left and right of each side: front, back, front ... `None` is a blank.

    The sheets lie in each other, the first one outside; sides are turned over the short edge. A book that is read from
    right to left is bound at its right edge.
    """
    whole = -(-count // SIDES) * SIDES
    sides: list[tuple[int, int]] = []
    for sheet in range(whole // SIDES):
        first, last = 2 * sheet, whole - 1 - 2 * sheet
        sides += [(last, first), (first + 1, last - 1)]
    known = [tuple(page if page < count else None for page in side) for side in sides]
    return [(right, left) if right_to_left else (left, right) for left, right in known]


def impose_booklet(data: bytes, paper: str, about: About) -> tuple[bytes, int]:
    """The sheets of a booklet, for paper, and how many sides there are."""
    sheet = PAPERS[paper].size.turned()
    with pikepdf.open(BytesIO(data)) as pages, pikepdf.Pdf.new() as sheets:
        forms = [sheets.copy_foreign(form(page)) for page in pages.pages]
        sides = folded(len(forms), about.right_to_left)
        for side in sides:
            places = [(page, place * sheet.width / 2) for place, page in enumerate(side) if page is not None]
            drawn = ' '.join(f'q 1 0 0 1 {points(left, 0)} cm /Page{page} Do Q' for page, left in places)
            names = {f'/Page{page}': forms[page] for page, _ in places}
            content = pikepdf.Dictionary(
                Type=pikepdf.Name.Page,
                MediaBox=media_box(sheet),
                Resources=pikepdf.Dictionary(XObject=pikepdf.Dictionary(names)),
                Contents=sheets.make_stream(drawn.encode()),
            )
            sheets.pages.append(pikepdf.Page(content))
        return save(sheets, replace(about, flip='short')), len(sides)

"""A deck's pages onto the sheets of each paper."""

from __future__ import annotations

from io import BytesIO

import pikepdf

from civap.press.deck import DeckJob, DeckResult, Faces, card_levels
from civap.press.geometry import PAPERS, Layout, choose_layout
from civap.press.imposition import impose
from civap.press.pdf import About, fonts, save


def impose_deck(job: DeckJob, faces: Faces, backs: bytes) -> DeckResult:
    """Sheets for each paper: fronts, and behind each its backs. Without papers the backs may be missing."""
    if not job.papers:
        return DeckResult(job.language, faces.pdf, {}, {}, faces.fits, (), faces.problems)
    layouts = {name: choose_layout(PAPERS[name], job.shape, len(job.cards)) for name in job.papers}
    with _opened(faces.pdf) as fronts, _opened(backs) as behind:
        files = {name: _sheets(fronts, behind, layout, job) for name, layout in layouts.items()}
        used = tuple(sorted({*fonts(fronts), *fonts(behind)}))
    pages = {name: 2 * layout.sheets(len(job.cards)) for name, layout in layouts.items()}
    return DeckResult(job.language, faces.pdf, files, pages, faces.fits, used, faces.problems)


def _opened(pdf: bytes) -> pikepdf.Pdf:
    return pikepdf.open(BytesIO(pdf))


def _sheets(fronts: pikepdf.Pdf, backs: pikepdf.Pdf, layout: Layout, job: DeckJob) -> bytes:
    right_to_left = job.direction == 'rtl'
    levels = [level for level, _ in card_levels(job)]
    back_of = [levels.index(card['level']) for card in job.cards]
    sheets = impose(fronts, backs, back_of, layout, right_to_left)
    return save(sheets, About(job.title, job.language, right_to_left, 'long'))

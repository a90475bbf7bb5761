"""A deck's pages onto the sheets of each paper."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from io import BytesIO

import pikepdf

from civap.press.deck import DeckJob, DeckResult, Faces, card_levels, layouts
from civap.press.geometry import Layout
from civap.press.imposition import Sources, impose
from civap.press.pdf import About, fonts, joined, save
from civap.press.ways import way_of


def impose_deck(job: DeckJob, faces: Faces, backs: bytes, words: bytes = b'') -> DeckResult:
    """Sheets for each paper. Without papers or without backs to print the backs may be missing. Raises `Problems`."""
    result = _result(job, faces, backs)
    if not job.papers:
        return result
    chosen = layouts(job)
    with ExitStack() as stack:
        fronts, behind, said = (stack.enter_context(_opened(pdf)) for pdf in (result.faces, backs, words))
        sources = Sources(fronts, behind, back_pages(job), said)
        files = {name: _sheets(sources, layout, job, name) for name, layout in chosen.items()}
        used = tuple(sorted({font for pdf in (fronts, behind, said) for font in fonts(pdf)}))
    sides = 2 if job.printing.two_sided else 1
    pages = {name: sides * layout.sheets(len(job.cards)) for name, layout in chosen.items()}
    return replace(result, files=files, pages=pages, fonts=used)


def _result(job: DeckJob, faces: Faces, backs: bytes) -> DeckResult:
    """Without any sheets."""
    shown = DeckResult(job.language, joined(faces.files), {}, {}, faces.fits, (), faces.problems)
    return replace(shown, tagged=faces.tagged, backs=backs, rooms=faces.rooms, parts=faces.parts)


def _opened(pdf: bytes) -> pikepdf.Pdf:
    """A file that is not there has no pages."""
    return pikepdf.open(BytesIO(pdf)) if pdf else pikepdf.Pdf.new()


def back_pages(job: DeckJob) -> list[int]:
    """The page of each card's back."""
    levels = [level for level, _ in card_levels(job)]
    return [levels.index(card['level']) for card in job.cards]


def _sheets(sources: Sources, layout: Layout, job: DeckJob, paper: str) -> bytes:
    right_to_left, back = job.direction == 'rtl', job.printing.back
    printing = job.printing.corrected(way_of(paper, layout, back))
    sheets = impose(sources, layout, printing, right_to_left)
    return save(sheets, About(job.title, job.language, right_to_left, 'none' if back == 'fold' else back))

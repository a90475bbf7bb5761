"""Facing pages: blocks of a proof set once, put onto pages by arithmetic, and pasted there by `galley`.

A row is three blocks side by side, as high as the highest. WeasyPrint takes ten times as long over tables of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from civap.content.folder import SOURCE
from civap.content.problems import Problem, Problems
from civap.press.documents import DocumentResult
from civap.press.galley import Block, Pasted, blocks, paste
from civap.press.geometry import PAPERS, Box, CardShape, Size
from civap.press.overlaps import overlap_problems
from civap.press.templates import Templates
from civap.press.typeset import boxes, typesetter

TEMPLATE, STYLE = 'proof/proof.html.j2', 'proof.css'
SHOWN = f'templates/{TEMPLATE}'
FACE = 'face-'
GLOSSARY = 'glossary'
# In mm: the text area, its four columns from the left, and the margins above and below it.
WIDTH, TOP, FOOT = 186.0, 18.0, 15.0
COLUMNS: Mapping[str, tuple[float, float]] = {
    'about': (0.0, 34.0),
    'english': (35.5, 58.0),
    'said': (95.0, 58.0),
    'remark': (155.0, 31.0),
}
HIGH_PAGE = 500000
# What keeps a frame that is full from making a page more, in mm.
SPARE = 0.2
SIDES = ('about', 'english', 'said')


@dataclass(frozen=True, slots=True)
class ProofJob:
    """What to print, as plain data that can be sent to another process; `view` is what the template shows."""

    language: str
    direction: Literal['ltr', 'rtl']
    title: str
    view: Mapping[str, Any]
    paper: str
    shape: CardShape
    templates: Path
    art: Path
    compiled: Path | None = None


@dataclass(frozen=True, slots=True)
class Strip:
    """What goes across a page: blocks beside each other, each with its left edge in mm; `anchor` is where links lead.

    One that `keeps` is on the page of the next, one that `opens` begins a page. `running` is what the foot of
    pages says from it on.
    """

    parts: tuple[tuple[Block, float], ...]
    anchor: str
    keeps: bool = False
    opens: bool = False
    running: str = ''

    @property
    def height(self) -> float:
        """In mm."""
        return max(block.height for block, _ in self.parts)


@dataclass(slots=True)
class Sheet:
    """A page: strips with their distance from the top of the text area in mm, and what its foot says."""

    running: str
    strips: list[tuple[Strip, float]] = field(default_factory=list)


def typeset_proof(job: ProofJob) -> list[DocumentResult]:
    """The pages, with empty frames for the faces of cards. Raises `Problems`."""
    document = _Press(job).document()
    if problems := tuple(overlap_problems(document, job.language, SHOWN)):
        raise Problems(problems)
    made = DocumentResult(
        name='proof',
        title=job.title,
        language=SOURCE,
        right_to_left=False,
        papers=(job.paper,),
        pdf=typesetter().pdf(document, SHOWN, _texts(job.view), tagged=True),
        pages=len(document.pages),
        faces=dict(_frames(document)),
        links=_links(job.view),
    )
    return [made]


def paged(strips: Sequence[Strip], room: float) -> list[Sheet]:
    """Strips on pages with `room` mm. Raises `Problems` (overflow)."""
    sheets: list[Sheet] = []
    running, top = '', room
    for group in _kept(strips):
        height = sum(strip.height for strip in group)
        if height > room:
            message = f'found {group[-1].anchor!r} higher than a page, expected it to fit'
            raise Problems(Problem('overflow', message, SHOWN, hint='shorten the text'))
        running = next((strip.running for strip in reversed(group) if strip.running), running)
        if top + height > room or group[0].opens:
            sheets.append(Sheet(running))
            top = 0.0
        for strip in group:
            sheets[-1].strips.append((strip, top))
            top += strip.height
    return sheets


def _kept(strips: Sequence[Strip]) -> Iterator[list[Strip]]:
    """Runs of strips that stay together."""
    group: list[Strip] = []
    for strip in strips:
        group.append(strip)
        if not strip.keeps:
            yield group
            group = []
    if group:
        yield group


class _Press:
    def __init__(self, job: ProofJob) -> None:
        self._job = job
        self._templates = Templates(job.templates, job.art, job.compiled)
        self._style = self._templates.style(STYLE)
        self._size: Size = PAPERS[job.paper].size

    def document(self) -> Any:
        """All pages. Raises `Problems`."""
        strips = list(self._strips())
        sheets = paged(strips, self._size.height - TOP - FOOT - SPARE)
        front = len(self._lay_out('front', pages={strip.anchor: 1 for strip in strips}).pages)
        pages = {strip.anchor: front + number for number, sheet in enumerate(sheets, 1) for strip, _ in sheet.strips}
        document = self._lay_out('pages', pages=pages, sheets=sheets)
        paste(document, [list(_pasted(sheet)) for sheet in sheets])
        return document

    def _strips(self) -> Iterator[Strip]:
        """What the galley has, in the order of the template."""
        view, found = self._job.view, iter(blocks(self._lay_out('galley')))
        for document in view['documents']:
            title = document['title']
            yield _whole(found, document['id'], title, opens=True)
            for section in document['sections']:
                yield _whole(found, section['id'], f'{title}: {section["title"]}')
                if section['faces']:
                    yield _row(found, f'{section["id"]}-faces', keeps=bool(section['rows']))
                yield from (_row(found, f'row-{row["number"]}') for row in section['rows'])
                if section['again']:
                    yield Strip(((next(found), 0.0),), f'{section["id"]}-again')
        if view['terms']:
            yield _whole(found, GLOSSARY, 'Glossary', opens=True)
            yield from (_row(found, f'term-{term["id"]}') for term in view['terms'])
        assert next(found, None) is None, 'blocks that no strip has'

    def _lay_out(
        self,
        part: Literal['galley', 'front', 'pages'],
        pages: Mapping[str, int] | None = None,
        sheets: Sequence[Sheet] = (),
    ) -> Any:
        """The blocks on one long page; the pages before them; or all pages, with empty frames for the blocks."""
        job, size = self._job, self._size
        values = {
            'lang': job.language,
            'dir': job.direction,
            'title': job.title,
            'part': part,
            'paper': size,
            'height': HIGH_PAGE if part == 'galley' else size.height,
            'area': {'width': WIDTH, 'height': size.height - TOP - FOOT},
            'margin': {'top': TOP, 'foot': FOOT, 'side': (size.width - WIDTH) / 2},
            'columns': COLUMNS,
            'shape': job.shape,
            'proof': job.view,
            'pages': pages or {},
            'sheets': [sheet.running for sheet in sheets],
            'style': self._style,
        }
        return typesetter().layout(self._templates.render(TEMPLATE, values), SHOWN)


def _whole(found: Iterator[Block], anchor: str, running: str, *, opens: bool = False) -> Strip:
    """A heading."""
    return Strip(((next(found), 0.0),), anchor, keeps=True, opens=opens, running=running)


def _row(found: Iterator[Block], anchor: str, *, keeps: bool = False) -> Strip:
    """The next three blocks side by side."""
    return Strip(tuple((next(found), COLUMNS[side][0]) for side in SIDES), anchor, keeps)


def _pasted(sheet: Sheet) -> Iterator[Pasted]:
    for strip, top in sheet.strips:
        for index, (block, left) in enumerate(strip.parts):
            yield Pasted(block, left, top, '' if index else strip.anchor)


def _frames(document: Any) -> Iterator[tuple[str, tuple[int, Box]]]:
    for number, page in enumerate(document.pages):
        for name, box in boxes(page).items():
            if name.startswith(FACE):
                yield name.removeprefix(FACE), (number, box)


def _links(view: Mapping[str, Any]) -> dict[str, str]:
    """What links lead to, by the names of their targets."""
    found = {GLOSSARY: 'Glossary'}
    for document in view['documents']:
        found[document['id']] = document['title']
        for section in document['sections']:
            found[section['id']] = section['title']
            found |= {f'row-{row["number"]}': f'{row["number"]}: {row["id"]}' for row in section['rows']}
    return found


def _texts(view: Mapping[str, Any]) -> dict[str, str]:
    """All texts by their messages, to tell where a letter is that no font has."""
    return {
        row['id']: ' '.join(form['text'].striptags() for form in (*row['english'], *row['said']))
        for document in view['documents']
        for section in document['sections']
        for row in section['rows']
    }

"""The reference sheets of one language: flowcharts of all cards, turn, attack and setup, and a mat.

What is written in boxes is set first; boxes and arrows are then laid out around it, and it is pasted into the boxes.
The pages have the size for which every paper has room, so that they are set once for all papers.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from civap.content.charts import NO, YES
from civap.content.folder import language_tag
from civap.content.problems import Problem, Problems
from civap.content.project import Project
from civap.content.say import Say
from civap.press.documents import DocumentResult
from civap.press.flow import Flow, Measures, Place, box_width, head, lay_out, path
from civap.press.fonts import USUAL
from civap.press.galley import Block, Pasted, blocks, paste
from civap.press.geometry import COMMON, POINTS_PER_MM, Box
from civap.press.overlaps import overlap_problems
from civap.press.reference_views import (
    View,
    grid_view,
    label_views,
    mat_view,
    name_of,
    sheet_views,
    side_views,
    texts_of,
)
from civap.press.spread import breadth
from civap.press.templates import Templates
from civap.press.typeset import boxes, typesetter
from civap.text.catalog import Catalog
from civap.text.domains import SHEETS, texts_path
from civap.text.render import Renderer

if TYPE_CHECKING:
    from civap.text.languages import Digits

NAME = 'reference-sheets'
FOLIOS = 100  # page numbers that are kept ready: more than there are sheets
MAT = 'mat'
TEMPLATE, MEASURE, STYLE = 'sheets/sheets.html.j2', 'sheets/measure.html.j2', 'sheets.css'
TEMPLATES = (TEMPLATE, MEASURE, 'sheets/parts.html.j2', 'cards/palette.html.j2', 'cards/frame.html.j2')
FRAME = COMMON
SIZES = (11.5, 11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0)
# What the languages of this project keep to; a longer one may be set smaller.
PROMISED = 9.0
TOLERANCE = 0.05
# Of a page, in mm: where charts begin and end, the least and most between two boxes of a chart, and the line above a
# box for the ids of its rules.
TOP, BOTTOM, LEAST_GAP, MOST_GAP, ID_LINE = 30.0, 11.5, 6.6, 11.0, 4.4
BETWEEN = 6.0
# Of sheets of panels: where they begin and end, in mm; the size that is measured, and the largest, in pt.
PANELS_TOP, PANELS_BOTTOM, BASE, LARGEST = 22.0, 12.0, 12.0, 12.5
# To guess the size of a chart's text before it is measured: the width of a letter in em, the lines in em, and what a
# box takes around its lines in mm.
LETTER, LEADING, AROUND = {'ltr': 0.405, 'rtl': 0.46}, 1.22, 4.9
MM_PER_POINT = 1 / POINTS_PER_MM
# The sizes of answers beside arrows, in pt, and the least that a long one may have.
ANSWER, LEAST_ANSWER = {'ltr': 10.0, 'rtl': 9.0}, 7.0
_TAG = re.compile('<[^>]*>')


@dataclass(frozen=True, slots=True)
class ReferenceJob:
    """What to print, as plain data that can be sent to another process.

    `sides` are those with flowcharts, `sheets` those with panels; `core` are the diagrams of the core that the art
    has. With a `draft_label` it stands on every page, and what does not fit is printed all the same.
    Lists are numbered in the digits of `numbering`, pages by `folios`.
    """

    language: str
    direction: Literal['ltr', 'rtl']
    title: str
    mark: str
    sides: tuple[View, ...]
    sheets: tuple[View, ...]
    mat: View
    labels: Mapping[str, str]
    grid: Sequence[Sequence[str]]
    templates: Path
    art: Path
    source: str
    faces: str = USUAL
    core: tuple[str, ...] = ()
    draft_label: str | None = None
    measures: Measures = field(default_factory=Measures)
    compiled: Path | None = None
    numbering: Digits = 'latn'
    folios: tuple[str, ...] = ()


def reference_job(
    project: Project, catalog: Catalog, draft: bool, speak: Callable[[Catalog], Renderer] = Renderer
) -> ReferenceJob:
    """The job for one language; the catalog is that of `load_sheet_catalog`. What it says comes from `speak`."""
    renderer, language = speak(catalog), catalog.language
    source = texts_path(language.code, SHEETS)
    art = project.content / 'art'
    return ReferenceJob(
        language=language.code,
        faces=language.profile.faces,
        direction=language.direction,
        numbering=language.profile.digits,
        folios=tuple(map(renderer.number, range(FOLIOS))),
        title=renderer.plain(Say('sheet.document')),
        mark=f'{language.code} · {project.edition.version}',
        sides=side_views(project, renderer),
        sheets=sheet_views(project, renderer),
        mat=mat_view(project, renderer),
        labels=label_views(project, renderer),
        grid=grid_view(renderer),
        templates=project.root / 'templates',
        art=art,
        source=source,
        core=tuple(side for side in ('A', 'B') if (art / f'core-{side.lower()}.svg').is_file()),
        draft_label=renderer.plain(Say('label.draft')) if draft else None,
    )


def typeset_reference(job: ReferenceJob, papers: Sequence[str]) -> list[DocumentResult]:
    """The sheets of one language, the same for each paper. Raises `Problems`: what does not fit, but in a draft."""
    press = Press(job)
    fitted = press.fitted()
    document = press.document(fitted)
    problems = tuple(press.overflows(document, fitted))
    if problems and job.draft_label is None:
        raise Problems(problems)
    texts = {str(view.get('id', 'mat')): '\n'.join(texts_of(view)) for view in (*job.sides, *job.sheets, job.mat)}
    made = DocumentResult(
        name=NAME,
        title=job.title,
        language=job.language,
        right_to_left=job.direction == 'rtl',
        papers=tuple(papers),
        pdf=typesetter().pdf(document, job.source, texts, tagged=True),
        pages=len(document.pages),
        problems=problems,
        shown=dict(_shown(job, document)),
    )
    return [made]


def _shown(job: ReferenceJob, document: Any) -> Iterator[tuple[str, int]]:
    """The page of each sheet; the mat is the last."""
    first = {f't-{side["charts"][0]["card"]}-0': side['id'] for side in job.sides}
    first |= {f't-{sheet["id"]}-0': sheet['id'] for sheet in job.sheets}
    for number, page in enumerate(document.pages, 1):
        yield from ((first[name], number) for name in page.anchors if name in first)
    yield MAT, len(document.pages)


@dataclass(frozen=True, slots=True)
class Fitted:
    """A side laid out: the size of its text in pt, and its charts."""

    size: float
    flows: tuple[Flow, ...]

    @property
    def fits(self) -> bool:
        """Whether no chart is higher than there is room."""
        return all(flow.height <= ROOM + TOLERANCE for flow in self.flows)


# The height of a chart, in mm.
ROOM = FRAME.height - TOP - BOTTOM


class Press:
    """The templates and the typesetter for one language."""

    def __init__(self, job: ReferenceJob) -> None:
        self._job = job
        self._templates = _templates(job.templates, job.art, job.compiled)
        # What is written in each box of a chart at each size that was tried; the heights of columns of panels.
        self._blocks: dict[tuple[str, int, float], Block] = {}
        self._columns: dict[str, float] = {}

    def fitted(self) -> list[Fitted]:
        """Each side at the largest size at which its charts fit, else at the smallest."""
        tried: dict[str, dict[float, Fitted]] = {side['id']: {} for side in self._job.sides}
        waiting = [(side, self._guess(side)) for side in self._job.sides]
        while waiting:
            self._set(waiting)
            for side, size in waiting:
                tried[side['id']][size] = Fitted(size, tuple(self._flow(chart, size) for chart in side['charts']))
            sizes = ((side, _next_size(tried[side['id']], size)) for side, size in waiting)
            waiting = [(side, size) for side, size in sizes if size]
        return [_best(tried[side['id']]) for side in self._job.sides]

    def _guess(self, side: View) -> float:
        """The size of a side's text by its number of letters; a smaller one than is promised is no guess."""
        job = self._job
        for size in SIZES:
            if size <= PROMISED or all(_guessed_height(chart, size, job) <= ROOM for chart in side['charts']):
                return size
        return PROMISED

    def _set(self, wanted: Sequence[tuple[View, float]]) -> None:
        """Set what is written in the charts of some sides, each at a size. Raises `Problems`."""
        charts = _sized(wanted)
        panels = () if self._columns else self._job.sheets
        found = iter(blocks(typesetter().layout(self._measured(charts, panels), self._job.source)))
        for chart in charts:
            for index in range(len(chart['boxes'])):
                self._blocks[chart['card'], index, chart['size']] = next(found)
        self._columns |= {name: next(found).height for sheet in panels for name in _column_names(sheet)}

    def _measured(self, charts: Sequence[View], panels: Sequence[View]) -> str:
        return self._templates.render(MEASURE, {**self._values(), 'charts': charts, 'panels': panels})

    def boxes_html(self, side: View) -> str:
        """A document with what is written in the boxes of a side. Raises `Problems`."""
        return self._measured(_sized([(side, SIZES[0])]), ())

    def pages_html(self) -> str:
        """A document with all pages, their boxes empty and all of one height. Raises `Problems`."""
        fitted = [Fitted(SIZES[0], tuple(self._alike(chart) for chart in side['charts'])) for side in self._job.sides]
        return self._page_html(fitted, {sheet['id']: BASE for sheet in self._job.sheets})

    def _alike(self, chart: View) -> Flow:
        heights = [ID_LINE] * len(chart['boxes'])
        return self._arranged(chart, heights, LEAST_GAP)

    def panel_sizes(self) -> dict[str, float]:
        """The size of the text of each sheet of panels, in pt: the largest that its columns leave room for."""
        sizes = {}
        for sheet in self._job.sheets:
            height = max(self._columns[name] for name in _column_names(sheet))
            # Text set larger needs more lines as well as higher ones.
            size = BASE * math.sqrt(0.97 * (FRAME.height - PANELS_TOP - PANELS_BOTTOM) / height)
            sizes[sheet['id']] = max(SIZES[-1], min(LARGEST, math.floor(2 * size) / 2))
        return sizes

    def _flow(self, chart: View, size: float) -> Flow:
        heights = [self._blocks[chart['card'], index, size].height for index in range(len(chart['boxes']))]
        gap = min(MOST_GAP, max(LEAST_GAP, (ROOM - sum(heights)) / (len(heights) - 1)))
        return self._arranged(chart, heights, gap)

    def _arranged(self, chart: View, heights: Sequence[float], gap: float) -> Flow:
        questions = [box['kind'] == 'question' for box in chart['boxes']]
        return lay_out(heights, questions, chart['links'], gap, self._job.measures)

    def document(self, fitted: Sequence[Fitted]) -> Any:
        """All pages; panels that are higher than was reckoned are set smaller, as long as that is legible.

        Raises `Problems`.
        """
        sizes = self.panel_sizes()
        while True:
            document = self._pages(fitted, sizes)
            high = self._high_panels(document)
            smaller = {name: sizes[name] - 0.5 for name in high if sizes[name] > SIZES[-1]}
            if not smaller:
                return document
            sizes |= smaller

    def _pages(self, fitted: Sequence[Fitted], sizes: Mapping[str, float]) -> Any:
        document = typesetter().layout(self._page_html(fitted, sizes), self._job.source)
        paste(document, list(self._pasted(fitted)))
        return document

    def _page_html(self, fitted: Sequence[Fitted], sizes: Mapping[str, float]) -> str:
        job = self._job
        sides = [self.drawn(side, each) for side, each in zip(job.sides, fitted, strict=True)]
        sheets = {sheet['id']: {**sheet, 'size': sizes[sheet['id']]} for sheet in job.sheets}
        return self._templates.render(TEMPLATE, {**self._values(), 'sides': sides, 'sheets': sheets})

    def _high_panels(self, document: Any) -> set[str]:
        """The sheets with a column that goes below its end."""
        ends = {f't-{name}': sheet['id'] for sheet in self._job.sheets for name in _column_names(sheet)}
        return {
            ends[name]
            for page in map(boxes, document.pages)
            for name, box in page.items()
            if name in ends and box.bottom < PANELS_BOTTOM - TOLERANCE
        }

    def _pasted(self, fitted: Sequence[Fitted]) -> Iterator[list[Pasted]]:
        """What is written in each box of each chart, named `t-<card>-<index>`."""
        for side, each in zip(self._job.sides, fitted, strict=True):
            for chart in side['charts']:
                for index in range(len(chart['boxes'])):
                    name = f'{chart["card"]}-{index}'
                    yield [Pasted(self._blocks[chart['card'], index, each.size], name=f't-{name}')]

    def drawn(self, side: View, fitted: Fitted) -> View:
        """A side with places for its boxes and arrows, mirrored where that is how it is read."""
        job = self._job
        drawn = []
        for chart, flow in zip(side['charts'], fitted.flows, strict=True):
            here = flow.mirrored(job.measures.width) if job.direction == 'rtl' else flow
            drawn.append({**chart, 'flow': _picture(chart, here, job.measures)})
        return {**side, 'size': fitted.size, 'charts': drawn}

    def lefts(self) -> list[float]:
        """Where the two charts of a side begin, in mm from the left, in the order in which they are read."""
        width = self._job.measures.width
        start = (FRAME.width - 2 * width - BETWEEN) / 2 + 2
        lefts = [start, start + width + BETWEEN]
        return [FRAME.width - left - width for left in lefts] if self._job.direction == 'rtl' else lefts

    def _values(self) -> dict[str, Any]:
        job = self._job
        return {
            'lang': language_tag(job.language),
            'dir': job.direction,
            'title': job.title,
            'paper': FRAME,
            'top': TOP,
            'id_line': ID_LINE,
            'panels_top': PANELS_TOP,
            'lefts': self.lefts(),
            'measures': job.measures,
            'style': self._templates.styles([STYLE], job.faces, job.numbering),
            'draft_label': job.draft_label or '',
            'mark': job.mark,
            'sides': job.sides,
            'base': BASE,
            'folios': job.folios,
            'sizes': sorted({*SIZES, *(size / 2 for size in range(int(2 * SIZES[-1]), int(2 * LARGEST) + 1))}),
            'icons': sorted({panel['icon'] for sheet in job.sheets for panel in chain(*sheet['columns'])} - {''}),
            'sheets': {},
            'mat': job.mat,
            'labels': job.labels,
            'answer': _answer_size(job),
            'grid': job.grid,
            'core': job.core,
        }

    def overflows(self, document: Any, fitted: Sequence[Fitted]) -> Iterator[Problem]:
        """One problem for each text that leaves its frame, and for each chart that is too high."""
        lowest = {name: PANELS_BOTTOM for sheet in self._job.sheets for name in _column_names(sheet)}
        for side, each in zip(self._job.sides, fitted, strict=True):
            for chart, flow in zip(side['charts'], each.flows, strict=True):
                if flow.height > ROOM + TOLERANCE:
                    over = flow.height - ROOM
                    yield self._problem(side['id'], f'a chart {over:.1f} mm too high', str(chart['title']))
                for index, place in enumerate(flow.places):
                    lowest[f'{chart["card"]}-{index}'] = FRAME.height - TOP - place.bottom
        for page in map(boxes, document.pages):
            yield from self._page_overflows(page, lowest)
        yield from overlap_problems(document, self._job.language, self._job.source)
        if len(document.pages) != (wanted := len(self._job.sides) + len(self._job.sheets) + 1):
            yield self._problem('all', f'{len(document.pages)} pages', f'{wanted} sides')

    def _page_overflows(self, page: Mapping[str, Box], lowest: Mapping[str, float]) -> Iterator[Problem]:
        """Texts end at ids that begin with `t-`; their frames have the same with `f-`, or a known lower edge."""
        for name, box in page.items():
            if not name.startswith('t-'):
                continue
            frame = page.get(f'f-{name[2:]}')
            below = (frame.bottom if frame else lowest[name[2:]]) - box.bottom
            if below > TOLERANCE:
                yield self._problem(name[2:], f'{below:.1f} mm too much below', self._text(name[2:]))

    def _text(self, name: str) -> str:
        """The text of a box of a chart, `<card>-<index>`; of another frame its name."""
        card, _, index = name.rpartition('-')
        for side in self._job.sides:
            for chart in side['charts']:
                if chart['card'] == card:
                    return str(chart['boxes'][int(index)]['said'])
        return name

    def _problem(self, sheet: str, found: str, text: str) -> Problem:
        job = self._job
        where = f'on sheet {sheet} in {job.language}'
        message = f'found {found} {where} ({name_of(text)}), expected all to fit'
        return Problem('overflow', message, job.source, hint='shorten the text')


def _sized(wanted: Sequence[tuple[View, float]]) -> list[View]:
    return [{**chart, 'size': size, 'type': side['type']} for side, size in wanted for chart in side['charts']]


def _texts(box: View) -> Iterator[str]:
    yield from filter(None, (box['said'], box['heading'], *box['order'], box['tie'], *box['points'], box['foot']))


def _answer_size(job: ReferenceJob) -> float:
    """The size of the answers beside arrows, in pt: as large as the longer of the two has room for."""
    longest = max(breadth(job.labels[name], job.direction) for name in (YES, NO))
    room = job.measures.label[0] / (longest * MM_PER_POINT)
    return min(ANSWER[job.direction], max(LEAST_ANSWER, math.floor(4 * room) / 4))


def _column_names(sheet: View) -> list[str]:
    return [f'{sheet["id"]}-{number}' for number in range(len(sheet['columns']))]


def _guessed_height(chart: View, size: float, job: ReferenceJob) -> float:
    em = size * MM_PER_POINT
    letters = (box_width(job.measures) - 9) / (LETTER[job.direction] * em)
    texts = [_TAG.sub('', text) for box in chart['boxes'] for text in _texts(box)]
    lines = sum(math.ceil(len(text) / letters) for text in texts)
    return lines * LEADING * em + len(chart['boxes']) * (AROUND + LEAST_GAP) - LEAST_GAP


def _next_size(tried: Mapping[float, Fitted], size: float) -> float | None:
    """The size to try after one: smaller if it was too large, larger if there seems to be room for it."""
    fitted, index = tried[size], SIZES.index(size)
    if not fitted.fits:
        following = list(SIZES[index + 1 : index + 2])
    else:
        following = [larger for larger in SIZES[max(0, index - 1) : index] if _grown(fitted, larger) <= ROOM]
    return next((each for each in following if each not in tried), None)


def _grown(fitted: Fitted, size: float) -> float:
    """About how high the higher chart of a side is at another size."""
    share = (size / fitted.size) ** 2
    return max(
        sum(place.height for place in flow.places) * share + LEAST_GAP * (len(flow.places) - 1) for flow in fitted.flows
    )


def _best(tried: Mapping[float, Fitted]) -> Fitted:
    fitting = [size for size, fitted in tried.items() if fitted.fits]
    return tried[max(fitting) if fitting else min(tried)]


@cache
def _templates(folder: Path, art: Path, compiled: Path | None) -> Templates:
    return Templates(folder, art, compiled)


def _picture(chart: View, flow: Flow, measures: Measures) -> View:
    """A chart as paths, and the places of what is written on it."""
    shapes = [
        {'kind': box['kind'], 'path': SHAPES[box['kind']](place, measures)}
        for box, place in zip(chart['boxes'], flow.places, strict=True)
    ]
    return {
        'height': math.ceil(flow.height + 2),
        'gap': flow.places[1].top - flow.places[0].bottom,
        'places': flow.places,
        'shapes': shapes,
        'lines': ''.join(path(_shortened(arrow.points)) for arrow in flow.arrows),
        'heads': ''.join(head(arrow.points) for arrow in flow.arrows),
        'answers': [(arrow.link[2], arrow.label) for arrow in flow.arrows if arrow.label],
    }


def _shortened(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The line ends inside its head."""
    (x0, y0), (x, y) = points[-2], points[-1]
    return [*points[:-1], (x - ((x > x0) - (x < x0)), y - ((y > y0) - (y < y0)))]


def _rounded(place: Place, radius: float) -> str:
    left, top, right, bottom = place.left, place.top, place.right, place.bottom
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    ways = ((0, -1, 1, 0), (1, 0, 0, 1), (0, 1, -1, 0), (-1, 0, 0, -1))
    parts = [
        f'{"L" if index else "M"}{x - radius * a:.2f} {y - radius * b:.2f}'
        f'Q{x:.2f} {y:.2f} {x + radius * c:.2f} {y + radius * d:.2f}'
        for index, ((x, y), (a, b, c, d)) in enumerate(zip(corners, ways, strict=True))
    ]
    return ''.join(parts) + 'Z'


def _action(place: Place, _measures: Measures) -> str:
    return _rounded(place, 1.8)


def _list(place: Place, _measures: Measures) -> str:
    return _rounded(place, 0.3)


def _end(place: Place, _measures: Measures) -> str:
    return _rounded(place, min(place.height / 2, 5.5))


def _question(place: Place, measures: Measures) -> str:
    left, right, middle, tip = place.left, place.right, place.top + place.height / 2, measures.tip
    return (
        f'M{left:.2f} {middle:.2f}L{left + tip:.2f} {place.top:.2f}H{right - tip:.2f}L{right:.2f} {middle:.2f}'
        f'L{right - tip:.2f} {place.bottom:.2f}H{left + tip:.2f}Z'
    )


SHAPES = {'action': _action, 'list': _list, 'question': _question, 'end': _end}

"""The reference sheets of one language on one paper: flowcharts of all cards, turn, attack and set-up, and a mat.

Labels are measured first; boxes and arrows are then laid out around them, and the same labels are set into the boxes.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal

from civap.content.folder import GAME, SOURCE
from civap.content.problems import Problem, Problems
from civap.content.project import Project
from civap.content.say import Say
from civap.press.documents import DocumentResult
from civap.press.flow import Flow, Measures, Place, box_width, head, lay_out, path
from civap.press.geometry import PAPERS, Box
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
from civap.press.templates import Templates
from civap.press.typeset import boxes, typesetter
from civap.text.catalog import Catalog
from civap.text.render import Renderer

NAME = 'reference-sheets'
TEMPLATE, MEASURE, STYLE = 'sheets/sheets.html.j2', 'sheets/measure.html.j2', 'sheets.css'
SIZES = (10.5, 10.0, 9.5, 9.0)
TOLERANCE = 0.05
# Of a page, in mm: where charts begin and end, and the least and most between two boxes of a chart.
TOP, BOTTOM, LEAST_GAP, MOST_GAP = 31.5, 11.5, 6.6, 11.0
BETWEEN = 6.0
# Of sheets of panels: what head and foot take, the size that is measured, and the largest, in mm and pt.
PANELS, BASE, LARGEST = 40.0, 10.5, 13.5


@dataclass(frozen=True, slots=True)
class ReferenceJob:
    """What to print, as plain data that can be sent to another process.

    `sides` are those with flowcharts, `sheets` those with panels; `core` are the diagrams of the core that the art
    has. With a `draft_label` it stands on every page, and what does not fit is printed all the same.
    """

    language: str
    direction: Literal['ltr', 'rtl']
    title: str
    paper: str
    mark: str
    sides: tuple[View, ...]
    sheets: tuple[View, ...]
    mat: View
    labels: Mapping[str, str]
    grid: Sequence[Sequence[str]]
    templates: Path
    art: Path
    source: str
    core: tuple[str, ...] = ()
    draft_label: str | None = None
    measures: Measures = field(default_factory=Measures)
    compiled: Path | None = None


def reference_job(project: Project, catalog: Catalog, paper: str, draft: bool) -> ReferenceJob:
    """The job for one language and paper; the catalog is that of `load_sheet_catalog`."""
    renderer, language = Renderer(catalog), catalog.language
    source = f'content/{GAME}/sheets.yaml' if language.code == SOURCE else f'locales/{language.code}/{GAME}/sheets.po'
    art = project.content / 'art'
    return ReferenceJob(
        language=language.code,
        direction=language.direction,
        title=renderer.plain(Say('sheet.document')),
        paper=paper,
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


def typeset_reference(jobs: Sequence[ReferenceJob]) -> list[DocumentResult]:
    """The sheets of each job. Raises `Problems`: what does not fit, unless it is a draft."""
    return [_typeset(job) for job in jobs]


def _typeset(job: ReferenceJob) -> DocumentResult:
    press = Press(job)
    flows = press.flows()
    document = press.document(flows)
    problems = tuple(press.overflows(document, flows))
    if problems and job.draft_label is None:
        raise Problems(problems)
    texts = {str(view.get('id', 'mat')): '\n'.join(texts_of(view)) for view in (*job.sides, *job.sheets, job.mat)}
    return DocumentResult(
        name=NAME,
        title=job.title,
        language=job.language,
        right_to_left=job.direction == 'rtl',
        paper=job.paper,
        pdf=typesetter().pdf(document, job.source, texts, tagged=True),
        pages=len(document.pages),
        problems=problems,
    )


@dataclass(frozen=True, slots=True)
class Fitted:
    """A side laid out: the size of its text in pt, and its charts."""

    size: float
    flows: tuple[Flow, ...]


class Press:
    """The templates and the typesetter for one job."""

    def __init__(self, job: ReferenceJob) -> None:
        self._job = job
        self._templates = _templates(job.templates, job.art, job.compiled)
        self._paper = PAPERS[job.paper].size

    def flows(self) -> list[Fitted]:
        """The charts of each side at the largest size at which both fit, else at the smallest."""
        fitted: dict[str, Fitted] = {}
        waiting = list(self._job.sides)
        for size in SIZES:
            heights = self._measure(waiting, size)
            for side in waiting:
                fitted[side['id']] = Fitted(size, tuple(self._flow(chart, heights) for chart in side['charts']))
            waiting = [side for side in waiting if not self._fits(fitted[side['id']])]
            if not waiting:
                break
        return [fitted[side['id']] for side in self._job.sides]

    def _fits(self, fitted: Fitted) -> bool:
        return all(flow.height <= self.room + TOLERANCE for flow in fitted.flows)

    def _measure(self, sides: Sequence[View], size: float) -> dict[str, float]:
        """The height of every label of some sides."""
        more = {'sides': sides, 'size': size, 'width': box_width(self._job.measures), 'panels': ()}
        values = {**self._values(), **more}
        (page,) = typesetter().layout(self._templates.render(MEASURE, values), self._job.source).pages
        found = boxes(page)
        ends = [box.bottom for box in found.values()]
        return {name: before - end for name, before, end in zip(list(found)[1:], ends, ends[1:], strict=False)}

    def panel_sizes(self) -> dict[str, float]:
        """The size of the text of each sheet of panels, in pt: the largest that its columns leave room for."""
        more = {'sides': (), 'size': BASE, 'width': 0, 'panels': self._job.sheets}
        html = self._templates.render(MEASURE, {**self._values(), **more})
        (page,) = typesetter().layout(html, self._job.source).pages
        found, sizes = boxes(page), {}
        for sheet in self._job.sheets:
            names = [f'{sheet["id"]}-{number}' for number in range(len(sheet['columns']))]
            height = max(found[f'c-{name}'].bottom - found[f'd-{name}'].bottom for name in names)
            # Text set larger needs more lines as well as higher ones.
            size = BASE * math.sqrt(0.97 * (self._paper.height - PANELS) / height)
            sizes[sheet['id']] = max(SIZES[-1], min(LARGEST, math.floor(2 * size) / 2))
        return sizes

    @property
    def room(self) -> float:
        """The height of a chart, in mm."""
        return self._paper.height - TOP - BOTTOM

    def _flow(self, chart: View, measured: Mapping[str, float]) -> Flow:
        heights = [measured[f'm-{chart["card"]}-{index}'] for index in range(len(chart['boxes']))]
        questions = [box['kind'] == 'question' for box in chart['boxes']]
        gap = min(MOST_GAP, max(LEAST_GAP, (self.room - sum(heights)) / (len(heights) - 1)))
        return lay_out(heights, questions, chart['links'], gap, self._job.measures)

    def document(self, fitted: Sequence[Fitted]) -> Any:
        """All pages. Raises `Problems`."""
        job = self._job
        sides = [self._drawn(side, each) for side, each in zip(job.sides, fitted, strict=True)]
        sizes = self.panel_sizes()
        sheets = {sheet['id']: {**sheet, 'size': sizes[sheet['id']]} for sheet in job.sheets}
        html = self._templates.render(TEMPLATE, {**self._values(), 'sides': sides, 'sheets': sheets})
        return typesetter().layout(html, job.source)

    def _drawn(self, side: View, fitted: Fitted) -> View:
        """A side with places for its boxes and arrows, mirrored where that is how it is read."""
        job, width = self._job, self._job.measures.width
        start = (self._paper.width - 2 * width - BETWEEN) / 2 + 2
        lefts = [start, start + width + BETWEEN]
        drawn = []
        for chart, flow, left in zip(side['charts'], fitted.flows, lefts, strict=True):
            here = flow.mirrored(width) if job.direction == 'rtl' else flow
            place = self._paper.width - left - width if job.direction == 'rtl' else left
            drawn.append({**chart, 'left': place, 'flow': _picture(chart, here, job.measures)})
        return {**side, 'size': fitted.size, 'charts': drawn}

    def _values(self) -> dict[str, Any]:
        job = self._job
        return {
            'lang': job.language,
            'dir': job.direction,
            'title': job.title,
            'paper': self._paper,
            'top': TOP,
            'measures': job.measures,
            'style': self._templates.style(STYLE),
            'draft_label': job.draft_label or '',
            'mark': job.mark,
            'sides': job.sides,
            'base': BASE,
            'sheets': {},
            'mat': job.mat,
            'labels': job.labels,
            'grid': job.grid,
            'core': job.core,
        }

    def overflows(self, document: Any, fitted: Sequence[Fitted]) -> Iterator[Problem]:
        """One problem for each text that leaves its frame, and for each chart that is too high."""
        for side, each in zip(self._job.sides, fitted, strict=True):
            for chart, flow in zip(side['charts'], each.flows, strict=True):
                if flow.height > self.room + TOLERANCE:
                    over = flow.height - self.room
                    yield self._problem(side['id'], f'a chart {over:.1f} mm too high', str(chart['title']))
        measured = [boxes(page) for page in document.pages]
        for page in measured:
            yield from self._page_overflows(page)
        if len(measured) != (wanted := len(self._job.sides) + len(self._job.sheets) + 1):
            yield self._problem('all', f'{len(measured)} pages', f'{wanted} sides')

    def _page_overflows(self, page: Mapping[str, Box]) -> Iterator[Problem]:
        """Texts have ids that begin with `t-`, their frames the same with `f-`; a text may name another's frame."""
        for name, box in page.items():
            if not name.startswith('t-') or f'f-{name[2:]}' not in page:
                continue
            frame = page[f'f-{name[2:]}']
            below, beside = frame.bottom - box.bottom, max(box.right - frame.right, frame.left - box.left)
            if below > TOLERANCE or beside > TOLERANCE:
                how = f'{below:.1f} mm too much below' if below > TOLERANCE else f'{beside:.1f} mm too much beside'
                yield self._problem(name[2:], how, self._text(name[2:]))

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
        where = f'on sheet {sheet} in {job.language} on {job.paper}'
        message = f'found {found} {where} ({name_of(text)}), expected all to fit'
        return Problem('overflow', message, job.source, hint='shorten the text')


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

"""The sheet on which a printer is measured: how far its backs lie off their fronts, and how large it prints.

On the back are two scales like stairs. Against the light a straight line of the front shines through each, and covers
the step whose number is the shift: a step for -1.5 lies 1.5 mm to the right of where the line falls without a shift,
so that a back which comes out 1.5 mm too far to the left brings it there. Through paper that lets no light pass a pin
is pushed at the middle, into a grid that is numbered in the same way.

Places are in mm from the middle of the sheet, to the right and up as one reads the page. Nothing is mirrored from
language to language: right is right.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import TYPE_CHECKING, Any

import pikepdf

from civap.content.calibration import BACK, FRONT, calibration_says
from civap.content.folder import SOURCE
from civap.content.problems import Problem, Problems
from civap.content.project import Project
from civap.press.geometry import CardShape, Line, Size
from civap.press.pdf import About, save
from civap.press.printers import bars
from civap.press.templates import Templates
from civap.press.typeset import boxes, typesetter
from civap.press.ways import Way, way_for
from civap.text.catalog import load_sheet_catalog
from civap.text.domains import SHEETS, texts_path
from civap.text.render import Renderer

if TYPE_CHECKING:
    from civap.press.printing import Back

NAME = 'calibration'
TEMPLATE, STYLE = 'sheets/calibration.html.j2', 'calibration.css'
# How far the scales go, from step to step; how long each step is, and how wide a scale.
REACH, STEP, RUN, WIDE = 4.0, 0.25, 3.0, 5.0
# Where the line of the scale for the first number stands, and that of the one for the second lies.
FIRST, SECOND = 31.0, -62.0
# Of the grid around the middle: its half width, which of its lines have numbers above and on the left, and where these
# stand: so far from the middle, so many times further apart.
GRID, NUMBERED, FAN_ABOVE, FAN_LEFT = 5.0, (-4, -2, 0, 2, 4), (9.0, 2.1), (10.0, 1.7)
# How far the bars lie from the edges of the paper, and how thick they are; how far above the middle of an upright
# sheet its text ends, and how far above the edge that of one that lies.
BAR_EDGE, THICK, ABOVE, FOOT = 15.0, 1.0, 58.0, 24.0
STEPS = round(REACH / STEP)
END = (STEPS + 0.5) * RUN
COMMAND = 'civap calibrate --printer NAME --shift 0.5,-0.25'
PAPER_NAMES = {'a4': 'A4', 'letter': 'Letter'}
View = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards whose sheets the calibration sheet is for: it lies and is turned as these are.

    Which way a printer turns a page that lies is not the same everywhere.
    """

    count: int
    shape: CardShape = field(default_factory=CardShape)
    back: Back = 'long'

    def way(self, paper: str) -> Way:
        """How their sheets of a paper go through a printer. Raises `Problems` (paper-too-small)."""
        return way_for(paper, self.shape, self.back, self.count)

    def options(self, paper: str) -> str:
        """What a user types to speak of them: `--paper a4`."""
        size = '' if self.shape.size == CardShape().size else f' --size {self.shape.size}'
        back = '' if self.back == 'long' else f' --back {self.back}'
        return f'--paper {paper}{size}{back}'


def calibration_files(project: Project, code: str, papers: Sequence[str], cards: Cards) -> dict[str, bytes]:
    """The sheet for each paper, by the name of its file. Raises `Problems`."""
    renderer = Renderer(load_sheet_catalog(project, code))
    return {file_name(paper, code, cards): _file(project, renderer, paper, cards) for paper in papers}


def file_name(paper: str, code: str, cards: Cards) -> str:
    """The file of a sheet: what differs from the usual cards, and another language than English, is in its name."""
    way, usual = cards.way(paper), Cards(cards.count).way(paper)
    direction = '' if way.lying == usual.lying else f'-{way.direction}'
    edge = '' if way.edge == 'long' else f'-{way.edge}'
    language = '' if code == SOURCE else f'-{code}'
    return f'{NAME}-{paper}{direction}{edge}{language}.pdf'


def values() -> tuple[float, ...]:
    """The number of each step, rising."""
    return tuple(step * STEP for step in range(-STEPS, STEPS + 1))


def stair(value: float, first: bool) -> Line:
    """The step of a scale for a number, on the back."""
    along = value / STEP * RUN
    if first:
        return Line(FIRST - value, along - RUN / 2, FIRST - value, along + RUN / 2)
    return Line(along - RUN / 2, SECOND - value, along + RUN / 2, SECOND - value)


def straight(first: bool) -> Line:
    """Where the line of the front shines through a scale, on the back, without a shift; long enough for any shift."""
    end = END + REACH
    return Line(FIRST, -end, FIRST, end) if first else Line(-end, SECOND, end, SECOND)


def through(way: Way, line: Line) -> Line:
    """What lies behind a line once the sheet was flipped on its edge, as one reads the other page."""
    x, y = (-1, 1) if way.lying == (way.edge == 'short') else (1, -1)
    return Line(x * line.x1, y * line.y1, x * line.x2, y * line.y2)


def _file(project: Project, renderer: Renderer, paper: str, cards: Cards) -> bytes:
    language, way = renderer.language, cards.way(paper)
    sheet = way.sheet
    source = texts_path(language.code, SHEETS)
    across, down, most = (f'{length:g}' for length in (*bars(sheet), REACH))
    said = calibration_says(across, down, most, paper=PAPER_NAMES[paper], lying=way.lying, edge=way.edge)
    says = {name: renderer.html(say) for name, say in said.items()}
    templates = Templates(project.root / 'templates', project.content / 'art')
    about = About(renderer.plain(said['document']), language.code, language.direction == 'rtl', way.edge)
    view = _view(way, about, cards.options(paper)) | {
        'says': says,
        'mark': f'{language.code} · {project.edition.version}',
    }
    style = templates.styles([STYLE], language.profile.faces, language.profile.digits)
    html = templates.render(TEMPLATE, view | {'style': style})
    document = typesetter().layout(html, source)
    if problems := list(_overflows(document, sheet, source)):
        raise Problems(problems)
    with pikepdf.open(BytesIO(typesetter().pdf(document, source, says, tagged=True))) as pdf:
        return save(pdf, about)


def _overflows(document: Any, sheet: Size, source: str) -> Iterator[Problem]:
    """One problem for each page whose text reaches into what is drawn below it."""
    lowest = FOOT if sheet.landscape else sheet.height / 2 + ABOVE
    for name, page in zip(('front', 'back'), map(boxes, document.pages), strict=True):
        if (below := lowest - page['steps-' + name].bottom) > 0:
            message = f'found {below:.1f} mm too much on the {name} of the calibration sheet, expected all to fit'
            yield Problem('overflow', message, source, hint='shorten the texts calibrate.*')


def _view(way: Way, about: About, options: str) -> View:
    """What the template needs besides words; paths have their origin in the middle of the sheet, y going down."""
    sheet = way.sheet
    return {
        'lang': about.tag,
        'dir': 'rtl' if about.right_to_left else 'ltr',
        'title': about.title,
        'sheet': sheet,
        'way': 'landscape' if sheet.landscape else 'upright',
        'steps': {'front': FRONT, 'back': BACK},
        'straight': _path(through(way, straight(first)) for first in (True, False)),
        'stairs': [_joined([stair(value, first) for value in values()]) for first in (True, False)],
        'cells': _path(line for first in (True, False) for line in _cells(first)),
        'first_labels': [(FIRST + WIDE, value / STEP * RUN, signed(value)) for value in values()],
        'second_labels': [(value / STEP * RUN, SECOND - WIDE, signed(value)) for value in values()],
        'grid': [_path(_grid(step)) for step in (0.5, 1.0, GRID)],
        'fan': _path(_fan()),
        'above_labels': [(at * FAN_ABOVE[1], FAN_ABOVE[0], signed(-at)) for at in NUMBERED],
        'beside_labels': [(-FAN_LEFT[0], at * FAN_LEFT[1], signed(-at)) for at in NUMBERED],
        'bars': _bars(sheet, about.right_to_left),
        'command': [part.strip() for part in re.split(r'(?= --)', f'{COMMAND} {options}')],
        'more': f'--bars {",".join(f"{length - 0.5:g}" for length in bars(sheet))}',
        'at': {'first': (FIRST, END), 'second': (-END, SECOND + WIDE)},
    }


def signed(value: float) -> str:
    """A number as it is typed, but for its sign: in every language with a point."""
    return f'{value + 0:g}'.replace('-', '\N{MINUS SIGN}')


def _path(lines: Iterable[Line]) -> str:
    return ''.join(f'M{line.x1:g} {0 - line.y1:g}L{line.x2:g} {0 - line.y2:g}' for line in lines)


def _joined(lines: Sequence[Line]) -> str:
    """Lines one after the other, as one."""
    return 'M' + 'L'.join(f'{x:g} {0 - y:g}' for line in lines for x, y in ((line.x1, line.y1), (line.x2, line.y2)))


def _cells(first: bool) -> Iterator[Line]:
    """Between two steps, from side to side of a scale."""
    for edge in range(-STEPS, STEPS + 2):
        along = (edge - 0.5) * RUN
        if first:
            yield Line(FIRST - WIDE, along, FIRST + WIDE, along)
        else:
            yield Line(along, SECOND - WIDE, along, SECOND + WIDE)


def _grid(step: float) -> Iterator[Line]:
    """Lines both ways, so far apart."""
    count = round(GRID / step)
    for at in (step * number for number in range(-count, count + 1)):
        yield Line(at, -GRID, at, GRID)
        yield Line(-GRID, at, GRID, at)


def _fan() -> Iterator[Line]:
    """From lines of the grid to their numbers, above and on the left."""
    for at in NUMBERED:
        yield Line(at, GRID, at * FAN_ABOVE[1], FAN_ABOVE[0])
        yield Line(-GRID, at, -FAN_LEFT[0], at * FAN_LEFT[1])


def _bars(sheet: Size, right_to_left: bool) -> list[tuple[float, float, float, float]]:
    """Left and lower edge, width and height of the bars: across at the bottom, down at the far side."""
    across, down = bars(sheet)
    side = (sheet.width / 2 - BAR_EDGE) * (-1 if right_to_left else 1)
    return [
        (-across / 2, BAR_EDGE - sheet.height / 2, across, THICK),
        (side - THICK / 2, -down / 2, THICK, down),
    ]

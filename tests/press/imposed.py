"""Sheets of plain cards, imposed without typesetting, and what stands on them: read back from the PDF, in mm."""

from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

import pikepdf
from press_sample import make_job

from civap.press.deck import DeckJob, DeckResult, Faces
from civap.press.geometry import CardShape
from civap.press.printing import Printing
from civap.press.sheets import impose_deck

MM = 72 / 25.4
Matrix = tuple[float, ...]
Rectangle = tuple[float, float, float, float]


@dataclass(frozen=True)
class Card:
    """A form: its name, its trim and clip (left, bottom, right, top), and whether it stands on its head."""

    name: str
    trim: Rectangle
    clip: Rectangle
    turned: bool

    @property
    def middle(self) -> tuple[float, float]:
        left, bottom, right, top = self.trim
        return (left + right) / 2, (bottom + top) / 2

    @property
    def number(self) -> int:
        return int(self.name[len('/Card') :])


@dataclass(frozen=True)
class Stroke:
    """A straight line."""

    start: tuple[float, float]
    end: tuple[float, float]
    gray: float
    width: float
    dashed: bool

    @property
    def box(self) -> Rectangle:
        (x1, y1), (x2, y2) = self.start, self.end
        return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)

    @property
    def inked(self) -> Rectangle:
        """What it covers; its ends are cut off straight."""
        left, bottom, right, top = self.box
        across, up = (self.width / 2, 0) if left == right else (0, self.width / 2)
        return left - across, bottom - up, right + across, top + up

    @property
    def length(self) -> float:
        left, bottom, right, top = self.box
        return max(right - left, top - bottom)


@dataclass
class Page:
    """One side of a sheet. `curves` counts round corners, in black and in white."""

    size: tuple[float, float]
    cards: list[Card] = field(default_factory=list)
    strokes: list[Stroke] = field(default_factory=list)
    words: list[Matrix] = field(default_factory=list)
    curves: int = 0

    def of(self, kind: str) -> list[Card]:
        return [card for card in self.cards if card.name.startswith(kind)]

    @property
    def fold(self) -> list[Stroke]:
        return [stroke for stroke in self.strokes if stroke.dashed]

    @property
    def bar(self) -> list[Stroke]:
        """The bar and its ticks, which are painted last."""
        return self.strokes[-3:] if self.words else []

    @property
    def marks(self) -> list[Stroke]:
        return [stroke for stroke in self.strokes if not stroke.dashed and stroke not in self.bar]


def plain_pages(count: int, shape: CardShape, colour: str) -> bytes:
    """Pages of one colour up to the bleed, each with a green square of 5 mm in the upper left corner of its trim."""
    pdf = pikepdf.Pdf.new()
    bleed, width, height = (length * MM for length in (shape.bleed, shape.width, shape.height))
    for _ in range(count):
        page = pdf.add_blank_page(page_size=(width + 2 * bleed, height + 2 * bleed))
        page.trimbox = pikepdf.Array([bleed, bleed, bleed + width, bleed + height])
        square = f'{bleed:.4f} {bleed + height - 5 * MM:.4f} {5 * MM:.4f} {5 * MM:.4f} re f'
        paint = f'{colour} rg -9 -9 999 999 re f 0 0.6 0 rg {square}'
        page.Contents = pdf.make_stream(paint.encode())
    file = BytesIO()
    pdf.save(file)
    return file.getvalue()


def impose_plain(
    language: str = 'en',
    count: int = 20,
    fronts: str = '1 0.85 0',
    backs: str = '0 0 0.5',
    printing: Printing | None = None,
    **changed: Any,
) -> tuple[DeckJob, DeckResult]:
    """Plain cards on each paper of a job, with words on the bar."""
    job = make_job(language, count, printing=printing or Printing(), **changed)
    words = plain_pages(1, CardShape(40, 2.8, 0, 0), '1 1 1')
    faces = Faces((plain_pages(count, job.shape, fronts),), ())
    behind = plain_pages(4, job.shape, backs) if job.printing.back != 'none' else b''
    return job, impose_deck(job, faces, behind, words)


def read_pages(pdf: bytes, shape: CardShape) -> list[Page]:
    """All sides."""
    with pikepdf.open(BytesIO(pdf)) as opened:
        return [_Reader(page, shape).page for page in opened.pages]


class _Reader:
    """Follows the operators of a page with its matrix, as a printer does."""

    def __init__(self, page: pikepdf.Page, shape: CardShape) -> None:
        _, _, width, height = (float(value) / MM for value in page.mediabox)
        self.page = Page((width, height))
        self._shape = shape
        self._state: dict[str, Any] = {'matrix': (1, 0, 0, 1, 0, 0), 'gray': 0.0, 'width': 1.0, 'dashed': False}
        self._stack: list[dict[str, Any]] = []
        self._path: list[tuple[float, float]] = []
        for operands, operator in pikepdf.parse_content_stream(page):
            self._follow(str(operator), operands)

    def _follow(self, operator: str, operands: Any) -> None:
        state = self._state
        match operator:
            case 'q':
                self._stack.append(dict(state))
            case 'Q':
                self._state = self._stack.pop()
            case 'cm':
                values = [float(value) for value in operands]
                state['matrix'] = product((*values[:4], values[4] / MM, values[5] / MM), state['matrix'])
            case 're':
                left, bottom, width, height = (float(value) / MM for value in operands)
                corners = (left, bottom), (left + width, bottom + height)
                state['clip'] = tuple(edge for corner in corners for edge in at(state['matrix'], *corner))
            case 'm' | 'l' | 'c':
                x, y = (float(value) / MM for value in operands[-2:])
                self._path = [*(self._path if operator != 'm' else ()), at(state['matrix'], x, y)]
                self._curved = operator == 'c'
            case 'S':
                self._stroke()
            case 'G':
                state['gray'] = float(operands[0])
            case 'w':
                state['width'] = float(operands[0]) / MM
            case 'd':
                state['dashed'] = bool(len(operands[0]))
            case 'Do':
                self._paint(str(operands[0]))

    def _stroke(self) -> None:
        if self._curved:
            self.page.curves += 1
            return
        state = self._state
        width = state['width'] * state['matrix'][0]
        self.page.strokes.append(Stroke(*self._path, state['gray'], width, state['dashed']))

    def _paint(self, name: str) -> None:
        matrix = self._state['matrix']
        if name == '/Words':
            self.page.words.append(matrix)
            return
        x1, y1 = at(matrix, 0, 0)
        x2, y2 = at(matrix, self._shape.width, self._shape.height)
        trim = (min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))
        self.page.cards.append(Card(name, trim, self._state['clip'], matrix[0] < 0))


def product(one: Matrix, other: Matrix) -> Matrix:
    """The matrix that does `one` and then `other`."""
    a, b, c, d, e, f = one
    x, y = at(other, e, f)
    return (
        a * other[0] + b * other[2],
        a * other[1] + b * other[3],
        c * other[0] + d * other[2],
        c * other[1] + d * other[3],
        x,
        y,
    )


def at(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """Where a point comes to lie."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f

"""The calibration sheet as real PDF files: measured, and read against the light where backs lie beside their place."""

from __future__ import annotations

import ctypes
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from io import BytesIO
from itertools import pairwise, product

import pikepdf
import pypdfium2
import pytest

from civap.content.folder import find_root
from civap.content.problems import Problems
from civap.content.project import load_project
from civap.press.calibration import COMMAND, REACH, STEP, Cards, calibration_files, file_name, values
from civap.press.fonts import FACES
from civap.press.geometry import PAPERS, POINTS_PER_MM, CardShape, Size, choose_layout
from civap.press.pdf import fonts
from civap.press.printers import Measurement, parse_bars, parse_shift
from civap.press.printing import BACKS
from civap.press.ways import Way

SETS = [*product(('en', 'pl', 'ar'), ('a4', 'letter', 'a4-lying-short', 'letter-short'))]
# Those of other cards, and how they are asked for.
OTHERS = {'a4-lying-short': Cards(20, CardShape(63, 88), 'short'), 'letter-short': Cards(20, back='short')}
LINE, STAIR, FAN = 0.35, 0.2, 0.15  # widths of strokes, mm
BRASS = (184, 147, 79)
NUMERIC = ('cm', 'w', 'RG', 'rg', 'm', 'l')
Point = tuple[float, float]
Matrix = tuple[float, float, float, float, float, float]


@dataclass(frozen=True)
class Path:
    """A path in mm from the middle of the page, to the right and up; its width is 0 if it is filled."""

    points: tuple[Point, ...]
    width: float
    colour: tuple[int, ...]


@dataclass(frozen=True)
class Pen:
    """How lines are drawn and areas filled."""

    width: float = 0.0
    line: tuple[int, ...] = (0, 0, 0)
    fill: tuple[int, ...] = (0, 0, 0)


@dataclass(frozen=True)
class Word:
    """A text and its middle, in mm from the middle of the page."""

    text: str
    x: float
    y: float


@cache
def files(language: str) -> dict[str, bytes]:
    project = load_project(find_root())
    found = calibration_files(project, language, list(PAPERS), Cards(20))
    for name, cards in OTHERS.items():
        found |= calibration_files(project, language, [name.split('-')[0]], cards)
    return found


@cache
def pdf(language: str, paper: str) -> bytes:
    code = '' if language == 'en' else f'-{language}'
    return files(language)[f'calibration-{paper}{code}.pdf']


def way(paper: str) -> Way:
    return OTHERS.get(paper, Cards(20)).way(paper.split('-')[0])


def size(paper: str) -> Size:
    return way(paper).sheet


@cache
def paths(language: str, paper: str, page: int) -> list[Path]:
    with pikepdf.open(BytesIO(pdf(language, paper))) as document:
        sheet = size(paper)
        start = (1.0, 0.0, 0.0, 1.0, -sheet.width / 2 * POINTS_PER_MM, -sheet.height / 2 * POINTS_PER_MM)
        return list(painted(document.pages[page].obj, start))


def times(inner: Matrix, outer: Matrix) -> Matrix:
    a, b, c, d, e, f = inner
    g, h, i, j, k, m = outer
    return a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m


def at(x: float, y: float, matrix: Matrix) -> Point:
    a, b, c, d, e, f = matrix
    return (a * x + c * y + e) / POINTS_PER_MM, (b * x + d * y + f) / POINTS_PER_MM


def painted(page: pikepdf.Object, matrix: Matrix) -> Iterator[Path]:
    """The straight lines of a page, path by path, each as often as the pen was put down."""
    matrices, pens, saved = [matrix], [Pen()], []
    path: list[list[Point]] = []
    for operands, operator in pikepdf.parse_content_stream(page):
        name, pen = str(operator), pens[-1]
        numbers = [float(each) for each in operands] if name in NUMERIC else []
        match name:
            case 'q':
                saved.append((matrices[-1], pen))
            case 'Q':
                matrices[-1], pens[-1] = saved.pop()
            case 'cm':
                matrices[-1] = times(tuple(numbers), matrices[-1])  # type: ignore[arg-type]
            case 'w':
                pens[-1] = replace(pen, width=numbers[0] * abs(matrices[-1][0]) / POINTS_PER_MM)
            case 'RG':
                pens[-1] = replace(pen, line=tuple(round(255 * each) for each in numbers))
            case 'rg':
                pens[-1] = replace(pen, fill=tuple(round(255 * each) for each in numbers))
            case 'm':
                path.append([at(*numbers, matrices[-1])])
            case 'l':
                path[-1].append(at(*numbers, matrices[-1]))
            case 'S' | 'f' | 'f*':
                width, colour = (pen.width, pen.line) if name == 'S' else (0.0, pen.fill)
                yield from (Path(tuple(piece), width, colour) for piece in path if len(piece) > 1)
                path = []
            case 'n' | 'W':
                path = []


@cache
def words(language: str, paper: str, page: int) -> list[Word]:
    raw, sheet = pypdfium2.raw, size(paper)
    side = pypdfium2.PdfDocument(pdf(language, paper))[page]
    text, found = side.get_textpage(), []
    for item in side.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT]):
        buffer = ctypes.create_string_buffer(2000)
        length = raw.FPDFTextObj_GetText(item, text, ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), 2000)
        left, bottom, right, top = (edge / POINTS_PER_MM for edge in item.get_bounds())
        said = buffer.raw[: length - 2].decode('utf-16-le')
        found.append(Word(said, (left + right) / 2 - sheet.width / 2, (bottom + top) / 2 - sheet.height / 2))
    return found


@cache
def numbers(language: str, paper: str) -> list[tuple[float, float, float]]:
    """Each number on the back with its middle."""
    found = [(word, word.text.strip().replace('\N{MINUS SIGN}', '-')) for word in words(language, paper, 1)]
    return [(float(text), word.x, word.y) for word, text in found if re.fullmatch(r'-?\d(\.\d+)?', text)]


@cache
def strokes(language: str, paper: str, page: int, width: float) -> list[tuple[Point, Point]]:
    found = [path for path in paths(language, paper, page) if path.width == pytest.approx(width, abs=0.005)]
    return [pair for path in found for pair in pairwise(path.points)]


def flipped(x: float, y: float, turned: Way) -> Point:
    """Where a point of the front shines through: the edge on which the sheet is flipped is upright, or lies."""
    return (x, -y) if turned.lying == (turned.edge == 'long') else (-x, y)


@dataclass(frozen=True)
class Light:
    """A sheet held against the light, its back printed too far to the right and up, by mm."""

    language: str
    paper: str
    shift: Point

    def read(self) -> Point:
        """The two numbers."""
        across, down = self._lines()
        return self._number(across, first=True), self._number(down, first=False)

    def _lines(self) -> tuple[float, float]:
        """Where the upright line shines through, and the lying one."""
        front = strokes(self.language, self.paper, 0, LINE)
        seen = [[flipped(x, y, way(self.paper)) for x, y in line] for line in front]
        upright = [start[0] for start, end in seen if abs(start[0] - end[0]) < 0.001]
        lying = [start[1] for start, end in seen if abs(start[1] - end[1]) < 0.001]
        assert len(upright) == len(lying) == 1
        return upright[0], lying[0]

    def _number(self, line: float, first: bool) -> float:
        """The number beside the step that runs along the line."""
        axis, along = (0, 1) if first else (1, 0)
        steps = [
            step
            for step in strokes(self.language, self.paper, 1, STAIR)
            if abs(step[0][axis] - step[1][axis]) < 0.001 and abs(step[0][along] - step[1][along]) > 2
        ]
        (step,) = [step for step in steps if abs(step[0][axis] + self.shift[axis] - line) < STEP / 2 - 0.01]
        middle = (step[0][along] + step[1][along]) / 2
        beside = [
            (abs(place[along] - middle), value)
            for value, *place in numbers(self.language, self.paper)
            if 3 < (place[0] - line if first else line - place[1]) < 14 and abs(place[along]) < 52
        ]
        distance, value = min(beside)
        assert distance < 0.6
        return value


@pytest.mark.parametrize(('language', 'paper'), SETS)
def test_the_numbers_that_are_read_are_the_shift(language: str, paper: str) -> None:
    every = 1 if (language, paper) == SETS[0] else 4  # all on one sheet; both ends and some between on the others
    for dx, dy in list(zip(values(), reversed(values()), strict=True))[::every]:
        for shift in ((dx, dy), (dx, 0.0), (0.0, dy)):
            assert Light(language, paper, shift).read() == shift


@pytest.mark.parametrize('shift', [(0.1, -0.1), (1.35, 2.6), (-3.9, 0.9)])
def test_a_shift_between_two_steps_is_read_at_the_nearer(shift: Point) -> None:
    assert Light('en', 'a4', shift).read() == pytest.approx(shift, abs=STEP / 2)


def test_what_is_read_and_typed_brings_the_back_behind_its_front() -> None:
    """Moved by the offset of the profile and printed by the same printer, it reads nothing."""
    shift = (1.25, -0.75)
    read = Light('en', 'letter', shift).read()
    offset = Measurement(way('letter'), parse_shift(f'{read[0]},{read[1]}')).offset
    assert Light('en', 'letter', (shift[0] + offset[0], shift[1] + offset[1])).read() == (0, 0)


@pytest.mark.parametrize('paper', [*PAPERS, *OTHERS])
def test_a_sheet_flipped_on_the_other_edge_shows_no_line_in_the_scales(paper: str) -> None:
    for line in strokes('en', paper, 0, LINE):
        seen = [flipped(-x, -y, way(paper)) for x, y in line]
        axis = 0 if abs(seen[0][0] - seen[1][0]) < 0.001 else 1
        steps = [step for step in strokes('en', paper, 1, STAIR) if abs(step[0][axis] - step[1][axis]) < 0.001]
        scale = [step[0][axis] for step in steps if abs(step[0][1 - axis] - step[1][1 - axis]) > 2]
        assert len(scale) == 33
        assert min(abs(place - seen[0][axis]) for place in scale) > 5 * REACH


@pytest.mark.parametrize(('language', 'paper'), SETS)
def test_the_pinhole_reads_the_shift(language: str, paper: str) -> None:
    """A hole at the middle is seen from the grid as far to the left and down as the grid lies to the right and up."""
    fan = strokes(language, paper, 1, FAN)
    above = [(start, end) for start, end in fan if start[1] == pytest.approx(5, abs=0.01)]
    beside = [(start, end) for start, end in fan if start[0] == pytest.approx(-5, abs=0.01)]
    assert len(above) == len(beside) == 5
    for lines, axis in ((above, 0), (beside, 1)):
        for start, (x, y) in lines:
            found = numbers(language, paper)
            distance, value = min((abs(left - x) + abs(low - y), value) for value, left, low in found)
            assert distance < 5
            assert value == pytest.approx(-start[axis], abs=0.001)
    cross = [(start[axis] + end[axis]) / 2 for start, end in strokes(language, paper, 0, FAN) for axis in (0, 1)]
    assert cross == pytest.approx([0, 0, 0, 0], abs=0.001)


@pytest.mark.parametrize(('language', 'paper'), SETS)
def test_bars_have_their_lengths(language: str, paper: str) -> None:
    filled = [path.points for path in paths(language, paper, 0) if not path.width and path.colour == BRASS]
    spans = [tuple(max(axis) - min(axis) for axis in zip(*points, strict=True)) for points in filled]
    across, down = sorted(spans, key=lambda span: -span[0])
    wanted = (200, 150) if size(paper).landscape else (150, 200)
    assert (across[0], down[1]) == pytest.approx(wanted, abs=0.01)
    assert parse_bars(f'{wanted[0]},{wanted[1]}', size(paper)) == (1, 1)
    unit = 'مم' if language == 'ar' else 'mm'
    said = text(language, paper, 0)
    assert all(re.search(rf'{length}\s{unit}|{unit}\s{length}', said) for length in wanted)


def text(language: str, paper: str, page: int) -> str:
    return str(pypdfium2.PdfDocument(pdf(language, paper))[page].get_textpage().get_text_range())


@pytest.mark.parametrize(('language', 'paper'), SETS)
def test_pages_say_how_to_print_them(language: str, paper: str) -> None:
    with pikepdf.open(BytesIO(pdf(language, paper))) as document:
        wanted = document.Root.ViewerPreferences
        edge = way(paper).edge.title()
        assert (wanted.Duplex, wanted.PrintScaling) == (f'/DuplexFlip{edge}Edge', '/None')
        assert str(document.Root.Lang) == language
        assert set(fonts(document)) <= {face.family for face in FACES}
        sheet = size(paper)
        box = pytest.approx([0, 0, sheet.width * POINTS_PER_MM, sheet.height * POINTS_PER_MM], abs=0.01)
        assert [[float(edge) for edge in page.mediabox] for page in document.pages] == [box, box]


@pytest.mark.parametrize('paper', PAPERS)
def test_the_sheet_lies_as_the_cards_do(paper: str) -> None:
    for back, shape in product(BACKS, (CardShape(), CardShape(63, 88), CardShape(70, 120))):
        layout = choose_layout(PAPERS[paper], shape, 20, back)
        found = Cards(20, shape, back).way(paper)
        assert (found.sheet, found.edge == 'short') == (layout.sheet, back == 'short')
    assert {size('a4').landscape, size('letter').landscape} == {False, True}


def test_no_sheet_takes_the_place_of_another() -> None:
    cards = [Cards(20, shape, back) for shape in (CardShape(), CardShape(63, 88)) for back in ('long', 'short')]
    asked = list(product(PAPERS, ('en', 'pl'), cards))
    sheets = {(each.way(paper), code): file_name(paper, code, each) for paper, code, each in asked}
    assert len(set(sheets.values())) == len(sheets) == 12
    assert file_name('a4', 'en', Cards(20)) == 'calibration-a4.pdf'


SAYS = {
    'en': ('upright', 'lie', 'flipped on the long edge', 'flipped on the short edge'),
    'pl': ('pionowo', 'poziomo', 'wzdłuż długiej krawędzi', 'wzdłuż krótkiej krawędzi'),
}


@pytest.mark.parametrize(('language', 'paper'), [each for each in SETS if each[0] in SAYS])
def test_the_sheet_says_for_which_sheets_it_is(language: str, paper: str) -> None:
    said, turned = ' '.join(text(language, paper, 0).split()), way(paper)
    upright, lying, long, short = SAYS[language]
    assert [word in said for word in (upright, lying)] == [not turned.lying, turned.lying]
    assert [word in said for word in (long, short)] == [turned.edge == 'long', turned.edge == 'short']
    assert {'a4': 'A4', 'letter': 'Letter'}[turned.paper] in said


@pytest.mark.parametrize(('language', 'paper'), SETS)
def test_everything_is_within_what_printers_reach_and_can_be_read(language: str, paper: str) -> None:
    raw, sheet = pypdfium2.raw, size(paper)
    for number, page in enumerate(pypdfium2.PdfDocument(pdf(language, paper))):
        drawn = page.get_textpage()
        for index in range(drawn.count_chars()):
            if raw.FPDFText_IsGenerated(drawn, index) or chr(raw.FPDFText_GetUnicode(drawn, index)).isspace():
                continue
            assert raw.FPDFText_GetFontSize(drawn, index) >= 8.99
            left, bottom, right, top = (edge / POINTS_PER_MM for edge in drawn.get_charbox(index))
            assert 5 <= left <= right <= sheet.width - 5
            assert 5 <= bottom <= top <= sheet.height - 5
        for path in paths(language, paper, number):
            if path.colour != (255, 255, 255):
                assert all(abs(x) <= sheet.width / 2 - 5 and abs(y) <= sheet.height / 2 - 5 for x, y in path.points)


@pytest.mark.parametrize(('language', 'paper'), SETS)
def test_the_command_and_all_steps_stand_there(language: str, paper: str) -> None:
    bars = '--bars 199.5,149.5' if size(paper).landscape else '--bars 149.5,199.5'
    shown = ''.join(lines(language, paper))
    command = f'{COMMAND} {OTHERS.get(paper, Cards(20)).options(paper.split("-")[0])}'
    assert all(part.replace(' ', '') in shown for part in (*re.split('(?= --)', command), bars))
    sides = [{word.text.strip() for word in words(language, paper, page)} for page in (0, 1)]
    assert ({'1', '2', '3'} <= sides[0], {'4', '5', '6'} <= sides[1]) == (True, True)


def lines(language: str, paper: str) -> list[str]:
    """The lines of the back as they are seen, from left to right, without spaces."""
    raw, found = pypdfium2.raw, defaultdict(list)
    drawn = pypdfium2.PdfDocument(pdf(language, paper))[1].get_textpage()
    for index in range(drawn.count_chars()):
        x, y = ctypes.c_double(), ctypes.c_double()
        raw.FPDFText_GetCharOrigin(drawn, index, x, y)
        char = chr(raw.FPDFText_GetUnicode(drawn, index))
        if not char.isspace():
            found[round(y.value, 1)].append((x.value, char))
    return [''.join(char for _, char in sorted(line)) for line in found.values()]


@pytest.mark.parametrize(('language', 'paper'), [each for each in SETS if each[0] != 'en'])
def test_no_english_is_left(language: str, paper: str) -> None:
    said = ' '.join(text(language, paper, page) for page in (0, 1))
    english = {'the', 'sheet', 'number', 'both', 'first', 'scale', 'or', 'back'}
    command = OTHERS.get(paper, Cards(20)).options(paper)
    assert not (english - set(re.findall(r'\w+', command))) & set(re.findall(r'\w+', said))


@pytest.mark.parametrize('language', ['en', 'ar'])
def test_the_same_bytes_again(language: str) -> None:
    again = calibration_files(load_project(find_root()), language, list(PAPERS), Cards(20))
    assert again.items() <= files(language).items()


def test_drawings_are_described() -> None:
    with pikepdf.open(BytesIO(pdf('pl', 'a4'))) as document:
        parts = [each for each in document.objects if isinstance(each, pikepdf.Dictionary)]
        described = [str(part.Alt) for part in parts if part.get('/S') == '/Figure']
        assert [len(alt) > 60 for alt in described] == [True, True]


def test_a_text_that_is_too_long_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr('civap.press.calibration.ABOVE', 120.0)
    with pytest.raises(Problems) as caught:
        calibration_files(load_project(find_root()), 'pl', ['a4'], Cards(20))
    (front, back) = caught.value.problems
    assert 'overflow found' in str(front)
    assert 'locales/pl/new_dawn/sheets.po' in str(back)

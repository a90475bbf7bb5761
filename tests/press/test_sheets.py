"""The files as a printer sees them: every measure is read back from the PDF."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO

import pikepdf
import pypdfium2
import pytest
from drawn import MM, Line, drawn
from PIL import Image, ImageOps
from press_sample import LETTERS, WORDS, make_job

from civap.press.deck import DeckResult
from civap.press.fonts import FACES

WIDTH, HEIGHT, BLEED = 57, 89, 3
SHEETS = {'a4': (210, 297), 'letter': (279.4, 215.9)}
CASES = [(language, paper) for language in ('en', 'ar') for paper in SHEETS]
Built = Callable[[str], DeckResult]


@dataclass(frozen=True)
class Painted:
    """A card on a page: which form, centre and clip in mm, and whether it stands on its head."""

    name: str
    x: float
    y: float
    clip: tuple[float, ...]
    turned: bool


@dataclass(frozen=True)
class Page:
    """What one page of a sheet holds, in mm."""

    size: tuple[float, ...]
    cards: list[Painted]
    lines: list[tuple[float, ...]]


def number_of(card: Painted) -> int:
    """The card's place in the deck."""
    return int(re.sub('/Card|/Back', '', card.name))


def read(pdf: bytes) -> list[Page]:
    with pikepdf.open(BytesIO(pdf)) as opened:
        return [_read_page(page) for page in opened.pages]


def _read_page(page: pikepdf.Page) -> Page:
    cards, lines = [], []
    for item in drawn(page):
        if isinstance(item, Line):
            lines.append((*item.start, *item.end))
        elif item.name != '/Words':
            turn = round(item.matrix[0] * MM)
            x, y = item.matrix[4] + turn * WIDTH / 2, item.matrix[5] + turn * HEIGHT / 2
            cards.append(Painted(item.name, x, y, item.clip, turn < 0))
    size = tuple(float(value) / MM for value in page.mediabox)
    return Page(size, cards, lines)


def behind(x: float, y: float, paper: str) -> tuple[float, float]:
    """Where a point lies on the other side of a sheet that is flipped on its long edge."""
    width, height = SHEETS[paper]
    return (x, height - y) if width > height else (width - x, y)


@pytest.fixture(params=CASES, ids='-'.join)
def case(request: pytest.FixtureRequest, built: Built) -> tuple[str, str, bytes]:
    language, paper = request.param
    return language, paper, built(language).files[paper]


def test_sheets_have_the_size_of_the_paper(case: tuple[str, str, bytes]) -> None:
    _, paper, pdf = case
    pages = read(pdf)
    assert len(pages) == 4
    assert all(page.size == pytest.approx((0, 0, *SHEETS[paper]), abs=0.001) for page in pages)


def test_every_card_stands_once_and_no_page_is_empty(case: tuple[str, str, bytes]) -> None:
    pages = read(case[2])
    assert [card.name for page in pages[::2] for card in page.cards] == [f'/Card{number}' for number in range(14)]
    assert all(page.cards for page in pages)


def test_cards_lie_in_the_same_places_on_every_sheet(case: tuple[str, str, bytes]) -> None:
    first, *others = read(case[2])[::2]
    for other in others:
        assert [(card.x, card.y) for card in other.cards] == [
            (card.x, card.y) for card in first.cards[: len(other.cards)]
        ]


def test_reading_order_follows_the_language(case: tuple[str, str, bytes]) -> None:
    language, _, pdf = case
    first, second = read(pdf)[0].cards[:2]
    assert first.y == second.y
    assert (first.x > second.x) == (language == 'ar')


def test_each_back_lies_behind_its_card(case: tuple[str, str, bytes]) -> None:
    _, paper, pdf = case
    pages = read(pdf)
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        for card, its_back in zip(front.cards, back.cards, strict=True):
            assert (its_back.x, its_back.y) == pytest.approx(behind(card.x, card.y, paper), abs=0.001)
            assert its_back.name == f'/Back{number_of(card) % 4}'
            assert its_back.turned == (paper == 'letter')


def test_clips_do_not_overlap_and_reach_at_most_to_the_bleed(case: tuple[str, str, bytes]) -> None:
    for page in read(case[2]):
        for index, card in enumerate(page.cards):
            left, bottom, width, height = card.clip
            assert card.x - WIDTH / 2 - BLEED - 0.001 <= left
            assert left + width <= card.x + WIDTH / 2 + BLEED + 0.001
            assert not any(_overlap(card.clip, other.clip) for other in page.cards[:index])
            assert bottom + height <= card.y + HEIGHT / 2 + BLEED + 0.001


def test_marks_are_outside_all_art_and_away_from_the_edge(case: tuple[str, str, bytes]) -> None:
    for page in read(case[2]):
        assert page.lines
        for line in page.lines:
            assert all(5 - 0.001 <= x <= page.size[2] - 5 + 0.001 for x in line[::2])
            assert all(5 - 0.001 <= y <= page.size[3] - 5 + 0.001 for y in line[1::2])
            assert not any(_overlap(_box(line), card.clip) for card in page.cards)


def test_marks_stand_at_every_cut(case: tuple[str, str, bytes]) -> None:
    for page in read(case[2]):
        for card in page.cards:
            for cut in (card.x - WIDTH / 2, card.x + WIDTH / 2):
                assert sum(abs(x1 - cut) < 0.001 and x1 == x2 for x1, _, x2, _ in page.lines) == 2
            for cut in (card.y - HEIGHT / 2, card.y + HEIGHT / 2):
                assert sum(abs(y1 - cut) < 0.001 and y1 == y2 for _, y1, _, y2 in page.lines) == 2


def test_ink_is_where_the_numbers_say(case: tuple[str, str, bytes]) -> None:
    """Seen in pixels: yellow up to the bleed at the outside of each card, and white beyond."""
    pdf = case[2]
    for index, page in enumerate(read(pdf)):
        picture = picture_of(pdf, index)
        for card in page.cards:
            left, bottom, width, height = card.clip
            middle = bottom + height / 2
            assert yellow(picture, page, left + 0.3, middle)
            assert yellow(picture, page, left + width - 0.3, middle)
        outside = min(card.clip[0] for card in page.cards) - 0.3
        assert pixel(picture, page, outside, page.cards[0].y) == (255, 255, 255)


def test_backs_stand_upright_behind_their_cards(case: tuple[str, str, bytes]) -> None:
    """The dots of a back are at the top of its card, when the sheet is flipped as a printer does."""
    _, paper, pdf = case
    pages = read(pdf)
    flip = ImageOps.flip if paper == 'letter' else ImageOps.mirror
    seen_through = flip(picture_of(pdf, 1))
    for card in pages[0].cards:
        level = number_of(card) % 4 + 1
        dots = [card.x + WIDTH / 2 - 6.5 - 5 * dot for dot in range(4)]
        top = card.y + HEIGHT / 2 - 6.5
        black = [pixel(seen_through, pages[0], x, top) == (0, 0, 0) for x in dots]
        assert black == [dot < level for dot in range(4)]


def test_text_can_be_found_on_every_page(case: tuple[str, str, bytes]) -> None:
    language, _, pdf = case
    texts = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf)]
    for text, page in zip(texts[::2], read(pdf)[::2], strict=True):
        for card in page.cards:
            assert f'Title{LETTERS[number_of(card)]}' in text
        assert WORDS[language] in text


@pytest.mark.parametrize('language', ['en', 'pl', 'ar'])
def test_fonts_are_ours_and_embedded(language: str, built: Built) -> None:
    result = built(language)
    assert set(result.fonts) <= {face.family for face in FACES}
    for pdf in result.files.values():
        with pikepdf.open(BytesIO(pdf)) as opened:
            found = [each for each in opened.objects if _is(each, '/FontDescriptor')]
        assert found
        assert all('/FontFile2' in each or '/FontFile3' in each for each in found)


@pytest.mark.parametrize('language', ['en', 'ar'])
def test_file_says_what_it_is(language: str, built: Built) -> None:
    for pdf in built(language).files.values():
        with pikepdf.open(BytesIO(pdf)) as opened:
            assert set(opened.docinfo.keys()) == {'/Title', '/Producer'}
            assert opened.docinfo['/Title'] == make_job(language).title
            assert opened.Root.Lang == language
            assert opened.Root.ViewerPreferences.Direction == ('/R2L' if language == 'ar' else '/L2R')
            assert opened.Root.ViewerPreferences.DisplayDocTitle
            assert opened.check_pdf_syntax() == []


def _is(found: pikepdf.Object, kind: str) -> bool:
    return isinstance(found, pikepdf.Dictionary) and found.get('/Type') == kind


def _box(line: tuple[float, ...]) -> tuple[float, ...]:
    x1, y1, x2, y2 = line
    return (min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))


def _overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    """Whether two rectangles (left, bottom, width, height) share more than an edge."""
    return all(
        one[axis] < other[axis] + other[axis + 2] - 0.001 and other[axis] < one[axis] + one[axis + 2] - 0.001
        for axis in (0, 1)
    )


def picture_of(pdf: bytes, index: int) -> Image.Image:
    """A page at 4 pixels a mm."""
    return pypdfium2.PdfDocument(pdf)[index].render(scale=4 / MM).to_pil().convert('RGB')


def pixel(picture: Image.Image, page: Page, x: float, y: float) -> tuple[int, ...]:
    return picture.getpixel((int(x * 4), int((page.size[3] - y) * 4)))


def yellow(picture: Image.Image, page: Page, x: float, y: float) -> bool:
    return pixel(picture, page, x, y) == (255, 224, 0)

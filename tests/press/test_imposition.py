"""Every size on every paper with every kind of backs, as a printer sees it: measured in the files."""

from collections.abc import Iterator
from functools import cache
from io import BytesIO
from itertools import chain, product

import pikepdf
import pypdfium2
import pytest
from imposed import MM, Card, Page, Rectangle, impose_plain, read_pages
from PIL import Image, ImageChops, ImageDraw

from civap.content.problems import Problems
from civap.press.geometry import PAPERS, CardShape
from civap.press.printing import Printing

SIZES = {
    '57x89': CardShape(),
    '63x88': CardShape(63, 88),
    '63.5x88.9': CardShape(63.5, 88.9),
    '70x120': CardShape(70, 120),
    '44x67': CardShape(44, 67, 2, 2),
    '90x50': CardShape(90, 50, 0, 0),
}
BACKS = ('long', 'short', 'fold', 'none')
LANGUAGES = ('en', 'pl', 'ar')
CASES = list(product(SIZES, PAPERS, BACKS, LANGUAGES))
# The language is of no matter to marks.
MARKED = [(size, paper, back, 'en') for size, paper, back in product(SIZES, PAPERS, BACKS)]
COUNT = 19
EXACT = 1e-4
EDGE = 5.0


@cache
def imposed(size: str, paper: str, back: str, language: str, marks: str = 'edge') -> list[Page]:
    printing = Printing(back=back, marks=marks)
    _, result = impose_plain(language, COUNT, shape=SIZES[size], papers=(paper,), printing=printing)
    pages = read_pages(result.files[paper], SIZES[size])
    assert result.pages == {paper: len(pages)}
    return pages


@pytest.fixture(params=CASES, ids='-'.join)
def case(request: pytest.FixtureRequest) -> tuple[str, str, str, str]:
    return request.param


@pytest.fixture(params=MARKED, ids='-'.join)
def marked(request: pytest.FixtureRequest) -> tuple[str, str, str, str]:
    return request.param


def sheets(pages: list[Page], back: str) -> Iterator[tuple[Page, list[Card], list[Card]]]:
    """Each sheet: the page of its fronts, its fronts and its backs."""
    step = 2 if back in ('long', 'short') else 1
    for index in range(0, len(pages), step):
        yield pages[index], pages[index].of('/Card'), pages[index + step - 1].of('/Back')


def behind(x: float, y: float, page: Page, back: str) -> tuple[float, float]:
    """Where a point lies after the sheet was turned over, or folded along the line that is printed on it."""
    width, height = page.size
    if back == 'fold':
        (fold,) = page.fold
        left, bottom, right, top = fold.box
        return (left + right - x, y) if left == right else (x, bottom + top - y)
    upright_axis = (width < height) == (back == 'long')
    return (width - x, y) if upright_axis else (x, height - y)


def overlap(one: Rectangle, other: Rectangle) -> bool:
    return all(one[axis] < other[axis + 2] - EXACT and other[axis] < one[axis + 2] - EXACT for axis in (0, 1))


def distance_to_edge(box: Rectangle, page: Page) -> float:
    width, height = page.size
    return min(box[0], box[1], width - box[2], height - box[3])


def test_every_card_is_there_once_in_its_size_and_on_the_paper(case: tuple[str, str, str, str]) -> None:
    pages, shape = imposed(*case), SIZES[case[0]]
    fronts = [card for page in pages for card in page.of('/Card')]
    assert [card.number for card in fronts] == list(range(COUNT))
    for page in pages:
        assert sorted(page.size) == pytest.approx([PAPERS[case[1]].size.width, PAPERS[case[1]].size.height], abs=1e-3)
        for index, card in enumerate(page.cards):
            left, bottom, right, top = card.trim
            assert (right - left, top - bottom) == pytest.approx((shape.width, shape.height), abs=EXACT)
            assert distance_to_edge(card.clip, page) >= EDGE
            assert distance_to_edge(card.trim, page) >= EDGE + shape.bleed
            assert not any(overlap(card.clip, other.clip) for other in page.cards[:index])


def test_positions_are_the_same_on_every_sheet(case: tuple[str, str, str, str]) -> None:
    (_, first, its_backs), *others = sheets(imposed(*case), case[2])
    for _, fronts, backs in others:
        assert [card.trim for card in fronts] == [card.trim for card in first[: len(fronts)]]
        assert [card.trim for card in backs] == [card.trim for card in its_backs[: len(backs)]]


def test_cards_follow_in_reading_direction(case: tuple[str, str, str, str]) -> None:
    for _, fronts, _ in sheets(imposed(*case), case[2]):
        middles = [card.middle for card in fronts]
        sign = -1 if case[3] == 'ar' else 1
        assert middles == sorted(middles, key=lambda middle: (-round(middle[1], 3), sign * middle[0]))


def test_each_back_lies_upright_exactly_behind_its_front(case: tuple[str, str, str, str]) -> None:
    back = case[2]
    for page, fronts, backs in sheets(imposed(*case), back):
        if back == 'none':
            assert not backs
            continue
        for front, its_back in zip(fronts, backs, strict=True):
            expected = behind(*front.middle, page, back)
            assert its_back.middle == pytest.approx(expected, abs=EXACT)
            assert its_back.number == front.number % 4
            # A card is turned over like a page of a book: about an axis that runs upwards.
            assert its_back.turned == (expected[0] == front.middle[0])
            corners = [behind(*front.clip[:2], page, back), behind(*front.clip[2:], page, back)]
            assert sorted(chain(*corners)) == pytest.approx(sorted(its_back.clip), abs=EXACT)


def test_fold_runs_through_the_middle_away_from_all_bleed(case: tuple[str, str, str, str]) -> None:
    for page in imposed(*case):
        assert len(page.fold) == (case[2] == 'fold')
        for fold in page.fold:
            left, bottom, right, top = fold.box
            assert ((left + right) / 2, (bottom + top) / 2) == pytest.approx([side / 2 for side in page.size])
            near = (left - EDGE + EXACT, bottom, right + EDGE - EXACT, top)
            if left != right:
                near = (left, bottom - EDGE + EXACT, right, top + EDGE - EXACT)
            assert not any(overlap(near, card.clip) for card in page.cards)


@pytest.mark.parametrize('marks', ['none', 'corner', 'edge', 'full'])
def test_marks_lie_on_no_card_and_away_from_the_edge(marks: str, marked: tuple[str, str, str, str]) -> None:
    for page in imposed(*marked, marks=marks):
        assert bool(page.marks) == (marks != 'none')
        assert page.curves == (8 * len(page.cards) if marks == 'corner' and SIZES[marked[0]].corner else 0)
        for mark in page.strokes:
            assert distance_to_edge(mark.box, page) >= EDGE - EXACT
            assert not any(overlap(mark.inked, card.trim) for card in page.cards)
            if marks == 'edge':
                assert not any(overlap(mark.inked, card.clip) for card in page.cards)


@pytest.mark.parametrize('marks', ['edge', 'full', 'corner'])
def test_every_cut_has_a_mark_at_both_ends(marks: str, marked: tuple[str, str, str, str]) -> None:
    for page in imposed(*marked, marks=marks):
        black = [mark for mark in page.marks if mark.gray == 0]
        for axis in (0, 1):
            along = [mark for mark in black if mark.start[axis] == mark.end[axis]]
            for card in page.cards:
                for cut in (card.trim[axis], card.trim[axis + 2]):
                    found = [mark for mark in along if abs(mark.start[axis] - cut) <= 0.05 + EXACT]
                    assert any(mark.box[1 - axis] < card.trim[1 - axis] for mark in found)
                    assert any(mark.box[3 - axis] > card.trim[3 - axis] for mark in found)


@pytest.mark.parametrize('marks', ['none', 'corner', 'edge', 'full'])
def test_the_bar_is_100_mm_long_and_touches_nothing(marks: str, marked: tuple[str, str, str, str]) -> None:
    pages = imposed(*marked, marks=marks)
    for page, _, _ in sheets(pages, marked[2]):
        bar, *ticks = page.bar
        assert bar.length == pytest.approx(100, abs=EXACT)
        ends = [point for tick in ticks for point in (tick.start, tick.end)]
        across = 0 if bar.start[0] == bar.end[0] else 1
        assert {point[1 - across] for point in ends} == {bar.start[1 - across], bar.end[1 - across]}
        xs, ys = zip(*ends, strict=True)
        room = (min(xs), min(ys), max(xs), max(ys))
        assert distance_to_edge(room, page) == pytest.approx(EDGE, abs=EXACT)
        others = [card.clip for card in page.cards] + [each.inked for each in (*page.marks, *page.fold)]
        assert not any(overlap(room, other) for other in others)
        assert len(page.words) == 1
    assert sum(len(page.words) for page in pages) == len(list(sheets(pages, marked[2])))


def test_the_bar_takes_the_side_with_the_most_room(marked: tuple[str, str, str, str]) -> None:
    page = imposed(*marked)[0]
    if page.fold:  # it runs along the fold
        assert (page.bar[0].box[0] == page.bar[0].box[2]) == (page.fold[0].box[0] == page.fold[0].box[2])
        return
    left = min(card.clip[0] for card in page.cards)
    bottom = min(card.clip[1] for card in page.cards)
    assert (page.bar[0].box[0] == page.bar[0].box[2]) == (left > bottom)


@pytest.mark.parametrize('marks', ['corner', 'edge', 'full'])
@pytest.mark.parametrize('back', ['long', 'fold'])
def test_marks_on_fronts_only(back: str, marks: str) -> None:
    printing = Printing(back=back, marks=marks, mark_sides='fronts')
    job, result = impose_plain(papers=('a4',), printing=printing)
    for page, _, backs in sheets(read_pages(result.files['a4'], job.shape), back):
        assert page.marks
        if back == 'fold':
            assert max(mark.inked[2] for mark in page.marks) < min(card.clip[0] for card in backs)
    if back == 'long':
        backs_pages = read_pages(result.files['a4'], job.shape)[1::2]
        assert not any(page.strokes or page.curves for page in backs_pages)


def _around(cards: list[Card]) -> Rectangle:
    boxes = [card.clip for card in cards]
    lefts, bottoms, rights, tops = zip(*boxes, strict=True)
    return min(lefts), min(bottoms), max(rights), max(tops)


@pytest.mark.parametrize('back', BACKS)
@pytest.mark.parametrize('marks', ['corner', 'edge', 'full'])
def test_an_offset_moves_backs_and_their_marks_alone(marks: str, back: str) -> None:
    plain, moved = (
        read_pages(
            impose_plain(papers=('a4',), printing=Printing(back, marks, offset=offset))[1].files['a4'], CardShape()
        )
        for offset in ((0.0, 0.0), (1.5, -2.25))
    )
    for index, (before, after) in enumerate(zip(plain, moved, strict=True)):
        x, y = (1.5, -2.25) if back in ('long', 'short') and index % 2 else (0, 0)
        for one, other in zip(before.cards, after.cards, strict=True):
            shifted = (one.trim[0] + x, one.trim[1] + y, one.trim[2] + x, one.trim[3] + y)
            assert other.trim == pytest.approx(shifted, abs=EXACT)
        for one, other in zip(before.strokes, after.strokes, strict=True):
            assert other.start == pytest.approx((one.start[0] + x, one.start[1] + y), abs=EXACT)


@pytest.mark.parametrize('back', BACKS)
def test_scale_is_about_the_middle_of_both_sides(back: str) -> None:
    plain, scaled = (
        read_pages(impose_plain(papers=('a4',), printing=Printing(back, scale=scale))[1].files['a4'], CardShape())
        for scale in ((100.0, 100.0), (101.0, 99.5))
    )
    for before, after in zip(plain, scaled, strict=True):
        x, y = (side / 2 for side in before.size)
        for one, other in zip(before.cards, after.cards, strict=True):
            left, bottom, right, top = one.trim
            expected = (x + 1.01 * (left - x), y + 0.995 * (bottom - y), x + 1.01 * (right - x), y + 0.995 * (top - y))
            assert other.trim == pytest.approx(expected, abs=2e-3)
        if before.bar:
            upright = before.bar[0].start[0] == before.bar[0].end[0]
            assert after.bar[0].length == pytest.approx(99.5 if upright else 101, abs=1e-3)


@pytest.mark.parametrize(
    ('paper', 'size', 'on_a_sheet'),
    [
        ('a4', '57x89', 4),
        ('letter', '57x89', 4),
        ('a4', '63x88', 4),
        ('letter', '63x88', 3),
        ('a4', '70x120', 2),
        ('a4', '44x67', 6),
    ],
)
def test_folded_sheets_take_as_many_as_they_can(paper: str, size: str, on_a_sheet: int) -> None:
    assert len(imposed(size, paper, 'fold', 'en')[0].of('/Card')) == on_a_sheet


@pytest.mark.parametrize(
    ('back', 'duplex'),
    [('long', '/DuplexFlipLongEdge'), ('short', '/DuplexFlipShortEdge'), ('fold', '/Simplex'), ('none', '/Simplex')],
)
def test_the_file_tells_the_printer_how_to_turn_it(back: str, duplex: str) -> None:
    _, result = impose_plain(printing=Printing(back))
    for pdf in result.files.values():
        with pikepdf.open(BytesIO(pdf)) as opened:
            assert str(opened.Root.ViewerPreferences.Duplex) == duplex
            assert not opened.check_pdf_syntax()


@pytest.mark.parametrize(('size', 'back'), [((200, 250), 'long'), ((120, 140), 'fold'), ((250, 250), 'none')])
def test_too_large_for_the_paper(size: tuple[float, float], back: str) -> None:
    with pytest.raises(Problems, match='paper-too-small found paper'):
        impose_plain(shape=CardShape(*size), printing=Printing(back))


SCALE = 10


def picture(pdf: bytes, index: int) -> Image.Image:
    """A side at 10 pixels a mm."""
    return pypdfium2.PdfDocument(pdf)[index].render(scale=SCALE / MM).to_pil().convert('RGB')


def crop(image: Image.Image, box: Rectangle) -> Image.Image:
    left, bottom, right, top = (round(edge * SCALE) for edge in box)
    return image.crop((left, image.height - top, right, image.height - bottom))


def near(colour: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return all(abs(one - two) < 40 for one, two in zip(colour, other, strict=True))


@pytest.mark.parametrize('back', ['long', 'short', 'fold'])
@pytest.mark.parametrize('paper', PAPERS)
def test_bleed_is_painted_to_its_end_and_nothing_beyond(paper: str, back: str) -> None:
    job, result = impose_plain(papers=(paper,), printing=Printing(back, 'none'))
    for index, page in enumerate(read_pages(result.files[paper], job.shape)):
        image = picture(result.files[paper], index)
        for card in page.cards:
            paint = (255, 217, 0) if card.name.startswith('/Card') else (0, 0, 128)
            left, bottom, right, top = card.clip
            x, y = card.middle
            for spot in ((left + 0.2, y), (right - 0.2, y), (x, bottom + 0.2), (x, top - 0.2)):
                assert near(image.getpixel((int(spot[0] * SCALE), int((page.size[1] - spot[1]) * SCALE))), paint)
        left, bottom, right, top = _around(page.cards)
        for strip in ((left, bottom - 1, left + 50, bottom - 0.2), (left - 1, bottom, left - 0.2, top)):
            assert crop(image, strip).getextrema() == ((255, 255),) * 3


@pytest.mark.parametrize('back', ['long', 'short', 'fold'])
@pytest.mark.parametrize('paper', PAPERS)
def test_a_square_in_the_upper_left_comes_to_the_upper_left_of_the_back(paper: str, back: str) -> None:
    """Seen from behind, as a hand turns each card: what is left of a front is right of its back."""
    job, result = impose_plain(papers=(paper,), printing=Printing(back))
    pages = read_pages(result.files[paper], job.shape)
    for number, (page, fronts, backs) in enumerate(sheets(pages, back)):
        image = picture(result.files[paper], number if back == 'fold' else 2 * number + 1)
        for front, its_back in zip(fronts, backs, strict=True):
            # The upper right corner of the front has the upper left one of the back behind it.
            x, y = behind(front.trim[2] - 2.5, front.trim[3] - 2.5, page, back)
            assert near(image.getpixel((int(x * SCALE), int((page.size[1] - y) * SCALE))), (0, 153, 0))
            assert its_back.trim[0] < x < its_back.trim[2]


FINE = 40


def close_up(pdf: bytes, box: Rectangle) -> Image.Image:
    """A part of the first side at 40 pixels a mm."""
    page = pypdfium2.PdfDocument(pdf)[0]
    width, height = page.get_size()
    left, bottom, right, top = (edge * MM for edge in box)
    part = page.render(scale=FINE / MM, crop=(left, bottom, width - right, height - top))
    return part.to_pil().convert('RGB')


@pytest.mark.parametrize('bleed', [3, 0])
@pytest.mark.parametrize('art', ['0 0 0', '1 1 1', '0.1 0.15 0.2'])
@pytest.mark.parametrize('marks', ['corner', 'full'])
def test_marks_are_seen_on_any_art_but_never_on_a_round_card(marks: str, art: str, bleed: float) -> None:
    shape = CardShape(bleed=bleed)
    plain, drawn = (
        impose_plain(fronts=art, papers=('a4',), shape=shape, printing=Printing('none', kind))[1].files['a4']
        for kind in ('none', marks)
    )
    cards = read_pages(plain, shape)[0].cards
    for card in (cards[0], cards[4]):
        left, bottom, _, _ = card.trim
        around = (left - 1, bottom - 1, left + 7, bottom + 7)
        before, after = close_up(plain, around), close_up(drawn, around)
        changed = ImageChops.difference(before, after).convert('L').point(lambda value: 255 * (value > 8))
        assert not ImageChops.multiply(changed, inside(before.size, shape.corner)).getbbox()
        seen = {colour for _, colour in Image.composite(after, Image.new('RGB', after.size), changed).getcolors(99999)}
        if bleed:
            assert (255, 255, 255) in seen or art == '1 1 1'
            assert (0, 0, 0) in seen
            assert changed.getbbox()


def inside(size: tuple[int, int], radius: float) -> Image.Image:
    """The lower left corner of a card 1 mm from that of a close-up, but for a tenth of a millimetre at its edge."""
    mask, start = Image.new('L', size), 1.1 * FINE
    far, r = 9 * FINE, (radius - 0.1) * FINE
    ImageDraw.Draw(mask).rounded_rectangle((start, -far, size[0] + far, size[1] - start), r, fill=255)
    return mask

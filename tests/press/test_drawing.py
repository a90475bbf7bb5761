"""What the eye notices on cards: how far things stand from each other, as they are laid out and as they are painted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any

import pypdfium2
import pytest
from kept import backs_of, faces_of
from PIL import ImageChops
from test_backs import reminding
from test_readability import whole

from civap.content.folder import find_root
from civap.content.project import Project, load_project
from civap.press.deck import DeckJob, Faces, Press
from civap.press.geometry import POINTS_PER_MM, CardShape
from civap.press.pdf import joined
from civap.press.variants import LARGE

LANGUAGES = ('en', 'pl', 'ar')
MM = 25.4 / 96
# The fullest cards, one with badges alone and one of each other level.
FULL = ('animal-husbandry', 'urbanization', 'masonry', 'flight')
# Of the panel on a card of 57 x 89 mm: its corner, the notch in it with the line inside, and its lower edge.
LEFT, TOP, RIGHT, NOTCH, LINE, BOTTOM = 4.3, 13.0, 57 - 2.5, 2.0, 0.5, 89 - 8.2


@cache
def shipped() -> Project:
    return load_project(find_root())


@cache
def job(language: str, size: tuple[float, float] = (57, 89)) -> DeckJob:
    made = whole(language, size)
    return replace(made, cards=tuple(card for card in made.cards if card['id'] in FULL))


@cache
def faces(language: str) -> Faces:
    return faces_of(job(language))


@cache
def pages(language: str) -> list[Any]:
    """The pages as they are fitted, in the order of the cards."""
    sizes = {fit.card: fit for fit in faces(language).fits}
    cards = [
        {**card, 'size': sizes[card['id']].size, 'title_size': sizes[card['id']].title_size, 'tight': False}
        for card in job(language).cards
    ]
    return list(Press(job(language)).lay_out(cards).pages)


def boxes(page: Any, kind: str) -> Iterator[Any]:
    for box in page._page_box.descendants(placeholders=True):
        names = (box.element.get('class') or '').split() if getattr(box, 'element', None) is not None else []
        if type(box).__name__ in ('BlockBox', 'InlineBlockBox') and kind in (*names, box.element_tag):
            yield box


def lines(page: Any) -> list[Any]:
    found = [box for body in boxes(page, 'body') for box in body.descendants() if type(box).__name__ == 'LineBox']
    return sorted(found, key=lambda box: box.position_y)


@pytest.mark.parametrize('language', LANGUAGES)
def test_first_number_keeps_away_from_the_corner_of_the_frame(language: str) -> None:
    for page in pages(language):
        badge = next(boxes(page, 'badge'))
        radius = badge.border_width() * MM / 2
        x = badge.border_box_x() * MM + radius
        across = (x if language != 'ar' else 57 - x) - LEFT
        down = badge.border_box_y() * MM + radius - TOP
        assert (across**2 + down**2) ** 0.5 - radius - NOTCH > 0.25
        assert across - radius - LINE > 0.25


@pytest.mark.parametrize('language', LANGUAGES)
def test_headings_stand_off_the_line_above_and_texts_off_the_frame(language: str) -> None:
    for page in pages(language):
        for heading in boxes(page, 'h2'):
            above = [line for line in lines(page) if line.position_y < heading.position_y]
            gap = heading.border_box_y() - (above[-1].position_y + above[-1].height)
            assert gap * MM > 0.1 * 7.5 * 25.4 / 72
        last = lines(page)[-1]
        assert BOTTOM - LINE - (last.position_y + last.height) * MM > 0.3


@pytest.mark.parametrize('language', LANGUAGES)
def test_a_number_opens_no_line(language: str) -> None:
    for page in pages(language):
        heights = [line.height for step in boxes(page, 'step') for line in step.children]
        assert max(heights) - min(heights) < 0.02 / MM


@pytest.mark.parametrize('language', LANGUAGES)
def test_numbers_stand_in_the_middle_of_their_discs(language: str) -> None:
    """Figures are about 1.7 mm high; none is further off than a sixteenth of that."""
    scale = 1200 / 25.4
    for index, laid in enumerate(pages(language)):
        page = pypdfium2.PdfDocument(joined(faces(language).files))[index]
        picture = page.render(scale=1200 / 72).to_pil().convert('L')
        for badge in boxes(laid, 'badge'):
            left, top = badge.border_box_x() * MM + CardShape().bleed, badge.border_box_y() * MM + CardShape().bleed
            inset, side = 0.5, badge.border_width() * MM
            crop = (left + inset, top + inset, left + side - inset, top + side - inset)
            disc = picture.crop(tuple(round(edge * scale) for edge in crop))
            _, first, _, end = disc.point(lambda value: 255 * (value > 170)).getbbox()
            assert abs((first + end) / 2 - disc.height / 2) / scale < 0.11


def test_nothing_shows_in_the_notch_of_the_ribbon() -> None:
    economy = replace(job('en'), variant='economy', cards=job('en').cards[:1])
    for language, made in (('en', economy), ('ar', replace(economy, language='ar', direction='rtl'))):
        page = pypdfium2.PdfDocument(joined(faces_of(made).files))[0]
        picture = page.render(scale=600 / 72).to_pil().convert('L')
        middle = 57 - 2.6 - 3.9 if language == 'en' else 2.6 + 3.9
        crop = (middle - 1.5, 11.3, middle + 1.5, 12.6)
        notch = picture.crop(tuple(round((edge + 3) * 600 / 25.4) for edge in crop))
        assert notch.getextrema() == (255, 255)


def test_backs_are_alike_on_both_sides_of_their_axis() -> None:
    """But for the numerals of level IV; and under half a turn. In colour the map is too dark to tell."""
    plain = replace(job('en'), variant='economy', cards=reminding(shipped(), 'en').cards)
    for level, page in enumerate(pypdfium2.PdfDocument(backs_of(plain)), 1):
        picture = page.render(scale=300 / 72).to_pil().convert('L')
        assert different(picture, picture.rotate(180)) < 0.004
        if level < 4:
            assert different(picture, picture.transpose(0)) < 0.004


def different(one: Any, other: Any) -> float:
    """The share of pixels that differ by more than the edges of lines do."""
    histogram = ImageChops.difference(one, other).histogram()
    return float(sum(histogram[100:]) / sum(histogram))


@pytest.mark.parametrize('language', LANGUAGES)
def test_texts_of_reminder_backs_keep_off_their_frame_and_fill_it(language: str) -> None:
    made = reminding(shipped(), language)
    for shape in (made.shape, CardShape(70, 120)):
        page = pypdfium2.PdfDocument(backs_of(replace(made, shape=shape)))[0]
        scale = shape.width / 57
        bounds = [each.get_bounds() for each in page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_TEXT])]
        left, bottom, right, _ = page.get_trimbox()
        frame = 3.0 * POINTS_PER_MM * scale
        assert min(bound[0] for bound in bounds) - left - frame > POINTS_PER_MM
        assert right - frame - max(bound[2] for bound in bounds) > POINTS_PER_MM
        assert min(bound[1] for bound in bounds) - bottom - frame > POINTS_PER_MM
        rows = sorted({round(bound[1] / POINTS_PER_MM, 1) for bound in bounds})
        assert max(b - a for a, b in pairwise(rows)) < 8


@pytest.mark.parametrize('language', LANGUAGES)
def test_foot_lines_of_large_print_keep_off_the_version(language: str) -> None:
    large = whole(language, (70, 120))
    cards = list({card['type']: {**card, 'size': LARGE, 'title_size': 'normal'} for card in large.cards}.values())
    for page in Press(large).lay_out(cards).pages:
        (foot_left, foot_right), (mark_left, mark_right) = (span(page, kind) for kind in ('foot', 'mark'))
        assert max(mark_left - foot_right, foot_left - mark_right) > 3


def span(page: Any, kind: str) -> tuple[float, float]:
    """The left and right end of a text, in mm."""
    found = [
        (text.position_x * MM, (text.position_x + text.width) * MM)
        for box in boxes(page, kind)
        for text in box.descendants()
        if type(text).__name__ == 'TextBox'
    ]
    return min(left for left, _ in found), max(right for _, right in found)

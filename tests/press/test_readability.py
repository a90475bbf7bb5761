"""Whether cards can be read: contrast, types in grey and for colour-blind eyes, sizes of text, and ink.

Colours are those of the palette and of rendered pages; sizes are read back from the PDF.
"""

from __future__ import annotations

from ctypes import byref, c_uint
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise
from typing import Any

import pypdfium2
import pytest
from kept import backs_of, faces_of
from test_backs import reminding, sizes, texts
from test_real_cards import job

from civap.content.folder import find_root
from civap.content.project import Project, load_project
from civap.press.deck import DeckJob, typeset_words
from civap.press.geometry import CardShape
from civap.press.pdf import joined
from civap.press.printing import BackArt
from civap.press.sheets import impose_deck
from civap.press.templates import Templates
from civap.press.variants import FLOOR, LARGE, Variant, design_for
from civap.press.views import card_views
from civap.text.catalog import load_catalog
from civap.text.render import ENDING, Renderer

LANGUAGES = ('en', 'pl', 'ar')
DPI = 300
READABLE = 4.5
Color = tuple[float, float, float]
# Linear RGB as it is seen without one kind of cones, after Machado, Oliveira and Fernandes (2009).
BLIND: dict[str, tuple[Color, Color, Color]] = {
    'protanopia': ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    'deuteranopia': ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    'tritanopia': ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
# To CIE XYZ, relative to the white of a screen (D65).
XYZ = (
    (0.433953, 0.376219, 0.189829),
    (0.212673, 0.715152, 0.072175),
    (0.017756, 0.109468, 0.872776),
)


@pytest.fixture(scope='module')
def project() -> Project:
    return shipped()


@cache
def shipped() -> Project:
    return load_project(find_root())


@cache
def palette(variant: Variant) -> Any:
    """What the palette exports, by name."""
    templates = Templates(shipped().root / 'templates', shipped().content / 'art')
    return templates._environment.get_template('cards/palette.html.j2').make_module({'variant': variant})


def whole(language: str, size: tuple[float, float] = (57, 89), **changed: Any) -> DeckJob:
    views = card_views(shipped(), Renderer(load_catalog(shipped(), language), ENDING))
    cards = tuple(dict(card) for card in views)
    return job(shipped(), language, cards=cards, shape=CardShape(*size), **changed)


def linear(color: str) -> Color:
    """The linear RGB of #rgb or #rrggbb."""
    digits = color.lstrip('#')
    digits = digits if len(digits) == 6 else ''.join(digit * 2 for digit in digits)
    return light([int(digits[index : index + 2], 16) for index in (0, 2, 4)])


def light(channels: Any) -> Color:
    """Linear RGB of channels from 0 to 255."""
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in (channel / 255 for channel in channels)
    )
    return red, green, blue


def product(matrix: tuple[Color, Color, Color], color: Color) -> Color:
    first, second, third = (sum(a * b for a, b in zip(row, color, strict=True)) for row in matrix)
    return first, second, third


def contrast(one: Color, other: Color) -> float:
    """That of WCAG 2."""
    dark, bright = sorted(product(XYZ, color)[1] for color in (one, other))
    return (bright + 0.05) / (dark + 0.05)


def lab(color: Color) -> Color:
    """CIE L*a*b* of linear RGB."""
    x, y, z = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in product(XYZ, color))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: Color, other: Color) -> float:
    """Delta E of 1976."""
    return float(sum((a - b) ** 2 for a, b in zip(lab(one), lab(other), strict=True)) ** 0.5)


def picture(page: Any) -> Any:
    return page.render(scale=DPI / 72).to_pil().convert('RGB')


def crop(page: Any, left: float, top: float, right: float, bottom: float) -> Any:
    """A part of a card, in mm from the upper left corner of its trim."""
    bleed, scale = CardShape().bleed, DPI / 25.4
    return picture(page).crop([round((edge + bleed) * scale) for edge in (left, top, right, bottom)])


def darkness(page: Any) -> float:
    """The share of a page that is inked, at a resolution at which hairlines are as thin as in print."""
    histogram = page.render(scale=DPI / 72).to_pil().convert('L').histogram()
    return float(1 - sum(value * count for value, count in enumerate(histogram)) / 255 / sum(histogram))


# ------------------------------------------------------------------------------------------------------- contrast


@pytest.mark.parametrize('variant', ['colour', 'economy'])
def test_texts_stand_out_in_the_palette(variant: Variant) -> None:
    colors = palette(variant)
    paper, white, ink = colors.ink['paper'], '#fff', colors.ink
    pairs = [(ink['text'], paper), (ink['soft'], paper), (ink['brass_light'], ink['night'])]
    for each in colors.types.values():
        pairs += [(each['on'], each['field']), (each['deep'], paper)]
        pairs += [(white, each['deep'])] if variant == 'colour' else []
    assert min(contrast(linear(text), linear(ground)) for text, ground in pairs) >= READABLE


@pytest.mark.parametrize('type_', ['culture', 'science', 'military', 'industry', 'economy'])
def test_pattern_never_comes_nearer_to_the_text(type_: str) -> None:
    colors = palette('colour').types[type_]
    on, field, shade = (linear(colors[name]) for name in ('on', 'field', 'shade'))
    assert contrast(on, shade) >= contrast(on, field)


@pytest.mark.parametrize('variant', ['colour', 'economy'])
@pytest.mark.parametrize('language', ['en', 'ar'])
def test_each_text_stands_out_as_it_is_rendered(language: str, variant: Variant) -> None:
    """One card of each type, marked as a draft, against the colour that most of its surroundings have."""
    drawn = whole(language, variant=variant, draft_label='Draft')
    made = faces_of(of_all_types(drawn))
    for page in pypdfium2.PdfDocument(joined(made.files)):
        image = picture(page)
        left, _, _, top = page.get_mediabox()
        for text in texts(page):
            x0, y0, x1, y1 = text.get_bounds()
            edges = (x0 - 1 - left, top - y1 - 1, x1 + 1 - left, top - y0 + 1)
            part = image.crop([round(edge * DPI / 72) for edge in edges])
            _, ground = max(part.getcolors(part.width * part.height))
            assert contrast(light(fill(text)), light(ground)) >= READABLE


def of_all_types(drawn: DeckJob) -> DeckJob:
    """The first card of each type."""
    firsts = {card['type']: card for card in reversed(drawn.cards)}
    return replace(drawn, cards=tuple(firsts[name] for name in palette('colour').tab_order))


def fill(text: Any) -> tuple[int, int, int]:
    """The colour of a text."""
    channels = [c_uint() for _ in range(4)]
    assert pypdfium2.raw.FPDFPageObj_GetFillColor(text.raw, *map(byref, channels))
    red, green, blue, _ = (channel.value for channel in channels)
    return red, green, blue


# ---------------------------------------------------------------------------------------------------------- types


def test_types_differ_in_grey() -> None:
    colors = palette('colour')
    greys = [lab(linear(colors.types[name]['field']))[0] for name in colors.tab_order]
    assert all(second - first >= 10 for first, second in pairwise(greys))


def test_types_differ_in_grey_as_they_are_rendered() -> None:
    """With their patterns, at the far edge."""
    pdf = pypdfium2.PdfDocument(joined(faces_of(of_all_types(whole('en'))).files))
    greys = []
    for page in pdf:
        part = crop(page, 54.9, 20, 56.8, 80)
        pixels = part.getcolors(part.width * part.height)
        mean = sum(count * product(XYZ, light(pixel))[1] for count, pixel in pixels) / sum(count for count, _ in pixels)
        greys.append(lab((mean, mean, mean))[0])
    assert all(second - first >= 10 for first, second in pairwise(greys))


@pytest.mark.parametrize('kind', BLIND)
def test_types_differ_for_colour_blind_eyes(kind: str) -> None:
    """All pairs by more than 12 (from 10 on, colours that do not touch are told apart at a glance); neighbours in the
    order of the tabs, which are taken for each other first, mostly in lightness, which every eye sees."""
    colors = palette('colour')
    seen = [product(BLIND[kind], linear(colors.types[name]['field'])) for name in colors.tab_order]
    assert min(difference(one, other) for one, other in combinations(seen, 2)) > 12
    assert all(lab(second)[0] - lab(first)[0] > 3 for first, second in pairwise(seen))


def test_matrices_leave_grey_alone() -> None:
    for matrix in (*BLIND.values(), XYZ):
        assert product(matrix, (1, 1, 1)) == pytest.approx((1, 1, 1), abs=1e-4)
    assert lab((1, 1, 1)) == pytest.approx((100, 0, 0), abs=0.01)


def test_types_differ_by_their_pattern_in_the_economy_variant() -> None:
    """As little alike as bands of the same grey can be; below all tabs."""
    pdf = pypdfium2.PdfDocument(joined(faces_of(of_all_types(whole('en', variant='economy'))).files))
    bands = [[255 - pixel for pixel in crop(page, 0.2, 79, 2.4, 88).convert('L').tobytes()] for page in pdf]
    assert all(sum(band) / len(band) / 255 > 0.02 for band in bands)
    for one, other in combinations(bands, 2):
        assert correlation(one, other) < 0.5


def correlation(one: list[int], other: list[int]) -> float:
    means = sum(one) / len(one), sum(other) / len(other)
    pairs = [(a - means[0], b - means[1]) for a, b in zip(one, other, strict=True)]
    spread = (sum(a * a for a, _ in pairs) * sum(b * b for _, b in pairs)) ** 0.5
    return float(sum(a * b for a, b in pairs) / spread)


# ---------------------------------------------------------------------------------------------------------- sizes

SHAPES = [(57, 89), (63, 88), (63.5, 88.9), (70, 120)]
# Of the smallest card: the mark of the version, the type below a title, the number of a step.
FURNITURE = {5.5, 6.0, 6.2, 6.5, 7.0}


# Each language on the smallest card; the longest one on all, and the tallest letters on the card of large print.
@pytest.mark.parametrize(
    ('language', 'size', 'variant'),
    [
        *((language, SHAPES[0], 'colour') for language in LANGUAGES),
        *(('pl', size, 'colour') for size in SHAPES[1:]),
        ('ar', SHAPES[-1], 'colour'),
        ('en', SHAPES[0], 'economy'),
        ('ar', SHAPES[-1], 'economy'),
    ],
)
def test_texts_are_large_enough(language: str, size: tuple[float, float], variant: Variant) -> None:
    made = faces_of(whole(language, size, variant=variant))
    assert len(made.fits) == 20
    found = sizes(joined(made.files))
    if size == (70, 120):
        assert min(found) >= FLOOR
        assert min(fit.size for fit in made.fits) >= LARGE
    else:
        assert min(fit.size for fit in made.fits) >= FLOOR
        assert all(each >= FLOOR or near(each, size) for each in found)


def near(found: float, size: tuple[float, float]) -> bool:
    """Whether small text is what may be small."""
    scale = design_for(CardShape(*size)).scale
    return any(0.94 * each * scale <= found <= each * scale + 0.02 for each in FURNITURE)


# ------------------------------------------------------------------------------------------------------------ ink


@pytest.mark.parametrize(
    ('language', 'back_art'), [('en', 'level'), ('pl', 'level'), ('ar', 'level'), ('pl', 'reminder')]
)
def test_economy_needs_little_ink(language: str, back_art: BackArt) -> None:
    """All pages of A4: nine fronts, and their backs."""
    changed: dict[str, Any] = {'variant': 'economy', 'back_art': back_art}
    if back_art == 'reminder':
        changed['reminder'] = reminding(shipped(), language).reminder
    drawn = whole(language, **changed)
    fronts = faces_of(replace(drawn, back_art='level', reminder=None))  # they have nothing of the backs
    pdf = impose_deck(drawn, fronts, backs_of(drawn), typeset_words(drawn)).files['a4']
    assert max(map(darkness, pypdfium2.PdfDocument(pdf))) <= 0.08


def test_economy_has_no_colour() -> None:
    drawn = of_all_types(whole('en', variant='economy'))
    for page in pypdfium2.PdfDocument(joined(faces_of(drawn).files)):
        red, green, blue = (channel.tobytes() for channel in picture(page).split())
        assert red == green == blue

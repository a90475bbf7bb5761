"""How large a card is drawn, and its text."""

from itertools import pairwise

import pytest

from civap.press.geometry import CardShape
from civap.press.variants import DRAWN, FLOOR, LARGE, design_for, ladder_for, scaled

SIZES = [(57, 89), (63, 88), (63.5, 88.9), (70, 120), (50, 80), (120, 180), (50, 180), (120, 80)]


def shape(size: tuple[float, float]) -> CardShape:
    return CardShape(*size)


@pytest.mark.parametrize(
    ('size', 'scale', 'largest', 'smallest'),
    [
        ((57, 89), 1, 8, 7.5),
        ((63, 88), 1.045, 8.25, 7.5),
        ((63.5, 88.9), 1.055, 8.5, 7.5),
        ((70, 120), 1.287, 10.25, 9),
        ((50, 80), 0.888, 7.5, 7.5),
        ((120, 180), 2.063, 16.5, 9),
    ],
)
def test_text_grows_with_the_card(size: tuple[float, float], scale: float, largest: float, smallest: float) -> None:
    ladder = ladder_for(shape(size))
    assert design_for(shape(size)).scale == scale
    assert (ladder.sizes[0], ladder.sizes[-1]) == (largest, smallest)


@pytest.mark.parametrize('size', SIZES)
def test_ladders_go_down_to_the_floor(size: tuple[float, float]) -> None:
    sizes = ladder_for(shape(size)).sizes
    assert list(sizes) == sorted(set(sizes), reverse=True)
    assert sizes[-1] in (FLOOR, LARGE)
    assert all(first - second <= 0.5 for first, second in pairwise(sizes))


@pytest.mark.parametrize('size', SIZES)
def test_design_is_the_card_in_other_measures(size: tuple[float, float]) -> None:
    """Both ways stay near enough to the card that is drawn that its bands and its title have room."""
    card, design = shape(size), design_for(shape(size))
    for mine, drawn in ((card.width, design.width), (card.height, design.height), (card.bleed, design.bleed)):
        assert drawn * design.scale == pytest.approx(mine)
    assert design.width > 0.94 * DRAWN.width
    assert design.height > 0.94 * DRAWN.height


def test_style_of_the_smallest_card_is_as_it_is_written() -> None:
    style = 'p { top: 2.95mm; font-size: 5.9pt; }'
    assert scaled(style, design_for(DRAWN)) is style


def test_lengths_of_a_style_are_scaled() -> None:
    style = 'h1 { font: 400 13pt/14pt "M"; margin: -.5mm 1.12em 0; flex: 1; }'
    twice = 'h1 { font: 400 26pt/28pt "M"; margin: -1mm 1.12em 0; flex: 1; }'
    assert scaled(style, design_for(CardShape(114, 178))) == twice


def test_small_text_has_a_least_size() -> None:
    style = 'p { font-size: 5pt; line-height: 5pt; } h1 { font-size: 13pt; }'
    assert scaled(style, design_for(CardShape(70, 120))).startswith('p { font-size: 7.5pt; line-height: 6.435pt; }')
    assert scaled(style, design_for(CardShape(50, 80))) == (
        'p { font-size: 5pt; line-height: 4.44pt; } h1 { font-size: 11.54pt; }'
    )

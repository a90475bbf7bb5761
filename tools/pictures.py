"""Makes the pictures in docs/pictures from what civap prints: python tools/pictures.py."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

import pypdfium2
from PIL import Image

from civap.press.geometry import PAPERS, POINTS_PER_MM, CardShape, choose_layout
from civap.press.printing import LARGE_PRINT

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / 'docs' / 'pictures'
GAP, GROUND = 16, (120, 124, 130)
# Pixels a point: of whole sheets, of several in a row, of cards, and of parts of sheets.
SHEET, ROW, CARD, PART = 0.8, 0.6, 1.7, 1.2
# The flowchart and the two pages of the book in the README, from 0.
CHART, SPREAD = 8, (3, 4)
# The parts of a sheet that are shown, from its upper left corner, as shares of it.
CORNER = (0, 0, 0.42, 0.34)


def civap(out: Path, *arguments: str) -> None:
    """Run the command on this project."""
    command = [sys.executable, '-m', 'civap', *arguments, '--out', str(out)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)


def page(path: Path, number: int, scale: float) -> Image.Image:
    """A page as a picture."""
    return pypdfium2.PdfDocument(path)[number].render(scale=scale).to_pil().convert('RGB')


def beside(pictures: Iterable[Image.Image]) -> Image.Image:
    """Pictures in a row on grey."""
    row = list(pictures)
    width = sum(each.width + GAP for each in row) + GAP
    whole = Image.new('RGB', (width, max(each.height for each in row) + 2 * GAP), GROUND)
    left = GAP
    for each in row:
        whole.paste(each, (left, GAP))
        left += each.width + GAP
    return whole


def save(name: str, pictures: Sequence[Image.Image]) -> None:
    """A row of pictures as a small file."""
    PICTURES.mkdir(exist_ok=True)
    small = beside(pictures).quantize(96, dither=Image.Dither.NONE)
    small.save(PICTURES / f'{name}.png', optimize=True)


def main() -> None:
    """All pictures."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder)
        cards = ('build', '--only', 'cards', '--lang', 'en', '--paper', 'a4')
        civap(out, *cards, '--variant', 'colour,economy,large,shop,png')
        for back in ('short', 'fold'):
            civap(out, *cards, '--back', back)
        civap(out, *cards, '--size', '63x88')
        for marks in ('corner', 'full', 'none'):
            civap(out / marks, *cards, '--back', 'none', '--marks', marks)
        for name, options in MORE.items():
            civap(out / name, *cards, *options)
        civap(out / 'reminder', *cards, '--variant', 'shop', '--back-art', 'reminder')
        civap(out, 'calibrate', '--lang', 'en', '--paper', 'a4')
        _save_all(out)
        civap(out, 'build', '--paper', 'a4')
        _save_overview(out)


# Of options that a part of a sheet shows.
MORE = {
    'no-bleed': ('--bleed', '0'),
    'wide-bleed': ('--bleed', '5'),
    'square': ('--marks', 'corner', '--corner', '0'),
    'round': ('--marks', 'corner', '--corner', '5'),
    'fronts': ('--mark-sides', 'fronts'),
}


def _save_all(out: Path) -> None:
    en, sheet = out / 'en', out / 'en' / 'focus-cards-a4.pdf'
    save('size', [page(sheet, 0, ROW), page(en / 'focus-cards-a4-63x88.pdf', 0, ROW)])
    turned = [page(sheet, 0, ROW), page(sheet, 1, ROW), page(en / 'focus-cards-a4-short.pdf', 1, ROW)]
    save('backs', [*turned, page(en / 'focus-cards-a4-fold.pdf', 0, ROW)])
    marked = [out / marks / 'en' / 'focus-cards-a4-fronts.pdf' for marks in ('corner', 'full', 'none')]
    save('marks', [_corner(path) for path in (sheet, *marked)])
    more = {name: out / name / 'en' / 'focus-cards-a4.pdf' for name in MORE}
    save('bleed', [_corner(path) for path in (more['no-bleed'], sheet, more['wide-bleed'])])
    save('corner', [_corner(more[name]) for name in ('square', 'round')])
    save('mark-sides', [_corner(path, 1) for path in (sheet, more['fronts'])])
    backs = [folder / 'en' / 'focus-cards-shop-backs.pdf' for folder in (out, out / 'reminder')]
    save('back-art', [page(path, 2, CARD) for path in backs])
    shown = [(name, CardShape() if name != 'large' else CardShape(LARGE_PRINT.width, LARGE_PRINT.height))
             for name in ('', 'economy', 'large')]  # fmt: skip
    save('variants', [_card(en / f'focus-cards-a4{name and "-"}{name}.pdf', shape) for name, shape in shown])
    shop = [page(en / f'focus-cards-shop-{side}.pdf', 2, CARD) for side in ('fronts', 'backs')]
    picture = Image.open(en / 'focus-cards-png' / 'front-03-pottery.png').convert('RGB')
    save('shop', [*shop, picture.resize(shop[0].size, Image.Resampling.LANCZOS)])
    save('calibration', [page(out / 'calibration-a4.pdf', number, SHEET) for number in (0, 1)])


def _save_overview(out: Path) -> None:
    """What the README shows: one card in each language, a sheet, two pages of the book that face each other."""
    places = {'en': 2, 'pl': 2, 'ar': 0}  # The third from where one begins to read.
    shown = [_card(out / code / 'focus-cards-a4.pdf', CardShape(), place) for code, place in places.items()]
    save('cards', shown)
    save('sheet', [page(out / 'en' / 'reference-sheets-a4.pdf', CHART, SHEET)])
    save('book', [page(out / 'en' / 'rulebook-a4.pdf', number, SHEET) for number in SPREAD])


def _corner(path: Path, number: int = 0) -> Image.Image:
    """The upper left part of a sheet."""
    whole = page(path, number, PART)
    width, height = whole.size
    left, top, right, bottom = CORNER
    return whole.crop((round(left * width), round(top * height), round(right * width), round(bottom * height)))


def _card(path: Path, shape: CardShape, place: int = 2) -> Image.Image:
    """A card of a deck as it lies on its first sheet, without its bleed; places count from 0 at the upper left."""
    layout, pixels = choose_layout(PAPERS['a4'], shape, 20), CARD * POINTS_PER_MM
    trim, height = layout.trim(place), layout.sheet.height
    edges = (trim.left, height - trim.top, trim.right, height - trim.bottom)
    left, top, right, bottom = (round(edge * pixels) for edge in edges)
    return page(path, 0, CARD).crop((left, top, right, bottom))


if __name__ == '__main__':
    main()

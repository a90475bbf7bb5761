"""Makes the pictures in docs/pictures from what civap prints: python tools/pictures.py."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

import pypdfium2
from PIL import Image

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / 'docs' / 'pictures'
GAP, GROUND = 12, (120, 124, 130)
# Pixels a point.
SHEET, CARD = 0.34, 1.3


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
    small = beside(pictures).quantize(128, dither=Image.Dither.NONE)
    small.save(PICTURES / f'{name}.png', optimize=True)


def main() -> None:
    """All pictures."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder)
        cards = ('build', '--only', 'cards', '--lang', 'en', '--paper', 'a4')
        civap(out, *cards, '--variant', 'colour,economy,large,shop')
        for back in ('short', 'fold'):
            civap(out, *cards, '--back', back)
        civap(out, *cards, '--size', '63x88')
        for marks in ('corner', 'full', 'none'):
            civap(out / marks, *cards, '--back', 'none', '--marks', marks)
        civap(out / 'reminder', *cards, '--variant', 'shop', '--back-art', 'reminder')
        civap(out, 'calibrate', '--lang', 'en', '--paper', 'a4')
        _save_all(out)


def _save_all(out: Path) -> None:
    en, sheet = out / 'en', out / 'en' / 'focus-cards-a4.pdf'
    save('size', [page(en / 'focus-cards-a4-63x88.pdf', 0, SHEET)])
    turned = [page(sheet, 0, SHEET), page(sheet, 1, SHEET), page(en / 'focus-cards-a4-short.pdf', 1, SHEET)]
    save('backs', [*turned, page(en / 'focus-cards-a4-fold.pdf', 0, SHEET)])
    marked = [out / marks / 'en' / 'focus-cards-a4-fronts.pdf' for marks in ('corner', 'full', 'none')]
    save('marks', [_corner(path) for path in (sheet, *marked)])
    backs = [folder / 'en' / 'focus-cards-shop-backs.pdf' for folder in (out, out / 'reminder')]
    save('back-art', [page(path, 2, CARD) for path in backs])
    # The third card, at the upper right of sheets of nine and at the lower left of sheets of four.
    economy, large = (page(en / f'focus-cards-a4-{name}.pdf', 0, CARD) for name in ('economy', 'large'))
    shown = [page(en / 'focus-cards-shop-fronts.pdf', 2, CARD)]
    shown += [economy.crop(_part(economy, 2 / 3, 0, 1, 1 / 3)), large.crop(_part(large, 0, 1 / 2, 1 / 2, 1))]
    save('variants', shown)
    save('calibration', [page(out / 'calibration-a4.pdf', number, SHEET) for number in (0, 1)])


def _corner(path: Path) -> Image.Image:
    """The upper left part of a sheet."""
    whole = page(path, 0, 2 * SHEET)
    return whole.crop(_part(whole, 0, 0, 0.45, 0.42))


def _part(whole: Image.Image, left: float, top: float, right: float, bottom: float) -> tuple[int, int, int, int]:
    width, height = whole.size
    return int(left * width), int(top * height), int(right * width), int(bottom * height)


if __name__ == '__main__':
    main()

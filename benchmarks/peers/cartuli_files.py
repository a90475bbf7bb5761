"""What Cartuli reads: pictures of cards with their bleed, and a definition. It arranges pictures and draws none, so it
gets those that civap sets.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle, islice
from pathlib import Path

from deck import Deck

from civap.content.project import Project
from civap.press.geometry import PAPERS, choose_layout
from civap.press.pictures import pictures
from civap.press.sheets import back_pages
from civap.press.workers import Workers

DEFINITION = """\
decks:
  cards:
    size: ({width}*mm, {height}*mm)
    front: {{images: {folder}/front/*.png, bleed: {bleed}*mm}}
    back: {{images: {folder}/back/*.png, bleed: {bleed}*mm}}
outputs:
  sheet: {{size: A4, print_margin: 8*mm, padding: {gap}*mm, crop_marks_padding: 1*mm}}
"""


# So many are drawn; a larger deck has their pictures again.
DRAWN = 54


def write_cartuli(project: Project, deck: Deck, folder: Path) -> Path:
    """The definition, beside its pictures."""
    job = Deck(min(deck.count, DRAWN), deck.changed).job(project)
    with Workers(1) as workers:
        (result,) = workers.build([job])
    fronts = list(pictures(result.faces, job.shape.whole))
    backs = list(pictures(result.backs, job.shape.whole))
    _write(folder / 'front', fronts, deck.count)
    _write(folder / 'back', [backs[page] for page in back_pages(job)], deck.count)
    layout = choose_layout(PAPERS['a4'], job.shape, deck.count)
    values = {'width': job.shape.width, 'height': job.shape.height, 'bleed': job.shape.bleed, 'gap': layout.gap}
    path = folder / 'Cartulifile.yml'
    path.write_text(DEFINITION.format(folder=folder, **values), 'utf-8')
    return path


def _write(folder: Path, drawn: Sequence[bytes], count: int) -> None:
    folder.mkdir(parents=True)
    for number, data in enumerate(islice(cycle(drawn), count)):
        (folder / f'{number:04}.png').write_bytes(data)

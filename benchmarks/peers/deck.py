"""The deck that every tool prints: the cards of this project over and over, as plain texts, colours and places."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from civap.content.folder import SOURCE
from civap.content.project import Project
from civap.press import editions
from civap.press.deck import DeckJob
from civap.press.fonts import FACES
from civap.press.geometry import PAPERS, CardShape, Layout, choose_layout
from civap.press.made import Request
from civap.text.catalog import load_catalog

PAPER = 'a4'
FONTS = {
    'regular': 'FiraSansCondensed-Regular.ttf',
    'bold': 'FiraSansCondensed-SemiBold.ttf',
    'italic': 'FiraSansCondensed-Italic.ttf',
    'title': 'Marcellus-Regular.ttf',
}


@dataclass(frozen=True)
class Deck:
    """So many cards; in one that is `changed` the text of the first card is another."""

    count: int
    changed: bool = False

    @property
    def name(self) -> str:
        """For files and folders."""
        return f'{self.count}{"-changed" if self.changed else ""}'

    def job(self, project: Project) -> DeckJob:
        """What civap prints of it: a job of its own cards, which it refuses to have twice, repeated and numbered."""
        request = Request(Path(), [SOURCE], [PAPER], only=['cards'])
        (deck,) = editions.decks(project, [load_catalog(project, SOURCE)], request)
        (job,) = deck.jobs
        views = [self._numbered(job.cards[number % len(job.cards)], number) for number in range(self.count)]
        return replace(job, cards=tuple(views))

    def _numbered(self, card: Any, number: int) -> dict[str, Any]:
        title = Markup('{} {}').format(card['title'], number + 1)
        made = {**card, 'id': f'{card["id"]}-{number + 1}', 'title': title}
        if self.changed and not number:
            first, *others = card['steps']
            made['steps'] = [{**first, 'text': first['text'] + Markup(' Twice.')}, *others]
        return made


def write_deck(project: Project, deck: Deck, folder: Path) -> Path:
    """The deck as JSON, lengths in mm from the upper left corner of the sheet."""
    shape = CardShape()
    layout = choose_layout(PAPERS[PAPER], shape, deck.count)
    job = deck.job(project)
    palette = _palette(project)
    data = {
        'title': job.title,
        'sheet': [layout.sheet.width, layout.sheet.height],
        'trim': [shape.width, shape.height],
        'bleed': shape.bleed,
        'gap': layout.gap,
        'columns': layout.columns,
        'places': _places(layout),
        'fonts': {name: str(_font(file)) for name, file in FONTS.items()},
        'night': palette['night'],
        'paper': palette['paper'],
        'cards': [_card(card, palette) for card in job.cards],
    }
    path = folder / f'deck-{deck.name}.json'
    path.write_text(json.dumps(data, ensure_ascii=False, indent=1), 'utf-8')
    return path


def _places(layout: Layout) -> list[list[float]]:
    boxes = [layout.trim(place) for place in layout.order()]
    return [[box.left, layout.sheet.height - box.top] for box in boxes]


def _font(file: str) -> Path:
    path = next(face.path for face in FACES if face.file == file)
    assert path, 'the fonts are those that civap needs itself'
    return path


def _palette(project: Project) -> dict[str, Any]:
    """The colours of the templates: those of types by their names, and those of all cards."""
    environment = Environment(loader=FileSystemLoader(project.root / 'templates'))
    module: Any = environment.get_template('cards/palette.html.j2').module
    return {**module.types, **module.ink}


def _card(card: Any, palette: dict[str, Any]) -> dict[str, Any]:
    colours = palette[card['type']]
    return {
        'id': card['id'],
        'title': _plain(card['title']),
        'kind': _plain(card['type_name']),
        'numeral': card['numeral'],
        'field': colours['field'],
        'on': colours['on'],
        'deep': colours['deep'],
        'lines': [list(line) for step in card['steps'] for line in _lines(step)],
        'foot': _plain(card['foot']),
    }


def _lines(step: Any) -> Iterator[tuple[str, str]]:
    """The paragraphs of a step with their kinds."""
    number = f'{step["number"]} ' if step['number'] is not None else ''
    yield 'step', number + _plain(step['text'])
    if step['closing']:
        yield 'step', _plain(step['closing'])
    if listing := step['list']:
        yield 'heading', _plain(listing['heading'])
        for number, item in enumerate(listing['items'], 1):
            yield 'item', f'{number} {_plain(item)}'
        yield 'tie', _plain(listing['tie'])
    if step['reminder']:
        yield 'tie', _plain(step['reminder'])


def _plain(text: Any) -> str:
    return Markup(text).striptags()

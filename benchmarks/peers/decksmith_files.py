"""What DeckSmith reads: a specification and a table for fronts and backs. decksmith_files.py DECK FOLDER

Its export takes pictures by name, 10 before 2, and fills rows from the bottom. So cards are put into an order that
lands where those of the others are, and backs into the mirror image of that: it has no backs of its own.
"""

import csv
import json
import sys
from pathlib import Path

DOTS = 300 / 25.4


def dots(*lengths):
    """Lengths in mm as dots of the picture."""
    return [round(length * DOTS) for length in lengths]


def colour(name):
    """A colour of CSS as numbers."""
    return [int(name[start : start + 2], 16) for start in (1, 3, 5)]


def text(what, at, font, points, **others):
    """An element with a column of the table."""
    size = round(points / 72 * 300)
    return {'type': 'text', 'text': f'%{what}%', 'position': dots(*at), 'font_path': font, 'font_size': size, **others}


def write(folder, name, elements, ground, rows):
    """A specification, which may be JSON since that is YAML, and its table."""
    width, height = dots(*deck['trim'])
    spec = {'id': 'canvas', 'width': width, 'height': height, 'background_color': colour(ground), 'elements': elements}
    (folder / f'{name}.yaml').write_text(json.dumps(spec), 'utf-8')
    with (folder / f'{name}.csv').open('w', encoding='utf-8', newline='') as file:
        table = csv.DictWriter(file, rows[0].keys(), delimiter=';')
        table.writeheader()
        table.writerows(rows)


def order(cards, step):
    """From the bottom row up, rows from the left or, for backs, from the right."""
    columns, places = deck['columns'], len(deck['places'])
    for start in range(0, len(cards), places):
        sheet = cards[start : start + places]
        rows = [sheet[at : at + columns] for at in range(0, len(sheet), columns)]
        for row in reversed(rows):
            yield from row[::step]


def named(cards):
    """The same in an order of numbers which that of names turns into this one."""
    by_name = sorted(range(len(cards)), key=lambda number: f'card_{number + 1}.png')
    return [card for _, card in sorted(zip(by_name, cards, strict=True), key=lambda each: each[0])]


deck, folder = json.loads(Path(sys.argv[1]).read_text('utf-8')), Path(sys.argv[2])
folder.mkdir(parents=True, exist_ok=True)
fonts, (wide, high) = deck['fonts'], deck['trim']
front = [
    text('title', (6, 3), fonts['title'], 12, color=[255, 255, 255]),
    text('kind', (6, 8.5), fonts['bold'], 6, color=[255, 255, 255]),
    text('numeral', (wide - 8, 3), fonts['title'], 14, color=[255, 255, 255]),
    {
        'type': 'rectangle',
        'position': dots(6, 13),
        'size': dots(wide - 9, high - 21),
        'color': colour(deck['paper']),
    },
    text('text', (7.5, 14), fonts['regular'], 8, color=[28, 23, 18], width=dots(wide - 12)[0]),
    text('foot', (12, high - 6), fonts['bold'], 7.5, color=[255, 255, 255]),
]
back = [text('numeral', (wide / 2 - 6, high / 2 - 8), fonts['title'], 40, color=colour(deck['paper']))]
fronts = [
    {**{key: card[key] for key in ('title', 'kind', 'numeral', 'foot')}, 'text': '\n'.join(t for _, t in card['lines'])}
    for card in named(list(order(deck['cards'], 1)))
]
write(folder, 'front', front, '#07598b', fronts)
write(
    folder,
    'back',
    back,
    deck['night'],
    [{'numeral': card['numeral']} for card in named(list(order(deck['cards'], -1)))],
)

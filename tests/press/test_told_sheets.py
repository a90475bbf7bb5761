"""What is told at the end of a build of the files that it made."""

from civap.press.documents import Artifact
from civap.press.geometry import PAPERS, CardShape, choose_layout
from civap.press.printing import BACKS, Printing
from civap.press.told import sheets_of_booklet, sheets_of_cards, told


def test_sheets_of_cards_and_how_to_turn_them() -> None:
    lines = [sheets_of_cards(choose_layout(PAPERS['a4'], CardShape(), 20, back), 20, Printing(back)) for back in BACKS]
    assert lines == [
        '3 sheets of up to 9 cards, both sides, flipped on the long edge',
        '3 sheets of up to 9 cards, both sides, flipped on the short edge',
        '5 sheets of up to 4 cards, one side, to be folded',
        '3 sheets of up to 9 cards, one side',
    ]
    few = sheets_of_cards(choose_layout(PAPERS['a4'], CardShape(), 4), 4, Printing())
    assert few == '1 sheet of 4 cards, both sides, flipped on the long edge'
    assert sheets_of_booklet(10) == '5 sheets, both sides, flipped on the short edge'


def artifact(path: str, pages: int = 1, about: str = '') -> Artifact:
    return Artifact(path, b'', pages, path.split('/')[0], (), about)


def test_languages_that_are_alike_are_told_once() -> None:
    made = [artifact(f'{code}/cards.pdf', about='3 sheets') for code in ('en', 'pl', 'ar')]
    made += [artifact('en/book.pdf', 40), artifact('pl/book.pdf', 44), artifact('ar/book.pdf', 44)]
    made += [artifact(f'en/png/front-{number}.png', about='24 pictures') for number in range(24)]
    assert told(made) == (
        'cards.pdf: 3 sheets',
        'book.pdf (en): 40 pages',
        'book.pdf (pl, ar): 44 pages',
        'png: 24 pictures',
    )

"""Editions of the cards: which decks are typeset, and the files for print shops and screens as they are."""

from __future__ import annotations

import json
import re
import subprocess
from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from accessible import faults
from commands import typed
from copies import copied
from kept import faces_of
from markupsafe import Markup
from PIL import Image

from civap.cache import open_cache
from civap.content.edition import Waiver
from civap.content.folder import find_root
from civap.content.problems import Problems
from civap.content.project import Project, load_project
from civap.press.deck import DeckJob, Press, typeset_faces
from civap.press.editions import decks, files, shows
from civap.press.fit import Fitted
from civap.press.geometry import POINTS_PER_MM, CardShape, Size
from civap.press.made import Request
from civap.press.pictures import pixels
from civap.press.printing import EDITIONS, Edition, Printing, file_name, one_file_name
from civap.press.room import TextRoom
from civap.press.typeset import boxes
from civap.press.variants import FLOOR, LARGE
from civap.press.workers import Workers
from civap.text.catalog import load_catalog

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = ('en', 'pl', 'ar')
POKER = CardShape(63.5, 88.9, 3.175, 3)


@cache
def project() -> Project:
    return load_project(find_root())


def request(*editions: Edition, **changed: Any) -> Request:
    return replace(Request(Path('out'), ['en'], ['a4'], editions=editions or ('colour',)), **changed)


def typeset(*editions: Edition, language: str = 'en', **changed: Any) -> dict[str, bytes]:
    asked = request(*editions, **changed)
    made = {}
    with Workers(1, open_cache()) as workers:
        for deck in decks(project(), [load_catalog(project(), language)], asked):
            for artifact in files(deck, workers.build(deck.jobs)):
                made[artifact.path] = artifact.data
    return made


@pytest.mark.parametrize(
    ('editions', 'expected'),
    [
        (('colour',), [('colour',)]),
        (('economy', 'colour'), [('colour',), ('economy',)]),
        (('colour', 'png', 'shop'), [('colour', 'shop', 'png')]),
        (('large', 'shop'), [('large',), ('shop',)]),
        (EDITIONS, [('colour', 'shop', 'png'), ('economy',), ('large',)]),
    ],
)
def test_as_few_decks_as_will_do(editions: tuple[Edition, ...], expected: list[tuple[Edition, ...]]) -> None:
    made = decks(project(), [load_catalog(project(), 'en')], request(*editions))
    assert [deck.editions for deck in made] == expected


def test_what_a_deck_is_made_of() -> None:
    catalogs = [load_catalog(project(), 'en')]
    colour, economy, large = decks(project(), catalogs, request('colour', 'economy', 'large', 'shop'))
    assert [deck.jobs[0].variant for deck in (colour, economy, large)] == ['colour', 'economy', 'colour']
    assert [deck.jobs[0].shape.width for deck in (colour, economy, large)] == [57, 57, 70]
    assert [shows(deck) for deck in (colour, economy, large)] == [True, False, False]
    assert (colour.jobs[0].tagged, economy.jobs[0].tagged) == (True, False)
    assert decks(project(), catalogs, request(only=['sheets'])) == []


@pytest.mark.parametrize(
    ('name', 'expected'),
    [
        (file_name('a4', CardShape(), Printing()), 'focus-cards-a4.pdf'),
        (file_name('a4', CardShape(), Printing('fold'), 'economy'), 'focus-cards-a4-economy-fold.pdf'),
        (file_name('letter', CardShape(70, 120, 3, 3), Printing(), 'large'), 'focus-cards-letter-large.pdf'),
        (file_name('a4', CardShape(63, 88, 3, 3), Printing(), 'economy'), 'focus-cards-a4-economy-63x88.pdf'),
        (one_file_name('shop-fronts.pdf', CardShape()), 'focus-cards-shop-fronts.pdf'),
        (one_file_name('shop-backs.pdf', POKER), 'focus-cards-shop-63.5x88.9-backs.pdf'),
        (one_file_name('png/front-01-x.png', CardShape()), 'focus-cards-png/front-01-x.png'),
        (one_file_name('png/front-01-x.png', POKER), 'focus-cards-png-63.5x88.9/front-01-x.png'),
    ],
)
def test_names(name: str, expected: str) -> None:
    assert name == expected


@pytest.mark.parametrize('size', [(57, 89), (63, 88), (70, 120), (80, 130)])
def test_large_print_of_a_size_that_was_asked_for_has_it_and_its_least_text(size: tuple[float, float]) -> None:
    asked = request('colour', 'large', shape=CardShape(*size), sized=True)
    colour, large = decks(project(), [load_catalog(project(), 'en')], asked)
    assert large.jobs[0].shape.size == colour.jobs[0].shape.size == Size(*size)
    assert min(large.jobs[0].sizes.steps) == LARGE
    assert large.jobs[0].design.least == FLOOR
    assert not shows(large)


def test_text_too_large_for_its_cards_is_told_with_a_size_that_has_room() -> None:
    (deck,) = decks(project(), [load_catalog(project(), 'en')], request('large', shape=CardShape(57, 89), sized=True))
    (job,) = deck.jobs
    few = replace(job, cards=tuple(card for card in job.cards if card['id'] in ('flight', 'pottery', 'astrology')))
    with pytest.raises(Problems) as caught:
        typeset_faces(few)
    (size,) = {found[1] for each in caught.value.problems if (found := re.search(r'--size (\S+)\)', each.hint))}
    width, height = map(int, size.split('x'))
    assert all(each.hint.endswith(', or add a waiver to edition.yaml') for each in caught.value.problems)
    assert typeset_faces(replace(few, shape=CardShape(width, height)))
    with pytest.raises(Problems):
        typeset_faces(replace(few, shape=CardShape(width - 1, height - 2)))


def test_no_text_that_is_printed_has_less_than_no_room() -> None:
    for shape in (CardShape(), CardShape(70, 120)):
        (deck,) = decks(project(), [load_catalog(project(), 'pl')], request(shape=shape))
        (job,) = deck.jobs
        kinds = {card['type']: card for card in job.cards if card['id'] != 'flight'}
        rooms = faces_of(replace(job, cards=tuple(kinds.values()))).rooms
        assert min(room.letters for room in rooms) >= 0


@pytest.mark.parametrize('size', ['57x89', '57 × 89', '57.0X89'])
def test_the_size_of_a_waiver_is_read_as_any_size(size: str) -> None:
    waiver = Waiver(id='a', card='pottery', language='en', size=size, floor=7, because='x')
    (deck,) = decks(
        replace(project(), edition=project().edition.model_copy(update={'waivers': (waiver,)})),
        [load_catalog(project(), 'en')],
        request(),
    )
    assert deck.jobs[0].waived == {'pottery': 7}


@cache
def shop(language: str, shape: CardShape = CardShape()) -> dict[str, bytes]:  # noqa: B008
    """Pictures only of what is looked at as such."""
    return typeset(*('shop', 'png')[: 1 + (language == 'en')], language=language, shape=shape)


@pytest.mark.slow
@pytest.mark.parametrize('shape', [CardShape(), POKER], ids=['57x89', 'poker'])
@pytest.mark.parametrize('side', ['fronts', 'backs'])
def test_one_card_a_page_with_its_boxes(side: str, shape: CardShape) -> None:
    (data,) = (data for path, data in shop('en', shape).items() if path.endswith(f'{side}.pdf'))
    whole = [0, 0, shape.width + 2 * shape.bleed, shape.height + 2 * shape.bleed]
    trim = [shape.bleed, shape.bleed, shape.width + shape.bleed, shape.height + shape.bleed]
    assert len(data) < 1_000_000
    with pikepdf.open(BytesIO(data)) as pdf:
        assert len(pdf.pages) == 20
        for page in pdf.pages:
            boxes = {
                name: [float(edge) / POINTS_PER_MM for edge in page[name]]
                for name in ('/MediaBox', '/BleedBox', '/TrimBox')
            }
            assert boxes['/MediaBox'] == pytest.approx(whole, abs=0.01)
            assert boxes['/BleedBox'] == pytest.approx(whole, abs=0.01)
            assert boxes['/TrimBox'] == pytest.approx(trim, abs=0.01)


@pytest.mark.slow
@pytest.mark.parametrize('language', LANGUAGES)
def test_art_reaches_into_the_bleed_and_nothing_else_is_there(language: str) -> None:
    for path, data in shop(language).items():
        if not path.endswith('.pdf'):
            continue
        for page in pypdfium2.PdfDocument(data):
            picture = page.render(scale=2).to_pil().convert('RGB')
            # No white at any corner or middle of an edge: the art runs out, and no line is drawn along the trim.
            width, height = picture.size
            for x, y in [
                (1, 1),
                (width - 2, 1),
                (1, height - 2),
                (width - 2, height - 2),
                (width // 2, 1),
                (1, height // 2),
            ]:
                assert picture.getpixel((x, y)) != (255, 255, 255), path


@pytest.mark.slow
@pytest.mark.parametrize('language', LANGUAGES)
def test_fronts_for_shops_can_be_read_aloud(language: str) -> None:
    (data,) = (data for path, data in shop(language).items() if path.endswith('fronts.pdf'))
    with pikepdf.open(BytesIO(data)) as pdf:
        assert faults(pdf) == []
        assert str(pdf.Root.Lang) == language


@pytest.mark.slow
@pytest.mark.parametrize(('shape', 'size'), [(CardShape(), (744, 1122)), (POKER, (825, 1125))], ids=['57x89', 'poker'])
def test_pictures_have_the_pixels_of_a_template(shape: CardShape, size: tuple[int, int]) -> None:
    made = {path: data for path, data in shop('en', shape).items() if path.endswith('.png')}
    assert len(made) == 24
    assert pixels(Size(shape.width + 2 * shape.bleed, shape.height + 2 * shape.bleed)) == size
    for path, data in made.items():
        with Image.open(BytesIO(data)) as picture:
            assert (picture.size, picture.mode, picture.format) == (size, 'RGB', 'PNG'), path
            assert picture.info['dpi'] == pytest.approx((300, 300), abs=0.01)
            assert len(picture.getcolors(1 << 20) or []) > 20


@pytest.mark.slow
def test_a_picture_is_the_card_of_its_name() -> None:
    made = shop('en')
    (fronts,) = (data for path, data in made.items() if path.endswith('fronts.pdf'))
    cards = list(project().cards)
    for number, page in enumerate(pypdfium2.PdfDocument(fronts)):
        data = made[f'en/focus-cards-png/front-{number + 1:02}-{cards[number]}.png']
        with Image.open(BytesIO(data)) as picture:
            small = page.render(scale=1).to_pil().convert('L').resize((40, 60))
            other = picture.convert('L').resize((40, 60))
        differences = [abs(a - b) for a, b in zip(small.tobytes(), other.tobytes(), strict=True)]
        assert sum(differences) / len(differences) < 12
        assert page.get_textpage().get_text_range().startswith(project().cards[cards[number]].name)


@pytest.mark.slow
def test_the_room_of_each_text_is_told() -> None:
    run = typed('check', '--fit', '--lang', 'pl', '--format', 'json')
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout)
    assert {(row['card'], row['part']) for row in found} == {
        (card, part) for card in project().cards for part in ('title', 'text', 'foot')
    }
    texts = [row for row in found if row['part'] == 'text']
    assert all(row['lines'] >= 0 and row['letters'] >= 0 and row['needs'] >= 7.25 for row in texts)
    assert max(row['lines'] for row in texts) > 8
    assert {row['size_used'] for row in texts} <= {'8 pt', '7.75 pt', '7.5 pt'}


@pytest.mark.slow
@pytest.mark.parametrize('language', ['en', 'ar'])
def test_room_is_what_really_fits(language: str) -> None:
    """A text with as many lines more as are left still fits; with three more than that it does not."""
    (deck,) = decks(project(), [load_catalog(project(), language)], request())
    (job,) = deck.jobs
    few = replace(job, cards=job.cards[::3])
    texts = [room for room in typeset_faces(few).rooms if room.part == 'text']
    assert len(texts) == 7
    for room in texts:
        card = next(card for card in job.cards if card['id'] == room.card)
        assert below(job, card, room, room.lines - 1) > -1.2
        assert below(job, card, room, room.lines + 3) < 0


def below(job: DeckJob, card: Any, room: TextRoom, lines: int) -> float:
    """What is left below the text of a card with some lines more, in mm."""
    first, *others = card['steps']
    steps = [{**first, 'text': first['text'] + Markup('<br/>x') * lines}, *others]
    longer = {**card, 'size': float(room.size_used.removesuffix(' pt')), 'title_size': 'normal', 'steps': steps}
    (page,) = Press(job).lay_out_whole([longer]).pages
    return Fitted(longer, 0, 0, page, boxes(page)).room('body').below


WAIVER = """
waivers:
  - {id: tight, card: urbanization, language: en, size: 57x89, floor: 7, because: "no shorter words were found"}
"""


def waiving(tmp_path: Path, waiver: str, longer: bool) -> subprocess.CompletedProcess[str]:
    """A build of the English cards in a copy whose text of Urbanization may be longer, with a waiver."""
    copied(tmp_path)
    edition = tmp_path / 'content' / 'new_dawn' / 'edition.yaml'
    edition.write_text(edition.read_text('utf-8') + waiver, 'utf-8')
    if longer:
        phrases = tmp_path / 'content' / 'new_dawn' / 'phrases.yaml'
        text = phrases.read_text('utf-8')
        found = re.search(r'- id: resolve-card.culture\n.*?en: "?([^"\n]*)', text, re.DOTALL)
        assert found
        phrases.write_text(text.replace(found[1], f'{found[1]} {LONGER.strip()}'), 'utf-8')
    command = ['build', '--project', str(tmp_path), '--out', str(tmp_path / 'out'), '--only', 'cards', '--lang', 'en']
    return typed(*command, '--paper', 'a4')


LONGER = 'This holds on every turn, and it holds for every leader and for every level. ' * 2


@pytest.mark.slow
def test_the_floor_is_crossed_for_a_waived_card_alone(tmp_path: Path) -> None:
    refused = waiving(tmp_path / 'refused', '', longer=True)
    assert refused.returncode == 1
    assert 'overflow' in refused.stdout
    assert 'urbanization' in refused.stdout
    waived = waiving(tmp_path / 'waived', WAIVER, longer=True)
    assert waived.returncode == 0, waived.stdout
    fits = json.loads((tmp_path / 'waived' / 'out' / 'report.json').read_text('utf-8'))['fit']['en']
    assert [fit['card'] for fit in fits if fit['size'] < 7.5] == ['urbanization']
    assert min(fit['size'] for fit in fits) >= 7


@pytest.mark.slow
def test_a_waiver_that_nothing_needs_is_told(tmp_path: Path) -> None:
    run = waiving(tmp_path, WAIVER, longer=False)
    assert run.returncode == 1
    assert 'content/new_dawn/edition.yaml' in run.stdout
    assert 'stale-waiver' in run.stdout
    checked = typed('check', '--fit', '--project', str(tmp_path), '--lang', 'en')
    assert (checked.returncode, 'stale-waiver' in checked.stdout) == (1, True)

"""The files of a real build, opened and measured: what a player prints."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from copies import copied
from drawn import MM, Line, drawn
from PIL import Image
from reading import is_in, letters

from civap.content.folder import find_root
from civap.content.phrases import walk
from civap.content.project import load_project
from civap.content.say import Say
from civap.press.fonts import FACES
from civap.text.catalog import load_catalog
from civap.text.render import Renderer

ROOT = Path(__file__).resolve().parents[1]
LANGUAGES = ('en', 'pl', 'ar')
PAPERS = {'a4': (210.0, 297.0), 'letter': (279.4, 215.9)}
WIDTH, HEIGHT, BLEED = 57.0, 89.0, 3.0
SCALE = 5  # pixels a mm
PAPER_COLOUR = (0xF8, 0xF2, 0xE4)


@dataclass(frozen=True)
class Painted:
    """A card on a page, in mm: its page of fronts or backs, the corner of its trim, what is printed, its form."""

    form: int
    left: float
    bottom: float
    turned: bool
    clip: tuple[float, ...]
    size: tuple[float, float]
    origin: tuple[float, float]


class Sheets:
    """A file: the cards on each page, read from the operators that paint them, and the x and y of the cut marks."""

    def __init__(self, path: Path) -> None:
        self._pdf = pypdfium2.PdfDocument(path)
        self._texts = [page.get_textpage() for page in self._pdf]
        self.pages: list[list[Painted]] = []
        self.cuts: list[tuple[list[float], list[float]]] = []
        with pikepdf.open(path) as pdf:
            for page in pdf.pages:
                self._read(page)

    @property
    def fronts(self) -> list[tuple[int, Painted]]:
        """Each card, in the order of the deck, with the page it is on."""
        return [(index, card) for index in range(0, len(self.pages), 2) for card in self.pages[index]]

    def text(
        self, page: int, card: Painted, left: float = 0, bottom: float = 0, right: float = WIDTH, top: float = HEIGHT
    ) -> str:
        """The text in a rectangle of a card."""
        x, y = card.left, card.bottom
        edges = [edge * MM for edge in (x + left, y + bottom, x + right, y + top)]
        return str(self._texts[page].get_text_bounded(*edges))

    def picture(self, page: int) -> Image.Image:
        return self._pdf[page].render(scale=SCALE / MM).to_pil().convert('RGB')

    def pixel(self, picture: Image.Image, card: Painted, x: float, y: float) -> tuple[int, ...]:
        place = int((card.left + x) * SCALE), picture.height - int((card.bottom + y) * SCALE)
        colour = picture.getpixel(place)
        assert isinstance(colour, tuple)
        return colour

    def _read(self, page: pikepdf.Page) -> None:
        cards: list[Painted] = []
        cuts: tuple[list[float], list[float]] = ([], [])
        for item in drawn(page):
            if isinstance(item, Line):
                across = 0 if item.start[0] == item.end[0] else 1
                cuts[across].append(item.end[across])
                continue
            if item.name == '/Words':
                continue
            form = page.Resources.XObject[item.name]
            box = [float(value) / MM for value in form.BBox]
            shift = [float(value) / MM for value in form.Matrix][4:]
            turned = item.matrix[0] < 0
            x, y = (item.matrix[4] - WIDTH, item.matrix[5] - HEIGHT) if turned else item.matrix[4:]
            edges = (box[2] - box[0], box[3] - box[1])
            corner = (box[0] + shift[0], box[1] + shift[1])
            cards.append(Painted(int(re.sub('/Card|/Back', '', item.name)), x, y, turned, item.clip, edges, corner))
        self.pages.append(cards)
        self.cuts.append(cuts)


@pytest.fixture(scope='module')
def report(built: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((built / 'report.json').read_text('utf-8'))
    return data


def files(built: Path) -> Iterator[tuple[str, str, Path]]:
    for language in LANGUAGES:
        for paper in PAPERS:
            yield language, paper, built / language / f'focus-cards-{paper}.pdf'


@pytest.fixture(scope='module')
def sheets(built: Path) -> dict[tuple[str, str], Sheets]:
    return {(language, paper): Sheets(path) for language, paper, path in files(built)}


@pytest.mark.parametrize(('language', 'paper'), [('ar', 'letter')])
def test_a_language_alone_elsewhere_has_the_same_bytes(language: str, paper: str, built: Path, tmp_path: Path) -> None:
    """In another folder, time zone and locale, with other hashes, at another time, for one paper."""
    copied(tmp_path / 'elsewhere')
    command = ['--project', str(tmp_path / 'elsewhere'), '--out', str(tmp_path / 'out'), '--lang', language]
    environment = {**os.environ, 'PYTHONHASHSEED': '7', 'TZ': 'Asia/Kathmandu', 'LC_ALL': 'C', 'HOME': str(tmp_path)}
    subprocess.run(
        [sys.executable, '-m', 'civap', 'build', *command, '--paper', paper],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        check=True,
    )
    made = {path.name: path.read_bytes() for path in (tmp_path / 'out' / language).iterdir()}
    assert len(made) == 3
    assert made == {name: (built / language / name).read_bytes() for name in made}
    report, whole = (json.loads((folder / 'report.json').read_text('utf-8')) for folder in (tmp_path / 'out', built))
    assert report['libraries'] == whole['libraries']
    assert report['rules'][language] == whole['rules'][language]
    assert report['artifacts'] == [
        each for each in whole['artifacts'] if each['path'].removeprefix(f'{language}/') in made
    ]


def texts(path: Path) -> list[str]:
    pdf = pypdfium2.PdfDocument(path)
    return [pdf[index].get_textpage().get_text_range() for index in range(len(pdf))]


def test_every_language_and_paper_is_there_and_nothing_else(built: Path) -> None:
    found = {path.relative_to(built).as_posix() for path in built.rglob('*') if path.is_file()}
    documents = ('rulebook', 'reference-sheets')
    books = {f'{language}/{name}-{paper}.pdf' for name in documents for language in LANGUAGES for paper in PAPERS}
    cards = {path.relative_to(built).as_posix() for *_, path in files(built)}
    assert found == {*cards, *books, 'report.json'}


def test_page_sizes_and_file_sizes(built: Path) -> None:
    for _, paper, path in files(built):
        assert path.stat().st_size < 1_000_000
        with pikepdf.open(path) as pdf:
            assert len(pdf.pages) == 6
            for page in pdf.pages:
                size = tuple(float(value) / MM for value in page.mediabox)
                assert size == pytest.approx((0, 0, *PAPERS[paper]), abs=0.1)


def test_twenty_cards_and_no_empty_page(sheets: dict[tuple[str, str], Sheets]) -> None:
    for each in sheets.values():
        fronts, backs = each.pages[::2], each.pages[1::2]
        assert [len(page) for page in fronts] == [len(page) for page in backs]
        assert [card.form for page in fronts for card in page] == list(range(20))
        assert all(each.pages)


def test_only_our_fonts(built: Path, report: dict[str, Any]) -> None:
    ours = {face.family for face in FACES}
    for language, _, path in files(built):
        with pikepdf.open(path) as pdf:
            fonts = [each for each in pdf.objects if is_font_descriptor(each)]
            assert fonts
            assert all('/FontFile2' in font or '/FontFile3' in font for font in fonts)
            families = {str(font.FontFamily) for font in fonts}
        assert families <= ours
        assert set(report['fonts'][language]) >= families


def is_font_descriptor(found: pikepdf.Object) -> bool:
    return isinstance(found, pikepdf.Dictionary) and found.get('/Type') == '/FontDescriptor'


def test_cards_are_cut_at_57_by_89_mm_with_3_mm_of_bleed(sheets: dict[tuple[str, str], Sheets]) -> None:
    for each in sheets.values():
        for page, cuts in zip(each.pages, each.cuts, strict=True):
            for card in page:
                assert card.size == pytest.approx((WIDTH + 2 * BLEED, HEIGHT + 2 * BLEED), abs=0.01)
                assert card.origin == pytest.approx((-BLEED, -BLEED), abs=0.01)
                for x in (card.left, card.left + WIDTH):
                    assert sum(abs(x - cut) < 0.01 for cut in cuts[0]) == 2
                for y in (card.bottom, card.bottom + HEIGHT):
                    assert sum(abs(y - cut) < 0.01 for cut in cuts[1]) == 2
        full = each.pages[0]
        assert max(card.left - card.clip[0] for card in full) == pytest.approx(BLEED, abs=0.01)
        assert max(card.bottom - card.clip[1] for card in full) == pytest.approx(BLEED, abs=0.01)


def test_the_back_of_each_card_lies_behind_it_and_bears_its_level(sheets: dict[tuple[str, str], Sheets]) -> None:
    cards = load_project(find_root()).deck.cards
    for (_, paper), each in sheets.items():
        width, height = PAPERS[paper]
        for index in range(0, len(each.pages), 2):
            picture = each.picture(index + 1)
            backs = each.pages[index + 1]
            for front in each.pages[index]:
                x, y = width - front.left - WIDTH, height - front.bottom - HEIGHT
                place = (front.left, y) if width > height else (x, front.bottom)
                (back,) = [card for card in backs if (card.left, card.bottom) == pytest.approx(place, abs=0.01)]
                assert back.turned == (width > height)
                assert pips(picture, back, height) == cards[front.form].level


def pips(picture: Image.Image, back: Painted, height: float) -> int:
    """How many light spots stand in a row in the middle of a back."""
    y = height - back.bottom - HEIGHT / 2
    row = [
        picture.getpixel((int((back.left + WIDTH / 2 + step / SCALE) * SCALE), int(y * SCALE)))
        for step in range(-7 * SCALE, 7 * SCALE)
    ]
    light = [red > 190 and green > 165 for red, green, _ in row]
    return sum(now and not before for before, now in pairwise([False, *light]))


@pytest.mark.parametrize('language', LANGUAGES)
def test_every_text_of_a_card_is_on_that_card(language: str, sheets: dict[tuple[str, str], Sheets]) -> None:
    project = load_project(find_root())
    renderer = Renderer(load_catalog(project, language))
    for paper in PAPERS:
        each = sheets[language, paper]
        for card, (page, place) in zip(project.deck.cards, each.fronts, strict=True):
            kind = project.types[card.type]
            found = letters(each.text(page, place))
            said = [say for statement in card.say_steps() for say in walk(statement) if isinstance(say, Say)]
            texts = [card.say_name(), kind.say_name(), kind.say_foot(), *said]
            lost = [say.id for say in texts if not is_in(found, renderer.plain(say))]
            assert not lost, f'{card.id} in {language} on {paper}'
            ties = [say for statement in card.say_steps() if statement.listing for say in statement.listing.tie]
            assert {say.id for say in ties} <= {say.id for say in said}
            version = project.edition.version_of(card.id, language)
            whole = each.text(page, place)
            assert f'{language} · {version}' in whole or f'{version} · {language}' in whole


@pytest.mark.parametrize('language', LANGUAGES)
def test_title_emblem_and_numeral_stand_in_reading_direction(
    language: str, sheets: dict[tuple[str, str], Sheets]
) -> None:
    project = load_project(find_root())
    renderer = Renderer(load_catalog(project, language))
    mirrored = language == 'ar'
    for paper in PAPERS:
        each = sheets[language, paper]
        pictures = {page: each.picture(page) for page in dict.fromkeys(page for page, _ in each.fronts)}
        for card, (page, place) in zip(project.deck.cards, each.fronts, strict=True):
            left, right = (2.6, 10.4) if mirrored else (WIDTH - 10.4, WIDTH - 2.6)
            numeral = each.text(page, place, left, HEIGHT - 8.2, right, HEIGHT - 2)
            assert numeral.strip() == card.numeral, f'{card.id} in {language}'
            left, right = (11.5, WIDTH - 13.5) if mirrored else (13.5, WIDTH - 11.5)
            top = letters(each.text(page, place, left, HEIGHT - 12, right, HEIGHT - 2))
            assert letters(renderer.plain(card.say_name())) in top
            start = (WIDTH - 24, WIDTH - 13.5) if mirrored else (13.5, 24)
            assert each.text(page, place, start[0], HEIGHT - 12, start[1], HEIGHT - 2).strip()
            paint = [each.pixel(pictures[page], place, x, HEIGHT - 7.5) for x in (11.9, WIDTH - 11.9)]
            assert [colour == PAPER_COLOUR for colour in paint] == [not mirrored, mirrored], card.id


def test_arabic_reads_from_the_first_letter_to_the_last(built: Path) -> None:
    """Word by word as a reader's search would find it, lam-alef included."""
    text = unicodedata.normalize('NFKC', ''.join(texts(built / 'ar' / 'focus-cards-a4.pdf')))
    for phrase in ('لا يمكن', 'هذا اللاعب', 'فيها عجيبة طبيعية', 'الأقرب إلى الاكتمال'):
        assert phrase in text, phrase
        assert phrase[::-1] not in text, phrase


def test_backs_carry_no_words(built: Path) -> None:
    for *_, path in files(built):
        assert all(not letters(text) for text in texts(path)[1::2])


def test_text_is_never_below_the_floor(built: Path, report: dict[str, Any]) -> None:
    for language in LANGUAGES:
        fits = report['fit'][language]
        assert len(fits) == 20
        assert {fit['size'] for fit in fits} <= {8.0, 7.75, 7.5}
        assert all(fit['room'] >= 0 for fit in fits)


def test_documents_say_what_they_are(built: Path) -> None:
    titles = set()
    for language, _, path in files(built):
        with pikepdf.open(path) as pdf:
            assert str(pdf.Root.Lang) == language
            direction = '/R2L' if language == 'ar' else '/L2R'
            assert str(pdf.Root.ViewerPreferences.Direction) == direction
            assert str(pdf.Root.ViewerPreferences.PrintScaling) == '/None'
            assert str(pdf.Root.ViewerPreferences.Duplex) == '/DuplexFlipLongEdge'
            titles.add(str(pdf.docinfo['/Title']))
            assert not pdf.check_pdf_syntax()
    assert len(titles) == 3

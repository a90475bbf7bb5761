"""The rulebook as it is printed, opened and measured: complete, true to its page numbers, in the right language."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from reading import is_in, letters

from civap.content.folder import find_root
from civap.content.project import load_project
from civap.content.rulebook import RuleBlock, book_messages, written
from civap.content.rules import RULES
from civap.content.say import Say
from civap.content.source import load
from civap.press.fonts import FACES
from civap.press.made import rule_pages
from civap.text.catalog import load_book_catalog
from civap.text.render import Renderer

MM = 72 / 25.4
LANGUAGES = ('en', 'pl', 'ar')
PAPERS = {'a4': (210.0, 297.0), 'letter': (215.9, 279.4)}
# Where a word could be English: names of people, places and makers that no language translates.
ENGLISH = re.compile(
    r'(?<![\w-])(the|and|with|of|cards?|tokens?|player|see|page|rule|city|spaces?|turn)(?![\w-])', re.I
)


@dataclass(frozen=True)
class Link:
    """A link: the page it is on (from 1), its text, and the page and name it leads to."""

    page: int
    text: str
    target: int
    name: str


class Book:
    """A printed book."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.pdf = pikepdf.open(path)
        self.pages = [page.get_textpage() for page in pypdfium2.PdfDocument(path)]
        self.texts = [page.get_text_range() for page in self.pages]

    @property
    def targets(self) -> dict[str, int]:
        """The page of each name that links lead to."""
        numbers = {page.objgen: index for index, page in enumerate(self.pdf.pages, 1)}
        tree = pikepdf.NameTree(self.pdf.Root.Names.Dests)
        return {str(name): numbers[place[0].objgen] for name, place in tree.items()}

    def links(self) -> Iterator[Link]:
        targets = self.targets
        for number, page in enumerate(self.pdf.pages, 1):
            for note in page.get('/Annots', []):
                left, bottom, right, top = map(float, note.Rect)
                text = self.pages[number - 1].get_text_bounded(left - 0.5, bottom, right + 0.5, top)
                name = str(note.Dest if '/Dest' in note else note.A.D)
                yield Link(number, text.strip(' ,،'), targets[name], name)


@pytest.fixture(scope='module')
def books(built: Path) -> dict[tuple[str, str], Book]:
    return {
        (language, paper): Book(built / language / f'rulebook-{paper}.pdf')
        for language in LANGUAGES
        for paper in PAPERS
    }


@cache
def renderer(language: str) -> Renderer:
    return Renderer(load_book_catalog(load_project(find_root()), language))


def test_sizes_and_page_counts(books: dict[tuple[str, str], Book]) -> None:
    for (language, paper), book in books.items():
        assert 16 <= len(book.pages) <= 32, f'{language} on {paper}'
        assert book.path.stat().st_size < 2_000_000
        for page in book.pdf.pages:
            left, bottom, right, top = (float(edge) / MM for edge in page.mediabox)
            assert (right - left, top - bottom) == pytest.approx(PAPERS[paper], abs=0.1)
        assert not book.pdf.check_pdf_syntax()


def test_no_page_is_empty_and_nothing_lies_outside(books: dict[tuple[str, str], Book]) -> None:
    for (language, paper), book in books.items():
        width, height = (edge * MM for edge in PAPERS[paper])
        for number, page in enumerate(book.pages, 1):
            assert len(letters(book.texts[number - 1])) > 20, f'page {number} in {language} on {paper}'
            for index in range(page.count_chars()):
                left, bottom, right, top = page.get_charbox(index)
                assert -1 <= left <= right <= width + 1, f'page {number} in {language}'
                assert -1 <= bottom <= top <= height + 1, f'page {number} in {language}'


@pytest.mark.parametrize('language', ['en', 'pl'])
def test_every_text_is_printed(language: str, books: dict[tuple[str, str], Book]) -> None:
    """All but names and what is only told to screen readers; placeholders cut a text into parts."""
    project = load_project(find_root())
    say = renderer(language)
    for paper in PAPERS:
        found = letters(''.join(books[language, paper].texts))
        lost = [
            name
            for name in book_messages(project)
            if not name.endswith('.alt') and name != 'book.document'
            for form in say.catalog.translations[name].forms[:1]
            if len(say.catalog.translations[name].forms) == 1
            and not all(is_in(found, part) for part in re.split(r'\{[a-z]+\}', form.replace('**', '')))
        ]
        assert not lost, f'{language} on {paper}'


def test_arabic_words_are_found(books: dict[tuple[str, str], Book]) -> None:
    """Word by word, those with vowel marks left out: in Amiri a few pairs such as lam and kaf share a glyph."""
    say = renderer('ar')
    texts = [say.catalog.translations[name].forms[-1] for name in book_messages(load_project(find_root()))]
    words = {
        letters(word)
        for text in texts
        for word in re.sub(r'\{[a-z]+\}|\*\*', ' ', text).split()
        if not any(map(unicodedata.combining, word))
    }
    for paper in PAPERS:
        found = letters(''.join(books['ar', paper].texts))
        lost = sorted(word for word in words if word not in found)
        assert len(lost) < 0.03 * len(words), lost


@pytest.mark.parametrize('language', LANGUAGES)
def test_each_rule_is_printed_once_and_has_a_number(language: str, books: dict[tuple[str, str], Book]) -> None:
    project = load_project(find_root())
    printed = [block.id for _, block, _ in project.rulebook[0].blocks() if isinstance(block, RuleBlock)]
    assert sorted(printed) == sorted(RULES)
    for paper in PAPERS:
        book = books[language, paper]
        assert set(RULES) <= set(book.targets)
        numbers = {
            link.name: link.text for link in book.links() if link.name in RULES and re.fullmatch(r'[\d.]+', link.text)
        }
        assert set(numbers) == set(RULES)
        assert len(set(numbers.values())) == len(RULES)


@pytest.mark.parametrize('language', LANGUAGES)
def test_what_is_called_alike_is_the_same(language: str, books: dict[tuple[str, str], Book]) -> None:
    """Two things on a page go by two names: `Dice table (page 3)`, `Difficulty table (page 3)`."""
    for paper in PAPERS:
        found: dict[str, set[str]] = {}
        for link in books[language, paper].links():
            if '(' in link.text:
                found.setdefault(' '.join(link.text.split()), set()).add(link.name)
        assert len(found) > 50
        assert not {text: names for text, names in found.items() if len(names) > 1}


@pytest.mark.parametrize('language', LANGUAGES)
def test_every_printed_page_number_is_that_of_its_target(language: str, books: dict[tuple[str, str], Book]) -> None:
    for paper in PAPERS:
        checked = 0
        for link in books[language, paper].links():
            # Of rule numbers, such as 4.3, nothing is left; the number of an example or reading comes before the page.
            numbers = [int(number) for number in re.findall(r'(?<![\d.])\d+(?![\d.])', link.text)]
            if numbers and re.search(r'\(|^\d+$', link.text):
                checked += 1
                assert link.target in numbers[-2:], f'{link} in {language} on {paper}'
                assert len(numbers) > 1 or numbers == [link.target]
        assert checked > 250


@pytest.mark.parametrize('language', LANGUAGES)
def test_the_report_knows_the_page_of_each_rule(
    language: str, books: dict[tuple[str, str], Book], built: Path, tmp_path: Path
) -> None:
    pages = rule_pages(built, find_root(), language)
    assert set(pages) == set(RULES)
    for paper in PAPERS:
        targets = books[language, paper].targets
        assert {name: targets[name] for name in RULES} == pages
    # Of a book that was printed of another project nothing is known, nor of one that was not printed.
    assert rule_pages(tmp_path, find_root(), language) == {}
    (tmp_path / 'content').mkdir()
    assert rule_pages(built, tmp_path, language) == {}
    for text in ('', '[]', '{"project": 1}', '{"rules": 3}'):
        (tmp_path / 'report.json').write_text(text)
        assert rule_pages(tmp_path, find_root(), language) == {}


def patterns(language: str) -> dict[str, re.Pattern[str]]:
    """How the terms of the glossary may appear in a language; `*` stands for the rest of a word."""
    data = load(find_root() / 'locales/glossary.yaml', 'locales/glossary.yaml').data()
    assert isinstance(data, list)
    found = {}
    for entry in data:
        ways = '|'.join(r'\w*'.join(map(re.escape, way.split('*'))) for way in entry[language].get('match', []))
        found[entry['id']] = re.compile(rf'(?<!\w)({ways})(?!\w)', re.IGNORECASE)
    return found


@pytest.mark.parametrize('language', ['en', 'pl'])
def test_index_entries_stand_on_the_pages_that_they_name(language: str, books: dict[tuple[str, str], Book]) -> None:
    """Words that the glossary has, and leaders by their last names; in English also words that it lacks."""
    project = load_project(find_root())
    ways, say, checked = patterns(language), renderer(language), 0
    lost: list[str] = []
    for paper in PAPERS:
        book = books[language, paper]
        for entry in project.rulebook[0].index:
            said = say.plain(Say(entry.says))
            word = re.compile(re.escape(said.split()[-1] if entry.leader else said), re.IGNORECASE)
            way = ways.get(entry.id) or (word if language == 'en' or entry.leader else None)
            for place in entry.at if way else ():
                text = ' '.join(book.texts[book.targets[place] - 1].split())
                if not way.search(text):
                    lost.append(f'{entry.id} at {place} on {paper}')
                checked += 1
    assert not lost
    assert checked > 500


def test_the_languages_are_not_mixed(books: dict[tuple[str, str], Book]) -> None:
    for (language, paper), book in books.items():
        if language == 'en':
            continue
        last = book.targets['credits']
        for number, text in enumerate(book.texts[: last - 1], 1):
            found = ENGLISH.findall(text)
            assert not found, f'page {number} in {language} on {paper}'


def test_no_line_of_polish_ends_in_a_short_word(books: dict[tuple[str, str], Book]) -> None:
    for paper in PAPERS:
        for number, text in enumerate(books['pl', paper].texts, 1):
            ends = [line for line in text.splitlines() if re.search(r'\w.*(?<!\w)[aiouwzOUWZ]$', line.rstrip())]
            assert not ends, f'page {number} on {paper}'


def test_arabic_reads_from_the_first_letter_to_the_last(books: dict[tuple[str, str], Book]) -> None:
    text = unicodedata.normalize('NFKC', ''.join(books['ar', 'a4'].texts))
    for phrase in ('اللاعب', 'البطاقة', 'رمز'):
        assert phrase in text
        assert phrase[::-1] not in text


def dictionaries(book: Book) -> list[pikepdf.Dictionary]:
    return [each for each in book.pdf.objects if isinstance(each, pikepdf.Dictionary)]


def test_only_our_fonts(books: dict[tuple[str, str], Book]) -> None:
    ours = {face.family for face in FACES}
    for book in books.values():
        fonts = [
            each
            for each in book.pdf.objects
            if isinstance(each, pikepdf.Dictionary) and each.get('/Type') == '/FontDescriptor'
        ]
        assert {str(font.FontFamily) for font in fonts} <= ours
        assert all('/FontFile2' in font or '/FontFile3' in font for font in fonts)


def elements(book: Book, kind: str) -> list[pikepdf.Object]:
    return [
        each
        for each in book.pdf.objects
        if isinstance(each, pikepdf.Dictionary) and each.get('/S') == kind and '/P' in each
    ]


def test_screen_readers_are_told_what_is_what(books: dict[tuple[str, str], Book]) -> None:
    for (language, _), book in books.items():
        root = book.pdf.Root
        assert str(root.Lang) == language
        assert root.MarkInfo.Marked
        assert '/StructTreeRoot' in root
        assert root.ViewerPreferences.DisplayDocTitle
        assert str(book.pdf.docinfo['/Title'])
        assert all(str(figure.get('/Alt', '')) for figure in elements(book, '/Figure'))
        assert len(elements(book, '/Figure')) > 25
        headers = elements(book, '/TH')
        assert headers
        assert {str(cell.A.Scope) for cell in headers} == {'/Column', '/Row'}


def test_bookmarks_lead_to_the_chapters(books: dict[tuple[str, str], Book]) -> None:
    project = load_project(find_root())
    for (language, _), book in books.items():
        with book.pdf.open_outline() as outline:
            titles = [letters(str(item.title)) for item in outline.root]
        for chapter in project.rulebook[0].chapters[1:]:
            wanted = letters(renderer(language).plain(Say(f'chapter.{chapter.id}')))
            assert any(wanted in title for title in titles), f'{chapter.id} in {language}'


def test_every_text_has_a_place_in_the_file() -> None:
    project = load_project(find_root())
    book, document = project.rulebook
    for text in written(book):
        assert document.node(text.place) is not document.root, text.id

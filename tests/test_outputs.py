"""The files of a real build, opened and measured: what a player prints."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest

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
MM = 72 / 25.4


@pytest.fixture(scope='module')
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp('build')
    command = [sys.executable, '-m', 'civap', 'build', '--out', str(out)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return out


@pytest.fixture(scope='module')
def report(built: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((built / 'report.json').read_text('utf-8'))
    return data


def files(built: Path) -> Iterator[tuple[str, str, Path]]:
    for language in LANGUAGES:
        for paper in PAPERS:
            yield language, paper, built / language / f'focus-cards-{paper}.pdf'


def letters(text: str) -> str:
    """Letters only, in logical order: marks, spaces, signs and digits left out, ligatures undone."""
    text = unicodedata.normalize('NFD', unicodedata.normalize('NFKC', text))
    return ''.join(char for char in text if char.isalpha())


def texts(path: Path) -> list[str]:
    pdf = pypdfium2.PdfDocument(path)
    return [pdf[index].get_textpage().get_text_range() for index in range(len(pdf))]


def test_every_language_and_paper_is_there_and_nothing_else(built: Path) -> None:
    found = {path.relative_to(built).as_posix() for path in built.rglob('*') if path.is_file()}
    assert found == {path.relative_to(built).as_posix() for *_, path in files(built)} | {'report.json'}


def test_page_sizes_and_file_sizes(built: Path) -> None:
    for _, paper, path in files(built):
        assert path.stat().st_size < 1_000_000
        with pikepdf.open(path) as pdf:
            assert len(pdf.pages) == 6
            for page in pdf.pages:
                size = tuple(float(value) / MM for value in page.mediabox)
                assert size == pytest.approx((0, 0, *PAPERS[paper]), abs=0.1)


def test_twenty_cards_and_no_empty_page(built: Path) -> None:
    for _, _, path in files(built):
        with pikepdf.open(path) as pdf:
            painted = [
                sum(str(operator) == 'Do' for _, operator in pikepdf.parse_content_stream(page)) for page in pdf.pages
            ]
        fronts, backs = painted[::2], painted[1::2]
        assert fronts == backs
        assert sum(fronts) == 20
        assert min(painted) > 0


def test_only_our_fonts(built: Path, report: dict[str, Any]) -> None:
    ours = {face.family for face in FACES}
    for language in LANGUAGES:
        assert report['fonts'][language]
        for name in report['fonts'][language]:
            assert name.replace('-', ' ').split()[0] in {family.split()[0] for family in ours}, name


@pytest.mark.parametrize('language', LANGUAGES)
def test_every_sentence_of_every_card_is_in_the_text_layer(language: str, built: Path) -> None:
    project = load_project(find_root())
    renderer = Renderer(load_catalog(project, language))
    for paper in PAPERS:
        found = letters(''.join(texts(built / language / f'focus-cards-{paper}.pdf')[::2]))
        for card in project.deck.cards:
            assert letters(renderer.plain(card.say_name())) in found
            sentences = [say for statement in card.say_steps() for say in walk(statement) if isinstance(say, Say)]
            lost = [say.id for say in sentences if letters(renderer.plain(say)) not in found]
            assert not lost, f'{card.id} in {language} on {paper}'


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


def test_each_card_bears_language_and_version(built: Path) -> None:
    for language, _, path in files(built):
        marks = re.findall(rf'{language} · 1\.0|1\.0 · {language}', ''.join(texts(path)[::2]))
        assert len(marks) == 20


def test_documents_say_what_they_are(built: Path) -> None:
    titles = set()
    for language, _, path in files(built):
        with pikepdf.open(path) as pdf:
            assert str(pdf.Root.Lang) == language
            direction = '/R2L' if language == 'ar' else '/L2R'
            assert str(pdf.Root.ViewerPreferences.Direction) == direction
            titles.add(str(pdf.docinfo['/Title']))
            assert not pdf.check_pdf_syntax()
    assert len(titles) == 3

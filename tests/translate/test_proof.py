"""The facing proof as a reviewer gets it: both languages, faces at real size, and what accessibility asks for."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from commands import typed

from civap.content.project import Project
from civap.press.fonts import FACES
from civap.press.workers import Workers
from civap.translate.proof import Asked, Proof, file_name, make_proof

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / 'tests'))
from accessible import faults  # noqa: E402
from drawn import MM  # noqa: E402


@pytest.fixture(scope='module')
def proof(project: Project) -> Proof:
    told: list[str] = []
    with Workers(1) as workers:
        made = make_proof(project, Asked('ar', ('cards',)), workers, told.append)
    assert told[0] == 'setting the cards in en and ar ...'
    assert re.match(r'setting \d{3} rows; ', told[1])
    return made


@pytest.fixture(scope='module')
def pdf(proof: Proof) -> Iterator[pikepdf.Pdf]:
    with pikepdf.open(BytesIO(proof.pdf)) as opened:
        yield opened


@pytest.fixture(scope='module')
def texts(proof: Proof) -> list[str]:
    return [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(proof.pdf)]


def test_it_is_a_document_for_readers(pdf: pikepdf.Pdf) -> None:
    assert faults(pdf) == []
    assert str(pdf.Root.Lang) == 'en'
    assert str(pdf.trailer.Info.Title) == 'Proof: English and Arabic'
    families = {str(found.FontFamily) for found in pdf.objects if _is_font(found)}
    assert families <= {face.family for face in FACES}


def _is_font(found: object) -> bool:
    return isinstance(found, pikepdf.Dictionary) and found.get('/Type') == '/FontDescriptor'


def test_all_pages_have_the_size_of_the_paper(pdf: pikepdf.Pdf) -> None:
    assert {tuple(round(float(edge) / MM) for edge in page.mediabox) for page in pdf.pages} == {(0, 0, 210, 297)}


def test_the_cover_says_what_it_is(texts: list[str], proof: Proof, project: Project) -> None:
    cover = texts[0]
    for words in ('Proof: English and Arabic', project.edition.version, str(proof.counts['texts']), 'stale'):
        assert words in cover


def test_every_text_has_its_row(texts: list[str], project: Project) -> None:
    # A hyphen at the end of a line is read as another character.
    whole = re.sub('[^a-z.]', '', ''.join(texts))
    assert not [name for name in project.messages if re.sub('[^a-z.]', '', name) not in whole]


def painted(pdf: pikepdf.Pdf) -> Iterator[tuple[float, float]]:
    """The scale of each face that is painted, and its left edge in mm."""
    for page in pdf.pages:
        matrix: list[float] = []
        for operands, operator in pikepdf.parse_content_stream(page, 'cm Do'):
            if str(operator) == 'cm':
                matrix = [float(value) for value in operands]
            elif str(operands[0]).startswith('/Face'):
                yield matrix[0], round(matrix[4] / MM)


def test_each_card_has_two_faces_at_real_size(pdf: pikepdf.Pdf) -> None:
    found = list(painted(pdf))
    assert len(found) == 40
    assert {scale for scale, _ in found} == {1.0}
    assert len({left for _, left in found}) == 2, 'English on the left, Arabic on the right'


def test_the_contents_lead_to_the_pages_that_they_name(pdf: pikepdf.Pdf, texts: list[str], project: Project) -> None:
    numbers = {page.objgen: number for number, page in enumerate(pdf.pages, 1)}
    targets = pikepdf.NameTree(pdf.Root.Names.Dests)
    for card in project.deck.cards:
        page = numbers[targets[f'cards-{card.id}'][0].objgen]
        assert card.name in texts[page - 1]
        line = next(line for line in texts[1].splitlines() if line.startswith(f'{card.name} ('))
        assert line.split()[-1] == str(page)


def run(*arguments: str, project: Path = ROOT) -> subprocess.CompletedProcess[str]:
    done = typed('translate', 'proof', *arguments, '--project', str(project))
    assert 'Traceback' not in done.stdout + done.stderr
    return done


@pytest.mark.parametrize(
    ('asked', 'name'),
    [
        (Asked('pl'), 'pl/proof-pl.pdf'),
        (Asked('pl', changed=True), 'pl/proof-pl-changed.pdf'),
        (Asked('pt_BR', ('rulebook', 'cards')), 'pt_BR/proof-pt_BR-cards-rulebook.pdf'),
        (Asked('ar', ('play',), changed=True, paper='letter'), 'ar/proof-ar-play-changed-letter.pdf'),
    ],
)
def test_a_part_does_not_take_the_place_of_the_whole(asked: Asked, name: str) -> None:
    assert file_name(asked) == name


@pytest.mark.parametrize('code', ['en', 'xx'])
def test_what_is_no_translation_is_refused(code: str) -> None:
    done = run(code)
    assert done.returncode == 2
    assert 'name ar or pl' in done.stderr


def test_where_nothing_changed_there_is_a_cover_alone(tmp_path: Path) -> None:
    done = run('pl', '--changed', '--only', 'play', '--paper', 'letter', '--out', str(tmp_path))
    assert done.returncode == 0, done.stdout
    document = pypdfium2.PdfDocument(tmp_path / 'pl' / 'proof-pl-play-changed-letter.pdf')
    assert [round(edge / MM, 1) for edge in document[0].get_size()] == [215.9, 279.4]
    assert 'nothing is missing or stale' in document[0].get_textpage().get_text_range()

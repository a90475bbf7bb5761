"""The reference sheets as real PDF files, in every language, one paper each."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from kept import sheets_of
from markupsafe import Markup

from civap.content.charts import RESET, charts
from civap.content.folder import find_root
from civap.content.problems import Problems
from civap.content.project import load_project
from civap.press.binding import bind
from civap.press.documents import DocumentResult
from civap.press.flow import head
from civap.press.fonts import FACES
from civap.press.geometry import PAPERS, POINTS_PER_MM
from civap.press.reference import FRAME, Press, ReferenceJob, reference_job, typeset_reference
from civap.text.catalog import load_sheet_catalog
from civap.text.render import Renderer

SETS = [('en', 'a4'), ('pl', 'letter'), ('ar', 'letter')]
PAGES = 15
MAX_BYTES = 500_000
NAMES = {'Automated', 'Player'}


@cache
def job(language: str) -> ReferenceJob:
    project = load_project(find_root())
    return reference_job(project, load_sheet_catalog(project, language), draft=False)


@dataclass(frozen=True)
class Bound:
    """A document as it is written for one paper."""

    typeset: DocumentResult
    paper: str
    pdf: bytes
    fonts: tuple[str, ...]


def build_reference(task: ReferenceJob, paper: str = 'a4') -> Bound:
    document = sheets_of(task, [paper])
    files, fonts = bind(document, b'', [])
    return Bound(document, paper, files[paper], fonts)


@cache
def result(language: str, paper: str) -> Bound:
    return build_reference(job(language), paper)


@pytest.fixture(params=SETS, ids=lambda each: '-'.join(each))
def made(request: pytest.FixtureRequest) -> tuple[Bound, ReferenceJob]:
    language, paper = request.param
    return result(language, paper), job(language)


pytestmark = pytest.mark.slow


def test_pages_fonts_and_size(made: tuple[Bound, ReferenceJob]) -> None:
    document, _ = made
    typeset = document.typeset
    assert (typeset.name, typeset.pages, typeset.problems) == ('reference-sheets', PAGES, ())
    assert set(document.fonts) <= {face.family for face in FACES}
    assert len(document.pdf) < MAX_BYTES
    for page in pypdfium2.PdfDocument(document.pdf):
        assert len(page.get_textpage().get_text_range()) > 200


def test_papers(made: tuple[Bound, ReferenceJob]) -> None:
    document, _ = made
    size = PAPERS[document.paper].size
    *sheets, mat = pypdfium2.PdfDocument(document.pdf)
    assert all(page.get_width() == pytest.approx(size.width * POINTS_PER_MM, abs=0.1) for page in sheets)
    assert mat.get_width() == pytest.approx(size.height * POINTS_PER_MM, abs=0.1)


def test_no_letter_is_smaller_than_9_pt(made: tuple[Bound, ReferenceJob]) -> None:
    raw = pypdfium2.raw
    for page in pypdfium2.PdfDocument(made[0].pdf):
        text = page.get_textpage()
        # Spaces have no size where pdfium puts them in.
        drawn = [
            index for index in range(text.count_chars()) if not chr(raw.FPDFText_GetUnicode(text, index)).isspace()
        ]
        sizes = [raw.FPDFText_GetFontSize(text, index) for index in drawn if not raw.FPDFText_IsGenerated(text, index)]
        assert min(sizes) >= 8.99


def test_no_letter_is_outside_of_what_printers_reach(made: tuple[Bound, ReferenceJob]) -> None:
    raw, reach = pypdfium2.raw, 4.5 * POINTS_PER_MM
    for page in pypdfium2.PdfDocument(made[0].pdf):
        left, bottom, right, top = page.get_mediabox()
        text = page.get_textpage()
        for index in range(text.count_chars()):
            if raw.FPDFText_IsGenerated(text, index) or chr(raw.FPDFText_GetUnicode(text, index)).isspace():
                continue
            low, under, high, over = text.get_charbox(index)
            assert left + reach <= low <= high <= right - reach
            assert bottom + reach <= under <= over <= top - reach


def test_what_every_paper_has_room_for_lies_in_its_middle() -> None:
    (document,) = typeset_reference(job('pl'), ['a4', 'letter'])
    files, _ = bind(document, b'', [])
    # The same file as of a build for this paper alone, at another time.
    assert files['letter'] == result('pl', 'letter').pdf
    for paper, file in files.items():
        size = PAPERS[paper].size
        with pikepdf.open(BytesIO(file)) as pdf:
            for page in pdf.pages:
                left, bottom, right, top = (float(edge) / POINTS_PER_MM for edge in page.mediabox)
                wide, high = (FRAME.height, FRAME.width) if right - left > top - bottom else (FRAME.width, FRAME.height)
                assert sorted((right - left, top - bottom)) == pytest.approx([size.width, size.height], abs=0.01)
                assert (left + right, bottom + top) == pytest.approx((wide, high), abs=0.01)


def test_arabic_charts_are_mirrored_with_their_arrows() -> None:
    task = job('ar')
    press, width = Press(task), task.measures.width
    for side, fitted in zip(task.sides, press.fitted(), strict=True):
        for chart, flow in zip(press.drawn(side, fitted)['charts'], fitted.flows, strict=True):
            for place, there in zip(flow.places, chart['flow']['places'], strict=True):
                assert (there.left, there.top) == pytest.approx((width - place.right, place.top))
            heads = [[(width - x, y) for x, y in arrow.points] for arrow in flow.arrows]
            assert chart['flow']['heads'] == ''.join(head(points) for points in heads)
            answers = [arrow.label for arrow in flow.arrows if arrow.label]
            for label, (_, there) in zip(answers, chart['flow']['answers'], strict=True):
                assert there.left == pytest.approx(width - label.right)
            # The straight way down lies at the side from which one reads.
            downs = [points[0][0] for points in heads if len(points) == 2]
            assert all(x == pytest.approx(width - task.measures.margin - task.measures.spine) for x in downs)


def test_the_first_chart_is_where_one_begins_to_read() -> None:
    assert [Press(job(code)).lefts() for code in ('en', 'ar')] == [[13.0, 110.0], [106.0, 9.0]]


@pytest.mark.parametrize('language', ['en', 'pl', 'ar'])
def test_questions_and_ends(language: str) -> None:
    project, task = load_project(find_root()), job(language)
    renderer = Renderer(load_sheet_catalog(project, language))
    reset = str(renderer.html(*RESET.said))
    others = set()
    for chart in (chart for side in task.sides for chart in side['charts']):
        for index, box in enumerate(chart['boxes']):
            answers = sorted(answer for start, _, answer in chart['links'] if start == index)
            assert answers == {'question': ['no', 'yes'], 'end': []}.get(box['kind'], [''])
            assert index == 0 or any(end == index for _, end, _ in chart['links'])
        (end,) = [box for box in chart['boxes'] if box['kind'] == 'end']
        if Markup(end['said']).striptags() != Markup(reset).striptags():
            others.add(chart['card'])
    assert others == {'capitalism', 'urbanization'}


@pytest.mark.parametrize('language', ['en', 'pl', 'ar'])
def test_lists_are_those_of_the_cards(language: str) -> None:
    """The same phrases in the same words: what a card's list says, its chart says."""
    project, task = load_project(find_root()), job(language)
    renderer = Renderer(load_sheet_catalog(project, language))
    for chart in (chart for side in task.sides for chart in side['charts']):
        on_card = [said.listing for said in project.cards[chart['card']].say_steps() if said.listing]
        on_chart = [box['order'] for box in chart['boxes'] if box['order']]
        said = [[Markup(item).striptags() for item in order] for order in on_chart]
        assert said == [[renderer.html(item).striptags() for item in listing.items] for listing in on_card]


def structure(pdf: pikepdf.Pdf, kind: str) -> list[Any]:
    return [item for item in pdf.objects if isinstance(item, pikepdf.Dictionary) and item.get('/S') == kind]


def test_tags_language_and_descriptions(made: tuple[Bound, ReferenceJob]) -> None:
    document, task = made
    with pikepdf.open(BytesIO(document.pdf)) as pdf:
        assert str(pdf.Root.Lang) == task.language
        assert str(pdf.docinfo.Title) == task.title
        assert '/StructTreeRoot' in pdf.Root
        described = [str(figure.Alt) for figure in structure(pdf, '/Figure')]
        assert len([text for text in described if len(text) > 60]) == 20
        assert all(described)
        assert {str(cell.A.Scope) for cell in structure(pdf, '/TH')} <= {'/Column', '/Row'}


@pytest.mark.parametrize(('language', 'paper'), SETS[1:])
def test_no_english_is_left(language: str, paper: str) -> None:
    texts = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(result(language, paper).pdf)]
    words = set(re.findall(r'\b(?:the|of|and|with|card|token|space|city|attack)\b', ' '.join(texts)))
    assert not words


@pytest.mark.parametrize('language', ['en', 'pl', 'ar'])
def test_boxes_name_rules_by_their_numbers_in_the_book(language: str) -> None:
    project = load_project(find_root())
    numbers = project.rulebook[0].numbered()
    drawn = charts(project)
    for chart in (chart for side in job(language).sides for chart in side['charts']):
        for box, printed in zip(drawn[chart['card']].boxes, chart['boxes'], strict=True):
            assert sorted(printed['rules'].split(', ')) == sorted({numbers[name] for name in box.rules})


def test_a_text_that_is_too_long_is_told() -> None:
    task = job('en')
    first, *_ = task.sides
    chart, other = first['charts']
    boxes = [{**box, 'said': box['said'] * 12} for box in chart['boxes']]
    long = replace(task, sides=({**first, 'charts': [{**chart, 'boxes': boxes}, other]},))
    with pytest.raises(Problems) as caught:
        build_reference(long)
    message = str(caught.value.problems[0])
    assert 'overflow' in message
    assert 'culture-1' in message
    assert 'in en' in message


def test_a_draft_says_so_on_every_page() -> None:
    task = replace(job('en'), draft_label='Draft', sides=job('en').sides[:1])
    document = build_reference(task)
    assert document.typeset.pages == 1 + len(task.sheets) + 1
    assert all('Draft' in page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(document.pdf))


def test_a_publisher_adds_the_core(tmp_path: Path) -> None:
    task = job('en')
    art = tmp_path / 'art'
    art.mkdir()
    for file in task.art.glob('*.svg'):
        (art / file.name).write_bytes(file.read_bytes())
    (art / 'core-a.svg').write_bytes((task.art / 'city.svg').read_bytes())
    document = build_reference(replace(task, sides=task.sides[:1], art=art, core=('A',)))
    with pikepdf.open(BytesIO(document.pdf)) as pdf:
        assert 'Core tiles, side A' in [str(figure.Alt) for figure in structure(pdf, '/Figure')]

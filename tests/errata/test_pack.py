"""A pack brings what changed, all of it and nothing else, in each language for itself."""

import json
import math
import re
import shutil
from dataclasses import asdict, replace
from functools import partial
from io import BytesIO
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from click.testing import CliRunner
from copies import ROOT, copied
from hypothesis import given
from hypothesis import strategies as st

from civap.cache import Cache
from civap.cli import cli
from civap.content.folder import edition_file
from civap.content.problems import Problems
from civap.content.project import Project, load_project
from civap.content.updates import changed_in
from civap.errata.binding import Part, gathered, marks
from civap.errata.pack import build_pack, of_cards
from civap.errata.pages import Laid, Pages, leaves, pages_between
from civap.errata.record import Record, Scope, record_of, write_record
from civap.errata.release import EDITION
from civap.errata.sheet import Replaced, Teller
from civap.errata.strips import Strip
from civap.errata.two import Editions
from civap.press.book import typeset_book
from civap.press.book_views import book_jobs
from civap.press.deck import DeckJob, layouts
from civap.press.editions import decks
from civap.press.geometry import Box
from civap.press.imposition import filled_sheets
from civap.press.made import REPORT, Request
from civap.press.output import write_files
from civap.press.pdf import About
from civap.press.workers import Workers
from civap.text.catalog import load_catalog, load_sheet_catalog
from civap.text.render import Renderer

LANGUAGES = ('en', 'pl', 'ar')
MM = 72 / 25.4
CARDS = load_project(ROOT).cards
# A pack, and the page of each block of its book.
Whole = tuple[Path, dict[str, int]]


@pytest.fixture(scope='module')
def newer(tmp_path_factory: pytest.TempPathFactory, flight: Path) -> Project:
    """The stronger Flight as version 1.1."""
    root = shutil.copytree(flight, tmp_path_factory.mktemp('newer') / 'project')
    path, entry = (
        root / EDITION,
        '  - {version: "1.1", date: 2027-03-01, changed: {en: [flight], pl: [flight], ar: [flight]}}',
    )
    path.write_text(path.read_text('utf-8').replace('versions:\n', f'versions:\n{entry}\n'), 'utf-8')
    return load_project(root)


@pytest.fixture(scope='module')
def between(old: Record, new: Record) -> Editions:
    """What lies between the two."""
    return Editions.of(old, replace(new, version='1.1', date='2027-03-01'))


def texts(path: Path) -> list[str]:
    """The text of each page."""
    with pypdfium2.PdfDocument(path) as pdf:
        return [page.get_textpage().get_text_bounded() for page in pdf]


def squeezed(text: str) -> str:
    """Without spaces, of which some are narrow."""
    return ''.join(text.split())


def on_sheets(page: pikepdf.Page, kind: str) -> list[str]:
    """The forms of a kind that are painted on a page, each as often as it is."""
    return re.findall(rf'(/{kind}\d+) Do', page.Contents.read_bytes().decode('latin-1'))


@pytest.fixture(scope='module')
def cards(newer: Project, between: Editions, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pack of cards alone, in English."""
    out = tmp_path_factory.mktemp('cards')
    request = Request(out, ('en',), ('a4',), only=('cards',))
    with Workers(1) as workers:
        made = build_pack(newer, between, request, workers)
    assert list(made.documents) == ['en/update-1.0-to-1.1-a4.pdf']
    return out / 'en' / 'update-1.0-to-1.1-a4.pdf'


def test_a_pack_of_cards_has_a_sheet_the_card_and_its_back_and_a_strip(cards: Path) -> None:
    with pikepdf.open(cards) as pdf:
        _, empty, front, back, _ = pdf.pages
        assert '/Contents' not in empty
        assert on_sheets(front, 'Card') == ['/Card0']
        assert on_sheets(back, 'Back') == ['/Back3']
        left, right = (
            [float(part) for part in re.findall(r'([\d.]+) [\d.]+ cm /', page.Contents.read_bytes().decode())]
            for page in (front, back)
        )
        width = float(front.mediabox[2])
        assert right[0] == pytest.approx(width - left[0] - 57 * MM, abs=0.01)
        assert str(pdf.Root.Lang) == 'en'
        assert pdf.docinfo['/Title'] == 'Automated Player – Update'
        assert '/StructTreeRoot' not in pdf.Root
        assert not [page for page in pdf.pages if '/Annots' in page]
    said = texts(cards)
    assert 'Combatvalue8.' in squeezed(said[0])
    assert 'Combatvalue9.' in squeezed(said[0])
    assert 'Flight:Military,levelIV' in squeezed(said[0])
    assert not any(CARDS[name].name in ''.join(said) for name in CARDS if name != 'flight')


def test_a_strip_shows_the_sentence_that_changed(cards: Path) -> None:
    with pypdfium2.PdfDocument(cards) as pdf:
        page = pdf[4]
        # The first strip of a page begins below its heading, in the corner where reading begins.
        top = 297 - (297 - 279.4) / 2 - 38 - 6
        found = page.get_textpage().get_text_bounded(14 * MM, (top - 18) * MM, 61 * MM, top * MM)
        around = page.get_textpage().get_text_bounded()
    assert 'Combatvalue9' in squeezed(found)
    assert 'Flight,levelIV' in squeezed(around)


@pytest.fixture(scope='module')
def polish(newer: Project, between: Editions, tmp_path_factory: pytest.TempPathFactory) -> Whole:
    """A whole pack in Polish, where everything stands where it did; the pages of all blocks."""
    out, kept = tmp_path_factory.mktemp('polish'), Cache(tmp_path_factory.mktemp('kept'))
    label = Renderer(load_sheet_catalog(newer, 'pl')).plain(changed_in('1.1'))
    (job,) = book_jobs(newer, ['pl'], ('a4',), draft=False)
    job = replace(job, changed=('card.military',), changed_label=label)
    with Workers(1, kept) as workers:
        (book,) = workers.start_documents([partial(typeset_book, job)])()
        laid = Laid.of(book.shown, job.view['flow'])
        known = replace(between.old, pages={'pl': laid.pages}, heads={'pl': laid.heads})
        moved = replace(between, old=known)
        made = build_pack(newer, moved, Request(out, ('pl',), ('a4',)), workers)
    (path,) = made.documents
    (out / 'book.pdf').write_bytes(book.pdf)
    return out / path, dict(book.shown)


def test_bars_are_on_the_pages_with_what_changed_alone(polish: Whole) -> None:
    path, shown = polish
    pages = texts(path.parents[1] / 'book.pdf')
    marked = [number for number, text in enumerate(pages, 1) if 'zmieniono w wersji 1.1' in text]
    assert marked == [shown['card.military']]


def test_a_whole_pack_is_what_changed(polish: Whole) -> None:
    path, shown = polish
    pages = texts(path)
    told, *_, behind, sheet, front, back = pages
    changed = shown['card.military']
    book, other = (front, back) if changed % 2 else (back, front)
    stayed = changed + 1 if changed % 2 else changed - 1
    lines = ' '.join(told.split())
    assert 'Wersja 1.1 (1 marca 2027): zmiany od wersji 1.0 (30 listopada 2026)' in lines
    assert 'Wojsko · Poziomy III i IV' in lines
    assert f'Strony instrukcji, które należy zastąpić: {shown["card.military"]}.' in lines
    assert f'Bez zmian, na odwrocie innej strony: {stayed}.' in lines
    assert 'Bez zmian, na odwrocie innego' in lines
    assert 'Zmieniły się tylko numery stron' not in lines
    assert 'Produkcjamasowa' in squeezed(sheet)
    assert 'Lotnictwo' in sheet
    assert sheet.endswith(' 10')  # the folio of the whole
    assert behind.endswith(' 9')
    assert 'zmieniono w wersji 1.1' in book
    assert 'zmieniono w wersji 1.1' not in other
    assert other.strip()
    assert [bool(text.strip()) for text in pages] == [True, False, True, False, True, False, True, True, True, True]
    report = json.loads((path.parents[1] / REPORT).read_text('utf-8'))
    assert report['since'] == '1.0'
    assert [(each['path'], each['pages']) for each in report['artifacts']] == [(f'pl/{path.name}', 10)]


def test_another_language_has_no_part_in_a_rewording(tmp_path: Path, old: Record) -> None:
    """A sentence that is worded otherwise in Polish alone; in English and Arabic nothing is written."""

    def reworded(text: str) -> str:
        return re.sub(r'(msgid "Highest terrain difficulty\."\nmsgstr ")Najwyższa', r'\1Największa', text)

    root = copied(tmp_path / 'project', {'locales/pl/new_dawn/cards.po': reworded})
    project = load_project(root)
    write_files(root, {edition_file(root, '1.0').relative_to(root).as_posix(): write_record(old)})
    found = Editions.of(replace(old, examples={}), record_of(project, Scope(LANGUAGES, told=False)))
    assert [code for code in LANGUAGES if found.concern(code, ('cards',))] == ['pl']
    assert found.diff.to_print('cards', 'en') == ()
    assert 'masonry' in found.diff.to_print('cards', 'pl')
    out = tmp_path / 'out'
    request = Request(out, LANGUAGES, ('a4',), only=('cards',))
    with Workers(1) as workers, pytest.raises(Problems, match='same-version'):
        build_pack(project, found, request, workers)
    command = ['--project', str(root), '--out', str(out), '--lang', 'en,ar', '--only', 'cards']
    done = CliRunner().invoke(cli, [*command, 'build', '--since', '1.0'])
    assert done.exit_code == 0
    assert done.output == 'en: nothing to print again since 1.0\nar: nothing to print again since 1.0\n'
    assert not out.exists()


@pytest.mark.parametrize('more', [['--booklet'], ['--variant', 'shop'], ['--variant', 'colour,png']])
def test_what_a_pack_has_no_room_for_is_refused(more: list[str]) -> None:
    done = CliRunner().invoke(cli, ['build', '--since', '1.0', *more])
    assert done.exit_code == 2
    assert 'beside --since' in done.output


@pytest.fixture(scope='module')
def job() -> DeckJob:
    """The whole deck in English."""
    project = load_project(ROOT)
    request = Request(Path(), ('en',), ('a4', 'letter'))
    (deck,) = decks(project, [load_catalog(project, 'en')], request)
    return deck.jobs[0]


@given(st.sets(st.sampled_from(sorted(CARDS)), min_size=1))
def test_cards_take_as_few_sheets_as_can_be(job: DeckJob, changed: set[str]) -> None:
    some = of_cards(job, changed)
    names = [card['id'] for card in some.cards]
    assert set(names) == changed
    for layout in layouts(some).values():
        sheets = filled_sheets(len(names), layout)
        assert len(sheets) == math.ceil(len(names) / layout.places)
        lying = [names[index] for filled in sheets for index, _ in filled]
        assert sorted(lying) == sorted(changed)


@pytest.mark.parametrize(
    ('pages', 'sides'),
    [
        ([], []),
        ([3], [3, 4]),
        ([4], [3, 4]),
        ([3, 4], [3, 4]),
        ([4, 5], [3, 4, 5, 6]),
        ([3, 8, 9], [3, 4, 7, 8, 9, None]),
    ],
)
def test_leaves_are_whole(pages: list[int], sides: list[int | None]) -> None:
    assert leaves(pages, 9, two_sided=True) == sides
    assert leaves(pages, 9, two_sided=False) == pages


def told(pages: Pages) -> dict[str, list[int]]:
    return {name: list(numbers) for name, numbers in asdict(pages).items()}


def heading(name: str) -> dict[str, str]:
    return {'kind': 'heading', 'anchor': name}


def text(name: str, *see: str) -> dict[str, object]:
    return {'kind': 'text', 'anchor': name, 'see': [{'anchor': each} for each in see]}


FLOW = [heading('H'), {'kind': 'toc', 'anchor': 'toc'}, text('a'), text('b', 'd'), heading('I'), text('c'), text('d')]
BOOK = {'H': 2, 'toc': 2, 'a': 2, 'b': 3, 'I': 4, 'c': 5, 'd': 6}
REST = {'H': 2, 'toc': 2, 'a': 2, 'b': 3, 'I': 4}


@pytest.mark.parametrize(
    ('now', 'changed', 'pages'),
    [
        (BOOK, [], Pages()),
        (BOOK, ['b'], Pages([3])),
        (BOOK, ['cover'], Pages([1])),
        (BOOK, ['I'], Pages([4, 5, 6])),  # and the head of its pages
        ({**BOOK, 'd': 7}, [], Pages([6, 7], [3])),  # b tells the page of d
        ({**BOOK, 'I': 5}, [], Pages([2, 4, 5])),  # so do contents of chapters
        ({**REST, 'd': 6}, [], Pages([5])),  # c went
        ({**REST, 'c': 5}, [], Pages([], [], [6])),
        ({'H': 2, 'toc': 2, 'b': 2, 'a': 2, 'I': 4, 'c': 5, 'd': 6}, [], Pages([2, 3])),
        ({**BOOK, 'new': 6}, ['new'], Pages([6])),
    ],
)
def test_every_page_with_something_else_on_it_is_printed(now: dict[str, int], changed: list[str], pages: Pages) -> None:
    flow = [block for block in FLOW if block['anchor'] in now]
    found = pages_between(Laid.of(BOOK, FLOW), Laid.of(now, flow), changed, flow)
    assert told(found) == told(pages)
    assert pages_between(None, Laid.of(now, flow), changed).moved == ()


def test_numbers_that_changed_are_told_in_a_line(newer: Project, old: Record) -> None:
    same = Editions.of(old, old)
    only_numbers = replace(same, diff=replace(same.diff, renumbered=(('x', '3.4', '3.5'), ('y', '3.5', '3.6'))))
    assert only_numbers.concern('ar', ('rulebook',))
    assert not only_numbers.concern('ar', ('cards', 'sheets'))
    teller = Teller(newer, Renderer(load_sheet_catalog(newer, 'en')), (), draft=False)
    view = teller.view(only_numbers, ('rulebook',), Replaced(Pages([], [7, 9, 10, 11])))
    assert view['sections'] == []
    lines = [re.sub('<[^>]*>', '', line).replace('\N{NO-BREAK SPACE}', ' ') for line in view['lines']]
    assert lines == [
        'Page numbers changed, text the same: 7, 9–11.',
        'Rule numbers changed: 3.5 (was 3.4), 3.6 (was 3.5).',
    ]


def test_the_sheet_tells_rules_with_their_chapters_and_no_examples(newer: Project, old: Record) -> None:
    printed = {code: {name: dict(each) for name, each in shown.items()} for code, shown in old.printed.items()}
    rules = printed['en']['rulebook']
    name, rule = next((name, each) for name, each in rules.items() if each.number and not name.startswith('example.'))
    for other in (name, next(key for key in rules if key.startswith('example.'))):
        rules[other] = replace(rules[other], digest='0', lines=(*rules[other].lines[:-1], 'It is otherwise.'))
    gone = rules.pop(next(key for key in rules if key.startswith('oddity.')))
    found = Editions.of(old, replace(old, printed=printed))
    (job,) = book_jobs(newer, ['en'], (), draft=False)
    teller = Teller(newer, Renderer(load_sheet_catalog(newer, 'en')), job.view['flow'], draft=False)
    ((section, entries),) = teller.view(found, ('rulebook',), Replaced())['sections']
    assert section == 'rules'
    assert entries[0]['title'].startswith(f'<b dir="ltr">{rule.number}</b> ')
    assert len(entries) == 2
    assert entries[0]['pairs'][0][1] == '<b>It is otherwise.</b>'.replace('is o', 'is\N{NO-BREAK SPACE}o')
    assert entries[1]['kind'] == 'Dropped'
    assert len(entries[1]['pairs']) == len(gone.lines)


def test_marks_of_a_strip_lie_outside_of_it() -> None:
    strip = Strip('x', Box(0, 0, 40, 10), 0, 20, 30)
    found = list(marks(strip))
    assert len(found) == 8
    for line in found:
        for x, y in ((line.x1, line.y1), (line.x2, line.y2)):
            assert not (20 <= x <= 60 and 30 <= y <= 40)
        assert line.x1 in (20, 60) or line.y1 in (30, 40)


def test_empty_sides_at_the_end_are_left_out() -> None:
    with pikepdf.new() as pdf:
        pdf.add_blank_page(page_size=(100, 200))
        pdf.pages[0].Contents = pdf.make_stream(b'0 0 m')
        data, pages, fonts = gathered([Part(_bytes(pdf), [1, None, 1, None])], About('x', 'en'))
    assert (pages, fonts) == (3, ())
    assert data.startswith(b'%PDF-1.7')


def _bytes(pdf: pikepdf.Pdf) -> bytes:
    made = BytesIO()
    pdf.save(made)
    return made.getvalue()

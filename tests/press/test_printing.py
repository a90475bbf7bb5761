"""What a player may ask for, and what is refused."""

import json
import re
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import get_args

import pikepdf
import pypdfium2
import pytest
from click.testing import CliRunner
from commands import typed
from imposed import MM, read_pages
from press_sample import make_job
from reading import is_in, letters

from civap import cli
from civap.content.problems import Problems
from civap.content.project import SCALE, Project
from civap.content.sizes import parse_size
from civap.press.deck import Press
from civap.press.geometry import PAPERS, CardShape, choose_layout
from civap.press.made import Request
from civap.press.marks import BAR
from civap.press.printers import Measurement, Profile
from civap.press.printing import (
    BACKS,
    MARK_SIDES,
    MARKS,
    Back,
    MarkKind,
    MarkSides,
    Printing,
    file_name,
    parse_bleed,
    parse_corner,
)
from civap.press.ways import Way
from civap.text.catalog import load_catalog
from civap.text.render import Renderer

SIZE = 'expected width and height from 20 to 250 mm, such as 63.5x88.9'
BLEED = 'expected a length from 0 to 10 mm'
WRONG = [
    *(
        (['--size', text], f"'--size': found {text!r}, {SIZE}")
        for text in ('0x89', '57', 'axb', '', 'x', '57x', 'nanxnan', 'infx89', '1e9x1e9', '57x89x1', '-57x89')
    ),
    *((['--size', text], SIZE) for text in ('19.99x89', '57x251', '57x٨٩', '5_7x89', '57.1234x89', '57 mm x 89 mm')),
    *(
        (['--bleed', text], f"'--bleed': found {text!r}, {BLEED}")
        for text in ('-1', 'nan', 'inf', '1e9', 'thin', '', '11')
    ),
    (['--corner', '28.6'], "found '28.6', expected a length from 0 to 28.5 mm, half of the shorter side"),
    (
        ['--size', '20x40', '--corner', '10.1'],
        "found '10.1', expected a length from 0 to 10 mm, half of the shorter side",
    ),
    (['--corner', '-1'], "'--corner': found '-1'"),
    (['--size', '57,5x89'], 'write a point for decimals: 57.5x89'),
    (['--size', '57.1234x89'], 'write 3 decimals at most'),
    (['--size', '19x300'], 'use a size between 20x20 and 250x250'),
    (['--size', 'pocker'], 'or a name: poker, bridge, euro, tarot'),
    (['--bleed', '2,5'], 'write a point for decimals: 2.5'),
    (['--bleed', '3.1755'], 'write 3 decimals at most'),
    (['--back', 'left'], "'left' is not one of 'long', 'short', 'fold', 'none'"),
    (['--marks', 'all'], "'all' is not one of 'none', 'corner', 'edge', 'full'"),
    (['--mark-sides', 'backs'], "'backs' is not one of 'fronts', 'both'"),
]


@pytest.mark.parametrize(('arguments', 'says'), WRONG, ids=[' '.join(arguments) for arguments, _ in WRONG])
def test_a_wrong_option_is_one_message(arguments: list[str], says: str, tmp_path: Path) -> None:
    done = CliRunner().invoke(cli.cli, ['build', '--out', str(tmp_path), *arguments])
    assert done.exit_code == 2
    assert says in ' '.join(done.output.split())
    assert done.output.count('Error:') == 1
    assert not list(tmp_path.iterdir())


def test_too_large_for_the_paper_is_told_before_anything_is_made(tmp_path: Path) -> None:
    arguments = [
        'build',
        '--out',
        str(tmp_path),
        '--only',
        'cards',
        '--size',
        '205x250',
        '--lang',
        'pl',
        '--paper',
        'a4',
    ]
    done = CliRunner().invoke(cli.cli, arguments)
    assert done.exit_code == 1
    expected = 'paper-too-small found paper a4 of 210 x 297 mm, expected 227 x 276 mm for a card with bleed and margins'
    assert done.output.startswith(expected)
    assert not list(tmp_path.iterdir())


def test_help_tells_every_option() -> None:
    text = CliRunner().invoke(cli.cli, ['build', '--help']).output
    for option in ('--size', '--bleed', '--corner', '--back', '--marks', '--mark-sides'):
        assert option in text


def test_the_command_line_knows_the_same_names() -> None:
    assert (get_args(Back), get_args(MarkKind), get_args(MarkSides)) == (BACKS, MARKS, MARK_SIDES)


@pytest.mark.parametrize(
    ('text', 'size'),
    [
        ('57x89', (57, 89)),
        ('63.5x88.9', (63.5, 88.9)),
        (' 70X120 ', (70, 120)),
        ('63 × 88', (63, 88)),
        ('20x250', (20, 250)),
        ('63.125x88.9', (63.125, 88.9)),
        ('poker', (63.5, 88.9)),
        ('Bridge', (57.15, 88.9)),
        ('euro', (59, 92)),
        ('tarot', (70, 120)),
    ],
)
def test_sizes(text: str, size: tuple[float, float]) -> None:
    assert parse_size(text) == size


def test_lengths() -> None:
    assert [parse_bleed(text) for text in ('0', '3.175', '10')] == [0, 3.175, 10]
    assert [parse_corner(text, (57, 89)) for text in ('0', '28.5')] == [0, 28.5]


def test_the_page_for_players_counts_cards_as_they_are_printed() -> None:
    text = (Path(__file__).parents[2] / 'docs/printing.md').read_text('utf-8')
    rows = re.findall(r'^\| ([\d.]+ × [\d., ×]+) \| (\d) \| (\d) \| (\d) \| (\d) \|$', text, re.MULTILINE)
    assert len(rows) == 3
    for sizes, *counts in rows:
        for size in sizes.split(', '):
            shape = CardShape(*parse_size(size))
            found = [
                choose_layout(PAPERS[name], shape, 20, back).places for back in ('long', 'fold') for name in PAPERS
            ]
            assert found == [int(count) for count in counts]


@pytest.mark.parametrize(
    ('shape', 'printing', 'name'),
    [
        (CardShape(), Printing(), 'focus-cards-a4.pdf'),
        (CardShape(bleed=2, corner=0), Printing(marks='full'), 'focus-cards-a4.pdf'),
        (CardShape(63, 88), Printing(), 'focus-cards-a4-63x88.pdf'),
        (CardShape(63.5, 88.9), Printing('fold'), 'focus-cards-a4-63.5x88.9-fold.pdf'),
        (CardShape(), Printing('short'), 'focus-cards-a4-short.pdf'),
        (CardShape(), Printing('none'), 'focus-cards-a4-fronts.pdf'),
    ],
)
def test_names_of_files(shape: CardShape, printing: Printing, name: str) -> None:
    assert file_name('a4', shape, printing) == name


def test_what_was_made_is_known_by_every_setting(root: Path, tmp_path: Path) -> None:
    request = Request(tmp_path, ['en'], ['a4'])
    profile = Profile('x', (Measurement(Way('a4'), (0.1, 0.0)),))
    shapes = [CardShape(63), CardShape(height=88), CardShape(bleed=2), CardShape(corner=2)]
    printings = [
        Printing('short'),
        Printing(marks='full'),
        Printing(mark_sides='fronts'),
        Printing(offset=(0.1, 0)),
        Printing(scale=(100, 101)),
        Printing(printer=profile),
        Printing(printer=replace(profile, measured=(Measurement(Way('a4'), (0.2, 0.0)),))),
    ]
    others = [
        *(replace(request, shape=shape) for shape in shapes),
        *(replace(request, printing=printing) for printing in printings),
        replace(request, sized=True),
    ]
    assert len({each.key(root) for each in (request, *others)}) == 1 + len(others)


@pytest.mark.parametrize(
    ('language', 'words'),
    [
        ('en', '100 mm – print at 100 %'),
        ('pl', '100 mm – drukuj w skali 100 %'),
        ('ar', '100 مم – اطبع بمقياس 100%'),
    ],
)
def test_words_of_the_bar(language: str, words: str, project: Project) -> None:
    """They say how long the bar is, and leave something of it at both ends."""
    label = Renderer(load_catalog(project, language)).plain(SCALE)
    assert label == words
    assert f'{BAR:g}' in label
    job = make_job(language, bar_label=label, templates=project.root / 'templates')
    page = pypdfium2.PdfDocument(Press(job).words())[0]
    assert [side / MM for side in page.get_size()] == pytest.approx([80, 2.8], abs=0.01)
    picture = page.render(scale=10).to_pil().convert('L').point(lambda value: 255 * (value < 128))
    left, top, right, bottom = picture.getbbox()
    assert left > 0.2 * picture.width
    assert right < 0.8 * picture.width
    assert top > 0
    assert bottom < picture.height


def test_words_too_long_for_the_bar(project: Project) -> None:
    job = make_job('en', bar_label='print this at full size ' * 5, templates=project.root / 'templates')
    with pytest.raises(Problems, match=r'label-too-long found .* mm wide, expected at most 80 mm'):
        Press(job).words()


@pytest.mark.slow
def test_other_cards_and_the_book_as_ever(tmp_path: Path) -> None:
    """Cards have the size that was asked for, the faces in the book their own, and a booklet is printed beside it."""
    arguments = ['--lang', 'ar', '--paper', 'a4', '--only', 'cards,rulebook', '--size', '63x88', '--back', 'fold']
    done = typed('build', '--out', str(tmp_path), *arguments, '--marks', 'corner', '--booklet')
    assert done.returncode == 0, done.stdout
    made = ('focus-cards-a4-63x88-fold.pdf', 'rulebook-a4.pdf', 'rulebook-a4-booklet.pdf')
    files = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob('*.*')}
    assert files == {'report.json', *(f'ar/{name}' for name in made)}
    report = json.loads((tmp_path / 'report.json').read_text('utf-8'))
    assert report['cards'] == {
        'width': 63, 'height': 88, 'bleed': 3, 'corner': 3, 'back': 'fold', 'marks': 'corner', 'mark_sides': 'both',
        'offset': [0, 0], 'scale': [100, 100], 'printer': None, 'editions': ['colour'], 'back_art': 'level',
    }  # fmt: skip
    data = (tmp_path / 'ar/focus-cards-a4-63x88-fold.pdf').read_bytes()
    pages = read_pages(data, CardShape(63, 88))
    assert [len(page.of('/Card')) for page in pages] == [4] * 5
    printed = letters(pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range())
    assert is_in(printed, 'اطبع بمقياس 100%')
    assert sizes(data, '/Card') == {(69, 94)}
    assert sizes((tmp_path / 'ar/rulebook-a4.pdf').read_bytes(), '/Face') == {(63, 95)}
    with pikepdf.open(tmp_path / 'ar/rulebook-a4-booklet.pdf') as pdf:
        assert len(pdf.pages) % 2 == 0
        edges = {tuple(round(float(edge) * 25.4 / 72) for edge in page.mediabox) for page in pdf.pages}
        assert edges == {(0, 0, 297, 210)}
        assert str(pdf.Root.ViewerPreferences.Direction) == '/R2L'


def sizes(data: bytes, name: str) -> set[tuple[float, float]]:
    """The widths and heights of the forms of this name, bleed included."""
    with pikepdf.open(BytesIO(data)) as pdf:
        forms = [form for page in pdf.pages for key, form in page.Resources.get('/XObject', {}).items() if name in key]
        boxes = [[float(edge) / MM for edge in form.BBox] for form in forms]
        return {(round(right - left, 2), round(top - bottom, 2)) for left, bottom, right, top in boxes}

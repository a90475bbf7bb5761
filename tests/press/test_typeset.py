"""Typesetting: our fonts alone, no network, no warning."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from markupsafe import Markup

from civap import system
from civap.content.problems import Problems
from civap.press import typeset
from civap.press.fonts import FACES, Face, font_css, font_files
from civap.press.icons import picture
from civap.press.typeset import boxes, typesetter

ROOT = Path(__file__).parents[2]
DRAWN = picture(Markup('<svg viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'), 'icon')
PAGE = '<!DOCTYPE html><html lang="en"><head><style>{}</style></head><body>{}</body></html>'


def page(style: str, body: str = '') -> str:
    return PAGE.format(f'{font_css()} html {{ font-family: Marcellus }} {style}', body)


def test_boxes_are_measured_from_the_lower_left_of_the_trim() -> None:
    style = '@page { size: 60mm 40mm; bleed: 3mm; margin: 0 } div { position: absolute; inset: 5mm 10mm 20mm 30mm }'
    document = typesetter().layout(page(style, '<div id="box"></div>'), 'test')
    box = boxes(document.pages[0])['box']
    assert (box.left, box.bottom, box.right, box.top) == pytest.approx((30, 20, 50, 35))


@pytest.mark.parametrize(
    ('style', 'body'),
    [
        ('p { colour: red }', ''),
        ('', '<img src="https://example.org/a.png">'),
        ('', '<img src="file:///etc/hostname">'),
        ('', '<img src="data:text/plain,a">'),
        ('', '<img src="data:image/svg+xml,%3Csvg">'),
        ('@import url(https://example.org/a.css);', ''),
        ('@font-face { font-family: Mine; src: url(https://example.org/a.ttf) } p { font-family: Mine }', '<p>a'),
    ],
)
def test_what_weasyprint_warns_of_is_an_error(style: str, body: str) -> None:
    html = PAGE.format(style, body) if style.startswith('@import') else page(style, body)
    with pytest.raises(Problems, match='test: render-warning found'):
        typesetter().layout(html, 'test')


@pytest.mark.parametrize('error', [KeyboardInterrupt, SystemExit])
def test_what_ends_the_program_ends_a_drawing(error: type[BaseException], monkeypatch: pytest.MonkeyPatch) -> None:
    """WeasyPrint catches all that happens while it draws."""

    def interrupted(*_: object) -> None:
        raise error

    document = typesetter().layout(page('', DRAWN), 'test')
    monkeypatch.setattr('weasyprint.svg.SVG.draw', interrupted)
    with pytest.raises(error):
        typesetter().pdf(document, 'test', {})


def test_what_fails_in_a_drawing_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: object) -> None:
        raise ValueError

    document = typesetter().layout(page('', DRAWN), 'test')
    monkeypatch.setattr('weasyprint.svg.SVG.draw', failing)
    with pytest.raises(Problems, match='render-warning found Failed to render SVG'):
        typesetter().pdf(document, 'test', {})


def test_letter_without_a_glyph_is_an_error() -> None:
    document = typesetter().layout(page('', '<p>☃'), 'test')
    with pytest.raises(Problems, match=r'test: missing-glyph found ☃ \(U\+2603\), expected'):
        typesetter().pdf(document, 'test', {})


def test_missing_library_is_told_with_what_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, 'problem', lambda: 'missing libpango-1.0. Type: install pango')
    with pytest.raises(Problems, match='missing-library missing libpango'):
        typeset.Typesetter()


@pytest.mark.parametrize('package', ['fontpkg-nothing', 'fontpkg-marcellus'])
def test_missing_font_is_told_with_its_package(package: str) -> None:
    face = Face('Nothing', 400, 'normal', package, 'Nothing.ttf')
    with pytest.raises(Problems) as caught:
        font_files([*FACES, face])
    (problem,) = caught.value.problems
    assert problem.message == f'found no Nothing.ttf, expected it in the package {package}'
    assert f'pip install --force-reinstall {package}' in problem.hint


def test_every_family_that_a_template_names_is_one_of_ours() -> None:
    texts = [path.read_text() for path in (ROOT / 'templates').rglob('*') if path.suffix in {'.css', '.j2'}]
    declared = [match for text in texts for match in re.findall(r'\bfont(?:-family)?:([^;}]*)', text)]
    named = {name for value in declared for name in re.findall(r'"([^"]+)"', value)}
    assert named <= {face.family for face in FACES}


@pytest.mark.slow
def test_leaves_nothing_behind_and_prints_nothing(tmp_path: Path) -> None:
    code = 'from press_sample import make_job; from civap.press.deck import build_deck; build_deck(make_job(count=1))'
    environment = {**os.environ, 'TMPDIR': str(tmp_path), 'PYTHONPATH': f'{ROOT}{os.pathsep}{Path(__file__).parent}'}
    command = [sys.executable, '-c', code]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ('', '')
    assert list(tmp_path.iterdir()) == []

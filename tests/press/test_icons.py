"""Icons: shapes in a colour, and nothing that could run or fetch."""

import re
from base64 import b64decode
from pathlib import Path

import pytest
from markupsafe import Markup

from civap.content.problems import Problems
from civap.press.icons import MAX_BYTES, Icons, picture

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">{}</svg>'
DOT = '<circle r="3" fill="currentColor"/>'


def icons(folder: Path, content: str) -> Icons:
    (folder / 'dot.svg').write_text(content)
    return Icons(folder)


def test_glyph_has_its_colour_place_and_size(tmp_path: Path) -> None:
    made = icons(tmp_path, SVG.format(DOT)).glyph('dot', '#abc', 1.5, 2, 4)
    assert made == '<g transform="translate(1.500 2.000) scale(0.50000)"><circle r="3" fill="#abc" /></g>'


def test_references_inside_the_file_stay(tmp_path: Path) -> None:
    shapes = '<clipPath id="a"><path d="M0 0"/></clipPath><g clip-path="url(#a)"><use href="#b"/></g>'
    assert 'url(#a)' in icons(tmp_path, SVG.format(shapes)).glyph('dot', 'red', 0, 0, 1)


def test_picture_is_an_image_that_holds_its_drawing() -> None:
    made = picture(Markup('<svg viewBox="0 0 8 8"></svg>'), 'art', 'A <dot>')
    found = re.fullmatch(r'<img class="art" alt="A &lt;dot&gt;" src="data:image/svg\+xml;base64,(.*)"/>', made)
    assert found
    assert b64decode(found[1]) == b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"></svg>'


@pytest.mark.parametrize(
    'content',
    [
        SVG.format('<script>alert(1)</script>'),
        SVG.format('<image href="a.png"/>'),
        SVG.format('<style>* { fill: red }</style>'),
        SVG.format('<text>A</text>'),
        SVG.format('<use href="https://example.org/a.svg#b"/>'),
        SVG.format('<path onclick="go()"/>'),
        SVG.format('<path fill="url(https://example.org/a)"/>'),
        SVG.format('<path style="fill: url( \'file:///etc/passwd\' )"/>'),
        '<!DOCTYPE svg [<!ENTITY a "b">]>' + SVG.format('&a;'),
        SVG.format('<path d="' + 'M0 0' * MAX_BYTES + '"/>'),
        SVG.format('<g>'),
        '<svg xmlns="http://www.w3.org/2000/svg"/>',
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 9"/>',
        '<html/>',
        f'<?xml version="1.0" encoding="nothing"?>{SVG.format(DOT)}',
    ],
)
def test_anything_else_is_refused(tmp_path: Path, content: str) -> None:
    with pytest.raises(Problems, match=r'dot\.svg: unsafe-icon found '):
        icons(tmp_path, content).glyph('dot', 'red', 0, 0, 1)


def test_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(Problems, match=r'dash\.svg: missing-icon'):
        Icons(tmp_path).glyph('dash', 'red', 0, 0, 1)


def test_path_is_told_from_the_root(tmp_path: Path) -> None:
    with pytest.raises(Problems) as caught:
        Icons(tmp_path / 'content/art', tmp_path).glyph('dash', 'red', 0, 0, 1)
    assert caught.value.problems[0].path == 'content/art/dash.svg'


def test_file_in_another_encoding(tmp_path: Path) -> None:
    (tmp_path / 'dot.svg').write_bytes(SVG.format('<title>ą</title>').encode('cp1250'))
    with pytest.raises(Problems, match='unsafe-icon found broken XML'):
        Icons(tmp_path).glyph('dot', 'red', 0, 0, 1)

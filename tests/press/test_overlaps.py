"""Text beyond its box or over other text, in small pages."""

import pytest

from civap.press.fonts import font_css
from civap.press.overlaps import overlap_problems, overlaps
from civap.press.typeset import typesetter

STYLE = (
    f'<style>{font_css()}</style>'
    '<style>@page { size: 100mm 60mm; margin: 5mm } body { margin: 0; font: 10pt "Fira Sans Condensed" }'
    'p { margin: 0 } .at { position: absolute } table { table-layout: fixed; width: 60mm }</style>'
)
AT = '<p class="at" style="left: {}mm; top: {}mm; width: 30mm">{}</p>'
LONG = 'Unbreakablenessworthiness' * 2


def found(body: str) -> list[tuple[str, str]]:
    document = typesetter().layout(f'<html><head>{STYLE}</head><body>{body}</body></html>', 'test')
    return [(each.text, each.other) for page in document.pages for each in overlaps(page)]


@pytest.mark.parametrize(
    'body',
    [
        '<p>One line of text.</p><p>Another line.</p>',
        '<p>A long text that needs more than one line of the page, since it goes on and on and on until the end.</p>',
        '<table><tbody><tr><td>left</td><td>right</td></tr></tbody></table>',
        '<p>With <b>bold</b> and <span style="white-space: nowrap">a span</span>.</p>',
        AT.format(5, 5, 'here') + AT.format(50, 5, 'there'),
        '<p class="at" style="left: 5mm; top: 5mm">shrinks to fit</p>',
        '<ol><li>first</li><li>second</li></ol>',
        '<p style="line-height: 0.95">Tight lines do not lie over each other as long as one can read all of them.</p>',
    ],
)
def test_what_is_right(body: str) -> None:
    assert found(body) == []


@pytest.mark.parametrize(
    ('body', 'faults'),
    [
        (f'<p style="width: 40mm">{LONG}</p>', [(LONG, '')]),
        (f'<div dir="rtl"><p style="width: 40mm">{LONG}</p></div>', [(LONG, '')]),
        (
            f'<table><tbody><tr><td>{LONG[:30]}</td><td>right</td></tr></tbody></table>',
            [(LONG[:30], ''), (LONG[:30], 'right')],
        ),
        (AT.format(5, 5, 'here it stands') + AT.format(12, 6, 'there'), [('here it stands', 'there')]),
        ('<p style="white-space: nowrap; width: 10mm">two words</p>', [('two words', '')]),
    ],
)
def test_what_is_wrong(body: str, faults: list[tuple[str, str]]) -> None:
    assert found(body) == faults


def test_a_problem_says_where() -> None:
    html = f'<html><head>{STYLE}</head><body><p style="width: 20mm">{LONG}</p></body></html>'
    (problem,) = overlap_problems(typesetter().layout(html, 'test'), 'pl', 'locales/pl/x.po')
    assert (problem.code, problem.path) == ('overflow', 'locales/pl/x.po')
    assert 'mm beyond its box on page 1 in pl' in problem.message
    assert 'Unbreakable' in problem.message

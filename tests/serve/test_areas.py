"""Texts are found where they stand, in every document and direction of reading."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from civap.content.project import Project
from civap.content.say import Name, Say, Signed
from civap.press.fonts import font_css
from civap.press.typeset import typesetter
from civap.serve.areas import Area, Finder, Rectangle, likeliest, paragraphs
from civap.serve.hearing import Hearing, squeezed
from civap.text.catalog import load_catalog

STYLE = '@page { size: 100mm 100mm; margin: 10mm } body { font: 12pt Amiri; margin: 0 }'
HEARD = {
    squeezed(text): (name,)
    for name, text in {
        'one': 'Roll a die.',
        'two': 'Then roll two dice, and once more.',
        'die': 'die',
        'arab': 'ارم النرد.',
    }.items()
}


def found(html: str, direction: str = 'ltr') -> list[Area]:
    head = f'<style>{font_css()} {STYLE}</style>'
    document = typesetter().layout(f'<html><head>{head}</head><body dir="{direction}">{html}</body></html>', 'test')
    (page,) = document.pages
    return list(Finder(HEARD).areas(paragraphs(page)))


@pytest.mark.parametrize(
    ('html', 'ids'),
    [
        ('<p>Roll a die.</p>', ['one']),
        ('<p>ROLL <b>a</b> d<i>i</i>e.</p>', ['one']),
        ('<p>Roll a&#160;die. Then roll two dice, and once more.</p>', ['one', 'two']),
        ('<p>1. Roll a die. (page 4)</p>', ['one']),
        ('<p>A die here, a diet, a bodie, die.</p>', ['die', 'die']),
        ('<p>Something else</p>', []),
        ('<table><tr><td>Roll a die.</td><td>die</td></tr></table>', ['one', 'die']),
        ('<p>Roll <span style="display: inline-block">a die.</span></p>', ['one']),
        ('<div style="display: inline-block"><p>Roll a die.</p><p>die</p></div>', ['one', 'die']),
    ],
)
def test_texts_are_told_apart(html: str, ids: list[str]) -> None:
    assert [area.ids[0] for area in found(html)] == ids


def test_an_area_has_a_rectangle_for_each_line() -> None:
    html = '<p style="margin: 0; width: 40mm; line-height: 10mm">Then roll two dice, and once more.</p>'
    (area,) = found(html)
    assert len(area.lines) == 2
    first, second = area.lines
    assert first.left == second.left == pytest.approx(9.6, abs=0.1)
    assert second.top - first.top == pytest.approx(10, abs=0.1)
    assert second.width < first.width < 41


def test_a_second_sentence_begins_where_the_first_ends() -> None:
    one, two = found('<p style="margin: 0">Roll a die. Then roll two dice, and once more.</p>')
    assert one.lines[0].left + one.lines[0].width == pytest.approx(two.lines[0].left, abs=2.5)


def test_a_text_read_from_the_right_begins_there() -> None:
    (area,) = found('<p style="margin: 0">ارم النرد. ثم</p>', 'rtl')
    (line,) = area.lines
    assert line.left + line.width == pytest.approx(90.4, abs=0.3)
    assert line.left > 60


def test_the_message_that_is_like_what_is_around_comes_first() -> None:
    area = Area(('term.city', 'index.city', 'book.city'), (Rectangle(5, 5, 10, 2),))
    named = {'index.city': Rectangle(0, 0, 50, 20), 'term.city': Rectangle(0, 30, 50, 20)}
    assert likeliest(area, named).ids[0] == 'index.city'
    assert likeliest(area, {}) == area


def test_what_is_said_is_heard_with_what_is_said_in_it(project: Project) -> None:
    hearing = Hearing(load_catalog(project, 'pl'))
    kind = next(iter(project.types.values()))
    html = hearing.html(kind.say_foot())
    hearing.plain(Name(f'card.{project.deck.cards[0].id}'))
    assert hearing.heard[squeezed(html.striptags())] == (kind.say_foot().id,)
    assert squeezed('Wczesne Imperium') in hearing.heard
    quiet = replace(kind.say_foot(), values={'bonus': Signed(2)})
    assert isinstance(quiet, Say)
    assert squeezed(hearing.plain(quiet)) in hearing.heard


@pytest.mark.parametrize(
    ('text', 'same'),
    [('Roll a\N{NO-BREAK SPACE}die', 'rolladie'), ('\N{LEFT-TO-RIGHT ISOLATE}+1', '+1'), ('Straße', 'strasse')],
)
def test_spaces_signs_and_capitals_do_not_count(text: str, same: str) -> None:
    assert squeezed(text) == same


def test_renderings_are_those_of_print(project: Project, root: Path) -> None:
    from civap.press.views import card_views
    from civap.text.render import Renderer

    catalog = load_catalog(project, 'ar')
    assert card_views(project, Hearing(catalog)) == card_views(project, Renderer(catalog))

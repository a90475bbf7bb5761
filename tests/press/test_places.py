"""Problems of typesetting, told where something is to be changed."""

from dataclasses import replace
from pathlib import Path

import pytest

from civap.content.problems import Problem
from civap.content.project import Project
from civap.press.fonts import FACES
from civap.press.places import placed

ROOT = Path(__file__).parents[2]
SHEET, TEMPLATE = 'templates/styles/cards.css', 'templates/cards/deck.html.j2'
POLISH, ENGLISH = 'locales/pl/new_dawn/cards.po', 'content/new_dawn/phrases.yaml'
FONT = str(next(face.path for face in FACES if face.family == 'Marcellus'))
FILES = {
    SHEET: '/* Cards */\n.x { colour: red; }\n}} garbage',
    TEMPLATE: '<p style="widht: 3mm">',
    POLISH: (
        'msgid ""\nmsgstr ""\n"Language: pl\\n"\n\nmsgctxt "card.pottery"\nmsgid "Pottery ☃"\nmsgstr "Garnki ☃"\n\n'
        'msgctxt "tie.roll"\nmsgid "Roll."\nmsgstr "Nadal remis: rzućkościątakżetymrazem"\n\n'
        'msgctxt "reinforce"\nmsgid "A"\nmsgid_plural "B"\nmsgstr[0] "Raz"\nmsgstr[1] "Umieść wiele żetonów, wiele"\n\n'
        'msgctxt "foot.military"\nmsgid "A"\nmsgstr "Dodaj"\n\n'
        'msgctxt "heading.wonder"\nmsgid "A"\nmsgstr "Całkiem za długi nagłówek nad priorytetami cudu"\n\n'
    ),
    ENGLISH: '- id: a\n  en: "A ☃"\n',
}

# What the typesetter says, of which file, and the place that is told with a part of its line.
CASES = {
    'a declaration': ('render-warning', 'Ignored `colour: red` at 16:6, unknown property.', POLISH, SHEET, 2, 'colour'),
    'a selector over two files': ('render-warning', "Invalid selector, '}} garbage .culture '", POLISH, SHEET, 3, '}}'),
    'a style of a template': ('render-warning', 'Ignored `widht: 3mm` at 1:1', POLISH, TEMPLATE, 1, 'widht'),
    'something else': ('render-warning', 'Failed to load image', POLISH, POLISH, 0, ''),
    'a font': ('render-warning', "Font-face 'Marcellus' cannot be loaded", POLISH, FONT, 0, ''),
    'an English title': (
        'overflow', 'a word too wide in the title of pottery (Pottery)', ENGLISH, 'content/new_dawn/cards.yaml', 0,
        'Pottery',
    ),
    'a Polish title': ('overflow', 'a word too wide in the title of pottery (Garnki)', POLISH, POLISH, 7, 'Garnki'),
    'a text': ('overflow', '2 lines too many in the text of pottery (Garnki)', POLISH, POLISH, 25, 'Całkiem'),
    'a wide word': ('overflow', 'a word 3 mm too wide in the text of flight (Lot)', POLISH, POLISH, 11, 'N'),
    'an English text': (
        'overflow', '2 lines too many in the text of pottery (Pottery)', ENGLISH, ENGLISH, 0, '',
    ),
    'a foot line': ('overflow', '1 line too many in the foot line of flight (Lot)', POLISH, POLISH, 21, 'Dodaj'),
    'a card without texts': ('overflow', '1 line too many in the foot line of currency (X)', POLISH, POLISH, 0, ''),
    'a Polish letter': ('missing-glyph', '☃ (U+2603) in pottery', POLISH, POLISH, 7, '☃'),
    'an English letter': ('missing-glyph', '☃ (U+2603) in pottery', ENGLISH, ENGLISH, 2, '☃'),
    'a letter that is nowhere': ('missing-glyph', '☀ (U+2600)', POLISH, POLISH, 0, ''),
}  # fmt: skip


@pytest.fixture
def broken(project: Project, tmp_path: Path) -> Project:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, 'utf-8')
    return replace(project, root=tmp_path)


@pytest.mark.parametrize('name', CASES)
def test_problems_are_told_where_they_are_mended(broken: Project, name: str) -> None:
    code, said, of, path, line, part = CASES[name]
    problem = Problem(code, f'found {said}, expected less', of, hint='shorten it')
    # A second warning of the same thing, from another document, is told once.
    other = replace(problem, message=problem.message.replace('16:6', '8:6'))
    (found,) = placed([problem, other], broken)
    assert found.path == path
    assert found.hint
    if line:
        assert found.line == line
    if part:
        assert found.excerpt[found.column - 1 :].startswith((part, f'"{part}', 'msgstr'))

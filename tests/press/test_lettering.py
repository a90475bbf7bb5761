"""Letters that typefaces lack, and what is told of a language that has many of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from civap.content.problems import Problem
from civap.content.project import Project
from civap.press.fonts import FAMILIES, fitting, lacking
from civap.press.lettering import gathered
from civap.text.catalog import load_catalog
from civap.text.languages import Faces

Make = Callable[[str, bytes], Path]
POLISH, PROFILE = 'locales/pl/new_dawn/cards.po', 'locales/pl/profile.yaml'


@pytest.mark.parametrize(
    ('text', 'faces', 'letters'),
    [
        ('Zażółć gęślą jaźń – 3 ☃', 'latin', ''),
        ('Știință', 'latin', 'Șț'),
        ('Știință', 'plain', ''),
        ('Гончарство', 'plain', ''),
        ('Θαύμα', 'plain', ''),
        ('ab בא', 'plain', 'אב'),
        ('بطاقة II', 'arabic', ''),
        ('چ', 'arabic', 'چ'),
        ('Б', 'arabic', 'Б'),
    ],
)
def test_letters_that_a_set_of_faces_lacks(text: str, faces: Faces, letters: str) -> None:
    assert lacking(text, faces) == letters


@pytest.mark.parametrize(
    ('text', 'faces'),
    [('abc', 'latin'), ('Știință', 'plain'), ('карта', 'plain'), ('بطاقة', 'arabic'), ('カード', 'latin')],
)
def test_the_set_that_fits_best(text: str, faces: Faces) -> None:
    assert fitting(text) == faces


def test_every_set_but_the_usual_one_has_style_sheets(root: Path) -> None:
    folders = {path.name for path in (root / 'templates' / 'styles').iterdir() if path.is_dir()}
    assert {'latin', *folders} == set(FAMILIES)


def glyphs(letters: str, path: str = POLISH) -> list[Problem]:
    return [
        *(
            Problem('missing-glyph', f'found {letter} (U+{ord(letter):04X}), expected others', path)
            for letter in letters
        ),
        Problem('overflow', 'found 2 lines too many, expected none', path),
    ]


@pytest.mark.parametrize(
    ('word', 'hint'),
    [
        ('Гончарство', 'write faces: plain'),
        ('カードマップ', 'add a typeface that has them, as docs/translating.md tells'),
    ],
)
def test_a_language_of_other_letters_is_told_once(project: Project, project_with: Make, word: str, hint: str) -> None:
    entry = f'msgid ""\nmsgstr ""\n\nmsgctxt "card.pottery"\nmsgid "Pottery"\nmsgstr "{word}"\n'
    other = replace(project, root=project_with(POLISH, entry.encode()))
    load_catalog(other, 'pl', draft=True)
    elsewhere = glyphs('☃', 'locales/ar/new_dawn/cards.po')
    (found, *rest) = gathered([*glyphs(word), *elsewhere], other)
    assert rest == elsewhere
    assert (found.code, found.path, found.line, found.hint) == ('missing-letters', PROFILE, 3, hint)
    assert f'found {len(set(word))} letters' in found.message


def test_a_few_odd_letters_are_told_where_they_stand(project: Project, project_with: Make) -> None:
    entry = 'msgid ""\nmsgstr ""\n\nmsgctxt "card.pottery"\nmsgid "Pottery"\nmsgstr "Garncarstwo Б"\n'
    other = replace(project, root=project_with(POLISH, entry.encode()))
    load_catalog(other, 'pl', draft=True)
    assert gathered(glyphs('Б'), other) == glyphs('Б')
    assert gathered(glyphs('')[-1:], other) == glyphs('')[-1:]

"""The glossary and its patterns: whole words, with a star for letters and vowel marks inside one."""

from __future__ import annotations

import pytest

from civap.content.project import Project
from civap.text.glossary import Glossary
from civap.text.lint.words import Matcher, words


def fits(pattern: str, text: str) -> bool:
    return any(True for _ in Matcher({'': [pattern]}).hits(words(text)))


@pytest.mark.parametrize(
    ('pattern', 'text', 'expected'),
    [
        ('żeton* handlu', 'Połóż {n} **Żetony** handlu.', True),
        ('żeton* handlu', 'żetony na handel', False),
        ('żeton* handlu', 'żetony. Handlu', False),  # a mark parts words
        ('żeton* handlu', 'żetony {n} handlu', True),  # a placeholder is left out
        ('żeton', 'żetony', False),
        ('cel*', 'cel', True),  # a star may stand for nothing
        ('cel*', 'procel', False),
        ('*cel', 'procel', True),
        ('city', 'city-state', False),
        ('państw*-miast*', 'do państwa-miasta.', True),
        ('*رمز* *تجارة', 'ورمزي التجارة', True),
        ('*عزَّز*', 'المعزَّزة', True),
        ('معزَّز', 'معزز', False),
        ('ينف*', 'ينفِّذ', True),  # vowel marks are letters of the word
        ('żeton* * * i surow*', 'żetony cudów natury i surowców', True),
    ],
)
def test_patterns(pattern: str, text: str, expected: bool) -> None:
    assert fits(pattern, text) is expected


def test_every_term_has_all_languages_and_fits_itself(project: Project) -> None:
    assert len(project.glossary) > 80
    for entry in project.glossary:
        for code in ('en', 'pl', 'ar'):
            term = entry.term(code)
            assert term, (entry.id, code)
            assert term.match


@pytest.mark.parametrize('code', ['pl', 'ar'])
def test_a_term_is_not_one_of_its_forbidden_words(code: str, project: Project) -> None:
    """Were it one, no text could be right."""
    glossary = Glossary.of(project.glossary)
    forbidden = Matcher(glossary.forbidden(code))
    for name, term in glossary.of_language(code).items():
        for said in (term.term, term.definite or '', term.plural or ''):
            assert not [hit for hit in forbidden.hits(words(said)) if hit.key == name], name


def test_duals_are_patterns_of_one_word(project: Project) -> None:
    duals = Glossary.of(project.glossary).duals('ar')
    assert {'*رمزا', '*رمزي', '*خانتين'} <= set(duals)
    assert not any(' ' in dual for dual in duals)
    assert Glossary.of(project.glossary).duals('pl') == []

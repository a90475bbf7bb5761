"""Renderings are found in English, and renderings in the translation."""

from pathlib import Path

import pytest

from civap.content.problems import Problems
from civap.content.project import Project
from civap.translate.renderings import Renderings, load_renderings


@pytest.fixture(scope='module')
def polish(project: Project) -> Renderings:
    return load_renderings(project, 'pl')


def uses(terms: Renderings, english: str, translation: str) -> dict[str, bool]:
    return {use.term.english: use.kept for use in terms.uses(english, translation)}


@pytest.mark.parametrize(
    ('english', 'translation', 'expected'),
    [
        ('Spend **trade tokens**.', 'Wydaj **żetony handlu**.', {'trade token': True}),
        ('Spend {n} trade tokens.', 'Wydaj {n} żetonów.', {'trade token': False}),
        ('a city-state', 'państwo-miasto', {'city-state': True}),
        ('nothing of it', 'nic', {}),
    ],
)
def test_terms_of_a_text(polish: Renderings, english: str, translation: str, expected: dict[str, bool]) -> None:
    assert uses(polish, english, translation).items() >= expected.items()
    assert bool(expected) == bool(uses(polish, english, translation))


def test_a_term_in_a_longer_one_is_not_meant(polish: Renderings) -> None:
    found = uses(polish, 'a city-state', '')
    assert 'city' not in found


def test_vowel_marks_count_for_nothing(project: Project) -> None:
    arabic = load_renderings(project, 'ar')
    assert uses(arabic, 'a reinforced token', 'رمز مُعزَّز')['reinforced']


def test_a_forbidden_word_is_told_with_its_term(polish: Renderings) -> None:
    assert [(word, term.english) for word, term in polish.forbidden('połóż żeton wymiany')] == [
        ('żeton wymiany', 'trade token')
    ]
    assert not polish.forbidden('połóż żeton handlu')


def test_a_language_that_the_glossary_lacks_has_no_terms(project: Project) -> None:
    assert not load_renderings(project, 'de').terms


def test_a_faulty_glossary_is_told_by_its_line(project: Project, tmp_path: Path) -> None:
    (tmp_path / 'locales').mkdir()
    (tmp_path / 'locales' / 'glossary.yaml').write_text('- id: slot\n  pl: {term: miejsce}\n', 'utf-8')
    other = type(project)(tmp_path, {}, *(getattr(project, name) for name in list(project.__dataclass_fields__)[2:]))
    with pytest.raises(Problems) as found:
        load_renderings(other, 'pl')
    assert found.value.problems[0].path == 'locales/glossary.yaml'

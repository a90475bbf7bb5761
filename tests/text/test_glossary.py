"""The glossary against the catalogs: no forbidden rendering is used, and terms are what they say."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import polib
import pytest

from civap.content.source import load

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope='module')
def glossary() -> list[dict[str, Any]]:
    data = load(ROOT / 'locales' / 'glossary.yaml', 'locales/glossary.yaml').data()
    assert isinstance(data, list)
    return data


def pattern(term: str) -> re.Pattern[str]:
    """`*` stands for the rest of a word."""
    parts = r'\w*'.join(map(re.escape, term.split('*')))
    return re.compile(rf'(?<!\w){parts}(?!\w)', re.IGNORECASE)


def texts(language: str) -> list[str]:
    entries = polib.pofile(str(ROOT / 'locales' / language / 'new_dawn' / 'cards.po'), encoding='utf-8')
    forms = [form for entry in entries for form in (entry.msgstr, *entry.msgstr_plural.values()) if form]
    return [re.sub(r'\{\w+\}', '0', form) for form in forms]


def test_ids_are_unique_and_every_term_has_all_languages(glossary: list[dict[str, Any]]) -> None:
    ids = [entry['id'] for entry in glossary]
    assert len(ids) == len(set(ids)) > 80
    assert all({'en', 'pl', 'ar'} <= set(entry) for entry in glossary)


@pytest.mark.parametrize('language', ['pl', 'ar'])
def test_no_forbidden_rendering_is_printed(language: str, glossary: list[dict[str, Any]]) -> None:
    forbidden = [term for entry in glossary for term in entry[language].get('forbid', [])]
    assert len(forbidden) > 10
    found = [(term, text) for term in forbidden for text in texts(language) if pattern(term).search(text)]
    assert not found


@pytest.mark.parametrize(
    ('language', 'text', 'term'),
    [('pl', 'połóż 1 żeton wymiany', 'żeton* wymiany'), ('ar', 'رمز مقايضة', '*مقايضة*')],
)
def test_a_forbidden_rendering_would_be_found(
    language: str, text: str, term: str, glossary: list[dict[str, Any]]
) -> None:
    assert term in [item for entry in glossary for item in entry[language].get('forbid', [])]
    assert pattern(term).search(text)

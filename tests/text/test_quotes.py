"""Quotes and apostrophes in print are those of the language, never straight ones."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from civap.content.project import Project
from civap.text.catalog import load_book_catalog, load_catalog, load_play_catalog, load_sheet_catalog

LOADERS = (load_catalog, load_play_catalog, load_sheet_catalog, load_book_catalog)
STRAIGHT = re.compile(r'["\'`´]')
# What a language opens and closes with, and others that it has no use for.
QUOTES = {'en': ('“', '”', '„«»'), 'pl': ('„', '”', '“«»'), 'ar': ('«', '»', '“”„')}


def printed(project: Project, language: str) -> Iterator[tuple[str, str]]:
    for load in LOADERS:
        for name, translation in load(project, language).translations.items():
            yield from ((name, form) for form in translation.forms)


@pytest.mark.parametrize('language', QUOTES)
def test_no_quote_is_straight_or_of_another_language(language: str, project: Project) -> None:
    texts = list(printed(project, language))
    assert len(texts) > 800
    strange = QUOTES[language][2]
    assert not [(name, text) for name, text in texts if STRAIGHT.search(text) or set(text) & set(strange)]


@pytest.mark.parametrize('language', QUOTES)
def test_quotes_come_in_pairs(language: str, project: Project) -> None:
    start, end, _ = QUOTES[language]
    for name, text in printed(project, language):
        marks = re.sub(f'[^{start}{end}]', '', text)
        assert marks == (start + end) * (len(marks) // 2), (name, text)

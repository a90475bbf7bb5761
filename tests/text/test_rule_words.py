"""Rules in print name everything that the engine looks at, in every language."""

from __future__ import annotations

import pytest

from civap.content.project import Project
from civap.text.catalog import Catalog, load_book_catalog, load_sheet_catalog
from civap.text.glossary import Glossary
from civap.text.lint.words import Matcher, words

# What a message and those below it must name, by the terms of the glossary: effects/attack.py (the card of whoever is
# attacked goes back, a defeated barbarian pays), Pieces.takes_control and HexMap.why_no_city.
RETURNED = ('city-state', 'rival', 'diplomacy-card')
CONTROL = ('legal-space', 'control-token', 'friendly-city', 'water', 'barbarian', 'city-state', 'city')
CITY = (
    'legal-space', 'city', 'water', 'adjacent', 'barbarian', 'city-state', 'control-token', 'rival',
    'resource', 'natural-wonder',
)  # fmt: skip
NAMED = {
    'rule.bonus.return-card': RETURNED,
    'rule.attack.dice': ('barbarian', 'trade-token'),
    'rule.base.control-space': CONTROL,
    'rule.industry.city-defense': (*CITY, 'terrain-difficulty', 'reinforced'),
    'term.legal-space': CITY,
    'sheet.legal.control': CONTROL[1:],
    'sheet.legal.city': CITY[1:],
}


@pytest.mark.parametrize('language', ['en', 'pl', 'ar'])
@pytest.mark.parametrize('name', NAMED)
def test_a_rule_names_all_that_it_is_about(
    name: str,
    language: str,
    project: Project,
) -> None:
    load = load_sheet_catalog if name.startswith('sheet.') else load_book_catalog
    text = said(load(project, language), name)
    ways = Glossary.of(project.glossary).ways(language)
    named = {hit.key for hit in Matcher(ways).hits(words(text))}
    assert not set(NAMED[name]) - named, text


def said(catalog: Catalog, name: str) -> str:
    """A message and those of its list."""
    texts = [each.forms[-1] for key, each in catalog.translations.items() if f'{key}.'.startswith(f'{name}.')]
    return ' '.join(texts).replace('**', '')

"""The formula in a PO header against the forms that civap picks, by Python's own gettext."""

from __future__ import annotations

from gettext import c2py
from pathlib import Path

import polib
import pytest
from babel import Locale
from babel.localedata import locale_identifiers

from civap.text.languages import CATEGORIES, plural_forms
from civap.text.plurals import picks_forms, plural_header

ROOT = Path(__file__).resolve().parents[2]


def formula(header: str) -> tuple[int, str]:
    """The number of forms, and the expression."""
    count, expression = header.removesuffix(';').split('; plural=')
    return int(count.removeprefix('nplurals=')), expression


@pytest.mark.parametrize(
    'path', sorted(ROOT.glob('locales/*/*/*.po')), ids=lambda path: f'{path.parts[-3]}/{path.stem}'
)
def test_shipped_headers_pick_what_cldr_says_for_0_to_125(path: Path) -> None:
    metadata = polib.pofile(str(path)).metadata
    locale = Locale.parse(metadata['Language'])
    count, expression = formula(metadata['Plural-Forms'])
    picked = [c2py(expression)(number) for number in range(126)]
    said = [locale.plural_form(number) for number in range(126)]
    order = [category for category in CATEGORIES if category in said]
    assert [order[form] for form in picked] == said
    assert count == len(order) == len(plural_forms(metadata['Language']))


def test_any_language_of_cldr_gets_a_header_that_picks_its_forms() -> None:
    """Those with rules of their own, and some of the others (all take half a minute)."""
    some = sorted(code for code in locale_identifiers() if code != 'root')[::40]
    codes = ['ar', 'br', 'cy', 'ga', 'gv', 'he', 'kw', 'lt', 'lv', 'mt', 'pl', 'pt_BR', 'ro', 'sl', 'uk', *some]
    wrong = [code for code in codes if not picks_forms(plural_header(code), code)]
    assert not wrong


@pytest.mark.parametrize(
    ('code', 'header'),
    [
        ('de', 'nplurals=2; plural=(n != 1);'),
        ('ja', 'nplurals=1; plural=0;'),
        ('pt_BR', 'nplurals=2; plural=(((n >= 0 && n <= 1)) ? 0 : 1);'),
        ('cy', 'nplurals=6; plural=(n == 0 ? 0 : n == 1 ? 1 : n == 2 ? 2 : n == 3 ? 3 : n == 6 ? 4 : 5);'),
    ],
)
def test_headers(code: str, header: str) -> None:
    assert plural_header(code) == header


@pytest.mark.parametrize(
    ('header', 'right'),
    [
        ('nplurals=2; plural=(n != 1);', True),
        ('nplurals=2; plural=n!=1', True),
        ('nplurals=2; plural=(n > 1);', False),
        ('nplurals=3; plural=(n != 1);', False),
        ('nplurals=2; plural=(n == 1);', False),
    ],
)
def test_a_header_is_right_if_it_picks_the_same_forms(header: str, right: bool) -> None:
    assert picks_forms(header, 'de') is right

"""The header of a PO file: language and plural forms as the language has them."""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator

from civap.content.problems import Problem, counted
from civap.content.source import Mark, problem_at
from civap.text.languages import Language
from civap.text.lint.registry import Level, elsewhere
from civap.text.plurals import plural_header
from civap.text.po import PoFile

_PLURAL = re.compile(r'nplurals\s*=\s*(\d+)\s*;\s*plural\s*=\s*(.+?)\s*;?\s*$')
CHECKED = 200  # numbers for which the formula is tried


@elsewhere(2, 'header', Level.ERROR, ('header',), '“Plural-Forms: nplurals=2; plural=(n != 1);” in Polish')
def header_problems(file: PoFile, language: Language) -> Iterator[Problem]:
    """Language or plural forms in the header that are not the language's: editors go by them."""
    for name, wrong in (('Language', _wrong_language), ('Plural-Forms', _wrong_plural)):
        value, mark = file.header(name) or (None, Mark(0, 0))
        message = f'found no {name} in the header, expected it' if value is None else wrong(value, language)
        if message:
            hint = f'write "{name}: {_wanted(name, language)}\\n"'
            yield problem_at(file.path, file.lines, 'header', message, mark, hint)


def _wanted(name: str, language: Language) -> str:
    return language.code if name == 'Language' else plural_header(language.code)


def _wrong_language(value: str, language: Language) -> str:
    return '' if value == language.code else f'found {value!r}, expected {language.code!r}'


def _wrong_plural(value: str, language: Language) -> str:
    """What is wrong with a formula: it is tried for many numbers."""
    found = _PLURAL.match(value)
    if not found or int(found[1]) != len(language.forms):
        return f'found {value!r}, expected {counted(len(language.forms), "plural form")}'
    try:
        formula = gettext.c2py(found[2])
        wrong = next((n for n in range(CHECKED) if formula(n) != language.form(n)), None)
    except (ValueError, RecursionError, OverflowError, ZeroDivisionError):
        return f'found {found[2]!r}, expected a formula'
    if wrong is None:
        return ''
    return f'found form {formula(wrong)} for n = {wrong}, expected {language.form(wrong)}'

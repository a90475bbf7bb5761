"""The header of a PO file: language and plural forms as the language has them."""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator

from civap.content.problems import Problem
from civap.content.source import Mark, problem_at
from civap.text.languages import Language
from civap.text.lint.registry import Level, elsewhere
from civap.text.po import PoFile

_FIELD = re.compile(r'"(?P<name>Language|Plural-Forms): *(?P<value>.*?)(\\n)?"\s*$')
_PLURAL = re.compile(r'nplurals\s*=\s*(\d+)\s*;\s*plural\s*=\s*(.+?)\s*;?\s*$')
CHECKED = 200  # numbers for which the formula is tried


@elsewhere(2, 'header', Level.ERROR, ('header',), '“Plural-Forms: nplurals=2; plural=(n != 1);” in Polish')
def header_problems(file: PoFile, language: Language) -> Iterator[Problem]:
    """Language or plural forms in the header that are not the language's: editors go by them."""
    fields = {found['name']: (number, found) for number, found in _fields(file)}
    for name, wrong in (('Language', _wrong_language), ('Plural-Forms', _wrong_plural)):
        number, found = fields.get(name, (0, None))
        message = wrong(found['value'], language) if found else f'found no {name} in the header, expected it'
        if message:
            mark = Mark(number, found.start('value') if found else 0)
            hint = f'write "{name}: {_wanted(name, language)}\\n"'
            yield problem_at(file.path, file.lines, 'header', message, mark, hint)


def _fields(file: PoFile) -> Iterator[tuple[int, re.Match[str]]]:
    for number, line in enumerate(file.lines):
        if line.startswith('msgctxt'):
            return
        if found := _FIELD.match(line):
            yield number, found


def _wanted(name: str, language: Language) -> str:
    return language.code if name == 'Language' else f'nplurals={len(language.forms)}; plural=...;'


def _wrong_language(value: str, language: Language) -> str:
    return '' if value == language.code else f'found {value!r}, expected {language.code!r}'


def _wrong_plural(value: str, language: Language) -> str:
    """What is wrong with a formula: it is tried for many numbers."""
    found = _PLURAL.match(value)
    if not found or int(found[1]) != len(language.forms):
        return f'found {value!r}, expected {len(language.forms)} plural forms'
    try:
        formula = gettext.c2py(found[2])
        wrong = next((n for n in range(CHECKED) if formula(n) != language.form(n)), None)
    except (ValueError, RecursionError, OverflowError, ZeroDivisionError):
        return f'found {found[2]!r}, expected a formula'
    if wrong is None:
        return ''
    return f'found form {formula(wrong)} for n = {wrong}, expected {language.form(wrong)}'

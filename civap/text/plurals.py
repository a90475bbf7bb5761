"""The Plural-Forms of a PO header: the forms that civap picks, as a formula for the programs that translators use."""

from __future__ import annotations

from functools import lru_cache
from gettext import c2py

from babel import Locale
from babel.messages.plurals import get_plural
from babel.plural import PluralRule, to_gettext

from civap.text.languages import form_table, plural_forms


@lru_cache
def plural_header(code: str) -> str:
    """`nplurals=...; plural=...;` of a language, as most programs write it if that picks the same forms."""
    usual = str(get_plural(code))
    return usual if picks_forms(usual, code) else _from_cldr(code)


def picks_forms(header: str, code: str) -> bool:
    """Whether a header picks the form that civap picks, for each number from 0 to 200."""
    count, _, formula = header.removesuffix(';').partition('; plural=')
    if count != f'nplurals={len(plural_forms(code))}':
        return False
    return tuple(map(c2py(formula), range(len(form_table(code))))) == form_table(code)


def _from_cldr(code: str) -> str:
    """CLDR's rules for the forms that whole numbers reach; those that no rule takes get the last form."""
    rules = Locale.parse(code).plural_form.rules
    return to_gettext(PluralRule({form: rules[form] for form in plural_forms(code)[:-1]}))

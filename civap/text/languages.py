"""Languages: which there are and how each is set. Profiles are data: no code branches by one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Literal

from babel import Locale, UnknownLocaleError

from civap.content.folder import language_codes
from civap.content.problems import Problem, Problems, did_you_mean
from civap.content.schema import Id, Model, Text, validate
from civap.content.source import Document, load

# CLDR's order of plural categories; a PO file numbers those that whole numbers reach in this order.
CATEGORIES = ('zero', 'one', 'two', 'few', 'many', 'other')
NUMBERS = 201  # from 0: more than any count on a card, and every category of whole numbers


class Profile(Model):
    """locales/<language>/profile.yaml. Words in `no_line_end` never end a line.

    `alphabet` is the order of the letters in an index; words in `articles` are passed over at the start of an entry.
    """

    language: Id
    name: Text
    digits: Literal['latn', 'arab']
    no_line_end: tuple[Text, ...] = ()
    alphabet: Text = 'abcdefghijklmnopqrstuvwxyz'
    articles: tuple[Text, ...] = ()


@dataclass(frozen=True)
class Language:
    """A language that a project can be printed in."""

    profile: Profile
    folder: Path

    @property
    def code(self) -> str:
        """The language's code: en, pl, ar."""
        return self.profile.language

    @property
    def name(self) -> str:
        """The language's own name."""
        return self.profile.name

    @cached_property
    def direction(self) -> Literal['ltr', 'rtl']:
        """The direction of the script, from CLDR."""
        return 'rtl' if Locale.parse(self.code).text_direction == 'rtl' else 'ltr'

    @cached_property
    def forms(self) -> tuple[str, ...]:
        """The plural categories that whole numbers reach, in the order of a PO file's forms."""
        return plural_forms(self.code)

    def form(self, number: int) -> int:
        """Which form of a PO file goes with `number` (0 to 200)."""
        return _form_table(self.code)[number]

    def numbers_of(self, form: int) -> tuple[int, ...]:
        """Numbers up to 200 that use the form."""
        return plural_numbers(self.code)[form]


@lru_cache
def _categories(code: str) -> tuple[str, ...]:
    """The CLDR category of each number from 0 to 200."""
    return tuple(map(Locale.parse(code).plural_form, range(NUMBERS)))


@lru_cache
def plural_forms(code: str) -> tuple[str, ...]:
    """CLDR categories of whole numbers in the language, in PO order."""
    reached = _categories(code)
    return tuple(category for category in CATEGORIES if category in reached)


@lru_cache
def _form_table(code: str) -> tuple[int, ...]:
    """The index of the PO form of each number from 0 to 200."""
    forms = plural_forms(code)
    return tuple(forms.index(category) for category in _categories(code))


@lru_cache
def plural_numbers(code: str) -> tuple[tuple[int, ...], ...]:
    """The numbers from 0 to 200 of each PO form."""
    table = _form_table(code)
    return tuple(
        tuple(number for number, used in enumerate(table) if used == form) for form in range(len(plural_forms(code)))
    )


def load_language(root: Path, code: str) -> Language:
    """The profile of a language. Raises `Problems`: unknown-language, and faults of the file."""
    folder = root / 'locales' / code
    if code not in language_codes(root) or not (folder / 'profile.yaml').is_file():
        known = language_codes(root)
        message = f'found the language {code!r}, expected one with a locales/<language>/profile.yaml'
        raise Problems(Problem('unknown-language', message, hint=did_you_mean(code, known)))
    document = load(folder / 'profile.yaml', f'locales/{code}/profile.yaml')
    profile = validate(Profile, document)
    _check_profile(profile, code, document)
    return Language(profile, folder)


def _check_profile(profile: Profile, code: str, document: Document) -> None:
    node = document.node(('language',))
    if profile.language != code:
        message = f'found {profile.language!r} in the folder {code}, expected {code!r}'
        raise Problems(document.problem('wrong-language', message, node, f'write {code}'))
    try:
        Locale.parse(code)
    except (UnknownLocaleError, ValueError):
        message = f'found {code!r}, expected a language that CLDR knows'
        hint = 'use a language code such as de or pt'
        raise Problems(document.problem('unknown-language', message, node, hint)) from None

"""Languages: which there are and how each is set. Profiles are data: no code branches by one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal

from babel import Locale, UnknownLocaleError
from babel.core import get_global
from pydantic import Field

from civap.content.folder import language_codes, profile_path
from civap.content.problems import Problem, Problems, did_you_mean
from civap.content.schema import Flag, LanguageCode, Model, Reader, Text, fault, shown, validate
from civap.content.source import Document, load

# CLDR's order of plural categories; a PO file numbers those that whole numbers reach in this order.
CATEGORIES = ('zero', 'one', 'two', 'few', 'many', 'other')
NUMBERS = 201  # from 0: more than any count on a card, and every category of whole numbers
Digits = Literal['latn', 'arab']
# The words that the names of a script's letters begin with, by its code in CLDR.
LETTERS = {
    'Latn': ('LATIN',),
    'Arab': ('ARABIC',),
    'Cyrl': ('CYRILLIC',),
    'Grek': ('GREEK',),
    'Hebr': ('HEBREW',),
    'Armn': ('ARMENIAN',),
    'Geor': ('GEORGIAN',),
    'Deva': ('DEVANAGARI',),
    'Beng': ('BENGALI',),
    'Taml': ('TAMIL',),
    'Thai': ('THAI',),
    'Hans': ('CJK', 'BOPOMOFO'),
    'Hant': ('CJK', 'BOPOMOFO'),
    'Jpan': ('CJK', 'HIRAGANA', 'KATAKANA', 'KATAKANA-HIRAGANA'),
    'Kore': ('HANGUL', 'CJK'),
}


def _pair(value: object) -> str:
    if isinstance(value, str) and len(value) == 2:
        return value
    message = 'found {found}, expected two characters'
    raise fault('not-a-pair', message, 'write what opens and what closes, such as “”', found=shown(value))


Pair = Annotated[str, Reader(_pair, keywords={'minLength': 2, 'maxLength': 2})]


class Quotes(Model):
    """What opens and closes a quotation, and one inside another: two characters each."""

    outer: Pair
    inner: Pair | None = None


class Dashes(Model):
    """The dash of sentences, with spaces round it, and the one between two ends of a range, without."""

    sentence: Text | None = None
    range: Text | None = None


class Signs(Model):
    """Words that stand for a sign before a number."""

    plus: tuple[Text, ...] = ()
    minus: tuple[Text, ...] = ()


Faces = Literal['latin', 'plain', 'arabic']


def _key(default: Any, about: str, example: str) -> Any:
    """A key of the profile with what users are told of it; `example` is a value as it is written in YAML."""
    return Field(default=default, description=about, examples=[example])


class Profile(Model):
    """locales/<language>/profile.yaml. The first three keys are needed; what a key is for is left alone without it."""

    language: LanguageCode = _key(..., 'The code of the language as CLDR has it, and the name of the folder.', 'pl')
    name: Text = _key(..., 'What the language calls itself.', 'Polski')
    digits: Digits = _key(..., 'The digits of print: latn for 0123456789, arab for ٠١٢٣٤٥٦٧٨٩.', 'latn')
    faces: Faces = _key(
        'latin', 'The set of typefaces: latin, plain (Cyrillic, Greek, all Latin letters), arabic.', 'latin'
    )
    alphabet: Text = _key(
        'abcdefghijklmnopqrstuvwxyz',
        'The letters in the order of dictionaries: the order of the index and the glossary.',
        'aąbcćdeęfghijklłmnńoóprsśtuwyzźż',
    )
    articles: tuple[Text, ...] = _key((), 'What the index passes over at the start of an entry.', '[ال]')
    no_line_end: tuple[Text, ...] = _key(
        (), 'Words that never end a line, such as prepositions of one letter.', '[a, i, o, u, w, z]'
    )
    bound: tuple[Text, ...] = _key((), 'Words that a number follows on the same line.', '[str., nr, poziom]')
    no_break: tuple[Literal['numbers', 'dashes'], ...] = _key(
        (), 'What else holds together: a typed number with the next word, a dash with the word before it.', '[numbers]'
    )
    script: Text | None = _key(None, 'The script of the letters, if it is not the one that CLDR has.', 'Latn')
    uses_spaces: Flag = _key(True, 'Whether spaces part words: false for Japanese, Chinese, Thai.', 'true')
    quotes: Quotes | None = _key(
        None, 'What opens and closes a quotation, and one inside another.', '{outer: „”, inner: «»}'
    )
    dashes: Dashes = _key(
        Dashes(), 'The dash between parts of a sentence, and the one of ranges.', '{sentence: –, range: –}'
    )
    marks: dict[Text, Text] = _key({}, 'Each mark of English for which the language has its own.', "{',': ،, '?': ؟}")
    ends: dict[Text, Text] = _key({}, 'Each mark at the end of an English text that becomes another.', "{'?': ؟}")
    stretch: Text | None = _key(None, 'The letter that only makes words longer.', 'ـ')
    forbidden: dict[Text, Text] = _key(
        {}, 'Letters of other languages that look right, under a name for them.', '{a Cyrillic letter: аеосрху}'
    )
    letter_pairs: dict[Text, Text] = _key(
        {}, 'Letters and marks in a wrong order that cannot be seen, each with the right one.', '{اً: ًا}'
    )
    repeated: tuple[Text, ...] = _key((), 'Words that may stand twice in a row.', '[bardzo]')
    homographs: tuple[Text, ...] = _key(
        (), 'Words that are other words than terms of the glossary, without their vowel marks.', "['*تحرك']"
    )
    number_words: dict[Literal['1', '2', '3', '4', '5', '6'], tuple[Text, ...]] = _key(
        {},
        'Words for the numbers 1 to 6 in all their forms; * stands for any letters.',
        "{'2': [dwa, dwie, dwóch, drug*], '3': [trzy, trzech, trzeci*]}",
    )
    number_hints: dict[Literal['1', '2', '3', '4', '5', '6'], tuple[Text, ...]] = _key(
        {}, 'Words that may stand for such a number: once, both, twice.', "{'2': [oba, obie, podwaja]}"
    )
    signs: Signs = _key(Signs(), 'Words that stand for a sign before a number.', '{plus: [plus], minus: [minus]}')
    negations: tuple[Text, ...] = _key(
        (), 'All words that say no: not, no, none, never, without, cannot.', '[nie, bez, żaden, nic]'
    )
    weak_negations: tuple[Text, ...] = _key(
        (), 'Those of them that only repeat a “no” of the same clause: two words, one “no”.', '[żaden, nic, ani]'
    )
    function_words: tuple[Text, ...] = _key(
        (), 'Words that join others. Of English alone: by them English that was left over is known.', '[the, of, and]'
    )


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
    def letters(self) -> tuple[str, ...]:
        """What the Unicode names of its letters begin with; none if its script is not known."""
        likely = get_global('likely_subtags').get(self.code, '')
        codes = (self.profile.script, *likely.split('_'))
        return next((LETTERS[code] for code in codes if code in LETTERS), ())

    @cached_property
    def forms(self) -> tuple[str, ...]:
        """The plural categories that whole numbers reach, in the order of a PO file's forms."""
        return plural_forms(self.code)

    def form(self, number: int) -> int:
        """Which form of a PO file goes with `number` (0 to 200)."""
        return form_table(self.code)[number]

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
def form_table(code: str) -> tuple[int, ...]:
    """The index of the PO form of each number from 0 to 200."""
    forms = plural_forms(code)
    return tuple(forms.index(category) for category in _categories(code))


@lru_cache
def plural_numbers(code: str) -> tuple[tuple[int, ...], ...]:
    """The numbers from 0 to 200 of each PO form."""
    table = form_table(code)
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
    document = load(root / profile_path(code), profile_path(code))
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

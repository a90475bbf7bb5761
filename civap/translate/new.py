"""`civap translate new`: a language that CLDR knows, ready to be translated."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from babel import Locale, UnknownLocaleError

from civap.content.folder import SOURCE, language_folders, profile_path
from civap.content.problems import Problem, Problems, nearest
from civap.content.project import Project
from civap.press.fonts import fitting, lacking
from civap.press.output import write_files
from civap.schemas import mode_line
from civap.text.domains import load_domains, texts_path
from civap.text.languages import Faces, plural_forms
from civap.translate.files import new_po, po_text
from civap.translate.merge import merge
from civap.translate.notes import Notes

# More letters than that are no alphabet that an index can follow one by one.
ALPHABET = 100
SHOWN = 10
RARE = 2  # times a letter must be met to be one of the language's own
_CODE = re.compile('[a-z]{2,3}(_[A-Z][a-z]{3})?(_([A-Z]{2}|[0-9]{3}))?')
PROFILE = """\
{mode}
# How {english} is set. civap build reads this file; whoever translates keeps it.
#
# language     the code of the language as CLDR has it, and the name of this folder
# name         what the language calls itself
# digits       latn for 0123456789, arab for ٠١٢٣٤٥٦٧٨٩
# no-line-end  words that never end a line, such as one-letter prepositions in Polish: [a, i, o, u, w, z]
# alphabet     its letters in the order of its dictionaries: the order of the index in the rulebook
# articles     what the index passes over at the start of an entry: [ال] in Arabic
# faces        the typefaces: latin; plain, for Cyrillic, Greek and Latin letters that the face of titles lacks; arabic
{guess}language: {code}
name: {name}
digits: {digits}
no-line-end: []
{alphabet}articles: []
faces: {faces}
"""
GUESS = """\
#
# The alphabet is a guess, from names that CLDR has: put it in order, add what is missing, take out what is foreign.
"""


@dataclass(frozen=True)
class Made:
    """The files of a new language by their paths, and the letters that no typeface has, if there are some."""

    code: str
    files: dict[str, str]
    lacking: str = ''

    def lines(self) -> Iterator[str]:
        """What is told of it: the files, then what to do next."""
        yield from self.files
        if self.lacking:
            sample = ' '.join(self.lacking[:SHOWN])
            yield f'no typeface here has letters of it, such as {sample}: docs/translating.md tells how to add one'
        yield f'look through {next(iter(self.files))}, translate, and see:'
        yield f'    civap build --lang {self.code} --draft --only cards'


def new_language(project: Project, code: str) -> Made:
    """The files of a language; nothing is written yet. Raises `Problems`: unknown-language, language-exists."""
    _refuse(project, code)
    locale = Locale.parse(code)
    letters = _letters(locale)
    text = letters + letters.upper()
    faces = fitting(text)
    files = {profile_path(code): _profile(locale, code, letters, faces)}
    notes = Notes(project, code)
    for domain in load_domains(project):
        file = new_po(code, domain.name)
        merge(file, domain.messages, notes.of(domain), len(plural_forms(code)))
        files[texts_path(code, domain.name)] = po_text(file)
    return Made(code, files, lacking(text, faces))


def write_language(project: Project, made: Made) -> None:
    """Write the files, all of them or nothing. Raises `Problems` (cannot-write)."""
    write_files(project.root, {path: text.encode() for path, text in made.files.items()}, elsewhere='')


def _refuse(project: Project, code: str) -> None:
    """A language that is there already, and what is no code of one. Raises `Problems`."""
    right = _written(code)
    if right in language_folders(project.root):
        message = f'found the folder locales/{right}, expected a language that is not there yet'
        hint = f'type civap translate sync --lang {right}'
        if right == SOURCE:
            hint = 'change the texts in content/, which are the source'
        raise Problems(Problem('language-exists', message, hint=hint))
    if code != right or not _is_known(code):
        message = f'found {code!r}, expected the code of a language in CLDR'
        raise Problems(Problem('unknown-language', message, hint=_meant(code, right)))


def _written(code: str) -> str:
    """A code with its parts written as CLDR does: pt_BR, zh_Hant."""
    first, *others = re.split('[-_]', code)
    return '_'.join([first.lower(), *(part.title() if len(part) == 4 else part.upper() for part in others)])


def _is_known(code: str) -> bool:
    """Whether CLDR has the language, under just this code."""
    return bool(_CODE.fullmatch(code)) and _in_cldr(code) == code.split('_')[0]


def _in_cldr(code: str) -> str:
    """The language that CLDR takes a code for; empty if for none."""
    try:
        return str(Locale.parse(code).language)
    except (UnknownLocaleError, ValueError):
        return ''


def _meant(code: str, right: str) -> str:
    """The code as it should be written, or that of the language whose English name comes nearest."""
    if _is_known(right) or (right := _in_cldr(right)):
        return f'write {right}'
    names = {name.lower(): known for known, name in Locale('en').languages.items() if _is_known(known)}
    name = nearest(code.lower(), names)
    return f'write {names[name]} ({name.title()})' if name else 'use a code such as de, pt_BR or zh_Hant'


def _letters(locale: Locale) -> str:
    """The letters in what a language calls languages, countries and months, each beside those with the same base."""
    words = [*locale.languages.values(), *locale.territories.values(), *locale.months['format']['wide'].values()]
    count = Counter(
        letter for word in words for letter in str(word).lower() if unicodedata.category(letter) in ('Ll', 'Lo')
    )
    own = (letter for letter, times in count.items() if times >= RARE)
    return ''.join(sorted(own, key=lambda letter: unicodedata.normalize('NFD', letter)))


def _alphabet(letters: str) -> str:
    """The letters of the script that most of them have."""
    scripts = [unicodedata.name(letter).split()[0] for letter in letters]
    (most, _), *_ = Counter(scripts).most_common(1)
    return ''.join(letter for letter, script in zip(letters, scripts, strict=True) if script == most)


def _profile(locale: Locale, code: str, letters: str, faces: Faces) -> str:
    name = str(locale.get_display_name())
    has_alphabet = len(letters) <= ALPHABET
    return PROFILE.format(
        english=locale.get_display_name('en'),
        mode=mode_line(profile_path(code)),
        code=code,
        name=name[:1].upper() + name[1:],
        digits='arab' if locale.default_numbering_system == 'arab' else 'latn',
        guess=GUESS if has_alphabet else '',
        alphabet=f'alphabet: {_alphabet(letters)}\n' if has_alphabet else '',
        faces=faces,
    )

"""`civap translate new`: a language that CLDR knows, ready to be translated."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from babel import Locale, UnknownLocaleError
from pydantic import RootModel

from civap.content.folder import SOURCE, language_folders, profile_path
from civap.content.problems import Problem, Problems, nearest
from civap.content.project import Project
from civap.content.schema import Model, kebab, validate
from civap.content.source import load
from civap.press.fonts import fitting, lacking
from civap.press.output import write_files
from civap.schemas import mode_line
from civap.text.domains import load_domains, texts_path
from civap.text.languages import Faces, Profile, plural_forms
from civap.translate.files import new_po, po_text
from civap.translate.merge import merge
from civap.translate.notes import Notes

# More letters than that are no alphabet that an index can follow one by one.
ALPHABET = 100
SHOWN = 10
RARE = 2  # times a letter must be met to be one of the language's own
_CODE = re.compile('[a-z]{2,3}(_[A-Z][a-z]{3})?(_([A-Z]{2}|[0-9]{3}))?')
ABOUT = """\
{mode}
# How {english} is set and checked. civap build and civap translate check read this file; whoever translates keeps it.
# A line with # before its key is an example of another language: write your own, and take the # away.
"""
GUESS = '# A guess, from names that CLDR has: put it in order, add what is missing, take out what is foreign.\n'
USUAL = ('“”', '‘’')
WITHOUT_SPACES = ('ja', 'zh', 'th', 'lo', 'km', 'my')


class _Marks(Model):
    outer: str
    inner: str
    locales: tuple[str, ...]


class _AllMarks(RootModel[tuple[_Marks, ...]]):
    """The file with the marks of all locales that have others than the usual ones."""


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


def quotation_marks(code: str) -> tuple[str, str]:
    """What opens and closes a quotation in a language, and one inside another; of Babel, CLDR's marks are no part."""
    known = _marks()
    parts = code.split('_')
    names = ('_'.join(parts[:count]) for count in range(len(parts), 0, -1))
    return next((known[name] for name in names if name in known), USUAL)


@cache
def _marks() -> Mapping[str, tuple[str, str]]:
    path = Path(__file__).with_name('quotes.yaml')
    found = validate(_AllMarks, load(path, f'civap/translate/{path.name}')).root
    return {locale: (each.outer, each.inner) for each in found for locale in each.locales}


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
    """The profile: each key with what it is for, and a value where one is known."""
    values = _known(locale, code, letters, faces)
    parts = [ABOUT.format(english=locale.get_display_name('en'), mode=mode_line(profile_path(code)))]
    for name, field in Profile.model_fields.items():
        key, (example, *_) = kebab(name), field.examples or ['']
        if key == 'function-words':
            continue  # of English alone
        guess = GUESS if key == 'alphabet' and key in values else ''
        line = f'{key}: {values[key]}' if key in values else f'# {key}: {example}'
        parts.append(f'# {field.description}\n{guess}{line}\n')
    return '\n'.join(parts)


def _known(locale: Locale, code: str, letters: str, faces: Faces) -> dict[str, str]:
    """The values of keys that need nobody who knows the language."""
    name = str(locale.get_display_name())
    language = code.split('_')[0]
    found = {
        'language': code,
        'name': name[:1].upper() + name[1:],
        'digits': 'arab' if locale.default_numbering_system == 'arab' else 'latn',
        'faces': faces,
    }
    if len(letters) <= ALPHABET:
        found['alphabet'] = _alphabet(letters)
    outer, inner = quotation_marks(code)
    found['quotes'] = f'{{outer: {outer}, inner: {inner}}}'
    if language in WITHOUT_SPACES:
        found['uses-spaces'] = 'false'
    return found

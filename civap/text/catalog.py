"""Catalogs: the messages of one language, read from PO files and checked against the English.

An entry belongs to a message by its id (`msgctxt`); `msgid` is the English that was translated, so
that a changed English sentence makes the translation stale instead of wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum

from civap.content.folder import GAME, SOURCE
from civap.content.phrases import Message, placeholders
from civap.content.problems import Problem, Problems
from civap.content.project import Project
from civap.content.sheets import borrowed_messages
from civap.text.checks import check_entries, is_stale
from civap.text.domains import BOOK, CARDS, PLAY, SHEETS, load_domain, texts_path
from civap.text.languages import Language, load_language
from civap.text.po import Entry, read_po

# What a draft may print, with a mark.
DRAFT_CODES = frozenset({'missing-translation', 'stale-translation'})


class State(Enum):
    """Whether a text can be printed as it is."""

    READY = 'ready'
    STALE = 'stale'
    MISSING = 'missing'


@dataclass(frozen=True, slots=True)
class Translation:
    """The forms of one message; in a draft a missing one falls back to English."""

    forms: tuple[str, ...]
    state: State = State.READY


@dataclass(frozen=True)
class Catalog:
    """All messages of a language."""

    language: Language
    source: Language
    translations: Mapping[str, Translation]

    def text(self, message: str, number: int | None) -> tuple[str, State]:
        """The text with its placeholders, in the form for `number`, and its state. Raises `Problems`."""
        translation = self.translations.get(message)
        if translation is None:  # files are checked, so that only code can have forgotten it
            hint = 'add it, or report this'
            raise Problems(Problem('missing-phrase', f'found no phrase {message!r}, expected one', hint=hint))
        if number is None or len(translation.forms) == 1:
            return translation.forms[0], translation.state
        language = self.source if translation.state is State.MISSING else self.language
        return translation.forms[language.form(number)], translation.state


def load_catalog(project: Project, code: str, *, draft: bool = False) -> Catalog:
    """The texts of the cards in a language.

    Raises `Problems`; a draft lets missing and stale texts pass, marked.
    """
    return _load(project, code, CARDS, draft)


def load_play_catalog(project: Project, code: str, *, draft: bool = False) -> Catalog:
    """What is said about a turn in a language, the names and lines of the cards included. Raises `Problems`."""
    play = _load(project, code, PLAY, draft)
    cards = load_catalog(project, code, draft=True)
    return replace(play, translations={**cards.translations, **play.translations})


def load_book_catalog(project: Project, code: str, *, draft: bool = False) -> Catalog:
    """The texts of the rulebook in a language, with all that cards and turns say. Raises `Problems`."""
    book = _load(project, code, BOOK, draft)
    play = load_play_catalog(project, code, draft=draft)
    return replace(book, translations={**play.translations, **book.translations})


def load_sheet_catalog(project: Project, code: str, *, draft: bool = False) -> Catalog:
    """The texts of the reference sheets in a language, with all that they share with the cards.

    Raises `Problems`; a draft lets missing and stale texts pass, marked.
    """
    sheets = _load(project, code, SHEETS, draft)
    cards = load_catalog(project, code, draft=draft)
    names = load_play_catalog(project, code, draft=draft).translations
    borrowed = {name: names[name] for name in borrowed_messages(project)}
    return replace(sheets, translations={**cards.translations, **borrowed, **sheets.translations})


def _load(project: Project, code: str, name: str, draft: bool) -> Catalog:
    """The catalog, read once; one without problems does for a draft as well."""
    known = project.catalogs
    found: Catalog | None = known.get((code, name, False)) or known.get((code, name, draft))
    if found is None:
        found = known[code, name, draft] = _read(project, code, name, draft)
    return found


def _read(project: Project, code: str, name: str, draft: bool) -> Catalog:
    domain = load_domain(project, name)
    messages = domain.messages
    language = load_language(project.root, code)
    source = language if code == SOURCE else load_language(project.root, SOURCE)
    english = {key: Translation(_english_forms(message)) for key, message in messages.items()}
    if code == SOURCE:
        return Catalog(language, source, english)
    file = read_po(language.folder / GAME / f'{name}.po', texts_path(code, name))
    problems = [
        problem
        for problem in check_entries(file, messages, domain.numbers, language)
        if not (draft and problem.code in DRAFT_CODES)
    ]
    if problems:
        raise Problems(problems)
    entries = {entry.id: entry for entry in file.entries}
    translations = {
        key: _translation(message, entries.get(key), english[key], language) for key, message in messages.items()
    }
    return Catalog(language, source, translations)


def _english_forms(message: Message) -> tuple[str, ...]:
    return (message.one, message.other) if message.counts else (message.one,)


def _translation(message: Message, entry: Entry | None, english: Translation, language: Language) -> Translation:
    """The translation if it can be printed: a stale one may lack what the new English needs."""
    if entry is None or not entry.is_translated:
        return Translation(english.forms, State.MISSING)
    if not is_stale(message, entry):
        return Translation(_filled(entry.forms))
    wanted = len(language.forms) if message.counts else 1
    known = all(placeholders(form) <= placeholders(message.other) for form in entry.forms)
    if len(entry.forms) != wanted or not known:
        return Translation(english.forms, State.MISSING)
    return Translation(_filled(entry.forms), State.STALE)


def _filled(forms: tuple[str, ...]) -> tuple[str, ...]:
    """Forms that no number on a card reaches may be empty; the last of the others stands in."""
    spare = next(form for form in reversed(forms) if form.strip())
    return tuple(form if form.strip() else spare for form in forms)

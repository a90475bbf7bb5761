"""All texts of a language: what each says beside its English, where both stand, and whether it can be printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from civap.content.folder import GAME, SOURCE
from civap.content.phrases import Message
from civap.content.project import Project
from civap.serve.presses import BOOK, CARDS, SHEETS
from civap.text import domains
from civap.text.catalog import State
from civap.text.checks import is_stale
from civap.text.domains import Domain, Place, english_places, load_domains, texts_path
from civap.text.languages import Language, load_language
from civap.text.po import Entry, PoFile, read_po

# Where the texts of a domain are looked for, if no page is known to show them.
DOCUMENTS = {domains.CARDS: CARDS, domains.SHEETS: SHEETS, domains.BOOK: BOOK, domains.PLAY: BOOK}
# Numbers that stand for all that use a form; texts that a search finds at most, and letters of each that it shows.
SAMPLE, FOUND, SHOWN = 5, 60, 110


@dataclass(frozen=True, slots=True)
class Text:
    """A message in a language; `entry` is None where the language has none, and in English."""

    message: Message
    domain: str
    state: State
    numbers: Sequence[int]
    english: Place | None
    place: Place | None = None
    entry: Entry | None = None

    @property
    def forms(self) -> tuple[str, ...]:
        """What the language says, else the English."""
        if self.entry and self.entry.is_translated:
            return self.entry.forms
        return tuple(dict.fromkeys((self.message.one, self.message.other)))


class Texts:
    """Those of a language, by id, in the order of its files. Raises `Problems`: what keeps a file from being read."""

    def __init__(self, project: Project, code: str) -> None:
        self.language = load_language(project.root, code)
        places = english_places(project)
        self._texts = {text.message.id: text for text in _texts(project, self.language, places)}

    def counts(self) -> dict[str, int]:
        """How many are in each state."""
        found = Counter(text.state for text in self._texts.values())
        return {state.value: found[state] for state in State}

    def told(self, name: str) -> dict[str, Any] | None:
        """All about one of them; None if there is none with the id."""
        text = self._texts.get(name)
        return _told(text, self.language) if text else None

    def found(self, words: str) -> list[dict[str, Any]]:
        """Those whose id or text has the words in it, at most `FOUND`; English is looked through as well."""
        wanted = words.casefold().split()
        return [_short(text) for text in self._texts.values() if _has(text, wanted)][:FOUND] if wanted else []

    def open(self) -> list[dict[str, Any]]:
        """Those that are missing or stale."""
        return [_short(text) for text in self._texts.values() if text.state is not State.READY]


def _texts(project: Project, language: Language, places: Mapping[str, Place]) -> Iterator[Text]:
    for domain in load_domains(project):
        if language.code == SOURCE:
            for name, message in domain.messages.items():
                yield Text(message, domain.name, State.READY, domain.numbers.get(name, ()), places.get(name))
        else:
            file = read_po(language.folder / GAME / f'{domain.name}.po', texts_path(language.code, domain.name))
            yield from _translated(domain, file, places)


def _translated(domain: Domain, file: PoFile, places: Mapping[str, Place]) -> Iterator[Text]:
    entries = {entry.id: entry for entry in reversed(file.entries)}
    for name, message in domain.messages.items():
        entry = entries.get(name)
        place = Place(file.path, file.line(entry)) if entry else None
        state = _state(message, entry)
        yield Text(message, domain.name, state, domain.numbers.get(name, ()), places.get(name), place, entry)


def _state(message: Message, entry: Entry | None) -> State:
    if entry is None or not entry.is_translated:
        return State.MISSING
    return State.STALE if is_stale(message, entry) else State.READY


def _has(text: Text, wanted: Sequence[str]) -> bool:
    """Whether all words are in the id, or in a text."""
    inside = '\n'.join((text.message.id, text.message.one, text.message.other, *text.forms)).casefold()
    return all(word in inside for word in wanted)


def _short(text: Text) -> dict[str, Any]:
    """A text as it stands in a list."""
    said = text.forms[-1]
    return {
        'id': text.message.id,
        'state': text.state.value,
        'document': DOCUMENTS[text.domain],
        'text': said if len(said) <= SHOWN else f'{said[:SHOWN].rstrip()} …',
    }


def _told(text: Text, language: Language) -> dict[str, Any]:
    message, entry = text.message, text.entry
    translated = entry is not None and entry.is_translated
    return {
        'id': message.id,
        'state': text.state.value,
        'document': DOCUMENTS[text.domain],
        'note': message.note,
        'numbers': list(text.numbers),
        'english': _english(message.one, message.other),
        'before': _before(message, entry) if text.state is State.STALE else [],
        'forms': _forms(text, language) if translated else [],
        'places': [
            {'of': of, 'path': place.path, 'line': place.line}
            for of, place in ((language.code, text.place), (SOURCE, text.english))
            if place
        ],
    }


def _english(one: str, other: str) -> list[dict[str, str]]:
    if one == other or not other:
        return [{'name': '', 'text': one}]
    return [{'name': 'one', 'text': one}, {'name': 'other', 'text': other}]


def _before(message: Message, entry: Entry | None) -> list[dict[str, str]]:
    """The English that was translated, where it is another than today's."""
    assert entry
    then = (entry.msgid, entry.msgid_plural if message.counts else '')
    return [] if then == (message.one, message.other if message.counts else '') else _english(*then)


def _forms(text: Text, language: Language) -> list[dict[str, str]]:
    """Each form, with the name of its category and numbers that use it."""
    assert text.entry
    forms = text.entry.forms
    if len(forms) == 1 or len(forms) != len(language.forms):
        return [{'name': '', 'text': form} for form in forms]
    return [
        {'name': f'{name}: {_sample(language.numbers_of(index))}', 'text': form}
        for index, (name, form) in enumerate(zip(language.forms, forms, strict=True))
    ]


def _sample(numbers: Sequence[int]) -> str:
    shown = ', '.join(map(str, numbers[:SAMPLE]))
    return f'{shown}, …' if len(numbers) > SAMPLE else shown

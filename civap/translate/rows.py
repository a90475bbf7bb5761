"""The rows of a proof: English and translation as they are printed, and what a reviewer should know of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, TypedDict

from markupsafe import Markup, escape

from civap.content.folder import GAME, SOURCE
from civap.content.phrases import Message
from civap.content.project import Project
from civap.text.catalog import (
    Catalog,
    State,
    load_book_catalog,
    load_sheet_catalog,
)
from civap.text.checks import is_stale
from civap.text.domains import DOMAINS, texts_path
from civap.text.languages import Language
from civap.text.po import Entry, read_po
from civap.text.render import Renderer
from civap.translate.order import Item, Section
from civap.translate.renderings import Rendering, Renderings
from civap.translate.samples import Samples

# A sign and a word for each kind of flag, so that none is told by colour alone.
NO_WORDS = Markup('')
FLAGS: Mapping[str, tuple[str, str]] = {
    'missing': ('!', 'missing'),
    'stale': ('\N{NOT EQUAL TO}', 'stale'),
    'forbidden': ('\N{MULTIPLICATION SIGN}', 'forbidden'),
    'overflow': ('+', 'overflow'),
    'term': ('?', 'term not found'),
    'same': ('=', 'same as English'),
}
# Those that say that a text is to be written or read anew.
CHANGED = frozenset(('missing', 'stale'))


class Flag(TypedDict):
    """Something to look at: its kind in `FLAGS`, with what it is about."""

    kind: str
    sign: str
    word: str
    about: Markup


class Form(TypedDict):
    """A text as printed; a counted one with the number that it is shown for, another with ''."""

    count: str
    text: Markup


class Row(TypedDict):
    """A message. `was` is the English that a stale translation was made from, `kept` are terms that are rendered."""

    number: int
    id: str
    where: str
    note: str
    english: list[Form]
    said: list[Form]
    flags: list[Flag]
    kept: list[str]
    was: str


@dataclass
class Rows:
    """Makes the rows of a language, numbered as they are asked for. Raises `Problems`: of catalogs and content."""

    project: Project
    language: Language
    terms: Renderings
    counts: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self._samples = Samples(self.project)
        self._english = Renderer(whole_catalog(self.project, SOURCE))
        self._said = Renderer(whole_catalog(self.project, self.language.code))
        self._entries = _entries(self.language)
        self._numbers: dict[str, int] = {}

    def number(self, name: str) -> int | None:
        """The number of the row of a message; None if it has none."""
        return self._numbers.get(name)

    def rows(self, section: Section, *, changed: bool = False) -> list[Row]:
        """The rows of a section; only those that are missing or stale if `changed`."""
        rows = [self._row(item) for item in section.items]
        shown = [row for row in rows if not changed or any(flag['kind'] in CHANGED for flag in row['flags'])]
        for before, row in reversed(list(pairwise(shown))):
            if row['note'] == before['note']:
                row['note'] = ''  # said once for a run of rows
        for number, row in enumerate(shown, len(self._numbers) + 1):
            row['number'] = self._numbers[row['id']] = number
            self.counts['texts'] += 1
            self.counts.update({flag['kind'] for flag in row['flags']})
        return shown

    def _row(self, item: Item) -> Row:
        message = self._samples.messages[item.id]
        entry = self._entries.get(item.id)
        missing = entry is None or not entry.is_translated
        flags = list(self._flags(message, entry))
        uses = [] if missing or entry is None else self.terms.uses(_whole(message), ' '.join(entry.forms))
        flags += [_flag('term', _rendered(use.term, self.language)) for use in uses if not use.kept]
        return {
            'number': 0,
            'id': item.id,
            'where': item.where,
            'note': message.note,
            'english': self._forms(self._english, message, None),
            'said': [] if missing else self._forms(self._said, message, entry),
            'flags': flags,
            'kept': [use.term.english for use in uses if use.kept],
            'was': _was(message, entry),
        }

    def _flags(self, message: Message, entry: Entry | None) -> Iterator[Flag]:
        if entry is None or not entry.is_translated:
            yield _flag('missing')
            return
        if is_stale(message, entry):
            yield _flag('stale')
        elif _is_same(message, entry):
            yield _flag('same')
        for word, term in self.terms.forbidden(' '.join(entry.forms)):
            about = Markup('{}: {}').format(_said(word, self.language), _rendered(term, self.language))
            yield _flag('forbidden', about)

    def _forms(self, renderer: Renderer, message: Message, entry: Entry | None) -> list[Form]:
        """The text, or each of its plural forms with a number; one that cannot be printed as it is written."""
        if entry and renderer.catalog.translations[message.id].state is State.MISSING:
            return [{'count': '', 'text': escape(text)} for text in entry.forms]
        if not message.counts:
            return [{'count': '', 'text': renderer.html(self._samples.say(message.id))}]
        written = renderer.catalog.translations[message.id].forms
        numbers = _numbers(renderer.language, self._samples.numbers(message.id), len(written))
        found = {
            written[index]: (number, renderer.html(self._samples.say(message.id, number)))
            for index, number in numbers.items()
            if entry is None or entry.forms[index].strip()
        }
        return [{'count': str(number) if len(found) > 1 else '', 'text': text} for number, text in found.values()]


def whole_catalog(project: Project, code: str) -> Catalog:
    """Everything that is printed in a language; what is missing is English. Raises `Problems`."""
    book = load_book_catalog(project, code, draft=True)
    sheets = load_sheet_catalog(project, code, draft=True)
    return Catalog(book.language, book.source, {**sheets.translations, **book.translations})


def _entries(language: Language) -> dict[str, Entry]:
    """What is written in the files of a language, by id."""
    code = language.code
    files = (read_po(language.folder / GAME / f'{name}.po', texts_path(code, name)) for name in DOMAINS)
    return {entry.id: entry for file in files for entry in file.entries}


def _numbers(language: Language, counted: Sequence[int], forms: int) -> dict[int, int]:
    """A number for each form: the least that is counted if there is one, else the least, but rather 5 than 0."""
    if forms == 1:
        return {0: counted[0]}
    reached = ((index, language.numbers_of(index)) for index in range(forms))
    found = {index: next(filter(None, numbers), numbers[0]) for index, numbers in reached if numbers}
    return found | {language.form(number): number for number in reversed(counted)}


def _whole(message: Message) -> str:
    return message.other if message.one == message.other else f'{message.one} {message.other}'


def _is_same(message: Message, entry: Entry) -> bool:
    """Whether nothing was translated; a text without letters has nothing to translate."""
    texts = {form.strip() for form in entry.forms if form.strip()}
    return texts <= {message.one, message.other} and any(map(str.isalpha, message.other))


def _was(message: Message, entry: Entry | None) -> str:
    """The English that a translation was made from, if it is known and another."""
    if entry is None or not entry.is_translated or not is_stale(message, entry):
        return ''
    old = [entry.msgid, entry.msgid_plural, entry.previous]
    return next((text for text in old if text and text not in (message.one, message.other)), '')


def _flag(kind: str, about: Markup = NO_WORDS) -> Flag:
    sign, word = FLAGS[kind]
    return {'kind': kind, 'sign': sign, 'word': word, 'about': about}


def overflow(about: str) -> Flag:
    """The flag of a text that has no room."""
    return _flag('overflow', escape(about))


def _rendered(term: Rendering, language: Language) -> Markup:
    return Markup('{} \N{EN DASH} {}').format(term.english, _said(term.rendering, language))


def _said(words: str, language: Language) -> Markup:
    """Words of the language amid English."""
    mark = Markup('<span class="said" lang="{}" dir="{}">{}</span>')
    return mark.format(language.code, language.direction, words)


def summary(counts: Mapping[str, int]) -> list[dict[str, Any]]:
    """The counts of a cover: each kind with its sign, its words and how many texts have it."""
    return [{'sign': sign, 'word': word, 'count': counts[kind]} for kind, (sign, word) in FLAGS.items()]

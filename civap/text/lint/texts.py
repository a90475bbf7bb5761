"""What the checks look at: each form of each message beside its English, with what both sides say."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import NamedTuple, Protocol

from civap.content.phrases import Message
from civap.content.problems import Problem
from civap.content.source import Document, Node
from civap.text.glossary import Glossary
from civap.text.languages import Language
from civap.text.lint.words import BREAK, MARKS, Hit, Matcher, glob, words
from civap.text.po import Entry, PoFile

_NUMBER = re.compile(r'(?:(?<![A-Za-z\u00c0-\u024f\d.,])|(?<=\b[A-Z]))\d+(?:[.,\u066b]\d+)*')  # 5, 2.5, A4
_SIGN = re.compile(r'(?<![^\s(=/„“«])([+\u2212-])(?=\d|\{)')
_NUMERAL = re.compile(r'(?<![A-Za-z\u00c0-\u024f0-9’-])(?:III|II|IV|VI|V|I)(?![\w’-])')
_NEXT_NUMERAL = re.compile(r'(?:, |[–-]| \w{1,4} | \w)(?:III|II|IV)(?!\w)')
_LABEL = re.compile(r'(?<![A-Za-z\u00c0-\u024f0-9’])[A-H](?![\w’])')
_PLACEHOLDER = re.compile(r'\{([a-z]+)\}')
_SENTENCE = re.compile(r'[.!?؟]+(?=[\s»”)]|$)')
NUMERALS = {'I': 1, 'II': 2, 'III': 3, 'IV': 4, 'V': 5, 'VI': 6}
WORDED = range(1, 7)


class Side:
    """What a text says in its language; worked out when it is first asked for."""

    def __init__(self, text: str, voice: Voice) -> None:
        self.text = text
        self.voice = voice
        self.plain = text.replace('**', '')

    @cached_property
    def words(self) -> tuple[str, ...]:
        """In lower case, parted by empty ones at punctuation."""
        return words(self.text)

    @cached_property
    def numbers(self) -> list[str]:
        """Typed numbers in their order, in European digits."""
        return [_european(found) for found in _NUMBER.findall(self.plain)]

    @cached_property
    def signs(self) -> Counter[str]:
        """Signs before numbers."""
        return Counter([sign.replace('-', '\u2212') for sign in _SIGN.findall(self.plain)])

    @cached_property
    def numerals(self) -> list[str]:
        """Roman numerals in their order; a lone I is one after a word that takes them, such as level."""
        found = []
        for each in _NUMERAL.finditer(self.plain):
            before = words(self.plain[: each.start()])
            first = each[0] == 'I' and not _NEXT_NUMERAL.match(self.plain, each.end())
            if not first or (before and self.voice.is_numbered(before[-1])):
                found.append(each[0])
        return found

    @cached_property
    def labels(self) -> list[str]:
        """Capital letters that name spaces, tiles and sides, in their order."""
        return _LABEL.findall(self.plain)

    @cached_property
    def placeholders(self) -> list[str]:
        """Names in braces in their order."""
        return _PLACEHOLDER.findall(self.plain)

    @cached_property
    def worded(self) -> Counter[int]:
        """Numbers in words."""
        return Counter([value for word in self.words for value in self.voice.worth[word]])

    @cached_property
    def hinted(self) -> Counter[int]:
        """Numbers that a word may stand for, as a dual does."""
        return Counter([value for word in self.words for value in self.voice.hint[word]])

    @cached_property
    def terms(self) -> Mapping[str, tuple[int, int]]:
        """Terms of the glossary, each with where it first stands in the words."""
        found: dict[str, tuple[int, int]] = {}
        for hit in self.hits:
            found.setdefault(hit.key, (hit.start, hit.end))
        return found

    @cached_property
    def hits(self) -> tuple[Hit[str], ...]:
        """Where the terms of the glossary stand, by their ids."""
        return tuple(self.voice.terms.hits(self.words))

    @cached_property
    def forbidden(self) -> tuple[Hit[str], ...]:
        """Where the glossary's forbidden words stand, by the terms that they are used for."""
        return tuple(self.voice.forbidden.hits(self.words))

    @cached_property
    def sentences(self) -> int:
        """How many sentences end in the text."""
        return len(_SENTENCE.findall(self.plain))

    def part(self, position: int) -> str:
        """A word as the text has it, by its position in `words`."""
        wanted = self.words[position]
        at = self.text.lower().find(wanted)
        return self.text[at : at + len(wanted)] if at >= 0 else ''


class Voice:
    """A language with what it takes to understand its texts."""

    def __init__(self, language: Language, glossary: Glossary) -> None:
        self.language = language
        self.profile = language.profile
        self.glossary = glossary
        code = language.code
        self.terms = Matcher(glossary.ways(code))
        self.forbidden = Matcher(glossary.forbidden(code))
        # The numbers that a word stands for, and those that it may stand for.
        self.worth = _Worth(language.profile.number_words.items())
        self.hint = _Worth(language.profile.number_hints.items(), glossary.duals(code))
        self._numbered = Matcher(glossary.numbered(code))
        self.joining = frozenset(language.profile.function_words)
        self.spelled = frozenset(term.term for term in glossary.of_language(code).values())
        self._sides: dict[str, Side] = {}
        self._denials = Matcher({'': language.profile.negations})
        self._weak_denials = Matcher({'': language.profile.weak_negations})

    @property
    def counts(self) -> bool:
        """Whether its words for numbers are known."""
        return bool(self.profile.number_words)

    def denials(self, side: Side) -> list[str]:
        """The words of a text that say no, in their order.

        Of words that only repeat a "no" (`weak-negations`) one counts, in a clause that has no other.
        """
        found: list[str] = []
        weak = {hit.start for hit in self._weak_denials.hits(side.words)}
        for clause in self._denied(side.words):
            strong = [at for at in clause if at not in weak]
            found += [side.words[at] for at in strong or clause[:1]]
        return found

    def _denied(self, text: Sequence[str]) -> Iterator[list[int]]:
        """Where words say no, clause by clause."""
        hits = sorted({hit.start for hit in self._denials.hits(text)})
        return (list(group) for _, group in groupby(hits, lambda at: text[:at].count(BREAK)))

    def count(self, patterns: Sequence[str], side: Side) -> int:
        """How many words of a text fit one of the patterns."""
        return sum(any(glob(pattern).fits(word) for pattern in patterns) for word in side.words if word)

    def side(self, text: str) -> Side:
        """A text of this language."""
        side = self._sides.get(text)
        if side is None:
            side = self._sides[text] = Side(text, self)
        return side

    def is_numbered(self, word: str) -> bool:
        """Whether a Roman numeral may follow the word."""
        return any(True for _ in self._numbered.hits((word,)))


class _Worth(dict[str, tuple[int, ...]]):
    """The numbers that a word in lower case stands for, by patterns."""

    def __init__(self, ways: Iterable[tuple[str, Sequence[str]]], twos: Sequence[str] = ()) -> None:
        super().__init__({BREAK: ()})
        counted = {int(value): list(patterns) for value, patterns in ways}
        counted.setdefault(2, []).extend(twos)
        self._matcher = Matcher(counted)

    def __missing__(self, word: str) -> tuple[int, ...]:
        found = self[word] = tuple(sorted({hit.key for hit in self._matcher.hits((word,))}))
        return found


class Name(NamedTuple):
    """A proper name in English and in the language."""

    english: str
    own: str


class Place(Protocol):
    """Where a text stands."""

    @property
    def path(self) -> str:
        """The file, as shown to the user."""

    @property
    def line(self) -> int:
        """The line of the text, from 1."""

    def problem(self, code: str, message: str, part: str, hint: str) -> Problem:
        """A problem at a part of the text."""


@dataclass(frozen=True, slots=True)
class InPo:
    """A field of an entry of a PO file."""

    file: PoFile
    entry: Entry
    field: str

    @property
    def path(self) -> str:
        """The PO file."""
        return self.file.path

    @property
    def line(self) -> int:
        """The line of the field, from 1."""
        return self.file.line(self.entry, self.field)

    def problem(self, code: str, message: str, part: str, hint: str) -> Problem:
        """A problem at a part of the field, or at the field."""
        return self.file.problem(code, message, self.entry, self.field, part, hint)


@dataclass(frozen=True, slots=True)
class InYaml:
    """A text of the content."""

    document: Document
    node: Node

    @property
    def path(self) -> str:
        """The YAML file."""
        return self.document.path

    @property
    def line(self) -> int:
        """The line on which the text starts, from 1."""
        return self.node.start.line + 1

    def problem(self, code: str, message: str, part: str, hint: str) -> Problem:
        """A problem at a part of the text, or at its start."""
        at = self.document.mark(self.node, part) if part else self.node
        return self.document.problem(code, message, at, hint)


@dataclass(slots=True)
class Text:
    """One form of a translation, as it stands and as it is understood, with its English.

    `value` is the only number that the form is for, if there is but one.
    """

    place: Place
    message: Message
    form: str
    own: Side
    english: Side
    value: int | None
    book: Book


@dataclass
class Book:
    """The texts of a language that are translated and up to date, with what they are compared with.

    `names` are the proper names by the ids of their messages, `before` earlier entries by path and id.
    """

    voice: Voice
    source: Voice
    glossary: Glossary
    names: Mapping[str, Name] = field(default_factory=dict)
    before: Mapping[tuple[str, str], Entry] = field(default_factory=dict)
    texts: list[Text] = field(default_factory=list)

    @property
    def language(self) -> Language:
        """The language of the translations."""
        return self.voice.language

    @cached_property
    def _named(self) -> re.Pattern[str] | None:
        known = sorted({name.english for name in self.names.values()}, key=len, reverse=True)
        return re.compile(rf'(?<!\w)({"|".join(map(re.escape, known))})(?!\w)') if known else None

    def named(self, english: str) -> Iterator[Name]:
        """The names that an English text has typed."""
        by_english = {name.english: name for name in self.names.values()}
        for found in self._named.finditer(english) if self._named else ():
            longer = re.search(r'[A-Z]\w+ $', english[: found.start()]) or re.match(r' [A-Z]', english[found.end() :])
            if not longer:
                yield by_english[found[0]]

    def add(self, file: PoFile, messages: Mapping[str, Message], entries: Sequence[Entry]) -> None:
        """The forms of these entries that have words."""
        for entry in entries:
            message = messages[entry.id]
            for index, form in enumerate(entry.forms):
                if form.strip():
                    self.texts.append(self._text(file, entry, message, index, form))

    def _text(self, file: PoFile, entry: Entry, message: Message, index: int, form: str) -> Text:
        if not message.counts or index >= len(self.language.forms):
            english, name, value = message.other, 'msgstr[0]' if entry.msgid_plural else 'msgstr', None
        else:
            reached = self.language.numbers_of(index)
            english = message.one if reached == (1,) else message.other
            name, value = f'msgstr[{index}]', reached[0] if len(reached) == 1 else None
        place = InPo(file, entry, name)
        return Text(place, message, form, self.voice.side(form), self.source.side(english), value, self)

    def by_message(self) -> Iterator[tuple[Message, list[Text]]]:
        """The forms of each message, in file order."""
        groups: dict[str, list[Text]] = {}
        for text in self.texts:
            groups.setdefault(text.message.id, []).append(text)
        for forms in groups.values():
            yield forms[0].message, forms


def bare(word: str) -> str:
    """A word without vowel marks."""
    return re.sub(f'[{MARKS}]', '', word)


def _european(number: str) -> str:
    if number.isascii():
        return number.replace(',', '.')
    digits = (str(unicodedata.digit(char)) if char.isdigit() else '.' for char in number)
    return ''.join(digits)

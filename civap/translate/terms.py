"""Terms of the glossary as translators need them: those that an English text has, and their names in a language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from civap.content.glossary import Entry
from civap.content.phrases import PLACEHOLDER

MOST = 5  # in a note: more are not read
_START = re.compile(r'\b\w')
_Named = tuple[str, str]


@dataclass(frozen=True)
class Terms:
    """By the letter that they begin with, `*` for any: a pattern for words of terms, and what its groups are called.

    Each term has its name in English and in the language. (One pattern for all terms takes ten times as long.)
    """

    words: Mapping[str, tuple[re.Pattern[str], Sequence[_Named]]]

    def within(self, text: str) -> list[_Named]:
        """The terms of an English text, in order and once; the longest at each place: `city-state` is no `city`."""
        return list(dict.fromkeys(self._found(PLACEHOLDER.sub('0', text).replace('**', '').lower())))[:MOST]

    def _found(self, plain: str) -> Iterator[_Named]:
        end = 0
        for start in _START.finditer(plain):
            for pattern, names in (self.words[letter] for letter in (start[0], '*') if letter in self.words):
                if start.start() >= end and (found := pattern.match(plain, start.start())) and found.lastindex:
                    end = found.end()
                    yield names[found.lastindex - 1]


def terms_of(glossary: Sequence[Entry], code: str) -> Terms:
    """The terms that a glossary names in a language."""
    words = sorted(_words(glossary, code), key=lambda each: (each[0][0], -len(each[0])))
    return Terms({letter: _patterned(list(group)) for letter, group in groupby(words, lambda each: each[0][0])})


def _patterned(words: Sequence[tuple[str, _Named]]) -> tuple[re.Pattern[str], Sequence[_Named]]:
    groups = '|'.join('(' + r'\w*'.join(map(re.escape, word.split('*'))) + ')' for word, _ in words)
    return re.compile(rf'(?:{groups})(?!\w)'), [named for _, named in words]


def _words(entries: Sequence[Entry], code: str) -> Iterator[tuple[str, _Named]]:
    """The words that may stand for each term, in lower case, with its names; what is locked is no term of the game."""
    for entry in entries:
        term = None if entry.locked else entry.term(code)
        if term:
            yield from ((word.lower(), (entry.en.term, term.term)) for word in entry.en.match)

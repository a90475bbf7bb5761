"""Words of a text, and patterns over them: whole words, `*` for any letters and vowel marks inside one."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Generic, NamedTuple, TypeVar

from civap.content.phrases import PLACEHOLDER

KeyT = TypeVar('KeyT', bound=Hashable)
MARKS = '\u0300-\u036f\u0610-\u061a\u064b-\u065f\u0670'
LETTERS = rf'(?:[^\W\d_]|[{MARKS}])'
_TOKEN = re.compile(rf"{LETTERS}+(?:[-’']{LETTERS}+)*|[.,;:?!()،؛؟…]| [–—-] ")
BREAK = ''


@lru_cache(maxsize=1 << 15)
def words(text: str) -> tuple[str, ...]:
    """The words of a text in lower case; an empty one stands where a mark of punctuation parts them.

    Markup and placeholders are left out.
    """
    plain = PLACEHOLDER.sub(' ', text.replace('**', '')).lower()
    return tuple(BREAK if token[0] in '.,;:?!()،؛؟… ' else token for token in _TOKEN.findall(plain))


class Glob(NamedTuple):
    """A pattern for one word, and letters that it cannot do without."""

    literal: str
    regex: re.Pattern[str]

    def fits(self, word: str) -> bool:
        """Whether the whole word, in lower case, fits."""
        return self.literal in word and bool(self.regex.fullmatch(word))


@lru_cache(maxsize=1 << 15)
def glob(pattern: str) -> Glob:
    """A pattern for one word, from its text."""
    parts = pattern.lower().split('*')
    return Glob(max(parts, key=len), re.compile(rf'{LETTERS}*'.join(map(re.escape, parts))))


class Hit(NamedTuple, Generic[KeyT]):
    """Where in the words of a text something was found: from the word `start` to before `end`."""

    key: KeyT
    start: int
    end: int
    pattern: str


Way = tuple[KeyT, str, tuple[Glob, ...]]


class Matcher(Generic[KeyT]):
    """Looks for many patterns of one or more words at once."""

    def __init__(self, patterns: Mapping[KeyT, Sequence[str]]) -> None:
        self._starts = _Starts(
            (key, pattern, tuple(map(glob, pattern.split()))) for key, ways in patterns.items() for pattern in ways
        )

    def hits(self, text: Sequence[str]) -> Iterator[Hit[KeyT]]:
        """Everything that the words of a text fit, in their order."""
        starts = self._starts
        for start, word in enumerate(text):
            for key, pattern, globs in starts[word]:
                end = start + len(globs)
                if len(globs) == 1 or (end <= len(text) and all(map(_fits, globs[1:], text[start + 1 : end]))):
                    yield Hit(key, start, end, pattern)


class _Starts(dict[str, Sequence[Way[KeyT]]]):
    """The patterns whose first word a word can be; the same words come again and again."""

    def __init__(self, ways: Iterable[Way[KeyT]]) -> None:
        super().__init__({BREAK: ()})
        self._ways = tuple(ways)

    def __missing__(self, word: str) -> Sequence[Way[KeyT]]:
        found = self[word] = tuple(way for way in self._ways if way[2][0].fits(word))
        return found


def _fits(pattern: Glob, word: str) -> bool:
    return word != BREAK and pattern.fits(word)

"""What a thing would look like in print, told without laying it out: its HTML and the rules of style that can reach it.

Of the HTML counts what ink makes of it. What only readers of a file get (alternative texts, ids, targets of links) does
not; nor do the addresses of fonts, which say where a computer keeps them.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from html import unescape
from typing import TypeAlias

import tinycss2
from tinycss2.ast import AtRule, QualifiedRule

from civap.press.fonts import font_css

_STYLE = re.compile('<style>(.*?)</style>', re.DOTALL)
_BODY = re.compile(r'<body\b.*', re.DOTALL)
_UNSEEN = re.compile(r'\s(?:alt|id|href)="[^"]*"')
_ELEMENT = re.compile(r'<([a-zA-Z][\w-]*)([^>]*)')
_CLASSES = re.compile(r'\sclass="([^"]*)"')
# Parts of a sentence: where they begin and end, no word does.
_INLINE = re.compile(r'</?(?:a|b|bdi|i|span)\b[^>]*>')
_TAG = re.compile('<[^>]*>')
# In a selector: what depends on more than names, and the names of classes and elements, and ids, which are left out.
_STATES = re.compile(r'::?[\w-]+(?:\([^)]*\))?|\[[^\]]*\]')
_NAMES = re.compile(r'[.#]?-?[A-Za-z_][\w-]*')
_BETWEEN = re.compile(r'[\s>+~]+')
# The names of an element, its own and those of its classes.
Names: TypeAlias = frozenset[str]


@dataclass(frozen=True, slots=True)
class Seen:
    """What somebody sees: `words` in their order, and a digest of all of it."""

    words: str
    digest: str


@dataclass(frozen=True, slots=True)
class Look:
    """What somebody sees: `words` in their order, and all of it as one text."""

    words: str
    whole: str

    @property
    def digest(self) -> str:
        """Of all that is seen."""
        return digest(self.whole)

    @property
    def seen(self) -> Seen:
        """No more of it than tells whether it is another."""
        return Seen(self.words, self.digest)


@dataclass(frozen=True, slots=True)
class _Rule:
    """A rule of style, and for each of its selectors the elements that it asks for; without selectors it is for all."""

    text: str
    needs: tuple[tuple[Names, ...], ...]


def digest(text: str) -> str:
    """Short enough to keep, long enough to tell apart."""
    return hashlib.sha256(text.encode('utf-8', 'surrogateescape')).hexdigest()[:16]


def look(html: str, part: str | None = None) -> Look:
    """The look of a document, or of a part of its body."""
    found = _BODY.search(html)
    body = found[0] if found else html
    seen = ' '.join(_UNSEEN.sub('', body if part is None else part).split())
    names = _named(f'{body[: body.find(">") + 1]}{seen}')
    rules = (rule.text for style in _STYLE.findall(html) for rule in _rules(style) if _reaches(rule, names))
    return Look(' '.join(_words(seen)), '\n'.join((seen, *rules)))


def joined(*looks: Look) -> Look:
    """What is seen of things that are printed as one."""
    return Look(' '.join(each.words for each in looks), '\n'.join(each.whole for each in looks))


def _words(html: str) -> Iterator[str]:
    """Words, apart from those of the next element."""
    for text in _TAG.split(_INLINE.sub('', html)):
        yield from unescape(text).split()


def _named(html: str) -> frozenset[Names]:
    """The elements that there are, those that are alike once."""
    found = {frozenset(('html',))}
    for element, attributes in set(_ELEMENT.findall(html)):
        classes = _CLASSES.search(attributes)
        found.add(
            frozenset((element, *(f'.{name}' for name in classes[1].split()))) if classes else frozenset((element,))
        )
    return frozenset(found)


def _reaches(rule: _Rule, elements: frozenset[Names]) -> bool:
    """Whether there is all that a selector asks for, in whatever order."""
    return not rule.needs or any(
        all(any(need <= element for element in elements) for need in needs) for needs in rule.needs
    )


@cache
def _rules(style: str) -> tuple[_Rule, ...]:
    return tuple(_parsed(style.replace(font_css(), '')))


def _parsed(style: str) -> Iterator[_Rule]:
    for rule in tinycss2.parse_stylesheet(style, skip_comments=True, skip_whitespace=True):
        if isinstance(rule, QualifiedRule):
            selectors = tinycss2.serialize(rule.prelude).split(',')
            yield _Rule(_text(rule), tuple(map(_needed, selectors)))
        elif isinstance(rule, AtRule):
            yield _Rule(_text(rule), ())


def _needed(selector: str) -> tuple[Names, ...]:
    parts = (_NAMES.findall(part) for part in _BETWEEN.split(_STATES.sub('', selector)))
    return tuple(frozenset(name for name in names if not name.startswith('#')) for names in parts)


def _text(rule: QualifiedRule | AtRule) -> str:
    """A rule without its comments and the spaces that nothing depends on."""
    said = re.sub(r'/\*.*?\*/', '', rule.serialize(), flags=re.DOTALL)
    return ' '.join(said.split())

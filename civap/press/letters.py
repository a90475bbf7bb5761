"""How wide texts are, told from their letters alone."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from html import unescape
from typing import Any

from markupsafe import Markup

NBSP = '\N{NO-BREAK SPACE}'
WIDTHS = {
    **dict.fromkeys("fijlrtłIJ.,:;'!|()", 0.42),
    **dict.fromkeys('MWmw@', 0.92),
    **dict.fromkeys('اأإآلرزدذ', 0.45),
    **dict.fromkeys('سشصض', 1.0),
    NBSP: 0.3,
}
_HELD = re.compile(rf'(?<!\d)(?<!\d</span>){NBSP}')
_TAG = re.compile('(<[^>]*>)')


def widest(value: Any) -> float:
    """How wide, in em, the widest thing in the texts of a card can be that stays on one line: never too little.

    A sentence that is kept on one line is none, since it is broken where it has to be.
    """
    if isinstance(value, str):
        return max(sum(map(width, word)) for word in unbroken(value, sentences=False).split(' '))
    parts = value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ()
    return max(map(widest, parts), default=0.0)


def loosened(html: str) -> Markup:
    """A text whose lines can end at each of its spaces, but for those after a number."""
    return Markup(_HELD.sub(' ', str(html).replace('<span class="whole">', '<span>')))


def width(letter: str) -> float:
    """The most that a letter takes in the fonts of the text, in em; Arabic letters are mostly joined."""
    if letter in WIDTHS:
        return WIDTHS[letter]
    if unicodedata.combining(letter):
        return 0.0
    if unicodedata.bidirectional(letter) == 'AL':
        return 0.66
    return 0.72 if letter.isupper() else 0.56 if letter.isascii() or letter.islower() else 1.0


def longest(html: str) -> float:
    """How wide, in em, the widest sentence or word can be that stays on one line where it can: never too little."""
    return max(sum(map(width, run)) for run in unbroken(html).split(' '))


def unbroken(html: str, *, sentences: bool = True) -> str:
    """The text of HTML whose plain spaces are those at which a line can end: none in a `whole` span.

    With `sentences`, none in a `sentence` either.
    """
    text, depth = '', 0
    kept = ('class="whole"', 'class="sentence"') if sentences else ('class="whole"',)
    for part in _TAG.split(html):
        if part.startswith('<span') and (depth or any(name in part for name in kept)):
            depth += 1
        elif part == '</span>' and depth:
            depth -= 1
        elif not part.startswith('<'):
            text += part.replace(' ', NBSP) if depth else part
    return unescape(text)

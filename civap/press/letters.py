"""How wide texts are, told from their letters alone."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from html import unescape
from typing import Any

NBSP = '\N{NO-BREAK SPACE}'
WIDTHS = {
    **dict.fromkeys("fijlrtłIJ.,:;'!|()", 0.42),
    **dict.fromkeys('MWmw@', 0.92),
    **dict.fromkeys('اأإآلرزدذ', 0.45),
    **dict.fromkeys('سشصض', 1.0),
    NBSP: 0.3,
}
_TAG = re.compile('(<[^>]*>)')


def widest(value: Any) -> float:
    """How wide, in em, the widest thing in the texts of a card can be that stays on one line: never too little."""
    if isinstance(value, str):
        return max(sum(map(width, word)) for word in unbroken(value).split(' '))
    parts = value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ()
    return max(map(widest, parts), default=0.0)


def width(letter: str) -> float:
    """The most that a letter takes in the fonts of the text, in em; Arabic letters are mostly joined."""
    if letter in WIDTHS:
        return WIDTHS[letter]
    if unicodedata.combining(letter):
        return 0.0
    if unicodedata.bidirectional(letter) == 'AL':
        return 0.66
    return 0.72 if letter.isupper() else 0.56 if letter.isascii() or letter.islower() else 1.0


def unbroken(html: str) -> str:
    """The text of HTML whose plain spaces are those at which a line can end: none in a `whole` span."""
    text, depth = '', 0
    for part in _TAG.split(html):
        if part.startswith('<span') and (depth or 'class="whole"' in part):
            depth += 1
        elif part == '</span>' and depth:
            depth -= 1
        elif not part.startswith('<'):
            text += part.replace(' ', NBSP) if depth else part
    return unescape(text)

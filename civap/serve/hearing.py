"""Which messages a text is made of: heard while it is said, and found again on the page that was laid out."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache

from civap.content.say import Name, Say
from civap.text.catalog import Catalog
from civap.text.render import Piece, Renderer

# The ids of messages by what each was heard to say, squeezed.
Heard = Mapping[str, tuple[str, ...]]


class Hearing(Renderer):
    """Says things, and remembers what it said by which message, inner messages included."""

    def __init__(self, catalog: Catalog, ending: int = 0) -> None:
        super().__init__(catalog, ending)
        self._heard: dict[str, dict[str, None]] = {}

    @property
    def heard(self) -> Heard:
        """All that was said so far."""
        return {text: tuple(ids) for text, ids in self._heard.items()}

    def pieces(self, say: Say | Name) -> list[Piece]:
        pieces = super().pieces(say)
        self._heard.setdefault(squeezed(''.join(piece.text for piece in pieces)), {})[say.id] = None
        return pieces


def squeezed(text: str) -> str:
    """The text as it is compared: without spaces and signs that cannot be seen, and without capital letters."""
    return ''.join(filter(is_seen, text)).casefold()


@cache
def is_seen(char: str) -> bool:
    """Whether a character takes part in comparing: no space, no control of direction."""
    return not char.isspace() and unicodedata.category(char) != 'Cf'

"""Checks that decide whether a text can be printed: made while catalogs are read, and only named here."""

from __future__ import annotations

from civap.text.lint.registry import Level, elsewhere


@elsewhere(
    1,
    'syntax',
    Level.ERROR,
    (
        'po-syntax',
        'po-charset',
        'byte-order-mark',
        'encoding',
        'empty-file',
        'too-long',
        'not-found',
        'unreadable',
        'duplicate-message',
        'unknown-message',
    ),
    'a line without its closing quote',
)
def syntax() -> None:
    """A file that is not PO, an entry twice, or one whose id no message has."""


@elsewhere(3, 'placeholders', Level.ERROR, ('missing-placeholder', 'unknown-placeholder'), '“{n} tokens”: „żetony”')
def placeholders() -> None:
    """Placeholders other than those of the English; {n} may be left out of a form for one number."""


@elsewhere(4, 'forms', Level.ERROR, ('missing-form', 'plural-count'), 'msgstr[1] ""')
def forms() -> None:
    """A plural form that a number on a card needs is empty, or there are too many or too few of them."""


@elsewhere(11, 'markup', Level.ERROR, ('bad-markup', 'line-break'), '“**Build** a city”: „Zbuduj miasto”')
def markup() -> None:
    """Bold parts, braces or HTML that the English does not have, or that are lost."""


@elsewhere(22, 'controls', Level.ERROR, ('control-character',), 'U+200F before a number, U+200B inside a word')
def controls() -> None:
    """Characters that steer the direction of a text: the printer puts in those that are needed."""


@elsewhere(23, 'invisible', Level.ERROR, ('odd-space', 'tab'), 'a no-break space, a tab')
def invisible() -> None:
    """Spaces other than the plain one. Those of no width are told as control-character."""


@elsewhere(26, 'edges', Level.ERROR, ('edge-space',), '“Tie.”: „ Remis.”')
def edges() -> None:
    """A space at the edge of a text."""


@elsewhere(32, 'overflow', Level.ERROR, ('overflow',), 'a card whose text is too long at the smallest size')
def overflow() -> None:
    """A text that does not fit on its card: looked at with --fit, since the cards have to be set for it."""


@elsewhere(38, 'allowed', Level.ERROR, ('unknown-check', 'idle-allow'), '# lint: allow number')
def allowed() -> None:
    """A comment that names no check, or one that decides whether a text can be printed; an idle one is a warning."""


@elsewhere(30, 'finished', Level.ERROR, ('missing-translation', 'stale-translation'), '#, fuzzy')
def finished() -> None:
    """A text that is not translated, or whose English has changed since. A draft prints it with a mark."""

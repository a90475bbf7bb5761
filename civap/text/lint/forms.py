"""Whether there is a translation at all: plural forms that tell nothing apart, and English that was left standing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from civap.text.domains import NAMED
from civap.text.lint.registry import Found, Level, of_book, of_text
from civap.text.lint.texts import Book, Text

_LETTERS = re.compile(r'[^\W\d_]{3,}')


@of_book(5, 'same-forms', Level.WARN, 'msgstr[0] = msgstr[1] = msgstr[2]')
def same_forms(book: Book) -> Iterator[tuple[Text, Found]]:
    """All plural forms alike, although English has two: most likely one was copied into the others."""
    for message, forms in book.by_message():
        alike = len({each.form for each in forms}) == 1
        if message.one != message.other and len(forms) > 1 and alike and len(book.language.forms) > 1:
            found = Found('found the same text in every plural form, expected forms that differ', 'write each form')
            yield forms[-1], found


@of_text(6, 'untranslated', Level.ERROR, '“Barbarian.”: „Barbarian.”')
def untranslated(text: Text) -> Iterator[Found]:
    """The English again. Names may stay as they are, and terms that the glossary gives so."""
    english = text.english.text
    if text.form == english and _LETTERS.search(re.sub(r'\{[a-z]+\}', '', english)):
        named = text.message.id.split('.')[0] in NAMED
        if not named and english.lower() not in {term.lower() for term in text.book.voice.spelled}:
            yield Found('found the English text, expected a translation', 'translate it')

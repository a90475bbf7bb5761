"""Whether there is a translation at all: plural forms that tell nothing apart, and English that was left standing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from civap.text.domains import is_foreign
from civap.text.lint.registry import Found, Level, of_book, of_text
from civap.text.lint.script import script
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
    """The English again. Terms that the glossary gives so may stay as they are; for names see english-name."""
    english = text.english.text
    worded = _LETTERS.search(re.sub(r'\{[a-z]+\}', '', english))
    if text.form == english and worded and text.message.names in ('', 'type') and not _is_spelled_so(text):
        yield Found('found the English text, expected a translation', 'translate it')


@of_text(6, 'english-name', Level.WARN, '“Steam Power”: „Steam Power”')
def english_name(text: Text) -> Iterator[Found]:
    """A name in English that says something, as those of cards do; in another script than the English one any name.

    Names of wonders, city-states and leaders may read as in English where the letters are the same.
    """
    if text.message.names in ('', 'type') or _is_spelled_so(text):
        return
    letters, english = text.book.language.letters, text.book.source.language.letters
    if letters == english or not letters:
        left = text.form == text.english.text and not is_foreign(text.message)
    else:
        scripts = Counter(map(script, text.form))
        left = sum(scripts[each] for each in english) > sum(scripts[each] for each in letters)
    if left:
        yield Found(f'found the English name {text.form!r}, expected that of the language', 'translate it')


def _is_spelled_so(text: Text) -> bool:
    """Whether the glossary gives the English text for a term of the language."""
    return text.english.text.lower() in {term.lower() for term in text.book.voice.spelled}

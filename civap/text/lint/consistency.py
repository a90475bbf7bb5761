"""The messages of a language beside each other, and texts that have lost a sentence."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from civap.content.problems import counted
from civap.text.lint.registry import Found, Level, of_book
from civap.text.lint.texts import Book, Text

SHORT = 0.72  # of the length that a translation has as a rule


@of_book(15, 'same-english', Level.INFO, '“Level”: „Poziom” here, „Szczebel” there')
def same_english(book: Book) -> Iterator[tuple[Text, Found]]:
    """The same English in two messages, in other words. It may be right where the context differs."""
    first: dict[str, Text] = {}
    for message, forms in book.by_message():
        other = first.setdefault(message.other, forms[-1])
        if other.form != forms[-1].form:
            place = f'{other.place.path}:{other.place.line}'
            told = f'found other words than in {other.message.id} ({place}), expected the same'
            yield forms[-1], Found(told, 'check whether both are meant')


@of_book(16, 'lost-sentence', Level.WARN, '“Flip it. If it was already so, remove it.”: „Odwróć go.”')
def lost_sentence(book: Book) -> Iterator[tuple[Text, Found]]:
    """Fewer sentences than in English, in a text that is shorter than translations of this language are."""
    usual = _usual(book)
    for text in book.texts:
        if text.own.sentences < text.english.sentences > 1 and text.value != 0:
            share = len(text.form) / (len(text.english.text) * usual)
            if share < SHORT:
                message = (
                    f'found {counted(text.own.sentences, "sentence")}, expected {text.english.sentences} as in English'
                )
                yield text, Found(message, 'translate the one that is missing')


def _usual(book: Book) -> float:
    """How long a translation is beside its English, as a rule."""
    lengths: dict[str, int] = defaultdict(int)
    for text in book.texts:
        lengths['own'] += len(text.form)
        lengths['english'] += len(text.english.text)
    return lengths['own'] / max(lengths['english'], 1)

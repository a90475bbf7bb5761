"""The English source: it goes through the checks that need no translation, and some of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator

from civap.content.project import Project
from civap.text.domains import english_nodes, load_domains
from civap.text.lint.registry import Found, Level, of_source
from civap.text.lint.texts import Book, InYaml, Text, Voice
from civap.text.lint.words import words

LONG = 4  # words that two texts must have before they are compared


def english_book(project: Project, voice: Voice) -> Book:
    """All English texts, each with its place in the content. Raises `Problems`."""
    book = Book(voice, voice, voice.glossary)
    nodes = {name: InYaml(document, node) for name, document, node in english_nodes(project)}
    for domain in load_domains(project):
        for name, message in domain.messages.items():
            if name in nodes:
                side = voice.side(message.other)
                book.texts.append(Text(nodes[name], message, message.other, side, side, None, book))
    return book


@of_source(33, 'no-full-stop', Level.WARN, '“Flip the token. Remove it”')
def no_full_stop(book: Book) -> Iterator[tuple[Text, Found]]:
    """An English text of several sentences whose last has no end."""
    for text in book.texts:
        if re.search(r'\. [A-Z]', text.form) and not text.message.names and not re.search(r'[.!?:][”)*]*$', text.form):
            yield text, Found('found no mark at the end, expected a full stop', 'write it', text.form[-12:])


@of_source(33, 'two-wordings', Level.WARN, '“Pick a rival city.” and “Pick a Rival city.”')
def two_wordings(book: Book) -> Iterator[tuple[Text, Found]]:
    """Two English texts alike but for capitals or marks: one was changed, or meant to be the same."""
    first: dict[tuple[str, ...], Text] = {}
    for text in book.texts:
        core = tuple(word for word in words(text.form) if word)
        other = first.setdefault(core, text)
        if len(core) >= LONG and other.own.plain != text.own.plain and text.own.placeholders == other.own.placeholders:
            told = f'found the words of {other.message.id} ({other.place.path}:{other.place.line}) in another form'
            yield text, Found(f'{told}, expected one form', 'write both alike')

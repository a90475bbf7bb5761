"""Domains: the four files of texts that each language has (gettext's text domains), and where their English stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from civap.content.folder import GAME, SOURCE
from civap.content.phrases import Message
from civap.content.play import play_messages, play_numbers
from civap.content.project import Project
from civap.content.rulebook import book_messages, written
from civap.content.sheets import sheet_messages, sheet_numbers
from civap.content.source import Document, List, Node, Scalar, Table
from civap.text.checks import Numbers

CARDS, PLAY, BOOK, SHEETS = DOMAINS = ('cards', 'play', 'rules', 'sheets')
# The file that most of a domain's English comes from.
_ENGLISH = {CARDS: 'phrases', PLAY: 'play', BOOK: 'rulebook', SHEETS: 'sheets'}
# What has a name of its own: the beginning of its message id, and where content lists it.
NAMED = {
    'type': ('cards', 'types'),
    'card': ('cards', 'cards'),
    'wonder': ('base_game', 'wonders'),
    'city-state': ('base_game', 'city-states'),
    'leader': ('base_game', 'leaders'),
    'natural-wonder': ('base_game', 'natural-wonders'),
    'treaty': ('base_game', 'diplomacy-cards'),
    'agenda': ('base_game', 'victory-cards'),
    'difficulty': ('ap_rules', 'difficulties'),
}
# Of those, what is no word of the game that other texts use, and what is called the same in many languages.
_ABROAD = ('wonder', 'city-state', 'leader', 'natural-wonder')
_PROPER = ('card', *_ABROAD)
# The documents that the texts of a domain are printed in; the last are told on the command line.
DOCUMENTS = {CARDS: 'cards', SHEETS: 'sheets', BOOK: 'rulebook', PLAY: 'play'}
_English = tuple[str, Document, Node]


@dataclass(frozen=True, slots=True)
class Domain:
    """What one file of each language says: its messages by id, in the order of the English, and the numbers counted."""

    name: str
    messages: Mapping[str, Message]
    numbers: Numbers


@dataclass(frozen=True, slots=True)
class Place:
    """Where a text stands: a file as shown to the user, a line from 1."""

    path: str
    line: int


def texts_path(code: str, domain: str) -> str:
    """The file, as shown to the user, that a language's texts of a domain come from."""
    if code == SOURCE:
        return f'content/{GAME}/{_ENGLISH[domain]}.yaml'
    return f'locales/{code}/{GAME}/{domain}.po'


def is_proper(message: Message) -> bool:
    """Whether a message is a proper name, which has no terms in it."""
    return message.names in _PROPER


def is_foreign(message: Message) -> bool:
    """Whether a message is a name that many languages write alike, so that it may well read as in English."""
    return message.names in _ABROAD


def load_domain(project: Project, name: str) -> Domain:
    """One of the four. Raises `Problems`."""
    if name == CARDS:
        return Domain(name, project.messages, project.numbers)
    if name == SHEETS:
        return Domain(name, sheet_messages(project), sheet_numbers(project))
    messages = play_messages(project) if name == PLAY else book_messages(project)
    return Domain(name, messages, play_numbers(messages))


def load_domains(project: Project) -> tuple[Domain, ...]:
    """All four. Raises `Problems`."""
    return tuple(load_domain(project, name) for name in DOMAINS)


def english_places(project: Project) -> Mapping[str, Place]:
    """Where the English of each message stands; what only code names (resources) has no place. Raises `Problems`."""
    return {name: Place(document.path, node.start.line + 1) for name, document, node in english_nodes(project)}


def english_nodes(project: Project) -> Iterator[_English]:
    documents = project.documents
    for prefix, (file, group) in NAMED.items():
        yield from _names(documents[file], prefix, group)
    for document in (documents['phrases'], project.play[1], project.sheets[1]):
        yield from _phrases(document)
    book, document = project.rulebook
    yield from ((each.id, document, document.node(each.place)) for each in written(book))
    readings, document = project.readings
    for index, reading in enumerate(readings.readings):
        name, at = f'reading.{reading.id}', ('readings', index)
        yield name, document, document.node((*at, 'question'))
        yield f'{name}.because', document, document.node((*at, 'because'))
        for number, option in enumerate(reading.options):
            yield f'{name}.{option.id}', document, document.node((*at, 'options', number, 'means'))


def _phrases(document: Document) -> Iterator[_English]:
    """The phrases of a file that is a list of them."""
    for node in document.root.items if isinstance(document.root, List) else ():
        if isinstance(node, Table) and isinstance(name := node.items.get('id'), Scalar):
            yield name.value, document, node.items['en']


def _names(document: Document, prefix: str, group: str) -> Iterator[_English]:
    """Everything with an id and a name that the file has under a key, however deep."""
    for node in _tables(document.node((group,))):
        if isinstance(name := node.items.get('id'), Scalar) and 'name' in node.items:
            yield f'{prefix}.{name.value}', document, node.items['name']


def _tables(node: Node) -> Iterator[Table]:
    if isinstance(node, Table):
        yield node
        for inner in node.items.values():
            yield from _tables(inner)
    elif isinstance(node, List):
        for inner in node.items:
            yield from _tables(inner)

"""The English sentences, checked against what the cards say: ids, forms, placeholders, markup."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Annotated, Any, NamedTuple

from pydantic import BeforeValidator, ConfigDict, RootModel

from civap.content.problems import LIKE_MISSING, Problem, nearest
from civap.content.say import Listing, Name, Say, Statement
from civap.content.schema import HTML, Model, Reader, Text, duplicate_id, fault, shown
from civap.content.sic import Sics
from civap.content.source import Document, Key, Node

MESSAGE_ID = r'[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*'
PLACEHOLDER = re.compile(r'\{([^{}]*)\}')


def _message_id(value: object) -> str:
    if isinstance(value, str) and re.fullmatch(MESSAGE_ID, value):
        return value
    hint = 'write it like tie.roll'
    raise fault('bad-id', 'found {found}, expected a message id', hint, found=shown(value))


class Plural(Model):
    """English with a counted noun."""

    one: Text
    other: Text


def english(value: Any) -> Any:
    """One text for all numbers, or `one` and `other`."""
    return value if isinstance(value, dict | Plural) else {'one': value, 'other': value}


English = Annotated[Plural, BeforeValidator(english, json_schema_input_type=Text | Plural)]


class Phrase(Model):
    """One message in English, with a note for translators."""

    id: Annotated[str, Reader(_message_id, keywords={'pattern': f'^{MESSAGE_ID}$'})]
    en: English
    note: Text | None = None
    sic: Sics = ()


class Phrases(RootModel[tuple[Phrase, ...]]):
    """phrases.yaml is a list of phrases."""

    model_config = ConfigDict(frozen=True)

    @property
    def phrases(self) -> tuple[Phrase, ...]:
        """In file order."""
        return self.root


@dataclass(frozen=True, slots=True)
class Message:
    """A text that is printed: the unit of translation. A name says of what kind of thing, such as `card`."""

    id: str
    one: str
    other: str
    note: str = ''
    names: str = ''

    @property
    def counts(self) -> bool:
        """Whether a number picks the form (in another language, if not in English)."""
        return 'n' in placeholders(self.other)


def named(kind: str, thing: str, name: str, note: str) -> Message:
    """The name of a thing of a kind, by its id in the content."""
    return Message(f'{kind}.{thing}', name, name, note, kind)


def placeholders(text: str) -> frozenset[str]:
    """The names in braces."""
    return frozenset(PLACEHOLDER.findall(text))


def walk(said: Say | Name | Statement | Listing) -> Iterator[Say | Name]:
    """Every message that is used in saying something, inner phrases included."""
    match said:
        case Say():
            yield said
            for value in said.values.values():
                if isinstance(value, Say | Name):
                    yield from walk(value)
        case Name():
            yield said
        case Listing():
            for part in (said.heading, *said.items, *said.tie):
                yield from walk(part)
        case Statement():
            for part in (*said.sentences, *said.closing, *said.reminder):
                yield from walk(part)
            if said.listing:
                yield from walk(said.listing)


def check_phrases(
    phrases: Sequence[Phrase],
    used: Mapping[str, Say],
    document: Document,
    where: tuple[Key, ...] = (),
    optional: Collection[str] = (),
) -> Iterator[Problem]:
    """Ids once, markup closed, and every message that is used, with the placeholders it gets.

    The phrases are the list at `where`; `optional` are those used that need not be there.
    """
    yield from _check_ids(phrases, used, document, where, optional)
    for index, phrase in enumerate(phrases):
        faults = list(_check_markup(phrase, document, (*where, index)))
        yield from faults
        if phrase.id in used and not faults:
            yield from _check_use(phrase, used[phrase.id], document, (*where, index))


def _check_ids(
    phrases: Sequence[Phrase],
    used: Mapping[str, Say],
    document: Document,
    where: tuple[Key, ...],
    optional: Collection[str],
) -> Iterator[Problem]:
    """Each id that is used, once, and no other; a slip is told as a wrong id, not as a missing one as well."""
    ids = [phrase.id for phrase in phrases]
    missing = [name for name in used if name not in ids and name not in optional]
    for index, name in enumerate(ids):
        meant = nearest(name, missing, LIKE_MISSING)
        node = document.node((*where, index, 'id'))
        if name in ids[:index]:
            hint = f'give one of them another id, such as {meant}' if meant else 'give one of them another id'
            yield duplicate_id(name, document.node((*where, ids.index(name), 'id')), node, document, hint)
        elif name not in used and (meant or not name.startswith('label.')):
            message = f'found {name!r}, which nothing prints, expected phrases that are used'
            hint = f'write {meant}' if meant else 'delete it or correct its id'
            yield document.problem('unused-phrase', message, node, hint)
        else:
            continue
        if meant:
            missing.remove(meant)
    for name in missing:
        message = f'found no phrase {name!r}, expected it here'
        yield document.problem('missing-phrase', message, document.node(where), 'add it')


def _forms(phrase: Phrase) -> Iterator[tuple[str, str]]:
    """The English texts as written: one or two."""
    yield 'other', phrase.en.other
    if phrase.en.one != phrase.en.other:
        yield 'one', phrase.en.one


def _check_markup(phrase: Phrase, document: Document, place: tuple[Key, ...]) -> Iterator[Problem]:
    for form, text in _forms(phrase):
        node = document.node((*place, 'en', form))
        for each in markup_faults(text):
            yield document.problem('bad-markup', each.message, node, MARKUP_HINT)


def _check_use(phrase: Phrase, say: Say, document: Document, place: tuple[Key, ...]) -> Iterator[Problem]:
    """Each form has the placeholders that are filled, and two forms have a number to pick one."""
    values = set(say.values)
    if say.n is None and phrase.en.one != phrase.en.other:
        yield idle_plural(document, (*place, 'en'))
    for form, text in _forms(phrase):
        counted = set() if say.n is None else {'n'}
        # "a card" may stand for one card.
        needed = values | (counted if form == 'other' else set())
        node = document.node((*place, 'en', form))
        yield from check_placeholders(text, values | counted, needed, document, node)


def idle_plural(document: Document, place: tuple[Key, ...]) -> Problem:
    """A text has two forms and nothing to pick one."""
    message = 'found one and other, expected one text: no number is counted here'
    return document.problem('idle-plural', message, document.node(place), 'write the text after en:')


def check_placeholders(
    text: str, known: Collection[str], needed: Collection[str], document: Document, node: Node
) -> Iterator[Problem]:
    """Each placeholder too many or too few in the text at a node."""
    for code, name, message, hint in placeholder_faults(text, known, needed):
        yield document.problem(code, message, document.mark(node, f'{{{name}}}'), hint)


def check_plain(text: str, document: Document, place: tuple[Key, ...]) -> Iterator[Problem]:
    """Markup closed and no placeholder, in a text that gets no values."""
    node = document.node(place)
    faults = list(markup_faults(text))
    for each in faults:
        yield document.problem('bad-markup', each.message, node, MARKUP_HINT)
    if not faults:
        yield from check_placeholders(text, (), (), document, node)


def placeholder_faults(
    text: str, known: Collection[str], needed: Collection[str]
) -> Iterator[tuple[str, str, str, str]]:
    """Code, name, message and hint for each placeholder too many or too few in a text.

    A wrong one is taken for one that is missing, so that a slip is told once.
    """
    names = ', '.join(f'{{{name}}}' for name in sorted(known)) or 'none'
    unknown = sorted(placeholders(text) - set(known))
    missing = sorted(set(needed) - placeholders(text))
    spare = sorted(set(known) - set(needed) - placeholders(text))  # {n} of a form for one number
    for name, meant in zip_longest(unknown, missing[: len(unknown)]):
        hint = f'write {{{meant}}}' if meant else f'write {{{spare[0]}}}, or delete it' if spare else 'delete it'
        yield 'unknown-placeholder', name, f'found {{{name}}}, expected {names}', hint
    for name in missing[len(unknown) :]:
        message = f'found no {{{name}}}, expected it in the text'
        yield 'missing-placeholder', name, message, f'write {{{name}}}'


MARKUP_HINT = 'write **bold** and {n}, each with its end; HTML is printed as it stands'


class MarkupFault(NamedTuple):
    """What is wrong with the markup of a text, and at which letter (from 0)."""

    message: str
    at: int


def markup_faults(text: str) -> Iterator[MarkupFault]:
    """What is wrong with braces and bold in a text, and HTML in it."""
    if found := HTML.search(text):
        yield MarkupFault(f'found {found[0]!r}, expected **bold** or the letter itself', found.start())
    rest = PLACEHOLDER.sub(lambda name: ' ' * len(name[0]), text)
    if found := re.search('[{}]', rest):
        yield MarkupFault('found a brace without its partner, expected {name}', found.start())
    for name in PLACEHOLDER.finditer(text):
        if not re.fullmatch(r'[a-z]+', name[1]):
            yield MarkupFault('found braces around something else than a name, expected {name}', name.start())
            break
    yield from _bold_faults(text)


def _bold_faults(text: str) -> Iterator[MarkupFault]:
    marks = [mark.start() for mark in re.finditer(r'\*\*', text)]
    bold = list(zip(marks[::2], marks[1::2], strict=False))
    empty = next((start for start, end in bold if text[start + 2 : end] != (text[start + 2 : end].strip() or '*')), -1)
    single = re.search(r'\*', re.sub(r'\*\*', '  ', text))
    if len(marks) % 2:
        yield MarkupFault('found ** without its partner, expected **bold**', marks[-1])
    elif single:
        yield MarkupFault('found a single *, expected **bold**', single.start())
    elif empty >= 0:
        yield MarkupFault('found ** with nothing or a space inside, expected **bold**', empty)

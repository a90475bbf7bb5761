"""The edition: title, versions, and in which version each card last changed in each language."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Discriminator, Field, Tag

from civap.content.folder import version_order
from civap.content.problems import Problem, Problems, did_you_mean, nearest
from civap.content.schema import (
    Date,
    Id,
    LanguageCode,
    Model,
    NotEmpty,
    Reader,
    Text,
    Version,
    duplicate_ids,
    fault,
    shown,
)
from civap.content.sizes import parse_size
from civap.content.source import Document


def _all_or_ids(value: Any) -> Any:
    if value == 'all' or isinstance(value, list | tuple):
        return value
    message = f'found {shown(value)}, expected all or a list of card ids'
    raise fault('unknown-value', message, 'write all')


def _kind(value: Any) -> str:
    return 'all' if value == 'all' else 'ids'


Changed = Annotated[
    Annotated[Literal['all'], Tag('all')] | Annotated[tuple[Id, ...], Tag('ids')],
    Discriminator(_kind),
    BeforeValidator(_all_or_ids),
]


class VersionNote(Model):
    """One version: which cards changed, for each language."""

    version: Version
    date: Date
    changed: Mapping[LanguageCode, Changed]


def _size(value: Any) -> str:
    """The size of a card as others write it, too: `57x89`."""
    try:
        width, height = parse_size(value) if isinstance(value, str) else (0.0, 0.0)
    except Problems as error:
        problem = error.problems[0]
        raise fault(problem.code, problem.message, problem.hint) from None
    if not width:
        raise fault('bad-size', f'found {shown(value)}, expected a size', 'write it like 57x89')
    return f'{width:g}x{height:g}'


class Waiver(Model):
    """Leave to set the text of one card, in one language at one size, smaller than any other; `floor` in pt."""

    id: Id
    card: Id
    language: LanguageCode
    size: Annotated[str, Reader(_size, keywords={'pattern': r'^[a-z]+$|^[0-9.]+ ?[x×] ?[0-9.]+$'})]
    floor: Annotated[float, Field(ge=6, lt=9)]
    because: Text


class Edition(Model):
    """edition.yaml; versions newest first."""

    id: Id
    title: Text
    game: Text
    language: Literal['en']
    source: Text
    versions: Annotated[tuple[VersionNote, ...], NotEmpty]
    waivers: tuple[Waiver, ...] = ()

    @property
    def version(self) -> str:
        """The newest version."""
        return self.versions[0].version

    def version_of(self, card: str, language: str) -> str:
        """The version in which `card` in `language` last changed."""
        for note in self.versions:
            changed = note.changed.get(language, ())
            if changed == 'all' or card in changed:
                return note.version
        return self.versions[-1].version


def _hint(found: str, known: Sequence[str]) -> str:
    """A slip is corrected; what names a language or card that a project gave up goes with it."""
    near = nearest(found, known)
    return f'write {near}' if near else f'delete it, or {did_you_mean(found, known)}'


def check_edition(
    edition: Edition, card_ids: Sequence[str], languages: Sequence[str], document: Document
) -> Iterator[Problem]:
    """Versions and their dates fall, and the languages and cards that they name exist."""
    yield from duplicate_ids([waiver.id for waiver in edition.waivers], ('waivers',), document)
    for index, waiver in enumerate(edition.waivers):
        for field, found, known in (('card', waiver.card, card_ids), ('language', waiver.language, languages)):
            if found not in known:
                message = f'found {found!r}, expected the id of a {field}'
                node = document.node(('waivers', index, field))
                yield document.problem(f'unknown-{field}', message, node, _hint(found, known))
    numbers = [version_order(note.version) for note in edition.versions]
    for index, (newer, older) in enumerate(pairwise(numbers), 1):
        if newer <= older:
            message = 'found a version that is not older, expected newest first'
            node = document.node(('versions', index, 'version'))
            yield document.problem('version-order', message, node, 'move it up')
    for index, (note, older_note) in enumerate(pairwise(edition.versions)):
        if note.date < older_note.date:
            message = f'found {note.date}, expected no date before that of the older version ({older_note.date})'
            node = document.node(('versions', index, 'date'))
            yield document.problem('version-order', message, node, 'correct one of the two')
    for index, note in enumerate(edition.versions):
        for language in note.changed:
            if language not in languages:
                message = f'found {language!r}, expected a language of the project'
                node = document.key_node(('versions', index, 'changed', language))
                yield document.problem('unknown-language', message, node, _hint(language, languages))
        for language, changed in note.changed.items():
            for place, card in enumerate(changed if changed != 'all' else ()):
                if card not in card_ids:
                    node = document.node(('versions', index, 'changed', language, place))
                    message = f'found {card!r}, expected the id of a card'
                    hint = _hint(card, card_ids)
                    yield document.problem('unknown-card', message, node, hint)

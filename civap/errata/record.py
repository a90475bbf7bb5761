"""A record: all of an edition that another one can differ in, as plain data that a file keeps.

Values are the scalars of content by their place, wording is every message in each language, prints are what each card,
sheet and block of the book shows: compared by content, whatever typesets it.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from civap.cache import folder_key
from civap.content.folder import GAME, language_codes
from civap.content.problems import Problem, Problems
from civap.content.project import Project
from civap.content.source import List, Node, Scalar, Table, load

FORMAT = 1
MAX_BYTES = 32_000_000  # of an edition: thirty times what this one has
# Keys whose values are messages, told as wording, or talk about content.
WORDING = frozenset(
    {'name', 'en', 'note', 'question', 'because', 'means', 'title', 'term', 'sic', 'sources', 'confidence'}
)
FACTS = ('cards', 'base_game', 'ap_rules', 'map_tiles')
# What shapes each document beside its texts, in templates/ and in the content's folder of art.
LOOKS: Mapping[str, tuple[str, ...]] = {
    'cards': ('cards', 'styles'),
    'sheets': ('sheets', 'styles'),
    'rulebook': ('rulebook', 'styles'),
}


@dataclass(frozen=True, slots=True)
class Text:
    """A message in one language: its forms, and whether they are ready, stale or missing."""

    forms: tuple[str, ...]
    state: str = 'ready'


@dataclass(frozen=True, slots=True)
class Printed:
    """Something that is printed: a digest of all that it shows, and the lines to tell it by.

    `number` is that of a rule or block in the book.
    """

    digest: str
    lines: tuple[str, ...] = ()
    number: str = ''


@dataclass(frozen=True, slots=True)
class Told:
    """An example: its verdict and what happens in it, step by step, in English."""

    verdict: str
    steps: tuple[str, ...]


@dataclass(frozen=True)
class Record:
    """An edition. `texts` and `printed` are by language, the latter then by document and id.

    `pages` are those of the blocks of the book by language, which an edition has once it was frozen.
    """

    version: str
    date: str
    values: Mapping[str, str]
    texts: Mapping[str, Mapping[str, Text]]
    printed: Mapping[str, Mapping[str, Mapping[str, Printed]]]
    looks: Mapping[str, str]
    examples: Mapping[str, Told]
    pages: Mapping[str, Mapping[str, int]] = field(default_factory=dict)


def record_of(project: Project, *, told: bool = True) -> Record:
    """The record of a project as it is, missing and stale texts included; without examples unless `told`.

    Raises `Problems`.
    """
    # Slow to import, and a record that is read needs none of it.
    from civap.errata.prints import printed_in, texts_in
    from civap.errata.traces import traces

    languages = language_codes(project.root)
    newest = project.edition.versions[0]
    return Record(
        version=newest.version,
        date=str(newest.date),
        values=dict(_values(project)),
        texts={code: texts_in(project, code) for code in languages},
        printed=printed_in(project, languages),
        looks={name: _look(project.root, folders) for name, folders in LOOKS.items()},
        examples=traces(project) if told else {},
    )


def _values(project: Project) -> Iterator[tuple[str, str]]:
    for name in FACTS:
        path = project.content / f'{name}.yaml'
        document = project.documents.get(name) or load(path, path.relative_to(project.root).as_posix())
        yield from _scalars(document.root, name)
    for reading in project.readings[0].readings:
        yield f'readings.{reading.id}.chosen', reading.chosen


def _scalars(node: Node, place: str) -> Iterator[tuple[str, str]]:
    """Every value that is not wording; things in a list are called by their ids, else by their numbers from 1."""
    match node:
        case Scalar():
            yield place, node.value
        case Table():
            for key, inner in node.items.items():
                if key not in WORDING and key != 'id':
                    yield from _scalars(inner, f'{place}.{key}')
        case List():
            for number, inner in enumerate(node.items, 1):
                name = inner.items.get('id') if isinstance(inner, Table) else None
                yield from _scalars(inner, f'{place}.{name.value if isinstance(name, Scalar) else number}')


def _look(root: Path, folders: Iterable[str]) -> str:
    """A digest of templates, styles and art."""
    parts = [*(root / 'templates' / name for name in folders), root / 'content' / GAME / 'art']
    return hashlib.sha256('\n'.join(folder_key(part) for part in parts).encode()).hexdigest()[:16]


def write_record(record: Record) -> bytes:
    """A record as a file: JSON, packed, the same bytes for the same record."""
    data = {'civap-edition': FORMAT, **asdict(record)}
    return gzip.compress(json.dumps(data, ensure_ascii=False, sort_keys=True).encode(), mtime=0)


def read_record(path: Path) -> Record:
    """A record that was written. Raises `Problems` (no-edition, not-an-edition, newer-edition, too-long)."""
    try:
        data = json.loads(_unpacked(path))
        form = data.pop('civap-edition')
    except OSError as error:
        hint = 'name a version, a file, a folder or a git revision'
        raise Problems(
            Problem('no-edition', f'found {path} ({error.strerror}), expected an edition', hint=hint)
        ) from None
    except (zlib.error, RecursionError, ValueError, KeyError, AttributeError, TypeError):
        raise Problems(_not_an_edition(path)) from None
    if form != FORMAT:
        message = f'found form {form!r:.40} of an edition, expected {FORMAT}'
        raise Problems(Problem('newer-edition', message, str(path), hint='take the civap that wrote it'))
    try:
        return _checked(data)
    except (ValidationError, RecursionError, UnicodeEncodeError):
        raise Problems(_not_an_edition(path)) from None


def _unpacked(path: Path) -> str:
    """The text of a packed file, read no further than to what is too long: few bytes can stand for very many."""
    with path.open('rb') as file:
        packed = file.read(MAX_BYTES + 1)
    unpacking = zlib.decompressobj(zlib.MAX_WBITS | 16)
    raw = unpacking.decompress(packed, MAX_BYTES + 1)
    if len(packed) > MAX_BYTES or len(raw) > MAX_BYTES:
        message = f'found an edition of more than {MAX_BYTES} bytes, expected at most that'
        raise Problems(Problem('too-long', message, str(path), hint='check that it is the right file'))
    if not unpacking.eof:
        raise zlib.error
    return raw.decode('utf-8')


def _not_an_edition(path: Path) -> Problem:
    message = 'found a file that civap release did not write, expected an edition'
    return Problem('not-an-edition', message, str(path), hint='name a file of content/new_dawn/editions')


def _checked(data: dict[str, Any]) -> Record:
    json.dumps(data, ensure_ascii=False).encode()  # a half of a character cannot be told to anybody
    return TypeAdapter(Record).validate_python(data)

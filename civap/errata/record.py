"""A record: all of an edition that another one can differ in, as plain data that a file keeps.

Values are the scalars of content by their place, wording is every message in each language, prints are what each card,
sheet and block of the book shows and how it looks: compared by content, whatever typesets it.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from civap.cache import Cache
from civap.content.folder import language_codes
from civap.content.problems import Problem, Problems
from civap.content.project import Project
from civap.content.source import List, Node, Scalar, Table, load
from civap.press.made import DOCUMENTS
from civap.press.printing import Edition

FORMAT = 1
MAX_BYTES = 32_000_000  # of an edition: thirty times what this one has
# Keys whose values are messages, told as wording, or talk about content.
WORDING = frozenset(
    {'name', 'en', 'note', 'question', 'because', 'means', 'title', 'term', 'sic', 'sources', 'confidence'}
)
# The first page of the book among its blocks.
COVER = 'cover'
FACTS = ('cards', 'base_game', 'ap_rules', 'map_tiles')


@dataclass(frozen=True, slots=True)
class Scope:
    """How much of a project is recorded: in which languages, which documents and editions of the cards.

    Without `told` nothing but what is printed is, and texts only with the rulebook, whose labels are told by them.
    """

    languages: Sequence[str]
    documents: Sequence[str] = DOCUMENTS
    editions: Sequence[Edition] = ('colour', 'economy')
    told: bool = True

    @property
    def has_texts(self) -> bool:
        """Whether every message is recorded."""
        return self.told or 'rulebook' in self.documents


@dataclass(frozen=True, slots=True)
class Text:
    """A message in one language: its forms, and whether they are ready, stale or missing."""

    forms: tuple[str, ...]
    state: str = 'ready'


@dataclass(frozen=True, slots=True)
class Printed:
    """Something that is printed: a digest of what it says and shows, and the lines to tell it by.

    `number` is that of a rule or block in the book. `looks` are digests of all that is seen of it, art and style
    included: of cards by variant, of anything else by ''.
    """

    digest: str
    lines: tuple[str, ...] = ()
    number: str = ''
    looks: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Told:
    """An example: its verdict and what happens in it, step by step, in English."""

    verdict: str
    steps: tuple[str, ...]


@dataclass(frozen=True)
class Record:
    """An edition. `texts` and `printed` are by language, the latter then by document and id.

    `pages` are those of the blocks of the book by language, `heads` the blocks that name the chapter at the head of
    each page, from the first; an edition has both once it was frozen.
    """

    version: str
    date: str
    values: Mapping[str, str]
    texts: Mapping[str, Mapping[str, Text]]
    printed: Mapping[str, Mapping[str, Mapping[str, Printed]]]
    examples: Mapping[str, Told]
    pages: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    heads: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def within(self, scope: Scope) -> Record:
        """No more of it than a record of this scope has, so that the two compare."""
        less = self if scope.has_texts else replace(self, texts={code: {} for code in self.texts})
        return less if scope.told else replace(less, values={}, examples={})


def record_of(
    project: Project, scope: Scope | None = None, cache: Cache | None = None, compiled: Path | None = None
) -> Record:
    """The record of a project as it is, missing and stale texts included: all of it, or as much as `scope` says.

    The `cache` keeps how cards look, `compiled` is a folder with the code of templates. Raises `Problems`.
    """
    # Slow to import, and a record that is read needs none of it.
    from civap.errata.prints import printed_in, texts_in
    from civap.errata.traces import traces

    scope = scope or Scope(language_codes(project.root))
    newest = project.edition.versions[0]
    return Record(
        version=newest.version,
        date=str(newest.date),
        values=dict(_values(project)) if scope.told else {},
        texts={code: texts_in(project, code) if scope.has_texts else {} for code in scope.languages},
        printed=printed_in(project, scope, cache or Cache(None), compiled),
        examples=traces(project) if scope.told else {},
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


def write_record(record: Record) -> bytes:
    """A record as a file: JSON, packed, the same bytes for the same record; things keep their order."""
    data = {'civap-edition': FORMAT, **asdict(record)}
    return gzip.compress(json.dumps(data, ensure_ascii=False).encode(), mtime=0)


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

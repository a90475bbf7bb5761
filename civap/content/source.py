"""Strict YAML: text in, nodes with positions out.

Every scalar stays the text that was typed (`+1`, `1.10`, `no`, `12:30`); the schema says what it
means. PyYAML's C parser reads the events; this module refuses what makes YAML surprising: anchors,
tags, tabs, duplicate keys, keys without a value, other encodings, several documents, and input that
is too long or too deep.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import yaml

from civap.content.problems import Problem, Problems

MAX_BYTES = 1_000_000
MAX_VALUES = 50_000
MAX_DEPTH = 24

try:
    from yaml import CLoader as _Loader
except ImportError:  # PyYAML built without libyaml: slower, same events
    from yaml import Loader as _Loader  # type: ignore[assignment]

Key = str | int
_MERGE = re.compile(r'(<{7}|={7}|>{7}|\|{7})(?!\S)')
_new = tuple.__new__  # quicker than what a NamedTuple makes of itself


class Mark(NamedTuple):
    """A position in a file; line and column count from 0."""

    line: int
    column: int


def _mark(mark: Any) -> Mark:
    return _new(Mark, (mark.line, mark.column)) if mark else Mark(0, 0)


@dataclass(slots=True)
class Node:
    """A value with the place where it starts and ends."""

    start: Mark
    end: Mark


@dataclass(slots=True)
class Scalar(Node):
    """Text as typed."""

    value: str


@dataclass(slots=True)
class List(Node):
    """A list of nodes."""

    items: list[Node] = field(default_factory=list)


@dataclass(slots=True)
class Table(Node):
    """Keys in file order; `keys` holds where each key stands."""

    items: dict[str, Node] = field(default_factory=dict)
    keys: dict[str, Scalar] = field(default_factory=dict)


@dataclass(slots=True)
class Document:
    """A YAML file as read: `path` as shown to the user, its lines and its root node."""

    path: str
    lines: Sequence[str]
    root: Node

    def data(self) -> object:
        """Plain dicts, lists and text, without positions."""
        return plain(self.root)

    def node(self, location: Sequence[Key]) -> Node:
        """The node at `location`, or the nearest one above it.

        A key that is not there is passed over, as is a mapping with one key (`{attack: {...}}`), so
        that locations made by a schema lead to the text that the user typed.
        """
        return self._walk(location)[0]

    def key_node(self, location: Sequence[Key]) -> Node:
        """The key under which the node at `location` stands, or the node itself."""
        node, key = self._walk(location)
        return key or node

    def _walk(self, location: Sequence[Key]) -> tuple[Node, Node | None]:
        node: Node = self.root
        key: Node | None = None
        for step in location:
            if isinstance(node, Table) and step not in node.items and len(node.items) == 1:
                (inner,) = node.items.values()
                if isinstance(inner, Table) and step in inner.items:
                    node = inner
            if isinstance(node, Table) and step in node.items:
                key = node.keys[str(step)]
                node = node.items[str(step)]
            elif isinstance(node, List) and isinstance(step, int) and step < len(node.items):
                node, key = node.items[step], None
        return node, key

    def mark(self, node: Node, part: str) -> Mark:
        """Where `part` stands in the first line of a text, or where the text starts."""
        start = node.start
        column = self.lines[start.line].find(part, start.column)
        return start if column < 0 else Mark(start.line, column)

    def problem(self, code: str, message: str, at: Node | Mark, hint: str = '') -> Problem:
        """A problem that points at a node of this file."""
        mark = at.start if isinstance(at, Node) else at
        return problem_at(self.path, self.lines, code, message, mark, hint)


def problem_at(path: str, lines: Sequence[str], code: str, message: str, mark: Mark, hint: str = '') -> Problem:
    """A problem at `mark` with its source line; a parser's mark behind the last line is drawn to its end."""
    if lines and mark.line >= len(lines):
        mark = Mark(len(lines) - 1, len(lines[-1]))
    excerpt = lines[mark.line] if lines else ''
    return Problem(code, message, path, mark.line + 1, mark.column + 1, excerpt, hint)


def plain(node: Node) -> object:
    """Nodes without their positions."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Table):
        return {key: plain(value) for key, value in node.items.items()}
    if isinstance(node, List):
        return [plain(value) for value in node.items]
    raise TypeError(node)


def read_text(path: Path, shown: str, most: int = MAX_BYTES) -> str:
    """The text of a UTF-8 file of at most so many bytes, each line ending in `\\n`.

    Raises `Problems`: not-found, unreadable, too-long, byte-order-mark, encoding, empty-file, tab,
    odd-space, control-character.
    """
    return text_of(read_bytes(path, shown, most), shown, most)


def text_of(raw: bytes, shown: str, most: int = MAX_BYTES) -> str:
    """The text of what was read. Raises `Problems` as `read_text` does."""
    text = decoded(raw, shown, most)
    lines = text.split('\n')
    for problem in invisible_problems(lines, shown):
        raise Problems(problem)
    if not text.strip():
        message, hint = 'found an empty file, expected content', 'write the content, or put the file back'
        raise Problems(problem_at(shown, lines, 'empty-file', message, Mark(0, 0), hint))
    return text


def decoded(raw: bytes, shown: str, most: int = MAX_BYTES) -> str:
    """The characters of a file, whatever they are. Raises `Problems`: too-long, byte-order-mark, encoding."""
    if len(raw) > most:
        message = f'found more than {most} bytes, expected at most that'
        raise Problems(Problem('too-long', message, shown, hint='split it, or check that it is the right file'))
    return _decoded(raw, shown).replace('\r\n', '\n')


def read_bytes(
    path: Path, shown: str, most: int = MAX_BYTES, absent: str = 'correct the name, or put the file back'
) -> bytes:
    """What is in a file, up to what is too long; `absent` is what to do if it is not there.

    Raises `Problems`: not-found, unreadable.
    """
    try:
        with path.open('rb') as file:
            raw = file.read(most + 1)
    except FileNotFoundError:
        raise Problems(Problem('not-found', 'found no file, expected one', shown, hint=absent)) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, 'strerror', None) or str(error)
        message = f'found {reason!r}, expected a readable file'
        hint = 'check that it is a file that you may read'
        raise Problems(Problem('unreadable', message, shown, hint=hint)) from None
    return raw


def _decoded(raw: bytes, shown: str) -> str:
    if raw.startswith((b'\xef\xbb\xbf', b'\xff\xfe', b'\xfe\xff')):
        message = 'found a byte order mark, expected none'
        hint = 'save the file as UTF-8 without BOM'
        raise Problems(problem_at(shown, [], 'byte-order-mark', message, Mark(0, 0), hint))
    try:
        return raw.decode('utf-8')
    except UnicodeDecodeError as error:
        raise Problems(_encoding_problem(raw, error.start, shown)) from None


def _encoding_problem(raw: bytes, offset: int, shown: str) -> Problem:
    if b'\0' in raw:  # its bytes tell nobody anything
        message, hint = 'found bytes that are no text, expected UTF-8', 'check that it is the right file'
        return problem_at(shown, [], 'encoding', message, Mark(0, 0), hint)
    lines = raw.decode('utf-8', 'replace').split('\n')
    line = raw.count(b'\n', 0, offset)
    start = raw.rfind(b'\n', 0, offset) + 1
    mark = Mark(line, len(raw[start:offset].decode('utf-8', 'replace')))
    message = f'found byte 0x{raw[offset]:02X}, expected UTF-8'
    hint = 'save the file as UTF-8 (it looks like another encoding, such as Windows-1250)'
    return problem_at(shown, lines, 'encoding', message, mark, hint)


def invisible_problems(lines: Sequence[str], shown: str) -> Iterator[Problem]:
    """Tabs, odd spaces and control or bidi characters: they look like nothing and change everything."""
    for number, line in enumerate(lines):
        if not line.isprintable():
            for column, char in enumerate(line):
                if not char.isprintable():
                    yield _invisible_problem(char, Mark(number, column), lines, shown)


def _invisible_problem(char: str, mark: Mark, lines: Sequence[str], shown: str) -> Problem:
    if char == '\t':
        return problem_at(shown, lines, 'tab', 'found a tab, expected spaces', mark, 'indent with spaces')
    if unicodedata.category(char) == 'Zs':
        message = f'found a {unicodedata.name(char)}, expected a plain space'
        hint = 'write a plain space; the printer makes it unbreakable where it must be'
        return problem_at(shown, lines, 'odd-space', message, mark, hint)
    message, hint = _invisible(char)
    return problem_at(shown, lines, 'control-character', message, mark, hint)


def _invisible(char: str) -> tuple[str, str]:
    """What to say about a character that cannot be seen."""
    name = unicodedata.name(char, f'U+{ord(char):04X}')
    hint = 'delete it'
    if unicodedata.category(char) == 'Cf':
        hint = 'delete it; the printer adds what a right-to-left text needs'
    return f'found the invisible character {name}, expected none', hint


def load(path: Path, shown: str) -> Document:
    """Read one YAML file. Raises `Problems` with the first thing that makes it unreadable."""
    return parse(read_text(path, shown), shown)


@lru_cache(maxsize=128)  # a preview reads all files again after each save; nobody changes a document
def parse(text: str, shown: str) -> Document:
    """YAML text to a document. Raises `Problems`."""
    lines = text.split('\n')
    builder = _Builder(shown, lines)
    loader = _Loader(text)
    try:
        root = builder.build(iter(loader.get_event, None))
    except (yaml.YAMLError, Problems) as error:
        if merged := _merge_problem(lines, shown):  # all that is wrong besides comes from it
            raise Problems(merged) from None
        if isinstance(error, Problems):
            raise
        raise Problems(_syntax_problem(error, lines, shown)) from None
    finally:
        loader.dispose()
    return Document(shown, lines, root)


def _syntax_problem(error: yaml.YAMLError, lines: Sequence[str], shown: str) -> Problem:
    """What the parser could not read, where it began when it ran to the end of the file."""
    reason = str(getattr(error, 'problem', None) or error)
    mark, context = getattr(error, 'problem_mark', None), getattr(error, 'context_mark', None)
    if 'end of stream' in reason and context:
        mark = context
    message = f'found YAML that cannot be read ({reason}), expected `key: value` lines'
    hint = 'put a sentence that has a colon, # or quotes between "double quotes"'
    within = str(getattr(error, 'context', None))
    if 'quoted scalar' in within and 'end of stream' in reason:
        message, hint = 'found no closing quote, expected one', 'close the quotes'
    elif 'flow' in within:
        hint = f'close the bracket, or {hint}'
    return problem_at(shown, lines, 'syntax', message, _mark(mark or context), hint)


def merge_fault(line: str) -> tuple[str, str] | None:
    """What to say about a line that git left between two versions, and what to do."""
    found = _MERGE.match(line)
    if not found:
        return None
    hint = 'delete the lines with such marks, and one of the two versions between them'
    return f'found {found[0]}, the mark of a merge, expected one version', hint


def _merge_problem(lines: Sequence[str], shown: str) -> Problem | None:
    for number, line in enumerate(lines):
        if fault := merge_fault(line):
            return problem_at(shown, lines, 'syntax', fault[0], Mark(number, 0), fault[1])
    return None


class _Builder:
    """Builds nodes from parser events, refusing what strict YAML leaves out."""

    def __init__(self, shown: str, lines: Sequence[str]) -> None:
        self.shown = shown
        self.lines = lines
        self.values = 0

    def build(self, events: Iterator[yaml.Event]) -> Node:
        root: Node | None = None
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent) and root is not None:
                message = 'found a second document, expected one'
                self._fail('several-documents', message, event, 'delete all but one')
            if isinstance(event, yaml.NodeEvent) and not _is_absent(event):
                root = self._node(event, events, 0)
        if root is None:
            message = 'found nothing but comments, expected content'
            hint = 'write the content below them'
            raise Problems(problem_at(self.shown, self.lines, 'empty-file', message, Mark(0, 0), hint))
        return root

    def _node(self, event: Any, events: Iterator[yaml.Event], depth: int) -> Node:
        self.values += 1
        if self.values > MAX_VALUES or depth > MAX_DEPTH or event.anchor or event.tag:
            self._refuse(event, depth)
        if isinstance(event, yaml.ScalarEvent):
            value = event.value
            if not (value and value.isprintable()):
                self._refuse_scalar(event)
            return Scalar(_mark(event.start_mark), _mark(event.end_mark), value)
        if isinstance(event, yaml.SequenceStartEvent):
            return self._sequence(event, events, depth)
        return self._mapping(event, events, depth)

    def _refuse(self, event: yaml.Event, depth: int) -> None:
        """What no value may be."""
        if self.values > MAX_VALUES:
            message = f'found more than {MAX_VALUES} values, expected at most that'
            self._fail('too-many-values', message, event, 'delete some, or check that it is the right file')
        if depth > MAX_DEPTH:
            message = f'found more than {MAX_DEPTH} levels, expected fewer'
            self._fail('too-deep', message, event, 'close a bracket, or indent less')
        if getattr(event, 'anchor', None):
            message = 'found an anchor or alias, expected the value itself'
            self._fail('anchor', message, event, 'write the value out')
        if tag := getattr(event, 'tag', None):
            short = tag.replace('tag:yaml.org,2002:', '!!')
            message = f'found the tag {short}, expected a plain value'
            self._fail('tag', message, event, 'delete the tag')

    def _refuse_scalar(self, event: yaml.ScalarEvent) -> None:
        if _is_absent(event):
            self._fail('no-value', 'found no value, expected one', event, 'write the value')
        for char in event.value:
            if not char.isprintable() and char != '\n':  # typed as an escape, such as "\u202E"
                message, hint = _invisible(char)
                self._fail('control-character', message, event, hint)

    def _sequence(self, start: Any, events: Iterator[yaml.Event], depth: int) -> List:
        items = []
        for event in events:
            if isinstance(event, yaml.SequenceEndEvent):
                break
            items.append(self._node(event, events, depth + 1))
        return List(_mark(start.start_mark), _mark(event.end_mark), items)

    def _mapping(self, start: Any, events: Iterator[yaml.Event], depth: int) -> Table:
        items: dict[str, Node] = {}
        keys: dict[str, Scalar] = {}
        for event in events:
            if isinstance(event, yaml.MappingEndEvent):
                break
            key = self._key(event, events, depth + 1)
            name = key.value
            if name in items:
                message = f'found {name!r} again (first on line {keys[name].start.line + 1}), expected it once'
                self._fail('duplicate-key', message, event, 'delete one of the two')
            value = next(events)
            if _is_absent(value):
                hint = 'write the value or delete the key'
                if start.flow_style:
                    hint = 'write the value, or put a text that starts with { in double quotes'
                self._fail('no-value', f'found no value for {name!r}, expected one', event, hint)
            keys[name] = key
            items[name] = self._node(value, events, depth + 1)
        return Table(_mark(start.start_mark), _mark(event.end_mark), items, keys)

    def _key(self, event: yaml.Event, events: Iterator[yaml.Event], depth: int) -> Scalar:
        key = None if _is_absent(event) else self._node(event, events, depth)
        if not isinstance(key, Scalar):
            hint = 'write it like `range: 2`'
            self._fail('bad-key', 'found a key that is not a word, expected a word', event, hint)
        return key

    def _fail(self, code: str, message: str, event: yaml.Event, hint: str = '') -> NoReturn:
        mark = _mark(event.start_mark)
        raise Problems(problem_at(self.shown, self.lines, code, message, mark, hint))


def _is_absent(event: yaml.Event) -> bool:
    """Whether nothing was written where a value belongs."""
    return (
        isinstance(event, yaml.ScalarEvent)
        and not event.value
        and not event.style
        and not event.tag
        and not event.anchor
    )

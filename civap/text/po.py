"""PO files: read with polib, strictly, and each part of an entry with its place in the file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import polib

from civap.content.problems import Problem, Problems
from civap.content.source import Mark, problem_at, read_bytes, text_of
from civap.text.po_syntax import NOT_PO, check_lines

_OBSOLETE_PREVIOUS = re.compile(r'^#~\|', re.MULTILINE)
_FIELD = re.compile(r'\s*(msgctxt|msgid_plural|msgid|msgstr(?:\[[0-9]\])?)\s')
_STARTS = ('msgctxt', 'msgid')
_ESCAPED = {'n': '\n', 't': '\t'}
MAX_PO_BYTES = 10_000_000  # ten thousand messages with all that is said about them take 5 MB


@dataclass(frozen=True, slots=True)
class Entry:
    """One message of a PO file; `line` (from 0) is where it starts.

    `previous` and `previous_plural` are the English that `#|` keeps.
    """

    id: str
    msgid: str
    msgid_plural: str
    forms: tuple[str, ...]
    fuzzy: bool
    line: int
    previous: str = ''
    previous_plural: str = ''

    @property
    def is_translated(self) -> bool:
        """Whether any form has words."""
        return any(form.strip() for form in self.forms)


@dataclass(frozen=True, slots=True)
class PoFile:
    """A catalog as read: `path` as shown to the user, its entries (obsolete ones left out)."""

    path: str
    lines: Sequence[str]
    entries: Sequence[Entry]

    def problem(
        self,
        code: str,
        message: str,
        entry: Entry,
        field: str,
        part: str | int = '',
        hint: str = '',
    ) -> Problem:
        """A problem at `part` of a field: where it first stands in the text, or the letter with that index (from 0).

        It is at the start of the text when the part is not there, at the entry when the field is not.
        """
        return problem_at(self.path, self.lines, code, message, self._mark(entry, field, part), hint)

    def line(self, entry: Entry, field: str = 'msgctxt') -> int:
        """The line, from 1, on which a field of an entry starts."""
        return next(self._field(entry, field), entry.line) + 1

    def _mark(self, entry: Entry, field: str, part: str | int) -> Mark:
        numbers = list(self._field(entry, field))
        if not numbers:
            return Mark(entry.line, 0)
        text, marks = _letters((number, self.lines[number]) for number in numbers)
        at = part if isinstance(part, int) else text.find(part)
        return marks[at if 0 <= at < len(marks) else 0]

    def _field(self, entry: Entry, field: str) -> Iterator[int]:
        """The lines of a field: its first and those that continue it."""
        inside = begun = False
        for number in range(entry.line, len(self.lines)):
            line = self.lines[number]
            match = _FIELD.match(line)
            ends = line.startswith('#') or (match and match[1] in _STARTS)
            if not line.strip() or (inside and ends) or (begun and line.startswith('#')):
                return
            begun = begun or bool(match)
            if match:
                inside = match[1] == field
            if inside:
                yield number

    def header(self, name: str) -> tuple[str, Mark] | None:
        """The value of a field of the header, and where it stands; None if it has none."""
        numbered = [(number, line) for number, line in enumerate(self.lines[: self._header_end()]) if line[:1] == '"']
        text, marks = _letters(numbered)
        found = re.search(rf'^{re.escape(name)}: *(.*?) *$', text, re.MULTILINE)
        return (found[1], marks[min(found.start(1), len(marks) - 1)]) if found else None

    def _header_end(self) -> int:
        """The line of the first keyword behind the text of the header."""
        for number, line in enumerate(self.lines):
            match = _FIELD.match(line)
            if match and (match[1] == 'msgctxt' or (match[1] == 'msgid' and '""' not in line)):
                return number
        return len(self.lines)


def _letters(lines: Iterable[tuple[int, str]]) -> tuple[str, list[Mark]]:
    """The quoted text of numbered lines, and where each of its letters stands, with the place behind the last."""
    letters: list[str] = []
    marks: list[Mark] = []
    end = Mark(0, 0)
    for number, line in lines:
        at = line.find('"') + 1
        last = line.rfind('"')
        while at < last:
            marks.append(Mark(number, at))
            escaped = line[at] == '\\'
            letters.append(_ESCAPED.get(line[at + 1], line[at + 1]) if escaped else line[at])
            at += 1 + escaped
        if not letters or marks[-1].line == number:
            end = Mark(number, at)
    return ''.join(letters), [*marks, end]


def read_po(path: Path, shown: str) -> PoFile:
    """The entries of a PO file. Raises `Problems`: po-syntax, po-charset, and what `read_text` finds."""
    return parse_po(text_of(read_po_bytes(path, shown), shown, MAX_PO_BYTES), shown)[0]


def read_po_bytes(path: Path, shown: str) -> bytes:
    """What is in a PO file. Raises `Problems`: not-found, unreadable."""
    return read_bytes(path, shown, MAX_PO_BYTES, 'run civap translate sync, which makes it, or put the file back')


def parse_po(text: str, shown: str) -> tuple[PoFile, polib.POFile]:
    """The entries of a PO file, and all of it as polib has it. Raises `Problems`: po-syntax, po-charset.

    polib passes over what an obsolete entry was translated from, so that it is given as with any other entry.
    """
    lines = text.split('\n')
    check_lines(lines, shown)
    try:
        file = polib.pofile(_OBSOLETE_PREVIOUS.sub('#|', text), wrapwidth=0)
    except (OSError, ValueError, IndexError, AttributeError) as error:
        raise Problems(_syntax_problem(error, lines, shown)) from None
    found = PoFile(shown, lines, [_entry(entry) for entry in file if not entry.obsolete])
    _check_charset(found)
    return found, file


def _check_charset(file: PoFile) -> None:
    """What the header says: an editor would save the file as that."""
    value, start = file.header('Content-Type') or ('', Mark(0, 0))
    found = re.search(r'charset=(\S+)', value)
    if found and found[1].upper() not in ('UTF-8', 'UTF8'):
        message = f'found charset={found[1]}, expected UTF-8'
        at = file.lines[start.line].find('charset=')
        mark = Mark(start.line, max(at, start.column))
        raise Problems(problem_at(file.path, file.lines, 'po-charset', message, mark, 'write charset=UTF-8'))


def _syntax_problem(error: Exception, lines: Sequence[str], shown: str) -> Problem:
    where = re.search(r'line (\d+)', str(error))
    mark = Mark(int(where[1]) - 1 if where else 0, 0)
    return problem_at(shown, lines, 'po-syntax', NOT_PO, mark, 'write the entry like its neighbours')


def _entry(entry: polib.POEntry) -> Entry:
    plural = entry.msgstr_plural
    forms = tuple(plural.get(index, '') for index in range(max(plural) + 1)) if plural else ()
    return Entry(
        id=entry.msgctxt or '',
        msgid=entry.msgid,
        msgid_plural=entry.msgid_plural or '',
        forms=forms or (entry.msgstr,),
        fuzzy=entry.fuzzy,
        line=(entry.linenum or 1) - 1,
        previous=entry.previous_msgid or '',
        previous_plural=entry.previous_msgid_plural or '',
    )

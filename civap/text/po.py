"""PO files: read with polib, strictly, and each part of an entry with its place in the file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import polib

from civap.content.problems import Problem, Problems
from civap.content.source import Mark, problem_at, read_text

_LINE = re.compile(
    r"""\s*(#.*|(?P<keyword>(msgctxt|msgid|msgid_plural|msgstr(\[[0-9]\])?)\s+)?"""
    r"""(?P<text>"([^"\\]|\\[nt"\\])*")\s*)?"""
)
_FIELD = re.compile(r'\s*(msgctxt|msgid_plural|msgid|msgstr(?:\[[0-9]\])?)\s')
NOT_PO = 'found a line that is not PO, expected msgctxt, msgid or msgstr with "quoted text"'


@dataclass(frozen=True, slots=True)
class Entry:
    """One message of a PO file; `line` (from 0) is where it starts, `previous` the English that a fuzzy one had."""

    id: str
    msgid: str
    msgid_plural: str
    forms: tuple[str, ...]
    fuzzy: bool
    line: int
    previous: str = ''

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

    def problem(self, code: str, message: str, entry: Entry, field: str, part: str = '', hint: str = '') -> Problem:
        """A problem at `part` of a field; at the field, or the entry, when it is not there."""
        return problem_at(self.path, self.lines, code, message, self._mark(entry, field, part), hint)

    def line(self, entry: Entry, field: str = 'msgctxt') -> int:
        """The line, from 1, on which a field of an entry starts."""
        return self._mark(entry, field, '').line + 1

    def _mark(self, entry: Entry, field: str, part: str) -> Mark:
        numbers = list(self._field(entry, field)) or [entry.line]
        for number in numbers if part else ():
            column = self.lines[number].find(part)
            if column >= 0:
                return Mark(number, column)
        return Mark(numbers[0], 0)

    def _field(self, entry: Entry, field: str) -> Iterator[int]:
        """The lines of a field: its first and those that continue it."""
        inside = False
        for number in range(entry.line, len(self.lines)):
            line = self.lines[number]
            if not line.strip():
                return
            if match := _FIELD.match(line):
                inside = match[1] == field
            if inside:
                yield number


def read_po(path: Path, shown: str) -> PoFile:
    """The entries of a PO file. Raises `Problems`: po-syntax, and what `read_text` finds."""
    text = read_text(path, shown)
    lines = text.split('\n')
    _check_lines(lines, shown)
    try:
        entries = polib.pofile(text)
    except (OSError, ValueError, IndexError, AttributeError) as error:
        raise Problems(_syntax_problem(error, lines, shown)) from None
    _check_charset(lines, shown)
    return PoFile(shown, lines, [_entry(entry) for entry in entries if not entry.obsolete])


def _check_lines(lines: Sequence[str], shown: str) -> None:
    """Quotes and order of lines.

    polib drops the last letter of a line without its closing quote, and takes a text after a blank
    line for more of the entry before.
    """
    inside = False
    for number, line in enumerate(lines):
        match = _LINE.fullmatch(line)
        if not match or (match['text'] and not match['keyword'] and not inside):
            hint = r'close the quotes; write \" for a quote inside the text'
            if match:
                hint = 'write a keyword before it, or put it under the text that it continues'
            raise Problems(problem_at(shown, lines, 'po-syntax', NOT_PO, Mark(number, 0), hint))
        inside = bool(match['text'])


def _check_charset(lines: Sequence[str], shown: str) -> None:
    """What the header says: an editor would save the file as that."""
    for number, line in enumerate(lines):
        if line.startswith('msgctxt'):
            return
        found = re.search(r'charset=([^\s"\\]+)', line)
        if line.startswith('"Content-Type:') and found and found[1].upper() not in ('UTF-8', 'UTF8'):
            message = f'found charset={found[1]}, expected UTF-8'
            mark = Mark(number, found.start())
            raise Problems(problem_at(shown, lines, 'po-charset', message, mark, 'write charset=UTF-8'))


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
    )

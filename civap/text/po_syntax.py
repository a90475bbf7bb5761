"""What makes a file no PO file, line by line: polib drops letters of some such lines, and says little of others."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from civap.content.problems import Problems
from civap.content.source import Mark, merge_fault, problem_at

NOT_PO = 'found a line that is not PO, expected msgctxt, msgid or msgstr with "quoted text"'
_LINE = re.compile(
    r"""\s*(#.*|(?P<keyword>(msgctxt|msgid|msgid_plural|msgstr(\[[0-9]\])?)\s+)?"""
    r"""(?P<text>"([^"\\]|\\[nt"\\])*")\s*)?"""
)
_KEYWORDS = ('msgctxt', 'msgid', 'msgid_plural', 'msgstr')
_WORD = re.compile(r'\s*(?P<keyword>[^\s"]*)\s*')
_BRACKET = re.compile(r'msgstr ?\[\s*\d*\s*\]?')
_FANCY = "“”„‟«»‘’‚'"
_TEXT = re.compile(r'"(?P<text>(?:[^"\\]|\\.)*)(?P<end>"?)')
_ESCAPE = re.compile(r'\\(?:[nt"\\]|(?P<other>.|$))')
_FLAG = re.compile(r'[^\s,]+')
# What may stand before a keyword in its entry.
_BEFORE: Mapping[str, tuple[str, ...]] = {
    'msgctxt': ('', 'msgstr'),
    'msgid': ('', 'msgctxt', 'msgstr'),
    'msgid_plural': ('msgid',),
    'msgstr': ('msgid',),
    'msgstr[]': ('msgid_plural', 'msgstr[]'),
}
_Fault = tuple[int, str, str]


def check_lines(lines: Sequence[str], shown: str) -> None:
    """Quotes, keywords and their order. Raises `Problems` (po-syntax): the first fault of the file.

    polib drops the last letter of a line without its closing quote, and takes a text after a blank line for more of
    the entry before.
    """
    order = _Order()
    inside = False
    for number, line in enumerate(lines):
        match = _LINE.fullmatch(line)
        if not match:
            fault: _Fault | None = _fault(line)
        elif match['text'] and not match['keyword'] and not inside:
            fault = 0, NOT_PO, 'write a keyword before it, or put it under the text that it continues'
        else:
            fault = order.fault(line, (match['keyword'] or '').strip()) or _flag_fault(line)
            inside = bool(match['text'])
        if fault:
            column, message, hint = fault
            raise Problems(problem_at(shown, lines, 'po-syntax', message, Mark(number, column), hint))


class _Order:
    """The keywords of an entry, as they come; `fault` is asked line by line."""

    def __init__(self) -> None:
        self._last = ''
        self._seen: set[str] = set()
        self._apart = False

    def fault(self, line: str, keyword: str) -> _Fault | None:
        """What is wrong with the place of a keyword."""
        if not keyword:
            self._apart = self._apart or not line.strip() or line.startswith('#')
            return None
        kind = 'msgstr[]' if '[' in keyword else keyword
        apart, self._apart = self._apart, False
        ends = 'msgstr' if self._last == 'msgstr[]' and kind in _BEFORE and kind in ('msgctxt', 'msgid') else self._last
        if keyword in self._seen and kind.startswith('msgstr') and not apart:
            return 0, f'found a second {keyword}, expected one for each msgid', 'delete one of the two'
        if ends not in _BEFORE[kind]:
            return self._misplaced(keyword, kind)
        if kind in ('msgctxt', 'msgid') and self._last.startswith('msgstr'):
            self._seen.clear()
        self._last = kind
        self._seen.add(keyword)
        return None

    def _misplaced(self, keyword: str, kind: str) -> _Fault:
        wanted = next(each for each in reversed(_BEFORE[kind]) if each and each != kind)
        if self._last == 'msgid_plural' and kind == 'msgstr':
            return 0, 'found msgstr after msgid_plural, expected a form for each number', 'write msgstr[0]'
        if kind == 'msgstr[]' and self._last == 'msgid':
            return 0, f'found {keyword} without a msgid_plural, expected msgstr', 'write msgstr'
        before = self._last.replace('[]', '[…]')
        said = f'after {before}' if before in ('msgctxt', 'msgid', 'msgid_plural') else f'without its {wanted}'
        return 0, f'found {keyword} {said}, expected the parts of an entry in their order', f'write {wanted} before it'


def _fault(line: str) -> _Fault:
    """What is wrong with a line that has not the form of one."""
    word = _WORD.match(line)
    assert word
    keyword, start = word['keyword'], word.end()
    if merge := merge_fault(line):
        return 0, *merge
    if (bracket := _BRACKET.match(line)) and not re.match(r'msgstr\[\d\](\s|$)', line):
        return _bracket_fault(line, bracket)
    if keyword and keyword[0] in _FANCY:
        return _fancy_fault(line, word.start('keyword'))
    if keyword and keyword not in _KEYWORDS and not _BRACKET.fullmatch(keyword):
        hint = 'write the one that stands there in other entries, or # before a comment'
        return word.start('keyword'), f'found {keyword!r}, expected {", ".join(_KEYWORDS)} or msgstr[0]', hint
    if line[start : start + 1] in tuple(_FANCY):
        return _fancy_fault(line, start)
    if keyword and line[word.end('keyword') : start] == '' and line[start : start + 1] == '"':
        return start, f'found no space behind {keyword}, expected one', 'write a space'
    if line[start : start + 1] != '"':
        return start, 'found a text without its quotes, expected "text"', 'write " before it and behind it'
    return _text_fault(line, start)


def _bracket_fault(line: str, bracket: re.Match[str]) -> _Fault:
    """`msgstr[0 "`, `msgstr [0] "`, `msgstr[x] "`."""
    digits = re.findall(r'\d+', bracket[0])
    hint = (
        f'write msgstr[{digits[0]}]' if digits and len(digits[0]) == 1 else 'write the number of a form, as msgstr[0]'
    )
    said = line.split('"')[0].strip()
    return line.find('['), f'found {said}, expected msgstr[0] with the number of the form', hint


def _fancy_fault(line: str, column: int) -> _Fault:
    return column, f'found {line[column]} round the text, expected straight quotes', 'write " before it and behind it'


def _text_fault(line: str, start: int) -> _Fault:
    """What is wrong with a text in quotes, or behind it."""
    found = _TEXT.match(line, start)
    assert found
    for escape in _ESCAPE.finditer(found['text']):
        if escape['other'] is not None:
            column = found.start('text') + escape.start()
            hint = r'write \\ for a backslash, \" for a quote, or delete it'
            return column, f'found {escape[0]}, expected no other letter behind a backslash than n, t, " or \\', hint
    if not found['end']:
        return len(line), 'found no closing quote, expected one', 'close the quotes'
    rest = line[found.end() :].lstrip()
    hint = r'delete it, or write \" for a quote inside the text'
    return len(line) - len(rest), f'found {rest[:20]!r} behind the closing quote, expected nothing', hint


def _flag_fault(line: str) -> _Fault | None:
    """A flag that is nearly one: tools pass over it."""
    for flag in _flags(line):
        if flag[0] != 'fuzzy' and flag[0].lower() == 'fuzzy':
            return flag.start(), f'found the flag {flag[0]}, expected fuzzy', 'write fuzzy'
    return None


def _flags(line: str) -> Iterator[re.Match[str]]:
    return _FLAG.finditer(line, 2) if line.startswith('#,') else iter(())

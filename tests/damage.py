"""Damage to files: edits of bytes and lines as accidents and malice make them, and edits of what a file says.

Each edit draws from a `random.Random`, so that a seed names an input, and hypothesis can shrink one.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from random import Random
from typing import Any

import polib

from civap.content.problems import Problems
from civap.content.source import parse

TOKENS: tuple[bytes, ...] = (
    *(part.encode() for part in ('&', '*', '!!x', '{', '}', '[', ']', ':', '-', '?', '|', '>', '"', "'", '#', '%')),
    *(part.encode() for part in ('@', '`', '\\', '**', '{n}', '<<', 'null', '5.0', '0', '-1', '1e999', '0x10', '{{')),
    *(part.encode() for part in ('٥', '²', '\u202e', '\u2028', '\ufeff', '\U0001f600', 'e\u0301', '\u00a0', 'İ', 'ß')),
    *(b'\0', b'\t', b'\r', b'\n', b'\n\n', b' ', b'  ', b'\xff', b'\xc3', b'\xed\xa0\x80', b'\xef\xbb\xbf', b'9' * 30),
    *(b'9' * 5000, b'a' * 5000, b'(' * 500, b'[' * 40, b'[' * 5000, b'{a: ' * 40, b'<g>' * 2000, b'*' * 300),
    *(b'---\n', b'...\n', b': ', b'- ', b'? ', b'&a ', b'*a ', b'<<: *a\n', b'!!python/object:os.system ', b'&a [*a]'),
    *(b'msgid ""\n', b'msgstr[7] "x"\n', b'msgctxt "a"\n', b'msgid_plural "b"\n', b'"x"\n', b'msgstr ""\n'),
    *(b'#~ ', b'#| ', b'#, fuzzy\n', b'""', b'#~ msgid "a"\n', b'#~| msgid "a"\n', b'#. x\n', b'# lint: allow x\n'),
    *(b'<!DOCTYPE a [<!ENTITY b "c">]>', b'<script>', b'</svg>', b'href="#a" ', b'<use href="#a"/>', b'&amp;', b'&#0;'),
    *(b'{% for a in b %}', b'{{ a.b }}', b'{#', b'%}', b'{% include "cards/deck.html.j2" %}', b'}', b'@import "a";'),
)
WHOLE: tuple[Any, ...] = (
    None, True, 0, -1, 99, 100, 10**30, '9' * 999, 1.5, '', ' ', 'x', '²', '٣', 'ap', 'none', '{n}', '**', 'a' * 2000,
    [], {}, [[]], {'': ''}, ['x', 'x'], {'x': 'y'}, '<b>', '../../x', '\u202e', 'a:b', '1/0', '0/1', '-5..-2',
)  # fmt: skip
Edit = Callable[[bytes, Random], bytes]


def _flip(raw: bytes, random: Random) -> bytes:
    at = random.randrange(len(raw))
    return raw[:at] + bytes((raw[at] ^ (1 << random.randrange(8)),)) + raw[at + 1 :]


def _delete(raw: bytes, random: Random) -> bytes:
    at = random.randrange(len(raw))
    return raw[:at] + raw[at + random.randrange(1, 60) :]


def _insert(raw: bytes, random: Random) -> bytes:
    at = random.randrange(len(raw) + 1)
    return raw[:at] + random.choice(TOKENS) + raw[at:]


def _replace(raw: bytes, random: Random) -> bytes:
    at, part = random.randrange(len(raw)), random.choice(TOKENS)
    return raw[:at] + part + raw[at + len(part) :]


def _truncate(raw: bytes, random: Random) -> bytes:
    return raw[: random.randrange(len(raw))]


def _number(raw: bytes, random: Random) -> bytes:
    """A digit becomes another number."""
    places = [index for index, byte in enumerate(raw) if chr(byte).isdigit()]
    if not places:
        return raw
    at = random.choice(places)
    return raw[:at] + random.choice((b'0', b'-1', b'7', b'99', b'100', b'9' * 25, b'1e9', b'0.5')) + raw[at + 1 :]


def _of_lines(change: Callable[[list[bytes], int, int], None]) -> Edit:
    def edit(raw: bytes, random: Random) -> bytes:
        lines = raw.split(b'\n')
        first = random.randrange(len(lines))
        change(lines, first, random.randrange(1, 12))
        return b'\n'.join(lines)

    return edit


def _drop(lines: list[bytes], at: int, length: int) -> None:
    del lines[at : at + length]


def _double(lines: list[bytes], at: int, length: int) -> None:
    lines[at:at] = lines[at : at + length]


def _swap(lines: list[bytes], at: int, length: int) -> None:
    other = (at + length) % len(lines)
    lines[at], lines[other] = lines[other], lines[at]


def _indent(lines: list[bytes], at: int, length: int) -> None:
    lines[at] = b' ' * length + lines[at].lstrip()


EDITS: tuple[Edit, ...] = (
    _flip, _delete, _insert, _replace, _truncate, _number, *map(_of_lines, (_drop, _double, _swap, _indent)),
)  # fmt: skip


def scratched(raw: bytes, random: Random) -> bytes:
    """The file after one to four edits of bytes and lines."""
    for _ in range(random.choice((1, 1, 2, 4))):
        if raw:
            raw = random.choice(EDITS)(raw, random)
    return raw


def respelt(text: str, random: Random) -> str:
    """A text with a part cut out, doubled, or something put in."""
    at = random.randrange(len(text) + 1)
    odd = random.choice(TOKENS).decode('utf-8', 'ignore')
    return (
        text[:at]
        + random.choice(('', text[at - 3 :], odd, odd, ' ', '**', '{n}', '9'))
        + text[at + random.choice((0, 1, 5)) :]
    )


def _places(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where values stand in a structure."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = [at] if at else []
    for key, each in inner:
        found += _places(each, (*at, key))
    return found


def rearranged(value: Any, random: Random) -> Any:
    """A structure after one to three edits: a value dropped, changed, repeated, wrapped or moved, a key renamed."""
    value = json.loads(json.dumps(value))
    for _ in range(random.randrange(1, 4)):
        places = _places(value)
        if not places:
            return random.choice(WHOLE)
        *above, key = random.choice(places)
        holder = value
        for step in above:
            holder = holder[step]
        _rearrange(value, holder, key, places, random)
    return value


def _rearrange(value: Any, holder: Any, key: Any, places: list[tuple[Any, ...]], random: Random) -> None:
    kind = random.choice(('drop', 'whole', 'whole', 'respell', 'respell', 'repeat', 'wrap', 'deep', 'move', 'rename'))
    if kind == 'drop':
        del holder[key]
    elif kind == 'whole':
        holder[key] = random.choice(WHOLE)
    elif kind == 'respell' and isinstance(holder[key], str):
        holder[key] = respelt(holder[key], random)
    elif kind == 'repeat' and isinstance(holder, list):
        holder[key:key] = [holder[key]] * random.choice((1, 1, 30))
    elif kind == 'wrap':
        holder[key] = random.choice(([holder[key]], {'x': holder[key]}))
    elif kind == 'deep':
        for _ in range(random.choice((3, 30))):
            holder[key] = [holder[key]]
    elif kind == 'move':
        other = value
        for step in random.choice(places):
            other = other[step]
        holder[key] = json.loads(json.dumps(other))
    elif kind == 'rename' and isinstance(holder, dict):
        holder[str(random.choice(WHOLE))] = holder.pop(key)


def rearranged_yaml(raw: bytes, random: Random) -> bytes:
    """A YAML file that says something else, written as JSON, which strict YAML takes as well."""
    try:
        data = parse(raw.decode(), 'x').data()
    except (Problems, UnicodeDecodeError):
        return raw
    return json.dumps(rearranged(data, random), ensure_ascii=False, indent=1).encode('utf-8', 'replace')


def rearranged_po(raw: bytes, random: Random) -> bytes:
    """A PO file with entries dropped, repeated, made obsolete or fuzzy, or with other texts."""
    file = polib.pofile(raw.decode(), wrapwidth=0)
    for _ in range(random.choice((1, 3, 9))):
        entry = random.choice(file)
        kind = random.choice(
            ('drop', 'repeat', 'obsolete', 'flag', 'text', 'text', 'english', 'forms', 'comment', 'id')
        )
        if kind == 'drop':
            file.remove(entry)
        elif kind == 'repeat':
            file.append(entry)
        elif kind == 'obsolete':
            entry.obsolete = not entry.obsolete
        elif kind == 'flag':
            entry.flags = random.choice((['fuzzy'], [], ['fuzzy', 'fuzzy'], ['c-format', respelt('fuzzy', random)]))
            entry.previous_msgid = respelt(entry.msgid, random)
        elif kind == 'text' and not entry.msgstr_plural:
            entry.msgstr = respelt(entry.msgstr, random)
        elif kind == 'english':
            entry.msgid = respelt(entry.msgid, random)
        elif kind in ('text', 'forms'):
            forms = [respelt(form, random) for form in (entry.msgstr_plural or {0: entry.msgstr}).values()]
            entry.msgstr_plural = dict(enumerate(forms[: random.choice((1, 2, 9))] * random.choice((1, 1, 2))))
        elif kind == 'comment':
            entry.tcomment = respelt('lint: allow numbers (why)', random)
        else:
            entry.msgctxt = respelt(entry.msgctxt or '', random)
    return str(file).encode('utf-8', 'replace')


def damaged(name: str, raw: bytes, random: Random) -> bytes:
    """The file of a name after any of these edits; one of a structure often still has one."""
    if random.random() < 0.7 and name.endswith('.yaml'):
        return rearranged_yaml(raw, random)
    if random.random() < 0.7 and name.endswith('.po'):
        return rearranged_po(raw, random)
    if random.random() < 0.8 and name.endswith('.gz'):
        text = gzip.decompress(raw)
        if random.random() < 0.7:
            return gzip.compress(json.dumps(rearranged(json.loads(text), random)).encode(), mtime=0)
        return gzip.compress(scratched(text, random), mtime=0)
    return scratched(raw, random)

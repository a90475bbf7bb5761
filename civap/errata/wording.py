"""Old and new words side by side: which of them changed, and a card with its old words in their places."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from difflib import SequenceMatcher
from html import unescape
from itertools import groupby
from typing import Any, Literal, TypeAlias

from markupsafe import Markup, escape

from civap.errata.prints import plain
from civap.errata.strips import Change
from civap.text.render import Renderer

# A tag, or a letter.
_PARTS = re.compile(r'<[^>]*>|&[^;]+;|.', re.DOTALL)
# Words as text, and whether they changed.
Runs: TypeAlias = list[tuple[str, bool]]
Region: TypeAlias = Literal['head', 'body', 'foot']
Path: TypeAlias = tuple[str | int, ...]


def marked(renderer: Renderer, old: str, new: str) -> tuple[Markup, Markup]:
    """Two sentences with the words bold that the other has not; one of them may be empty."""
    before, after = old.split(), new.split()
    changed = [[False] * len(before), [False] * len(after)]
    if before and after:
        for kind, start, end, first, last in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
            if kind != 'equal':
                changed[0][start:end] = [True] * (end - start)
                changed[1][first:last] = [True] * (last - first)
    both = zip((before, after), changed, strict=True)
    old_html, new_html = (renderer.again(_runs(words, flags)) for words, flags in both)
    return old_html, new_html


def _runs(words: Sequence[str], flags: Sequence[bool]) -> Runs:
    """Neighbours that are alike as one run, the space after a run outside of what is bold."""
    runs: Runs = []
    for flag, group in groupby(zip(words, flags, strict=True), lambda each: each[1]):
        if runs:
            runs.append((' ', False))
        runs.append((' '.join(word for word, _ in group), flag))
    return runs


def texts_of_card(card: Mapping[str, Any]) -> Iterator[tuple[Path, Region, str]]:
    """Every text on a face that an edition records, in its order: where the view has it, where it lies, its words."""
    for path, region in _places(card):
        value: Any = card
        for key in path:
            value = value[key]
        if value and (words := plain(str(value))):
            yield path, region, words


def _places(card: Mapping[str, Any]) -> Iterator[tuple[Path, Region]]:
    yield from ((((name,), 'head')) for name in ('numeral', 'title', 'type_name'))
    for number, step in enumerate(card['steps']):
        yield from ((('steps', number, name), 'body') for name in ('text', 'closing'))
        if step['list']:
            inner: Path = ('steps', number, 'list')
            yield (*inner, 'heading'), 'body'
            yield from (((*inner, 'items', item), 'body') for item in range(len(step['list']['items'])))
            yield (*inner, 'tie'), 'body'
        yield ('steps', number, 'reminder'), 'body'
    yield ('foot',), 'foot'


def with_words(card: Mapping[str, Any], words: Mapping[Path, str]) -> dict[str, Any]:
    """A card that says other words in some places."""
    other = deepcopy(dict(card))
    for path, text in words.items():
        *above, last = path
        inner: Any = other
        for key in above:
            inner = inner[key]
        inner[last] = reworded(str(inner[last]), text)
    return other


def reworded(html: str, text: str) -> Markup:
    """HTML with other words: what stays keeps its look and its spaces, what is new takes the look of its place."""
    parts = _PARTS.findall(html)
    letters = [index for index, part in enumerate(parts) if not part.startswith('<')]
    now = [' ' if (letter := unescape(parts[index])).isspace() else letter for index in letters]
    for kind, start, end, first, last in SequenceMatcher(None, now, list(text), autojunk=False).get_opcodes():
        if kind != 'equal':
            for index in letters[start:end]:
                parts[index] = ''
            at = letters[min(start, len(letters) - 1)]
            new = str(escape(text[first:last]))
            parts[at] = f'{parts[at]}{new}' if start == len(letters) else f'{new}{parts[at]}'
    return Markup(''.join(parts))


@dataclass(frozen=True)
class Reworded:
    """What changed on a face, and the old words of its texts; these are missing unless it `is_alike`, text by text."""

    change: Change
    words: Mapping[Path, str]
    is_alike: bool


def change_of(card: Mapping[str, Any], old: Sequence[str]) -> Reworded:
    """What changed on a face, by the lines that an edition recorded of it before."""
    places = list(texts_of_card(card))
    new = [words for _, _, words in places]
    if len(old) == len(new):
        touched = [index for index, (before, after) in enumerate(zip(old, new, strict=True)) if before != after]
        words = {places[index][0]: old[index] for index in touched}
    else:
        touched, words = list(_touched(old, new)), {}
    regions: dict[str, list[int]] = {'head': [], 'body': [], 'foot': []}
    body = [index for index, (_, region, _) in enumerate(places) if region == 'body']
    for index in touched:
        regions[places[index][1]].append(index)
    change = Change([body.index(index) for index in regions['body']], bool(regions['head']), bool(regions['foot']))
    return Reworded(change, words, len(old) == len(new))


def _touched(old: Sequence[str], new: Sequence[str]) -> Iterator[int]:
    """Lines that are new or other, and that before which some are missing."""
    for kind, _, _, first, last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == 'delete':
            yield max(first - 1, 0)
        elif kind != 'equal':
            yield from range(first, last)

"""Marks of punctuation, quotes, dashes and spaces, as the profile of the language has them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from civap.text.lint.registry import Found, Level, of_text
from civap.text.lint.texts import NUMERALS, Text
from civap.text.lint.words import LETTERS, MARKS

APOSTROPHE = '’'
_CLOSERS = '”»’"\')]}*'
_QUOTES = '“”„«»‘‚‹›'
_BRACKETS = {')': '(', ']': '['}
_RANGE = re.compile(r'(?<![\d-])\d+ ?[-–—] ?\d+(?![\d-])|(?<!\w)[IV]+ ?[-–—] ?[IV]+(?!\w)')
_WORD = rf"{LETTERS}+(?:[-’']{LETTERS}+)*"
_DOUBLED = re.compile(rf'(?<![\w{MARKS}-])(?P<word>{_WORD})[ *]+(?P=word)(?![\w{MARKS}-])', re.IGNORECASE)
_BEFORE_MARK = re.compile(r'(?<=[^\s\d]) +(?=[.,;:!?،؛؟](?![\w.…]))|(?<=\d) +(?=[.,;:!?،؛؟](?:\s|$))')


@of_text(17, 'end-mark', Level.WARN, '“Which wonder?”: „Który cud.”')
def end_mark(text: Text) -> Iterator[Found]:
    """Another mark at the end than in English; `ends` in the profile names those that differ."""
    ends = text.book.voice.profile.ends
    wanted, found = _end(text.english.text), _end(text.form)
    wanted = ends.get(wanted, text.book.voice.profile.marks.get(wanted, wanted))
    if found != wanted:
        hint = f'write {wanted} at the end' if wanted else 'delete it'
        yield Found(f'found {found or "no mark"} at the end, expected {wanted or "none"}', hint, text.form[-12:])


def _end(text: str) -> str:
    """The mark that a text ends with, without what closes behind it; empty for a letter."""
    last = text.rstrip(_CLOSERS)[-1:]
    return last if last in '.!?:;…؟؛،,。！？：' else ''


@of_text(18, 'quotes', Level.ERROR, '“"Currency"”: „"Waluta"”', of_source=True)
def quotes(text: Text) -> Iterator[Found]:
    """Straight quotes, or quotes of another language."""
    own = text.book.voice.profile.quotes
    allowed = f'{own.outer}{own.inner or ""}' if own else _QUOTES
    for char in text.form:
        if char in '"`´\'':
            pair = own.outer if own else '“”'
            yield Found(f'found {char}, expected {pair} or ’', f'write {pair}', char)
            return
        if char in _QUOTES and char not in allowed:
            yield Found(f'found {char}, expected {allowed}', f'write {allowed}', char)
            return


@of_text(18, 'quote-pairs', Level.ERROR, '«الثقافة', of_source=True)
def quote_pairs(text: Text) -> Iterator[Found]:
    """A quote or bracket that is opened and not closed, or the other way round."""
    own = text.book.voice.profile.quotes
    pairs = dict(_BRACKETS)
    for pair in (own.outer, own.inner) if own else ():
        if pair:
            pairs[pair[1]] = pair[0]
    marks = {*pairs, *pairs.values()}
    if not marks.isdisjoint(text.form) and (alone := _alone(text.form, pairs)):
        yield Found(f'found {alone} without its partner, expected both', 'close or delete it', alone)


def _alone(text: str, pairs: Mapping[str, str]) -> str:
    """The first mark that closes nothing, else the last that nothing closes; `pairs` has what opens by what closes.

    What may be an apostrophe closes a quotation if there is one, and opens none.
    """
    waiting: list[str] = []
    opening = set(pairs.values()) - {APOSTROPHE}
    for char in text:
        if waiting and pairs.get(char) == waiting[-1]:
            waiting.pop()
        elif char in opening:
            waiting.append(char)
        elif char in pairs and char != APOSTROPHE:
            return char
    return waiting[-1] if waiting else ''


@of_text(19, 'marks', Level.ERROR, '«القافلة, ثم»')
def marks(text: Text) -> Iterator[Found]:
    """A mark of English for which the language has its own."""
    for mark, own in text.book.voice.profile.marks.items():
        if mark in text.form and re.search(rf'{re.escape(mark)}(?!\d)', text.form):
            yield Found(f'found {mark}, expected {own}', f'write {own}', mark)


@of_text(25, 'range', Level.WARN, '“slots 1 to 5”: „miejsca 1-5”', of_source=True)
def range_dash(text: Text) -> Iterator[Found]:
    """A range with another dash than the profile's, or with spaces round it."""
    dash = text.book.voice.profile.dashes.range
    for found in _RANGE.findall(text.form) if dash else ():
        if not re.search(rf'(?<! ){dash}(?! )', found):
            yield Found(f'found {found!r}, expected {dash} without spaces', f'write {dash}', found)


@of_text(25, 'dash', Level.WARN, '“… – …”: „… - …”', of_source=True)
def sentence_dash(text: Text) -> Iterator[Found]:
    """A dash between parts of a sentence that is not the profile's."""
    dash = text.book.voice.profile.dashes.sentence
    for found in re.findall(r'(?: [-–—]|(?<=\w)—)(?: |(?=\w))', text.form) if dash else ():
        if found != f' {dash} ' and not re.search(rf'{re.escape(found)}\d', text.form):
            yield Found(f'found {found!r}, expected {dash} with spaces', f'write {dash}', found.strip())
            return


@of_text(26, 'doubled-word', Level.WARN, '„tej tej karty”', of_source=True)
def doubled_word(text: Text) -> Iterator[Found]:
    """A word twice in a row."""
    profile = text.book.voice.profile
    for found in _DOUBLED.finditer(text.form) if profile.uses_spaces else ():
        word = found['word']
        if word not in NUMERALS and word.lower() not in profile.repeated:
            yield Found(f'found {word!r} twice, expected it once', 'delete one', found[0])
            return


@of_text(26, 'doubled-space', Level.WARN, '„tej  karty”', of_source=True)
def doubled_space(text: Text) -> Iterator[Found]:
    """Two spaces in a row."""
    if '  ' in text.form:
        yield Found('found two spaces, expected one', 'delete one', '  ')


@of_text(27, 'space-before-mark', Level.WARN, '«القافلة ، ثم»')
def space_before_mark(text: Text) -> Iterator[Found]:
    """A space before a mark that stands close to its word, in both languages."""
    found = _BEFORE_MARK.search(text.form)
    if found and not _BEFORE_MARK.search(text.english.text):
        mark = text.form[found.end()]
        yield Found(f'found a space before {mark}, expected none', 'delete the space', f' {mark}')


@of_text(28, 'lower-case', Level.WARN, '“Tie.”: „remis.”')
def lower_case(text: Text) -> Iterator[Found]:
    """A small letter at the start where English has a capital, in another text than a term of the glossary."""
    own, english = text.form.lstrip('*„“«('), text.english.text.lstrip('*“(')
    if english[:1].isupper() and own[:1].islower() and text.form not in text.book.voice.spelled:
        yield Found(f'found {own[0]!r} at the start, expected a capital', f'write {own[0].upper()}', own[:8])

"""Numbers, signs, levels, letters of spaces, placeholders: a translation has those of its English, in their order."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from civap.text.lint.registry import Found, Level, of_text
from civap.text.lint.texts import WORDED, Side, Text
from civap.text.lint.words import Hit

SHORT = 2  # words of an item of a list
_OTHER_DIGIT = re.compile(r'(?![0-9])\d')


@of_text(9, 'numbers', Level.ERROR, '“2 trade tokens”: „3 żetony handlu”')
def numbers(text: Text) -> Iterator[Found]:
    """Numbers that the English does not have, or that the translation has lost.

    A number may be typed or be a word, from one to six; Arabic says two by its dual as well. A form that stands for one
    number only may leave {n} out, but not say another number, nor none where a noun alone does not tell it.
    """
    sides = (text.own, text.english)
    if not (text.value or _tripled(text.own) or any(side.numbers or side.worded for side in sides)):
        return
    own, english = Counter(text.own.numbers), Counter(text.english.numbers)
    for value in sorted(own.keys() | english.keys() | _words(text)):
        count = int(value) if value.isdigit() and len(value) == 1 else -1
        if _is_missing(text, count, own[value], english[value]):
            yield Found(f'found no {value}, expected it as in English', f'write {value}')
        elif own[value] > english[value] + (count == text.value) + _spare(text.english, text.own, count):
            hint = 'write the number of the English'
            yield Found(f'found {value}, expected it only where English has it', hint, value)
        elif not english[value] and count > 1 and (word := _strange(text, count)):
            yield Found(f'found {word!r} ({value}), expected no such number', 'write the number of the English', word)


def _is_missing(text: Text, count: int, here: int, there: int) -> bool:
    """Whether a number that English types, says in a word, or that the form stands for, is said too rarely.

    A word for one need not be said: a noun alone may do. {n} stands for the number of its form.
    """
    if not text.book.voice.counts or count not in WORDED:
        return here < there
    for_form = count == text.value and count > 1 and 'n' not in text.own.placeholders
    worded = text.english.worded[count] if count > 1 else 0
    said = here + text.own.worded[count] + max(text.own.hinted[count] - text.english.hinted[count], 0)
    return said < there + max(worded, for_form) or here + _spare(text.own, text.english, count) < there


def _spare(side: Side, other: Side, count: int) -> int:
    """How often a side has a number in words beyond what the other has."""
    more = side.worded[count] - other.worded[count], side.hinted[count] - other.hinted[count]
    return sum(max(each, 0) for each in more)


def _strange(text: Text, count: int) -> str:
    """The word for a number that English does not have; three times is one, too, and a dual in the form for another."""
    if count == text.value or text.english.worded[count] or text.english.hinted[count]:
        return ''
    if text.own.worded[count]:
        return _word(text.own, count, text.book.voice.worth)
    if text.own.hinted[count] and (text.value is not None or count > 2):
        return _word(text.own, count, text.book.voice.hint)
    return ''


def _tripled(side: Side) -> set[int]:
    """Numbers beyond two that a word may stand for, as three times does; twice may be said in many ways."""
    return {value for value in side.hinted if value > 2}


def _words(text: Text) -> set[str]:
    """Numbers that are words on either side, or that the form is for."""
    said = text.own.worded.keys() | text.english.worded.keys() | _tripled(text.own)
    found = {str(value) for value in said if text.book.voice.counts}
    if text.value in WORDED and text.book.voice.counts:
        found.add(str(text.value))
    return found


def _word(side: Side, value: int, worth: Mapping[str, Sequence[int]]) -> str:
    position = next(at for at, word in enumerate(side.words) if value in worth[word])
    return side.part(position)


@of_text(9, 'levels', Level.ERROR, '“level II”: „poziom III”')
def levels(text: Text) -> Iterator[Found]:
    """Roman numerals of levels that the English does not have, or that are lost."""
    if text.own.numerals == text.english.numerals:
        return
    own, english = Counter(text.own.numerals), Counter(text.english.numerals)
    for numeral in english - own:
        yield Found(f'found no {numeral}, expected it as in English', f'write {numeral}')
    for numeral in own - english:
        yield Found(f'found {numeral}, expected the levels of the English', 'write the level of the English', numeral)


@of_text(9, 'labels', Level.ERROR, '“space B”: „pole C”')
def labels(text: Text) -> Iterator[Found]:
    """Letters that name a space, a tile or a side of it: those of the English, in their order."""
    own, english = text.own.labels, text.english.labels
    if [each for each in own if each != 'A'] != [each for each in english if each != 'A']:
        wanted, found = ', '.join(english) or 'none', ', '.join(own) or 'none'
        yield Found(
            f'found the letters {found}, expected {wanted}',
            'write the letters of the English in their order',
            own[0] if own else '',
        )


@of_text(10, 'signs', Level.ERROR, '“+1”: „1”')
def signs(text: Text) -> Iterator[Found]:
    """A plus or minus that is lost, or that the English does not have; a word for it will do."""
    own, english = text.own.signs, text.english.signs
    if not own and not english:
        return
    words = text.book.voice.profile.signs
    for sign, named in (('+', words.plus), ('\N{MINUS SIGN}', words.minus)):
        here = own[sign] + text.book.voice.count(named, text.own)
        if here < english[sign]:
            yield Found(f'found no {sign} before its number, expected it as in English', f'write {sign}')
        elif own[sign] > english[sign]:
            yield Found(f'found {sign} before a number, expected none as in English', 'delete it', sign)


@of_text(24, 'digits', Level.ERROR, '“5”: «٥»', of_source=True)
def digits(text: Text) -> Iterator[Found]:
    """Digits of another script. The printer turns European ones into those of the language, all or none."""
    if found := _OTHER_DIGIT.search(text.form):
        yield Found(f'found the digit {found[0]}, expected European digits', f'write {int(found[0])}', found[0])


@of_text(3, 'repeated-placeholder', Level.ERROR, '“+{bonus}”: „+{bonus} {bonus}”')
def repeated_placeholder(text: Text) -> Iterator[Found]:
    """A placeholder more often than in English. Where a grammar needs it twice, allow it."""
    if len(text.own.placeholders) == len(set(text.own.placeholders)):
        return
    own, english = Counter(text.own.placeholders), Counter(text.english.placeholders)
    for name in own - (english | Counter(own.keys())):
        message = f'found {{{name}}} {times(own[name])}, expected it {times(max(english[name], 1))}'
        yield Found(message, 'delete one', f'{{{name}}}')


def times(count: int) -> str:
    """Once, twice, 3 times."""
    return {1: 'once', 2: 'twice'}.get(count, f'{count} times')


@of_text(34, 'order', Level.ERROR, '“2 … 1”: „1 … 2”; “{first}, {second}”: „{second}, {first}”')
def order(text: Text) -> Iterator[Found]:
    """Numbers, levels, or the items of a list in another order than in English: two may have changed places."""
    mine, theirs = text.own, text.english
    if (mine.numbers, mine.numerals, mine.placeholders) == (theirs.numbers, theirs.numerals, theirs.placeholders):
        return
    for own, english, what in (
        (text.own.numbers, text.english.numbers, 'numbers'),
        (text.own.numerals, text.english.numerals, 'levels'),
        (_series(text.own.placeholders), _series(_kept(text)), 'placeholders'),
    ):
        if own != english and Counter(own) == Counter(english):
            wanted, part = ', '.join(english), _first_moved(own, english)
            hint = 'write them in the order of the English'
            yield Found(f'found the {what} {", ".join(own)}, expected the order {wanted}', hint, part)


def _kept(text: Text) -> list[str]:
    """The placeholders of the English; in the form for one number {n} may be left out."""
    names, said = text.english.placeholders, text.own.placeholders
    return [name for name in names if name != 'n' or text.value is None or 'n' in said]


def _series(names: Sequence[str]) -> list[str]:
    return [f'{{{name}}}' for name in dict.fromkeys(names)]


def _first_moved(own: Sequence[str], english: Sequence[str]) -> str:
    return next(mine for mine, other in zip(own, english, strict=True) if mine != other)


@of_text(34, 'list-order', Level.ERROR, '“culture, economy, industry”: „ekonomia, kultura, przemysł”')
def list_order(text: Text) -> Iterator[Found]:
    """Three or more terms of the glossary that English lists: a translation names them in their order."""
    listed = _listed(text.english) if len(text.english.terms) > 2 else ()
    names = [name for name in listed if name in text.own.terms]
    at = -1
    for name, before in zip(names, ('', *names), strict=False):
        later = [hit.start for hit in text.own.hits if hit.key == name and hit.start > at]
        if not later:
            first, second = (text.book.glossary.entries[each].en.term for each in (before, name))
            part = text.own.part(text.own.terms[name][0])
            yield Found(f'found {second!r} before {first!r}, expected the order of the English', 'move it behind', part)
            return
        at = min(later)


def _listed(side: Side) -> list[str]:
    """The terms of the longest list in a text: one in each item, three items at least, short but for the first."""
    longest: list[str] = []
    run: list[str] = []
    for start, end in _items(side.words):
        inside = [hit for hit in side.hits if start <= hit.start and hit.end <= end]
        whole = [hit for hit in inside if not any(_is_part(hit, other) for other in inside)]
        if len(whole) == 1 and (end - start <= SHORT or not run):
            run = [*run, whole[0].key]
        else:
            run = [hit.key for hit in whole if hit.end == end]
        longest = run if len(run) > len(longest) else longest
    return longest if len(longest) > 2 and len(set(longest)) == len(longest) else []


def _is_part(hit: Hit[str], other: Hit[str]) -> bool:
    """Whether a term is only a part of a longer one."""
    return other.start <= hit.start and hit.end <= other.end and (hit.start, hit.end) != (other.start, other.end)


def _items(words: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Where the parts of a text lie between marks and between words that join."""
    start = 0
    for end in [*(at for at, word in enumerate(words) if word in ('', 'and', 'or')), len(words)]:
        if end > start:
            yield start, end
        start = end + 1

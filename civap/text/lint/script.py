"""Letters and words of another language, and letters that are typed in another way than they should be."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from civap.content.phrases import PLACEHOLDER
from civap.text.lint.registry import Found, Level, of_book, of_text
from civap.text.lint.texts import Book, Text, bare
from civap.text.lint.words import MARKS, Matcher, glob

MARKED = re.compile(f'[{MARKS}]')
TANWIN = '\N{ARABIC FATHATAN}'  # a mark of case, which comes and goes
LEFT = 3  # English words in a row, of the same sentence
HYPHENS = '\u2010\u2011'  # what looks like the one of the keyboard
FOREIGN = 4  # words of the English script in a row
FUNCTION = 3  # of them that only join others, anywhere in a text
_PATH = re.compile(r'\S*/\S*|\{[a-z]+\}')
_WORDS = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")


@lru_cache(maxsize=4096)
def script(char: str) -> str:
    """What the Unicode name of a letter begins with; empty for what is no letter."""
    return unicodedata.name(char, '').split(' ')[0] if char.isalpha() else ''


@of_text(7, 'script', Level.ERROR, '“Barbarian.”: „Ваrbarzyńca.” with a Cyrillic В', of_source=True)
def wrong_script(text: Text) -> Iterator[Found]:
    """Letters of a script that is neither the language's nor English, or more English letters than its own."""
    letters, english = text.book.language.letters, text.book.source.language.letters
    if not letters:
        return
    own = foreign = 0
    plain = PLACEHOLDER.sub('', text.form)
    if all(script(char) in ('', *letters) for char in set(plain)):
        return
    for char in plain:
        name = script(char)
        if name in letters:
            own += 1
        elif name in english:
            foreign += 1
        elif name and name != 'MODIFIER':
            yield Found(
                f'found {unicodedata.name(char)}, expected letters of {letters[0].title()} script',
                'write its own letter',
                char,
            )
            return
    if foreign > own and foreign > 1 and text.message.id not in text.book.names:
        yield Found(f'found more {english[0].title()} letters than its own, expected a translation', 'translate it')


@of_text(8, 'english', Level.ERROR, '“… on spaces in range”: „… on spaces in zasięg”')
def left_english(text: Text) -> Iterator[Found]:
    """A run of English in a translation: words of the English text, or many of those that only join others."""
    run = _run(text)
    if run:
        yield Found(f'found {run!r}, expected a translation', 'translate it', run)


def _run(text: Text) -> str:
    """What is left of the English; names begin with a capital and are none."""
    if text.form == text.english.text:
        return ''
    if len(set(text.own.words).intersection(text.english.words)) > LEFT and (run := _left(text)):
        return run
    letters = text.book.source.language.letters
    if text.book.language.letters == letters:
        joined = [word for word in text.own.words if word in text.book.source.joining]
        return joined[0] if len(joined) >= FUNCTION and len(joined) * 4 > len(text.own.words) else ''
    if sum(script(word[:1]) in letters for word in text.own.words) < FOREIGN:
        return ''
    return _foreign_run(_plain_words(text.own.plain), letters)


def _left(text: Text) -> str:
    """Words in a row that stand so in the English, most of them no names."""
    theirs, own = ' '.join(_plain_words(text.english.plain)), _plain_words(text.own.plain)
    for start in range(len(own) - LEFT + 1):
        run = own[start : start + LEFT]
        if sum(word.islower() for word in run) > 1 and ' '.join(run) in theirs:
            return ' '.join(run)
    return ''


def _plain_words(text: str) -> list[str]:
    """Words as they are written, without addresses and placeholders."""
    return _WORDS.findall(_PATH.sub(' ', text))


def _foreign_run(own: list[str], letters: tuple[str, ...]) -> str:
    """Words of another script in a row, names aside."""
    run: list[str] = []
    for word in (*own, ''):
        if word and script(word[0]) in letters:
            run.append(word)
        elif len(run) >= FOREIGN and sum(each.islower() for each in run) > 1:
            return run[0]
        else:
            run = []
    return ''


@of_text(20, 'stretched', Level.ERROR, '«رمـــز»')
def stretched(text: Text) -> Iterator[Found]:
    """A letter that only makes a word longer. It may join a word of one letter to a number or Latin word."""
    stretch = text.book.voice.profile.stretch
    if stretch and stretch in text.form:
        rest = re.sub(rf'(?<!\w)(\w){re.escape(stretch)} ?(?=[\d{{A-Za-z])', r'\1', text.form)
        if stretch in rest:
            yield Found(f'found {unicodedata.name(stretch)} inside a word, expected none', 'delete it', stretch)


@of_text(21, 'letters', Level.ERROR, '«کلفة» with a Persian kaf')
def foreign_letters(text: Text) -> Iterator[Found]:
    """Letters that look right and belong to another language, and shapes of letters in place of letters."""
    known = tuple(text.book.voice.profile.forbidden.items())
    odd = {char: found for char in set(text.form) if not char.isascii() and (found := _odd(char, known))}
    yield from islice((odd[char] for char in text.form if char in odd) if odd else (), 1)


@lru_cache(maxsize=4096)
def _odd(char: str, forbidden: tuple[tuple[str, str], ...]) -> Found | None:
    """What is wrong with a character; nothing with one of the language."""
    name = unicodedata.name(char, '')
    if char in HYPHENS:
        return Found(f'found {name} (U+{ord(char):04X}), expected -', 'write -', char)
    for kind, letters in forbidden:
        if char in letters:
            return Found(f'found {kind} ({name}), expected none', 'write the letter of the language', char)
    if unicodedata.decomposition(char).startswith(('<initial>', '<medial>', '<final>', '<isolated>')):
        return Found(f'found {name}, expected the letter itself', 'write the letter', char)
    return None


@of_text(29, 'letter-pairs', Level.WARN, '«أولاً»: «أولًا»')
def letter_pairs(text: Text) -> Iterator[Found]:
    """Marks in the wrong order: they look alike, and are neither found by a search nor sorted alike."""
    for wrong, right in text.book.voice.profile.letter_pairs.items():
        if wrong in text.form:
            yield Found(f'found {wrong!r}, expected {right!r}', f'write {right}', wrong)


@of_book(29, 'vowel-marks', Level.WARN, '«معزَّز» here, «معزز» there')
def vowel_marks(book: Book) -> Iterator[tuple[Text, Found]]:
    """A term without the vowel marks that it has elsewhere; `homographs` in the profile are other words without."""
    ways = book.glossary.ways(book.language.code).values()
    spelled = Matcher({'': [way for patterns in ways for way in patterns if bare(way) != way]})
    marked: dict[str, set[str]] = defaultdict(set)
    plain: dict[str, Text] = {}
    for text in book.texts if any(MARKED.search(text.form) for text in book.texts) else ():
        for word in text.own.words:
            core, word = bare(word), word.replace(TANWIN, '')
            if core != word:
                marked[core].add(word)
            elif core:
                plain.setdefault(core, text)
    homographs = [glob(way) for way in book.voice.profile.homographs]
    for core, text in plain.items():
        is_term = any(True for word in marked.get(core, ()) for _ in spelled.hits((word,)))
        if is_term and not any(way.fits(core) for way in homographs):
            wanted = sorted(marked[core])[0]
            yield text, Found(f'found {core!r}, expected its marks as in {wanted!r}', f'write {wanted}', core)

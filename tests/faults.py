"""Faults that translators make, each as a function that seeds it in a text: what is found of them is the recall.

A fault is given a form of a translation as the checks see it, and answers with the faulty form, or with nothing where
it does not fit. `codes` are those under which it may be found; `least` is the share that must be.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from civap.text.lint.texts import NUMERALS, Side, Text
from civap.text.lint.words import LETTERS, MARKS

Seed = Callable[[Text], str | None]
FAULTS: list[Fault] = []


@dataclass(frozen=True)
class Fault:
    """A fault with the codes that find it and the share of it that they must find."""

    name: str
    seed: Seed
    codes: frozenset[str]
    least: float


def fault(*codes: str, least: float = 1.0) -> Callable[[Seed], Seed]:
    """Registers a function as a fault."""

    def register(seed: Seed) -> Seed:
        FAULTS.append(Fault(seed.__name__.replace('_', ' '), seed, frozenset(codes), least))
        return seed

    return register


def swapped(pattern: str | re.Pattern[str], text: str, replacement: str | Callable[[re.Match[str]], str]) -> str | None:
    """The text with the first match replaced, if there is one and that changes anything."""
    found = re.sub(pattern, replacement, text, count=1)
    return found if found != text else None


def exchanged(text: str, first: str, second: str) -> str | None:
    """The text with two parts in each other's place."""
    start, end = text.find(first), text.rfind(second)
    if start < 0 or end < start + len(first) or first == second:
        return None
    return text[:start] + second + text[start + len(first) : end] + first + text[end + len(second) :]


def span(side: Side, start: int, end: int) -> str | None:
    """Neighbouring words as they are written, if they are not parted by markup."""
    wanted = ' '.join(side.words[start:end])
    found = re.search(rf'(?<![\w{MARKS}-]){re.escape(wanted)}(?![\w{MARKS}-])', side.text, re.IGNORECASE)
    return found[0] if found else None


NUMBER = r'(?<![\d.,–-])[0-9]+(?![\d.,–-])'


@fault('numbers', least=0.9)
def number_dropped(text: Text) -> str | None:
    """Missed where another word of the text may stand for the number."""
    return swapped(NUMBER + ' ', text.form, '')


@fault('numbers')
def number_changed(text: Text) -> str | None:
    return swapped(NUMBER, text.form, lambda found: str(int(found[0]) + 1))


@fault('numbers')
def number_added(text: Text) -> str | None:
    return swapped(r'(?<=\w) (?=\w)', text.form, ' 7 ')


@fault('order', 'numbers')
def numbers_swapped(text: Text) -> str | None:
    found = list(dict.fromkeys(re.findall(NUMBER, text.form)))
    if len(found) < 2 or len(text.own.numbers) != len(found):
        return None
    return exchanged(text.form, found[0], found[1])


@fault('numbers', least=0.85)
def number_word_changed(text: Text) -> str | None:
    """Two becomes three, and three two; what is counted otherwise in the same text hides it at times."""
    voice = text.book.voice
    other = {value: way.strip('*') for value, ways in voice.profile.number_words.items() for way in ways[:1]}
    for word in text.own.words:
        for value in voice.worth[word]:
            if value > 1:
                shown = re.compile(rf'(?<![\w{MARKS}]){re.escape(word)}(?![\w{MARKS}])', re.IGNORECASE)
                return swapped(shown, text.form, other['3' if value == 2 else '2'])
    return None


@fault('missing-placeholder')
def placeholder_dropped(text: Text) -> str | None:
    names = [name for name in text.own.placeholders if name != 'n' or text.value is None]
    if not names or text.own.placeholders.count(names[0]) > 1:
        return None
    return re.sub(r'\*\*\*\*', '', text.form.replace(f'{{{names[0]}}}', 'to'))


@fault('repeated-placeholder')
def placeholder_doubled(text: Text) -> str | None:
    names = text.own.placeholders
    return f'{text.form} {{{names[-1]}}}' if names and names.count(names[-1]) == 1 else None


@fault('unknown-placeholder', 'missing-placeholder')
def placeholder_misspelt(text: Text) -> str | None:
    return swapped(r'\{([a-z]+)\}', text.form, r'{\1x}')


@fault('order', least=0.95)
def placeholders_swapped(text: Text) -> str | None:
    found = list(dict.fromkeys(re.findall(r'\{[a-z]+\}', text.form)))
    single = len(found) == len(re.findall(r'\{', text.form))
    return exchanged(text.form, found[0], found[-1]) if len(found) > 1 and single else None


@fault('signs')
def sign_dropped(text: Text) -> str | None:
    return swapped(r'(?<![\w])[+−](?=\d)', text.form, '')


@fault('signs')
def sign_turned(text: Text) -> str | None:
    return swapped(r'(?<![\w])\+(?=\d)', text.form, '−')


@fault('levels')
def level_changed(text: Text) -> str | None:
    if not text.own.numerals:
        return None
    numeral = text.own.numerals[-1]
    other = next(each for each in NUMERALS if each != numeral)
    at = text.form.rfind(numeral)
    return text.form[:at] + other + text.form[at + len(numeral) :]


@fault('labels')
def letters_swapped(text: Text) -> str | None:
    found = [each for each in dict.fromkeys(text.own.labels) if each != 'A']
    return exchanged(text.form, found[0], found[1]) if len(found) > 1 else None


@fault('quotes')
def quotes_straight(text: Text) -> str | None:
    outer = text.book.voice.profile.quotes.outer
    return re.sub(f'[{outer}]', '"', text.form) if outer[0] in text.form else None


@fault('quotes')
def quotes_of_another_language(text: Text) -> str | None:
    outer = text.book.voice.profile.quotes.outer
    return text.form.replace(outer[0], '‘').replace(outer[1], '’') if outer[0] in text.form else None


@fault('quote-pairs')
def quote_not_closed(text: Text) -> str | None:
    close = text.book.voice.profile.quotes.outer[1]
    return text.form.replace(close, '', 1) if close in text.form else None


@fault('quote-pairs')
def bracket_not_closed(text: Text) -> str | None:
    return text.form.replace(')', '', 1) if ')' in text.form else None


@fault('marks')
def mark_of_english(text: Text) -> str | None:
    marks = text.book.voice.profile.marks
    return next((text.form.replace(own, mark, 1) for mark, own in marks.items() if own in text.form), None)


@fault('stretched')
def word_stretched(text: Text) -> str | None:
    stretch = text.book.voice.profile.stretch
    return swapped(r'(?<=[بتثسشصضطظعغفقكلمنهي])(?=[^\W\d_])', text.form, stretch * 3) if stretch else None


@fault('letters', 'script')
def letter_of_a_neighbour(text: Text) -> str | None:
    """Persian kaf and yeh for the Arabic ones; a Cyrillic a for the Latin one."""
    for own, other in (('ك', 'ک'), ('ي', 'ی'), ('a', 'а')):
        if own in text.book.voice.profile.alphabet and own in re.sub(r'\{[a-z]+\}', '', text.form):
            return swapped(rf'{own}(?![^{{]*\}})', text.form, other)
    return None


@fault('letters')
def hyphen_of_another_kind(text: Text) -> str | None:
    return swapped(r'(?<=\w)-(?=\w)', text.form, '\u2011')


@fault('numbers')
def twice_becomes_three_times(text: Text) -> str | None:
    return swapped('(?i)podwojona', text.form, 'potrojona')


@fault('letters')
def shape_of_a_letter(text: Text) -> str | None:
    return text.form.replace('م', 'ﻣ', 1) if 'م' in text.form else None


@fault('control-character')
def direction_steered(text: Text) -> str | None:
    return f'\u200f{text.form}'


@fault('control-character')
def zero_width_space(text: Text) -> str | None:
    return swapped(r'(?<=\w)(?=\w)', text.form, '\u200b')


@fault('odd-space')
def no_break_space(text: Text) -> str | None:
    return swapped(' ', text.form, '\u00a0')


@fault('doubled-word', least=0.99)
def word_doubled(text: Text) -> str | None:
    """Roman numerals may stand beside a word of the same letters."""
    return swapped(rf'(?<![\w{{{MARKS}-]){LETTERS}{{3,}}(?![\w}}{MARKS}’-])', text.form, r'\g<0> \g<0>')


@fault('doubled-space')
def space_doubled(text: Text) -> str | None:
    return swapped(r'(?<=\w) (?=\w)', text.form, '  ')


@fault('edge-space')
def space_at_the_edge(text: Text) -> str | None:
    return f'{text.form} '


@fault('space-before-mark')
def space_before_the_end(text: Text) -> str | None:
    return swapped(r'(?<=[^\W\d])(?=[.،؛؟,;:]$)', text.form, ' ')


@fault('forbidden-term')
def term_forbidden(text: Text) -> str | None:
    glossary, code = text.book.glossary, text.book.language.code
    for name, (start, end) in text.own.terms.items():
        term = glossary.term(name, code)
        said = span(text.own, start, end)
        if term and term.forbid and said and name in text.english.terms:
            return text.form.replace(said, term.forbid[0].replace('*', ''), 1)
    return None


@fault('missing-term', 'rule-word', 'loose-term', least=0.93)
def term_lost(text: Text) -> str | None:
    """What is left may fit the term by chance, or name it a second time; a form for none may do without."""
    for name, (start, end) in text.own.terms.items() if text.value != 0 else ():
        said = span(text.own, start, end)
        if name in text.english.terms and said and text.message.id not in text.book.names:
            return text.form.replace(said, 'xxx')
    return None


@fault('rule-word', least=0.9)
def rule_word_changed(text: Text) -> str | None:
    """Highest becomes lowest, nearest shortest, and so on: words that decide."""
    entries, code = text.book.glossary.entries, text.book.language.code
    locked = [name for name, entry in entries.items() if entry.locked]
    for name in locked if text.value != 0 else ():
        if name in text.english.terms and name in text.own.terms and text.message.id not in text.book.names:
            said = span(text.own, *text.own.terms[name])
            other = next(each for each in locked if each not in text.english.terms)
            term = entries[other].term(code)
            if said and term:
                return text.form.replace(said, term.term)
    return None


@fault('confused-terms', least=0.95)
def type_changed(text: Text) -> str | None:
    """One of the mentions of a type of cards becomes another type."""
    entries, code = text.book.glossary.entries, text.book.language.code
    counted = [name for name, entry in entries.items() if entry.counted]
    here = [hit for hit in text.own.hits if hit.key in counted]
    said = span(text.own, here[0].start, here[0].end) if here and len(here) == typed(text.english, counted) else None
    other = next((name for name in counted if name not in text.english.terms), None)
    term = entries[other].term(code) if other else None
    return text.form.replace(said, term.term, 1) if said and term and text.message.id not in text.book.names else None


def typed(side: Side, names: Sequence[str]) -> int:
    """How often terms are said."""
    return sum(hit.key in names for hit in side.hits)


@fault('rule-word', least=0.85)
def comparison_turned(text: Text) -> str | None:
    """Higher becomes lower, twice three times."""
    turned = {'wyższ': 'niższ', 'niższ': 'wyższ', 'odwojon': 'otrojon', 'أعلى': 'أدنى', 'ضعف': 'ثلث'}
    words_of_rules = [name for name in ('higher', 'lower', 'twice') if name in text.english.terms]
    if len(words_of_rules) != 1 or text.value == 0:
        return None
    start, end = text.own.terms.get(words_of_rules[0], (0, 0))
    said = span(text.own, start, end) or ''
    other = next((said.replace(old, new) for old, new in turned.items() if old in said), said)
    form = text.form.replace(said, other) if said else text.form
    return form if form != text.form else None


@fault('names')
def name_changed(text: Text) -> str | None:
    for name in text.book.named(text.english.text):
        if name.own in text.form and text.message.id not in text.book.names:
            other = next(each.own for each in text.book.names.values() if each.own not in text.form)
            return text.form.replace(name.own, other)
    return None


@fault('negation', least=0.95)
def negation_lost(text: Text) -> str | None:
    """All of them."""
    return without_denials(text, lambda found: found) if text.book.source.denials(text.english) else None


@fault('negation', least=0.95)
def one_negation_lost(text: Text) -> str | None:
    """That of one clause, in texts that say no as often as the English."""
    source, voice = text.book.source, text.book.voice
    english, own = source.denials(text.english), voice.denials(text.own)
    return without_denials(text, lambda found: found[-1:]) if english and len(english) == len(own) else None


def without_denials(text: Text, chosen: Callable[[list[str]], list[str]]) -> str | None:
    """The text without the words that say no in some of its clauses."""
    voice, form = text.book.voice, text.form
    clauses = re.split(r'([.,;:?!()،؛؟…])', form)
    denied = [each for each in clauses if voice.denials(voice.side(each))]
    for clause in chosen(denied):
        less = clause
        while words := voice.denials(voice.side(less)):
            less = re.sub(rf'(?<![\w{MARKS}]){re.escape(words[0])}(?![\w{MARKS}]) ?', '', less, flags=re.IGNORECASE)
        form = form.replace(clause, less)
    return form if form != text.form else None


@fault('bad-markup')
def bold_dropped(text: Text) -> str | None:
    return text.form.replace('**', '') if '**' in text.form else None


@fault('bad-markup')
def bold_not_closed(text: Text) -> str | None:
    return text.form.replace('**', '', 1) if '**' in text.form else None


@fault('bad-markup')
def bold_added(text: Text) -> str | None:
    return None if '**' in text.form else swapped(r'(?<![\w{])\w{4,}(?![\w}])', text.form, r'**\g<0>**')


@fault('missing-form', 'missing-translation', least=0.9)
def form_empty(text: Text) -> str | None:
    """A form that no number reaches may be empty."""
    return ''


@fault('untranslated', 'script')
def english_copied(text: Text) -> str | None:
    english = text.english.text
    named = text.message.names or english.lower() in text.book.voice.spelled
    return english if re.search('[A-Za-z]{3}', re.sub(r'\{\w+\}', '', english)) and not named else None


@fault('english-name', 'untranslated')
def english_name_copied(text: Text) -> str | None:
    """The names of wonders and of people may be the same where the letters are."""
    english, kind = text.english.text, text.message.names
    abroad = kind in ('wonder', 'city-state', 'leader', 'natural-wonder') and text.book.language.direction == 'ltr'
    return english if kind and not abroad else None


@fault('english', 'script')
def half_left_in_english(text: Text) -> str | None:
    own, english = text.form.split(), text.english.text.split()
    rest = english[len(english) // 2 :]
    words_left = [word for word in rest if re.fullmatch(r'[a-z]{2,}[.,;:]?', word)]
    return (
        ' '.join([*own[: len(own) // 2], *rest]) if len(words_left) >= 5 and len(rest) - len(words_left) < 4 else None
    )


@fault('end-mark')
def end_mark_changed(text: Text) -> str | None:
    return swapped(r'[.](?=\**$)', text.form, '!')


@fault('end-mark')
def end_mark_lost(text: Text) -> str | None:
    ends = re.search(r'[.?:]\**$', text.english.text)
    return swapped(r'[.?؟:](?=\**$)', text.form, '') if ends else None


@fault('digits')
def digits_of_another_script(text: Text) -> str | None:
    return swapped(r'(?<![\w])[0-9]', text.form, lambda found: chr(0x660 + int(found[0])))


@fault('range')
def range_with_a_hyphen(text: Text) -> str | None:
    return swapped(r'(?<=[\dIVX])–(?=[\dIVX])', text.form, '-')


@fault('dash')
def dash_too_long(text: Text) -> str | None:
    return swapped(' – ', text.form, '—')


@fault('lower-case')
def small_letter_at_the_start(text: Text) -> str | None:
    start = re.match(r'\W*', text.form)
    at = start.end() if start else 0
    lower = text.form[:at] + text.form[at : at + 1].lower() + text.form[at + 1 :]
    capital = text.english.text.lstrip('*“(')[:1].isupper()
    return lower if lower != text.form and capital and lower not in text.book.voice.spelled else None


@fault('list-order')
def list_shuffled(text: Text) -> str | None:
    """The first two of three types of cards that are listed change places."""
    kinds = [name for name in text.english.terms if name in ('culture', 'economy', 'industry', 'military', 'science')]
    listed = re.search(r'(\w+), (\w+), (\w+)', text.english.text)
    if len(kinds) < 3 or not listed or not all(name in text.own.terms for name in kinds) or not in_a_row(text, kinds):
        return None
    first, second = (span(text.own, *text.own.terms[name]) for name in kinds[:2])
    return exchanged(text.form, first, second) if first and second else None


def in_a_row(text: Text, names: Sequence[str]) -> bool:
    """Whether the terms stand in a list, each alone between commas."""
    return f'{names[0]}, {names[1]}, {names[2]}' in text.english.text.lower()


@fault('letter-pairs')
def tanwin_after_its_alef(text: Text) -> str | None:
    return text.form.replace('ًا', 'اً', 1) if 'ًا' in text.form else None


@fault('stale-translation')
def flag_left(text: Text) -> str | None:
    """Nothing of the text changes; the entry is marked fuzzy."""
    return text.form

"""Terms of the glossary, names, and words that turn a rule round."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator

from civap.content.glossary import Entry
from civap.text.lint.registry import Found, Level, of_book, of_text
from civap.text.lint.texts import Book, Side, Text, bare

PLACES = 5  # named in a report


@of_text(12, 'forbidden-term', Level.ERROR, '“trade token”: „żeton wymiany”', of_source=True)
def forbidden_term(text: Text) -> Iterator[Found]:
    """A word that the glossary forbids, whatever the English says."""
    for hit in text.own.forbidden:
        term = text.book.glossary.term(hit.key, text.book.language.code)
        part = _part(text.own, hit.start, hit.end)
        wanted = term.term if term else ''
        yield Found(f'found {part!r}, expected {wanted!r}', f'write {wanted}', part)


@of_text(13, 'missing-term', Level.WARN, '“resource token”: „żeton zasobu”')
def missing_term(text: Text) -> Iterator[Found]:
    """A term of the English for which the glossary finds nothing in the translation."""
    yield from _missing(text, lambda entry: not (entry.locked or entry.loose))


@of_text(13, 'loose-term', Level.INFO, '“take its place”: nothing with „umieść”')
def loose_term(text: Text) -> Iterator[Found]:
    """The same for a term that is an ordinary word, too (`loose` in the glossary)."""
    yield from _missing(text, lambda entry: entry.loose and not entry.locked)


@of_text(35, 'rule-word', Level.ERROR, '“the highest slot”: „najniższe miejsce”')
def rule_word(text: Text) -> Iterator[Found]:
    """A word that decides a rule and has no match in the translation; `locked` in the glossary says which."""
    yield from _missing(text, lambda entry: entry.locked)


def _missing(text: Text, wanted: Callable[[Entry], bool]) -> Iterator[Found]:
    """What is missing of these terms; a form for none and a name of its own need not have them."""
    code = text.book.language.code
    for name in () if text.value == 0 or text.message.id in text.book.names else text.english.terms:
        entry = text.book.glossary.entries[name]
        term = entry.term(code)
        if term and name not in text.own.terms and wanted(entry):
            yield Found(f'found no {term.term!r}, expected it for {entry.en.term!r}', f'write {term.term}')


@of_book(14, 'two-renderings', Level.WARN, '“trade token”: «رمز تجارة» here, «رمز مقايضة» there')
def two_renderings(book: Book) -> Iterator[tuple[Text, Found]]:
    """One term of the glossary in two words: the right one in some places, another in others."""
    code = book.language.code
    for name, ways in _renderings(book).items():
        if len(ways) > 1:
            term = book.glossary.term(name, code)
            wanted = term.term if term else ''
            for said, places in ways.items():
                if said:
                    where = ', '.join(f'{each.place.path}:{each.place.line}' for each in places[:PLACES])
                    message = f'found {said!r} for {wanted!r} ({where}), expected one word for one thing'
                    yield places[0], Found(message, f'write {wanted}', said)


def _renderings(book: Book) -> dict[str, dict[str, list[Text]]]:
    """For each term the texts that say it, by the forbidden word that they use, or none."""
    found: dict[str, dict[str, list[Text]]] = defaultdict(lambda: defaultdict(list))
    for text in book.texts:
        for name in text.own.terms:
            if name in text.english.terms:
                found[name][''].append(text)
        for hit in text.own.forbidden:
            found[hit.key][_part(text.own, hit.start, hit.end).lower()].append(text)
    return found


def _part(side: Side, start: int, end: int) -> str:
    """Words as the text has them, or the first of them if markup or a placeholder stands between."""
    whole = ' '.join(side.words[start:end])
    at = side.text.lower().find(whole)
    return side.text[at : at + len(whole)] if at >= 0 else side.part(start)


@of_text(39, 'confused-terms', Level.ERROR, '“culture … culture”: „kultury … nauki”')
def confused_terms(text: Text) -> Iterator[Found]:
    """One of some terms of a kind less often than in English, and another of them more often: types of cards.

    `counted` in the glossary says which terms those are.
    """
    if text.book.glossary.counted.isdisjoint(text.english.terms):
        return
    entries = text.book.glossary.entries
    own, english = (
        Counter(hit.key for hit in side.hits if entries[hit.key].counted) for side in (text.own, text.english)
    )
    lost, more = english - own, own - english
    if lost and more and text.message.id not in text.book.names:
        wanted, found = (entries[min(each)].en.term for each in (lost, more))
        hit = next(hit for hit in text.own.hits if hit.key == min(more))
        part = _part(text.own, hit.start, hit.end)
        yield Found(f'found {found!r} in place of {wanted!r}, expected each as often as in English', 'correct it', part)


@of_text(36, 'names', Level.ERROR, '“Mathematics”: „Astrologia”')
def names(text: Text) -> Iterator[Found]:
    """A name of a card, a wonder or a leader that is typed in the English: the translation has its own name for it."""
    if text.message.id in text.book.names:
        return
    for name in text.book.named(text.english.text):
        if not all(_stem(word) in bare(text.form.lower()) for word in name.own.lower().split()):
            yield Found(f'found no {name.own!r}, expected the name for {name.english!r}', f'write {name.own}')


def _stem(word: str) -> str:
    """The beginning of a word, which its cases share."""
    word = bare(word)
    return word[: max(3, len(word) - 2)]


@of_text(37, 'negation', Level.ERROR, '“not on water”: „na wodzie”')
def negation(text: Text) -> Iterator[Found]:
    """English says no more often than the translation. Where two words deny one thing, as in Polish, they count once.

    Which words say no is in `negations` of the profile, which of them only repeat it in `weak-negations`.
    """
    voice = text.book.voice
    wanted = text.book.source.denials(text.english) if voice.profile.negations else []
    found = voice.denials(text.own) if wanted else []
    if len(found) < len(wanted):
        told = ', '.join(map(repr, wanted))
        if found:
            message = f'found {len(found)} of {len(wanted)} words that say no, expected one for each of {told}'
            yield Found(message, 'compare the text with the English, no by no', found[0])
        else:
            yield Found(f'found no word for {told}, expected one', f'translate {wanted[0]!r}')

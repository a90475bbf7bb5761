"""Findings about the words: what a phrase or a reading says that it should not."""

from __future__ import annotations

import re
from collections.abc import Iterator

from civap.content.glossary import forbidden_words
from civap.content.project import Project
from civap.proof.findings.registry import Found, Place, finding
from civap.proof.findings.texts import everything, phrases, play, readings, texts

NUMBERING = r'^\W*(\d+[.)]|\(\d+\)|[a-z]\)|step \d+|(first|second|third|last|final)(ly)?,)'
NUMBER = r'\d+|\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b'
PAGE = r'\b(pages? \d+|pp?\. ?\d+|overleaf|(next|previous|opposite|facing) page)'
POSITION = (
    r'\b((see|shown|listed|described|stated|named) (above|below)|(the )?(above|below)(?=[.,;:)]|$)'
    r'|the (cards?|criteri(on|a)|lines?|lists?|steps?|texts?) (above|below)|the (above|below) \w+)'
)
# Phrases that are no sentence: they stand in one, or under a heading of their own.
FRAGMENTS = ('foot', 'heading', 'label', 'range')


@finding('dangling-then')
def dangling_then(project: Project) -> Iterator[Found]:
    """A card begins with "Then", although nothing comes before.

    The steps of a card are numbered by the printer, so no phrase has to join them. A phrase that opens with
    "Then" or "Next" and is the first thing that a card says points back at nothing: either a step is missing,
    or the word is left over from another text.

    Example: "Then place 2 control tokens" as the first step.
    What to do: delete the word, or add the step that is missing before it.
    """
    first = {card.say_steps()[0].sentences[0].id for card in project.deck.cards}
    for phrase, text in phrases(project):
        word = text.search(r'^\W*(then|next|after that|afterwards)\b')
        if word and phrase.id in first:
            message = f'found {word.strip("*")!r} at the start of a first step, expected nothing before it'
            yield text.found(message, 'delete the word, or add the step that is missing', word)


@finding('numbered-text')
def numbered_text(project: Project) -> Iterator[Found]:
    """A phrase numbers itself.

    Steps and the lines of priority lists get their numbers from their order in cards.yaml. A number that is
    typed in the text stands beside the printed one, and is wrong as soon as a step moves.

    Example: "1. Has a natural wonder." or "First, build a city."
    What to do: delete the number.
    """
    for _, text in phrases(project):
        if found := text.search(NUMBERING):
            message = f'found {found!r}, expected a text without its number'
            yield text.found(message, 'delete it: the printer numbers steps and lines', found)


@finding('unknown-term')
def unknown_term(project: Project) -> Iterator[Found]:
    """A text uses a word that the glossary forbids: a second word for one thing.

    A game term is one word throughout, or readers look for a difference. `forbid` in the English part of
    locales/glossary.yaml lists the words that are not used for a term.

    Example: "focus token" or "trade good" for the trade token, "tech value" for the tech level.
    What to do: write the term of the glossary.
    """
    words = list(forbidden_words(project.glossary))
    pattern = '|'.join(re.escape(word).replace(r'\*', r'\w*') for word, _ in words)
    for text in everything(project) if words else ():
        if found := text.search(rf'(?<!\w)({pattern})(?!\w)'):
            term = next(term for word, term in words if re.fullmatch(word.replace('*', r'\w*'), found, re.IGNORECASE))
            yield text.found(f'found {found!r}, expected {term!r}', f'write {term}', found)


@finding('typed-number')
def typed_number(project: Project) -> Iterator[Found]:
    """A number is typed in a text.

    Numbers come from the data: a phrase has a placeholder for each, so that an erratum changes one line of
    cards.yaml and every language follows. A typed number stays behind. "One" and "first" are words like others.

    Example: "Production 5." or "within two spaces" instead of "{production}" and "within {n} spaces".
    What to do: in a phrase write the placeholder, in a reading say it without the number.
    """
    for text in texts(project):
        number = text.search(NUMBER)
        if number and not text.search(NUMBERING):
            message = f'found the number {number!r} in a text, expected a placeholder'
            yield text.found(message, 'write a placeholder, or say it without a number', number)


@finding('typed-name')
def typed_name(project: Project) -> Iterator[Found]:
    """A card's name is typed in a phrase.

    Names are messages of their own, translated once and put in by {card}. A name that is typed is not
    translated with the others, and the card that it names does not follow the data.

    Example: "replace this card with Currency" instead of "replace this card with {card}".
    What to do: write the placeholder.
    """
    names = '|'.join(re.escape(card.name) for card in project.deck.cards)
    for _, text in (*phrases(project), *play(project)):
        if found := re.search(rf'\b({names})\b', text.text):
            message = f'found the name {found[0]!r} in a phrase, expected a placeholder'
            yield text.found(message, 'write {card}', found[0])


@finding('fixed-page-reference')
def fixed_page_reference(project: Project) -> Iterator[Found]:
    """A text points at a page.

    Pages differ between languages and papers. A typed page number is right in one layout at most.

    Example: "see page 3", "overleaf", "on the next page".
    What to do: name the thing instead of its page.
    """
    yield from _without(project, PAGE, 'no page', 'write what is meant instead of its page')


@finding('position-reference')
def position_reference(project: Project) -> Iterator[Found]:
    """A text points at what stands above or below it.

    The same phrase stands on several cards, and what is above it on one is in the next column or gone on
    another. A level or a number that is "above" another one is no such place.

    Example: "as described above", "the line below".
    What to do: name the thing instead of its place.
    """
    yield from _without(project, POSITION, 'no place on paper', 'write what is meant instead of where it stands')


def _without(project: Project, pattern: str, expected: str, hint: str) -> Iterator[Found]:
    for text in everything(project):
        if found := text.search(pattern):
            yield text.found(f'found {found!r}, expected {expected}', hint, found)


@finding('broken-reference')
def broken_reference(project: Project) -> Iterator[Found]:
    """A note for translators names a phrase that does not exist.

    Notes refer to other phrases by their ids. After a phrase is renamed such a reference leads nowhere, and
    translators cannot follow it.

    Example: note "As foot.culture." when the phrase is called foot.cultural.
    What to do: write the id of the phrase as it is now.
    """
    document = project.documents['phrases']
    for index, phrase in enumerate(project.phrases.phrases):
        for name in re.findall(r'(?<![\w.-])[a-z][a-z-]{2,}\.(?:[a-z][a-z-]{2,}|\*)', phrase.note or ''):
            start = name.removesuffix('*')
            known = any(key == name or (start != name and key.startswith(start)) for key in project.messages)
            if not known and not name.endswith(('.yaml', '.po')):
                message = f'found {name!r} in a note, expected the id of a message'
                yield Found(document, (index, 'note'), message, 'correct the id', name)


@finding('order-claim')
def order_claim(project: Project) -> Iterator[Found]:
    """A text claims an alphabetical order.

    Such an order holds in one language; in the others the same list stands in another order, and the claim
    is false as soon as it is translated.

    Example: "The clarifications stand in alphabetical order."
    What to do: delete the claim.
    """
    for text in everything(project):
        if found := text.search(r'\balphabet\w*|\bA (to|–|-) Z\b|\bin order of (their )?names?\b'):
            message = f'found {found!r}, expected no claim about the order of names'
            yield text.found(message, 'delete the claim', found)


@finding('full-stop')
def full_stop(project: Project) -> Iterator[Found]:
    """A sentence without a full stop, or a fragment with one.

    Steps and the lines of priority lists are sentences. Feet, headings, labels and the range phrases are
    parts of something larger and end without a mark.

    Example: "Has a natural wonder" as a line between others that end in a full stop.
    What to do: add the full stop, or delete it.
    """
    for phrase, text in phrases(project):
        whole = phrase.id.split('.')[0] not in FRAGMENTS
        ends = text.text.rstrip('*)”"').endswith(('.', '!', '?'))
        if whole and not ends:
            yield text.found('found a sentence without its end, expected a full stop', 'add a full stop')
        elif ends and not whole:
            yield text.found('found a full stop after words that are no sentence, expected none', 'delete it')


@finding('twin-phrase')
def twin_phrase(project: Project) -> Iterator[Found]:
    """Two phrases of one family say the same.

    The phrases of a family (control.*, foot.*) tell apart what cards do. When two are alike, one of them
    is most likely a copy that was never changed, and a card prints the wrong line.

    Example: foot.economy with the text of foot.industry.
    What to do: correct the one that was copied.
    """
    first: dict[tuple[str, str], str] = {}
    for phrase, text in phrases(project):
        other = first.setdefault((phrase.id.split('.')[0], text.text.casefold()), phrase.id)
        if other != phrase.id:
            message = f'found the text of {other} again, expected one of its own'
            yield text.found(message, f'correct this one or {other}')


@finding('reading-same')
def reading_same(project: Project) -> Iterator[Found]:
    """Two options of a reading say the same, or two readings ask the same.

    A reading is a choice between different rules. With the same words nobody can tell what was chosen; one
    of the two is most likely a copy that was never changed.

    Example: both options of a reading mean "Every attack counts, won or lost."
    What to do: correct the one that was copied.
    """
    first: dict[tuple[str | int, ...], Place] = {}
    for text in readings(project):
        *above, part = text.place
        if part in ('question', 'means'):
            owner = above[:2] if part == 'means' else []
            key = (*owner, part, text.text.casefold().rstrip('.?'))
            if first.setdefault(key, text.place) != text.place:
                yield text.found('found these words again, expected words of its own', 'correct one of the two')

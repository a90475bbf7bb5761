"""Which checks have nothing to go by in a language, since its profile or the glossary does not know it yet."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from civap.text.lint.texts import Voice

PROFILE, GLOSSARY = 'profile.yaml', 'glossary.yaml'


def _has_terms(voice: Voice, *, locked: bool) -> bool:
    entries = voice.glossary.entries.values()
    return any(each.locked == locked and each.term(voice.language.code) for each in entries)


# Checks, what they need, and whether a language has it.
NEEDS: Sequence[tuple[Sequence[str], str, Callable[[Voice], object]]] = (
    (('quotes',), f'quotes in {PROFILE}', lambda voice: voice.profile.quotes),
    (('dash',), f'dashes in {PROFILE}', lambda voice: voice.profile.dashes.sentence),
    (('range',), f'dashes in {PROFILE}', lambda voice: voice.profile.dashes.range),
    (('negation',), f'negations in {PROFILE}', lambda voice: voice.profile.negations),
    (('numbers in words',), f'number-words in {PROFILE}', lambda voice: voice.profile.number_words),
    (('script',), f'script in {PROFILE}', lambda voice: voice.language.letters),
    (
        ('missing-term', 'forbidden-term', 'two-renderings', 'list-order'),
        f'terms in {GLOSSARY}',
        lambda voice: _has_terms(voice, locked=False),
    ),
    (('rule-word',), f'locked words in {GLOSSARY}', lambda voice: _has_terms(voice, locked=True)),
)


def without_data(voice: Voice) -> Iterator[str]:
    """Such as `negation (negations in profile.yaml)`; numbers that are typed are compared all the same."""
    for names, needed, has in NEEDS:
        if not has(voice):
            yield f'{", ".join(names)} ({needed})'

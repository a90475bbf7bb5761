"""A small deck for small templates, in three languages."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from civap.press.deck import DeckJob
from civap.press.geometry import CardShape

DATA = Path(__file__).parent / 'data'
NUMERALS = ('I', 'II', 'III', 'IV')
LETTERS = 'ABCDEFGHIJKLMNOPQRST'
WORDS = {'en': 'control token', 'pl': 'żeton kontroli', 'ar': 'رمز السيطرة'}


def card(number: int, language: str = 'en', **changed: Any) -> dict[str, Any]:
    """Card `number` (from 0); its text is short."""
    level = number % 4 + 1
    return {
        'id': f'card-{number}',
        'type': 'culture',
        'level': level,
        'numeral': NUMERALS[level - 1],
        'title': f'Title{LETTERS[number]}',
        'steps': [{'text': f'Text {number} {WORDS[language]}'}],
        'foot': WORDS[language],
        **changed,
    }


def make_job(language: str = 'en', count: int = 14, **changed: Any) -> DeckJob:
    """A job of `count` short cards."""
    job = DeckJob(
        language=language,
        direction='rtl' if language == 'ar' else 'ltr',
        faces='arabic' if language == 'ar' else 'latin',
        title=f'Cards in {language}',
        cards=tuple(card(number, language) for number in range(count)),
        shape=CardShape(),
        templates=DATA / 'templates',
        art=DATA / 'art',
        source=f'locales/{language}/cards.po',
    )
    return replace(job, **changed)

"""A small deck printed with small templates."""

from collections.abc import Callable

import pytest
from press_sample import make_job

from civap.press.deck import DeckResult, build_deck


@pytest.fixture(scope='session')
def built() -> Callable[[str], DeckResult]:
    """The deck of a language, built once."""
    results: dict[str, DeckResult] = {}

    def build(language: str) -> DeckResult:
        if language not in results:
            results[language] = build_deck(make_job(language))
        return results[language]

    return build

"""Alphabetical order: the letters of a language as its profile lists them."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

from civap.text.languages import Language


def sort_key(language: Language) -> Callable[[str], tuple[int, ...]]:
    """A key for `sorted`; upper and lower case are alike, and a leading article of the profile counts for nothing."""
    profile = language.profile
    places = {letter: index for index, letter in enumerate(profile.alphabet)}

    def key(text: str) -> tuple[int, ...]:
        folded = text.casefold()
        for article in profile.articles:
            folded = folded.removeprefix(article)
        return tuple(_place(letter, places) for letter in folded if letter.isalnum() or letter == ' ')

    return key


def _place(letter: str, places: dict[str, int]) -> int:
    """Letters in their order, digits and spaces before them; what the alphabet lacks goes with its base letter."""
    if letter in places:
        return places[letter]
    base = unicodedata.normalize('NFD', letter)[0]
    return places.get(base, ord(letter) - 2000 if ord(letter) < 128 else ord(letter))

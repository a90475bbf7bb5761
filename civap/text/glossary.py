"""The glossary as checks of translations use it: ways to say a term, words that are none, forms for two."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from civap.content.glossary import Entry, Term


@dataclass(frozen=True)
class Glossary:
    """The terms by id."""

    entries: Mapping[str, Entry]

    @classmethod
    def of(cls, entries: tuple[Entry, ...]) -> Glossary:
        """From the entries of the file."""
        return cls({entry.id: entry for entry in entries})

    @cached_property
    def counted(self) -> frozenset[str]:
        """The terms that stand as often as in English, unless another of them was meant."""
        return frozenset(name for name, entry in self.entries.items() if entry.counted)

    def term(self, name: str, code: str) -> Term | None:
        """A term in a language, if the glossary has it."""
        return self.entries[name].term(code)

    def ways(self, code: str) -> Mapping[str, tuple[str, ...]]:
        """For each term the patterns that it may appear in."""
        return {name: term.match for name, term in self.of_language(code).items()}

    def forbidden(self, code: str) -> Mapping[str, tuple[str, ...]]:
        """For each term the patterns of other words for it."""
        return {name: term.forbid for name, term in self.of_language(code).items()}

    def duals(self, code: str) -> list[str]:
        """Patterns for one word each that says that there are two of something."""
        forms = (term.dual.split() for term in self.of_language(code).values() if term.dual)
        return sorted({f'*{form}' for first, *_ in forms for form in first.split('/')})

    def numbered(self, code: str) -> Mapping[str, tuple[str, ...]]:
        """The patterns of terms that a Roman numeral may follow."""
        return {name: ways for name, ways in self.ways(code).items() if self.entries[name].numbered}

    def of_language(self, code: str) -> Mapping[str, Term]:
        """Each term that the glossary has in a language."""
        return {name: term for name, entry in self.entries.items() if (term := entry.term(code))}

"""Two editions and what lies between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from civap.errata.diff import Diff, compare
from civap.errata.record import Record


@dataclass(frozen=True)
class Editions:
    """An edition that is at hand, a newer one, and in what they differ."""

    old: Record
    new: Record
    diff: Diff

    @classmethod
    def of(cls, old: Record, new: Record) -> Editions:
        """Both, compared."""
        return cls(old, new, compare(old, new))

    def concern(self, code: str, only: Sequence[str]) -> bool:
        """Whether a reader of a language has anything to learn of these documents."""
        diff = self.diff
        prints = any(each.language == code and each.document in only for each in diff.prints)
        return prints or ('rulebook' in only and bool(diff.renumbered))

"""Two editions and what lies between them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from civap.errata.diff import Diff, compare
from civap.errata.record import Record


@dataclass(frozen=True)
class Editions:
    """An edition that is at hand, a newer one, and in what they differ."""

    old: Record
    new: Record
    diff: Diff

    @classmethod
    def of(cls, old: Record, new: Record, *, looks: bool = True) -> Editions:
        """Both, compared; without what only looks otherwise unless with `looks`."""
        diff = compare(old, new)
        return cls(old, new, diff if looks else diff.without_looks())

    def seen_in(self, variants: Collection[str]) -> Editions:
        """Of the cards only those that are printed otherwise in one of some variants."""
        prints = self.diff.prints
        kept = tuple(each for each in prints if each.document != 'cards' or any(map(each.is_in, variants)))
        return replace(self, diff=replace(self.diff, prints=kept))

    def concern(self, code: str, only: Sequence[str]) -> bool:
        """Whether a reader of a language has anything to learn of these documents."""
        diff = self.diff
        prints = any(each.language == code and each.document in only for each in diff.prints)
        return prints or ('rulebook' in only and bool(diff.renumbered))

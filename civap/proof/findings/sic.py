"""Lets findings pass for which a `sic` entry stands beside the text, and finds entries that let nothing pass."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from civap.content.problems import Problem, did_you_mean
from civap.content.source import Document, List, Mark, Node, Scalar, Table
from civap.proof.findings.registry import FINDINGS, explained


@dataclass(frozen=True)
class Entry:
    """A `sic` entry, and the card, phrase or other thing that it stands on."""

    document: Document
    owner: Table
    code: Scalar
    about: str

    def covers(self, problem: Problem) -> bool:
        """Whether a problem is the one meant: of this code, and inside this thing."""
        at = (problem.line - 1, problem.column - 1)
        start, end = _position(self.owner.start), _position(self.owner.end)
        here = self.document.path == problem.path and start <= at < end
        return here and self.code.value == problem.code and self.about in problem.message


def _position(mark: Mark) -> tuple[int, int]:
    return mark.line, mark.column


def _entries(document: Document, node: Node) -> Iterator[Entry]:
    """All entries in a file, those further inside first."""
    inside: Iterable[Node] = node.items.values() if isinstance(node, Table) else getattr(node, 'items', ())
    for item in inside:
        yield from _entries(document, item)
    listed = node.items.get('sic') if isinstance(node, Table) else None
    for item in listed.items if isinstance(listed, List) else ():
        keys = item.items if isinstance(item, Table) else {}
        code, about = keys.get('code'), keys.get('about')
        if isinstance(node, Table) and isinstance(code, Scalar):
            yield Entry(document, node, code, about.value if isinstance(about, Scalar) else '')


def silenced(problems: Iterable[Problem], documents: Sequence[Document]) -> Iterator[Problem]:
    """The problems for which no entry stands, one entry for each, and the entries for which no problem is left."""
    entries = [entry for document in documents for entry in _entries(document, document.root)]
    for problem in problems:
        entry = next((entry for entry in entries if entry.covers(problem)), None)
        if entry:
            entries.remove(entry)
        else:
            yield problem
    yield from map(stale_sic, entries)


@explained('stale-sic')
def stale_sic(entry: Entry) -> Problem:
    """A `sic` entry lets nothing pass.

    An entry stands for one finding about the thing that it is written on. The finding is gone, the entry
    stands on the wrong thing, or its code is misspelt.

    Example: `sic: [{code: level-order, because: ...}]` on a card that is no weaker than the level before.
    What to do: delete the entry, or correct its code.
    """
    known = entry.code.value in FINDINGS
    message = f'found a sic for {entry.code.value}, expected such a finding here'
    hint = 'delete the entry' if known else did_you_mean(entry.code.value, tuple(FINDINGS))
    return entry.document.problem('stale-sic', message, entry.code, hint)

"""Findings: what is wrong with content although no worked example asks.

Each kind is one function, registered under its code; its docstring is the explanation that users read. A finding
is let pass by a `sic` entry beside the text: on a card, a type, a phrase, a reading or a group of base facts, one
entry for each finding, with the reason. An entry that lets nothing pass is a finding itself (stale-sic).

What the loader refuses already is not looked for again:
- upgrade-target, missing-card, level-twice, caravan-icons: cards and the chain of their upgrades;
- unknown-criterion, duplicate-item, missing-limit, idle-limit: single lines of priority lists;
- a missing tiebreak (missing-key): the lists that have one all must name it, and the others end in the die;
- unused-phrase, missing-phrase, unknown-clause: words without a step and steps without words;
- uneven-faces: dice of examples that cannot be shared out evenly; idle-assumption, rule-not-reached;
- duplicate-item, wrong-count: a leader's row that has not each type once;
- wonders of a type that no city or card has (unknown-value), facts without any source (wrong-count);
- falling-difficulty, missing-payment, missing-number, unknown-reading.
What cannot be wrong here, since siblings share their phrases: a word that one of several like sentences lacks.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from civap.content.map_tiles import read_map_tiles
from civap.content.problems import Problem, Problems, in_file_order
from civap.content.project import Project
from civap.content.source import Document

# Imported for what they register.
from civap.proof.findings import facts, levels, lists, wording  # noqa: F401
from civap.proof.findings.registry import EXPLAINED, FINDINGS
from civap.proof.findings.sic import silenced

__all__ = ['EXPLAINED', 'FINDINGS', 'find_all']


def find_all(project: Project) -> list[Problem]:
    """Every finding about the content that no `sic` lets pass, file by file."""
    documents = list(_documents(project))
    problems = [problem for find in FINDINGS.values() for problem in find(project)]
    left = list(silenced(in_file_order(problems), documents))
    return [problem for document in documents for problem in in_file_order(left) if problem.path == document.path]


def _documents(project: Project) -> Iterator[Document]:
    """All files that findings are about. One that cannot be read is told by other checks."""
    yield from project.documents.values()
    for read in (lambda: project.readings, lambda: project.play, lambda: read_map_tiles(project)):
        with suppress(Problems):
            yield read()[1]

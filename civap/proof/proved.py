"""All that is proved of a project at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from civap.cache import Cache
from civap.content.problems import Problem, Problems
from civap.content.project import Project
from civap.proof.examples import Result, kept_examples
from civap.proof.findings import find_all


@dataclass(frozen=True)
class Proof:
    """What each example came to, and what is odd in the content."""

    results: Sequence[Result] = ()
    findings: Sequence[Problem] = ()

    @property
    def problems(self) -> list[Problem]:
        """What stops a release."""
        return [*self.findings, *(problem for result in self.results for problem in result.problems)]


def prove(project: Project, cache: Cache) -> Proof:
    """The proof. Raises `Problems` when an example file cannot be used: all that there are."""
    findings = find_all(project)
    try:
        return Proof(kept_examples(project, cache), findings)
    except Problems as error:
        raise Problems([*error.problems, *findings]) from None

"""What happens in the examples of an edition."""

from __future__ import annotations

from collections.abc import Mapping

from civap.content.problems import Problems
from civap.content.project import Project
from civap.errata.record import Told
from civap.proof.examples import check_examples
from civap.proof.replay import steps
from civap.proof.words import Words


def traces(project: Project) -> Mapping[str, Told]:
    """Each example with its verdict and the steps of its first path, in English. Raises `Problems`."""
    words = Words(project)
    return {
        result.id: Told(result.verdict.name.lower().replace('_', '-'), _steps(project, result.id, words))
        for result in check_examples(project)
    }


def _steps(project: Project, example: str, words: Words) -> tuple[str, ...]:
    """An example that an erratum has broken may come to no end; why it does not is then all there is to tell."""
    try:
        return steps(project, example, words)
    except Problems as error:
        return tuple(problem.message for problem in error.problems)

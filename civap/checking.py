"""What `civap check` does: everything, or the coverage of the examples, or what they notice of changed rules."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import click

from civap.content.problems import Problem, Problems

if TYPE_CHECKING:
    from civap.content.project import Project

Talk = Callable[[str], None]
FINDINGS = 1


def check_all(project: Project, codes: Sequence[str], form: str, talk: Talk) -> None:
    """Translations and examples. Raises `Problems`."""
    from civap.proof.examples import check_examples
    from civap.text.catalog import load_catalog

    problems: list[Problem] = []
    for code in codes:
        try:
            load_catalog(project, code)
        except Problems as error:
            problems.extend(error.problems)
    try:
        results = check_examples(project)
    except Problems as error:
        raise Problems([*problems, *error.problems]) from None
    problems.extend(problem for result in results for problem in result.problems)
    if problems:
        raise Problems(problems)
    if form == 'text':
        for result in results:
            click.echo(str(result))
        talk(f'{len(project.cards)} cards, {len(project.messages)} texts in {", ".join(codes)}: ok')
    elif form == 'json':
        click.echo('[]')


def tell_coverage(project: Project, form: str) -> None:
    """What the examples reach."""
    from civap.proof.coverage import coverage

    found = coverage(project)
    click.echo(found.to_json() if form == 'json' else '\n'.join(found.lines()))


def tell_mutation(project: Project, form: str, boards: int | None, talk: Talk) -> None:
    """The score. Raises `Problems`: what no example notices, and faults of the list of accepted changes."""
    from civap.proof.mutation import QUICK, score

    found = score(project, boards=boards or QUICK)
    findings = found.findings()
    if form == 'json':
        click.echo(found.to_json())
        if findings:
            sys.exit(FINDINGS)
        return
    for line in found.lines():
        talk(line)
    if findings:
        raise Problems(findings)

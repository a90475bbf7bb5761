"""civap translate check."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

import click

from civap.cli.idle import TRANSLATE_CHECK, refuse_idle
from civap.cli.options import (
    TEXTS,
    Options,
    asked_languages,
    asked_project,
    build_request,
    chosen_options,
    merged,
    only_texts,
)
from civap.cli.reporting import FINDINGS, print_problems, reporting, talk
from civap.content.problems import Problem, Problems

if TYPE_CHECKING:
    from civap.content.project import Project


MISSING = 'missing-translation'
FEW = 3  # texts of a file that are named without being asked for


@click.command()
@chosen_options('project', 'lang', 'format')
@only_texts
@click.option('--strict', is_flag=True, help='Fail for warnings, too.')
@click.option('--verbose', is_flag=True, help='Show information as well as errors and warnings.')
@click.option('--missing', is_flag=True, help='Name each text that is missing, not only how many.')
@click.option('--fit', is_flag=True, help='Set the cards, and tell which texts do not fit (slow).')
def check(strict: bool, verbose: bool, missing: bool, fit: bool, **given: Any) -> None:
    """Check translations against the English and the rules of their language.

    Errors fail; warnings are shown. `# lint: allow NAME` above an entry allows what a check would find there.

    \b
    Examples:
      civap translate check
      civap translate check --lang pl --strict
      civap translate check --verbose --format json
      civap translate check --fit --lang ar
    """
    options = merged(given)
    refuse_idle(TRANSLATE_CHECK, {**click.get_current_context().params, **asdict(options)})
    with reporting(options):
        from civap.text.lint.history import earlier
        from civap.text.lint.registry import Level
        from civap.text.lint.run import check_language

        project = asked_project(options)
        codes, only = asked_languages(project.root, options), options.only or TEXTS
        checked = [check_language(project, code, earlier).only(only) for code in codes]
        problems = [problem for each in checked for problem in each.problems]
        if fit:
            problems += _overflows(project, options, [each.code for each in checked if not each.count(Level.ERROR)])
        told = [each for each in problems if verbose or options.format == 'json' or each.level != 'info']
        print_problems(told if missing or options.format != 'text' else _gathered(told), options.format)
        for each in checked:
            talk(each.summary())
            if each.idle:
                talk(f'{each.code}: checked less for want of data: {"; ".join(each.idle)}')
        levels = {problem.level for problem in problems}
        if 'error' in levels or (strict and 'warn' in levels):
            sys.exit(FINDINGS)


def _gathered(problems: Sequence[Problem]) -> list[Problem]:
    """The problems, those of missing texts as one of their file where there are more than a few."""
    missing = Counter(each.path for each in problems if each.code == MISSING)
    many = {path: count for path, count in missing.items() if count > FEW}
    told: dict[Problem, None] = {}
    for each in problems:
        count = many.get(each.path, 0) if each.code == MISSING else 0
        message = f'found no text for {count} messages, expected one for each (--missing names them)'
        told[Problem(MISSING, message, each.path) if count else each] = None
    return list(told)


def _overflows(project: Project, options: Options, codes: Sequence[str]) -> list[Problem]:
    """What does not fit on the cards of languages that can be printed."""
    from civap.press.fitting import fits
    from civap.press.workers import Workers, worker_count

    if not codes:
        return []
    request = replace(build_request(project.root, options), languages=tuple(codes))
    with Workers(worker_count(len(codes))) as workers:
        try:
            fits(project, request, workers)
        except Problems as error:
            return list(error.problems)
    return []

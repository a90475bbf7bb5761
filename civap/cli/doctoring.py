"""civap doctor."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from civap.cli.colour import painted_state
from civap.cli.options import merged, shared_options
from civap.cli.reporting import FINDINGS, print_data, print_problems, talk

if TYPE_CHECKING:
    from civap.doctor import Check


@click.command()
@shared_options
def doctor(**given: Any) -> None:
    """Look at all that printing needs of this computer: each thing is ok, a warning or wrong, with what to do about it.

    That is Python, the system libraries, packages and fonts, the project, a page on trial, the folders that are
    written to with the room in them, and what only some commands or tests use. What is wrong ends with 1.

    \b
    Examples:
      civap doctor
      civap doctor --project ~/my-copy --out /media/stick
      civap doctor --format json
    """
    options = merged(given)
    from civap.doctor import State, examine

    checks = []
    for check in examine(options.project, options.out):
        checks.append(check)
        if options.format == 'text':
            _tell(check)
    if options.format == 'json':
        print_data([{**asdict(each), 'state': each.state.value} for each in checks])
    elif options.format == 'github':
        print_problems([each.problem() for each in checks if each.state is not State.OK], 'github')
    count = Counter(check.state for check in checks)
    talk(', '.join(f'{count[state]} {state.value}' for state in State))
    if count[State.WRONG]:
        sys.exit(FINDINGS)


def _tell(check: Check) -> None:
    click.echo(f'{painted_state(check.state.value, 8)} {check.name:16} {check.found}')
    if check.cure:
        click.echo(f'{"":25} hint: {check.cure}')

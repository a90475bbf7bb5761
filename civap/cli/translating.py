"""civap translate: the commands for those who translate."""

from __future__ import annotations

import click

from civap.cli.translate_check import check


@click.group()
def translate() -> None:
    """Check translations.

    \b
    Examples:
      civap translate check
      civap translate check --lang pl --strict
    """


translate.add_command(check)

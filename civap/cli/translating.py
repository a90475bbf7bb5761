"""civap translate: the workbench of translators and reviewers."""

from __future__ import annotations

import click

from civap.cli.translate_proof import proof


@click.group()
def translate() -> None:
    """Write, read and try translations.

    \b
    Examples:
      civap translate proof pl             English and Polish side by side, on paper
    """


translate.add_command(proof)

"""civap translate: the workbench of translators and reviewers."""

from __future__ import annotations

import click

from civap.cli.translate_proof import proof
from civap.cli.translate_stress import stress


@click.group()
def translate() -> None:
    """Write, read and try translations.

    \b
    Examples:
      civap translate proof pl             English and Polish side by side, on paper
      civap translate stress               what a long or mirrored language will meet
    """


translate.add_command(proof)
translate.add_command(stress)

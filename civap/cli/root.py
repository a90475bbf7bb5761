"""The group of all commands."""

from __future__ import annotations

from typing import Any

import click

from civap import __version__
from civap.cli.options import shared_options


@click.group(context_settings={'help_option_names': ['-h', '--help'], 'max_content_width': 100})
@shared_options
@click.version_option(__version__, '--version', message='civap %(version)s')
def cli(**given: Any) -> None:
    """Print the Automated Player's cards and prove what they print.

    \b
    Examples:
      civap doctor                         whether this computer has all that printing needs
      civap init my-edition                a project of your own, to be changed
      civap build                          everything, in every language, on A4 and Letter
      civap build --lang pl --paper a4     the Polish cards on A4
      civap build --draft                  print now, mark what is missing or unproven
      civap check                          content, translations and worked examples
      civap explain EXAMPLE                the decisions of an example, step by step
      civap resolve game.yaml              the Automated Player's next turn, from your table
      civap translate status               how far the translations are
      civap serve --open                   the pages in your browser, anew after each save
      civap calibrate                      a sheet to measure how far off your printer puts backs
    """
    click.get_current_context().obj = {name: value for name, value in given.items() if value not in (None, (), False)}

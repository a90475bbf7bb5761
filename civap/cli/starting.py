"""civap init."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import click

from civap.cli.options import merged, shared_options
from civap.cli.reporting import print_data, reporting, talk


@click.command()
@shared_options
@click.argument('folder', metavar='DIR', type=click.Path(path_type=Path))
def init(folder: Path, **given: Any) -> None:
    """Start a project of your own in DIR, a new or empty folder: content, translations and templates, to be changed.

    It is a copy of the project at hand, which is that of the package unless --project or the current folder says
    otherwise. Commands that run in DIR then work on it; elsewhere --project DIR names it.

    \b
    Examples:
      civap init my-edition
      civap build --project my-edition --lang en --only cards
    """
    options = merged(given)
    with reporting(options):
        from civap.content.folder import find_root
        from civap.starting import start

        files = start(find_root(options.project), folder)
        if options.format == 'json':
            print_data({'folder': str(folder), 'files': sorted(files)})
        talk(f'{folder}: {len(files)} files. Look into its README.md, then try:')
        talk(f'    civap build --project {shlex.quote(str(folder))} --lang en --only cards')

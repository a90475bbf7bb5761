"""civap translate stress."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from civap.cli.colour import color_option
from civap.cli.completing import known
from civap.cli.options import DOCUMENTS, FORMATS, Options, merged, one_of
from civap.cli.progress import TYPESET, progress
from civap.cli.reporting import FINDINGS, print_data, report_problems, reporting, talk
from civap.content.folder import default_out

if TYPE_CHECKING:
    from civap.translate.stress import Stressed

KINDS = ('long', 'mirrored', 'bidi')


@click.command()
@click.option(
    '--kind',
    'kinds',
    multiple=True,
    callback=one_of(KINDS),
    shell_complete=known(KINDS, several=True),
    metavar='KIND',
    help='long: words a third longer; mirrored: English from right to left; bidi: both directions mixed '
    '(default: all).',
)
@click.option('--project', type=click.Path(path_type=Path), metavar='DIR', help='Folder of the project.')
@click.option(
    '--out',
    type=click.Path(path_type=Path),
    metavar='DIR',
    help='Where the files go (default: build/stress/ in the project).',
)
@click.option(
    '--only',
    multiple=True,
    callback=one_of(DOCUMENTS),
    shell_complete=known(DOCUMENTS, several=True),
    metavar='DOCUMENT',
    help='cards, sheets, rulebook (default: all).',
)
@click.option('--format', type=click.Choice(FORMATS), help='How findings are written (default: text).')
@click.option('--fresh', is_flag=True, help='Use nothing that earlier runs have kept.')  # fmt: skip
@color_option
def stress(kinds: tuple[str, ...], **given: Any) -> None:
    """Print all documents in made-up languages, to see what a translation will meet before it is written.

    Each kind is an ordinary language in a copy of the project; cards are printed at 57x89 and at 70x120. Texts that
    have no room are findings. The files are in build/stress/KIND/.

    \b
    Examples:
      civap translate stress
      civap translate stress --kind long --only cards
      civap translate stress --kind bidi --out /tmp/try
    """
    options = merged(given)
    with reporting(options):
        from civap.cache import open_cache
        from civap.content.folder import find_root
        from civap.press.workers import Workers, worker_count

        root, asked = find_root(options.project), kinds or KINDS
        out = options.out or default_out(root) / 'stress'
        count, cache = worker_count(len(asked)), open_cache(fresh=options.fresh)
        with progress(TYPESET) as tell, Workers(count, cache, tell) as workers:
            from civap.content.project import load_project
            from civap.translate.stress import stress as print_all

            found = print_all(load_project(root), asked, options.only or DOCUMENTS, out, workers)
        _tell(found, out, options)
    if found.lacks:
        sys.exit(FINDINGS)


def _tell(found: Stressed, out: Path, options: Options) -> None:
    if options.format == 'json':
        print_data(found.data())
        return
    for each in found.printed:
        click.echo(str(each))
        talk(str(out / each.path))
    if found.lacks:
        report_problems([lack.problem for lack in found.lacks], options.format)

"""civap translate proof."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from civap.cli.colour import color_option
from civap.cli.completing import completed, known, translations
from civap.cli.options import FORMATS, PAPERS, Options, merged, one_of
from civap.cli.reporting import print_data, reporting, talk, talk_at_terminal
from civap.content.folder import default_out

if TYPE_CHECKING:
    from civap.translate.proof import Asked, Proof

DOCUMENTS = ('cards', 'sheets', 'rulebook', 'play')


@click.command()
@click.argument('language', metavar='LANG', shell_complete=completed(translations))
@click.option('--project', type=click.Path(path_type=Path), metavar='DIR', help='Folder of the project.')
@click.option(
    '--out',
    type=click.Path(path_type=Path),
    metavar='DIR',
    help='Where the file goes (default: build/ in the project).',
)
@click.option('--paper', type=click.Choice(PAPERS), help='Paper to print on (default: a4).')
@click.option(
    '--only',
    multiple=True,
    callback=one_of(DOCUMENTS),
    shell_complete=known(DOCUMENTS, several=True),
    metavar='DOCUMENT',
    help='cards, sheets, rulebook, play (default: all).',
)
@click.option('--changed', is_flag=True, help='Only texts that are missing or stale.')
@click.option('--format', type=click.Choice(FORMATS), help='How findings are written (default: text).')
@click.option('--fresh', is_flag=True, help='Use nothing that earlier runs have kept.')  # fmt: skip
@color_option
def proof(language: str, changed: bool, paper: str | None, only: tuple[str, ...], **given: Any) -> None:
    """Print English and a translation side by side, for reviewers: every text once, with what to look at.

    The file is build/LANG/proof-LANG.pdf; a part of it has a name of its own. Missing and stale texts are shown as
    such and are no error.

    \b
    Examples:
      civap translate proof pl
      civap translate proof ar --only cards,rulebook
      civap translate proof pl --changed --paper letter
    """
    options = merged(given)
    with reporting(options):
        from civap.content.folder import SOURCE, find_root, language_codes

        root = find_root(options.project)
        others = [code for code in language_codes(root) if code != SOURCE]
        if language not in others:
            said = 'the language of the source' if language == SOURCE else repr(language)
            raise click.BadParameter(f'found {said}, expected a translation: name {" or ".join(others)}')
        from civap.translate.order import DOCUMENTS as ALL
        from civap.translate.proof import Asked

        wanted = only or options.only or tuple(ALL)
        paper = paper or (options.paper[0] if options.paper else PAPERS[0])
        asked = Asked(language, tuple(wanted), changed, paper)
        _print(root, asked, options)


def _print(root: Path, asked: Asked, options: Options) -> None:
    from civap.cache import open_cache
    from civap.press.workers import Workers

    with Workers(2, open_cache(fresh=options.fresh)) as workers:
        from civap.content.project import load_project
        from civap.press.output import write_files
        from civap.translate.proof import file_name, make_proof

        made = make_proof(load_project(root), asked, workers, talk_at_terminal)
    out, name = options.out or default_out(root), file_name(asked)
    write_files(out, {name: made.pdf})
    _tell(made, str(out / name), options)


def _tell(made: Proof, path: str, options: Options) -> None:
    """The file, and what it has of each kind of flag."""
    if options.format == 'json':
        print_data({'path': path, 'pages': made.pages, **made.counts})
    talk(path)
    found = ', '.join(f'{kind}: {count}' for kind, count in made.counts.items())
    talk(f'{made.pages} pages; {found}')

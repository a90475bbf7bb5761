"""civap diff."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from civap.cli.completing import FILES, completed, editions
from civap.cli.options import Options, asked_codes, in_one_language, merged, shared_options, told_language
from civap.cli.reporting import print_data, reporting, talk

if TYPE_CHECKING:
    from civap.errata.two import Editions


@click.command()
@shared_options
@click.argument('old', shell_complete=completed(editions, beside=FILES))
@click.argument('new', required=False, shell_complete=completed(editions, beside=FILES))
@click.option(
    '--pdf',
    type=click.Path(dir_okay=False, path_type=Path),
    metavar='FILE',
    help='Write the sheet that tells players what changed, too: in one language, on one paper (default: en, a4).',
)
def diff(old: str, new: str | None, pdf: Path | None, **given: Any) -> None:
    """Tell what changed between two editions: values, wording, prints, examples, translations.

    OLD and NEW are versions that were frozen, files of such, folders of projects or revisions of git; NEW is the
    project as it is, unless another is named.

    \b
    Examples:
      civap diff 1.0
      civap diff HEAD~3 HEAD --lang pl
      civap diff 1.0 ../errata --format json
      civap diff 1.0 --pdf changes.pdf --lang pl --paper letter
    """
    options = merged(given)
    if pdf:
        in_one_language(options)
    with reporting(options):
        from civap.content.folder import find_root
        from civap.errata.editions import load_edition
        from civap.errata.report import data, told
        from civap.errata.two import Editions

        root = find_root(options.project)
        codes = asked_codes(root, options)
        editions = Editions.of(load_edition(old, root), load_edition(new or str(root), root))
        found = editions.diff
        if options.format == 'json':
            print_data(data(found, codes))
        else:
            click.echo('\n'.join(told(found, codes)))
        if pdf:
            _write_sheet(pdf, root, editions, options)


def _write_sheet(path: Path, root: Path, editions: Editions, options: Options) -> None:
    """What changed, for players; names are those of the project at hand."""
    from civap.content.project import load_project
    from civap.errata.sheet import sheet_file
    from civap.press.output import write_files

    code, paper = told_language(root, options), (options.paper or ('a4',))[0]
    data = sheet_file(load_project(root), editions, code, paper)
    if data is None:
        talk(f'{code}: nothing to print again since {editions.old.version}')
        return
    write_files(path.parent, {path.name: data}, 'name another file with --pdf')
    talk(str(path))

"""civap schema."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from civap.cli.completing import FILES, completed, schemas
from civap.cli.options import merged, shared_options
from civap.cli.reporting import print_data, reporting, talk


@click.command()
@shared_options
@click.argument('what', required=False, metavar='[KIND|FILE|DIR]', shell_complete=completed(schemas, beside=FILES))
@click.option('--check', is_flag=True, help='With DIR: write nothing; end with 1 if there is something to write.')
def schema(what: str | None, check: bool, **given: Any) -> None:
    """Give editors the JSON Schemas of the YAML files, so that they complete, explain and check what is typed.

    KIND or a FILE of a project prints the schema of such files; without any the kinds are listed. DIR, the folder of
    a project, has its schemas brought up to date, in content/schema/, and in the first line of each of its YAML files
    what leads editors to them. The schemas shipped are up to date: it is for projects that a newer civap works on.

    \b
    Examples:
      civap schema
      civap schema cards
      civap schema content/new_dawn/edition.yaml
      civap schema state > state.json
      civap schema .
      civap schema . --check
    """
    options = merged(given)
    folder = Path(what) if what is not None else None
    with reporting(options):
        from civap.schemas import KINDS, kind_of, schema_text

        if check and (folder is None or what in KINDS or folder.is_file()):
            raise click.UsageError('found --check without a folder, expected that of a project')
        if folder is None:
            _list(options.format)
        elif what in KINDS:
            click.echo(schema_text(KINDS[str(what)]), nl=False)
        elif folder.is_dir():
            _bring_up_to_date(folder, options.format, check=check)
        else:
            click.echo(schema_text(kind_of(folder)), nl=False)


def _list(form: str) -> None:
    """The kinds, and which files are of them."""
    from civap.schemas import KINDS

    if form == 'json':
        found = [{'kind': kind.name, 'about': kind.about, 'files': kind.files} for kind in KINDS.values()]
        print_data(found)
        return
    for kind in KINDS.values():
        click.echo(f'{kind.name:10} {kind.about:40} {", ".join(kind.files)}'.rstrip())


def _bring_up_to_date(folder: Path, form: str, *, check: bool) -> None:
    """The schemas of a project, and the first lines of its YAML files. Raises `Problems`: also stale-schema."""
    from civap.content.folder import find_root
    from civap.content.problems import Problem, Problems
    from civap.press.output import write_files
    from civap.schemas import outdated

    root = find_root(folder)
    files = outdated(root)
    if check:
        message = 'found it behind the models, expected it as civap schema writes it'
        hint = 'type civap schema with the folder of the project'
        if files:
            raise Problems(Problem('stale-schema', message, name, hint=hint) for name in files)
    else:
        write_files(root, files, elsewhere='')
        for name in files:
            talk(str(root / name))
    if form == 'json':
        print_data({'files': list(files)})

"""civap bundle."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from civap.cli.options import asked_codes, merged, shared_options
from civap.cli.progress import progress
from civap.cli.reporting import print_data, reporting, talk
from civap.content.folder import default_out


@click.command()
@shared_options
@click.option(
    '--to', type=click.Path(file_okay=False, path_type=Path), metavar='DIR',
    help='Where the archives go (default: dist/ beside the outputs).',
)  # fmt: skip
def bundle(to: Path | None, **given: Any) -> None:
    """Put what was built into one archive for each language, with checksums and a note on how to print.

    It takes the documents that the report of the last build lists. A draft, a build of another state of the project
    and a file that is not as it was made are errors, and nothing is written.

    \b
    Examples:
      civap bundle
      civap bundle --lang pl --to /tmp/try
    """
    options = merged(given)
    with reporting(options):
        from civap.content.folder import find_root
        from civap.content.project import load_project
        from civap.errata.bundle import bundles, left_out
        from civap.press.made import digest
        from civap.press.output import write_files

        root = find_root(options.project)
        out = options.out or default_out(root)
        folder = to or out.parent / 'dist'
        codes = asked_codes(root, options)
        with progress('archives made') as tell:
            files = bundles(load_project(root), out, codes, tell)
        write_files(folder, files, 'name another folder with --to')
        for name in files:
            talk(str(folder / name))
        if others := left_out(out, codes):
            talk(f'left out, since the last build did not make it: {", ".join(others)}')
        if options.format == 'json':
            made = [{'path': name, 'bytes': len(data), 'sha256': digest(data)} for name, data in files.items()]
            print_data(made)

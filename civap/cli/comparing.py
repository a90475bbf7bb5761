"""civap diff."""

from __future__ import annotations

from typing import Any

import click

from civap.cli.options import asked_codes, merged, shared_options
from civap.cli.reporting import reporting


@click.command()
@shared_options
@click.argument('old')
@click.argument('new', required=False)
def diff(old: str, new: str | None, **given: Any) -> None:
    """Tell what changed between two editions: values, wording, prints, examples, translations.

    OLD and NEW are versions that were frozen, files of such, folders of projects or revisions of git; NEW is the
    project as it is, unless another is named.

    \b
    Examples:
      civap diff 1.0
      civap diff HEAD~3 HEAD --lang pl
      civap diff 1.0 ../errata --format json
    """
    options = merged(given)
    with reporting(options):
        from civap.content.folder import find_root
        from civap.errata.diff import compare
        from civap.errata.editions import load_edition
        from civap.errata.report import data, told

        root = find_root(options.project)
        codes = asked_codes(root, options)
        found = compare(load_edition(old, root), load_edition(new or str(root), root))
        if options.format == 'json':
            import json

            click.echo(json.dumps(data(found, codes), ensure_ascii=False, indent=2))
        else:
            click.echo('\n'.join(told(found, codes)))

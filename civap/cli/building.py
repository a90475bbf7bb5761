"""civap build."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from civap.cli.idle import BUILD, refuse_idle
from civap.cli.options import build_request, card_shape, merged, printing_options, shared_options
from civap.cli.reporting import reporting, talk

if TYPE_CHECKING:
    from civap.press.printers import Profile


@click.command()
@shared_options
@printing_options
@click.option('--draft', is_flag=True, help='Print in spite of missing or stale texts and failing examples, marked.')
@click.option('--booklet', is_flag=True, help='The rulebook as a booklet too: half-size pages, to fold and staple.')
def build(
    draft: bool,
    booklet: bool,
    size: str | None,
    bleed: str,
    corner: str,
    back: Any,
    marks: Any,
    mark_sides: Any,
    printer: str | None,
    editions: Any,
    back_art: Any,
    **given: Any,
) -> None:
    """Print the documents into build/<language>/.

    A plain build is a release: a missing or stale text, an example that does not hold or a text that does
    not fit is an error, and nothing is written.

    \b
    Examples:
      civap build
      civap build --lang en,pl --paper letter
      civap build --only rulebook --booklet
      civap build --only cards --size 63x88 --back fold --marks corner
      civap build --only cards --variant economy --size poker
      civap build --draft --out /tmp/try
    """
    from civap.press.printing import Printing

    options = merged(given)
    shape = card_shape(size, bleed, corner)
    refuse_idle(BUILD, {**click.get_current_context().params, 'only': options.only})
    with reporting(options):
        from civap.cache import open_cache
        from civap.content.folder import find_root
        from civap.press.made import recall

        root = find_root(options.project)
        printing = Printing(back, marks, mark_sides, printer=_profile(printer))
        request = replace(
            build_request(root, options),
            draft=draft,
            booklet=booklet,
            shape=shape,
            printing=printing,
            editions=editions or ('colour',),
            back_art=back_art,
            sized=size is not None,
        )
        cache = open_cache(fresh=options.fresh)
        kept = request.key(root)
        made = recall(request, cache, kept)
        if made is None:
            from civap.press.workers import Workers, worker_count

            with Workers(worker_count(len(request.languages)), cache) as workers:
                # Slow to import, and meanwhile the workers get ready.
                from civap.content.project import load_project
                from civap.press.build import build_project

                made = build_project(load_project(root), request, workers)
            if request.key(root) == kept:  # nothing was edited meanwhile
                cache.put(kept, made)
        for line in (*made.notes, *(str(request.out / name) for name in made.documents), *made.sheets):
            talk(line)
        if options.format == 'json':
            click.echo(made.report)


def _profile(printer: str | None) -> Profile | None:
    """What is known of the printer."""
    if printer is None:
        return None
    from civap.press.printers import load_profile

    return load_profile(printer)

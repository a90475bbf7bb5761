"""civap build."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from civap.cli.completing import FILES, completed, editions
from civap.cli.idle import BUILD, refuse_idle
from civap.cli.options import Options, build_request, card_shape, looks_option, merged, printing_options, shared_options
from civap.cli.progress import TYPESET, progress
from civap.cli.reporting import reporting, talk

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from civap.cache import Cache
    from civap.press.made import Made, Request
    from civap.press.printers import Profile

# What workers need for documents other than cards.
TYPESETTING = {'sheets': 'civap.press.reference', 'rulebook': 'civap.press.book'}


@click.command()
@shared_options
@printing_options
@click.option('--draft', is_flag=True, help='Print in spite of missing or stale texts and failing examples, marked.')
@click.option('--since', metavar='EDITION', shell_complete=completed(editions, beside=FILES),
              help='Only what changed since an edition (see civap diff): a pack.')  # fmt: skip
@looks_option
@click.option('--booklet', is_flag=True, help='The rulebook as a booklet too: half-size pages, to fold and staple.')
def build(
    draft: bool,
    booklet: bool,
    since: str | None,
    looks: str,
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
      civap build --since 1.0
      civap build --since 1.0 --looks ignore
    """
    from civap.press.printing import Printing

    options = merged(given)
    shape = card_shape(size, bleed, corner)
    refuse_idle(BUILD, {**click.get_current_context().params, 'only': options.only})
    if since is not None:
        _refuse_beside_since(booklet, editions)
    with reporting(options):
        from civap.cache import key, open_cache
        from civap.content.folder import find_root, is_frozen
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

        def kept_as() -> str:
            return key(request.key(root), since, looks)

        kept = kept_as()
        made = recall(request, cache, kept)
        if made is None:
            made = _pack(root, since, request, cache, looks) if since is not None else _whole(root, request, cache)
            # Nothing was edited meanwhile, and it is not compared with what lies elsewhere.
            if kept_as() == kept and (since is None or is_frozen(root, since)):
                cache.put(kept, made)
        _tell(made, request, options)


def _refuse_beside_since(booklet: bool, editions: Sequence[str]) -> None:
    """What a pack has no room for."""
    single = [name for name in editions if name in ('shop', 'png')]
    if booklet or single:
        found = '--booklet' if booklet else f'--variant {single[0]}'
        raise click.UsageError(f'found {found} beside --since, expected colour, economy or large cards')


def _whole(root: Path, request: Request, cache: Cache) -> Made:
    """Every document that was asked for."""
    from civap.press.workers import Workers, worker_count

    count = worker_count(len(request.languages))
    load = [TYPESETTING[name] for name in request.only if name in TYPESETTING]
    with progress(TYPESET) as tell, Workers(count, cache, tell, load=load) as workers:
        # Slow to import, and meanwhile the workers get ready.
        from civap.content.project import load_project
        from civap.press.build import build_project

        return build_project(load_project(root), request, workers)


def _pack(root: Path, since: str, request: Request, cache: Cache, looks: str) -> Made:
    """The pack of what changed since an edition."""
    from civap.press.workers import Workers, worker_count

    count = worker_count(2 * len(request.languages), short=request.only == ('cards',))
    with progress(TYPESET) as tell, Workers(count, cache, tell, forks=True) as workers:
        # Slow to import, and meanwhile WeasyPrint is loaded.
        from civap.content.project import load_project
        from civap.proof.halves import aside
        from civap.proof.proved import prove

        project = load_project(root)
        proved = aside(partial(prove, project, cache))
        workers.get_ready()
        from civap.errata.editions import load_edition
        from civap.errata.pack import build_pack
        from civap.errata.record import Scope, record_of
        from civap.errata.two import Editions
        from civap.press.editions import variant_of

        variants = tuple(dict.fromkeys(map(variant_of, request.editions)))
        scope = Scope(request.languages, request.only, variants, told=False)
        old, new = load_edition(since, root).within(scope), record_of(project, scope, cache, workers.compiled)
        changes = Editions.of(old, new, looks=looks == 'print')
        return build_pack(project, changes, request, workers, proved)


def _tell(made: Made, request: Request, options: Options) -> None:
    """What was made: the names of files to a person, the report to a program."""
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

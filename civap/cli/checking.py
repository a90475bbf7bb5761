"""civap check."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from civap.cli.completing import FILES, accepted, completed, known
from civap.cli.idle import CHECK, refuse_idle
from civap.cli.options import (
    Options,
    asked_codes,
    asked_project,
    build_request,
    card_shape,
    in_one_language,
    merged,
    one_of,
    shared_options,
    told_language,
)
from civap.cli.progress import TYPESET, progress
from civap.cli.reporting import print_data, reporting, talk
from civap.content.sizes import NAMED_SIZES
from civap.press.printing import EDITIONS


@click.command()
@shared_options
@click.argument('files', nargs=-1, type=click.Path(path_type=Path), metavar='[FILES]...')
@click.option(
    '--accept',
    metavar='EXAMPLE',
    shell_complete=completed(accepted, beside=FILES),
    help='Take over what the rules now do as expected; all for each example that fails.',
)
@click.option('--yes', is_flag=True, help='Answer yes to the question of --accept.')
@click.option('--readings', is_flag=True, help='Show small boards on which two readings of a rule differ.')
@click.option('--fit', is_flag=True, help='Tell how much room each text of the cards has left.')
@click.option('--size', metavar='WxH', shell_complete=known(NAMED_SIZES),
              help='With --fit: the size of the cards (default: 57x89, large print 70x120).')  # fmt: skip
@click.option(
    '--variant',
    'editions',
    multiple=True,
    callback=one_of(EDITIONS[:3]),
    metavar='VARIANT',
    shell_complete=known(EDITIONS[:3], several=True),
    help='With --fit: colour, economy, large (default: colour).',
)
@click.option('--coverage', is_flag=True, help='Tell which parts of the rules the examples reach, and which none.')
@click.option('--mutation', is_flag=True, help='Change the rules one thing at a time: which examples notice it?')
@click.option(
    '--boards',
    type=click.IntRange(1, 100_000),
    metavar='N',
    help='Random boards for each accepted change or reading (default: 300).',
)
def check(
    files: tuple[Path, ...],
    accept: str | None,
    yes: bool,
    coverage: bool,
    mutation: bool,
    readings: bool,
    fit: bool,
    size: str | None,
    editions: tuple[str, ...],
    boards: int | None,
    **given: Any,
) -> None:
    """Check content, translations and every worked example, and example FILES from elsewhere.

    \b
    Examples:
      civap check
      civap check my-example.yaml
      civap check --lang pl --format github
      civap check --accept EXAMPLE          or a file, or all, after an erratum
      civap check --coverage --format json
      civap check --mutation --boards 10000
      civap check --readings --lang pl
      civap check --fit --lang pl --size 63x88
    """
    refuse_idle(CHECK, click.get_current_context().params)
    if accept == '':
        raise click.UsageError("found --accept '', expected an example, a file or all")
    if sum(map(bool, (accept, coverage, mutation, readings, fit))) > 1:
        raise click.UsageError('found several of --accept, --coverage, --mutation, --readings and --fit, expected one')
    if files and (accept or coverage or mutation or readings or fit):
        raise click.UsageError('found FILES beside another option, expected either (--accept takes a file, too)')
    if boards and not (mutation or readings):
        raise click.UsageError('found --boards without --mutation or --readings, expected one of them')
    options = in_one_language(merged(given)) if readings else merged(given)
    with reporting(options):
        from civap import checking

        if fit:
            _check_fit(options, size, editions or ('colour',))
            return
        if not (accept or coverage or mutation or readings):
            _check_all(options, files)
            return
        project = asked_project(options)
        if accept:
            checking.accept(project, accept, options.format, yes=yes, talk=talk)
        elif coverage:
            checking.tell_coverage(project, options.format)
        elif mutation:
            with progress('changes tried') as tell:
                checking.tell_mutation(project, options.format, boards, talk, tell)
        else:
            checking.tell_readings(project, told_language(project.root, options), options.format, boards)


def _check_fit(options: Options, size: str | None, editions: Sequence[Any]) -> None:
    """The room of each text, the fullest first."""
    from civap.content.folder import find_root
    from civap.press.workers import Workers, worker_count

    root = find_root(options.project)
    shape = card_shape(size)
    request = replace(build_request(root, options), shape=shape, editions=editions, sized=size is not None)
    count = worker_count(len(request.languages))
    with progress(TYPESET) as tell, Workers(count, tell=tell) as workers:
        from civap.content.project import load_project
        from civap.press.fitting import fits, told

        found = fits(load_project(root), request, workers)
    if options.format == 'json':
        print_data(found)
    else:
        click.echo('\n'.join(told(found)))


def _check_all(options: Options, files: Sequence[Path]) -> None:
    """What was found without faults before is not looked at again."""
    from civap.cache import key, open_cache, project_key
    from civap.checking import check_all
    from civap.content.folder import find_root

    root = find_root(options.project)
    codes = asked_codes(root, options)
    cache = open_cache(fresh=options.fresh)
    # Files from elsewhere are not worth it.
    kept = None if files else key('check', project_key(root), codes)
    checked = cache.get(kept) if kept else None
    if checked is None:
        checked = check_all(asked_project(options), codes, cache, files)
        if kept:
            cache.put(kept, checked)
    checked.tell(options.format, talk)

"""civap release and civap which."""

from __future__ import annotations

from typing import Any

import click

from civap.cli.completing import FILES, completed, editions
from civap.cli.options import asked_codes, looks_option, merged, shared_options
from civap.cli.progress import progress
from civap.cli.reporting import print_data, reporting, talk

# Of a release: checked, its book set, compared and written.
STEPS = 3


@click.command()
@shared_options
@click.argument('version')
@click.option(
    '--date', type=click.DateTime(['%Y-%m-%d']), metavar='DAY', help='The day of the version (default: today).'
)
@looks_option
def release(version: str, date: Any, looks: str, **given: Any) -> None:
    """Freeze the project as a version: tell what changed since the one before, and keep what later ones compare with.

    The project must be fit to print. A newer version than that of edition.yaml gets its entry there, with the cards
    that changed in each language; their marks then show it. Cards that only look otherwise are among them, unless looks
    are ignored.

    \b
    Examples:
      civap release 1.1
      civap release 1.1 --date 2027-03-01
    """
    options = merged(given)
    with reporting(options):
        from civap.cache import open_cache
        from civap.checking import check_all
        from civap.content.folder import find_root, language_codes
        from civap.content.project import load_project
        from civap.errata.pages import book_pages
        from civap.errata.release import COVER_TEXT, prepare
        from civap.errata.report import data, told
        from civap.press.output import write_files

        root = find_root(options.project)
        project = load_project(root)
        cache = open_cache(fresh=options.fresh)
        day = date.date() if date else None
        with progress('steps done') as tell:
            tell(0, STEPS)
            check_all(project, language_codes(root), cache)
            tell(1, STEPS)
            laid = book_pages(project, language_codes(root), cache)
            tell(2, STEPS)
            made = prepare(project, version, day, laid, looks=looks == 'print')
            write_files(root, made.files, elsewhere='')
        codes = asked_codes(root, options)
        if options.format == 'json':
            changes = data(made.diff, codes) if made.diff else None
            found = {'version': version, 'files': list(made.files), 'changes': changes}
            print_data(found)
        elif made.diff:
            click.echo('\n'.join(told(made.diff, codes)))
        if made.diff and not made.tells_on_cover:
            talk(f'the cover still says what it said of {made.diff.old}: reword {COVER_TEXT} in rulebook.yaml')
        for name in made.files:
            talk(str(root / name))


@click.command()
@shared_options
@click.option('--since', required=True, metavar='VERSION', shell_complete=completed(editions, beside=FILES),
              help='The edition that is at hand: as in civap diff.')  # fmt: skip
@looks_option
def which(since: str, looks: str, **given: Any) -> None:
    """List what has to be printed again since an edition, by language.

    \b
    Examples:
      civap which --since 1.0
      civap which --since 1.0 --lang pl --format json
    """
    options = merged(given)
    with reporting(options):
        from civap.cache import open_cache
        from civap.content.folder import find_root
        from civap.content.project import load_project
        from civap.errata.editions import load_edition
        from civap.errata.record import Scope, record_of
        from civap.errata.report import listed, listed_lines
        from civap.errata.two import Editions

        root = find_root(options.project)
        codes = asked_codes(root, options)
        scope, cache = Scope(codes, told=False), open_cache(fresh=options.fresh)
        new = record_of(load_project(root), scope, cache, cache.folder_for('templates'))
        old = load_edition(since, root).within(scope)
        found = Editions.of(old, new, looks=looks == 'print').diff
        if options.format == 'json':
            print_data(listed(found, codes))
        else:
            click.echo('\n'.join(listed_lines(found, codes)))

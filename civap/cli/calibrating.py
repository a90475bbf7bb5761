"""civap calibrate."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import click

from civap.cli.completing import completed, known, printers
from civap.cli.idle import CALIBRATE, refuse_idle
from civap.cli.options import PAPERS, Options, card_shape, merged, parsed, shared_options, told_language
from civap.cli.reporting import print_data, reporting, talk
from civap.content.folder import default_out
from civap.content.sizes import NAMED_SIZES
from civap.press.printing import BACKS, Back


@click.command()
@shared_options
@click.option('--printer', metavar='NAME', shell_complete=completed(printers),
              help='Save what was read from the sheet under a name; alone, tell what was.')  # fmt: skip
@click.option('--shift', metavar='DX,DY', help='The two numbers that were read from the back of the sheet, in mm.')
@click.option('--bars', metavar='W,H', help='The lengths of its bars, across and down, as measured in mm.')
@click.option('--size', metavar='WxH', shell_complete=known(NAMED_SIZES),
              help='Of the cards whose sheets it is for (default: 57x89).')  # fmt: skip
@click.option('--back', type=click.Choice(BACKS), default='long', help='How these have their backs (default: long).')
@click.option('--printers', is_flag=True, help='List the printers that were saved.')
def calibrate(
    printer: str | None,
    shift: str | None,
    bars: str | None,
    size: str | None,
    back: Any,
    printers: bool,
    **given: Any,
) -> None:
    """Measure where a printer puts backs and how large it prints: print a sheet, then save what it shows.

    What is measured holds for one paper, for pages that stand or that lie, and for one edge on which they are flipped:
    those of the cards that --paper, --size and --back tell, as with civap build. The sheet is in English unless --lang
    names another language. What is saved lies in your folder for settings, or in CIVAP_CONFIG.

    \b
    Examples:
      civap calibrate --paper a4                            the sheet, with what to do
      civap calibrate --printer office --shift 0.5,-0.25 --paper a4
      civap calibrate --printer office --shift 0,0 --bars 149.5,199 --paper a4
      civap calibrate --paper a4 --size 63x88 --back short  for other cards and backs
      civap calibrate --printers
    """
    options = merged(given)
    if printers and not (printer is shift is bars is None):
        raise click.UsageError('found --printers beside another option, expected it alone')
    if printer is None and not (shift is bars is None):
        raise click.UsageError('found --shift or --bars without --printer, expected the name to save them under')
    if shift is None and bars is not None:
        raise click.UsageError('found --bars without --shift, expected both')
    refuse_idle(CALIBRATE, {**click.get_current_context().params, 'paper': options.paper})
    if shift is not None and len(options.paper) != 1:
        raise click.UsageError('found --shift without one --paper, expected the paper that was measured: a4 or letter')
    with reporting(options):
        if printers:
            _tell_printers(options)
        elif shift is not None:
            _save(str(printer), shift, bars, options, size, back)
        elif printer is not None:
            _tell_printer(printer, options)
        else:
            _print_calibration(options, size, back)


def _print_calibration(options: Options, size: str | None, back: Back) -> None:
    from civap.content.folder import find_root
    from civap.content.project import load_project
    from civap.press.calibration import Cards, calibration_files
    from civap.press.output import write_files

    if len(options.lang) > 1:
        raise click.UsageError(f'found --lang {",".join(options.lang)}, expected one language')
    root, shape = find_root(options.project), card_shape(size)
    language, out = told_language(root, options), options.out or default_out(root)
    project = load_project(root)
    cards = Cards(len(project.cards), shape, back)
    files = calibration_files(project, language, options.paper or PAPERS, cards)
    write_files(out, files)
    for name in files:
        talk(str(out / name))
    if options.format == 'json':
        print_data({'files': list(files)})


def _save(name: str, shift: str, bars: str | None, options: Options, size: str | None, back: Back) -> None:
    """Keep what was measured on the sheet of the same options."""
    from civap.content.folder import find_root
    from civap.content.project import load_project
    from civap.press.calibration import Cards
    from civap.press.printers import Measurement, checked_name, parse_bars, parse_shift, save_measurement

    known, shape = parsed('--printer', checked_name, name), card_shape(size)
    read = parsed('--shift', parse_shift, shift)
    cards = Cards(len(load_project(find_root(options.project)).cards), shape, back)
    way = cards.way(options.paper[0])
    scale = (1.0, 1.0) if bars is None else parsed('--bars', lambda text: parse_bars(text, way.sheet), bars)
    measured = Measurement(way, read, scale)
    path, notes = save_measurement(known, measured)
    if options.format == 'json':
        print_data({'printer': known, 'measured': str(measured), 'notes': list(notes), 'path': str(path)})
    else:
        click.echo(f'{known}, {measured}')
    for line in (*notes, str(path)):
        talk(line)


def _tell_printer(name: str, options: Options) -> None:
    from civap.press.printers import checked_name, load_profile

    profile = load_profile(parsed('--printer', checked_name, name))
    if options.format == 'json':
        print_data(asdict(profile))
    else:
        click.echo(str(profile))


def _tell_printers(options: Options) -> None:
    from civap.press.printers import profiles

    found = profiles()
    if options.format == 'json':
        print_data([asdict(profile) for profile in found])
        return
    for profile in found:
        click.echo(str(profile))
    if not found:
        talk('no printers yet: print the sheet with civap calibrate')

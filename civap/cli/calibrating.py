"""civap calibrate."""

from __future__ import annotations

from typing import Any

import click

from civap.cli.options import PAPERS, Options, default_out, merged, parsed, shared_options, told_language
from civap.cli.reporting import reporting, talk


@click.command()
@shared_options
@click.option('--printer', metavar='NAME', help='Save what was read from the sheet under a name; alone, tell what was.')
@click.option('--shift', metavar='DX,DY', help='The two numbers that were read from the back of the sheet, in mm.')
@click.option('--bars', metavar='W,H', help='The lengths of its bars, across and down, as measured in mm.')
@click.option('--printers', is_flag=True, help='List the printers that were saved.')
def calibrate(printer: str | None, shift: str | None, bars: str | None, printers: bool, **given: Any) -> None:
    """Measure where a printer puts backs and how large it prints: print a sheet, then save what it shows.

    The sheet is in English unless --lang names another language. What is saved lies in your folder for settings,
    or in CIVAP_CONFIG.

    \b
    Examples:
      civap calibrate --paper a4                            the sheet, with what to do
      civap calibrate --printer office --shift 0.5,-0.25
      civap calibrate --printer office --shift 0,0 --bars 149.5,199
      civap calibrate --printers
    """
    if printers and not (printer is shift is bars is None):
        raise click.UsageError('found --printers beside another option, expected it alone')
    if printer is None and not (shift is bars is None):
        raise click.UsageError('found --shift or --bars without --printer, expected the name to save them under')
    if shift is None and bars is not None:
        raise click.UsageError('found --bars without --shift, expected both')
    options = merged(given)
    with reporting(options):
        if printers:
            _tell_printers(options)
        elif printer is None:
            _print_calibration(options)
        else:
            _keep_printer(printer, shift, bars)


def _print_calibration(options: Options) -> None:
    from civap.content.folder import find_root
    from civap.content.project import load_project
    from civap.press.calibration import calibration_files
    from civap.press.output import write_files

    if len(options.lang) > 1:
        raise click.UsageError(f'found --lang {",".join(options.lang)}, expected one language')
    root = find_root(options.project)
    language, out = told_language(root, options), options.out or default_out(root)
    files = calibration_files(load_project(root), language, options.paper or PAPERS)
    write_files(out, files)
    for name in files:
        talk(str(out / name))


def _keep_printer(name: str, shift: str | None, bars: str | None) -> None:
    """Save what was measured; without it tell what is known of the printer."""
    from civap.press.printers import Profile, checked_name, load_profile, parse_bars, parse_shift, save_profile

    known = parsed('--printer', checked_name, name)
    if shift is None:
        click.echo(str(load_profile(known)))
        return
    scale = (1.0, 1.0) if bars is None else parsed('--bars', parse_bars, bars)
    profile = Profile(known, parsed('--shift', parse_shift, shift), scale)
    path = save_profile(profile)
    click.echo(str(profile))
    talk(str(path))


def _tell_printers(options: Options) -> None:
    from civap.press.printers import profiles

    found = profiles()
    if options.format == 'json':
        import json
        from dataclasses import asdict

        click.echo(json.dumps([asdict(profile) for profile in found], indent=2))
        return
    for profile in found:
        click.echo(str(profile))
    if not found:
        talk('no printers yet: print the sheet with civap calibrate')

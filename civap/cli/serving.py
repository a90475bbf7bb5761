"""civap serve."""

from __future__ import annotations

import time
from typing import Any

import click

from civap.cli.options import asked_codes, chosen_options, merged
from civap.cli.reporting import reporting, talk

PORT = 8017


@click.command()
@chosen_options('project', 'lang', 'paper', 'only', 'format')
@click.option('--port', type=click.IntRange(0, 65535), default=PORT, metavar='N',
              help=f'Where to serve; the next free port if it is taken, any for 0 (default: {PORT}).')  # fmt: skip
@click.option('--open', 'opens', is_flag=True, help='Open the page in your browser.')
@click.option('--poll', is_flag=True, help='Look for saves again and again, on drives that do not tell of them.')
def serve(port: int, opens: bool, poll: bool, **given: Any) -> None:
    """Show the printed pages in a browser, beside the English, and anew after each save.

    Click a text to see where it stands, its note and the room that is left. Only this computer can open the page.
    Ctrl-C ends it.

    \b
    Examples:
      civap serve --open
      civap serve --lang pl --only cards --project ~/my-copy
      civap serve --poll                    when the files lie on a network drive
    """
    options = merged(given)
    if len(options.paper) > 1:
        raise click.UsageError(f'found --paper {",".join(options.paper)}, expected one paper')
    with reporting(options):
        import gc

        from civap.content.folder import find_root

        root = find_root(options.project)
        codes = asked_codes(root, options) if options.lang else ()
        from civap.serve.server import Server

        gc.enable()  # unlike other commands, this one goes on for hours
        paper = (options.paper or ('a4',))[0]
        with Server(root, codes, port=port, poll=poll, paper=paper, only=options.only) as server:
            _tell(server.address, server.port, port, options.format)
            if opens:
                click.launch(server.address)
            while True:
                time.sleep(3600)


def _tell(address: str, found: int, wanted: int, form: str) -> None:
    """The address, for people or for programs."""
    if wanted not in (0, found):
        talk(f'port {wanted} is taken')
    if form == 'json':
        import json

        click.echo(json.dumps({'address': address}))
    else:
        click.echo(f'{address} (Ctrl-C to stop)')

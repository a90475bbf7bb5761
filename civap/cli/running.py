"""The command line as a process: streams, signals, and no traceback for a user."""

from __future__ import annotations

import errno
import gc
import os
import signal
import sys
from io import TextIOWrapper
from typing import NoReturn

import click

from civap.cli.reporting import FINDINGS, OK, USAGE, talk
from civap.cli.root import cli
from civap.content.problems import Problem, missing_package

FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}


def main() -> NoReturn:
    """Run the command line; no traceback reaches the user unless CIVAP_DEBUG is set."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that workers and temporary files are cleared away
    gc.disable()  # a command is over soon, and collecting takes a tenth of its time
    os.environ.setdefault('PYDANTIC_DISABLE_PLUGINS', '__all__')  # none is wanted, and looking for them takes time
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors='backslashreplace')  # a console may know no Arabic
    try:
        status = cli.main(prog_name='civap', standalone_mode=False)
    except click.ClickException as error:
        error.show()
        sys.exit(USAGE)
    except (click.Abort, KeyboardInterrupt):
        talk('stopped')
        sys.exit(130)
    except BrokenPipeError:
        _drop_output()
        sys.exit(USAGE)
    except ModuleNotFoundError as error:
        if os.environ.get('CIVAP_DEBUG'):
            raise
        talk(str(missing_package(error)))
        sys.exit(FINDINGS)
    except Exception as error:
        if os.environ.get('CIVAP_DEBUG'):
            raise
        if isinstance(error, OSError) and error.errno in FULL and error.filename is None:
            _drop_output()
            message = f'found {(error.strerror or "").lower()}, expected to write the output'
            talk(str(Problem('cannot-write', message, '<stdout>', hint='make room, or send it elsewhere')))
            sys.exit(FINDINGS)
        talk(f'civap: internal-error {type(error).__name__}: {error}')
        talk('    hint: run again with CIVAP_DEBUG=1 and report what it prints')
        sys.exit(USAGE)
    sys.exit(status or OK)


def _drop_output() -> None:
    """Nothing more can be written, and the end of the program shall not try to."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

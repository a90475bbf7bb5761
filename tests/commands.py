"""A command as a user types it, in this process: to start another takes longer than most commands."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Mapping
from contextlib import chdir
from io import BytesIO, TextIOWrapper
from pathlib import Path
from subprocess import CompletedProcess
from unittest.mock import patch

from civap.cli import main

ROOT = Path(__file__).resolve().parents[1]


def typed(
    *arguments: str, folder: Path = ROOT, stdin: str = '', environment: Mapping[str, str] | None = None
) -> CompletedProcess[str]:
    """What `civap` does with the arguments in a folder: its exit status, and all that it writes to pipes.

    What depends on the process itself (its end by a signal, its console, its imports) needs a real one.
    """
    given, out, err = (TextIOWrapper(BytesIO(data), 'utf-8') for data in (stdin.encode(), b'', b''))
    handler = signal.getsignal(signal.SIGTERM)
    with (
        patch.multiple(sys, argv=['civap', *arguments], stdin=given, stdout=out, stderr=err),
        patch.dict(os.environ, environment or {}),
        chdir(folder),
    ):
        try:
            main()
        except SystemExit as end:
            status = end.code
        finally:
            signal.signal(signal.SIGTERM, handler)
            gc.enable()
    assert isinstance(status, int), status
    return CompletedProcess(arguments, status, _written(out), _written(err))


def _written(stream: TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()

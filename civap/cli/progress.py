"""How far long work is: one line on a terminal, gone when it is done; elsewhere nothing."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from civap.press.workers import Tell

TYPESET = 'typeset'
CLEAR = '\r\x1b[K'


@contextmanager
def progress(what: str, stream: TextIO | None = None) -> Iterator[Tell]:
    """Tells how far `what` is: a call for each thing that is done, from whatever thread."""
    stream = stream or sys.stderr
    if not shows(stream):
        yield lambda _done, _all: None
        return

    def tell(done: int, count: int) -> None:
        stream.write(f'{CLEAR}{what}: {done} of {count}' if done < count else CLEAR)
        stream.flush()

    try:
        yield tell
    finally:
        stream.write(CLEAR)
        stream.flush()


def shows(stream: TextIO | None) -> bool:
    """Whether somebody looks at it, on a terminal that can take back what it shows."""
    return bool(stream and stream.isatty()) and os.environ.get('TERM') not in (None, '', 'dumb')

"""Ctrl-C is for the process that was called: a terminal sends it to those that it has started, too."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def deaf() -> Iterator[None]:
    """Processes that are started here never hear Ctrl-C, not even before their first line."""
    if not hasattr(signal, 'pthread_sigmask'):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def deaf_pool() -> Iterator[None]:
    """The same for those of a pool: their tracker of resources would end the silence if it were started meanwhile."""
    from multiprocessing import resource_tracker

    if hasattr(signal, 'pthread_sigmask'):
        resource_tracker.ensure_running()
    with deaf():
        yield

"""Imported by the process that workers are forked from, so that WeasyPrint is loaded once."""

import gc
import signal
from contextlib import suppress

signal.signal(signal.SIGINT, signal.SIG_IGN)  # before anything slow: Ctrl-C is for the caller
gc.disable()  # loading makes many objects and hardly any garbage

import civap.press.deck  # noqa: E402, F401
from civap.content.problems import Problems  # noqa: E402
from civap.press.typeset import typesetter  # noqa: E402

# A worker meets the same problem again, and reports it.
with suppress(Problems):
    typesetter()

# What is loaded stays: no collection need look at it, nor copy its pages into a worker to do so.
gc.collect()
gc.freeze()

"""Imported by the process that workers are forked from, so that WeasyPrint is loaded once."""

import gc
from contextlib import suppress

from civap.content.problems import Problems
from civap.press.typeset import typesetter

# A worker meets the same problem again, and reports it.
with suppress(Problems):
    typesetter()

# What is loaded stays: no collection need look at it, nor copy its pages into a worker to do so.
gc.collect()
gc.freeze()

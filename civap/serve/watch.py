"""Watching: a call when files of a project may have changed, from a thread of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread

import watchfiles

from civap.content.folder import PARTS

# Milliseconds: saves that follow each other this quickly are one; how often to look without being told; how long to
# wait for being told before looking all the same.
QUIET, POLL, LOOK = 30, 250, 1000


class Watcher:
    """Tells of saves in the folders of a project: in place or by rename, of new files and deleted ones.

    With `poll` it looks for them itself, for drives that tell nothing.
    """

    def __init__(self, root: Path, saved: Callable[[], None], *, poll: bool = False) -> None:
        self._root = root
        self._saved = saved
        self._poll = poll
        self._stop = Event()
        self._thread = Thread(target=self._watch, name='watch', daemon=True)

    def start(self) -> None:
        """Begin to watch. `saved` is called when it may be needed, and now and then without need."""
        self._thread.start()

    def stop(self) -> None:
        """Watch no more."""
        self._stop.set()
        self._thread.join()

    def _watch(self) -> None:
        folders = [self._root / part for part in PARTS if (self._root / part).is_dir()]
        saves = watchfiles.watch(
            *folders,
            watch_filter=None,
            debounce=16 * QUIET,
            step=QUIET,
            stop_event=self._stop,
            rust_timeout=LOOK,
            yield_on_timeout=True,  # a save may come before the first watch, or where no word of it reaches us
            force_polling=self._poll or None,
            poll_delay_ms=POLL,
            raise_interrupt=False,
        )
        for _ in saves:
            self._saved()

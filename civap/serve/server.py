"""The server of a preview, for this computer alone."""

from __future__ import annotations

import errno
from collections.abc import Callable, Sequence
from http.server import ThreadingHTTPServer
from pathlib import Path
from threading import BoundedSemaphore, Thread
from typing import Any

from civap.content.problems import Problem, Problems
from civap.serve.preview import Preview
from civap.serve.watch import Watcher
from civap.serve.web import Handler, Router

ADDRESS = '127.0.0.1'
PORT = 8017
# Ports that are tried from the one asked for.
TRIED = 20
MOST = 100  # connections at a time: a browser has six


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    allow_reuse_address = True
    request_queue_size = MOST

    def __init__(self, *arguments: Any) -> None:
        self._room = BoundedSemaphore(MOST)
        super().__init__(*arguments)

    def process_request(self, request: Any, client_address: Any) -> None:
        """A thread for each connection, as long as there are not too many."""
        if self._room.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Answer, then make room for another."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._room.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A connection that broke is closed; there is nobody to tell."""


class Server:
    """A preview with what watches its files and answers browsers: a context that ends all of its processes."""

    def __init__(
        self,
        root: Path,
        codes: Sequence[str] = (),
        *,
        port: int = PORT,
        poll: bool = False,
        paper: str = 'a4',
        only: Sequence[str] = (),
    ) -> None:
        """Raises `Problems` (no-port)."""
        self.preview = Preview(root, codes, paper, only)
        self._watcher = Watcher(root, self.preview.saved, poll=poll)
        self._http = _bound(port, type('Bound', (Handler,), {'router': Router(self.preview)}))
        self._thread = Thread(target=self._http.serve_forever, kwargs={'poll_interval': 0.1}, name='http', daemon=True)

    @property
    def port(self) -> int:
        """The port that was free."""
        return int(self._http.server_address[1])

    @property
    def address(self) -> str:
        """What to open in a browser."""
        return f'http://{ADDRESS}:{self.port}/'

    def __enter__(self) -> Server:
        self.preview.saved()
        self.preview.start()
        self._watcher.start()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._watcher.stop()
        self.preview.stop()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()


def _bound(port: int, handler: Callable[..., Handler]) -> _Http:
    """A server at the port, or at the next that is free; 0 takes any. Raises `Problems` (no-port)."""
    for tried in range(port, port + TRIED) if port else (0,):
        try:
            return _Http((ADDRESS, tried), handler)
        except (OSError, OverflowError) as error:
            if isinstance(error, OSError) and error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise
    message = f'found the ports from {port} to {port + TRIED - 1} taken, expected a free one'
    raise Problems(Problem('no-port', message, hint='name another with --port'))

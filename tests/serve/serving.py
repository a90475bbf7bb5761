"""What the tests of serving share."""

from __future__ import annotations

import json
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from civap.serve.server import Server

ROOT = Path(__file__).parents[2]
PLACE = 'pl/cards'
PATIENCE = 90.0


class Client:
    """Asks a server as a browser would."""

    def __init__(self, server: Server) -> None:
        self.server = server

    def raw(self, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of an answer."""
        request = urllib.request.Request(self.server.address.rstrip('/') + path, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, dict(answer.headers), answer.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, dict(error.headers), error.read()

    def get(self, path: str) -> Any:
        """The JSON at a path."""
        status, _, body = self.raw(path)
        assert status == 200, (status, path)
        return json.loads(body)

    def view(self, place: str, until: Callable[[dict[str, Any]], object] = lambda view: view['pages']) -> Any:
        """A document once it is up to date and as it is waited for."""
        return waited(lambda: self.get(f'/views/{place}'), lambda view: not view['late'] and until(view))

    @contextmanager
    def listening(self, place: str) -> Iterator[list[dict[str, Any]]]:
        """The states that a browser is told of while it shows a document."""
        told: list[dict[str, Any]] = []
        stream = urllib.request.urlopen(f'{self.server.address}events/{place}', timeout=60)

        def listen() -> None:
            with suppress(ConnectionResetError):  # by a server that still writes when nobody listens any more
                for line in stream:
                    if line.startswith(b'data: '):
                        told.append(json.loads(line[6:]))

        thread = threading.Thread(target=listen, daemon=True)
        thread.start()
        waited(lambda: told, bool)
        try:
            yield told
        finally:
            stream.fp.raw._sock.shutdown(2)  # wakes the reader
            thread.join()
            stream.close()


def waited(ask: Callable[[], Any], done: Callable[[Any], object]) -> Any:
    """The first answer that will do."""
    end = time.monotonic() + PATIENCE
    while not done(answer := ask()):
        assert time.monotonic() < end, answer
        time.sleep(0.03)
    return answer


def replaced(path: Path, old: str, new: str, *, base: Path) -> None:
    """Save a file by rename, as most editors do, with one text of the original replaced."""
    text = base.read_text('utf-8')
    assert old in text
    path.with_suffix('.new').write_text(text.replace(old, new), 'utf-8')
    path.with_suffix('.new').replace(path)


def page(leaf: dict[str, Any], number: int, width: int) -> str:
    """The address of the picture of a page."""
    return f'/pages/{PLACE}/{number}/{width}/{leaf["version"]}.png'


def card(client: Client) -> str:
    """The message of the name of the first card."""
    return f'card.{client.view(PLACE)["pages"][0]["name"]}'

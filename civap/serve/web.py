"""What a browser is told: a table of addresses, answered from tables; no address becomes the name of a file.

Only pages of this computer may ask: another site could lead a browser here by a name that it owns, and is recognised by
the Host that the browser then sends.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from socket import SHUT_RDWR
from threading import Timer
from typing import Any, cast
from urllib.parse import parse_qs, unquote, urlsplit

from civap.content.folder import SOURCE
from civap.serve.presses import Leaf
from civap.serve.preview import WIDTHS, Place, Preview, View, shown_version

HOSTS = ('127.0.0.1', 'localhost')
# The files of the page itself, by their addresses.
PAGE = {
    '/': ('index.html', 'text/html; charset=utf-8'),
    '/serve.css': ('serve.css', 'text/css; charset=utf-8'),
    **{f'/{name}': (name, 'text/javascript; charset=utf-8') for name in ('serve.js', 'leaves.js', 'panel.js')},
    '/mark.svg': ('mark.svg', 'image/svg+xml'),
}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    'Content-Security-Policy': POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
}
FRESH, FOREVER = 'no-store', 'private, max-age=86400, immutable'
# Seconds after which a stream without news is given a sign of life, and a silent connection is closed.
BEAT, SILENCE = 10.0, 60.0
MOST_QUERY = 200


@dataclass(frozen=True, slots=True)
class Answer:
    """What is sent back."""

    body: bytes
    kind: str = 'application/json; charset=utf-8'
    status: HTTPStatus = HTTPStatus.OK
    keep: str = FRESH


@dataclass(frozen=True, slots=True)
class Stream:
    """News of some documents, for as long as somebody listens."""

    places: tuple[Place, ...]


Route = Callable[..., Answer | Stream | None]


@dataclass(frozen=True)
class Router:
    """Which answer belongs to an address; None for an address of nothing."""

    preview: Preview
    page: Mapping[str, Answer] = field(default_factory=lambda: _page())

    def answer(self, address: str) -> Answer | Stream | None:
        """The answer to a path with its query, as it was sent."""
        try:
            parts = urlsplit(address)
        except ValueError:  # a host in half a bracket
            return None
        if parts.path in self.page:
            return self.page[parts.path]
        words = parse_qs(parts.query).get('find', [''])[0][:MOST_QUERY]
        for pattern, route in _ROUTES:
            if found := pattern.fullmatch(parts.path):
                values = {name: unquote(value) for name, value in found.groupdict().items()}
                return route(self, words, **values)
        return None

    def state(self, _words: str) -> Answer:
        """What there is."""
        return _json(self.preview.state())

    def events(self, _words: str, code: str, document: str) -> Stream | None:
        """News of a document in a language and in English."""
        if not self.preview.knows(code, document):
            return None
        return Stream(tuple(dict.fromkeys(((code, document), (SOURCE, document)))))

    def view(self, _words: str, code: str, document: str) -> Answer | None:
        """The pages of a document."""
        if not self.preview.knows(code, document):
            return None
        return _json(_viewed(*self.preview.view((code, document))))

    def picture(self, _words: str, code: str, document: str, number: str, width: str, version: str) -> Answer | None:
        """A page, if it still has the version; nothing if it was set anew, which is news that is on its way."""
        if int(width) not in WIDTHS or not self.preview.knows(code, document):
            return None
        data = self.preview.picture((code, document), int(number), version, int(width))
        return Answer(data, 'image/png', keep=FOREVER) if data else Answer(b'', status=HTTPStatus.NO_CONTENT)

    def texts(self, words: str, code: str) -> Answer | None:
        """The texts that have words in them; without words, those that are missing or stale."""
        if code not in self.preview.codes():
            return None
        texts = self.preview.texts(code)
        found = [] if texts is None else texts.found(words) if words else texts.open()
        return _json([each for each in found if each['document'] in self.preview.documents])

    def text(self, _words: str, code: str, name: str) -> Answer | None:
        """A text with all that is known of it."""
        texts = self.preview.texts(code) if code in self.preview.codes() else None
        told = texts.told(name) if texts else None
        return _json(told) if told else None


_ROUTES: tuple[tuple[re.Pattern[str], Route], ...] = tuple(
    (re.compile(pattern), route)
    for pattern, route in (
        ('/state', Router.state),
        ('/events/(?P<code>[^/]+)/(?P<document>[^/]+)', Router.events),
        ('/views/(?P<code>[^/]+)/(?P<document>[^/]+)', Router.view),
        (
            '/pages/(?P<code>[^/]+)/(?P<document>[^/]+)/(?P<number>[0-9]{1,3})/(?P<width>[0-9]{1,4})/'
            '(?P<version>[0-9a-f]{24})[.]png',
            Router.picture,
        ),
        ('/texts/(?P<code>[^/]+)', Router.texts),
        ('/texts/(?P<code>[^/]+)/(?P<name>[^/]+)', Router.text),
    )
)


def _page() -> dict[str, Answer]:
    folder = Path(__file__).with_name('page')
    return {address: Answer((folder / name).read_bytes(), kind) for address, (name, kind) in PAGE.items()}


def _json(value: Any, status: HTTPStatus = HTTPStatus.OK) -> Answer:
    return Answer(json.dumps(value, ensure_ascii=False, separators=(',', ':')).encode(), status=status)


def _viewed(view: View, drawing: str, late: bool) -> dict[str, Any]:
    """A document for the browser; a problem as it is told at the command line."""
    return {
        'stamp': view.stamp,
        'late': late,
        'seconds': round(view.seconds, 2),
        'problems': [str(problem) for problem in view.problems],
        'notes': [str(problem) for problem in view.notes],
        'pages': [_leaf(leaf, drawing) for leaf in view.leaves],
    }


def _leaf(leaf: Leaf, drawing: str) -> dict[str, Any]:
    return {
        'width': round(leaf.size.width, 2),
        'height': round(leaf.size.height, 2),
        'version': shown_version(leaf, drawing),
        'name': leaf.name,
        'rooms': {
            room.part: {'size': room.size_used, 'lines': room.lines, 'letters': room.letters} for room in leaf.rooms
        },
        'areas': [
            {'ids': area.ids, 'lines': [[line.left, line.top, line.width, line.height] for line in area.lines]}
            for area in leaf.areas
        ],
    }


class Handler(BaseHTTPRequestHandler):
    """One connection of a browser; a subclass has the `router`."""

    router: Router
    protocol_version = 'HTTP/1.1'
    server_version, sys_version = 'civap', ''
    timeout = SILENCE

    def do_GET(self) -> None:
        """Answer, or refuse whoever is not of this computer."""
        answer = self._answer()
        if isinstance(answer, Stream):
            self._stream(answer)
        else:
            self._send(answer)

    def do_HEAD(self) -> None:
        """The same without its body."""
        answer = self._answer()
        self._send(answer if isinstance(answer, Answer) else _refusal(HTTPStatus.NOT_FOUND))

    def _answer(self) -> Answer | Stream:
        """What belongs to the address; a refusal of others, and of whoever sends more than a question."""
        self._timer.cancel()
        refused = None if self._is_own() else HTTPStatus.FORBIDDEN
        if 'Content-Length' in self.headers or 'Transfer-Encoding' in self.headers:
            refused = HTTPStatus.BAD_REQUEST
        if refused:
            self.close_connection = True
            return _refusal(refused)
        return self.router.answer(self.path) or _refusal(HTTPStatus.NOT_FOUND)

    def handle_one_request(self) -> None:
        """A request must arrive whole in time, however slowly its letters come."""
        self._timer = Timer(SILENCE, self._give_up)
        self._timer.daemon = True
        self._timer.start()
        try:
            super().handle_one_request()
        finally:
            self._timer.cancel()

    def _give_up(self) -> None:
        with suppress(OSError):
            self.connection.shutdown(SHUT_RDWR)

    def _is_own(self) -> bool:
        """Whether the browser means this server, and no other site makes it ask."""
        port = cast(tuple[str, int], self.server.server_address)[1]
        hosts = {f'{host}:{port}' for host in HOSTS}
        origin = self.headers.get('Origin')
        site = self.headers.get('Sec-Fetch-Site', 'none')
        return (
            self.headers.get_all('Host') in [[host] for host in hosts]
            and (origin is None or origin in {f'http://{host}' for host in hosts})
            and site in ('none', 'same-origin')
        )

    def _send(self, answer: Answer) -> None:
        self.send_response(answer.status)
        self._headers(answer.kind, answer.keep)
        if answer.status != HTTPStatus.NO_CONTENT:
            self.send_header('Content-Length', str(len(answer.body)))
        self.end_headers()
        if self.command != 'HEAD':
            self.wfile.write(answer.body)

    def _headers(self, kind: str, keep: str) -> None:
        for name, value in {**HEADERS, 'Content-Type': kind, 'Cache-Control': keep}.items():
            self.send_header(name, value)

    def _stream(self, stream: Stream) -> None:
        """The state, now and after each change (server-sent events)."""
        self.close_connection = True
        self.send_response(HTTPStatus.OK)
        self._headers('text/event-stream; charset=utf-8', FRESH)
        self.send_header('Connection', 'close')
        self.end_headers()
        preview, serial = self.router.preview, -1
        with preview.watching(stream.places):
            for place in stream.places:
                preview.view(place)  # so that it is set if it is not
            while not preview.stopped:
                now = preview.wait(serial, BEAT)
                said = f'data: {json.dumps(preview.state(), ensure_ascii=False)}\n\n' if now != serial else ':\n\n'
                serial = now
                self.wfile.write(said.encode())
                self.wfile.flush()

    def handle(self) -> None:
        """A browser may leave at any time."""
        try:
            super().handle()
        except (ConnectionError, TimeoutError):
            self.close_connection = True

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: the terminal is for what is wrong."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Refuse what is no request, or asks for more than an answer."""
        self.close_connection = True
        self.command = getattr(self, 'command', '')
        self._send(_refusal(HTTPStatus(code)))


def _refusal(status: HTTPStatus) -> Answer:
    return Answer(f'{status.value} {status.phrase}\n'.encode(), 'text/plain; charset=utf-8', status)

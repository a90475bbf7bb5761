"""Who may ask, and for what: nothing here is typeset."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from civap.cache import folder_key
from civap.content.problems import Problems
from civap.content.project import load_project
from civap.serve import web
from civap.serve.preview import Preview
from civap.serve.server import MOST, Server
from civap.serve.web import PAGE, Router

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope='module')
def server() -> Iterator[Server]:
    """A server that answers but sets nothing."""
    made = Server(ROOT, ('pl',), port=0)
    made._thread.start()
    yield made
    made._http.shutdown()
    made._http.server_close()


def ask(server: Server, request: str) -> bytes:
    """The answer to the lines of a request, whatever they are."""
    with socket.create_connection(('127.0.0.1', server.port), timeout=20) as connection:
        connection.sendall(request.replace('\n', '\r\n').encode('latin-1'))
        connection.settimeout(20)
        parts = []
        while part := connection.recv(65536):
            parts.append(part)
        return b''.join(parts)


def head(server: Server, path: str, method: str = 'GET', host: str = '', more: str = '') -> str:
    host = host or f'127.0.0.1:{server.port}'
    answer = ask(server, f'{method} {path} HTTP/1.1\nHost: {host}\nConnection: close\n{more}\n')
    return answer.partition(b'\r\n\r\n')[0].decode('latin-1')


@pytest.mark.parametrize('path', [*PAGE, '/state', '/texts/pl', '/texts/en?find=card'])
@pytest.mark.parametrize('host', ['127.0.0.1', 'localhost'])
def test_pages_of_this_computer_are_answered_and_kept_apart(server: Server, path: str, host: str) -> None:
    found = head(server, path, host=f'{host}:{server.port}')
    assert found.startswith('HTTP/1.1 200 ')
    for line in (
        "Content-Security-Policy: default-src 'none'; script-src 'self'",
        'X-Content-Type-Options: nosniff',
        'Cross-Origin-Resource-Policy: same-origin',
        'Referrer-Policy: no-referrer',
    ):
        assert line in found
    assert 'unsafe' not in found
    assert 'Access-Control' not in found


@pytest.mark.parametrize(
    ('host', 'more'),
    [
        ('evil.example', ''),
        ('evil.example:{port}', ''),
        ('127.0.0.1', ''),
        ('127.0.0.1:1', ''),
        ('127.0.0.1.evil.example:{port}', ''),
        ('localhost:{port}@evil.example', ''),
        ('localhost:{port}', 'Host: evil.example\n'),
        ('localhost:{port}', 'Origin: http://evil.example\n'),
        ('localhost:{port}', 'Origin: null\n'),
        ('localhost:{port}', 'Origin: http://localhost:1\n'),
        ('localhost:{port}', 'Sec-Fetch-Site: cross-site\n'),
        ('localhost:{port}', 'Sec-Fetch-Site: same-site\n'),
    ],
)
@pytest.mark.parametrize('path', ['/', '/state', '/events/pl/cards'])
def test_other_sites_are_refused(server: Server, path: str, host: str, more: str) -> None:
    found = head(server, path, host=host.format(port=server.port), more=more)
    assert found.startswith('HTTP/1.1 403 ')


@pytest.mark.parametrize('method', ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'CONNECT', 'TRACE', 'x'])
def test_nothing_can_be_sent(server: Server, method: str) -> None:
    assert head(server, '/state', method=method).split()[1] == '501'


def test_a_head_has_no_body(server: Server) -> None:
    answer = ask(server, f'HEAD / HTTP/1.1\nHost: localhost:{server.port}\nConnection: close\n\n')
    assert answer.startswith(b'HTTP/1.1 200 ')
    assert answer.endswith(b'\r\n\r\n')


@pytest.mark.parametrize('request_', ['GET\n\n', 'nonsense\n\n', 'GET / HTTP/9.9\n\n', 'GET / HTTP/1.1\nno header\n\n'])
def test_what_is_no_request_is_refused_without_a_word_of_the_code(server: Server, request_: str) -> None:
    answer = ask(server, request_)
    assert b'Traceback' not in answer
    assert b' 200 ' not in answer


TRAVERSALS = [
    '/../pyproject.toml',
    '/..%2fpyproject.toml',
    '/%2e%2e/pyproject.toml',
    '/....//pyproject.toml',
    '/page/index.html',
    '/index.html',
    '//etc/passwd',
    '/serve.css/../index.html',
    '/views/../cards',
    '/views/..%2f..%2fcontent/cards',
    '/views/pl/..%2fcards',
    '/views/pl%00/cards',
    '/views/ar/cards',
    '/views/pl/all',
    '/texts/..%2f..%2fetc',
    '/texts/pl/..%2f..%2fcards.po',
    '/events/pl/nothing',
    '/pages/pl/cards/0/800/../../state',
    '/pages/pl/cards/0/800/' + 'g' * 24 + '.png',
    '/pages/pl/cards/0/801/' + 'f' * 24 + '.png',
    '/pages/pl/cards/0/9999/' + 'f' * 24 + '.png',
    '/pages/pl/cards/-1/800/' + 'f' * 24 + '.png',
    '/pages/..%2f/cards/0/800/' + 'f' * 24 + '.png',
    '/favicon.ico',
    '/' + 'a' * 5000,
]


@pytest.mark.parametrize('path', TRAVERSALS)
def test_no_address_leads_to_a_file(server: Server, path: str) -> None:
    assert head(server, path).startswith('HTTP/1.1 404 ')


def test_the_router_knows_only_its_table() -> None:
    router = Router(Preview(ROOT, ('pl',)))
    assert router.answer('/') is router.page['/']
    assert router.answer('/state/') is None
    assert router.answer('/views/pl/cards/') is None


def test_a_port_that_is_taken_leads_to_the_next(server: Server) -> None:
    second = Server(ROOT, port=server.port)
    try:
        assert server.port < second.port < server.port + 20
    finally:
        second._http.server_close()
        second.preview._setting.shutdown()


def test_no_free_port_is_told() -> None:
    with pytest.raises(Problems, match='no-port found the ports from 70000 to 70019 taken'):
        Server(ROOT, port=70000)


@pytest.mark.parametrize(
    ('address', 'status'),
    [
        ('http://[/', '404'),
        ('//[', '404'),
        ('/texts/pl?find=%', '200'),
        ('/texts/pl?find=' + 'a&find=' * 2000, '200'),
        ('/texts/pl/%ff%00', '404'),
        ('*', '404'),
        ('/' + '%2e' * 3000, '404'),
        ('/' + 'a' * 66_000, '414'),
    ],
)
def test_odd_addresses_are_answered(server: Server, address: str, status: str) -> None:
    assert head(server, address).split()[1] == status


@pytest.mark.parametrize(
    ('more', 'status'),
    [
        ('Content-Length: 5\n', '400'),
        ('Content-Length: 0\n', '400'),
        ('Transfer-Encoding: chunked\n', '400'),
        ('X: y\n' * 200, '431'),
        (f'X: {"y" * 70_000}\n', '431'),
    ],
)
@pytest.mark.parametrize('method', ['GET', 'HEAD'])
def test_a_request_is_a_question_of_some_size(server: Server, method: str, more: str, status: str) -> None:
    assert head(server, '/state', method=method, more=more).split()[1] == status


def test_a_body_is_no_second_request(server: Server) -> None:
    host = f'Host: localhost:{server.port}\n'
    inner = f'GET /state HTTP/1.1\n{host}\n'
    for method in ('POST', 'GET'):
        answer = ask(server, f'{method} / HTTP/1.1\n{host}Content-Length: {len(inner)}\n\n{inner}')
        assert answer.count(b'HTTP/1.1 ') == 1


def test_it_listens_on_this_computer_alone(server: Server) -> None:
    assert server._http.socket.getsockname()[0] == '127.0.0.1'
    assert server.address.startswith('http://127.0.0.1:')


def test_asking_changes_no_file(server: Server) -> None:
    before = folder_key(ROOT / 'locales')
    for path in ('/state', '/views/pl/cards', '/texts/pl?find=x'):
        assert head(server, path).split()[1] == '200'
    assert folder_key(ROOT / 'locales') == before


def test_slow_clients_keep_nobody_waiting(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Letters that trickle in do not put off the end; others are answered meanwhile."""
    monkeypatch.setattr(web, 'SILENCE', 0.5)
    slow = [socket.create_connection(('127.0.0.1', server.port), timeout=20) for _ in range(20)]
    for each in slow:
        each.sendall(b'GET /state HT')
    assert head(server, '/state').split()[1] == '200'
    for each in slow:
        with each, suppress(ConnectionError):
            for _ in range(100):
                each.sendall(b'x')
                each.settimeout(0.05)
                with suppress(TimeoutError):
                    assert not each.recv(9).startswith(b'HTTP/1.1 2')
                    break
            else:
                pytest.fail('a request that never ends was heard to its end')
    assert head(server, '/state').split()[1] == '200'


def test_there_is_room_for_so_many(server: Server) -> None:
    """More connections than a browser needs are closed at once, and make room when they go."""
    held = [socket.create_connection(('127.0.0.1', server.port), timeout=20) for _ in range(MOST)]
    with socket.create_connection(('127.0.0.1', server.port), timeout=20) as refused, suppress(ConnectionError):
        assert refused.recv(9) == b''
    for each in held:
        each.close()
    for _ in range(100):
        with suppress(ConnectionError, IndexError):
            if head(server, '/state').split()[1] == '200':
                return
    pytest.fail('no room again')


def test_only_the_documents_that_are_asked_for_are_served() -> None:
    preview = Preview(ROOT, ('pl',), only=('cards', 'sheets'))
    assert preview.state()['documents'] == ('cards', 'sheets')
    assert [preview.knows('pl', name) for name in ('cards', 'sheets', 'rulebook')] == [True, True, False]
    router = Router(preview)
    assert router.answer('/views/pl/rulebook') is None
    assert router.answer('/events/pl/rulebook') is None
    preview._project = load_project(ROOT)
    preview._unread = {'pl'}
    found = {text: json.loads(router.texts(text, 'pl').body) for text in ('żeton', 'zasad')}  # type: ignore[union-attr]
    assert {each['document'] for texts in found.values() for each in texts} <= {'cards', 'sheets'}
    assert all(found.values())

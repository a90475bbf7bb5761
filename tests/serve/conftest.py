"""A copy of the project to save in, and a server of it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from copies import copied
from serving import PLACE, ROOT, Client, waited

from civap.serve.server import Server
from civap.serve.sources import Reader


@pytest.fixture(scope='session')
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project, to save in."""
    folder = tmp_path_factory.mktemp('copy')
    copied(folder)
    return folder


@pytest.fixture(scope='session')
def client(copy: Path) -> Iterator[Client]:
    """A server of the copy, asked over HTTP."""
    with Server(copy, ('pl',), port=0) as server:
        yield Client(server)


@pytest.fixture
def saving(copy: Path, client: Client) -> Iterator[Client]:
    """The same for a test that saves files; afterwards they are as they were, and the server knows."""
    yield client
    for path in (path for part in ('content', 'templates', 'locales') for path in (ROOT / part).rglob('*.*')):
        other = copy / path.relative_to(ROOT)
        if path.is_file() and path.read_bytes() != other.read_bytes():
            shutil.copy(path, other)
    client.server.preview.saved()
    now = Reader(copy).read()
    waited(lambda: client.server.preview._sources, lambda known: known == now)
    client.view(PLACE)

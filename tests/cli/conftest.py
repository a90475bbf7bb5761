"""A copy of the project to type commands in."""

from __future__ import annotations

from pathlib import Path

import pytest
from copies import copied
from mistakes import Copy


@pytest.fixture
def project(tmp_path: Path) -> Copy:
    return Copy(copied(tmp_path))


@pytest.fixture
def earlier(project: Copy) -> dict[str, bytes]:
    """Outputs of an earlier build, which a failing one must leave alone."""
    files = {'en/focus-cards-a4.pdf': b'earlier', 'report.json': b'{}'}
    for name, data in files.items():
        (project.out / name).parent.mkdir(parents=True, exist_ok=True)
        (project.out / name).write_bytes(data)
    return files

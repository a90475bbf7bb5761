"""What the tests of the workbench share."""

from __future__ import annotations

from pathlib import Path

import pytest
from copies import copied
from workbench import Copy


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    """A copy of the project."""
    copied(tmp_path)
    return Copy(tmp_path)

"""What the tests of the workbench share."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from workbench import ROOT, Copy


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    """A copy of the project."""
    for name in ('content', 'locales', 'templates'):
        shutil.copytree(ROOT / name, tmp_path / name, copy_function=shutil.copyfile)
    return Copy(tmp_path)

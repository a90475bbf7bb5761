"""Copies of the shipped project, to be broken."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CONTENT = ('content', 'locales')
PARTS = (*CONTENT, 'templates')


def copied(
    folder: Path,
    replaced: Mapping[str, Callable[[str], str]] | None = None,
    *,
    parts: Sequence[str] = PARTS,
    root: Path = ROOT,
) -> Path:
    """A copy of a project in a folder that may be there already; some of its files are changed, which must change them.

    Without templates (`CONTENT`) it can be checked, but not printed.
    """
    for part in parts:
        shutil.copytree(root / part, folder / part, copy_function=shutil.copyfile)
    for name, change in (replaced or {}).items():
        path = folder / name
        text = path.read_text('utf-8')
        changed = change(text)
        assert changed != text, name
        path.write_text(changed, 'utf-8')
    return folder

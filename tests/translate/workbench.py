"""A copy of the project that a test may change, and commands run in it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner

from civap.cli import cli

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Said:
    """How a command ended and what it said."""

    status: int
    out: str
    err: str


@dataclass(frozen=True)
class Copy:
    """A copy of the project."""

    root: Path

    def edit(self, name: str, old: str, new: str) -> None:
        path = self.root / name
        text = path.read_text('utf-8')
        assert old in text, f'{name} has no {old!r}'
        path.write_text(text.replace(old, new, 1), 'utf-8')

    def read(self, name: str) -> str:
        return (self.root / name).read_text('utf-8')

    def texts(self) -> dict[str, str]:
        """All PO files."""
        return {path.relative_to(self.root).as_posix(): path.read_text('utf-8') for path in self.root.rglob('*.po')}

    def run(self, *arguments: str) -> Said:
        """A command, in this process."""
        done = CliRunner().invoke(cli, ['--project', str(self.root), *arguments], catch_exceptions=False)
        return Said(done.exit_code, done.stdout, done.stderr)

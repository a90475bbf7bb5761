"""The files of a project that a preview is made of, and which parts of it have changed since they were read last."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from civap.content.folder import PARTS, language_folders

KINDS = frozenset(('.yaml', '.po', '.j2', '.css', '.svg'))
DRAWN = frozenset(('.j2', '.css', '.svg'))
# Seconds for which the time of a file says nothing: it may be saved again before the clock of the disk moves on.
YOUNG = 2.0


@dataclass(frozen=True, slots=True)
class Sources:
    """Digests of what the files hold, by their paths from the top of the project, and the folders of languages."""

    files: dict[str, str]
    languages: tuple[str, ...]

    @property
    def content(self) -> str:
        """Changes with what is content and with the languages there are."""
        return self._digest(lambda path: path.startswith('content/')) + repr(self.languages)

    @property
    def drawing(self) -> str:
        """Changes with templates, styles and art."""
        return self._digest(lambda path: path.endswith(tuple(DRAWN)))

    def language(self, code: str) -> str:
        """Changes with the texts and the profile of a language."""
        return self._digest(lambda path: path.startswith(f'locales/{code}/'))

    def _digest(self, wanted: Callable[[str], bool]) -> str:
        found = '\n'.join(f'{path} {digest}' for path, digest in self.files.items() if wanted(path))
        return hashlib.sha256(found.encode('utf-8', 'surrogateescape')).hexdigest()


class Reader:
    """Reads the sources of a project again and again; a file that was not touched is not read twice."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._known: dict[str, tuple[tuple[int, int, int], str]] = {}

    def read(self) -> Sources:
        """The sources as they are now; a file that cannot be read differs from every other."""
        now = time.time_ns()
        known = {name: self._file(path, name, now) for path, name in sorted(self._paths(), key=lambda each: each[1])}
        self._known = {name: (signature, digest) for name, (signature, digest) in known.items() if signature}
        languages = tuple(language_folders(self._root))
        return Sources({name: digest for name, (_, digest) in known.items()}, languages)

    def _paths(self) -> Iterator[tuple[Path, str]]:
        """The files that count; those that editors leave behind have other endings, or begin with a dot."""
        for part in PARTS:
            for folder, folders, names in os.walk(self._root / part):
                folders[:] = [name for name in folders if not name.startswith('.')]
                for name in names:
                    path = Path(folder, name)
                    if path.suffix in KINDS and not name.startswith('.'):
                        yield path, path.relative_to(self._root).as_posix()

    def _file(self, path: Path, name: str, now: int) -> tuple[tuple[int, int, int] | None, str]:
        """What tells that a file was not touched, None if nothing does, and the digest of what it holds."""
        try:
            stat = path.stat()
            signature = (stat.st_mtime_ns, stat.st_size, stat.st_ino)
            known = self._known.get(name)
            if known and known[0] == signature:
                return known
            digest = hashlib.sha256(path.read_bytes()).hexdigest()
        except OSError as error:
            return None, f'unreadable {error.errno}'
        return (signature if now - stat.st_mtime_ns > YOUNG * 1e9 else None), digest

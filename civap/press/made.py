"""What a build was asked for and what it made: quick to import, to tell at once that nothing is left to do."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from civap.cache import Cache, key, project_key
from civap.press.geometry import CardShape
from civap.press.printing import BackArt, Edition, Printing

REPORT = 'report.json'
DOCUMENTS = ('cards', 'sheets', 'rulebook')


@dataclass(frozen=True)
class Request:
    """What to print, and where. `sized` if the size of cards was asked for, so that large print takes it, too."""

    out: Path
    languages: Sequence[str]
    papers: Sequence[str]
    draft: bool = False
    only: Sequence[str] = DOCUMENTS
    booklet: bool = False
    shape: CardShape = field(default_factory=CardShape)
    printing: Printing = field(default_factory=Printing)
    editions: Sequence[Edition] = ('colour',)
    back_art: BackArt = 'level'
    sized: bool = False

    def key(self, root: Path) -> str:
        """The digest of all that the outputs depend on, wherever they go."""
        asked = (tuple(self.languages), tuple(self.papers), self.draft, tuple(self.only), self.booklet)
        cards = (self.shape, self.sized, self.printing, tuple(self.editions), self.back_art)
        return key('build', project_key(root), asked, *cards)


@dataclass(frozen=True)
class Made:
    """The SHA-256 of each document by its name in the folder of outputs, the report, and what a draft tells.

    `sheets` are what a user wants to know at the printer: how many sheets, and how to turn them.
    """

    documents: Mapping[str, str]
    report: str
    notes: tuple[str, ...] = field(default=())
    sheets: tuple[str, ...] = ()

    def is_in(self, folder: Path) -> bool:
        """Whether a folder has just that."""
        told = json.loads(self.report)
        documents = {each['path']: each['sha256'] for each in told['artifacts']}
        try:
            found = {name: digest((folder / name).read_bytes()) for name in documents}
            report = (folder / REPORT).read_text('utf-8')
        except (OSError, UnicodeDecodeError):
            return False
        return found == documents and report == f'{self.report}\n' and told['earlier'] == earlier(folder, documents)


def recall(request: Request, cache: Cache, kept: str) -> Made | None:
    """What was made of the same before, if it is still there."""
    made = cache.get(kept)
    return made if isinstance(made, Made) and made.is_in(request.out) else None


def rule_pages(folder: Path, root: Path, language: str) -> Mapping[str, int]:
    """The page of each rule in the book of a language, if the last build there was of the same project."""
    try:
        report = json.loads((folder / REPORT).read_text('utf-8'))
        pages = report['rules'][language] if report['project'] == project_key(root) else {}
        return {str(name): int(page) for name, page in pages.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def digest(data: bytes) -> str:
    """The SHA-256 of a file."""
    return hashlib.sha256(data).hexdigest()


def earlier(folder: Path, made: Collection[str]) -> list[str]:
    """Documents of earlier builds that stay beside what is made now."""
    found = (path.relative_to(folder).as_posix() for path in folder.glob('*/*.pdf'))
    return sorted(name for name in found if name not in made)

"""Where a project lies and which languages it has: quick to ask, before anything is read."""

from __future__ import annotations

from pathlib import Path

from civap.content.problems import Problem, Problems

GAME = 'new_dawn'
SOURCE = 'en'


def find_root(folder: Path | None = None) -> Path:
    """The project's folder: `folder`, else the checkout, else what the installed package has.

    Raises `Problems` (no-project, no-content).
    """
    package = Path(__file__).resolve().parents[1]
    candidates = [folder] if folder else [package.parent, package / '_project']
    for root in candidates:
        if (root / 'content' / GAME).is_dir():
            return root
    root = candidates[0]
    if not root.is_dir():
        raise Problems(Problem('no-project', 'found no such folder, expected a project', str(root)))
    message = f'found no content/{GAME} folder, expected a project (content/, locales/, templates/)'
    raise Problems(Problem('no-content', message, str(root), hint='name the project with --project DIR'))


def language_codes(root: Path) -> list[str]:
    """Codes of the languages of a project: the source first, then those with a profile, sorted."""
    found = sorted(path.parent.name for path in (root / 'locales').glob('*/profile.yaml'))
    return [SOURCE, *(code for code in found if code != SOURCE)]

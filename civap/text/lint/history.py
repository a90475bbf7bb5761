"""What the English said when a text was translated: from `#|`, or from the last version that git keeps."""

from __future__ import annotations

import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from civap.content.problems import Problems
from civap.text.lint.registry import Found, Level, of_book
from civap.text.lint.texts import Book, InPo, Side, Text
from civap.text.po import Entry, parse_po

GIT = ('git', '--no-optional-locks')
TIMEOUT = 20  # seconds


@of_book(31, 'unflagged', Level.WARN, '“2 trade tokens” became 3, „fuzzy” was deleted, „2 żetony” stays')
def unflagged(book: Book) -> Iterator[tuple[Text, Found]]:
    """A translation that stayed when numbers or terms of its English changed, and is not fuzzy any more.

    The earlier English is what `#|` keeps; else the one that the last other version in git has. Without git only `#|`
    is looked at.
    """
    for text in book.texts:
        if not isinstance(text.place, InPo):
            continue
        entry = text.place.entry
        before = book.before.get((text.place.path, entry.id))
        english = entry.previous or (_translated(before) if before and before.forms == entry.forms else '')
        if english and english not in (entry.msgid, entry.msgid_plural):
            changed = _changed(book.source.side(english), book.source.side(entry.msgid))
            if changed:
                message = f'found the translation of an English text that has {changed}, expected that of the new one'
                kept = 'delete the line with #|' if entry.previous else 'allow it: # lint: allow unflagged (why)'
                yield text, Found(message, f'correct it, {"then" if entry.previous else "or"} {kept}')


def _translated(entry: Entry) -> str:
    """The English that an entry was a translation of."""
    return entry.previous or entry.msgid


def _changed(before: Side, after: Side) -> str:
    """What of a text that decides a rule is no longer there, or `others` if something was added."""
    old, new = _deciding(before), _deciding(after)
    return '' if old == new else ', '.join(sorted(old - new)) or 'others'


def _deciding(side: Side) -> Counter[str]:
    """Numbers, levels and terms of a text."""
    worded = (str(value) for value in side.worded.elements())
    return Counter((*side.numbers, *worded, *side.numerals, *side.placeholders, *side.terms))


def earlier(root: Path, shown: Sequence[str]) -> dict[tuple[str, str], Entry]:
    """The entries of files in their last other version that git has, by path and id; none where there is no git."""
    found: dict[tuple[str, str], Entry] = {}
    for path in shown:
        with suppress(Problems):
            if text := _earlier_text(root, path):
                found.update({(path, entry.id): entry for entry in parse_po(text, path)[0].entries})
    return found


def _earlier_text(root: Path, path: str) -> str:
    """The last committed text, if the file differs from it, else the one before that; empty if there is none."""
    commits = _git(root, 'log', '-n', '2', '--format=%H', '--', path).split()
    texts = [text for commit in commits if (text := _git(root, 'show', f'{commit}:./{path}'))]
    with suppress(OSError, UnicodeDecodeError):
        now = (root / path).read_text('utf-8')
        return next((text for text in texts if text != now), '')
    return ''


def _git(root: Path, *arguments: str) -> str:
    """What git says; empty where there is no git, no repository, or no such thing in it."""
    try:
        run = subprocess.run([*GIT, *arguments], cwd=root, capture_output=True, timeout=TIMEOUT, check=False)
        return run.stdout.decode('utf-8') if run.returncode == 0 else ''
    except (OSError, subprocess.SubprocessError, UnicodeDecodeError):
        return ''

"""PO files as they are written: unwrapped, without dates, so that a change of one text is a change of one line."""

from __future__ import annotations

import re
from pathlib import Path

import polib
from babel import Locale

from civap.content.folder import GAME
from civap.content.source import read_text
from civap.text.domains import BOOK, CARDS, PLAY, SHEETS, texts_path
from civap.text.plurals import plural_header
from civap.text.po import MAX_PO_BYTES, PoFile, parse_po

ABOUT = {
    CARDS: 'the focus cards',
    PLAY: 'a turn: names of the base game, events, questions',
    BOOK: 'the rulebook',
    SHEETS: 'the reference sheets',
}
# Comments after the last entry, which belong to none.
_TAIL = re.compile(r'(?:^#(?: .*)?\n+)+\Z', re.MULTILINE)


def po_path(root: Path, code: str, domain: str) -> Path:
    """The file of a language's texts of a domain."""
    return root / texts_path(code, domain)


def open_po(root: Path, code: str, domain: str) -> tuple[str, PoFile, polib.POFile]:
    """The text of a file, its entries, and all of it as polib has it; that of a file that is not there is empty.

    Raises `Problems`: po-syntax, po-charset, and what `read_text` finds.
    """
    path, shown = po_path(root, code, domain), texts_path(code, domain)
    text = read_text(path, shown, MAX_PO_BYTES) if path.exists() else ''
    entries, file = parse_po(text or po_text(new_po(code, domain)), shown)
    return text, entries, file


def new_po(code: str, domain: str) -> polib.POFile:
    """A file without entries, its header that of the language."""
    file = polib.POFile(wrapwidth=0)
    file.header = f'civap, {Locale.parse(code).get_display_name("en")} texts of {ABOUT[domain]}.'
    file.metadata = {
        'Project-Id-Version': f'civap {GAME}',
        **dict.fromkeys(
            ('Report-Msgid-Bugs-To', 'POT-Creation-Date', 'PO-Revision-Date', 'Last-Translator', 'Language-Team'), ''
        ),
        'Language': code,
        'MIME-Version': '1.0',
        'Content-Type': 'text/plain; charset=UTF-8',
        'Content-Transfer-Encoding': '8bit',
        'Plural-Forms': plural_header(code),
    }
    return file


def po_text(file: polib.POFile, before: str = '') -> str:
    """The text of a file; comments at the end of the text that it was read from stay there."""
    tail = _TAIL.search(f'{before.rstrip()}\n')
    return f'{file}\n{tail[0]}' if tail else str(file)

"""How fast translations are checked, beside a loop that tells how fast the machine is.

    .venv/bin/python benchmarks/lint.py

Prints the time for 10,000 messages a language, each unlike any other, without reading files, git or printing. The ratio
(time over that of the loop of ten million additions) is what compares.
"""

from __future__ import annotations

import gc
import time
from dataclasses import replace
from pathlib import Path

from measure import loop

from civap.content.folder import SOURCE
from civap.content.project import Project, load_project
from civap.text.domains import load_domains
from civap.text.glossary import Glossary
from civap.text.languages import load_language
from civap.text.lint.registry import CHECKS
from civap.text.lint.run import found_in, read_sheet
from civap.text.lint.texts import Book, Voice

MESSAGES = 10_000


def many(project: Project, code: str) -> Book:
    """Messages of the project over and over, each time with another number at their end."""
    glossary = Glossary.of(project.glossary)
    language = load_language(project.root, code)
    book = Book(Voice(language, glossary), Voice(load_language(project.root, SOURCE), glossary), glossary)
    sheets = [read_sheet(project, language, domain) for domain in load_domains(project)]
    number = 0
    while number < MESSAGES:
        for sheet in sheets:
            messages, entries = {}, []
            for entry in sheet.entries[: MESSAGES - number]:
                number += 1
                message = sheet.domain.messages[entry.id]
                name, end = f'{entry.id}-{number}', f' ({1000 + number})'
                messages[name] = replace(message, id=name, one=message.one + end, other=message.other + end)
                forms = tuple(form + end if form else form for form in entry.forms)
                entries.append(replace(entry, id=name, msgid=message.one + end, forms=forms))
            book.add(sheet.file, messages, entries)
    return book


def main() -> None:
    """Print the table."""
    gc.disable()
    project = load_project(Path(__file__).parent.parent)
    unit = loop()
    print(f'loop of ten million additions               {unit:.2f} s')
    for code in ('pl', 'ar'):
        book = many(project, code)
        start = time.perf_counter()
        found = sum(1 for _ in found_in(book, [check for check in CHECKS.values() if not check.alone]))
        seconds = time.perf_counter() - start
        told = f'{code}, {MESSAGES} messages ({len(book.texts)} texts)'
        print(f'{told:44}{seconds:.2f} s, ratio {seconds / unit:.2f}, {found} findings')


if __name__ == '__main__':
    main()

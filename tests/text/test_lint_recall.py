"""Faults seeded in every message that they fit: how many of them the checks find, and on which line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from faults import FAULTS, Fault

from civap.content.folder import SOURCE
from civap.content.project import Project
from civap.content.source import invisible_problems
from civap.text.checks import Numbers, check_entries
from civap.text.domains import load_domains
from civap.text.glossary import Glossary
from civap.text.languages import load_language
from civap.text.lint.registry import CHECKS
from civap.text.lint.run import names_of, read_sheet
from civap.text.lint.texts import Book, InPo, Text, Voice

STRUCTURAL = {code for check in CHECKS.values() if check.fixed for code in check.codes}


def book_of(project: Project, code: str) -> tuple[Book, Numbers]:
    """The texts of a language, and the numbers that its messages count."""
    glossary = Glossary.of(project.glossary)
    language = load_language(project.root, code)
    sheets = [read_sheet(project, language, domain) for domain in load_domains(project)]
    source = Voice(load_language(project.root, SOURCE), glossary)
    book = Book(Voice(language, glossary), source, glossary, names_of(sheets))
    for sheet in sheets:
        book.add(sheet.file, sheet.domain.messages, sheet.entries)
    return book, {name: counted for sheet in sheets for name, counted in sheet.domain.numbers.items()}


def texts_of(book: Book) -> Iterator[Text]:
    """Each form of each message."""
    yield from book.texts


def lines_found(text: Text, form: str, fault: Fault, numbers: Numbers) -> set[int]:
    """The lines on which the fault is found, once it is in the form."""
    assert isinstance(text.place, InPo)
    place, entry = text.place, text.place.entry
    found: set[int] = set()
    if fault.codes & {'control-character', 'odd-space'}:
        problems = invisible_problems([f'{place.field} "{form}"'], place.path)
        found |= {place.line for each in problems if each.code in fault.codes}
    if fault.codes & STRUCTURAL:
        index = int(place.field[7:-1]) if '[' in place.field else 0
        forms = (*entry.forms[:index], form, *entry.forms[index + 1 :])
        changed = replace(entry, forms=forms, fuzzy='stale-translation' in fault.codes)
        file = replace(place.file, entries=[changed])
        messages = {text.message.id: text.message}
        problems = check_entries(file, messages, numbers, text.book.language)
        found |= {each.line for each in problems if each.code in fault.codes}
    changed_text = replace(text, form=form, own=text.book.voice.side(form))
    for code in fault.codes & CHECKS.keys():
        check = CHECKS[code]
        for each in check.of_text(changed_text) if check.of_text else ():
            found.add(place.problem(code, each.message, each.part, each.hint).line)
    return found


def recall(book: Book, fault: Fault, numbers: Numbers) -> tuple[int, list[str]]:
    """How many messages the fault fits, and the forms in which it is not found on the line of the text."""
    seeded, missed = 0, []
    for text in texts_of(book):
        form = fault.seed(text)
        if form is not None:
            seeded += 1
            lines = lines_found(text, form, fault, numbers)
            if text.place.line not in lines and not (lines and 'stale-translation' in fault.codes):
                missed.append(f'{text.message.id}: {form}')
    return seeded, missed


@pytest.mark.parametrize('code', ['pl', 'ar'])
def test_what_is_found_of_each_fault(code: str, project: Project) -> None:
    book, numbers = book_of(project, code)
    found = {fault: recall(book, fault, numbers) for fault in FAULTS}
    print(f'\n{code}: fault, found, seeded')  # noqa: T201
    for fault, (seeded, missed) in found.items():
        print(f'{fault.name:32}{seeded - len(missed):6}{seeded:6}')  # noqa: T201
    low = {
        fault.name: missed[:5]
        for fault, (seeded, missed) in found.items()
        if seeded - len(missed) < fault.least * seeded
    }
    assert not low
    assert sum(seeded > 0 for seeded, _ in found.values()) >= 40

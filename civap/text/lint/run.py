"""Runs the checks: reads the four files of a language, looks at each text and at all of them, heeds what is allowed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from civap.content.folder import GAME, SOURCE
from civap.content.problems import Problem, Problems
from civap.content.project import Project
from civap.content.source import decoded, invisible_problems, problem_at
from civap.text.checks import check_entries, is_stale
from civap.text.domains import DOCUMENTS, Domain, load_domains, texts_path
from civap.text.glossary import Glossary
from civap.text.languages import Language, load_language
from civap.text.lint.allow import Allowed, allowed, refused
from civap.text.lint.data import without_data
from civap.text.lint.header import header_problems
from civap.text.lint.registry import CHECKS, Check, Level
from civap.text.lint.source import english_book
from civap.text.lint.texts import Book, InPo, Name, Text, Voice
from civap.text.po import MAX_PO_BYTES, Entry, PoFile, parse_po, read_po_bytes

Before = Mapping[tuple[str, str], Entry]
Earlier = Callable[[Path, Sequence[str]], Before]


def _nothing(root: Path, shown: Sequence[str]) -> Before:
    return {}


@dataclass(frozen=True)
class Checked:
    """What was found in a language: problems in file order, and for each file how many texts of how many are ready.

    `unread` are files that are not: nothing is known of their texts. `idle` names checks that have no data to go by.
    """

    code: str
    problems: Sequence[Problem]
    ready: Mapping[str, tuple[int, int]]
    unread: Sequence[str] = ()
    idle: Sequence[str] = ()

    def only(self, documents: Collection[str]) -> Checked:
        """What concerns the texts of some documents, and all that is no file of texts; English stays whole."""
        if self.code == SOURCE:
            return self
        names = [name for name in self.ready if DOCUMENTS[name] in documents]
        others = {texts_path(self.code, name) for name in self.ready.keys() - set(names)}
        problems = [problem for problem in self.problems if problem.path not in others]
        return replace(self, problems=problems, ready={name: self.ready[name] for name in names})

    def count(self, level: Level) -> int:
        """How many problems there are of a level."""
        return sum(problem.level == level.value for problem in self.problems)

    def summary(self) -> str:
        """One line: how far each file is, and how much was found."""
        shares = {name: f'{100 * ready // max(total, 1)} %' for name, (ready, total) in self.ready.items()}
        files = ', '.join(f'{name} {"unread" if name in self.unread else share}' for name, share in shares.items())
        return f'{self.code}: {files}; errors: {self.count(Level.ERROR)}, warnings: {self.count(Level.WARN)}'


@dataclass(frozen=True)
class Sheet:
    """One file as read: its entries that can be compared with the English, and what is wrong with the others."""

    file: PoFile
    domain: Domain
    entries: Sequence[Entry]
    problems: Sequence[Problem]


def check_language(project: Project, code: str, earlier: Earlier = _nothing) -> Checked:
    """All checks but that of the fit; `earlier` finds what git keeps of files.

    Raises `Problems`: of the content, the profile, the glossary.
    """
    if code == SOURCE:
        return check_source(project)
    language = load_language(project.root, code)
    problems: list[Problem] = []
    sheets: list[Sheet] = []
    domains = load_domains(project)
    for domain in domains:
        try:
            sheets.append(read_sheet(project, language, domain))
        except Problems as error:
            problems.extend(error.problems)
    problems += [problem for sheet in sheets for problem in sheet.problems]
    before = earlier(project.root, [sheet.file.path for sheet in sheets])
    problems += check_sheets(project, language, sheets, before)
    done = {sheet.domain.name: len(sheet.entries) for sheet in sheets}
    ready = {domain.name: (done.get(domain.name, 0), len(domain.messages)) for domain in domains}
    idle = list(without_data(Voice(language, Glossary.of(project.glossary))))
    return Checked(code, in_files(problems), ready, [name for name in ready if name not in done], idle)


def check_source(project: Project) -> Checked:
    """The checks that English, as the source, goes through. Raises `Problems`: of the content and the glossary."""
    glossary = Glossary.of(project.glossary)
    book = english_book(project, Voice(load_language(project.root, SOURCE), glossary))
    problems = [problem for _, problem in found_in(book, [check for check in CHECKS.values() if check.of_source])]
    return Checked(SOURCE, in_files(problems), {'content': (len(book.texts), len(book.texts))})


def read_sheet(project: Project, language: Language, domain: Domain) -> Sheet:
    """A file of a language. Raises `Problems`: what makes it unreadable."""
    shown = texts_path(language.code, domain.name)
    raw = read_po_bytes(language.folder / GAME / f'{domain.name}.po', shown)
    text = decoded(raw, shown, MAX_PO_BYTES)
    return sheet_of(text, shown, language, domain)


def sheet_of(text: str, shown: str, language: Language, domain: Domain) -> Sheet:
    """The text of a file, checked entry by entry. Raises `Problems`: what makes it unreadable.

    What cannot be seen is told and then left out, so that the rest is still checked.
    """
    problems = list(invisible_problems(text.split('\n'), shown))
    if problems:
        text = ''.join(char for char in text if char.isprintable() or char == '\n')
    file, _ = parse_po(text, shown)
    problems += header_problems(file, language)
    problems += check_entries(file, domain.messages, domain.numbers, language)
    return Sheet(file, domain, list(_comparable(file, domain)), problems)


def _comparable(file: PoFile, domain: Domain) -> Iterator[Entry]:
    """Entries that translate today's English, each id once."""
    seen: set[str] = set()
    for entry in file.entries:
        message = domain.messages.get(entry.id)
        if message and entry.id not in seen and entry.is_translated and not is_stale(message, entry):
            seen.add(entry.id)
            yield entry


def check_sheets(project: Project, language: Language, sheets: Sequence[Sheet], before: Before) -> list[Problem]:
    """What the registered checks find in the files of a language, without what their comments allow."""
    glossary = Glossary.of(project.glossary)
    source = Voice(load_language(project.root, SOURCE), glossary)
    book = Book(Voice(language, glossary), source, glossary, names_of(sheets), before)
    for sheet in sheets:
        book.add(sheet.file, sheet.domain.messages, sheet.entries)
    found = list(found_in(book, (check for check in CHECKS.values() if not check.alone)))
    return list(_unallowed(found, sheets))


def names_of(sheets: Iterable[Sheet]) -> Mapping[str, Name]:
    """Proper names by the ids of their messages; types of cards are words like others."""
    return {
        entry.id: Name(sheet.domain.messages[entry.id].one, entry.forms[0])
        for sheet in sheets
        for entry in sheet.entries
        if sheet.domain.messages[entry.id].names not in ('', 'type')
    }


def found_in(book: Book, checks: Iterable[Check]) -> Iterator[tuple[Text, Problem]]:
    """What the checks find; the same in several forms of a message is told once."""
    checks = list(checks)
    told: set[tuple[str, str, str]] = set()
    for check in checks:
        pairs = check.of_book(book) if check.of_book else ()
        if check.of_text:
            pairs = ((text, found) for text in book.texts for found in check.of_text(text))
        for text, found in pairs:
            key = (text.message.id, check.name, found.message)
            if key not in told:
                told.add(key)
                problem = text.place.problem(check.name, found.message, found.part, found.hint)
                yield text, replace(problem, level=check.level.value)


def _unallowed(found: Sequence[tuple[Text, Problem]], sheets: Sequence[Sheet]) -> Iterator[Problem]:
    """Problems that no comment allows, and comments that allow nothing."""
    comments: dict[tuple[str, str], dict[str, tuple[PoFile, Allowed]]] = {}
    for sheet in sheets:
        for entry in sheet.entries:
            for each in allowed(sheet.file, entry):
                if problem := refused(sheet.file, each):
                    yield problem
                else:
                    comments.setdefault((sheet.file.path, entry.id), {})[each.name] = (sheet.file, each)
    used: set[tuple[str, str, str]] = set()
    for text, problem in found:
        assert isinstance(text.place, InPo)
        key = (text.place.path, text.place.entry.id)
        if problem.code in comments.get(key, {}):
            used.add((*key, problem.code))
        else:
            yield problem
    for (path, name), each_of in comments.items():
        for code, (file, each) in each_of.items():
            if (path, name, code) not in used:
                message = f'found {code} allowed, expected no comment: the check finds nothing here'
                problem = problem_at(path, file.lines, 'idle-allow', message, each.mark, 'delete it')
                yield replace(problem, level=Level.WARN.value)


def in_files(problems: Iterable[Problem]) -> list[Problem]:
    """File by file in the order of their first problem, and in each by line."""
    found = list(dict.fromkeys(problems))
    order = {path: index for index, path in enumerate(dict.fromkeys(problem.path for problem in found))}
    return sorted(found, key=lambda each: (order[each.path], not each.line, each.line, each.column))

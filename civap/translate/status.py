"""`civap translate status`: how far the texts of each language are, as a release looks at them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from civap.content.phrases import PLACEHOLDER, Message
from civap.content.problems import Problem
from civap.content.project import Project
from civap.text.checks import is_stale, lacks_forms
from civap.text.domains import DOCUMENTS, Domain, is_foreign, load_domains, texts_path
from civap.text.languages import Language, load_language
from civap.text.po import PoFile
from civap.translate.files import open_po
from civap.translate.terms import Terms, terms_of

HEAD = ('', 'messages', 'done', 'missing', 'stale', 'as English', '%')
TOTAL = 'total'


@dataclass(frozen=True)
class Status:
    """How far a file is, or all of a language: the ids of what is missing, stale, or the same as in English.

    What a number needs and one form lacks is missing; what is the same as in English is done, and may be right.
    """

    language: str
    name: str
    messages: int
    missing: Sequence[str] = field(default=())
    stale: Sequence[str] = field(default=())
    same: Sequence[str] = field(default=())

    @property
    def done(self) -> int:
        """How many messages are translated and up to date."""
        return self.messages - len(self.missing) - len(self.stale)

    @property
    def percent(self) -> int:
        """What is done, in whole percent: 100 only if everything is."""
        return 100 * self.done // self.messages if self.messages else 100

    def row(self) -> tuple[str, ...]:
        """The cells of a table, under `HEAD`."""
        name = f'{self.language} {self.name}'
        counts = (self.messages, self.done, len(self.missing), len(self.stale), len(self.same), self.percent)
        return (name, *map(str, counts))

    def data(self) -> dict[str, Any]:
        """For programs, with the ids."""
        ids = {'missing': list(self.missing), 'stale': list(self.stale), 'same': list(self.same)}
        about = {'language': self.language, 'file': self.name, 'messages': self.messages, 'done': self.done}
        return {**about, **ids, 'percent': self.percent}

    def problem(self) -> Problem | None:
        """That it is not ready for a release, if so."""
        if self.done == self.messages:
            return None
        message = f'found {len(self.missing)} missing and {len(self.stale)} stale texts, expected none in a release'
        path = texts_path(self.language, self.name)
        hint = f'translate them; civap check --lang {self.language} names each with its line'
        return Problem('unfinished-texts', message, path, hint=hint)


def statuses(project: Project, codes: Sequence[str], only: Collection[str]) -> list[Status]:
    """One for each file of the languages, each language's followed by its total. Raises `Problems`.

    `only` are the documents whose files are looked at.
    """
    domains = [domain for domain in load_domains(project) if DOCUMENTS[domain.name] in only]
    found: list[Status] = []
    for code in codes:
        language, terms = load_language(project.root, code), terms_of(project.glossary, code)
        files = [status_of(language, domain, open_po(project.root, code, domain.name)[1], terms) for domain in domains]
        found += [*files, total(files)]
    return found


def total(files: Sequence[Status]) -> Status:
    """All files of a language as one."""
    return Status(
        files[0].language,
        TOTAL,
        sum(each.messages for each in files),
        [name for each in files for name in each.missing],
        [name for each in files for name in each.stale],
        [name for each in files for name in each.same],
    )


def table(found: Sequence[Status]) -> Iterator[str]:
    """Lines for people, numbers in columns."""
    rows = [HEAD, *(each.row() for each in found)]
    widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
    for row, each in zip(rows, (None, *found), strict=True):
        yield '  '.join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])])
        if each and each.name == TOTAL and each is not found[-1]:
            yield ''


def status_of(language: Language, domain: Domain, file: PoFile, terms: Terms) -> Status:
    """How far one file is."""
    entries = {entry.id: entry for entry in file.entries}
    missing, stale, same = [], [], []
    for name, message in domain.messages.items():
        entry = entries.get(name)
        if entry is None or not entry.is_translated:
            missing.append(name)
        elif is_stale(message, entry):
            stale.append(name)
        elif message.counts and lacks_forms(entry, domain.numbers.get(name, ()), language):
            missing.append(name)
        elif entry.forms[-1] == message.other and not _may_be_same(message, terms):
            same.append(name)
    return Status(language.code, domain.name, len(domain.messages), missing, stale, same)


def _may_be_same(message: Message, terms: Terms) -> bool:
    """Whether a text may well read as in English: a foreign name, no word at all, a term called the same."""
    plain = PLACEHOLDER.sub('', message.other)
    return is_foreign(message) or not any(map(str.isalpha, plain)) or (plain, plain) in terms.within(plain)

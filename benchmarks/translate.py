"""How long translators wait with ten thousand messages, beside a loop that tells how fast the machine is.

    .venv/bin/python benchmarks/translate.py [messages] [runs]

Texts like those of the project, one in four counted and one in twenty changed since it was translated, in Polish and
Arabic. The ratio (time over that of the loop) is what compares.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial
from itertools import cycle, islice

from measure import loop

from civap.content.folder import find_root
from civap.content.phrases import Message
from civap.content.project import Project, load_project
from civap.text.checks import check_entries
from civap.text.domains import CARDS, Domain, load_domains
from civap.text.languages import Language, load_language
from civap.text.po import parse_po
from civap.translate.files import new_po, po_text
from civap.translate.merge import merge
from civap.translate.notes import Notes
from civap.translate.status import status_of
from civap.translate.terms import Terms, terms_of


def texts(project: Project, count: int) -> dict[str, Message]:
    """So many messages with the words of the project's own."""
    own = [message for domain in load_domains(project) for message in domain.messages.values()]
    made = (
        Message(f'bench.m{number}', each.one, f'{each.other} {{n}}' if number % 4 == 0 else each.other, each.note)
        for number, each in enumerate(islice(cycle(own), count))
    )
    return {message.id: message for message in made}


def translated(code: str, domain: Domain, forms: int) -> str:
    """A file in which everything is translated, and one text in twenty from another English."""
    file = new_po(code, domain.name)
    merge(file, domain.messages, {}, forms)
    for number, entry in enumerate(file):
        entry.msgid += ' Once.' if number % 20 == 0 else ''
        if entry.msgid_plural:
            entry.msgstr_plural = dict.fromkeys(entry.msgstr_plural, entry.msgid_plural)
        else:
            entry.msgstr = entry.msgid
    return po_text(file)


def main(count: int, runs: int) -> None:
    """Print the best of some runs for each step and language."""
    project = load_project(find_root())
    messages = texts(project, count)
    domain = Domain(CARDS, messages, {name: range(1, 31) for name, each in messages.items() if each.counts})
    print(f'{f"{count} messages":32}{"wall s":>8}{"ratio":>8}')
    for code in ('pl', 'ar'):
        language, terms = load_language(project.root, code), terms_of(project.glossary, code)
        forms, before = len(language.forms), translated(code, domain, len(language.forms))

        def sync(code: str = code, forms: int = forms, before: str = before) -> str:
            file = parse_po(before, code)[1]
            merge(file, messages, Notes(project, code).of(domain), forms)
            return po_text(file)

        after = sync()
        steps: dict[str, Callable[[], object]] = {
            'sync': sync,
            'status': partial(status, language, domain, after, terms),
            'check': partial(check, language, domain, after),
        }
        for name, step in steps.items():
            taken = [(loop(), seconds(step)) for _ in range(runs)]
            ratio = min(wall / base for base, wall in taken)
            print(f'{f"{code} {name}":32}{min(wall for _, wall in taken):8.2f}{ratio:8.2f}')


def status(language: Language, domain: Domain, text: str, terms: Terms) -> None:
    """How far the texts of a language are."""
    status_of(language, domain, parse_po(text, 'x')[0], terms)


def check(language: Language, domain: Domain, text: str) -> None:
    """What keeps them from being printed."""
    list(check_entries(parse_po(text, 'x')[0], domain.messages, domain.numbers, language))


def seconds(step: Callable[[], object]) -> float:
    """The wall time of a step."""
    start = time.perf_counter()
    step()
    return time.perf_counter() - start


if __name__ == '__main__':
    main(*map(int, [*sys.argv[1:], *('10000', '3')[len(sys.argv) - 1 :]]))

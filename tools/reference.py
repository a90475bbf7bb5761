"""Writes docs/reference.md, docs/checks-of-translations.md and a table of docs/translating.md from the models.

    .venv/bin/python tools/reference.py [--check]

With --check it writes nothing and fails if a page is not up to date.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from inspect import getdoc
from pathlib import Path

from civap.codes.catalogue import Explanation, catalogue
from civap.content.events import EVENTS
from civap.content.project import load_project
from civap.content.readings import load_readings
from civap.content.schema import kebab
from civap.content.steps import KINDS
from civap.engine.criteria import REGISTRY
from civap.text.languages import Profile
from civap.text.lint import CHECKS

ROOT = Path(__file__).parent.parent
PAGE = ROOT / 'docs' / 'reference.md'
CHECKS_PAGE = ROOT / 'docs' / 'checks-of-translations.md'

GUIDE = ROOT / 'docs' / 'translating.md'
# Between them the guide is written from the model.
BEGIN, END = '<!-- The keys of a profile, written by tools/reference.py -->', '<!-- End of the keys -->'


def summary(thing: object) -> str:
    """The first line of a docstring."""
    return (getdoc(thing) or '').splitlines()[0]


def lines() -> Iterator[str]:
    """The page."""
    yield '# Reference'
    yield ''
    yield 'Written by `tools/reference.py` from the code and the content; a test keeps it up to date.'
    yield from section('Steps of a card', ((kind, keys(model), summary(model)) for kind, model in KINDS.items()))
    criteria = ((name, entry.sense.value, summary(entry.measure)) for name, entry in sorted(REGISTRY.items()))
    yield from section('Criteria of priority lists', criteria)
    events = ((kind, keys(model), summary(model)) for kind, model in sorted(EVENTS.items()))
    yield from section('Events', events)
    readings = load_readings(load_project(ROOT)).readings
    options = (
        (item.id, ', '.join(f'**{o.id}**' if o.id == item.chosen else o.id for o in item.options), item.question)
        for item in readings
    )
    yield from section('Readings', options)
    for about, codes in by_subject().items():
        yield from section(about, ((each.code, '', each.summary) for each in sorted(codes, key=lambda each: each.code)))


def by_subject() -> dict[str, list[Explanation]]:
    """The codes of problems under the headings of the page; `civap explain CODE` tells all of each."""
    found: dict[str, list[Explanation]] = {}
    for each in catalogue().values():
        found.setdefault(f'Codes: {each.about}', []).append(each)
    return found


def check_lines() -> Iterator[str]:
    """The page about the checks of translations."""
    yield '# Checks of translations'
    yield ''
    yield 'Written by `tools/reference.py` from the code; a test keeps it up to date.'
    yield ''
    yield '`civap translate check` makes them all (32 only with `--fit`); `civap explain NAME` tells about one of them.'
    yield 'Errors fail, warnings are shown, and information is told with `--verbose`. A check without a star can be'
    yield 'allowed for an entry by a comment above it: `# lint: allow NAME (why)`.'
    yield ''
    yield '| number | name | level | what | example |'
    yield '|---|---|---|---|---|'
    for check in sorted(CHECKS.values(), key=lambda check: (check.number, check.name)):
        name = f'`{check.name}`' + (' *' if check.fixed else '')
        codes = [f'`{code}`' for code in check.codes if code != check.name]
        told = ' '.join(check.about.split()) + (f' Told as {", ".join(codes)}.' if codes else '')
        cells = (str(check.number), name, check.level.value, told, check.example)
        yield '| ' + ' | '.join(cell.replace('|', '\\|') for cell in cells) + ' |'


def guide_lines(guide: str) -> Iterator[str]:
    """The guide for translators with its table of the keys of a profile."""
    before, _, rest = guide.partition(f'{BEGIN}\n')
    _, _, after = rest.partition(f'{END}\n')
    yield from (f'{before}{BEGIN}', '', '| key | what it is for | such as |', '|---|---|---|')
    for name, field in Profile.model_fields.items():
        (example,) = field.examples or ['']
        cells = (f'`{kebab(name)}`', field.description or '', f'`{example}`')
        yield '| ' + ' | '.join(cells) + ' |'
    yield from ('', f'{END}\n{after}'.rstrip('\n'))


def keys(model: type) -> str:
    """The YAML keys of a model."""
    fields: dict[str, object] = getattr(model, 'model_fields')  # noqa: B009
    return ', '.join(kebab(name) for name in fields)


def section(title: str, rows: Iterator[tuple[str, str, str]]) -> Iterator[str]:
    """A table under a heading, with the number of its rows."""
    found = list(rows)
    yield from ('', f'## {title} ({len(found)})', '', '| name | | |', '|---|---|---|')
    yield from (f'| `{name}` | {middle} | {text} |' for name, middle, text in found)


def main() -> None:
    """Write the pages, or compare them."""
    guide = guide_lines(GUIDE.read_text(encoding='utf-8'))
    for page, told in ((PAGE, lines()), (CHECKS_PAGE, check_lines()), (GUIDE, guide)):
        text = '\n'.join(told) + '\n'
        if '--check' not in sys.argv:
            page.write_text(text, encoding='utf-8')
        elif page.read_text(encoding='utf-8') != text:
            sys.exit(f'{page.relative_to(ROOT)} is not up to date: run tools/reference.py')


if __name__ == '__main__':
    main()

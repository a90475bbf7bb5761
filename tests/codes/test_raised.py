"""Problems that no faulty file can raise, or no test of another folder."""

from __future__ import annotations

import gzip
import json
import re
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from civap.content.phrases import Message
from civap.content.problems import Problems
from civap.content.project import Project, load_project
from civap.content.references import _check_because
from civap.engine.choices import Kind, Question
from civap.errata.record import read_record
from civap.press.book import Press
from civap.press.geometry import Size
from civap.press.printers import parse_bars, parse_shift
from civap.press.printing import parse_bleed, parse_corner
from civap.press.typeset import typesetter
from civap.proof.resolve import Stating
from civap.proof.words import Words
from civap.serve.preview import Preview
from civap.text.glossary import Glossary
from civap.text.languages import load_language
from civap.text.lint.registry import CHECKS
from civap.text.lint.source import english_book
from civap.text.lint.texts import Book, Voice

ROOT = Path(__file__).parents[2]


def newer(folder: Path) -> None:
    (folder / 'x.json.gz').write_bytes(gzip.compress(json.dumps({'civap-edition': 99}).encode()))
    read_record(folder / 'x.json.gz')


def unrolled(folder: Path) -> None:
    project = load_project(ROOT)
    Stating(Words(project, 'en')).choose(Question(Kind.TIE, 'wonder.tie', ('colossus', 'petra')))


def unsettled(folder: Path) -> None:
    """A book whose numbers are never those that it shows."""
    book = object.__new__(Press)
    book.job = SimpleNamespace(language='pl', source='locales/pl/new_dawn/rules.po')  # type: ignore[assignment]
    book.place = lambda form: []  # type: ignore[method-assign]
    book.numbered = lambda placed: {}  # type: ignore[method-assign]
    book.set = lambda pages, form: True  # type: ignore[assignment, method-assign, return-value]
    book.settle(SimpleNamespace())  # type: ignore[arg-type]


def crashed(folder: Path) -> None:
    typesetter().layout(f'<html><body>{"<div>" * 3000}{"</div>" * 3000}</body></html>', 'x.html')


RAISED: dict[str, Callable[[Path], object]] = {
    'bad-bars': lambda _: parse_bars('15,20', Size(210, 297)),
    'bad-shift': lambda _: parse_shift('25,0'),
    'bad-bleed': lambda _: parse_bleed('12'),
    'bad-corner': lambda _: parse_corner('40', (57, 89)),
    'newer-edition': newer,
    'not-rolled': unrolled,
    'unsettled-pages': unsettled,
    'render-failed': crashed,
}


@pytest.mark.parametrize('code', RAISED)
def test_it_is_told(code: str, tmp_path: Path) -> None:
    with pytest.raises(Problems) as caught:
        RAISED[code](tmp_path)
    (problem,) = caught.value.problems
    assert problem.code == code
    assert re.match('found .+, expected .+', problem.message)
    assert re.match('[a-z]+ ', problem.hint)


def test_an_example_of_our_own_without_its_arithmetic(project: Project) -> None:
    """no-because: only examples in the folder of the project must have it."""
    file = next(file for file in project.examples.values() if not file.example.printed)
    assert list(_check_because(file)) == []
    (problem,) = _check_because(replace(file, example=file.example.model_copy(update={'because': None})))
    assert (problem.code, problem.path) == ('no-because', file.document.path)


def test_a_fault_of_the_preview_is_told_in_the_page() -> None:
    """preview-failed: whatever a file makes of a library, the preview goes on."""
    preview = Preview(ROOT, ('en',))
    place = ('en', 'cards')

    def fail(*_: object) -> None:
        raise KeyError('x')

    preview._round = fail  # type: ignore[assignment, method-assign]
    preview.start()
    try:
        with preview.watching((place,)):
            preview.saved()
            end = time.monotonic() + 20
            while not preview.view(place)[0].problems and time.monotonic() < end:
                preview.wait(-1, 0.1)
            (problem,) = preview.view(place)[0].problems
    finally:
        preview.stop()
    assert (problem.code, "KeyError('x')" in problem.message) == ('preview-failed', True)


@pytest.mark.parametrize(
    ('code', 'one', 'other'),
    [
        ('no-full-stop', 'Flip the token. Remove it', 'Flip it.'),
        ('two-wordings', 'Pick a rival city there.', 'Pick a Rival city there.'),
    ],
)
def test_checks_of_english(code: str, one: str, other: str, project: Project) -> None:
    book = english_book(project, Voice(load_language(ROOT, 'en'), Glossary.of(project.glossary)))
    first, second = (
        replace(text, message=Message(f'x.{number}', said, said, ''), form=said, own=book.voice.side(said))
        for number, (text, said) in enumerate(zip(book.texts, (one, other), strict=False))
    )
    book.texts[:] = [first, second]
    search = CHECKS[code].of_book
    assert search
    (found,) = search(book)
    assert found[0] is (first if code == 'no-full-stop' else second)


def test_a_term_without_the_vowel_marks_that_it_has_elsewhere(project: Project) -> None:
    """vowel-marks: «معزَّز» is written with them, so that «معزز» is a slip."""
    glossary = Glossary.of(project.glossary)
    voice = Voice(load_language(ROOT, 'ar'), glossary)
    book = english_book(project, Voice(load_language(ROOT, 'en'), glossary))
    arabic = Book(voice, book.source, glossary)
    for text, said in zip(book.texts, ('رمز معزَّز', 'رمز معزز'), strict=False):
        arabic.texts.append(replace(text, form=said, own=voice.side(said)))
    search = CHECKS['vowel-marks'].of_book
    assert search
    ((text, found),) = search(arabic)
    assert (text.form, found.part) == ('رمز معزز', 'معزز')

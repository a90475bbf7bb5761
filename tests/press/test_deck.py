"""One language from data to files: the same bytes each time, and faults told with the card they are in."""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from press_sample import DATA, card, make_job

from civap.content.problems import Problem, Problems
from civap.press.deck import DeckJob, DeckResult, build_deck
from civap.press.geometry import CardShape
from civap.press.workers import Workers, worker_count

ROOT = Path(__file__).parents[2]
DIGEST = """
import hashlib, sys
from civap.press.deck import build_deck
from press_sample import make_job
for pdf in build_deck(make_job(sys.argv[1])).files.values():
    print(hashlib.sha256(pdf).hexdigest())
"""


def problems(**changed: Any) -> tuple[Problem, ...]:
    with pytest.raises(Problems) as caught:
        build_deck(make_job(**changed))
    return caught.value.problems


def digests(result: DeckResult) -> list[str]:
    return [hashlib.sha256(pdf).hexdigest() for pdf in result.files.values()]


def test_result_counts_pages_of_fronts_and_backs() -> None:
    result = build_deck(make_job(count=10, papers=('a4',)))
    assert result.pages == {'a4': 4}
    assert list(result.files) == ['a4']
    assert [fit.card for fit in result.fits] == [f'card-{number}' for number in range(10)]


def test_cards_beside_are_laid_out_and_not_printed() -> None:
    job = make_job(count=3, papers=('a4',))
    low = card(1, id='low', steps=[{'text': 'first'}, {'text': 'second'}])
    made, alone = build_deck(replace(job, beside=(low,))), build_deck(job)
    assert (made.files, made.faces, made.fits) == (alone.files, alone.faces, alone.fits)
    assert {name: len(parts.texts) for name, parts in made.parts.items()} == {
        'card-0': 1,
        'card-1': 1,
        'card-2': 1,
        'low': 2,
    }
    assert alone.parts == {}


def build(jobs: Sequence[DeckJob]) -> list[DeckResult]:
    with Workers(worker_count(len(jobs))) as workers:
        return workers.build(jobs)


@pytest.mark.slow
@pytest.mark.parametrize('seed', ['1', '2'])
def test_same_bytes_in_any_process(seed: str, built: Callable[[str], DeckResult]) -> None:
    zone = {'1': 'Asia/Tokyo', '2': 'America/Lima'}[seed]
    environment = {
        **os.environ,
        'PYTHONHASHSEED': seed,
        'TZ': zone,
        'PYTHONPATH': f'{ROOT}{os.pathsep}{Path(__file__).parent}',
    }
    command = [sys.executable, '-c', DIGEST, 'ar']
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == digests(built('ar'))


@pytest.mark.slow
def test_same_bytes_in_a_full_build(built: Callable[[str], DeckResult]) -> None:
    languages = ('ar', 'en', 'pl')
    results = build([make_job(language) for language in languages])
    assert [result.language for result in results] == list(languages)
    assert [digests(result) for result in results] == [digests(built(language)) for language in languages]
    assert results[0].fits == built('ar').fits


@pytest.mark.slow
def test_problems_of_all_languages_come_back_whole() -> None:
    broken = [make_job(language, cards=(card(0, type='war', title=language),)) for language in ('en', 'pl')]
    broken.append(make_job('ar', cards=(card(0, foot='☃'),)))
    with pytest.raises(Problems) as caught:
        build(broken)
    assert [problem.code for problem in caught.value.problems] == ['missing-icon', 'missing-glyph']
    assert all(problem.hint for problem in caught.value.problems)


def test_one_job_needs_no_worker() -> None:
    assert [result.language for result in build([make_job('pl', count=1)])] == ['pl']


def test_missing_icon_names_the_file_and_the_cards() -> None:
    (problem,) = problems(cards=(card(0), card(1, type='war'), card(2, type='war')))
    assert problem.path == 'art/war.svg'
    assert problem.message == 'found no such icon, expected an SVG file, for card-1 and 1 more'


def test_letter_without_a_glyph_names_the_card() -> None:
    found = problems(cards=(card(0), card(1, steps=[{'text': 'snow ☃ 漢 ⸺'}])))
    assert [problem.message for problem in found] == [
        'found ☃ (U+2603) in card-1 (TitleB), expected letters that the fonts have',
        'found 漢 (U+6F22) in card-1 (TitleB), expected letters that the fonts have',
        'found ⸺ (U+2E3A), TWO-EM DASH, in card-1 (TitleB), expected letters that the fonts have',
    ]
    assert found[0].path == 'locales/en/cards.po'


def test_card_too_large_for_the_paper() -> None:
    (problem,) = problems(shape=CardShape(250, 350, 3, 3))
    assert problem.code == 'paper-too-small'


def test_missing_templates(tmp_path: Path) -> None:
    (tmp_path / 'styles').mkdir()
    (tmp_path / 'styles' / 'cards.css').write_text('p {}')
    found = [*problems(templates=tmp_path), *problems(templates=tmp_path / 'none')]
    assert {problem.code for problem in found} == {'bad-template', 'missing-style'}
    assert all(problem.path.startswith('templates/') and problem.hint for problem in found)


@pytest.mark.parametrize(('body', 'line'), [('\n{{ nothing }}', 2), ('{% for card in %}', 1), ('\n\n{{ 1 / 0 }}', 3)])
def test_broken_template_is_told_with_its_line(tmp_path: Path, body: str, line: int) -> None:
    shutil.copytree(DATA / 'templates', tmp_path, dirs_exist_ok=True)
    (tmp_path / 'cards/deck.html.j2').write_text(body)
    (problem,) = problems(templates=tmp_path)
    assert (problem.code, problem.path, problem.line) == ('bad-template', 'templates/cards/deck.html.j2', line)
    assert problem.excerpt == body.split('\n')[line - 1]
    assert problem.hint


# Templates that would be rendered without end, and the place that is told.
ENDLESS = {
    'itself': ({'deck': '\n{% include "cards/deck.html.j2" %}'}, ('deck', 2)),
    'through another': (
        {'deck': '{% include "cards/a.html.j2" %}', 'a': '{%- from "cards/deck.html.j2" import x %}'},
        ('deck', 1),
    ),
    'further in': ({'deck': '{% include "cards/a.html.j2" %}', 'a': '\n\n{% extends "cards/a.html.j2" %}'}, ('a', 3)),
    'by a computed name': ({'deck': '{% set me = "cards/deck.html.j2" %}\n{% include me %}'}, ('deck', 0)),
    'a macro': ({'deck': '{% macro m() %}{{ m() }}{% endmacro %}\n{{ m() }}'}, ('deck', 0)),
}


@pytest.mark.parametrize('name', ENDLESS)
def test_a_template_without_end_is_told(name: str, tmp_path: Path) -> None:
    files, (where, line) = ENDLESS[name]
    shutil.copytree(DATA / 'templates', tmp_path, dirs_exist_ok=True)
    for file, body in files.items():
        (tmp_path / f'cards/{file}.html.j2').write_text(body)
    (problem,) = problems(templates=tmp_path, cards=tuple(map(card, range(20))))
    assert (problem.code, problem.path) == ('bad-template', f'templates/cards/{where}.html.j2')
    assert problem.line == line or not line
    assert problem.message.startswith('found ')
    assert problem.message.endswith('again, expected an end' if line else 'uses itself, expected an end')


@pytest.mark.parametrize('name', ['styles/cards.css', 'cards/deck.html.j2', 'cards/backs.html.j2'])
def test_template_in_another_encoding_is_told_with_its_place(name: str, tmp_path: Path) -> None:
    shutil.copytree(DATA / 'templates', tmp_path, dirs_exist_ok=True)
    text = (tmp_path / name).read_text()
    (tmp_path / name).write_bytes(f'{text}\n/* ąę */'.encode('cp1250'))
    (problem,) = problems(templates=tmp_path)
    assert (problem.code, problem.path) == ('encoding', f'templates/{name}')
    assert problem.line == text.count('\n') + 2
    assert 'save the file as UTF-8' in problem.hint


@pytest.mark.parametrize('error', [BrokenProcessPool(), OSError(11, 'no more processes')])
@pytest.mark.parametrize('when', ['at once', 'with work'])
def test_process_that_does_not_start(when: str, error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    """One problem; a traceback of the thread would be a warning, and so an error here."""
    monkeypatch.setattr(ProcessPoolExecutor, 'submit', _raising(error))
    with Workers(2) as workers:
        if when == 'with work':
            with pytest.raises(Problems, match='worker-died'):
                workers.build([make_job(count=1)])


def _raising(error: Exception) -> Callable[..., None]:
    def fail(*_: object) -> None:
        raise error

    return fail


def test_no_more_workers_than_processors_to_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, 'cpu_count', lambda: 64)
    monkeypatch.setattr(os, 'sched_getaffinity', lambda _: {0}, raising=False)
    assert worker_count(8) == 2
    monkeypatch.delattr(os, 'sched_getaffinity')
    assert worker_count(8) == 8

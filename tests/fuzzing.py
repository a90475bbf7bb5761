"""What is done with damaged files: each target names files of a project and what a command would do with them."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import copies
import damage
from markupsafe import Markup

from civap.checking import _unreadable
from civap.cli.options import TEXTS
from civap.codes.catalogue import catalogue
from civap.content.folder import language_codes
from civap.content.problems import Problem, Problems
from civap.content.project import Project, load_project
from civap.engine.choices import Answer, Question
from civap.errata.diff import compare
from civap.errata.editions import frozen_versions
from civap.errata.record import Record, Scope, read_record, record_of
from civap.errata.report import data, told
from civap.press.geometry import CardShape
from civap.press.icons import Icons, picture
from civap.press.printers import profiles
from civap.press.typeset import typesetter
from civap.proof.examples import check_example_file, find_example
from civap.proof.findings import find_all
from civap.proof.resolve import Chance, resolve, seeded
from civap.proof.verdicts import Checker
from civap.proof.words import Words
from civap.text.catalog import load_book_catalog, load_catalog, load_sheet_catalog
from civap.text.lint.run import check_language
from civap.text.render import Renderer
from civap.translate.status import statuses
from civap.translate.sync import sync

ROOT = Path(__file__).parents[1]
GAME = 'content/new_dawn'
READ = ('readings', 'play', 'rulebook', 'sheets', 'examples')  # what a project reads when it is first asked for
SECONDS = 30  # for one input: far more than any takes


STEERS = re.compile('[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\ud800-\udfff]')
OK = Problem('ok', 'found nothing, expected nothing')


class Hang(BaseException):
    """An input took longer than any may."""


@contextmanager
def alarm(seconds: int = SECONDS) -> Iterator[None]:
    """Raises `Hang` when what is inside takes too long."""

    def ring(*_: object) -> None:
        raise Hang

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@dataclass(frozen=True)
class Target:
    """Files of a kind, what a command does with one that was damaged, and how many inputs of a thousand it gets."""

    name: str
    files: Callable[[], Sequence[str]]
    action: Callable[[Path, str, Random], object]
    share: int


@cache
def good() -> Project:
    """The project without damage."""
    return load_project(ROOT)


def at(folder: Path) -> Project:
    """The project without damage to its content, whose texts are those of a folder."""
    copy = replace(good(), root=folder)
    for name in READ:
        copy.__dict__[name] = getattr(good(), name)
    return copy


@cache
def frozen() -> Record:
    """The newest frozen edition."""
    return read_record(ROOT / GAME / 'editions' / f'{frozen_versions(ROOT)[-1]}.json.gz')


def content(folder: Path, name: str, random: Random) -> None:
    """What every command reads; now and then also what a check and a comparison of editions do."""
    project = load_project(folder)
    for read in (lambda: project.readings, lambda: project.play, lambda: project.rulebook, lambda: project.sheets):
        read()
    if problems := _unreadable(project):
        raise Problems(problems)
    find_all(project)
    _ = project.examples
    for read_catalog in (load_catalog, load_book_catalog, load_sheet_catalog):
        read_catalog(project, 'en')
        read_catalog(project, 'pl', draft=True)
    if random.random() < 0.3:
        record = record_of(project, scope := Scope(language_codes(folder), told=False))
        told(compare(frozen().within(scope), record), scope.languages)


def texts(folder: Path, name: str, random: Random) -> None:
    """Check, bring up to date, count, and say every card; what sync wrote is up to date."""
    code = name.split('/')[1] if name.count('/') > 1 else 'pl'
    project = at(folder)
    check_language(project, code)
    statuses(project, [code] if code != 'en' else [], TEXTS)
    synced = [] if code == 'en' else sync(project, [code])
    for each in synced:
        path = folder / each.path
        before = path.read_bytes() if path.exists() else b''
        path.write_bytes(each.after.encode())
        again = {other.path: other for other in sync(at(folder), [code])}[each.path]
        path.write_bytes(before)
        assert not again.is_changed, f'{each.path} is not up to date once synced'
    for draft in (True, False):
        renderer = Renderer(load_catalog(at(folder), code, draft=draft), ending=16)
        for card in good().deck.cards:
            for statement in card.say_steps():
                renderer.html(*statement.sentences, *statement.closing)
                renderer.plain(*statement.sentences)


class _First:
    """A person who takes the first option."""

    def choose(self, question: Question) -> Answer:
        return question.options[0]


def state(folder: Path, name: str, random: Random) -> None:
    """Resolve a turn or two, with dice."""
    project = at(folder)
    chooser = Chance(seeded(random.randrange(99)), _First())
    played = resolve(project, str(folder / name), chooser, turns=random.choice((1, 2)))
    played.lines(Words(project, 'pl'))
    played.data(Words(project, 'en'))


def example(folder: Path, name: str, random: Random) -> None:
    """Read an example from elsewhere and check it."""
    project, mine = at(folder), folder / 'mine.yaml'
    mine.write_bytes((folder / name).read_bytes())
    others = {id: file for id, file in project.examples.items() if file.path.name != Path(name).name}
    project.__dict__['examples'] = others
    files, file = find_example(project, str(mine))
    checker = Checker(project, project.readings[0].chosen)
    str(check_example_file(file, files, checker, Words(project, 'en')))


def edition(folder: Path, name: str, random: Random) -> None:
    """Compare a frozen edition with another."""
    record = read_record(folder / name)
    for diff in (compare(record, frozen()), compare(frozen(), record)):
        '\n'.join(told(diff, ('en', 'pl'))).encode()
        json.dumps(data(diff, ('en', 'pl')), ensure_ascii=False).encode()


def templates(folder: Path, name: str, random: Random) -> None:
    """Set a card."""
    from civap.press import deck

    job = _job()
    deck._templates.cache_clear()  # it would keep the first template that compiles
    deck.typeset_faces(replace(job, templates=folder / 'templates', cards=job.cards[:1]))


@cache
def _job() -> Any:
    from civap.press.editions import decks
    from civap.press.made import Request

    request = Request(out=ROOT / 'build', languages=('en',), papers=('a4',), only=('cards',), shape=CardShape())
    return decks(good(), [load_catalog(good(), 'en')], request)[0].jobs[0]


def art(folder: Path, name: str, random: Random) -> None:
    """Set a page with a drawing."""
    stem = Path(name).stem
    drawn = Icons(folder / GAME / 'art', folder).glyph(stem, '#123456', 0, 0, 4)
    image = picture(Markup('<svg viewBox="0 0 4 4">{}</svg>').format(drawn), 'x')
    document = typesetter().layout(f'<html><body>{image}</body></html>', name)
    typesetter().pdf(document, name, {})


def settings(folder: Path, name: str, random: Random) -> None:
    """Read the printers that were measured."""
    import os

    os.environ['CIVAP_CONFIG'] = str((folder / name).parent)
    profiles()


def _glob(*patterns: str) -> Callable[[], list[str]]:
    return lambda: [path.relative_to(ROOT).as_posix() for each in patterns for path in sorted(ROOT.glob(each))]


TARGETS = (
    Target('content', _glob(f'{GAME}/*.yaml'), content, 150),
    Target('texts', _glob('locales/??/new_dawn/*.po'), texts, 40),
    Target('profile', _glob('locales/??/profile.yaml', 'locales/glossary.yaml'), texts, 70),
    Target('example', _glob(f'{GAME}/examples/*.yaml'), example, 60),
    Target('state', lambda: ['state.yaml'], state, 250),
    Target('edition', _glob(f'{GAME}/editions/*.json.gz'), edition, 70),
    Target('template', _glob('templates/cards/*.j2', 'templates/styles/cards.css'), templates, 60),
    Target('art', _glob(f'{GAME}/art/*.svg'), art, 200),
    Target('settings', lambda: ['settings/printers.yaml'], settings, 100),
)


def copied(folder: Path) -> Path:
    """A copy of the project to damage, with a state and a file of settings beside it."""
    copies.copied(folder)
    (folder / 'settings').mkdir(parents=True)
    measured = 'shift: [0.5, -1]\n{0}scale: [1, 1.01]\n'
    printers = f'office:\n  a4-standing-long:\n    {measured.format("    ")}old:\n  {measured.format("  ")}'
    (folder / 'settings/printers.yaml').write_text(printers, 'utf-8')
    state = re.search(r'```yaml\n(.*?)```', (ROOT / 'README.md').read_text('utf-8'), re.DOTALL)
    assert state
    (folder / 'state.yaml').write_text(state[1], 'utf-8')
    return folder


def attack(folder: Path, target: Target, seed: str) -> str:
    """One input; the name of the outcome. Raises `AssertionError` for a problem that is not one, else what escaped."""
    random = Random(seed)
    name = random.choice(target.files())
    path = folder / name
    before = path.read_bytes()
    path.write_bytes(damage.damaged(name, before, random))
    problems = (OK,)
    try:
        with alarm():
            target.action(folder, name, random)
    except Problems as error:
        problems = error.problems
    finally:
        damage_done = path.read_bytes()
        path.write_bytes(before)
    for problem in problems:
        check(problem, folder, name, damage_done)
    return problems[0].code


def check(problem: Problem, folder: Path, damaged: str, raw: bytes) -> None:
    """A problem has a code, says what was found and expected, and points into its file."""
    assert problem is OK or problem.code in catalogue(), problem
    assert re.match('found .*expected .+', problem.message, re.DOTALL), problem
    assert not STEERS.search(str(problem)), repr(problem)
    if problem.line:
        path = folder / problem.path
        raw = raw if path == folder / damaged else path.read_bytes()
        lines = raw.replace(b'\r\n', b'\n').decode('utf-8', 'replace').split('\n')
        assert 1 <= problem.line <= len(lines), problem
        assert 1 <= problem.column <= len(lines[problem.line - 1]) + 1, problem

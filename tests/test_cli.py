"""The commands as a user types them: in a copy of the project, judged by exit status, messages and files."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from commands import typed
from copies import copied
from markupsafe import Markup

from civap.content.project import load_project
from civap.press.book_views import book_jobs

ROOT = Path(__file__).resolve().parents[1]
CARDS = 'content/new_dawn/cards.yaml'
PHRASES = 'content/new_dawn/phrases.yaml'
POLISH = 'locales/pl/new_dawn/cards.po'
PROFILE = 'locales/pl/profile.yaml'
ARABIC = 'locales/ar/new_dawn/cards.po'
MESSAGE = re.compile(r'^(\S+?:\d+:\d+: |\S+: )?[a-z]+(-[a-z]+)* .*(found|expected)')


@dataclass(frozen=True)
class Copy:
    """A copy of the project that a test may break, with earlier outputs beside it."""

    root: Path

    @property
    def out(self) -> Path:
        return self.root / 'build'

    def edit(self, name: str, old: str, new: str, count: int = 1) -> None:
        path = self.root / name
        text = path.read_text('utf-8')
        assert old in text, f'{name} has no {old!r}'
        path.write_text(text.replace(old, new, count), 'utf-8')

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return typed('--project', str(self.root), *arguments)


@pytest.fixture
def project(tmp_path: Path) -> Copy:
    return Copy(copied(tmp_path))


@pytest.fixture
def earlier(project: Copy) -> dict[str, bytes]:
    """Outputs of an earlier build, which a failing one must leave alone."""
    files = {'en/focus-cards-a4.pdf': b'earlier', 'report.json': b'{}'}
    for name, data in files.items():
        (project.out / name).parent.mkdir(parents=True, exist_ok=True)
        (project.out / name).write_bytes(data)
    return files


def outputs(project: Copy) -> dict[str, bytes]:
    found = sorted(path for path in project.out.rglob('*') if path.is_file())
    return {path.relative_to(project.out).as_posix(): path.read_bytes() for path in found}


def double_first_sentence(project: Copy) -> None:
    """The text of Animal Husbandry and its siblings, twice as long."""
    path = project.root / PHRASES
    text = path.read_text('utf-8')
    sentence = re.search(r'- id: build-wonder\n  en: "(.*)"', text)
    listing = re.search(r'- id: city.most-tokens\n  en: (.*)', text)
    assert sentence
    assert listing
    for found in (sentence[1], listing[1]):
        text = text.replace(found, f'{found} {found} {found}')
    path.write_text(text, 'utf-8')


def without_polish_phrase(project: Copy) -> None:
    path = project.root / POLISH
    entries = path.read_text('utf-8').split('\n\n')
    kept = [entry for entry in entries if 'msgctxt "tie.roll"' not in entry]
    assert len(kept) == len(entries) - 1
    path.write_text('\n\n'.join(kept), 'utf-8')


def in_windows_1250(project: Copy) -> None:
    path = project.root / POLISH
    path.write_bytes(path.read_text('utf-8').encode('cp1250', 'replace'))


FAULTS: dict[str, tuple[Callable[[Copy], object], str, str]] = {
    'duplicate card id': (lambda p: p.edit(CARDS, 'id: masonry', 'id: pottery'), 'duplicate-id', f'{CARDS}:'),
    'misspelt level': (lambda p: p.edit(CARDS, 'level: IV', 'level: IIV'), 'unknown-level', 'I, II, III or IV'),
    'misspelt level key': (lambda p: p.edit(CARDS, 'level: IV', 'levle: IV'), 'unknown-key', 'write level'),
    'unknown criterion': (
        lambda p: p.edit(CARDS, 'nearest-agenda', 'nearest-agend'), 'unknown-criterion', 'write nearest-agenda',
    ),
    'missing Polish phrase': (without_polish_phrase, 'missing-translation', 'tie.roll'),
    'Arabic without placeholder': (
        lambda p: p.edit(ARABIC, 'الإنتاج: {production}', 'الإنتاج: 5'), 'missing-placeholder', '{production}',
    ),
    'text too long': (double_first_sentence, 'overflow', 'Animal Husbandry'),
    'missing profile': (lambda p: (p.root / PROFILE).unlink(), 'missing-profile', PROFILE),
    'missing icon': (lambda p: (p.root / 'content/new_dawn/art/industry.svg').unlink(), 'missing-icon', 'industry.svg'),
    'no content': (lambda p: shutil.rmtree(p.root / 'content'), 'no-content', '--project'),
    'empty file': (lambda p: (p.root / CARDS).write_text(''), 'empty-file', CARDS),
    'Windows-1250': (in_windows_1250, 'encoding', 'UTF-8'),
}  # fmt: skip


# In which language it is built, if not in English: that in which the fault is.
LANGUAGE = {
    'missing Polish phrase': 'pl', 'missing profile': 'pl,en', 'Windows-1250': 'en,pl', 'empty file': 'en,pl,ar',
    'Arabic without placeholder': 'ar',
}  # fmt: skip


@pytest.mark.parametrize('name', FAULTS)
def test_fault_is_one_clear_message_and_leaves_outputs(name: str, project: Copy, earlier: dict[str, bytes]) -> None:
    spoil, code, says = FAULTS[name]
    spoil(project)
    done = project.run('build', '--only', 'cards', '--lang', LANGUAGE.get(name, 'en'))
    assert done.returncode == 1, done.stderr
    assert code in done.stdout
    assert says in done.stdout
    assert 'Traceback' not in done.stdout + done.stderr
    assert all(MESSAGE.match(line) for line in done.stdout.splitlines() if not line.startswith('    '))
    assert outputs(project) == earlier


def test_a_missing_font_package_is_named(project: Copy, earlier: dict[str, bytes]) -> None:
    """As after `pip uninstall fontpkg-marcellus`: the program runs where that package cannot be imported."""
    program = (
        'import sys\n'
        'sys.modules["fontpkg_marcellus"] = None\n'
        f'sys.argv = "civap --fresh --lang en --only cards --project {project.root} build".split()\n'
        'from civap.cli import main\n'
        'main()\n'
    )
    done = subprocess.run(
        [sys.executable, '-c', program], capture_output=True, text=True, cwd=ROOT, timeout=600, check=False
    )
    assert done.returncode == 1, done.stderr
    assert 'missing-font' in done.stdout
    assert 'fontpkg-marcellus' in done.stdout
    assert outputs(project) == earlier


@pytest.mark.parametrize(
    'name', ['missing Polish phrase', 'missing profile', 'Arabic without placeholder', 'Windows-1250']
)
def test_english_never_looks_at_another_language(name: str, project: Copy) -> None:
    FAULTS[name][0](project)
    done = project.run('build', '--lang', 'en', '--paper', 'a4', '--only', 'cards')
    assert done.returncode == 0, done.stdout
    assert set(outputs(project)) == {'en/focus-cards-a4.pdf', 'report.json'}


@pytest.mark.parametrize('place', ['before', 'after'])
def test_options_before_and_after_the_command_are_the_same(place: str, project: Copy, tmp_path: Path) -> None:
    options = ['--lang', 'en', '--paper', 'letter', '--only', 'cards', '--out', str(tmp_path / 'out')]
    done = project.run(*options, 'build') if place == 'before' else project.run('build', *options)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / 'out/en/focus-cards-letter.pdf').is_file()
    assert not (tmp_path / 'out/en/focus-cards-a4.pdf').exists()


def test_check_passes_on_the_unmodified_copy(project: Copy) -> None:
    done = project.run('check')
    assert done.returncode == 0, done.stdout
    assert re.search('^pottery-wonder: HOLDS IF ', done.stdout, re.MULTILINE)
    assert re.search('^capital-attack: HOLDS ', done.stdout, re.MULTILINE)


def test_an_example_of_ones_own_is_not_lost_among_the_others(project: Copy, tmp_path: Path) -> None:
    text = (project.root / 'content/new_dawn/examples/pottery-wonder.yaml').read_text('utf-8')
    mine = tmp_path / 'mine.yaml'
    mine.write_text(text.replace('example: pottery-wonder', 'example: mine'), 'utf-8')
    done = project.run('check', str(mine))
    assert done.returncode == 0, done.stdout
    assert [line.split(':')[0] for line in done.stdout.splitlines() if not line.startswith(' ')] == ['mine']
    assert re.search(r'^\d+ examples of the project: ok$', done.stderr, re.MULTILINE)
    done = project.run('check', str(project.root / 'content/new_dawn/examples/astrology.yaml'))
    assert [line.split(':')[0] for line in done.stdout.splitlines()] == ['astrology']


def test_a_file_that_is_no_text_is_one_clean_message(project: Copy) -> None:
    done = project.run('check', sys.executable)
    assert done.returncode == 1
    assert re.search(r'(too-long|encoding) found', done.stdout)
    assert all(line.isprintable() for line in done.stdout.splitlines())


def test_changed_production_fails_the_example_and_names_the_tokens(project: Copy) -> None:
    project.edit(CARDS, 'build-wonder: {production: 5', 'build-wonder: {production: 6')
    done = project.run('check')
    assert done.returncode == 1
    text = done.stdout
    assert re.search(r'examples/pottery-wonder\.yaml:\d+:\d+: example-fails', text)
    assert 'one trade token is spent where two are expected' in text
    assert 'Lowest cost: Colossus 7, Petra 7, Oracle 8' in text
    replay = re.search(r'civap (explain pottery-wonder .*)', text)
    assert replay
    again = project.run(*replay[1].strip().split())
    assert again.returncode == 0, again.stdout
    assert 'trade' in again.stdout


def test_draft_prints_the_changed_number_in_every_language(project: Copy) -> None:
    project.edit(CARDS, 'build-wonder: {production: 5', 'build-wonder: {production: 6')
    refused = project.run('build', '--only', 'cards', '--lang', 'en')
    assert refused.returncode == 1
    assert 'pottery-wonder' in refused.stdout
    assert not project.out.exists()
    done = project.run('build', '--draft', '--paper', 'a4', '--only', 'cards')
    assert done.returncode == 0, done.stdout
    for language in ('en', 'pl', 'ar'):
        text = card_text(project.out / language / 'focus-cards-a4.pdf', 2)
        assert '6' in text
        assert '5' not in re.sub(r'1\.0', '', text)


def test_book_and_sheets_follow_a_changed_number(project: Copy) -> None:
    project.edit(CARDS, 'build-wonder: {production: 5', 'build-wonder: {production: 6')
    done = project.run('build', '--draft', '--lang', 'en', '--paper', 'a4', '--only', 'sheets')
    assert done.returncode == 0, done.stdout
    sheets = text_of(project.out / 'en/reference-sheets-a4.pdf')
    assert ('Production 5,' in sheets, sheets.count('Production 6,')) == (False, 2)
    (book,) = book_jobs(load_project(project.root), ['en'], ['a4'], draft=True)
    said = ' '.join(Markup(json.dumps(book.view, ensure_ascii=False, default=str)).striptags().split())
    assert 'gives 6 production' in said
    assert 'spends 1 trade token and' in said


def text_of(path: Path) -> str:
    pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(path)]
    return ' '.join(' '.join(pages).split())


@pytest.mark.usefixtures('built')  # which keeps the book
def test_a_booklet_is_printed_on_request(project: Copy) -> None:
    done = project.run('build', '--lang', 'ar', '--paper', 'a4', '--only', 'rulebook', '--booklet')
    assert done.returncode == 0, done.stdout
    assert set(outputs(project)) == {'ar/rulebook-a4.pdf', 'ar/rulebook-a4-booklet.pdf', 'report.json'}
    with pikepdf.open(project.out / 'ar/rulebook-a4-booklet.pdf') as pdf:
        assert len(pdf.pages) % 2 == 0
        sizes = {tuple(round(float(edge) * 25.4 / 72) for edge in page.mediabox) for page in pdf.pages}
        assert sizes == {(0, 0, 297, 210)}
        assert str(pdf.Root.ViewerPreferences.Direction) == '/R2L'


def card_text(path: Path, index: int) -> str:
    """The text of the card at `index` in reading order, from the layer of its sheet (nine a page)."""
    pdf = pypdfium2.PdfDocument(path)
    page = pdf[0]
    right_to_left = '/ar/' in path.as_posix()
    column = index % 3 if not right_to_left else 2 - index % 3
    width, height = page.get_width(), page.get_height()
    left = (width - 3 * 161.6 - 2 * 11.3) / 2 + column * (161.6 + 11.3)
    top = height - (height - 3 * 252.3 - 2 * 11.3) / 2
    return str(page.get_textpage().get_text_bounded(left, top - 252.3, left + 161.6, top))


def test_accept_rewrites_only_expected_values_and_the_release_prints(project: Copy) -> None:
    project.edit(CARDS, 'build-wonder: {production: 5', 'build-wonder: {production: 6')
    example = project.root / 'content/new_dawn/examples/pottery-wonder.yaml'
    before = example.read_text('utf-8')
    asked = project.run('check', '--accept', 'all')
    assert asked.returncode == 1
    assert example.read_text('utf-8') == before
    done = project.run('check', '--accept', 'all', '--yes')
    assert done.returncode == 0, done.stdout + done.stderr
    after = example.read_text('utf-8')
    assert [line.split('#')[1:] for line in before.splitlines()] == [line.split('#')[1:] for line in after.splitlines()]
    changed = [(a, b) for a, b in zip(before.splitlines(), after.splitlines(), strict=True) if a != b]
    assert changed
    assert all(re.sub(r'\d+', '0', a) == re.sub(r'\d+', '0', b) for a, b in changed)
    assert project.run('build', '--lang', 'en', '--paper', 'a4', '--only', 'cards').returncode == 0


@pytest.mark.parametrize(
    ('arguments', 'status', 'says'),
    [
        (['build', '--paper', 'a5'], 2, 'a4 or letter'),
        (['build', '--lang', 'xx'], 2, 'expected one of en, ar, pl'),
        (['check', '--lang', 'xx'], 2, 'expected one of en, ar, pl'),
        (['build', '--only', 'poster'], 2, 'cards or sheets or rulebook'),
        (['build', '--nonsense'], 2, '--nonsense'),
        (['resolve', 'x.yaml', '--dice', '7'], 2, "found the die '7', expected a face from 1 to 6"),
        (['build', '--out', ''], 2, "'--out': found '', expected a folder"),
        (['build', '--project', ''], 2, "'--project': found '', expected a folder"),
        (['build', '--lang', ''], 2, "'--lang': found '', expected a name"),
        (['build', '--lang', ' , '], 2, "'--lang': found ' , ', expected a name"),
        (['build', '--paper', ''], 2, "'--paper': found '', expected a name"),
        (['build', '--only', ','], 2, "'--only': found ',', expected a name"),
        (['check', '--accept', ''], 2, "found --accept ''"),
        (['build', '--only', 'cards,sheets', '--booklet'], 2, 'found --booklet beside --only cards,sheets'),
        (['resolve', '{}', '--lang', 'pl,ar'], 2, 'found --lang pl,ar, expected one language'),
        (['explain', 'card.pottery', '--lang', 'pl', '--lang', 'ar'], 2, 'expected one language'),
        (['check', '--readings', '--lang', 'pl,ar'], 2, 'expected one language'),
        (['bild'], 2, 'bild'),
        (['explain', 'nothing'], 1, 'unknown-example'),
        (['explain', 'card.potery'], 1, 'hint: write card.pottery'),
        (['check', '--accept', 'nothing'], 1, 'unknown-example'),
        (['--project', '/nowhere/at/all', 'build'], 1, 'no-project'),
    ],
)
def test_wrong_arguments_are_one_message(arguments: list[str], status: int, says: str, project: Copy) -> None:
    done = project.run(*arguments)
    assert done.returncode == status
    assert says in done.stdout + done.stderr
    assert 'Traceback' not in done.stdout + done.stderr


@pytest.mark.parametrize(('error', 'status'), [('RuntimeError("x")', 2), ('KeyboardInterrupt()', 130)])
def test_what_goes_wrong_inside_shows_no_traceback(error: str, status: int) -> None:
    program = f'from civap import cli\ndef broken(*_, **__): raise {error}\ncli.cli.main = broken\ncli.main()\n'
    done = subprocess.run([sys.executable, '-c', program], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == status
    assert 'Traceback' not in done.stderr


# What the shell may do to a command: its redirections, the exit status, what must be told.
STREAMS = {
    'resolve STATE <&-': (1, 'no-answer'),
    'resolve STATE </dev/null': (1, 'no-answer'),
    'resolve - <&-': (1, 'empty-file'),
    'resolve STATE </dev/urandom': (1, 'bad-answer'),
    'resolve - </dev/zero': (1, 'too-long'),
    'resolve STATE --seed 1 >/dev/full': (1, 'cannot-write'),
    'check nothing.yaml >/dev/full': (1, 'cannot-write'),
    'resolve STATE --seed 1 >&-': (0, ''),
}
TIED = """{turn: 1, market: [colossus, petra], victory: [], ap: {leader: trajan, resources: 0, natural-wonders: 0,
 wonders: [], city-states: [], row: [{card: pottery, slot: 5, trade: 2}]},
 spaces: [{id: capital, at: [0, 0], terrain: 1, city: ap, capital: true}]}"""


@pytest.mark.skipif(not Path('/dev/full').exists(), reason='needs the devices of Linux')
@pytest.mark.parametrize('command', STREAMS)
def test_streams_that_are_closed_full_or_rubbish_are_one_message(command: str) -> None:
    status, says = STREAMS[command]
    line = f'{shlex.quote(sys.executable)} -m civap {command.replace("STATE", shlex.quote(TIED))}'
    done = subprocess.run(['sh', '-c', line], capture_output=True, text=True, cwd=ROOT, timeout=120, check=False)
    assert done.returncode == status, done.stderr
    assert says in done.stdout + done.stderr
    assert 'Traceback' not in done.stderr
    assert 'internal-error' not in done.stderr


def test_the_last_line_of_a_turn_can_be_piped_and_typed() -> None:
    civap = f'{shlex.quote(sys.executable)} -m civap resolve --lang ar'
    first = f'{civap} {shlex.quote(TIED)} --seed 1 </dev/null | tail -n 1'
    for line in (f'{first} | {civap} - --seed 2', f'{civap} "$({first})" --seed 2 </dev/null'):
        done = subprocess.run(['sh', '-c', line], capture_output=True, text=True, cwd=ROOT, check=False)
        # All is read; the second turn asks for what the first did not need.
        assert re.search(r'^(not-stated|no-answer) ', done.stdout), done.stdout


# From the first to the last that a command imports.
MODULES = ('civap.cli', 'click', 'civap.content.problems', 'civap.content.project', 'pydantic')


@pytest.mark.parametrize('module', MODULES)
def test_an_interrupt_is_one_word_whenever_it_comes(module: str) -> None:
    program = (
        'import builtins, os, runpy, signal, sys\n'
        'load = builtins.__import__\n'
        'def interrupted(name, *rest, **more):\n'
        f'    if name == {module!r}:\n'
        '        builtins.__import__ = load\n'
        '        os.kill(os.getpid(), signal.SIGINT)\n'
        '    return load(name, *rest, **more)\n'
        'builtins.__import__ = interrupted\n'
        'sys.argv = ["civap", "check", "--fresh"]\n'
        'runpy.run_module("civap", run_name="__main__")\n'
    )
    done = subprocess.run([sys.executable, '-c', program], capture_output=True, text=True, cwd=ROOT, check=False)
    assert (done.returncode, done.stderr.split()) == (130, ['stopped'])


def test_a_console_without_arabic_gets_the_message_all_the_same(project: Copy) -> None:
    project.edit(ARABIC, 'الإنتاج: {production}', 'الإنتاج: 5')
    command = [sys.executable, '-m', 'civap', '--project', str(project.root), 'check']
    environment = {**os.environ, 'PYTHONIOENCODING': 'cp1252'}
    done = subprocess.run(command, capture_output=True, cwd=ROOT, env=environment, check=False)
    assert done.returncode == 1
    assert b'missing-placeholder' in done.stdout


def test_formats_of_findings(project: Copy) -> None:
    project.edit(CARDS, 'id: masonry', 'id: pottery')
    found = json.loads(project.run('check', '--format', 'json').stdout)
    assert found[0]['code'] == 'duplicate-id'
    assert found[0]['path'] == CARDS
    line = project.run('check', '--format', 'github').stdout.splitlines()[0]
    assert line.startswith(f'::error file={CARDS},line=')


def test_report_lists_what_was_made(project: Copy) -> None:
    assert project.run('build', '--lang', 'pl', '--paper', 'a4', '--only', 'cards').returncode == 0
    report = json.loads((project.out / 'report.json').read_text('utf-8'))
    (artifact,) = report['artifacts']
    data = (project.out / artifact['path']).read_bytes()
    assert artifact['bytes'] == len(data)
    with pikepdf.open(project.out / artifact['path']) as pdf:
        assert artifact['pages'] == len(pdf.pages)
    assert {fit['card'] for fit in report['fit']['pl']} >= {'pottery', 'flight'}
    assert all(example['verdict'].startswith('holds') for example in report['examples'])
    assert 0 < report['coverage']['reached'] <= report['coverage']['all']
    assert report['earlier'] == []
    assert project.run('build', '--lang', 'pl', '--paper', 'letter', '--only', 'cards').returncode == 0
    report = json.loads((project.out / 'report.json').read_text('utf-8'))
    assert [made['path'] for made in report['artifacts']] == ['pl/focus-cards-letter.pdf']
    assert report['earlier'] == ['pl/focus-cards-a4.pdf']

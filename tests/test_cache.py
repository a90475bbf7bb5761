"""What earlier runs have kept: used when nothing has changed, and never when anything has."""

import os
import pickle
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from commands import typed
from copies import copied

from civap import cache as module
from civap.cache import Cache, Kept, folder_key, key, open_cache, project_key

ROOT = Path(__file__).parent.parent


def test_a_value_comes_back(tmp_path: Path) -> None:
    cache = Cache(tmp_path / 'new' / 'folder')
    assert cache.get('a') is None
    cache.put('a', {'x': (1, b'2')})
    assert cache.get('a') == {'x': (1, b'2')}
    assert cache.get('b') is None


@pytest.mark.parametrize(
    'raw',
    [b'', b'\n', b'no digest', b'0' * 64 + b'\n' + pickle.dumps(1), os.urandom(300)],
    ids=['empty', 'newline', 'text', 'wrong-digest', 'random'],
)
def test_a_damaged_file_is_none(tmp_path: Path, raw: bytes) -> None:
    (tmp_path / 'a').write_bytes(raw)
    assert Cache(tmp_path).get('a') is None


def test_half_a_file_is_none(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    cache.put('a', list(range(1000)))
    whole = (tmp_path / 'a').read_bytes()
    (tmp_path / 'a').write_bytes(whole[: len(whole) // 2])
    assert cache.get('a') is None


def test_where_nothing_can_be_written_nothing_is_kept(tmp_path: Path) -> None:
    (tmp_path / 'file').write_text('in the way')
    cache = Cache(tmp_path / 'file' / 'folder')
    cache.put('a', 1)
    assert cache.get('a') is None
    assert cache.folder_for('templates') is None


def test_the_oldest_is_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, 'MAX_BYTES', 3000)
    cache = Cache(tmp_path)
    for index, name in enumerate('abcd'):
        cache.put(name, bytes(900))
        os.utime(tmp_path / name, (index, index))
        if name == 'b':
            assert cache.get('a') is not None  # used lately
    assert [name for name in 'abcd' if cache.get(name) is not None] == ['a', 'c', 'd']


def test_small_values_are_kept_while_they_are_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, 'MOST', 3)
    cache = Cache(tmp_path)
    made: list[str] = []

    def ask(names: str, of: str = 'things') -> str:
        """The names that had to be made."""
        kept, before = Kept(cache, of), len(made)
        for name in names:
            if kept.get({'name': name}) is None:
                made.append(kept.add({'name': name}, name))
            assert kept.get({'name': name}) == name
        kept.put()
        return ''.join(made[before:])

    assert [ask(names) for names in ('aba', 'bc', 'ac', 'cb', 'bd')] == ['ab', 'c', '', '', 'd']
    assert [ask(names) for names in ('dc', 'a')] == ['', 'a']  # the one that was not asked for longest
    assert ask('c', 'others') == 'c'
    (files := list(tmp_path.iterdir())).sort()
    numbers = [path.stat().st_ino for path in files]
    ask('ad')
    assert [path.stat().st_ino for path in files] == numbers  # nothing new to keep


def test_the_folder_is_that_of_the_user(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv('CIVAP_CACHE', '')
    assert open_cache().folder is None
    monkeypatch.setenv('CIVAP_CACHE', str(tmp_path))
    assert open_cache().folder == tmp_path
    monkeypatch.delenv('CIVAP_CACHE')
    monkeypatch.setenv('XDG_CACHE_HOME', str(tmp_path))
    folder = open_cache().folder
    assert folder is not None
    assert folder.name == 'civap'


def test_what_is_made_afresh_takes_the_place_of_what_was_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv('CIVAP_CACHE', str(tmp_path))
    open_cache().put('a', 'wrong')
    fresh = open_cache(fresh=True)
    assert fresh.get('a') is None
    assert fresh.folder_for('templates') is None
    fresh.put('a', 'right')
    assert open_cache().get('a') == 'right'


def test_keys_tell_apart_what_differs() -> None:
    keys = [key('a', 'b'), key('ab'), key('a', ('b',)), key('a'), key('b', 'a'), key('a', 'b', None)]
    assert len(set(keys)) == len(keys)
    assert key('a', 'b') == keys[0]


def changes(folder: Path) -> Iterator[str]:
    """Changes a folder in one way after the other."""
    (folder / 'pl').mkdir()
    yield 'a folder'
    (folder / 'pl' / 'a.po').write_text('one')
    yield 'a file'
    (folder / 'pl' / 'a.po').write_text('two')
    yield 'its content'
    (folder / 'pl' / 'a.po').rename(folder / 'pl' / 'b.po')
    yield 'its name'
    (folder / 'pl').rename(folder / 'ar')
    yield 'the name of its folder'
    (folder / 'ar' / 'b.po').rename(folder / 'b.po')
    yield 'its folder'
    (folder / 'c.po').write_text('three')
    yield 'another file'
    (folder / 'b.po').write_text('three')
    (folder / 'c.po').write_text('two')
    yield 'contents swapped'


def test_every_change_of_a_folder_changes_its_key(tmp_path: Path) -> None:
    (tmp_path / 'locales').mkdir()
    found = [project_key(tmp_path)]
    for change in changes(tmp_path / 'locales'):
        assert project_key(tmp_path) not in found, change
        found.append(project_key(tmp_path))
    shutil.copytree(tmp_path / 'locales', tmp_path / 'copy')
    assert folder_key(tmp_path / 'copy') == folder_key(tmp_path / 'locales')


class Runs:
    """Runs of the command on a copy of the project that keep what they make."""

    def __init__(self, folder: Path) -> None:
        self.project, self.out, self.cache = folder / 'project', folder / 'out', folder / 'cache'
        copied(self.project)

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        folders = ('--project', str(self.project), '--out', str(self.out))
        return typed(*arguments, *folders, environment={'CIVAP_CACHE': str(self.cache)})

    def build(self, *arguments: str) -> dict[str, bytes]:
        run = self.run('build', '--lang', 'en', '--only', 'cards', '--paper', 'a4', *arguments)
        assert run.returncode == 0, run.stdout + run.stderr
        return {path.relative_to(self.out).as_posix(): path.read_bytes() for path in self.out.rglob('*.*')}

    def edit(self, name: str, old: str, new: str) -> None:
        path = self.project / name
        text = path.read_text('utf-8')
        assert old in text
        path.write_text(text.replace(old, new, 1), 'utf-8')


@pytest.fixture
def runs(tmp_path: Path) -> Runs:
    return Runs(tmp_path)


@pytest.mark.slow
def test_a_check_answers_again_and_notices_a_change(runs: Runs) -> None:
    first = runs.run('check')
    assert first.returncode == 0
    again = runs.run('check')
    assert (again.stdout, again.stderr) == (first.stdout, first.stderr)
    assert runs.run('check', '--format', 'json').stdout == '[]\n'
    runs.edit('content/new_dawn/cards.yaml', 'production: 5', 'production: 6')
    changed = runs.run('check')
    assert changed.returncode == 1
    assert 'pottery-wonder' in changed.stdout
    assert runs.run('check').stdout == changed.stdout
    runs.edit('content/new_dawn/cards.yaml', 'production: 6', 'production: 5')
    assert runs.run('check').stdout == first.stdout


@pytest.mark.slow
def test_outputs_that_were_touched_are_made_again(runs: Runs) -> None:
    first = runs.build()
    sheet = runs.out / 'en' / 'focus-cards-a4.pdf'
    sheet.write_bytes(b'damaged')
    (runs.out / 'report.json').unlink()
    assert runs.build() == first
    # A document of an earlier build is told in the report.
    (runs.out / 'pl').mkdir()
    (runs.out / 'pl' / 'old.pdf').write_bytes(b'')
    assert b'pl/old.pdf' in runs.build()['report.json']


@pytest.mark.slow
def test_a_draft_tells_again_what_it_marks(runs: Runs) -> None:
    runs.edit('content/new_dawn/cards.yaml', 'production: 5', 'production: 6')
    arguments = ('build', '--draft', '--lang', 'en', '--only', 'cards')
    first, again = runs.run(*arguments), runs.run(*arguments)
    assert 'draft: ' in first.stderr
    assert again.stderr == first.stderr


@pytest.mark.slow
def test_a_pack_is_kept_while_all_is_as_it_was(runs: Runs) -> None:
    def pack(*more: str) -> tuple[int, str]:
        run = runs.run('build', '--draft', '--lang', 'en', '--only', 'cards', '--since', '1.0', *more)
        assert run.returncode == 0, run.stderr
        return (runs.out / 'en' / 'update-1.0-to-draft-a4.pdf').stat().st_mtime_ns, run.stderr

    runs.edit('content/new_dawn/cards.yaml', 'combat: 8', 'combat: 9')
    first = pack('--paper', 'a4')
    assert 'draft: ' in first[1]
    assert pack('--paper', 'a4') == first
    others = [pack('--paper', 'a4', '--looks', 'ignore'), pack()]
    runs.edit('content/new_dawn/cards.yaml', 'combat: 9', 'combat: 7')
    others.append(pack())
    assert len({first[0], *(written for written, _ in others)}) == 4

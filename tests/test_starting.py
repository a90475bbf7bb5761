"""A project of one's own: complete, or not there at all."""

from __future__ import annotations

import json
import shlex
import subprocess
from pathlib import Path

import pytest
from commands import typed

from civap import starting
from civap.content.folder import find_root, language_codes
from civap.content.problems import Problems
from civap.content.project import load_project
from civap.press.output import write_files
from civap.schemas import outdated
from civap.starting import BESIDE, start

ROOT = Path(__file__).resolve().parents[1]


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return typed(*arguments, folder=folder)


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob('*') if path.is_file()}


def test_it_is_a_copy_with_what_a_project_needs(tmp_path: Path) -> None:
    made = start(ROOT, tmp_path / 'new' / 'own')
    there = files(tmp_path / 'new' / 'own')
    assert there == made
    assert BESIDE.keys() <= there.keys()
    for part in ('content', 'locales', 'templates'):
        assert {f'{part}/{name}': data for name, data in files(ROOT / part).items() if '/.' not in f'/{name}'} == {
            name: data for name, data in there.items() if name.startswith(f'{part}/')
        }
    project = load_project(tmp_path / 'new' / 'own')
    assert language_codes(project.root) == ['en', 'ar', 'pl']
    assert outdated(project.root) == {}
    assert json.loads(there['.vscode/extensions.json'])['recommendations'][0] == 'redhat.vscode-yaml'


def test_what_the_readme_names_is_there(tmp_path: Path) -> None:
    made = start(ROOT, tmp_path)
    text = made['README.md'].decode()
    named = [line.split('`')[1] for line in text.splitlines() if line.startswith('| `')]
    assert len(named) >= 7
    for name in named:
        assert name == 'build/' or (tmp_path / name).exists(), name


def test_what_it_says_to_type_can_be_typed(tmp_path: Path) -> None:
    done = run(tmp_path, 'init', "it's my own")
    (line,) = [line for line in done.stderr.splitlines() if '--project' in line]
    arguments = shlex.split(line)
    assert Path(arguments[arguments.index('--project') + 1]) == Path("it's my own")
    assert run(tmp_path, 'explain', 'card.flight', *arguments[2:4]).returncode == 0


def test_commands_work_in_it_and_in_what_is_inside(tmp_path: Path) -> None:
    done = run(tmp_path, 'init', 'own', '--format', 'json')
    assert done.returncode == 0, done.stderr
    assert len(json.loads(done.stdout)['files']) == len(files(tmp_path / 'own'))
    for folder in ('own', 'own/content/new_dawn/examples'):
        cards = tmp_path / 'own/content/new_dawn/cards.yaml'
        cards.write_text(cards.read_text('utf-8').replace('name: Pottery', 'name: Earthenware'), 'utf-8')
        done = run(tmp_path / folder, 'explain', 'card.pottery')
        assert done.stdout.startswith('Earthenware'), done.stdout + done.stderr
    done = run(tmp_path, 'explain', 'card.pottery')
    assert done.stdout.startswith('Pottery')
    done = run(tmp_path, 'explain', 'card.pottery', '--project', 'own')
    assert done.stdout.startswith('Earthenware')


def test_a_project_of_ones_own_is_copied_as_it_is(tmp_path: Path) -> None:
    start(ROOT, tmp_path / 'own')
    (tmp_path / 'own/content/new_dawn/notes.txt').write_text('kept')
    (tmp_path / 'own/content/new_dawn/.swap').write_text('not kept')
    start(tmp_path / 'own', tmp_path / 'other')
    assert (tmp_path / 'other/content/new_dawn/notes.txt').read_text() == 'kept'
    assert not (tmp_path / 'other/content/new_dawn/.swap').exists()


@pytest.mark.parametrize('entry', ['a.txt', '.hidden', 'folder/', '.git/'])
def test_a_folder_that_is_not_empty_is_left_alone(entry: str, tmp_path: Path) -> None:
    target = tmp_path / 'own'
    target.mkdir()
    if entry.endswith('/'):
        (target / entry).mkdir()
    else:
        (target / entry).write_text('mine')
    before = files(target)
    if entry == '.git/':
        start(ROOT, target)
        return
    with pytest.raises(Problems) as caught:
        start(ROOT, target)
    assert str(caught.value).startswith(f'{target}: not-empty found {entry.rstrip("/")!r} in it')
    assert files(target) == before


def test_a_file_in_its_place(tmp_path: Path) -> None:
    (tmp_path / 'own').write_text('mine')
    done = run(tmp_path, 'init', 'own')
    assert done.returncode == 1
    assert done.stdout.splitlines()[0] == 'own: not-empty found a file, expected a folder or none'
    assert (tmp_path / 'own').read_text() == 'mine'


def test_nothing_is_left_when_it_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    move = Path.replace

    def full(folder: Path, made: dict[str, bytes], elsewhere: str) -> None:
        def replace(path: Path, target: Path) -> None:
            if path.name == 'cards.yaml':
                raise OSError(28, 'No space left on device', str(target))
            move(path, target)

        with monkeypatch.context() as patch:
            patch.setattr(Path, 'replace', replace)
            write_files(folder, made, elsewhere)

    monkeypatch.setattr('civap.press.output.write_files', full)
    with pytest.raises(Problems) as caught:
        start(ROOT, tmp_path / 'deep' / 'own')
    (problem,) = caught.value.problems
    assert (problem.code, problem.hint) == ('cannot-write', 'make room on it, or name another folder')
    assert list(tmp_path.iterdir()) == []


def test_the_starter_is_all_used() -> None:
    assert sorted(BESIDE.values()) == sorted(path.name for path in starting.STARTER.iterdir())
    assert find_root() == ROOT

"""All files or none."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from civap.content.problems import Problems
from civap.press.output import STAGE, write_files
from civap.press.scratch import hold


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob('*') if path.is_file()}


PACKAGE = Path(__file__).parents[2] / 'civap'


@pytest.mark.parametrize('elsewhere', ['', 'name another folder with --out'])
def test_another_folder_is_only_told_where_one_can_be_named(elsewhere: str, tmp_path: Path) -> None:
    (tmp_path / 'file').touch()
    with pytest.raises(Problems) as caught:
        write_files(tmp_path / 'file', {'a': b''}, elsewhere)
    (problem,) = caught.value.problems
    assert problem.hint == 'move it away' + (f', or {elsewhere}' if elsewhere else '')


def test_out_is_named_by_what_writes_there() -> None:
    """A hint for an option that changes nothing helps nobody."""
    sources = '\n'.join(path.read_text('utf-8') for path in PACKAGE.rglob('*.py'))
    inside = re.findall(r'write_files\((?:root|project[.]root|settings_folder\(\)), .*', sources)
    assert len(inside) == 5
    assert all("elsewhere=''" in call for call in inside)


def test_writes_into_new_folders(tmp_path: Path) -> None:
    files = {'en/cards.pdf': b'1', 'report.json': b'2'}
    write_files(tmp_path / 'build', files)
    assert contents(tmp_path / 'build') == files


def test_replaces_earlier_files_and_keeps_others(tmp_path: Path) -> None:
    write_files(tmp_path, {'a': b'old', 'b': b'old'})
    write_files(tmp_path, {'a': b'new'})
    assert contents(tmp_path) == {'a': b'new', 'b': b'old'}


def test_earlier_files_stay_when_one_cannot_be_replaced(tmp_path: Path) -> None:
    write_files(tmp_path, {'a': b'old'})
    (tmp_path / 'z').mkdir()
    with pytest.raises(Problems, match=r'z: cannot-write found a folder of that name.*\n +hint: move it away'):
        write_files(tmp_path, {'a': b'new', 'b': b'new', 'z': b'new'})
    assert contents(tmp_path) == {'a': b'old'}
    assert {path.name for path in tmp_path.iterdir()} == {'a', 'z'}


def test_a_file_in_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / 'build').write_text('')
    with pytest.raises(
        Problems,
        match=r'build: cannot-write found a file where a folder is to be.*\n +hint: move it away',
    ):
        write_files(tmp_path / 'build', {'a': b''})


def test_a_file_in_place_of_a_folder_inside(tmp_path: Path) -> None:
    write_files(tmp_path, {'a': b'old', 'en': b'a file'})
    with pytest.raises(Problems, match='cannot-write'):
        write_files(tmp_path, {'a': b'new', 'en/cards.pdf': b'new'})
    assert contents(tmp_path) == {'a': b'old', 'en': b'a file'}


@pytest.mark.parametrize('out', ['', 'new/build'])
def test_a_failed_write_leaves_no_folders_behind(out: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / 'old').mkdir()

    def full(path: Path, target: Path) -> Path:
        raise OSError(28, 'No space left on device', str(target))

    monkeypatch.setattr(Path, 'replace', full)
    with pytest.raises(Problems, match=r'cannot-write found a full disk.*\n +hint: make room'):
        write_files(tmp_path / out, {'en/cards/a.pdf': b'new', 'pl/a.pdf': b'new', 'old/a.pdf': b'new'})
    assert [path.name for path in tmp_path.iterdir()] == ['old']


def test_a_stage_that_cannot_be_made_leaves_no_folders_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> str:
        raise OSError(28, 'No space left on device')

    monkeypatch.setattr('tempfile.mkdtemp', full)
    with pytest.raises(Problems, match='cannot-write'):
        write_files(tmp_path / 'new/build', {'a': b'new'})
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_may_not_be_written_to_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_leave(path: object, *_: object) -> None:
        raise PermissionError(13, 'Permission denied', str(path))

    monkeypatch.setattr('os.mkdir', no_leave)
    with pytest.raises(Problems) as caught:
        write_files(tmp_path, {'a': b'new'})
    (problem,) = caught.value.problems
    assert (problem.path, problem.message) == (str(tmp_path), 'found no leave to write, expected to write here')


@pytest.mark.parametrize('after', [False, True])
@pytest.mark.parametrize('when', range(6))
def test_ctrl_c_at_any_rename_leaves_the_earlier_files(
    when: int, after: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever was there is there at every moment, and all of it is as it was in the end."""
    write_files(tmp_path, {'a': b'old', 'en/b': b'old'})
    calls: list[Path] = []
    monkeypatch.setattr(Path, 'replace', _interrupted(Path.replace, calls, when, after, tmp_path))
    try:
        write_files(tmp_path, {'a': b'new', 'c': b'new', 'en/b': b'new'})
    except KeyboardInterrupt:
        assert contents(tmp_path) == {'a': b'old', 'en/b': b'old'}
    else:
        assert when == 5
        assert len(calls) == 5
    assert {path.name for path in tmp_path.iterdir()} <= {'a', 'c', 'en'}


def _interrupted(
    replace: Callable[[Path, Path], Path], calls: list[Path], when: int, after: bool, folder: Path
) -> Callable[[Path, Path], Path]:
    def stop(path: Path, target: Path) -> Path:
        calls.append(path)
        assert (folder / 'a').exists()
        assert (folder / 'en/b').exists()
        if len(calls) - 1 != when:
            return replace(path, target)
        if after:
            replace(path, target)
        raise KeyboardInterrupt

    return stop


def test_what_a_killed_command_left_goes_and_what_is_under_way_stays(tmp_path: Path) -> None:
    left, busy = tmp_path / f'{STAGE}left', tmp_path / f'{STAGE}busy'
    for stage in (left, busy):
        (stage / 'old').mkdir(parents=True)
    with hold(left):
        pass
    with hold(busy):
        write_files(tmp_path, {'a.pdf': b'1'})
    assert sorted(path.name for path in tmp_path.iterdir()) == [busy.name, 'a.pdf']

"""Which saves count."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from civap.serve.sources import Reader
from civap.serve.watch import Watcher

FILE = 'locales/pl/new_dawn/cards.po'


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project of a few files, none of them young."""
    for name in ('content/new_dawn/cards.yaml', FILE, 'templates/styles/cards.css', 'locales/pl/profile.yaml'):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text('as it was', 'utf-8')
        os.utime(path, (1e9, 1e9))
    return tmp_path


def rename(path: Path, text: str) -> None:
    path.with_suffix('.new').write_text(text, 'utf-8')
    path.with_suffix('.new').replace(path)


def same_size_and_time(path: Path) -> None:
    path.write_text('as it now', 'utf-8')
    os.utime(path, (1e9, 1e9))


@pytest.mark.parametrize(
    ('save', 'parts'),
    [
        (lambda root: (root / FILE).write_text('changed', 'utf-8'), {'language'}),
        (lambda root: rename(root / FILE, 'renamed'), {'language'}),
        (lambda root: (root / FILE).unlink(), {'language'}),
        (lambda root: (root / 'locales/pl/new_dawn/rules.po').write_text('new', 'utf-8'), {'language'}),
        (lambda root: (root / 'templates/styles/cards.css').write_text('p {}', 'utf-8'), {'drawing'}),
        (lambda root: (root / 'content/new_dawn/cards.yaml').write_text('- b', 'utf-8'), {'content'}),
        (lambda root: (root / 'content/new_dawn/icon.svg').write_text('<svg/>', 'utf-8'), {'content', 'drawing'}),
        (lambda root: (root / 'locales/de').mkdir(), {'content'}),
        (lambda root: (root / FILE).touch(), set()),
        (lambda root: (root / f'{FILE}~').write_text('kept', 'utf-8'), set()),
        (lambda root: (root / 'locales/pl/.cards.po.swp').write_text('kept', 'utf-8'), set()),
        (lambda root: (root / 'locales/pl/.#cards.po').write_text('kept', 'utf-8'), set()),
    ],
)
def test_a_save_changes_the_part_that_it_belongs_to(
    root: Path, save: Callable[[Path], object], parts: set[str]
) -> None:
    reader = Reader(root)
    before = reader.read()
    assert reader.read() == before
    save(root)
    after = reader.read()
    found = {name for name in ('content', 'drawing') if getattr(before, name) != getattr(after, name)}
    assert found | ({'language'} if before.language('pl') != after.language('pl') else set()) == parts
    assert before.language('ar') == after.language('ar')
    assert (before == after) == (not parts)


def test_a_young_file_is_read_whatever_its_time_says(root: Path) -> None:
    path, reader = root / FILE, Reader(root)
    path.write_text('as it was', 'utf-8')
    stat, before = path.stat(), reader.read()
    path.write_text('as it now', 'utf-8')
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    assert reader.read() != before


def test_a_file_that_was_not_touched_is_not_read_again(root: Path) -> None:
    reader = Reader(root)
    before = reader.read()
    same_size_and_time(root / FILE)
    assert reader.read() == before


@pytest.mark.parametrize('poll', [False, True])
def test_the_watcher_tells_of_saves_by_rename_and_of_new_files(root: Path, poll: bool) -> None:
    told, known = threading.Event(), Reader(root)
    seen = [known.read()]

    def saved() -> None:
        now = known.read()
        if now != seen[-1]:
            seen.append(now)
            told.set()

    watcher = Watcher(root, saved, poll=poll)
    watcher.start()
    try:
        for number in range(2):
            rename(root / FILE, f'saved {number}')
            assert told.wait(30)
            told.clear()
        (root / 'content/new_dawn/new.yaml').write_text('new', 'utf-8')
        assert told.wait(30)
    finally:
        watcher.stop()

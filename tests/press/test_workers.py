"""What becomes of the workers when the caller is stopped."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
import weakref
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from civap.content.problems import Problem, Problems
from civap.press import workers
from civap.press.workers import START_METHOD, Workers

ROOT = Path(__file__).parents[2]


def family(group: int) -> list[str]:
    """The commands of the processes in a process group."""
    found = []
    for process in Path('/proc').glob('[0-9]*'):
        try:
            fields = (process / 'stat').read_text('utf-8').rpartition(')')[2].split()
            command = (process / 'cmdline').read_bytes().replace(b'\0', b' ').decode('utf-8', 'replace')
        except OSError:  # it ended meanwhile
            continue
        if int(fields[2]) == group and fields[0] != 'Z':
            found.append(command)
    return found


@pytest.mark.slow
@pytest.mark.skipif(not Path('/proc/self/stat').exists(), reason='processes are counted in /proc')
@pytest.mark.parametrize('sent', [signal.SIGTERM, signal.SIGKILL, signal.SIGINT])
@pytest.mark.parametrize('seconds', [0.7, 3.0])
def test_nothing_is_left_running_or_half_written(sent: signal.Signals, seconds: float, tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, '-m', 'civap', 'build', '--out', str(tmp_path / 'out')],
        cwd=ROOT,
        env={**os.environ, 'TMPDIR': str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    time.sleep(seconds)
    if sent is signal.SIGINT:  # as a terminal does: to all of them
        os.killpg(process.pid, sent)
    else:
        process.send_signal(sent)
    output, _ = process.communicate(timeout=60)
    deadline = time.monotonic() + 20
    while family(process.pid) and time.monotonic() < deadline:
        time.sleep(0.2)
    assert not family(process.pid)
    assert 'Traceback' not in output
    files = [path for path in (tmp_path / 'out').rglob('*.pdf') if path.is_file()]
    assert len(files) in (0, 6)


STARTING = """
import time
from multiprocessing.forkserver import _forkserver
from pathlib import Path
from civap.press.workers import START_METHOD, Workers

with Workers(2):
    while not _forkserver._forkserver_pid:
        time.sleep(0.001)
    print(Path(f'/proc/{_forkserver._forkserver_pid}/status').read_text())
"""


@pytest.mark.skipif(START_METHOD != 'forkserver', reason='it is told by /proc')
def test_a_process_that_starts_does_not_hear_an_interrupt() -> None:
    """Before its first line it could only end with a traceback."""
    done = subprocess.run([sys.executable, '-c', STARTING], cwd=ROOT, capture_output=True, text=True, check=True)
    (blocked,) = (line.split()[1] for line in done.stdout.splitlines() if line.startswith('SigBlk:'))
    assert int(blocked, 16) & 1 << signal.SIGINT - 1


def busy(begun: Path) -> None:
    begun.touch()
    time.sleep(600)


@pytest.mark.parametrize('error', [KeyboardInterrupt, SystemExit])
def test_what_is_under_way_is_not_waited_for(error: type[BaseException], tmp_path: Path) -> None:
    """A page may take seconds, and who stops a build wants no more of it."""
    processes: list[Any] = []

    def stopped_at_work() -> None:
        with Workers(2) as workers:
            assert workers._pool
            workers._pool.submit(busy, tmp_path / 'begun')
            while not (tmp_path / 'begun').exists():
                time.sleep(0.05)
            processes.extend(multiprocessing.active_children())
            raise error

    with pytest.raises(error):
        stopped_at_work()
    assert processes
    assert not any(process.is_alive() for process in processes)


class Loop:
    """Garbage that only the collector finds."""

    def __init__(self) -> None:
        self.self = self


@pytest.mark.parametrize(('much', 'left'), [(0, False), (10**12, True)])
def test_what_jobs_leave_is_dropped_once_it_takes_much_room(
    monkeypatch: pytest.MonkeyPatch, much: int, left: bool
) -> None:
    monkeypatch.setattr(workers, 'MUCH', much)
    gc.disable()
    try:
        found = weakref.ref(Loop())
        workers._attempt(list)
        assert (found() is not None) == left
    finally:
        gc.enable()


def refused() -> None:
    raise Problems(Problem('no-build', 'found nothing, expected something'))


@pytest.mark.parametrize('count', [1, 2])
def test_what_is_begun_is_waited_for_with_its_problems(count: int) -> None:
    with Workers(count) as at_work:
        assert at_work.begin(partial(max, 3, 7))() == 7
        with pytest.raises(Problems, match='no-build'):
            at_work.begin(refused)()


def test_who_forks_does_so_before_there_are_threads() -> None:
    before = threading.active_count()
    with Workers(2, forks=True) as at_work:
        assert threading.active_count() == before
        at_work.get_ready()
        assert at_work.begin(partial(max, 3, 7))() == 7


@pytest.mark.parametrize(('jobs', 'short', 'count'), [(1, False, 1), (9, False, 3), (9, True, 2), (1, True, 1)])
def test_short_jobs_have_a_process_for_each_processor_alone(
    monkeypatch: pytest.MonkeyPatch, jobs: int, short: bool, count: int
) -> None:
    monkeypatch.setattr(workers, '_processors', lambda: 2)
    assert workers.worker_count(jobs, short=short) == count

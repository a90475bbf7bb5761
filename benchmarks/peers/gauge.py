"""What a command costs with all processes that it starts: CPU seconds, seconds of wall time and memory. Linux only."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from measure import family, peak

# Orphans become children of this process, so that what a server of workers used is counted, too.
PR_SET_CHILD_SUBREAPER = 36
PERIOD = 0.02  # seconds


@dataclass(frozen=True)
class Cost:
    """CPU seconds (user and system), wall seconds."""

    cpu: float
    wall: float


def spend(command: Sequence[str], folder: Path, environment: Mapping[str, str], ends_with: int = 0) -> Cost:
    """Run a command to its end. Raises `SystemExit` if it fails."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    start = time.perf_counter()
    process = _started(command, folder, environment)
    cpu, wall, status = 0.0, 0.0, 0
    while True:
        try:
            pid, status_of, usage = os.wait4(-1, 0)
        except ChildProcessError:
            break
        cpu += usage.ru_utime + usage.ru_stime
        if pid == process.pid:
            wall, status = time.perf_counter() - start, os.waitstatus_to_exitcode(status_of)
    process.returncode = status
    _refuse(status != ends_with, command, folder)
    return Cost(cpu, wall)


def memory(
    command: Sequence[str], folder: Path, environment: Mapping[str, str], ends_with: int = 0
) -> tuple[float, float]:
    """The peaks in MiB of its largest process, and of all together with what they share counted once."""
    process = _started(command, folder, environment)
    largest = total = 0.0
    while process.poll() is None:
        running = family(process.pid)
        largest = max(largest, *map(peak, running))
        total = max(total, sum(map(_share, running)))
        time.sleep(PERIOD)
    _refuse(process.returncode != ends_with, command, folder)
    return largest, max(largest, total)


def _started(command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    with (folder / 'log').open('wb') as log:
        return subprocess.Popen(
            command, cwd=folder, env={**os.environ, **environment}, stdout=log, stderr=subprocess.STDOUT
        )


def _refuse(failed: bool, command: Sequence[str], folder: Path) -> None:
    if failed:
        log = (folder / 'log').read_text('utf-8', 'replace')
        raise SystemExit(f'{" ".join(command)} failed:\n{log[-2000:]}')


def _share(pid: int) -> float:
    """The resident size of a process in MiB; what several share is parted among them."""
    try:
        lines = Path(f'/proc/{pid}/smaps_rollup').read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith('Pss:')), 0.0)

"""How long the commands take and how much memory they need, beside a loop that tells how fast the machine is.

    .venv/bin/python benchmarks/measure.py [runs]

Linux only: the peak of each process is read from /proc. The ratio (time over that of the loop) is what compares. Where
nothing changed, there are answers kept from the same command before; elsewhere nothing is kept.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

OUT = '--out'
COMMANDS = {
    'build, cards': ['build', '--fresh', '--only', 'cards', OUT],
    'build, everything': ['build', '--fresh', OUT],
    'build, nothing changed': ['build', OUT],
    'check': ['check', '--fresh'],
    'check, nothing changed': ['check'],
    '--help': ['--help'],
}


def loop() -> float:
    """Seconds for ten million additions."""
    start, total = time.perf_counter(), 0
    for number in range(10_000_000):
        total += number
    return time.perf_counter() - start


def family(root: int) -> set[int]:
    """The process and all its descendants."""
    parents = {}
    for status in Path('/proc').glob('[0-9]*/stat'):
        try:
            fields = status.read_text().rpartition(')')[2].split()
        except OSError:  # it ended meanwhile
            continue
        parents[int(status.parent.name)] = int(fields[1])
    found = {root}
    while new := {child for child, parent in parents.items() if parent in found} - found:
        found |= new
    return found


def peak(pid: int) -> float:
    """The largest resident size of a process so far, in MiB."""
    try:
        lines = Path(f'/proc/{pid}/status').read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith('VmHWM')), 0.0)


def measure(arguments: list[str], cache: Path) -> tuple[float, float]:
    """Wall time in seconds, and the peak of the largest process in MiB."""
    start = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, '-m', 'civap', *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, 'CIVAP_CACHE': str(cache)},
    )
    largest = 0.0
    while process.poll() is None:
        largest = max(largest, *(peak(pid) for pid in family(process.pid)))
        time.sleep(0.05)
    if process.returncode:
        raise SystemExit(f'civap {" ".join(arguments)} ended with {process.returncode}')
    return time.perf_counter() - start, largest


def main(runs: int) -> None:
    """Print the best of some runs for each command."""
    print(f'{"command":32}{"wall s":>8}{"ratio":>8}{"MiB":>8}')
    with tempfile.TemporaryDirectory() as folder:
        out, cache = Path(folder) / 'out', Path(folder) / 'cache'
        for name, arguments in COMMANDS.items():
            command = [*arguments, *([str(out)] if OUT in arguments else [])]
            if 'nothing changed' in name:
                measure(command, cache)
            taken = [(loop(), *measure(command, cache)) for _ in range(runs)]
            wall = min(seconds for _, seconds, _ in taken)
            ratio = min(seconds / base for base, seconds, _ in taken)
            print(f'{name:32}{wall:8.2f}{ratio:8.2f}{max(size for *_, size in taken):8.0f}')


if __name__ == '__main__':
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)

"""What becomes of the workers when the caller is stopped."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

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

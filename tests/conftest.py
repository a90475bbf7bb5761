"""What many tests share: the shipped project, and copies of it with one file replaced."""

import gc
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from civap.content.project import Project, load_project

ROOT = Path(__file__).parent.parent
MADE = 'civap-tests-'
# Commands that tests run share what they keep, and nothing is answered from an earlier run, unless a folder was named.
# (The processes of a test run inherit the folder from the first of them.)
if 'CIVAP_TESTS' not in os.environ:
    os.environ['CIVAP_CACHE'] = os.environ.get('CIVAP_CACHE') or tempfile.mkdtemp(prefix=MADE)
    os.environ['CIVAP_TESTS'] = str(os.getpid())
LONG = {
    'errata/test_diff.py', 'errata/test_pack.py', 'errata/test_release.py', 'press/test_backs.py',
    'press/test_editions.py', 'press/test_readability.py', 'press/test_real_cards.py', 'press/test_reference.py',
    'proof/test_accept.py', 'proof/test_walker.py', 'test_cache.py', 'test_fuzz.py', 'test_incremental.py',
    'test_outputs.py', 'test_readme.py', 'translate/test_stress.py',
}  # fmt: skip
PROFILES = ('en', 'pl', 'ar')
FILES = (
    *(
        f'content/new_dawn/{name}.yaml'
        for name in ('edition', 'cards', 'phrases', 'base_game', 'ap_rules', 'map_tiles')
    ),
    *(f'locales/{code}/profile.yaml' for code in PROFILES),
    *(f'locales/{code}/new_dawn/cards.po' for code in PROFILES if code != 'en'),
)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with the files that take longest, so that no process waits for another at the end."""
    if hasattr(config, 'workerinput'):
        items.sort(key=lambda item: item.path.relative_to(ROOT / 'tests').as_posix() not in LONG)


def pytest_collection_finish() -> None:
    """Collect garbage seldom: to walk all that is in memory again and again takes a third of the time."""
    gc.freeze()
    gc.set_threshold(500_000, 10, 10)


def pytest_unconfigure() -> None:
    """Clear away what was kept, unless the folder was named by whoever runs the tests."""
    if os.environ['CIVAP_TESTS'] == str(os.getpid()) and Path(os.environ['CIVAP_CACHE']).name.startswith(MADE):
        shutil.rmtree(os.environ['CIVAP_CACHE'], ignore_errors=True)


@pytest.fixture(scope='session')
def root() -> Path:
    """The folder of the shipped project."""
    return ROOT


@pytest.fixture(scope='session')
def project() -> Project:
    """The shipped project."""
    return load_project(ROOT)


@pytest.fixture(scope='session')
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `civap build` makes of the shipped project: once for all processes of a test run, which share a folder."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if base.name.startswith('popen-') else base
    out, done = shared / 'built', shared / 'built.done'
    try:
        (shared / 'built.begun').mkdir()
    except FileExistsError:
        while not done.exists():
            time.sleep(0.2)
    else:
        command = [sys.executable, '-m', 'civap', 'build', '--out', str(out)]
        run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        done.write_text(f'{run.returncode}\n{run.stdout}{run.stderr}', 'utf-8')
    code, _, said = done.read_text('utf-8').partition('\n')
    assert code == '0', said
    return out


@pytest.fixture
def project_with(tmp_path: Path) -> Callable[[str, bytes], Path]:
    """Makes a folder that is the shipped project but for one file."""

    def make(replaced: str, raw: bytes) -> Path:
        for name in FILES:
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.unlink(missing_ok=True)
            if name == replaced:
                path.write_bytes(raw)
            else:
                shutil.copyfile(ROOT / name, path)
        return tmp_path

    return make

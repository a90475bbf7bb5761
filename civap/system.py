"""The system libraries behind WeasyPrint: which are missing, and what to type on this system.

Standard library only and no other civap module: `make` runs this file before anything is installed.
"""

import ctypes
import ctypes.util
import importlib
import importlib.util
import os
import platform
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

# File names on Linux, macOS and Windows, as WeasyPrint tries them. It can do without
# libharfbuzz-subset, but is then slow and writes other bytes: here it is required.
LIBRARIES: Mapping[str, tuple[str, ...]] = {
    'libgobject-2.0': ('libgobject-2.0.so.0', 'libgobject-2.0.0.dylib', 'libgobject-2.0-0.dll'),
    'libpango-1.0': ('libpango-1.0.so.0', 'libpango-1.0.dylib', 'libpango-1.0-0.dll'),
    'libpangoft2-1.0': ('libpangoft2-1.0.so.0', 'libpangoft2-1.0.dylib', 'libpangoft2-1.0-0.dll'),
    'libharfbuzz': ('libharfbuzz.so.0', 'libharfbuzz.0.dylib', 'libharfbuzz-0.dll'),
    'libharfbuzz-subset': (
        'libharfbuzz-subset.so.0',
        'libharfbuzz-subset.0.dylib',
        'libharfbuzz-subset-0.dll',
    ),
    'libfontconfig': ('libfontconfig.so.1', 'libfontconfig.1.dylib', 'libfontconfig-1.dll'),
}
VENV = 'python3-venv'
HOMEBREW_FOLDERS = (Path('/opt/homebrew/lib'), Path('/usr/local/lib'))


class Installer(Enum):
    """Who may run a system's install command unattended."""

    ROOT = 'root'
    USER = 'user'
    NOBODY = 'nobody'


@dataclass(frozen=True)
class System:
    """A family of systems and its package manager."""

    name: str
    packages: tuple[str, ...]
    install: tuple[str, ...]
    refresh: tuple[str, ...] | None = None
    installer: Installer = Installer.ROOT

    def commands(self, missing: Sequence[str]) -> list[list[str]]:
        """The commands that bring what is missing."""
        packages = list(self.packages) if set(missing) - {VENV} else []
        if VENV in missing:
            packages.append(f'python{sys.version_info.major}.{sys.version_info.minor}-venv')
        install = [*self.install, *packages]
        return [list(self.refresh), install] if self.refresh else [install]


DEBIAN = System(
    'Debian or Ubuntu',
    packages=('libpango-1.0-0', 'libpangoft2-1.0-0', 'libharfbuzz-subset0'),
    install=('apt-get', 'install', '-y'),
    refresh=('apt-get', 'update'),
)
FEDORA = System('Fedora', packages=('pango', 'harfbuzz'), install=('dnf', 'install', '-y'))
ALPINE = System(
    'Alpine',
    packages=('so:libpango-1.0.so.0', 'so:libpangoft2-1.0.so.0', 'so:libharfbuzz-subset.so.0'),
    install=('apk', 'add'),
)
ARCH = System('Arch', packages=('pango', 'harfbuzz'), install=('pacman', '-S', '--needed', '--noconfirm'))
MACOS = System('macOS', packages=('pango',), install=('brew', 'install'), installer=Installer.USER)
WINDOWS = System(
    'Windows (in an MSYS2 UCRT64 shell)',
    packages=('mingw-w64-ucrt-x86_64-pango',),
    install=('pacman', '-S', '--needed'),
    installer=Installer.NOBODY,
)
LINUX = {
    'debian': DEBIAN,
    'ubuntu': DEBIAN,
    'fedora': FEDORA,
    'rhel': FEDORA,
    'alpine': ALPINE,
    'arch': ARCH,
}


def detect(system: str, os_release: Mapping[str, str]) -> System | None:
    """The family of a `sys.platform` and an `/etc/os-release`; None if it is not known here."""
    if system == 'darwin':
        return MACOS
    if system in {'win32', 'cygwin', 'msys'}:
        return WINDOWS
    ids = [os_release.get('ID', ''), *os_release.get('ID_LIKE', '').split()]
    return next((LINUX[each] for each in ids if each in LINUX), None)


def this_system() -> System | None:
    """The family of the system that this runs on."""
    try:
        return detect(sys.platform, platform.freedesktop_os_release())
    except OSError:
        return detect(sys.platform, {})


def missing_libraries(load: Callable[[str], object] = ctypes.CDLL) -> list[str]:
    """Names of the libraries that WeasyPrint needs and that cannot be loaded; a few ms."""
    _find_dlls()
    return [name for name, files in LIBRARIES.items() if not _loads(files, load)]


@contextmanager
def libraries_by_name() -> Iterator[None]:
    """Meanwhile a library is looked for on Linux by the name of its file alone, as the loader does it.

    WeasyPrint tries the names of other systems first, and Python asks a compiler and a linker about each: 22 processes,
    which take longer than all else that is imported.
    """
    usual = ctypes.util.find_library
    if sys.platform == 'linux':
        ctypes.util.find_library = _unknown
    try:
        yield
    finally:
        ctypes.util.find_library = usual


def _unknown(name: str) -> str | None:
    """No library."""


def library_versions() -> dict[str, str]:
    """The versions of the libraries that shape and draw letters; one that cannot be loaded is left out."""
    pango, fontconfig = _called('libpango-1.0', 'pango_version'), _called('libfontconfig', 'FcGetVersion')
    harfbuzz = _called('libharfbuzz', 'hb_version_string', ctypes.c_char_p)
    found = {'fontconfig': fontconfig, 'harfbuzz': harfbuzz, 'pango': pango}
    return {name: _dotted(version) for name, version in found.items() if version}


def _called(library: str, function: str, result: type = ctypes.c_int) -> object:
    """What a function without arguments of a library returns, None if there is no such library."""
    _find_dlls()
    for name in LIBRARIES[library]:
        with suppress(OSError, AttributeError):
            found = getattr(ctypes.CDLL(name), function)
            found.restype = result
            return found()
    return None


def _dotted(version: object) -> str:
    """1.50.12 for 15012."""
    if isinstance(version, bytes):
        return version.decode()
    assert isinstance(version, int)
    return f'{version // 10000}.{version // 100 % 100}.{version % 100}'


def problem(missing: Sequence[str] | None = None) -> str | None:
    """One line that says what is missing and what to type; None if all is there."""
    missing = missing_libraries() if missing is None else missing
    return f'missing {", ".join(missing)}. {cure(missing, this_system())}' if missing else None


def cure(missing: Sequence[str], system: System | None) -> str:
    """What to type on a system to get what is missing, in one line."""
    if system is None:
        return 'Install Pango and HarfBuzz (with libharfbuzz-subset) with the package manager.'
    if system is MACOS and (folder := homebrew_folder()):
        return f'On macOS type: export DYLD_FALLBACK_LIBRARY_PATH={folder}'
    sudo = ['sudo'] if system.installer is Installer.ROOT and not _is_root() else []
    commands = [shlex.join([*sudo, *command]) for command in system.commands(missing)]
    return f'On {system.name} type: {" && ".join(commands)}'


def homebrew_folder(folders: Sequence[Path] = HOMEBREW_FOLDERS) -> Path | None:
    """Where Homebrew has put Pango, if it did: outside the folders that macOS searches."""
    return next((each for each in folders if (each / 'libpango-1.0.dylib').exists()), None)


def unattended(system: System | None, *, root: bool, ci: bool, sudo: bool) -> list[str] | None:
    """The words before an install command that never asks; None where only a person may run it."""
    if system is None:
        return None
    if system.installer is Installer.ROOT and root:
        return []
    if system.installer is Installer.ROOT and ci and sudo:
        return ['sudo', '-n']
    if system.installer is Installer.USER and ci and not root:
        return []
    return None


def main() -> int:
    """Install what is missing where that needs no person, else say what to type."""
    missing = _missing()
    if not missing:
        return 0
    system = this_system()
    before = unattended(system, root=_is_root(), ci=_is_ci(), sudo=bool(shutil.which('sudo')))
    if system is None or before is None:
        print(f'civap: {problem(missing)}', file=sys.stderr)
        return 1
    for command in system.commands(missing):
        _run([*before, *command])
    importlib.invalidate_caches()
    if missing := _missing():
        print(f'civap: still {problem(missing)}', file=sys.stderr)
        return 1
    return 0


def _missing() -> list[str]:
    venv = [] if importlib.util.find_spec('ensurepip') else [VENV]
    return missing_libraries() + venv


def _loads(files: Sequence[str], load: Callable[[str], object]) -> bool:
    for file in files:
        with suppress(OSError):
            load(file)
            return True
    return False


def _find_dlls() -> None:
    if sys.platform == 'win32':
        folders = os.environ.get('WEASYPRINT_DLL_DIRECTORIES', 'C:\\msys64\\ucrt64\\bin;C:\\msys64\\mingw64\\bin')
        for folder in folders.split(';'):
            with suppress(OSError):
                os.add_dll_directory(folder)


def _run(command: Sequence[str]) -> None:
    """Run an install command that can ask nothing; whether it helped is checked afterwards."""
    print('+', shlex.join(command), file=sys.stderr, flush=True)
    quiet = {**os.environ, 'DEBIAN_FRONTEND': 'noninteractive'}
    with suppress(FileNotFoundError):
        subprocess.run(command, stdin=subprocess.DEVNULL, stdout=sys.stderr, env=quiet, check=False)


def _is_root() -> bool:
    return hasattr(os, 'geteuid') and os.geteuid() == 0


def _is_ci() -> bool:
    return os.environ.get('CI', '').lower() not in {'', '0', 'false'}


if __name__ == '__main__':
    sys.exit(main())

#!/bin/sh
# Makes .venv ready: Python, system libraries, pinned packages. Run by make in the top folder.
set -eu

case ${OS:-} in
    Windows_NT) bin=.venv/Scripts ;;
    *) bin=.venv/bin ;;
esac
python=$bin/python
stamp=.venv/ready
unfinished=.venv/unfinished

say() { echo "civap: $*" >&2; }

# Changes with the packages wanted, the Python behind .venv and the place of this folder.
state() {
    $python -IS -c 'import sys; print(sys.version_info[:2])' 2>/dev/null || return 1
    pwd -P
    cksum pyproject.toml requirements.lock tools/setup.sh
}

# Prints the real path: a pyenv shim is slow, and loses DYLD_* on macOS.
find_python() {
    for name in python3 python3.14 python3.13 python3.12 python3.11 python; do
        "$name" -c 'import sys
if sys.version_info < (3, 11): sys.exit(1)
print(sys.executable)' 2>/dev/null && return
    done
    say "needs Python 3.11 or newer, found $(python3 --version 2>/dev/null || echo none)"
    return 1
}

# Scripts in a .venv hold its place, so a moved one is not good.
venv_works() {
    test ! -e $unfinished &&
        grep -qF "$(pwd -P)/.venv" $bin/activate 2>/dev/null &&
        $python -Ic 'import pip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

install() {
    # Not compiled, since only a part is ever used, and that part is compiled at its first use.
    $python -m pip install -qq --no-input --disable-pip-version-check --no-compile \
        --constraint requirements.lock "$@"
}

if now=$(state) && test "$now" = "$(cat $stamp 2>/dev/null)"; then
    exit 0
fi

PATH=${PATH#"$PWD/$bin:"} # an activated .venv cannot make itself anew
base=$(find_python)
export DYLD_FALLBACK_LIBRARY_PATH="${DYLD_FALLBACK_LIBRARY_PATH:-/opt/homebrew/lib:/usr/local/lib:/usr/lib}"
"$base" -I civap/system.py

if ! venv_works; then
    say "making .venv with $base"
    rm -rf .venv
    "$base" -m venv .venv
fi
say 'installing the packages of requirements.lock'
rm -f $stamp
touch $unfinished # stays when this is killed, so that the next run starts anew
{
    install hatchling &&
        # With the build tool at hand, nothing is fetched when nothing is new.
        install --no-build-isolation --editable '.[dev]'
} || {
    rm -f $unfinished
    say 'pip could not install the packages (is there a network?); make tries again next time'
    exit 1
}
rm -f $unfinished
state >$stamp

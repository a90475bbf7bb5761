"""Where the command starts: Ctrl-C is one word, even while the rest is still being imported."""

import os
import signal
import sys
from collections.abc import Callable
from types import FrameType
from typing import NoReturn


def main() -> NoReturn:
    """Run the command line."""
    if is_default := signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _stop)
    run = _command_line()
    try:
        if is_default:
            signal.signal(signal.SIGINT, signal.default_int_handler)  # what is under way is cleared up
        run()
    finally:
        if is_default:
            signal.signal(signal.SIGINT, _stop)


def _command_line() -> Callable[[], NoReturn]:
    """The command line, if what it is made with is installed."""
    try:
        from civap.cli import main as run
    except ModuleNotFoundError as error:
        from civap.content.problems import missing_package

        sys.exit(str(missing_package(error)))
    return run


def _stop(_number: int, _frame: FrameType | None) -> NoReturn:
    """Leave at once: nothing is written and no process started before the command runs, or after it."""
    os.write(2, b'stopped\n')
    os._exit(130)


if __name__ == '__main__':
    sys.exit(main())

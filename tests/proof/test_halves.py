"""Half of the work in another process."""

import multiprocessing
import os
import signal

import pytest

from civap.proof.halves import aside, halved


@pytest.mark.parametrize('number', [0, 1, 3, 4, 5, 40])
def test_results_are_in_order(number: int) -> None:
    assert halved(lambda thing: thing * 2, range(number)) == [thing * 2 for thing in range(number)]


def test_a_process_that_dies_leaves_the_work_to_this_one() -> None:
    here = os.getpid()

    def work(thing: int) -> int:
        if os.getpid() != here:
            os._exit(1)
        return thing

    assert halved(work, range(10)) == list(range(10))


def test_what_fails_in_the_other_process_is_told_by_this_one(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ZeroDivisionError):
        halved(lambda thing: 1 // (thing - 7), range(10))
    assert capfd.readouterr().err == ''


@pytest.mark.skipif('fork' not in multiprocessing.get_all_start_methods(), reason='no process can be forked')
def test_a_process_aside_does_not_hear_an_interrupt() -> None:
    """It could only end with a traceback, and its caller ends it anyway."""
    assert signal.SIGINT in aside(lambda: sorted(signal.pthread_sigmask(signal.SIG_BLOCK, [])))()
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])

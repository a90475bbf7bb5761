"""Half of the work in another process."""

import os

import pytest

from civap.proof.halves import halved


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

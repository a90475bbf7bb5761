"""Work done in a forked process meanwhile: for a command line that has nothing else running."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import TypeVar

from civap.interrupts import deaf

ThingT = TypeVar('ThingT')
ResultT = TypeVar('ResultT')


def aside(work: Callable[[], ResultT]) -> Callable[[], ResultT]:
    """Begins the work; what is returned waits for its result, or does it where no process can be forked, or it dies."""
    if 'fork' not in multiprocessing.get_all_start_methods():
        return work
    context = multiprocessing.get_context('fork')
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_send, args=(there, work), daemon=True)
    with deaf():
        process.start()
    there.close()

    def result() -> ResultT:
        try:
            found: ResultT = here.recv()
        except EOFError:
            found = work()
        process.join()
        return found

    return result


def halved(work: Callable[[ThingT], ResultT], things: Sequence[ThingT]) -> list[ResultT]:
    """The result of each thing, in their order; half of them come from another process."""
    if len(things) < 4:
        return [work(thing) for thing in things]
    second_half = aside(lambda: [work(thing) for thing in things[1::2]])
    first = [work(thing) for thing in things[::2]]
    second = second_half()
    return [first[index // 2] if index % 2 == 0 else second[index // 2] for index in range(len(things))]


def _send(there: Connection, work: Callable[[], object]) -> None:
    # What fails here fails again in the caller, which tells it.
    with suppress(Exception):
        there.send(work())
    there.close()

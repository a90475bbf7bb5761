"""Work on many things, half of it in a forked process: for a command line that has nothing else running."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import TypeVar

ThingT = TypeVar('ThingT')
ResultT = TypeVar('ResultT')


def halved(work: Callable[[ThingT], ResultT], things: Sequence[ThingT]) -> list[ResultT]:
    """The result of each thing, in their order. Where no process can be forked, or it dies, all are done here."""
    if 'fork' not in multiprocessing.get_all_start_methods() or len(things) < 4:
        return [work(thing) for thing in things]
    context = multiprocessing.get_context('fork')
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_send, args=(there, work, things[1::2]), daemon=True)
    process.start()
    there.close()
    first = [work(thing) for thing in things[::2]]
    try:
        second = here.recv()
    except EOFError:
        second = [work(thing) for thing in things[1::2]]
    process.join()
    return [first[index // 2] if index % 2 == 0 else second[index // 2] for index in range(len(things))]


def _send(there: Connection, work: Callable[[ThingT], ResultT], things: Sequence[ThingT]) -> None:
    # What fails here fails again in the caller, which tells it.
    with suppress(Exception):
        there.send([work(thing) for thing in things])
    there.close()

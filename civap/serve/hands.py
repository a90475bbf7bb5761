"""Hands: a process for each language, which keeps its presses warm and answers one request after another."""

from __future__ import annotations

import gc
import multiprocessing
from collections.abc import Callable
from contextlib import ExitStack, suppress
from multiprocessing.connection import Connection
from threading import Lock
from typing import Any

from civap.content.problems import Problem, Problems
from civap.interrupts import deaf_pool
from civap.press.scratch import scratch
from civap.press.workers import START_METHOD, Failed, begin_server, enter_worker
from civap.serve.presses import Leaf, Order

# Seconds after which a process that was asked to end is made to.
PATIENCE = 2.0
# Seconds without a request after which a process clears up.
IDLE = 0.5
Set = tuple[list[Leaf], tuple[Problem, ...]]


class Hand:
    """The process of a language; it starts at once, and loads while the caller goes on."""

    def __init__(self, name: str) -> None:
        self._stack = ExitStack()
        folder = str(self._stack.enter_context(scratch(starts_processes=True)))
        context = multiprocessing.get_context(START_METHOD)
        begin_server()
        self._pipe, there = context.Pipe()
        self._asking = Lock()
        self._process = context.Process(target=_work, args=(there, folder), name=name, daemon=True)  # type: ignore[attr-defined]
        with deaf_pool():
            self._process.start()
        there.close()

    def set(self, order: Order) -> Set:
        """Set a document: its pages, and what is wrong with them. Raises `Problems`."""
        made: Set = self._ask('set', order)
        return made

    def draw(self, document: str, number: int, version: str, width: int) -> bytes | None:
        """A page (from 0) as PNG, so many pixels wide; None if it was set anew since. Raises `Problems`."""
        picture: bytes | None = self._ask('draw', document, number, version, width)
        return picture

    def close(self) -> None:
        """End the process, whatever it does."""
        self._process.terminate()
        self._process.join(PATIENCE)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        with self._asking:  # who waits for an answer has been told that there is none
            self._pipe.close()
        self._stack.close()

    def _ask(self, *request: Any) -> Any:
        try:
            with self._asking:
                self._pipe.send(request)
                answer = self._pipe.recv()
        except (EOFError, OSError, ValueError) as error:
            message = 'found a worker process that died or did not start, expected it to finish'
            raise Problems(Problem('worker-died', message, hint='save again, or start again')) from error
        if isinstance(answer, Failed):
            raise Problems(answer.problems)
        return answer


def _work(pipe: Connection, scratch: str) -> None:
    """Answer requests until there is nobody to ask."""
    enter_worker(scratch)
    from civap.serve.presses import presses
    from civap.serve.raster import picture

    warm = presses()
    leaves: dict[str, list[Leaf]] = {}
    dropped = False

    def set_(order: Order) -> Set:
        leaves[order.document] = []
        made = warm[order.document].set(order)
        leaves[order.document] = made[0]
        return made

    def draw(document: str, number: int, version: str, width: int) -> bytes | None:
        here = leaves.get(document, [])
        if number >= len(here) or here[number].version != version:
            return None
        return picture(warm[document].write(number), width)

    answers: dict[str, Callable[..., Any]] = {'set': set_, 'draw': draw}
    with suppress(EOFError, OSError):
        while True:
            name, *arguments = pipe.recv()
            pipe.send(_attempt(answers[name], *arguments))
            if name == 'set':
                dropped = True
            if dropped and not pipe.poll(IDLE):
                gc.collect()  # what was set before, while nobody waits
                dropped = False


def _attempt(work: Callable[..., Any], *arguments: Any) -> Any:
    try:
        return work(*arguments)
    except Problems as error:
        return Failed(error.problems)
    except Exception as error:  # whatever a template can make of a library: the preview goes on
        message = f'found {error!r} while setting pages, expected pages'
        return Failed((Problem('preview-failed', message, hint='undo the last change, or report this'),))

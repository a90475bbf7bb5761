"""Languages side by side: processes that load WeasyPrint while the caller still reads content."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from pathlib import Path
from threading import Thread
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from civap.cache import Cache, folder_key, key
from civap.content.problems import Problem, Problems
from civap.interrupts import deaf_pool
from civap.press.scratch import clear_gone, scratch

if TYPE_CHECKING:
    from civap.press.deck import DeckJob, DeckResult
    from civap.press.decks import Planned
    from civap.press.documents import DocumentResult


ThingT = TypeVar('ThingT')
# Hears how many are done, of how many.
Tell: TypeAlias = Callable[[int, int], None]
# Typesets a document in one language, on each paper.
DocumentTask: TypeAlias = 'Callable[[], list[DocumentResult]]'
# Forking a process that has loaded Pango is safe on Linux, and saves loading it in each worker.
START_METHOD = 'forkserver' if sys.platform == 'linux' else 'spawn'
# Blocks of memory in use; 700,000 when a worker starts, and a book leaves as many.
MUCH = 3_000_000
# Seconds in which a process that was killed has ended.
GONE = 1.0


class Workers:
    """A context in which documents are typeset by `count` processes, or by this one if `count` is 1.

    Enter it before reading content: meanwhile the processes get ready. What the cache has is not typeset again.
    `tell` hears how many tasks have ended of those begun, from the thread of a pool. Who `forks` meanwhile must do so
    before `get_ready`: until then there is no thread, only a process that loads WeasyPrint for the others, and the
    modules of documents other than cards that they `load`.
    """

    def __init__(
        self,
        count: int,
        cache: Cache | None = None,
        tell: Tell | None = None,
        *,
        forks: bool = False,
        load: Sequence[str] = (),
    ) -> None:
        self._count = count
        self._forks = forks
        self._load = load
        self._tell = tell or _silent
        self._begun_count = self._ended_count = 0
        self.cache = cache or Cache(None)
        self._digests: dict[Path, str] = {}
        self._pool: ProcessPoolExecutor | None = None
        self._scratch: Path | None = None
        self._stack = ExitStack()

    def __enter__(self) -> Workers:
        clear_gone()
        if self._count > 1:
            # Outlives its users, so that nothing is left behind by a worker that was killed.
            self._scratch = self._stack.enter_context(scratch(starts_processes=True))
            begin_server(self._load)
            if not self._forks:
                self.get_ready()
        return self

    def get_ready(self) -> None:
        """Start the processes that there are to be."""
        if self._scratch and not self._pool:
            self._pool = _pool(self._count, str(self._scratch))
            self._stack.callback(self._pool.shutdown, cancel_futures=True)
            # In a thread: the first process is not started before the server has loaded WeasyPrint.
            self._starter = Thread(target=self._start, daemon=True)
            self._starter.start()
            self._stack.callback(self._starter.join)

    def _start(self) -> None:
        assert self._pool
        # What keeps a process from starting is told when there is work for it.
        with suppress(BrokenProcessPool, OSError, EOFError, RuntimeError), deaf_pool():
            for _ in range(self._count):
                self._pool.submit(_get_ready)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is not None:
            self._end_now()
        self._stack.close()

    def _end_now(self) -> None:
        """Let the processes finish nothing: a page may take seconds, and nobody waits for it."""
        if self._pool:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._starter.join()  # which may just be starting one
            for process in multiprocessing.active_children():
                process.kill()
                process.join(GONE)

    @property
    def compiled(self) -> Path | None:
        """The folder in which processes share the code of templates, those of later runs, too."""
        return self.cache.folder_for('templates') or self._scratch

    def build(self, jobs: Sequence[DeckJob]) -> list[DeckResult]:
        """The decks, in the order of the jobs, with shared backs if they can be. Raises `Problems`."""
        return self.start(jobs)()

    def start(self, jobs: Sequence[DeckJob]) -> Callable[[], list[DeckResult]]:
        """Begin to build, in the processes if there are some; what is returned waits for the decks (see `build`)."""
        from civap.press.deck import compile_templates, layouts
        from civap.press.decks import plan

        if not jobs:
            return list
        layouts(jobs[0])  # what is too large for a paper is told before anything is typeset
        if self.compiled:
            jobs = [replace(job, compiled=self.compiled) for job in jobs]
            compile_templates(jobs[0])
        wanted = plan(jobs, self.cache, (self._digest(jobs[0].templates), self._digest(jobs[0].art)))
        return partial(_collect, wanted.decks, self._begun(wanted.tasks, wanted.passing))

    def start_documents(self, tasks: Sequence[DocumentTask]) -> Callable[[], list[DocumentResult]]:
        """Begin to typeset documents; what is returned waits for them. Raises `Problems`: those of all tasks."""
        return partial(_documents, self._begun(tasks))

    def begin(self, task: Callable[[], ThingT]) -> Callable[[], ThingT]:
        """Begin what is not kept for later runs; what is returned waits for it. Both raise `Problems`."""
        if not self._pool:
            return task
        return partial(_only, _ended({_submitted(self._pool, task): 0}))

    def _begun(self, tasks: Sequence[Callable[[], Any]], passing: Collection[int] = ()) -> Iterator[tuple[int, Any]]:
        """What the tasks return, with their places, as they end; of those `passing` nothing is kept.

        Raises `Problems` (worker-died).
        """
        keys = {index: self._key(task) for index, task in enumerate(tasks) if index not in passing}
        found = {index: self.cache.get(key) for index, key in keys.items()}
        kept = {index: outcome for index, outcome in found.items() if outcome is not None}
        left = {index: task for index, task in enumerate(tasks) if index not in kept}
        self._begun_count += len(left)
        if left:
            self._tell(self._ended_count, self._begun_count)
        if self._pool:
            futures = {_submitted(self._pool, task): index for index, task in left.items()}
            for future in futures:
                future.add_done_callback(self._one_ended)
            ended = _ended(futures)
        else:
            ended = ((index, self._done(_attempt(task))) for index, task in left.items())
        return chain(kept.items(), self._keeping(ended, keys))

    def _keeping(self, ended: Iterator[tuple[int, Any]], keys: Mapping[int, str]) -> Iterator[tuple[int, Any]]:
        """The same, and what has no problems is kept for later runs."""
        for index, outcome in ended:
            results = outcome if isinstance(outcome, list) else [outcome]
            if index in keys and not any(isinstance(each, Failed) or getattr(each, 'problems', ()) for each in results):
                self.cache.put(keys[index], outcome)
            yield index, outcome

    def _one_ended(self, _future: object = None) -> None:
        self._ended_count += 1
        self._tell(self._ended_count, self._begun_count)

    def _done(self, outcome: Any) -> Any:
        self._one_ended()
        return outcome

    def _key(self, task: Any) -> str:
        """The digest of all that the outcome of a task depends on."""
        job, *others = task.args
        here = replace(job, templates=Path(), art=Path(), compiled=None)
        return key(task.func.__name__, here, others, self._digest(job.templates), self._digest(job.art))

    def _digest(self, folder: Path) -> str:
        if folder not in self._digests:
            self._digests[folder] = folder_key(folder)
        return self._digests[folder]


def _collect(decks: Sequence[Planned], ended: Iterator[tuple[int, Any]]) -> list[DeckResult]:
    """The decks from the outcomes of their tasks. Raises `Problems`."""
    outcomes: dict[int, Any] = {}
    made: dict[int, DeckResult] = {}

    def make() -> None:
        """As soon as a language is ready, while the others are still typeset."""
        for number, deck in enumerate(decks):
            if number not in made and deck.is_ready(outcomes):
                made[number] = deck.made(outcomes)

    for index, outcome in ended:
        outcomes[index] = outcome
        if not any(isinstance(each, Failed) for each in outcomes.values()):
            make()
    _refuse_failed(outcomes)
    make()
    return [made[number] for number in range(len(decks))]


def _documents(ended: Iterator[tuple[int, Any]]) -> list[DocumentResult]:
    return [result for results in _in_order(ended) for result in results]


def _only(ended: Iterator[tuple[int, Any]]) -> Any:
    return _in_order(ended)[0]


def _in_order(ended: Iterator[tuple[int, Any]]) -> list[Any]:
    outcomes = dict(ended)
    _refuse_failed(outcomes)
    return [outcomes[index] for index in sorted(outcomes)]


def _refuse_failed(outcomes: Mapping[int, Any]) -> None:
    failed = [outcomes[index] for index in sorted(outcomes) if isinstance(outcomes[index], Failed)]
    if failed:
        raise Problems(dict.fromkeys(each for outcome in failed for each in outcome.problems))


@dataclass(frozen=True)
class Failed:
    """Problems as a value: an exception would cancel the other tasks."""

    problems: tuple[Problem, ...]


def worker_count(jobs: int, *, short: bool = False) -> int:
    """One process a job, but at most one more than processors, which keeps them all busy to the end.

    Of `short` jobs no more than processors: for them a process takes longer to get ready than it would save.
    """
    return min(jobs, _processors() + (not short))


def _processors() -> int:
    """Those that this process may use, in a container perhaps fewer than there are."""
    if hasattr(os, 'sched_getaffinity'):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _submitted(pool: ProcessPoolExecutor, task: Callable[[], Any]) -> Future[Any]:
    """The task under way; one that failed already when its process cannot be started."""
    try:
        with deaf_pool():
            return pool.submit(_attempt, task)
    except (BrokenProcessPool, OSError) as error:
        failed = Future[Any]()
        failed.set_exception(error)
        return failed


def _ended(places: Mapping[Future[Any], int]) -> Iterator[tuple[int, Any]]:
    """What the tasks return, with their places, as they end. Raises `Problems` (worker-died)."""
    try:
        for future in as_completed(places):
            yield places[future], future.result()
    except (BrokenProcessPool, OSError) as error:
        message = 'found a worker process that died or did not start, expected it to finish'
        hint = 'try again; if memory is short, with one language at a time (--lang)'
        raise Problems(Problem('worker-died', message, hint=hint)) from error


def begin_server(load: Sequence[str] = ()) -> None:
    """Start the process that others are forked from, where there is one: it loads WeasyPrint meanwhile, and modules."""
    if START_METHOD != 'forkserver':
        return
    from multiprocessing import forkserver

    multiprocessing.get_context(START_METHOD).set_forkserver_preload(['civap.press.preload', *load])
    # What keeps it from starting is told when there is work for it.
    with suppress(OSError), deaf_pool():
        forkserver.ensure_running()


def _pool(count: int, folder: str) -> ProcessPoolExecutor:
    context = multiprocessing.get_context(START_METHOD)
    return ProcessPoolExecutor(count, context, initializer=enter_worker, initargs=(folder,))


def enter_worker(folder: str) -> None:
    """In a worker: temporary files go to `folder`, Ctrl-C is left to the caller, and a dead caller is noticed."""
    gc.disable()
    tempfile.tempdir = folder
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_leave_with_caller, daemon=True).start()


def _leave_with_caller() -> None:
    """End this process when the caller is gone, by whatever signal."""
    if caller := multiprocessing.parent_process():
        caller.join()
        os._exit(1)


def _silent(_done: int, _all: int) -> None:
    """Nobody wants to hear it."""


def _get_ready() -> None:
    from civap.press.typeset import typesetter

    with suppress(Problems):
        typesetter()


def _attempt(task: Callable[[], Any]) -> Any:
    with _no_collection():
        try:
            return task()
        except Problems as error:
            return Failed(error.problems)


@contextmanager
def _no_collection() -> Iterator[None]:
    """Hold the garbage collector off: walking the growing trees of boxes takes a quarter of the time.

    Where it is off all the time, the trees of the jobs before are dropped first, once they take much room: to find them
    takes a tenth of the time of a job.
    """
    if not gc.isenabled():
        if sys.getallocatedblocks() > MUCH:
            gc.collect()
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()

"""The preview: documents as they were set last, set anew after each save, and what is wrong with them.

One thread reads and sets; it begins a round when files have changed or a document is asked for, and what is saved
meanwhile begins the next. Others read what there is, and wait for the next change of it.
"""

from __future__ import annotations

import gc
import time
from collections import Counter, OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Condition, RLock, Thread
from typing import Any

from civap.content.folder import SOURCE, language_codes
from civap.content.problems import Problem, Problems
from civap.content.project import Project, load_project
from civap.press.places import placed
from civap.serve.hands import Hand, Set
from civap.serve.orders import JOBS, order
from civap.serve.presses import Leaf, Order
from civap.serve.sources import Reader, Sources
from civap.serve.texts import Texts
from civap.text.languages import load_language

# A language and a document.
Place = tuple[str, str]
# Widths of pictures in pixels; bytes of pictures that are kept.
WIDTHS = range(80, 2404, 4)
KEPT = 96_000_000
# Seconds to wait for the thread when all is to end; without a change, after which nobody waits for pages.
PATIENCE, CALM = 1.0, 0.3


@dataclass(slots=True)
class View:
    """A document in a language: its pages, and the problems that keep newer ones from being shown.

    `notes` are what the pages show in spite of; `stamp` grows with each change of the rest.
    """

    leaves: Sequence[Leaf] = ()
    problems: tuple[Problem, ...] = ()
    notes: tuple[Problem, ...] = ()
    stamp: int = 0
    seconds: float = 0.0
    order: Order | None = None
    drawing: str = ''
    generation: int = -1


class Preview:
    """What a project looks like.

    `codes` narrows the languages, of which English always is one, `only` the documents.
    """

    def __init__(self, root: Path, codes: Sequence[str] = (), paper: str = 'a4', only: Sequence[str] = ()) -> None:
        self.documents = tuple(name for name in JOBS if not only or name in only)
        self._root = root
        self._codes = codes
        self._paper = paper
        self._reader = Reader(root)
        self._changed = Condition()
        self._content = RLock()  # who loads and reads content
        self._hiring = RLock()  # who starts and ends processes
        self._thread = Thread(target=self._run, name='preview', daemon=True)
        self._setting = ThreadPoolExecutor(thread_name_prefix='set')
        self._hands: dict[str, Hand] = {}
        self._pictures: OrderedDict[tuple[str, ...], bytes] = OrderedDict()
        self._views: dict[Place, View] = {}
        self._watched: Counter[Place] = Counter()
        self._wanted: dict[Place, None] = {}
        self._texts: dict[str, Texts] = {}
        self._unread: set[str] = set()
        self._sources = Sources({}, ())
        self._project: Project | None = None
        self._loaded = ''
        self._faults: tuple[Problem, ...] = ()
        self._stopped = self._restless = False
        self._touched = 0.0
        self._serial = self._generation = 0
        self._building: frozenset[Place] = frozenset()

    # What others ask for.

    def start(self) -> None:
        """Begin to read and set; meanwhile the processes that are sure to be asked load what they need."""
        self._thread.start()
        for code in self.codes()[:2]:
            self._setting.submit(self._hand, code)

    def stop(self) -> None:
        """End all processes and threads, whatever they do."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()
        self._dismiss()
        if self._thread.ident:
            self._thread.join(PATIENCE)  # what it reads is of no more use
        self._setting.shutdown()
        self._dismiss()

    def saved(self) -> None:
        """Files may have changed."""
        with self._changed:
            self._touched = self._touched or time.monotonic()
            self._changed.notify_all()

    def codes(self) -> list[str]:
        """The languages there are, English first."""
        known = language_codes(self._root)
        return [code for code in known if not self._codes or code in (SOURCE, *self._codes)]

    def knows(self, code: str, document: str) -> bool:
        """Whether there is such a language and such a document."""
        return document in self.documents and code in self.codes()

    @contextmanager
    def watching(self, places: Iterable[Place]) -> Iterator[None]:
        """While it lasts, documents are set anew after each save."""
        mine = list(places)
        with self._changed:
            self._watched.update(mine)
        try:
            yield
        finally:
            with self._changed:
                self._watched.subtract(mine)

    def view(self, place: Place) -> tuple[View, str, bool]:
        """A document as it is now, what its pictures depend on, and whether a newer one is under way."""
        with self._changed:
            view = self._views.setdefault(place, View())
            late = view.generation != self._generation
            if late and place not in self._building:
                self._wanted[place] = None
                self._changed.notify_all()
            return view, view.drawing, late or place in self._building

    def wait(self, serial: int, seconds: float) -> int:
        """Wait for a change after the one with a number, so long at most: the number of the last."""
        with self._changed:
            self._changed.wait_for(lambda: self._stopped or self._serial != serial, seconds)
            return self._serial

    @property
    def stopped(self) -> bool:
        """Whether no more changes come."""
        return self._stopped

    def state(self) -> dict[str, Any]:
        """What there is: languages with the states of their texts, documents, and how new each is."""
        with self._changed:
            return {
                'serial': self._serial,
                'generation': self._generation,
                'building': ['/'.join(place) for place in sorted(self._building)],
                'languages': [self._language(code) for code in self.codes()],
                'documents': self.documents,
                'views': {'/'.join(place): view.stamp for place, view in self._views.items()},
            }

    def texts(self, code: str) -> Texts | None:
        """All texts of a language, as they were read last; None if they never could be."""
        with self._content:
            if code in self._unread and self._project:
                self._unread.discard(code)
                with suppress(Problems):  # told with the pages
                    self._texts[code] = Texts(self._project, code)
            return self._texts.get(code)

    def picture(self, place: Place, number: int, version: str, width: int) -> bytes | None:
        """A page (from 0) as PNG, so many pixels wide; None if it is no longer the one with the version."""
        key = (*place, version, str(width))
        with self._changed:
            view, hand = self._views.get(place), self._hands.get(place[0])
            if key in self._pictures:
                self._pictures.move_to_end(key)
                return self._pictures[key]
            if view is None or hand is None or not 0 <= number < len(view.leaves):
                return None
            leaf, drawing = view.leaves[number], view.drawing
        if version != shown_version(leaf, drawing):
            return None
        try:
            data = hand.draw(place[1], number, leaf.version, width)
        except Problems as error:
            self._told(view, error.problems)
            return None
        if data is not None:
            self._keep(key, data)
        return data

    # What the thread does.

    def _run(self) -> None:
        while True:
            with self._changed:
                calm = CALM if self._restless else None
                is_asked = self._changed.wait_for(lambda: self._stopped or self._touched or self._wanted, calm)
                if self._stopped:
                    return
                since, self._touched = self._touched or time.monotonic(), 0.0
                wanted, self._wanted = list(self._wanted), {}
            try:
                if is_asked:
                    self._round(wanted, since)
                else:
                    self._rest()
            except Exception as error:  # whatever a file can make of a library: the next save may mend it
                message = f'found {error!r} while reading the project, expected pages'
                problem = Problem('preview-failed', message, hint='undo the last change, or report this')
                for place in {*wanted, *+self._watched}:
                    self._end(place, self._views.setdefault(place, View()), self._generation, since, None, (problem,))
                self._tell(frozenset())

    def _round(self, wanted: list[Place], since: float) -> None:
        """Read what has changed, and set what is wanted or watched."""
        sources = self._reader.read()
        if sources != self._sources:
            self._renew(sources)
            with self._changed:
                wanted = list(dict.fromkeys((*(+self._watched), *wanted)))
        if wanted and not self._stopped:
            self._set(sorted(wanted, key=lambda place: place[0] == SOURCE), since)
            self._restless = True

    def _renew(self, sources: Sources) -> None:
        """Forget what no longer holds, and read what has changed."""
        self._restless = True
        before, self._sources = self._sources, sources
        with self._content:
            if before.files and sources.drawing != before.drawing:
                self._dismiss()
            changed = [code for code in self.codes() if sources.language(code) != before.language(code)]
            if sources.content != self._loaded:
                self._load(sources.content)
                changed = self.codes()
            else:
                self._faults = ()
            self._unread.update(changed)
            for code in changed:
                self._forget(code)
        with self._changed:
            self._generation += 1

    def _load(self, content: str) -> None:
        try:
            self._project, self._loaded, self._faults = load_project(self._root), content, ()
        except Problems as error:
            self._faults = error.problems

    def _forget(self, code: str) -> None:
        """The catalogs of a language."""
        catalogs = self._project.catalogs if self._project else {}
        for key in [key for key in catalogs if key[0] == code]:
            del catalogs[key]

    def _dismiss(self) -> None:
        """End the processes: they keep templates that they have read."""
        with self._hiring:
            hands, self._hands = list(self._hands.values()), {}
        for hand in hands:
            hand.close()

    def _set(self, places: Sequence[Place], since: float) -> None:
        """Set documents, each in the process of its language, and wait for them."""
        self._tell(frozenset(places))
        under_way: list[Future[None]] = []
        for place in places:
            if self._stopped:
                break
            view = self._views.setdefault(place, View())
            under_way += self._begun(place, view, since)
        for each in under_way:
            each.result()
        self._tell(frozenset())

    def _begun(self, place: Place, view: View, since: float) -> Iterator[Future[None]]:
        """A document under way, unless it is as it was or cannot be set."""
        generation, drawing = self._generation, self._sources.drawing
        try:
            wanted = self._order(place)
        except Problems as error:
            self._end(place, view, generation, since, problems=error.problems)
            return
        if wanted == view.order and drawing == view.drawing and not view.problems:
            self._end(place, view, generation, since)
            return
        yield self._setting.submit(partial(self._set_one, place, view, wanted, drawing, generation, since))

    def _order(self, place: Place) -> Order:
        if self._faults:
            raise Problems(self._faults)
        assert self._project
        with self._content:
            return order(self._project, *place, self._paper)

    def _set_one(self, place: Place, view: View, wanted: Order, drawing: str, generation: int, since: float) -> None:
        try:
            made = self._hand(place[0]).set(wanted)
        except Problems as error:
            self._discard(place[0], error)
            self._end(place, view, generation, since, problems=error.problems)
            return
        with self._changed:
            view.order, view.drawing = wanted, drawing
        self._end(place, view, generation, since, made)

    def _hand(self, code: str) -> Hand:
        """The process of a language. Raises `Problems` once all are to end."""
        with self._hiring:
            if self._stopped:
                raise Problems(Problem('worker-died', 'found the preview stopped, expected it to go on'))
            if code not in self._hands:
                self._hands[code] = Hand(code)
            return self._hands[code]

    def _discard(self, code: str, error: Problems) -> None:
        """A process that died is replaced by the next request."""
        if any(problem.code == 'worker-died' for problem in error.problems) and not self._stopped:
            with self._hiring:
                hand = self._hands.pop(code, None)
            if hand:
                hand.close()

    def _end(
        self,
        place: Place,
        view: View,
        generation: int,
        since: float,
        made: Set | None = None,
        problems: tuple[Problem, ...] = (),
    ) -> None:
        """Tell that a document is set: anew, as before, or not for these problems."""
        problems = tuple(placed(problems, self._project)) if self._project else problems
        notes = tuple(placed(made[1], self._project)) if made and self._project else ()
        with self._changed:
            if made or problems != view.problems:
                view.stamp += 1
                view.seconds = time.monotonic() - since
            if made:
                view.leaves, view.notes = made[0], notes
            view.problems, view.generation = problems, generation
            if problems:
                view.order = None
            self._building -= {place}
            self._ring()

    def _told(self, view: View, problems: tuple[Problem, ...]) -> None:
        """Add what was found when a page was written."""
        found = placed(problems, self._project) if self._project else problems
        with self._changed:
            new = tuple(problem for problem in found if problem not in view.notes)
            if new and not self._stopped:
                view.notes += new
                view.stamp += 1
                self._ring()

    def _rest(self) -> None:
        """Do what takes time, now that nobody waits for pages: read the texts of all languages, and clear up."""
        self._restless = False
        new = [code for code in self.codes() if code in self._unread and not self._stopped]
        for code in new:
            self.texts(code)
        if new:
            self._tell(self._building)
        # What stays is then passed over until the next time: to walk through all content takes a tenth of a second.
        gc.unfreeze()
        gc.collect()
        gc.freeze()

    def _tell(self, building: frozenset[Place]) -> None:
        with self._changed:
            self._building = building
            self._ring()

    def _ring(self) -> None:
        self._serial += 1
        self._changed.notify_all()

    def _keep(self, key: tuple[str, ...], data: bytes) -> None:
        with self._changed:
            self._pictures[key] = data
            while sum(map(len, self._pictures.values())) > KEPT:
                self._pictures.popitem(last=False)

    def _language(self, code: str) -> dict[str, Any]:
        texts = self._texts.get(code)
        try:
            language = load_language(self._root, code)
            name, direction = language.name, language.direction
        except Problems:
            name, direction = code, 'ltr'
        return {'code': code, 'name': name, 'direction': direction, 'counts': texts and texts.counts()}


def shown_version(leaf: Leaf, drawing: str) -> str:
    """The version of a page with that of what it is drawn with."""
    return f'{leaf.version}{drawing[:8]}'

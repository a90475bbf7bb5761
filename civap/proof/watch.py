"""Which parts of the data a run reads: the steps it takes, the lines of lists that it asks, numbers, orders.

A run that does not read something cannot change with it, so only runs that do have to be played again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, cast

from civap.engine.choices import Chooser
from civap.engine.facts import Assumed
from civap.engine.setup import SetUp
from civap.engine.state import Game, Player
from civap.engine.trace import Field, Trace

if TYPE_CHECKING:
    from collections.abc import Mapping

    from civap.content.project import Project

# Numbers that every set-up reads, by what is made of them.
SET_UP = {
    'control_left': 'numbers.control-tokens',
    'caravans_home': 'numbers.caravans',
    'supply': 'numbers.resource-tokens',
}


def watched(set_up: SetUp, marks: set[str]) -> SetUp:
    """A set-up whose games add to `marks` what they read."""
    return cast('SetUp', _Watching(set_up, marks))


class _Watching:
    def __init__(self, set_up: SetUp, marks: set[str]) -> None:
        self._set_up = set_up.playing(cast('Project', _Project(set_up.content, marks)))
        self._marks = marks

    def game(self, readings: Mapping[str, str], chooser: Chooser, assumed: Assumed) -> Game:
        known = self._marks.copy()
        game = self._set_up.game(readings, chooser, assumed)
        self._marks.difference_update(set(SET_UP.values()) - known)
        game.trace = _Trace(self._marks)
        game.ap.__class__ = _noting(Player, self._marks)
        game.__class__ = _noting(Game, self._marks)
        return game


def _noting(kind: type[Any], marks: set[str]) -> type[Any]:
    """The same things, which take note when what comes from a number is read after the set-up."""

    def read(self: Any, name: str) -> Any:
        if name in SET_UP:
            marks.add(SET_UP[name])
        return object.__getattribute__(self, name)

    return type(kind.__name__, (kind,), {'__slots__': (), '__getattribute__': read})


class _Trace(Trace):
    """Marks steps when they begin, and the lines and clauses that events tell of."""

    __slots__ = ('_at', '_marks')

    def __init__(self, marks: set[str]) -> None:
        self._marks = marks
        super().__init__()

    @property
    def step(self) -> str:
        return self._at

    @step.setter
    def step(self, step: str) -> None:
        self._at = step
        self._marks.add(step)

    def emit(self, kind: str, rules: tuple[str, ...], /, **fields: Field) -> None:
        if kind in ('narrowed', 'skipped'):
            self._marks.add(f'{self._at}.{str(fields["by"]).partition(".")[2]}')
        elif kind == 'upgraded':
            self._marks.add(f'{self._at}.upgrade')
        super().emit(kind, rules, **fields)


class _Proxy:
    """Passes on what is read of `whole`; of the parts in `MARKED` it takes note."""

    MARKED: ClassVar[Mapping[str, str]] = {}

    def __init__(self, whole: Any, marks: set[str]) -> None:
        self._whole = whole
        self._marks = marks

    def __getattr__(self, name: str) -> Any:
        if name in self.MARKED:
            self._marks.add(self.MARKED[name])
        return getattr(self._whole, name)


class _Base(_Proxy):
    MARKED: ClassVar[Mapping[str, str]] = {'tech_dial': 'tech-dial', 'diplomacy_cards': 'diplomacy'}

    def number(self, name: str) -> int:
        self._marks.add(f'numbers.{name}')
        return int(self._whole.number(name))


class _ApRules(_Proxy):
    MARKED: ClassVar[Mapping[str, str]] = {'payment': 'payment', 'difficulties': 'difficulty'}


class _Types(_Proxy):
    def __getitem__(self, name: str) -> Any:
        self._marks.add(f'types.{name}')
        return self._whole[name]


class _Project(_Proxy):
    def __init__(self, project: Project, marks: set[str]) -> None:
        super().__init__(project, marks)
        self.base_game = _Base(project.base_game, marks)
        self.ap_rules = _ApRules(project.ap_rules, marks)
        self.types = _Types(project.types, marks)

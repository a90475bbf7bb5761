"""What the rules consist of, as far as examples can show it: steps, criteria, tiebreakers, clauses, foot lines, rules.

Some of it cannot happen, whatever is on the table. Why not follows from the data and is said with the unit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any, cast

from civap.content.criteria import Criterion
from civap.content.rules import ENGINE
from civap.content.schema import kebab
from civap.content.source import Key
from civap.content.steps import (
    AnyStep,
    Attack,
    BuildCity,
    BuildWonder,
    MoveCaravans,
    PlaceControl,
    Reinforce,
    ResolveCard,
    Upgrade,
)
from civap.engine.criteria import REGISTRY
from civap.engine.priority import Sense

if TYPE_CHECKING:
    from civap.content.project import Project

Place = tuple[Key, ...]
KINDS = ('step', 'criterion', 'tiebreak', 'die', 'clause', 'foot', 'rule')
LISTS: Mapping[type[Any], str] = {
    PlaceControl: 'control',
    MoveCaravans: 'destination',
    BuildWonder: 'wonder',
    BuildCity: 'city',
    Attack: 'target',
    Reinforce: 'reinforce',
}
# Lists whose candidates fit some line of theirs, each a thing of one kind only.
SORTED = ('destination', 'target')
# A criterion, and what it asks for more closely.
CLOSER = {'barbarian-near': 'barbarian', 'rival-city-with-wonder': 'rival-city'}
NEXT_TO_CITY = 'every space that the step looks at is next to a friendly city, which it keeps from maturity'


@dataclass(frozen=True, slots=True)
class Unit:
    """Something that an example can reach; `never` says why none can. `place` is where it is in its file."""

    id: str
    kind: str
    place: Place = ()
    never: str = ''


def units(project: Project) -> tuple[Unit, ...]:
    """All units, cards first, in file order."""
    found = [unit for index in range(len(project.deck.cards)) for unit in _card(project, index)]
    found += [Unit(f'{kind.id}.foot', 'foot', ('types', at)) for at, kind in enumerate(project.deck.types)]
    return (*found, *(Unit(rule, 'rule') for rule in ENGINE))


def list_of(step: AnyStep) -> str:
    """The list that a step reads; empty if it reads none."""
    return LISTS.get(type(step), '')


def order_of(step: AnyStep) -> tuple[Criterion, ...]:
    """The lines of a step's list."""
    return cast('tuple[Criterion, ...]', getattr(step, 'order', ()))


def _card(project: Project, index: int) -> Iterator[Unit]:
    card = project.deck.cards[index]
    for number, step in enumerate(card.steps, 1):
        name, place = f'{card.id}.{number}', ('cards', index, 'steps', number - 1)
        yield Unit(name, 'step', place)
        if list_of(step):
            yield from _list(name, (*place, step.KIND), step)
        yield from _clauses(name, (*place, step.KIND), step)


def _list(name: str, place: Place, step: AnyStep) -> Iterator[Unit]:
    """Three units for each criterion; one for the tiebreaker and one for the die."""
    for index, line in enumerate(order_of(step)):
        where = (*place, 'order', index)
        for result in ('kept', 'narrowed', 'skipped'):
            yield Unit(f'{name}.{line.name}.{result}', 'criterion', where, _never(step, index, result))
    if getattr(step, 'tiebreak', ''):
        yield Unit(f'{name}.tiebreak', 'tiebreak', (*place, 'tiebreak'))
    yield Unit(f'{name}.die', 'die', (*place, 'order'))


def _clauses(name: str, place: Place, step: AnyStep) -> Iterator[Unit]:
    for index, entry in enumerate(getattr(step, 'through', ())):
        yield Unit(f'{name}.through.{entry}', 'clause', (*place, 'through', index))
    if isinstance(step, BuildCity) and 'friendly-caravan' in step.from_:
        yield Unit(f'{name}.from.friendly-caravan', 'clause', (*place, 'from'))
    if isinstance(step, Attack) and step.combat_against_barbarian is not None:
        yield Unit(f'{name}.combat-against-barbarian', 'clause', (*place, 'combat-against-barbarian'))
    if isinstance(step, Reinforce) and step.minimum is not None:
        yield Unit(f'{name}.minimum', 'clause', (*place, 'minimum'))
    if isinstance(step, PlaceControl) and step.unplaced_pays:
        yield Unit(f'{name}.unplaced-pays', 'clause', (*place, 'unplaced-pays'))
    if isinstance(step, Upgrade | ResolveCard):
        yield Unit(f'{name}.{step.KIND}', 'clause', place)


# ---------------------------------------------------------------- what cannot happen


def _never(step: AnyStep, index: int, result: str) -> str:
    """Why a criterion can never have this result; empty if it can."""
    line = order_of(step)[index]
    entry = REGISTRY[f'{list_of(step)}.{line.name}']
    if result == 'skipped' and entry.sense is not Sense.KEEP:
        if entry.measure.__annotations__['return'] == 'int':
            return 'everything has a value for it'
        if isinstance(step, PlaceControl) and step.next_to == 'friendly-city' and list_of(step) == 'control':
            return NEXT_TO_CITY
    if list_of(step) in SORTED and result not in _results(order_of(step), index):
        lines = ', '.join(item.name for item in order_of(step)[:index])
        return f'what is left when it is read fits it, or was kept by {lines}' if lines else 'nothing else is read'
    return ''


def _results(order: tuple[Criterion, ...], index: int) -> set[str]:
    """What a line can do to up to three things that each fit a line of the list, for lists in `SORTED`."""
    things = {frozenset(_fits(order, first, weak)) for first in range(len(order)) for weak in (False, True)}
    found = set()
    for number in (2, 3):
        for left in combinations_with_replacement(things, number):
            found.add(_result(list(left), index))
    return found - {''}


def _fits(order: tuple[Criterion, ...], first: int, weak: bool) -> Iterator[int]:
    """The lines that a thing made for line `first` fits: that one, and those that ask for less of it.

    A `weak` one has a defense within every limit.
    """
    made = order[first]
    for at, line in enumerate(order):
        wider = line.name in (made.name, CLOSER.get(made.name))
        within = weak or (line.defense_at_most or 0) >= (made.defense_at_most or 0)
        if at == first or (wider and within):
            yield at


def _result(left: list[frozenset[int]], index: int) -> str:
    """What line `index` does to these; empty if it is not read."""
    for line in range(index + 1):
        if len(left) < 2:
            return ''
        fit = [thing for thing in left if line in thing]
        if line == index:
            return 'skipped' if not fit else 'kept' if len(fit) == len(left) else 'narrowed'
        left = fit or left
    return ''


# ---------------------------------------------------------------- where it is


def spot(project: Project, place: Place, document: str = 'cards') -> str:
    """`path:line:col` of a place in a file."""
    file = project.documents[document]
    start = file.node(tuple(kebab(key) if isinstance(key, str) else key for key in place)).start
    return f'{file.path}:{start.line + 1}:{start.column + 1}'

"""Which parts of the rules the examples reach: steps, lines of lists, clauses, foot lines, rules.

A unit is a name such as `pottery.2`, `pottery.2 city.spawn-point skipped` or `rule gain.lowest`; events say
which units they reach. Units that nothing can reach are derived from the data, each with its reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from civap.content.cards import Card
from civap.content.criteria import Criterion
from civap.content.project import Project
from civap.content.rules import RESOLVED
from civap.content.steps import (
    Attack,
    BuildCity,
    MoveCaravans,
    PlaceControl,
    Reinforce,
    ResolveCard,
    StepBase,
    Upgrade,
)
from civap.engine.criteria import REGISTRY
from civap.engine.priority import Sense
from civap.engine.trace import Event

# What a line of a list does with the candidates that it gets.
DOES = ('kept', 'narrowed', 'skipped')
# Lines of one kind of target; only such lines can fit the same candidate.
KIND_OF = {
    'barbarian': 'barbarian',
    'barbarian-near': 'barbarian',
    'rival-city': 'city',
    'rival-city-with-wonder': 'city',
}
LISTS: Mapping[type[StepBase], str] = {
    PlaceControl: 'control',
    MoveCaravans: 'destination',
    BuildCity: 'city',
    Attack: 'target',
    Reinforce: 'reinforce',
}
# Events that spend trade tokens of a type's card, which is what its foot line is about.
SPENDING = ('spent', 'paid', 'fought')


def list_name(step: StepBase) -> str:
    """The list of a step that has an order."""
    return LISTS.get(type(step), 'wonder')


def units(project: Project) -> Iterator[str]:
    """Everything that examples should reach, in the order of the cards."""
    for card in project.deck.cards:
        for number, step in enumerate(card.steps, 1):
            name = f'{card.id}.{number}'
            yield name
            for line in lines(step):
                yield from (f'{name} {line} {does}' for does in DOES)
            if lines(step):
                yield f'{name} die'
            yield from (f'{name} {clause}' for clause in clauses(step))
    yield from (f'foot {kind.id}' for kind in project.deck.types)
    yield from (f'rule {rule}' for rule in RESOLVED)


def lines(step: StepBase) -> list[str]:
    """The lines of a step's list, its tiebreaker last."""
    order: Sequence[Criterion] = getattr(step, 'order', ())
    name = list_name(step)
    found = [f'{name}.{item.name}' for item in order]
    tiebreak = getattr(step, 'tiebreak', None)
    return [*found, f'{name}.{tiebreak}'] if tiebreak else found


def clauses(step: StepBase) -> Iterator[str]:
    """The optional parts of a step."""
    yield from (f'through {item}' for item in getattr(step, 'through', ()))
    if isinstance(step, BuildCity) and 'friendly-caravan' in step.from_:
        yield 'from friendly-caravan'
    if isinstance(step, Attack) and step.combat_against_barbarian:
        yield 'combat-against-barbarian'
    if isinstance(step, Reinforce) and step.minimum is not None:
        yield 'minimum'
    if isinstance(step, PlaceControl) and step.unplaced_pays:
        yield 'unplaced-pays'
    if isinstance(step, Upgrade | ResolveCard):
        yield 'taken'


def reached(events: Iterable[Event], project: Project) -> set[str]:
    """The units that events reach."""
    found: set[str] = set()
    for event in events:
        found.update(f'rule {rule}' for rule in event.rules)
        if event.kind in SPENDING and event.fields.get('trade'):
            found.add(f'foot {_type(event, project)}')
        if event.step:
            found.add(event.step)
            found.update(f'{event.step} {unit}' for unit in _inside(event))
    return found


def _type(event: Event, project: Project) -> str:
    name = str(event.fields.get('card') or event.step.partition('.')[0])
    card = project.cards.get(name)
    return card.type if card else ''


def _inside(event: Event) -> Iterator[str]:
    """Units of the step that an event shows."""
    fields: Mapping[str, Any] = event.fields
    match event.kind:
        case 'narrowed':
            yield f'{fields["by"]} {"narrowed" if fields["drop"] else "kept"}'
        case 'skipped':
            yield f'{fields["by"]} skipped'
        case 'chosen' if len(fields['options']) > 1:
            yield 'die'
        case 'reach':
            through = fields['thanks_to']
            yield 'from friendly-caravan' if through == 'friendly-caravan' else f'through {through}'
        case 'attacked' if fields['what'] == 'barbarian':
            yield 'combat-against-barbarian'
        case 'impossible' if fields['reason'] == 'too-many-attacks':
            yield 'minimum'
        case 'unplaced':
            yield 'unplaced-pays'
        case 'upgraded' | 'followed':
            yield 'taken'


def unreachable(project: Project) -> Mapping[str, str]:
    """Units that no game reaches, each with the reason that follows from the data."""
    found: dict[str, str] = {}
    for card in project.deck.cards:
        for number, step in enumerate(card.steps, 1):
            for line, does, reason in _never(step):
                found[f'{card.id}.{number} {line} {does}'] = reason
            if isinstance(step, Reinforce) and step.minimum is not None and not _floor(card, step):
                found[f'{card.id}.{number} minimum'] = 'so many attacks are not allowed'
    return found


def _floor(card: Card, step: Reinforce) -> bool:
    """Whether the number of tokens can fall below the minimum."""
    times = max((item.times for item in card.steps if isinstance(item, Attack)), default=0)
    return step.tokens - step.less_per_attack * times < (step.minimum or 0)


def _never(step: StepBase) -> Iterator[tuple[str, str, str]]:
    order: Sequence[Criterion] = getattr(step, 'order', ())
    for line in lines(step):
        entry = REGISTRY[line]
        near = entry.near_city and isinstance(step, PlaceControl) and step.next_to == 'friendly-city'
        if entry.total:
            yield line, 'skipped', 'every candidate has a value'
        elif near:
            yield line, 'skipped', 'every candidate is next to a friendly city that is not mature'
    if isinstance(step, Attack | MoveCaravans) and order:
        kinds = [KIND_OF.get(item.name, item.name) for item in order]
        if kinds[-1] not in kinds[:-1] and REGISTRY[lines(step)[len(order) - 1]].sense is Sense.KEEP:
            reason = 'what fits none of the lines before fits this one, else it would be no target'
            yield lines(step)[len(order) - 1], 'narrowed', reason


@dataclass(frozen=True)
class Coverage:
    """Which examples reach which unit."""

    units: tuple[str, ...]
    unreachable: Mapping[str, str]
    by: Mapping[str, tuple[str, ...]]

    @property
    def missing(self) -> tuple[str, ...]:
        """Reachable units that no example reaches."""
        return tuple(unit for unit in self.units if unit not in self.unreachable and unit not in self.by)

    @property
    def wrong(self) -> tuple[str, ...]:
        """Units that were said to be unreachable and are reached."""
        return tuple(unit for unit in self.unreachable if unit in self.by)

    def only(self, example: str) -> tuple[str, ...]:
        """The units that one example alone reaches."""
        return tuple(unit for unit, names in self.by.items() if names == (example,))

    def __str__(self) -> str:
        total = len(self.units) - len(self.unreachable)
        done = total - len(self.missing)
        lines_ = [f'coverage: {done} of {total} units, {percent(done, total)}; {len(self.unreachable)} unreachable']
        lines_ += [f'    not reached: {unit}' for unit in self.missing]
        lines_ += [f'    reached, though called unreachable: {unit}' for unit in self.wrong]
        return '\n'.join(lines_)

    def data(self) -> dict[str, Any]:
        """For a report."""
        return {
            'units': len(self.units),
            'unreachable': dict(self.unreachable),
            'missing': list(self.missing),
            'by': {unit: list(names) for unit, names in self.by.items()},
        }


def percent(done: int, total: int) -> str:
    """Whole percent, never rounded up."""
    return f'{done * 100 // total if total else 100} %'


def coverage(project: Project, found: Mapping[str, Iterable[str]]) -> Coverage:
    """The coverage of examples, given the units that each one reaches."""
    every = tuple(units(project))
    by: dict[str, list[str]] = {}
    for example, names in found.items():
        for unit in names:
            by.setdefault(unit, []).append(example)
    return Coverage(
        every, unreachable(project), {unit: tuple(by[unit]) for unit in every if unit in by}
    )  # fmt: skip

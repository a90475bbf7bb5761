"""Which example shows which part of the rules, and what none shows."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from civap.content.cards import Card
from civap.content.steps import AnyStep
from civap.engine.trace import Event
from civap.proof.units import KINDS, Unit, list_of, spot, units

if TYPE_CHECKING:
    from civap.content.project import Project


@dataclass(frozen=True)
class Coverage:
    """All units of a project, and the ids of those that each example reaches."""

    project: Project
    units: tuple[Unit, ...]
    examples: Mapping[str, frozenset[str]]

    @property
    def reached(self) -> frozenset[str]:
        """The units that some example reaches."""
        return frozenset[str]().union(*self.examples.values())

    @property
    def possible(self) -> tuple[Unit, ...]:
        """The units that an example could reach."""
        return tuple(unit for unit in self.units if not unit.never)

    @property
    def open(self) -> tuple[Unit, ...]:
        """Those that none reaches."""
        reached = self.reached
        return tuple(unit for unit in self.possible if unit.id not in reached)

    @property
    def impossible(self) -> tuple[Unit, ...]:
        """The units that nothing can reach, each with the reason."""
        return tuple(unit for unit in self.units if unit.never)

    def alone(self, example: str) -> tuple[str, ...]:
        """What only this example reaches, in the order of the units."""
        others = [reached for name, reached in self.examples.items() if name != example]
        mine = self.examples[example].difference(*others)
        return tuple(unit.id for unit in self.possible if unit.id in mine)

    def count(self, kind: str = '') -> tuple[int, int]:
        """How many units are reached, of how many that could be."""
        wanted = [unit.id for unit in self.possible if kind in ('', unit.kind)]
        reached = self.reached
        return sum(unit in reached for unit in wanted), len(wanted)

    def data(self) -> dict[str, Any]:
        """The whole report as plain data."""
        kinds = {kind: self.count(kind) for kind in KINDS}
        return {
            'reached': list(self.count()),
            'kinds': {kind: list(numbers) for kind, numbers in kinds.items()},
            'open': [{'id': unit.id, 'at': self.spot(unit)} for unit in self.open],
            'impossible': [{'id': unit.id, 'at': self.spot(unit), 'because': unit.never} for unit in self.impossible],
            'examples': {
                name: {'units': sorted(reached), 'alone': list(self.alone(name))}
                for name, reached in self.examples.items()
            },
        }

    def to_json(self) -> str:
        """The report as JSON."""
        return json.dumps(self.data(), ensure_ascii=False, indent=2)

    def spot(self, unit: Unit) -> str:
        """`path:line:col` of a unit of a card; empty for a rule."""
        return spot(self.project, unit.place) if unit.place else ''

    def lines(self) -> Iterator[str]:
        """The report for a reader."""
        for unit in self.open:
            yield f'{self.spot(unit)}: {unit.id}'.removeprefix(': ') + ' is reached by no example'
        for unit in self.impossible:
            yield f'{unit.id} cannot happen: {unit.never}'
        for name in self.examples:
            alone = self.alone(name)
            yield f'{name}: alone in reaching {", ".join(alone)}' if alone else f'{name}: alone in reaching nothing'
        for kind in KINDS:
            yield f'{kind}: {fraction(*self.count(kind))}'
        yield f'all: {fraction(*self.count())}'


def fraction(part: int, whole: int) -> str:
    """`7/8 (87.5%)`, never rounded up."""
    share = part * 1000 // whole if whole else 1000
    return f'{part}/{whole} ({share // 10}.{share % 10}%)'


def covered(project: Project, examples: Mapping[str, frozenset[str]]) -> Coverage:
    """The coverage of examples of which is known what they reach."""
    found = units(project)
    known = {unit.id for unit in found}
    return Coverage(project, found, {name: reached & known for name, reached in examples.items()})


# ---------------------------------------------------------------- what an event shows


def reached(project: Project, events: Sequence[Event]) -> set[str]:
    """The ids of all units that the events of one run show."""
    found = set[str]().union(*{event.rules for event in events})
    steps: dict[str, tuple[Card, AnyStep, str]] = {}
    for event in events:
        kind, fields, _, place = event
        if not place:
            continue
        if place not in steps:
            name, _, number = place.partition('.')
            step = project.cards[name].steps[int(number) - 1]
            steps[place] = project.cards[name], step, list_of(step)
        card, step, list_name = steps[place]
        if kind in LISTED:
            if fields['list'] == list_name and (part := _list_part(step, event)):
                found.add(f'{place}.{part}')
        elif kind in CLAUSES:
            found.update(f'{place}.{part}' for part in CLAUSES[kind](fields))
        elif kind in SPENDING and fields.get('trade'):
            found.add(f'{_type(project, card, event)}.foot')
    return found.union(steps)


def _type(project: Project, card: Card, event: Event) -> str:
    """The type of the card that tokens were spent on: the one named, else the one that is resolved."""
    named = str(event.fields.get('card', card.id))
    return project.cards[named].type if named in project.cards else card.type


def _list_part(step: AnyStep, event: Event) -> str:
    """What an event of a step's list shows of it; empty if nothing."""
    kind, fields = event.kind, cast('Mapping[str, Any]', event.fields)
    if kind == 'chosen':
        return 'die' if len(fields['options']) > 1 else ''
    name = str(fields['by']).partition('.')[2]
    if name == getattr(step, 'tiebreak', ''):
        return 'tiebreak'
    if kind == 'skipped':
        return f'{name}.skipped'
    return f'{name}.narrowed' if fields['drop'] else f'{name}.kept'


def _reach_clause(fields: Mapping[str, Any]) -> Iterator[str]:
    clause = fields['thanks_to']
    yield f'from.{clause}' if clause == 'friendly-caravan' else f'through.{clause}'


def _attacked(fields: Mapping[str, Any]) -> Iterator[str]:
    if fields['what'] == 'barbarian':
        yield 'combat-against-barbarian'


def _impossible(fields: Mapping[str, Any]) -> Iterator[str]:
    if fields['reason'] == 'too-many-attacks':
        yield 'minimum'


LISTED = ('narrowed', 'skipped', 'chosen')
SPENDING = ('spent', 'paid', 'fought')
# A row event belongs to a step only where the card is reset in the midst of it, to resolve another one.
CLAUSES: Mapping[str, Callable[[Mapping[str, Any]], Iterator[str]]] = {
    'reach': _reach_clause,
    'attacked': _attacked,
    'impossible': _impossible,
    'unplaced': lambda _: iter(['unplaced-pays']),
    'upgraded': lambda _: iter(['upgrade']),
    'row': lambda _: iter(['resolve-card']),
}

"""Flowcharts of the cards, generated from their steps: boxes and arrows, which can be written as JSON and read again.

A box says what a player reads, and holds the step that it stands for as cards.yaml writes it; so a chart alone, with
the facts of a board, is enough to resolve the card (`civap.proof.walker` does).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from civap.content.boxes import END, NEXT, Drawn, Facts, Kind, Sketch
from civap.content.cards import Card
from civap.content.criteria import Criterion
from civap.content.say import Listing, Name, Numeral, Plain, Say, Signed, Value
from civap.content.steps import StepBase

if TYPE_CHECKING:
    from civap.content.project import Project

YES, NO = 'yes', 'no'
MOST_BOXES = 9
RESET = Drawn('reset', 'end', (Say('sheet.end', values={'slot': 1}),), ('base.reset',))


@dataclass(frozen=True, slots=True)
class Box:
    """A box of a chart. `does` names what is done or asked there; `step` is the step's number on the card, from 1."""

    id: str
    kind: Kind
    does: str
    step: int
    data: Mapping[str, Any]
    said: tuple[Say, ...]
    rules: tuple[str, ...]
    listing: Listing | None = None
    items: tuple[Say, ...] = ()
    cases: bool = False
    foot: Say | None = None

    def says(self) -> Iterator[Say]:
        """Every message of the box."""
        yield from self.said
        if self.listing:
            yield from (self.listing.heading, *self.listing.items, *self.listing.tie)
        yield from self.items
        if self.foot:
            yield self.foot


@dataclass(frozen=True, slots=True)
class Edge:
    """An arrow between two boxes; `answer` is yes or no if it leaves a question."""

    start: str
    end: str
    answer: str = ''


@dataclass(frozen=True, slots=True)
class Chart:
    """The flowchart of a card; it begins at its first box."""

    card: str
    type: str
    level: int
    caravans: int
    boxes: tuple[Box, ...]
    edges: tuple[Edge, ...]

    def box(self, name: str) -> Box:
        """A box by its id."""
        return next(box for box in self.boxes if box.id == name)

    def after(self, name: str, answer: str = '') -> str:
        """Where the arrow with the answer leads. Raises `KeyError`."""
        for edge in self.edges:
            if (edge.start, edge.answer) == (name, answer):
                return edge.end
        raise KeyError(name, answer)


def facts_of(project: Project, card: Card) -> Facts:
    """What the boxes of a card say that is not on the card."""
    base = project.base_game
    return Facts(
        foot=project.types[card.type].say_foot(),
        payment=project.ap_rules.payment,
        numbers={item.id: item.value for item in base.numbers.items},
        treaties=tuple(item.id for item in base.diplomacy_cards.items),
        caravans=card.caravans or 0,
    )


def charts(project: Project) -> dict[str, Chart]:
    """The charts of all cards, by id."""
    return {card.id: chart_of(card, facts_of(project, card)) for card in project.deck.cards}


def chart_of(card: Card, facts: Facts) -> Chart:
    """The chart of one card."""
    boxes: list[Box] = []
    links: list[tuple[Drawn, int]] = []
    sketches = [step.draw(facts) for step in card.steps]
    for index, step in enumerate(card.steps):
        for drawn in _shown(sketches, card.steps, index):
            boxes.append(_box(drawn, index + 1, step))
            links.append((drawn, index + 1))
    if boxes[-1].kind != 'end':
        boxes.append(_box(RESET, len(card.steps) + 1, None))
        links.append((RESET, len(card.steps) + 1))
    edges = tuple(edge for place in range(len(boxes)) for edge in _edges(place, boxes, links))
    return Chart(card.id, card.type, card.level, card.caravans or 0, tuple(_by_same_list(boxes)), edges)


def _shown(sketches: Sequence[Sketch], steps: Sequence[StepBase], index: int) -> tuple[Drawn, ...]:
    """The boxes of a step: of steps of one kind in a row, the first opens and the last closes."""
    kinds = [step.KIND for step in steps]
    sketch = sketches[index]
    opening = sketch.opening if kinds[index] not in kinds[max(0, index - 1) : index] else ()
    closing = sketch.closing if kinds[index] not in kinds[index + 1 : index + 2] else ()
    return (*opening, *sketch.body, *closing)


def _box(drawn: Drawn, number: int, step: StepBase | None) -> Box:
    return Box(
        f'{number}.{drawn.id}', drawn.kind, drawn.id, number, step_data(step) if step else {},
        drawn.said, drawn.rules, drawn.listing, drawn.items, drawn.cases, drawn.foot,
    )  # fmt: skip


def _edges(place: int, boxes: Sequence[Box], links: Sequence[tuple[Drawn, int]]) -> Iterator[Edge]:
    """The arrows that leave a box."""
    drawn, number = links[place]
    if drawn.kind == 'end':
        return
    following = next((box.id for box in boxes[place:] if box.step > number), boxes[-1].id)
    named = {NEXT: following, END: boxes[-1].id, '': boxes[place + 1].id}

    def goal(link: str) -> str:
        return named.get(link, f'{number}.{link}')

    if drawn.kind == 'question':
        yield Edge(boxes[place].id, goal(drawn.yes), YES)
        yield Edge(boxes[place].id, goal(drawn.no), NO)
    else:
        yield Edge(boxes[place].id, goal(drawn.then))


def _by_same_list(boxes: Sequence[Box]) -> Iterator[Box]:
    """A list that is the same as that of the box before is not printed twice."""
    yield boxes[0]
    for before, box in pairwise(boxes):
        if box.listing and box.listing == before.listing:
            yield replace(box, kind='action', listing=None, said=(*box.said, Say('sheet.same-list')))
        else:
            yield box


def faults(chart: Chart) -> Iterator[str]:
    """What is wrong with the form of a chart; nothing where it comes from steps."""
    names = [box.id for box in chart.boxes]
    if len(names) > MOST_BOXES:
        yield f'{len(names)} boxes, expected {MOST_BOXES} at most'
    for box in chart.boxes:
        answers = sorted(edge.answer for edge in chart.edges if edge.start == box.id)
        wanted = {'question': [NO, YES], 'end': []}.get(box.kind, [''])
        if answers != wanted:
            yield f'arrows {answers} from {box.id}, expected {wanted}'
        if box.listing and box.listing.tie[-1] != Say('tie.roll'):
            yield f'a list in {box.id} that does not end in the die'
    for edge in chart.edges:
        if not {edge.start, edge.end} <= set(names):
            yield f'an arrow from {edge.start} to {edge.end}, expected both among the boxes'
    for lost in sorted(set(names) - _reached(chart)):
        yield f'no way from the first box to {lost}'


def _reached(chart: Chart) -> set[str]:
    found = [chart.boxes[0].id]
    for name in found:
        found += [edge.end for edge in chart.edges if edge.start == name and edge.end not in found]
    return set(found)


# ---------------------------------------------------------------- JSON


def step_data(step: StepBase) -> dict[str, Any]:
    """A step as cards.yaml writes it: `{attack: {...}}`."""
    data: dict[str, Any] = step.model_dump(by_alias=True, mode='json', exclude_defaults=True)
    if hasattr(step, 'order'):
        data['order'] = [_line(line) for line in step.order]
    return {step.KIND: data}


def _line(line: Criterion) -> Any:
    return line.name if line.defense_at_most is None else {line.name: {'defense-at-most': line.defense_at_most}}


def to_json(chart: Chart) -> str:
    """The chart as JSON."""
    return json.dumps(_plain(chart), ensure_ascii=False, indent=1)


def _plain(value: Any) -> Any:
    """Plain data; what says something is told apart by its first key."""
    match value:
        case Signed():
            return {'signed': value.number}
        case Numeral():
            return {'numeral': value.level}
        case Name():
            return {'name': value.id}
        case Plain():
            return {'plain': value.text}
        case Say():
            return {'say': value.id, 'n': value.n, 'values': _plain(value.values)}
        case Chart() | Box() | Edge() | Listing():
            return {name: _plain(getattr(value, name)) for name in value.__slots__}
        case Mapping():
            return {name: _plain(item) for name, item in value.items()}
        case tuple() | list():
            return [_plain(item) for item in value]
    return value


def from_json(text: str) -> Chart:
    """The chart that was written as JSON."""
    data = json.loads(text)
    boxes = tuple(_read_box(box) for box in data['boxes'])
    edges = tuple(Edge(**edge) for edge in data['edges'])
    return Chart(data['card'], data['type'], data['level'], data['caravans'], boxes, edges)


def _read_box(data: dict[str, Any]) -> Box:
    listing = data['listing']
    read = {
        'said': _read_says(data['said']),
        'items': _read_says(data['items']),
        'rules': tuple(data['rules']),
        'foot': _read_say(data['foot']) if data['foot'] else None,
        'listing': Listing(_read_say(listing['heading']), _read_says(listing['items']), _read_says(listing['tie']))
        if listing
        else None,
    }
    return Box(**{**data, **read})


def _read_says(data: Sequence[Any]) -> tuple[Say, ...]:
    return tuple(map(_read_say, data))


def _read_say(data: dict[str, Any]) -> Say:
    return Say(data['say'], data['n'], {name: _read_value(value) for name, value in data['values'].items()})


def _read_value(value: Any) -> Value:
    if isinstance(value, int):
        return value
    if 'say' in value:
        return _read_say(value)
    ((kind, content),) = value.items()
    made: Value = {'signed': Signed, 'numeral': Numeral, 'name': Name, 'plain': Plain}[kind](content)
    return made

"""What a printed example says: numbers and names for its prose, read from what happens on its paths.

A value is written `<kind>[#<n>].<field>[.<key>]` (`paid.trade`, `narrowed#2.values.A`, `narrowed.keep.count`): a field
of the n-th event of a kind; `given.<fact>` is what the situation states, `roll.<question>` the die that is pinned,
`faces.<question>.<option>` the faces of an option; anything else names a thing of the game (`wonder.oracle`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING, Any

from civap.content.events import EVENTS
from civap.content.examples import Example, Examples
from civap.content.say import Name, Numeral, Plain, Say, Value
from civap.content.situation import Given
from civap.engine.choices import BUDGET, paths
from civap.engine.setup import SetUp
from civap.engine.trace import Event
from civap.proof.story import Story, assumed, play, stories
from civap.proof.words import NAMED

if TYPE_CHECKING:
    from civap.content.project import Project

_EVENT = re.compile(r'([a-z-]+)(?:#([1-9]\d?))?\.([a-z-]+)(?:\.([A-Za-z0-9-]+))?')
COUNT = 'count'


class NoValue(Exception):
    """A value that an example does not have; the text says why."""


@dataclass(frozen=True)
class Told:
    """An example as the book tells it: its situation and its events, those of each path."""

    example: Example
    given: Given
    runs: tuple[tuple[Event, ...], ...]

    @property
    def events(self) -> tuple[Event, ...]:
        """Those of the first path."""
        return self.runs[0]


def tell(project: Project, files: Examples, name: str, readings: Mapping[str, str]) -> Told:
    """Play an example on every path."""
    story: Story = next(stories(files[name], files))
    set_up, taken = SetUp(project, story.given), assumed(story)
    found = paths(lambda chooser: play(story, set_up, readings, chooser, taken), BUDGET)
    return Told(files[name].example, story.given, tuple(path.outcome.events for path in found))


def value(told: Told | None, spec: str, names: Collection[str]) -> Value:
    """What a placeholder is filled with; `names` are the message ids of things. Raises `NoValue`."""
    if spec in names:
        return Name(spec)
    if told is None:
        raise NoValue('no thing of the game')
    head, _, rest = spec.partition('.')
    if head == 'given':
        return _said(_fact(told.given, rest), rest.rpartition('.')[2], names)
    if head in ('roll', 'faces'):
        return _die(told.example, head, rest)
    return _happened(told, spec, names)


def _happened(told: Told, spec: str, names: Collection[str]) -> Value:
    """A field of an event, the same on every path."""
    match = _EVENT.fullmatch(spec)
    if not match or match[1] not in EVENTS:
        raise NoValue('neither a thing of the game nor an event')
    kind, number, field, key = match[1], int(match[2] or 1), match[3].replace('-', '_'), match[4]
    field = 'from_' if field == 'from' else field
    found = {repr(each): each for run in told.runs for each in [_field(run, kind, number, field, key)]}
    if len(found) > 1:
        raise NoValue(f'{" or ".join(sorted(found))}, as the path goes')
    (one,) = found.values()
    return _said(one, field, names)


def _field(run: Sequence[Event], kind: str, number: int, field: str, key: str | None) -> Any:
    events = [event for event in run if event.kind == kind]
    if len(events) < number:
        raise NoValue(f'{len(events)} events of the kind {kind}')
    fields = events[number - 1].fields
    if field not in fields:
        raise NoValue(f'no such field of {kind}')
    found: Any = fields[field]
    if key is None:
        return found
    if key == COUNT and not isinstance(found, Mapping):
        return len(found)
    if not isinstance(found, Mapping) or key not in found:
        raise NoValue(f'no {key!r} in it')
    return found[key]


def _said(found: Any, field: str, names: Collection[str]) -> Value:
    match found:
        case bool():
            raise NoValue('no number or name')
        case int():
            return Numeral(found) if field == 'level' else found
        case Fraction():
            return Plain(str(found))
        case tuple() if found:
            return reduce(
                lambda first, more: Say('say.more', values={'first': first, 'more': more}),
                (_named(item, names) for item in found),
            )
        case str():
            return _named(found, names)
    raise NoValue('no number or name')


def _named(item: str, names: Collection[str]) -> Value:
    kind = next((kind for kind in NAMED if f'{kind}.{item}' in names), None)
    return Name(f'{kind}.{item}') if kind else Plain(item)


def _die(example: Example, head: str, rest: str) -> Value:
    """The pinned roll, or the faces of an option."""
    ask, _, option = rest.rpartition('.') if head == 'faces' else (rest, '', '')
    choice = next((choice for choice in example.choices if choice.ask == ask), None)
    if choice is None or choice.roll is None or choice.faces is None:
        raise NoValue(f'no roll for {ask!r}')
    if head == 'roll':
        return choice.roll
    if option not in choice.faces:
        raise NoValue(f'no option {option!r}')
    faces = choice.faces[option]
    whole = len(faces) > 1 and faces == tuple(range(faces[0], faces[-1] + 1))
    return Plain(f'{faces[0]}\N{EN DASH}{faces[-1]}' if whole else ', '.join(map(str, faces)))


def _fact(given: Given, path: str) -> Any:
    """What a situation states, by a path of its keys; cards, spaces and rivals by their ids."""
    here: Any = given.model_dump(by_alias=True)
    for key in path.split('.'):
        if isinstance(here, list | tuple):
            here = next((item for item in here if key in (item.get('card'), item.get('type'), item.get('id'))), None)
        else:
            here = here.get(key) if isinstance(here, Mapping) else None
        if here is None:
            raise NoValue('no such fact')
    return here

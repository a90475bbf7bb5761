"""The events of the engine, as examples expect them: any of an event's fields, each with a value or a pattern.

The engine emits records with the same kinds and field names (`civap.engine.trace`).
"""

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import Annotated, Any, ClassVar, get_args

from pydantic import BeforeValidator, Discriminator, Tag, model_validator

from civap.content.criteria import CRITERIA
from civap.content.problems import did_you_mean
from civap.content.schema import Amount, Id, Model, fault, shown

# Lists that are not printed on a card, with their criteria; `placement` is wonder.place, `trade` trade.gain.
MORE_CRITERIA: Mapping[str, tuple[str, ...]] = {
    'placement': ('highest-defense',),
    'trade': ('fewest', 'highest-slot'),
}
LISTS = (*CRITERIA, *MORE_CRITERIA)
CRITERION_IDS = tuple(f'{name}.{item}' for name, items in {**CRITERIA, **MORE_CRITERIA}.items() for item in items)


class Bounds(Model):
    """Numbers between limits, or some of a few."""

    at_least: Amount | None = None
    at_most: Amount | None = None
    more_than: Amount | None = None
    less_than: Amount | None = None
    one_of: tuple[Amount, ...] | None = None

    def admits(self, number: int) -> bool:
        """Whether `number` lies within."""
        return (
            (self.at_least is None or number >= self.at_least)
            and (self.at_most is None or number <= self.at_most)
            and (self.more_than is None or number > self.more_than)
            and (self.less_than is None or number < self.less_than)
            and (self.one_of is None or number in self.one_of)
        )


class Has(Model):
    """A list that has at least these."""

    has: tuple[str, ...]


def _number_kind(value: Any) -> str:
    return 'bounds' if isinstance(value, dict | Bounds) else 'number'


Number = Annotated[
    Annotated[Amount, Tag('number')] | Annotated[Bounds, Tag('bounds')],
    Discriminator(_number_kind),
]


def _label(value: object) -> str:
    if isinstance(value, str) and re.fullmatch(r'[A-Za-z0-9]+([-_][A-Za-z0-9]+)*', value):
        return value
    hint = 'write one word, such as A or capital'
    raise fault('bad-id', 'found {found}, expected an id', hint, found=shown(value))


def _one_of(code: str, what: str, known: tuple[str, ...]) -> BeforeValidator:
    def check(value: object) -> object:
        if value in known:
            return value
        hint = did_you_mean(str(value), known)
        raise fault(code, 'found {found}, expected {what}', hint, found=shown(value), what=what)

    return BeforeValidator(check)


def _chance(value: object) -> str:
    if isinstance(value, str) and re.fullmatch(r'[1-9]\d{0,5}(/[1-9]\d{0,5})?', value):
        chance = Fraction(value)
        if chance <= 1:
            return str(chance)
    raise fault('bad-chance', 'found {found}, expected a chance', 'write it like 1/2', found=shown(value))


def _names_kind(value: Any) -> str:
    return 'has' if isinstance(value, dict | Has) else 'names'


Label = Annotated[str, BeforeValidator(_label)]
ListId = Annotated[str, _one_of('unknown-list', 'a priority list', LISTS)]
CriterionId = Annotated[str, _one_of('unknown-criterion', 'a criterion', CRITERION_IDS)]
Chance = Annotated[str, BeforeValidator(_chance)]
Names = Annotated[
    Annotated[tuple[Label, ...], Tag('names')] | Annotated[Has, Tag('has')],
    Discriminator(_names_kind),
]
Numbers = Mapping[Label, Number]


class Expectation(Model):
    """An event that should happen: `{kind: {field: value}}`; fields left out may be anything.

    `SAME` are the fields that tell one event of the kind from another.
    """

    KIND: ClassVar[str]
    SAME: ClassVar[tuple[str, ...]] = ()

    @model_validator(mode='before')
    @classmethod
    def _open(cls, value: Any) -> Any:
        """The inside of `{built: {...}}`."""
        return value[cls.KIND] if isinstance(value, dict) and list(value) == [cls.KIND] else value

    @cached_property
    def fields(self) -> Mapping[str, Any]:
        """What is expected, by field."""
        return {name: value for name, value in self if name in self.model_fields_set}


class Resolved(Expectation):
    """A card begins to be resolved (turn.slot-five)."""

    KIND = 'resolved'
    card: Id | None = None


class Excluded(Expectation):
    """Something is no target at all."""

    KIND = 'excluded'
    SAME = ('list', 'item')
    list: ListId | None = None
    item: Label | None = None
    reason: Label | None = None


class Narrowed(Expectation):
    """A criterion kept some candidates (priority.filter)."""

    KIND = 'narrowed'
    SAME = ('list', 'by')
    list: ListId | None = None
    by: CriterionId | None = None
    keep: Names | None = None
    drop: Names | None = None
    values: Numbers | None = None
    remaining: Number | None = None


class Skipped(Expectation):
    """A criterion fitted nobody (priority.skip)."""

    KIND = 'skipped'
    SAME = ('list', 'by')
    list: ListId | None = None
    by: CriterionId | None = None
    remaining: Number | None = None


class Chosen(Expectation):
    """A list picked its target, by chance if several were left (golden.random)."""

    KIND = 'chosen'
    SAME = ('list',)
    list: ListId | None = None
    item: Label | None = None
    options: Names | None = None
    chance: Chance | None = None


class SetAside(Expectation):
    """The wonder picked cannot be paid for (wonder.candidates); `reach` is the most that can be paid."""

    KIND = 'set-aside'
    wonder: Id | None = None
    cost: Number | None = None
    reach: Number | None = None


class Paid(Expectation):
    """A wonder was paid for (wonder.order); `trade_left` stays on the card."""

    KIND = 'paid'
    wonder: Id | None = None
    cost: Number | None = None
    production: Number | None = None
    bonus: Number | None = None
    natural_wonders: Number | None = None
    resources: Number | None = None
    trade: Number | None = None
    total: Number | None = None
    trade_left: Number | None = None


class Placed(Expectation):
    """A wonder token went under a city (wonder.place)."""

    KIND = 'placed'
    wonder: Id | None = None
    city: Label | None = None


class Built(Expectation):
    """A city was built on a space."""

    KIND = 'built'
    city: Label | None = None


class Impossible(Expectation):
    """Something could not be done, and why."""

    KIND = 'impossible'
    SAME = ('what',)
    what: Label | None = None
    reason: Label | None = None


class Taken(Expectation):
    """Trade tokens were taken from a rival's card (attack.capital-tokens)."""

    KIND = 'taken'
    from_: Label | None = None
    card: Id | None = None
    slot: Number | None = None
    trade: Number | None = None


class WonderTaken(Expectation):
    """A wonder moved from a rival's capital to a city (attack.capital-wonder)."""

    KIND = 'wonder-taken'
    from_: Label | None = None
    wonder: Id | None = None
    city: Label | None = None


class Gained(Expectation):
    """Trade tokens were put on a card (trade.gain)."""

    KIND = 'gained'
    card: Id | None = None
    trade: Number | None = None


class Upgraded(Expectation):
    """A card was replaced by one of a higher level."""

    KIND = 'upgraded'
    card: Id | None = None
    to: Id | None = None
    level: Number | None = None


class Row(Expectation):
    """A card's place in the focus row after it was reset (base.reset)."""

    KIND = 'row'
    SAME = ('card',)
    card: Id | None = None
    slot: Number | None = None
    trade: Number | None = None


AnyEvent = (
    Resolved | Excluded | Narrowed | Skipped | Chosen | SetAside | Paid | Placed | Built
    | Impossible | Taken | WonderTaken | Gained | Upgraded | Row
)  # fmt: skip
EVENTS: dict[str, type[Expectation]] = {event.KIND: event for event in get_args(AnyEvent)}


def _one_event(value: Any) -> Any:
    """Refuse what is not one known event: `{built: {...}}`."""
    if isinstance(value, Expectation):
        return value
    if not isinstance(value, dict) or len(value) != 1:
        found = f'{len(value)} keys' if isinstance(value, dict) else shown(value)
        raise fault('one-event', f'found {found}, expected one event', 'write it as `- built: {...}`')
    (kind,) = value
    if kind not in EVENTS:
        message = f'found {shown(kind)}, expected an event'
        raise fault('unknown-event', message, did_you_mean(str(kind), list(EVENTS)))
    return value


def _kind(value: Any) -> str:
    """The YAML key of an event."""
    return value.KIND if isinstance(value, Expectation) else next(iter(value))


Happening = Annotated[
    Annotated[Resolved, Tag('resolved')]
    | Annotated[Excluded, Tag('excluded')]
    | Annotated[Narrowed, Tag('narrowed')]
    | Annotated[Skipped, Tag('skipped')]
    | Annotated[Chosen, Tag('chosen')]
    | Annotated[SetAside, Tag('set-aside')]
    | Annotated[Paid, Tag('paid')]
    | Annotated[Placed, Tag('placed')]
    | Annotated[Built, Tag('built')]
    | Annotated[Impossible, Tag('impossible')]
    | Annotated[Taken, Tag('taken')]
    | Annotated[WonderTaken, Tag('wonder-taken')]
    | Annotated[Gained, Tag('gained')]
    | Annotated[Upgraded, Tag('upgraded')]
    | Annotated[Row, Tag('row')],
    Discriminator(_kind),
    BeforeValidator(_one_event),
]

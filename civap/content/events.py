"""The events of the engine, as examples expect them: any of an event's fields, each with a value or a pattern.

The engine emits records with the same kinds and field names (`civap.engine.trace`).
"""

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, get_args

from pydantic import Discriminator, Tag

from civap.content.criteria import CRITERIA, TIEBREAKS
from civap.content.problems import did_you_mean
from civap.content.schema import Amount, Id, Kinded, Model, Reader, fault, one_of_kinds, shown

# Lists that no card prints, with their criteria: wonder.place, trade.gain, gain.lowest, resource.gain, golden.random.
MORE_CRITERIA: Mapping[str, tuple[str, ...]] = {
    'placement': ('highest-defense',),
    'trade': ('fewest', 'highest-slot'),
    'replace': ('lowest-level',),
    'upgrade': ('lowest-level', 'highest-slot'),
    'resource': (),
    'caravan': ('nearest',),
    'path': (),
    'discard': (),
    'difficulty': (),
}
LISTS = (*CRITERIA, *MORE_CRITERIA)
CRITERION_IDS = (
    *(f'{name}.{item}' for name, items in {**CRITERIA, **MORE_CRITERIA}.items() for item in items),
    *(f'{name}.{item}' for name, items in TIEBREAKS.items() for item in items),
)
LABEL = r'[A-Za-z0-9]+([-_][A-Za-z0-9]+)*'
CHANCE = r'[1-9]\d{0,5}(/[1-9]\d{0,5})?'
# What other readers of YAML may take an unquoted word for: A, 3, true.
WORDS = ('string', 'integer', 'boolean')


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


def label(value: object) -> str:
    """An id of letters, digits, hyphens and underscores. Raises a fault."""
    if isinstance(value, str) and re.fullmatch(LABEL, value):
        return value
    hint = 'write one word, such as A or capital'
    raise fault('bad-id', 'found {found}, expected an id', hint, found=shown(value))


def _one_of(code: str, what: str, known: tuple[str, ...]) -> Reader:
    def check(value: object) -> object:
        if value in known:
            return value
        hint = did_you_mean(str(value), known)
        raise fault(code, 'found {found}, expected {what}', hint, found=shown(value), what=what)

    return Reader(check, keywords={'enum': known})


def _chance(value: object) -> str:
    if isinstance(value, str) and re.fullmatch(CHANCE, value):
        chance = Fraction(value)
        if chance <= 1:
            return str(chance)
    raise fault('bad-chance', 'found {found}, expected a chance', 'write it like 1/2', found=shown(value))


# The attacker's lead after the dice, or several in a row.
LEAD = re.compile(r'-?\d(\.\.-?\d)?')


def _lead(value: object) -> str:
    if isinstance(value, str) and LEAD.fullmatch(value):
        return value
    raise fault('bad-lead', 'found {found}, expected a lead', 'write it like -2 or -5..-2', found=shown(value))


def _names_kind(value: Any) -> str:
    return 'has' if isinstance(value, dict | Has) else 'names'


Label = Annotated[str, Reader(label, keywords={'type': WORDS, 'pattern': f'^{LABEL}$'})]
ListId = Annotated[str, _one_of('unknown-list', 'a priority list', LISTS)]
CriterionId = Annotated[str, _one_of('unknown-criterion', 'a criterion', CRITERION_IDS)]
Chance = Annotated[str, Reader(_chance, keywords={'type': WORDS[:2], 'pattern': f'^{CHANCE}$'})]
Lead = Annotated[str, Reader(_lead, keywords={'type': WORDS[:2], 'pattern': f'^{LEAD.pattern}$'})]
Names = Annotated[
    Annotated[tuple[Label, ...], Tag('names')] | Annotated[Has, Tag('has')],
    Discriminator(_names_kind),
]
Numbers = Mapping[Label, Number]


class Expectation(Kinded):
    """An event that should happen: `{kind: {field: value}}`; fields left out may be anything.

    `SAME` are the fields that tell one event of the kind from another.
    """

    SAME: ClassVar[tuple[str, ...]] = ()

    @cached_property
    def fields(self) -> Mapping[str, Any]:
        """What is expected, by field."""
        return {name: value for name, value in self if name in self.model_fields_set}


class Turn(Expectation):
    """A turn of the AP begins (turn.slot-five)."""

    KIND = 'turn'
    turn: Number | None = None


class Difficulty(Expectation):
    """A difficulty level was chosen: so many cards start as level II (difficulty.levels)."""

    KIND = 'difficulty'
    chosen: Id | None = None
    replaced: Number | None = None


class EventDial(Expectation):
    """The event dial advanced (turn.event-dial); `space` counts from the start space, which is 0."""

    KIND = 'event-dial'
    event: Label | None = None
    space: Number | None = None


class BarbarianMoved(Expectation):
    """A barbarian moved (base.events)."""

    KIND = 'barbarian-moved'
    SAME = ('barbarian',)
    barbarian: Label | None = None
    from_: Label | None = None
    to: Label | None = None


class BarbarianBack(Expectation):
    """A barbarian could not stay and went back (base.events)."""

    KIND = 'barbarian-back'
    SAME = ('barbarian',)
    barbarian: Label | None = None
    space: Label | None = None
    reason: Label | None = None


class Spawned(Expectation):
    """A defeated barbarian returned to its spawn point (base.events)."""

    KIND = 'spawned'
    SAME = ('barbarian',)
    barbarian: Label | None = None
    space: Label | None = None


class Discarded(Expectation):
    """A player whose capital was entered lost trade tokens (base.events)."""

    KIND = 'discarded'
    owner: Label | None = None
    card: Id | None = None
    trade: Number | None = None


class Destroyed(Expectation):
    """A piece was destroyed: a city, a control token or a caravan."""

    KIND = 'destroyed'
    SAME = ('what', 'space')
    what: Label | None = None
    owner: Label | None = None
    space: Label | None = None


class Flipped(Expectation):
    """A reinforced control token was turned to its unreinforced side."""

    KIND = 'flipped'
    SAME = ('space',)
    space: Label | None = None
    owner: Label | None = None


class Removed(Expectation):
    """A control token was taken off the map (card.culture IV)."""

    KIND = 'removed'
    SAME = ('space',)
    space: Label | None = None
    owner: Label | None = None


class Resolved(Expectation):
    """A card begins to be resolved (turn.slot-five)."""

    KIND = 'resolved'
    card: Id | None = None


class Followed(Expectation):
    """A card leads to another one, which is resolved next (card.economy, card.industry)."""

    KIND = 'followed'
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
    limit: Number | None = None


class Skipped(Expectation):
    """A criterion fitted nobody (priority.skip)."""

    KIND = 'skipped'
    SAME = ('list', 'by')
    list: ListId | None = None
    by: CriterionId | None = None
    remaining: Number | None = None
    limit: Number | None = None


class Chosen(Expectation):
    """A list picked its target, by chance if several were left (golden.random)."""

    KIND = 'chosen'
    SAME = ('list',)
    list: ListId | None = None
    item: Label | None = None
    options: Names | None = None
    chance: Chance | None = None


class Reach(Expectation):
    """Something counts only thanks to a clause of the card: through water, from a caravan."""

    KIND = 'reach'
    SAME = ('list', 'item')
    list: ListId | None = None
    item: Label | None = None
    thanks_to: Label | None = None


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


class Spent(Expectation):
    """What counts as spent on a card: its trade tokens, bonuses, natural wonder tokens, the leader's extra."""

    KIND = 'spent'
    card: Id | None = None
    trade: Number | None = None
    bonus: Number | None = None
    natural_wonders: Number | None = None
    leader: Number | None = None


class ControlPlaced(Expectation):
    """A control token was placed (card.culture)."""

    KIND = 'control-placed'
    space: Label | None = None


class Collected(Expectation):
    """A token that lay on a space was taken: a resource, or `natural-wonder`."""

    KIND = 'collected'
    space: Label | None = None
    token: Label | None = None


class Unplaced(Expectation):
    """Control tokens that could not be placed paid trade tokens (culture.unplaced)."""

    KIND = 'unplaced'
    tokens: Number | None = None
    trade: Number | None = None


class Moved(Expectation):
    """A caravan moved along a shortest path (card.economy); `distance` is how far its destination was."""

    KIND = 'moved'
    SAME = ('to',)
    from_: Label | None = None
    to: Label | None = None
    destination: Label | None = None
    spaces: Number | None = None
    distance: Number | None = None


class Arrived(Expectation):
    """A caravan reached a city-state or rival city and went back to its card (base.caravan)."""

    KIND = 'arrived'
    at: Label | None = None
    trade: Number | None = None


class DiplomacyTaken(Expectation):
    """The AP took a diplomacy card (diplomacy.visit, base.caravan)."""

    KIND = 'diplomacy-taken'
    from_: Label | None = None
    card: Id | None = None


class DiplomacyReturned(Expectation):
    """A diplomacy card went back to whom the AP attacks (bonus.return-card)."""

    KIND = 'diplomacy-returned'
    from_: Label | None = None


class Defeated(Expectation):
    """A barbarian was defeated."""

    KIND = 'defeated'
    space: Label | None = None
    barbarian: Label | None = None


class ResourceGained(Expectation):
    """A resource token of a random type was gained (resource.gain)."""

    KIND = 'resource-gained'
    resource: Label | None = None


class Attacked(Expectation):
    """An attack began (attack.target, attack.dice): what both sides add to their dice."""

    KIND = 'attacked'
    number: Number | None = None
    target: Label | None = None
    what: Label | None = None
    combat: Number | None = None
    defense: Number | None = None
    bonus: Number | None = None


class Fought(Expectation):
    """How an attack ended; `ahead` is the attacker's lead after the dice, `-5..-3` for several leads alike."""

    KIND = 'fought'
    number: Number | None = None
    target: Label | None = None
    result: Label | None = None
    ahead: Lead | None = None
    trade: Number | None = None
    natural_wonders: Number | None = None
    defender_trade: Number | None = None


class Captured(Expectation):
    """A piece of the AP took the place of a rival's city or control token, or of a city-state."""

    KIND = 'captured'
    space: Label | None = None
    what: Label | None = None
    from_: Label | None = None


class Reinforced(Expectation):
    """An own control token was reinforced (attack.reinforce)."""

    KIND = 'reinforced'
    space: Label | None = None


class Advanced(Expectation):
    """The tech dial advanced (card.science)."""

    KIND = 'advanced'
    from_: Number | None = None
    to: Number | None = None
    spaces: Number | None = None


class Passed(Expectation):
    """The tech dial reached or passed a level space (gain.lowest)."""

    KIND = 'passed'
    space: Number | None = None
    level: Number | None = None


class Replaced(Expectation):
    """A focus card was gained in the place of another (gain.lowest, gain.next-level, difficulty.levels)."""

    KIND = 'replaced'
    card: Id | None = None
    to: Id | None = None
    level: Number | None = None


class Swapped(Expectation):
    """Two cards changed places (leader.montezuma)."""

    KIND = 'swapped'
    card: Id | None = None
    with_: Id | None = None


AnyEvent = (
    Turn | Difficulty | EventDial | BarbarianMoved | BarbarianBack | Spawned | Discarded | Destroyed | Flipped | Removed
    | Resolved | Followed | Excluded | Reach | Narrowed | Skipped | Chosen | Impossible | Spent
    | SetAside | Paid | Placed | Built | ControlPlaced | Collected | Unplaced
    | Moved | Arrived | DiplomacyTaken | DiplomacyReturned | Defeated | ResourceGained
    | Attacked | Fought | Captured | Taken | WonderTaken | Gained | Reinforced
    | Advanced | Passed | Replaced | Upgraded | Swapped | Row
)  # fmt: skip
EVENTS: dict[str, type[Expectation]] = {event.KIND: event for event in get_args(AnyEvent)}

if TYPE_CHECKING:
    Happening = AnyEvent
else:
    Happening = one_of_kinds('event', EVENTS, '`- built: {...}`', 'one-event', 'unknown-event')

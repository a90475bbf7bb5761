"""Boxes of flowcharts, as steps of cards draw them: what they say, what they do, and where their arrows lead."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from civap.content.say import Listing, Say, Signed

Kind = Literal['action', 'list', 'question', 'end']
# Where an arrow leads that leaves its step: to the next step, or past all others to the end.
NEXT, END = '>next', '>end'


@dataclass(frozen=True, slots=True)
class Facts:
    """What boxes say that is on no card: the line at the foot, the payment order, numbers of the base game.

    `caravans` is the number of caravan icons on the card; `treaties` are the ids of the diplomacy cards in order.
    """

    foot: Say
    payment: tuple[str, ...]
    numbers: Mapping[str, int]
    treaties: tuple[str, ...]
    caravans: int = 0


@dataclass(frozen=True, slots=True)
class Drawn:
    """A box: its id within the step, which also names what it does; `said` are sentences, `items` a numbered list.

    With `cases`, the items are not done in order but are cases of which one holds.
    `then` is where its arrow leads, or `yes` and `no` those of a question: to a box of the step, NEXT or END; without
    any, to the box drawn after it. `foot` is what each trade token adds, `rules` are the rule ids it states.
    """

    id: str
    kind: Kind
    said: tuple[Say, ...]
    rules: tuple[str, ...]
    listing: Listing | None = None
    items: tuple[Say, ...] = ()
    cases: bool = False
    foot: Say | None = None
    then: str = ''
    yes: str = ''
    no: str = ''


@dataclass(frozen=True, slots=True)
class Sketch:
    """The boxes of a step. Steps of one kind in a row share the opening of the first and the closing of the last."""

    body: tuple[Drawn, ...]
    opening: tuple[Drawn, ...] = field(default=())
    closing: tuple[Drawn, ...] = field(default=())


def action(name: str, *said: Say, rules: tuple[str, ...], **more: Any) -> Drawn:
    """A box that tells to do something."""
    return Drawn(name, 'action', said, rules, **more)


def question(name: str, *said: Say, rules: tuple[str, ...], yes: str = '', no: str = NEXT) -> Drawn:
    """A box that asks; without `yes` the box drawn after it follows."""
    return Drawn(name, 'question', said, rules, yes=yes, no=no)


def spend(said: Say, foot: Say, rule: str) -> Drawn:
    """A box in which trade tokens are spent, and wonders and city-states count as such (bonus.matching)."""
    return Drawn('spend', 'action', (said, Say('sheet.matching')), (rule, 'bonus.matching'), foot=foot)


def payment(facts: Facts) -> tuple[Say, ...]:
    """What a wonder is paid with, in order (wonder.order)."""
    worth = Signed(facts.numbers['resource-production'])
    bonus = {'natural-wonders': worth, 'resources': worth}
    adds = facts.foot.values['bonus']
    return tuple(Say(f'sheet.payment.{name}', values={'bonus': bonus.get(name, adds)}) for name in facts.payment)

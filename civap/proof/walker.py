"""Resolving a card by its flowchart alone: box by box, with nothing but the chart and the facts of a board.

The chart is read as JSON. What a box does are small operations of the engine; where to go next is only in its arrows.
A chart that says something else than the card's steps thus ends in another state, which is what tests look for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import TypeAdapter

from civap.content.base_game import Wonder
from civap.content.cards import Card
from civap.content.charts import NO, YES, Box, Chart, from_json
from civap.content.steps import PlaceControl, ResolveCard, Step, StepBase
from civap.engine.board import Space
from civap.engine.effects import EFFECTS
from civap.engine.effects.advance_dial import gain_for, move_dial, spend_on_dial
from civap.engine.effects.attack import find_target, no_target, perform
from civap.engine.effects.build_city import find_sites, found_city
from civap.engine.effects.build_wonder import (
    is_payable,
    no_wonder,
    offered_wonders,
    pay_and_place,
    pick_wonder,
    set_aside,
)
from civap.engine.effects.move_caravans import Trip, arrive, move_on_trips, plan_trips, spend_on_trips, useful_trade
from civap.engine.effects.place_control import extra_tokens, pay_unplaced, place_tokens
from civap.engine.effects.resolve_card import next_card
from civap.engine.effects.upgrade import replace_resolved
from civap.engine.resolution import Resolution
from civap.engine.state import FocusCard, Game
from civap.engine.turn import swap_after_win

MOST_STEPS = 200
READ: TypeAdapter[Any] = TypeAdapter(Step)


class Lost(Exception):
    """The arrows lead round in a circle, or to a box that cannot be carried out here."""


@dataclass
class Walk:
    """A card on its way through its chart, with what a player remembers from box to box."""

    walker: Walker
    turn: Resolution
    extra: int = 0
    unplaced: list[tuple[Any, str, int]] = field(default_factory=list)
    trips: list[Trip] = field(default_factory=list)
    spent: int = 0
    arrived: list[Trip] = field(default_factory=list)
    offered: list[Wonder] | None = None
    wonder: Wonder | None = None
    tries: int = 0
    sites: list[Space] = field(default_factory=list)
    target: Space | None = None
    attacks: int = 0
    levels: list[int] = field(default_factory=list)
    gained: int = 0

    @property
    def game(self) -> Game:
        """The game."""
        return self.turn.game


class Walker:
    """Resolves cards by charts, given as JSON by card id."""

    def __init__(self, charts: Mapping[str, str]) -> None:
        self._charts = {name: from_json(text) for name, text in charts.items()}
        self._faces = {name: _face(chart) for name, chart in self._charts.items()}
        self._steps = {
            (name, box.id): READ.validate_python(box.data) if box.data else None
            for name, chart in self._charts.items()
            for box in chart.boxes
        }

    def walk(self, game: Game, card: FocusCard, keeps_place: bool = False) -> None:
        """Resolve a card, from the first box to an end. Raises `Lost`."""
        chart = self._charts[card.id]
        turn = Resolution(game, card, keeps_place)
        turn.face = self._faces[chart.card]
        game.trace.emit('resolved', (turn.face.rule, 'turn.slot-five'), card=turn.face.id)
        going, box = Walk(self, turn), chart.boxes[0]
        for _ in range(MOST_STEPS):
            answer = self._visit(going, box)
            if box.kind == 'end':
                swap_after_win(turn)
                return
            box = chart.box(chart.after(box.id, answer))
        raise Lost(box.id)

    def _visit(self, going: Walk, box: Box) -> str:
        """Do what a box says; the answer, if it asks."""
        step = self._steps[going.turn.face.id, box.id]
        trace = going.game.trace
        trace.step = f'{going.turn.face.id}.{box.step}' if step else ''
        try:
            if box.kind == 'question':
                return YES if QUESTIONS[box.does](going, step) else NO
            ACTIONS[box.does](going, step)
        except (AttributeError, IndexError, ValueError) as error:  # what it needs was skipped on the way
            raise Lost(box.id) from error
        finally:
            trace.step = ''
        return ''


def _face(chart: Chart) -> Card:
    """The card as far as the chart knows it."""
    steps = {box.step: box.data for box in chart.boxes if box.data}
    known = {'id': chart.card, 'name': chart.card, 'type': chart.type, 'level': chart.level}
    return Card.model_validate({**known, 'steps': list(steps.values()), 'caravans': chart.caravans or None})


def _need(what: object, box: str) -> None:
    """A box is for somebody who has something to do there. Raises `Lost` for others."""
    if not what:
        raise Lost(box)


# ---------------------------------------------------------------- trade tokens, several types


def _spend(going: Walk, step: Any) -> None:
    if isinstance(step, PlaceControl):
        going.extra = extra_tokens(going.turn, step)
    elif going.turn.face.type == 'science':
        going.extra = spend_on_dial(going.turn)
    else:
        going.spent = useful_trade(going.turn, step, going.trips)
        _need(going.spent, 'spend')


# ---------------------------------------------------------------- culture


def _place(going: Walk, step: PlaceControl) -> None:
    wanted, going.extra = step.tokens + going.extra, 0
    left = place_tokens(going.turn, step, wanted)
    if left:
        going.unplaced.append((step, going.game.trace.step, left))


def _pay(going: Walk, _step: StepBase) -> None:
    _need(going.unplaced, 'pay')
    for step, place, left in going.unplaced:
        going.game.trace.step = place
        pay_unplaced(going.turn, step, left)
    going.unplaced = []


# ---------------------------------------------------------------- economy


def _destinations(going: Walk, step: Any) -> None:
    going.trips = plan_trips(going.turn, step)


def _helps(going: Walk, step: Any) -> bool:
    return bool(going.trips) and useful_trade(going.turn, step, going.trips) > 0


def _move(going: Walk, step: Any) -> None:
    if going.trips:
        spaces = spend_on_trips(going.turn, step, going.spent)
        going.arrived = list(move_on_trips(going.turn, step, going.trips, spaces))


def _arrive(going: Walk, _step: StepBase) -> None:
    _need(going.arrived, 'arrive')
    for trip in going.arrived:
        arrive(going.game, trip.destination)


# ---------------------------------------------------------------- industry


def _offer(going: Walk, step: Any) -> bool:
    """A wonder that could not be paid for was set aside, as the box before says."""
    if not going.tries:
        going.offered = offered_wonders(going.turn, step)
    elif going.wonder and going.offered:
        set_aside(going.turn, step, going.wonder)
        going.offered.remove(going.wonder)
    if going.offered == []:
        no_wonder(going.turn)
    return bool(going.offered)


def _wonder(going: Walk, step: Any) -> None:
    going.tries += 1
    going.wonder = pick_wonder(going.turn, step, going.offered, going.tries) if going.offered else None


def _payable(going: Walk, step: Any) -> bool:
    return going.wonder is not None and is_payable(going.turn, step, going.wonder)


def _build(going: Walk, step: Any) -> None:
    _need(going.wonder, 'build')
    if going.wonder:
        pay_and_place(going.turn, step, going.wonder)


def _space(going: Walk, step: Any) -> bool:
    going.sites = find_sites(going.turn, step)
    return bool(going.sites)


def _city(going: Walk, step: Any) -> None:
    found_city(going.turn, step, going.sites)


def _achieved(going: Walk, step: Any) -> bool:
    return bool(going.turn.achieved & set(step.unless))


# ---------------------------------------------------------------- military


def _target(going: Walk, step: Any) -> None:
    going.target = going.target or find_target(going.turn, step, going.attacks + 1)


def _found(going: Walk, _step: StepBase) -> bool:
    if going.target is None:
        no_target(going.turn)
    return going.target is not None


def _attack(going: Walk, step: Any) -> None:
    _need(going.target, 'attack')
    going.attacks += 1
    if going.target and perform(going.turn, step, going.target, going.attacks):
        going.target = None


def _attack_left(going: Walk, step: Any) -> bool:
    return going.attacks < int(step.times)


# ---------------------------------------------------------------- science


def _advance(going: Walk, step: Any) -> None:
    going.levels = move_dial(going.turn, step.spaces + going.extra)


def _gain(going: Walk, _step: StepBase) -> None:
    going.gained += 1
    gain_for(going.game, going.levels.pop(0), going.gained)


# ---------------------------------------------------------------- ends


def _end(going: Walk, _step: StepBase) -> None:
    if not going.turn.done:
        going.turn.end()


def _resolve(going: Walk, step: ResolveCard) -> None:
    card = next_card(going.turn, step)
    if card is None:
        return _end(going, step)
    going.game.trace.emit('followed', (going.turn.face.rule,), card=card.id)
    going.game.trace.step = ''
    return going.walker.walk(going.game, card, keeps_place=not step.reset)


QUESTIONS: Mapping[str, Callable[[Walk, Any], bool]] = {
    'unplaced': lambda going, _step: bool(going.unplaced),
    'helps': _helps,
    'reached': lambda going, _step: bool(going.arrived),
    'payable': _payable,
    'offer': _offer,
    'space': _space,
    'achieved': _achieved,
    'found': _found,
    'left': _attack_left,
    'level': lambda going, _step: bool(going.levels),
}


def _whole(kind: str) -> Callable[[Walk, Any], None]:
    """A step that is one box."""
    return lambda going, step: EFFECTS[kind](going.turn, step)


WHOLE = ('weaken-control', 'defeat-barbarians', 'gain-resource', 'gain-trade', 'upgrade-lowest', 'destroy-cities')
ACTIONS: Mapping[str, Callable[[Walk, Any], None]] = {
    **{kind: _whole(kind) for kind in (*WHOLE, 'reinforce')},
    'spend': _spend,
    'place': _place,
    'pay': _pay,
    'destinations': _destinations,
    'move': _move,
    'arrive': _arrive,
    'wonder': _wonder,
    'build': _build,
    'city': _city,
    'target': _target,
    'attack': _attack,
    'replace': lambda going, step: replace_resolved(going.turn, step),
    'advance': _advance,
    'gain': _gain,
    'reset': _end,
    'resolve': _resolve,
}

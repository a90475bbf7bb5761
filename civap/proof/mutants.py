"""The rules with one thing changed, thing by thing: every place in the data where a slip would change the game.

Changes are made to the loaded data, not to files; numbers stay within what a file may say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, TypeVar

from pydantic import ValidationError

from civap.content.base_game import NUMBERS
from civap.content.cards import LEVELS, Card
from civap.content.criteria import Criterion
from civap.content.schema import Model, kebab
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
from civap.proof.units import SORTED, list_of, order_of, spot

if TYPE_CHECKING:
    from civap.content.project import Project

Place = tuple[Key, ...]
Change = Callable[['Project'], 'Project']
ItemT = TypeVar('ItemT')

CARDS: Final = 'cards'
BASE: Final = 'base_game'
AP_RULES: Final = 'ap_rules'
# Numbers of steps that are printed only.
IDLE = ('as_slot', 'trade')


@dataclass(frozen=True)
class Mutant:
    """One change. A run that reads nothing of `reads` (`civap.proof.watch`) stays the same.

    `file` and `place` are where the changed thing stands, `cards` the cards that could play otherwise.
    """

    id: str
    kind: str
    description: str
    file: str
    place: Place
    change: Change
    reads: frozenset[str]
    cards: frozenset[str] = frozenset()
    card: str = ''
    step: int = 0

    @property
    def base(self) -> bool:
        """Whether it changes the base game, not the rules of the AP."""
        return self.kind == 'base-game'

    def apply(self, project: Project) -> Project:
        """The project with the change."""
        return self.change(project)

    def spot(self, project: Project) -> str:
        """`path:line:col` of what is changed."""
        return spot(project, self.place, self.file)


def mutants(project: Project) -> Iterator[Mutant]:
    """Every change, in a fixed order, each with an id of its own."""
    for index, card in enumerate(project.deck.cards):
        yield from _caravans(index, card)
        for number in range(len(card.steps)):
            yield from _step(_Site(project, index, number))
    yield from _types(project)
    yield from _payment(project)
    yield from _difficulties(project)
    yield from _diplomacy(project)
    yield from _base_game(project)


# ---------------------------------------------------------------- one step


@dataclass(frozen=True)
class _Site:
    """A step of a card."""

    project: Project
    index: int
    number: int

    @property
    def face(self) -> Card:
        return self.project.deck.cards[self.index]

    @property
    def step(self) -> AnyStep:
        return self.face.steps[self.number]

    @property
    def id(self) -> str:
        return f'{self.face.id}.{self.number + 1}'

    @property
    def place(self) -> Place:
        return ('cards', self.index, 'steps', self.number)

    def mutant(self, name: str, kind: str, description: str, tail: Place, reads: str = '', **update: Any) -> Mutant:
        """One with some fields of the step changed; `reads` is the part that is, if not any run would tell."""
        changed = self.step.model_copy(update=update)
        place = (*self.place, self.step.KIND, *tail)
        made = self._made(f'{self.id}.{name}', kind, description, place, (changed,))
        return replace(made, reads=frozenset({f'{self.id}.{reads}'})) if reads else made

    def without(self) -> Mutant:
        """One without the step."""
        return self._made(f'{self.id}:drop', 'step', f'the step {self.step.KIND} is left out', self.place, ())

    def _made(self, name: str, kind: str, description: str, place: Place, steps: tuple[AnyStep, ...]) -> Mutant:
        face, number = self.face, self.number
        changed = face.model_copy(update={'steps': (*face.steps[:number], *steps, *face.steps[number + 1 :])})
        change = _card_change(self.index, changed)
        reads, cards = frozenset({self.id}), frozenset({face.id})
        return Mutant(name, kind, description, CARDS, place, change, reads, cards, face.id, number + 1)


def _card_change(index: int, card: Card) -> Change:
    def change(project: Project) -> Project:
        cards = _put(project.deck.cards, index, card)
        return replace(project, deck=project.deck.model_copy(update={'cards': cards}))

    return change


def _put(items: Sequence[ItemT], index: int, item: ItemT) -> tuple[ItemT, ...]:
    return (*items[:index], item, *items[index + 1 :])


def _swapped(items: Sequence[ItemT], index: int) -> tuple[ItemT, ...]:
    """An item and the next one in each other's place."""
    return (*items[:index], items[index + 1], items[index], *items[index + 2 :])


def _step(site: _Site) -> Iterator[Mutant]:
    if len(site.face.steps) > 1:
        yield site.without()
    yield from _order(site)
    yield from _numbers(site)
    yield from _clauses(site)


def _order(site: _Site) -> Iterator[Mutant]:
    order = order_of(site.step)
    for index, line in enumerate(order):
        others = (*order[:index], *order[index + 1 :])
        tail: Place = ('order', index)
        # What fits no line of a sorted list is no candidate: there every line is read.
        name, reads = f'order.{line.name}', '' if list_of(site.step) in SORTED else line.name
        if others:
            yield site.mutant(f'{name}:drop', 'criterion', f'{line.name} is left out', tail, reads, order=others)
        kind = _turn(site.step, line)
        turned = _put(order, index, line.twist())
        yield site.mutant(f'{name}:{kind}', 'criterion', f'{line.name} means its opposite', tail, reads, order=turned)
        if index + 1 < len(order):
            said = f'{line.name} and {order[index + 1].name} change places'
            yield site.mutant(f'{name}:swap', 'criterion', said, tail, reads, order=_swapped(order, index))
        for by in (1, -1) if line.defense_at_most is not None else ():
            limit = line.model_copy(update={'defense_at_most': (line.defense_at_most or 0) + by})
            if limit.defense_at_most in range(100):
                said = f'the limit of {line.name} is {limit.defense_at_most}'
                changed = _put(order, index, limit)
                yield site.mutant(f'{name}.defense-at-most:{by:+}', 'number', said, tail, order=changed)


def _turn(step: AnyStep, line: Criterion) -> str:
    sense = REGISTRY[f'{list_of(step)}.{line.name}'].sense
    return 'negate' if sense is Sense.KEEP else 'flip'


def _numbers(site: _Site) -> Iterator[Mutant]:
    for name in type(site.step).model_fields:
        value = getattr(site.step, name)
        if isinstance(value, int) and not isinstance(value, bool) and name not in IDLE:
            for by in (1, -1):
                if _legal(site.step, name, value + by):
                    said = f'{kebab(name)} is {value + by}'
                    yield site.mutant(f'{kebab(name)}:{by:+}', 'number', said, (name,), '', **{name: value + by})


def _legal(model: Model, name: str, value: int) -> bool:
    """Whether a file may say so."""
    try:
        type(model).model_validate({**{key: getattr(model, key) for key in model.model_fields_set}, name: value})
    except ValidationError:
        return False
    return True


def _clauses(site: _Site) -> Iterator[Mutant]:
    step = site.step
    for index, entry in enumerate(getattr(step, 'through', ())):
        rest = tuple(item for item in getattr(step, 'through', ()) if item != entry)
        said = f'no way leads through {entry}'
        yield site.mutant(f'through.{entry}:drop', 'clause', said, ('through', index), through=rest)
    if getattr(step, 'tiebreak', ''):
        said, reads = 'a die decides, no tiebreaker', str(getattr(step, 'tiebreak', ''))
        yield site.mutant('tiebreak:drop', 'clause', said, ('tiebreak',), reads, tiebreak='')
    match step:
        case BuildCity() if 'friendly-caravan' in step.from_:
            rest = tuple(item for item in step.from_ if item != 'friendly-caravan')
            said = 'nothing counts from caravans'
            yield site.mutant('from.friendly-caravan:drop', 'clause', said, ('from',), from_=rest)
        case Attack() if step.combat_against_barbarian is not None:
            name = 'combat-against-barbarian'
            yield site.mutant(f'{name}:drop', 'clause', f'no {name}', (name,), combat_against_barbarian=None)
        case Reinforce() if step.minimum is not None:
            yield site.mutant('minimum:drop', 'clause', 'no minimum', ('minimum',), minimum=None)
        case PlaceControl():
            yield from _place_control(site, step)
        case Upgrade():
            to = _other_target(site.project, step)
            yield site.mutant('to:other', 'clause', f'it becomes {to}', ('to',), 'upgrade', to=to)
        case ResolveCard():
            said = f'reset is {str(not step.reset).lower()}'
            yield site.mutant('reset:other', 'clause', said, ('reset',), reset=not step.reset)


def _place_control(site: _Site, step: PlaceControl) -> Iterator[Mutant]:
    other = 'friendly-space' if step.next_to == 'friendly-city' else 'friendly-city'
    yield site.mutant('next-to:other', 'clause', f'next to a {other}', ('next-to',), next_to=other)
    if step.unplaced_pays > 1:  # else the number 0 says the same
        yield site.mutant('unplaced-pays:drop', 'clause', 'unplaced pays 0', ('unplaced-pays',), unplaced_pays=0)


def _other_target(project: Project, step: Upgrade) -> str:
    """The card one level above the target, or else below it."""
    target = project.cards[step.to]
    level = target.level + 1 if target.level < max(LEVELS) else target.level - 1
    return next(card.id for card in project.deck.cards if (card.type, card.level) == (target.type, level))


# ---------------------------------------------------------------- other numbers and orders


def _caravans(index: int, card: Card) -> Iterator[Mutant]:
    for by in (1, -1) if card.caravans else ():
        number = (card.caravans or 0) + by
        if _legal(card, 'caravans', number):
            change = _card_change(index, card.model_copy(update={'caravans': number}))
            place, cards = ('cards', index, 'caravans'), frozenset({card.id})
            reads = frozenset(f'{card.id}.{step}' for step in range(1, len(card.steps) + 1))
            name, said = f'{card.id}.caravans:{by:+}', f'{number} caravans'
            yield Mutant(name, 'number', said, CARDS, place, change, reads, cards, card.id)


def _types(project: Project) -> Iterator[Mutant]:
    for index, kind in enumerate(project.deck.types):
        for by in (1, -1):
            number = kind.token_adds + by
            if _legal(kind, 'token_adds', number):
                types = _put(project.deck.types, index, kind.model_copy(update={'token_adds': number}))
                place = ('types', index, 'token-adds')
                change, said = _deck_change(types=types), f'a trade token adds {number}'
                name, reads = f'{kind.id}.token-adds:{by:+}', frozenset({f'types.{kind.id}'})
                yield Mutant(name, 'number', said, CARDS, place, change, reads, of_type(project, kind.id))


def _deck_change(**update: Any) -> Change:
    return lambda project: replace(project, deck=project.deck.model_copy(update=update))


def of_type(project: Project, kind: str) -> frozenset[str]:
    """The cards of a type."""
    return frozenset(card.id for card in project.deck.cards if card.type == kind)


def _with_step(project: Project, *kinds: type[Any]) -> frozenset[str]:
    return frozenset(card.id for card in project.deck.cards if any(isinstance(step, kinds) for step in card.steps))


def _payment(project: Project) -> Iterator[Mutant]:
    order = project.ap_rules.payment
    cards, reads = _with_step(project, BuildWonder), frozenset({'payment'})
    for index in range(len(order) - 1):
        said = f'{order[index + 1]} are spent before {order[index]}'
        change = _ap_rules_change(payment=_swapped(order, index))
        name, place = f'payment.{order[index]}:swap', ('payment', index)
        yield Mutant(name, 'order', said, AP_RULES, place, change, reads, cards)


def _ap_rules_change(**update: Any) -> Change:
    return lambda project: replace(project, ap_rules=project.ap_rules.model_copy(update=update))


def _difficulties(project: Project) -> Iterator[Mutant]:
    levels = project.ap_rules.difficulties
    for index, level in enumerate(levels):
        for by in (1, -1):
            number = level.replaced + by
            if _legal(level, 'replaced', number):
                changed = _put(levels, index, level.model_copy(update={'replaced': number}))
                place, change = ('difficulties', index, 'replaced'), _ap_rules_change(difficulties=changed)
                name, said, reads = f'difficulty.{level.id}:{by:+}', f'{number} cards', frozenset({'difficulty'})
                yield Mutant(name, 'number', said, AP_RULES, place, change, reads)


def _diplomacy(project: Project) -> Iterator[Mutant]:
    items = project.base_game.diplomacy_cards.items
    cards, reads = _with_step(project, MoveCaravans), frozenset({'diplomacy'})
    for index in range(len(items) - 1):
        said = f'{items[index + 1].id} is taken before {items[index].id}'
        place, change = ('diplomacy-cards', 'items', index), _group_change('diplomacy_cards', _swapped(items, index))
        yield Mutant(f'diplomacy.{items[index].id}:swap', 'order', said, BASE, place, change, reads, cards)


def _group_change(name: str, items: tuple[Any, ...]) -> Change:
    def change(project: Project) -> Project:
        base = project.base_game
        group = getattr(base, name).model_copy(update={'items': items})
        parts = {field: getattr(base, field) for field in type(base).model_fields}
        # Built anew: a copy would keep what was looked up before.
        return replace(project, base_game=type(base).model_construct(**{**parts, name: group}))

    return change


def _base_game(project: Project) -> Iterator[Mutant]:
    base = project.base_game
    for index, number in enumerate(base.numbers.items):
        if number.id in NUMBERS:
            yield from _base_number('numbers', index, number.id, 'value', base.numbers.items)
    for index, space in enumerate(base.tech_dial.items):
        yield from _base_number('tech_dial', index, str(space.space), 'space', base.tech_dial.items)


def _base_number(group: str, index: int, name: str, field: str, items: Sequence[Model]) -> Iterator[Mutant]:
    value = getattr(items[index], field)
    for by in (1, -1):
        if _legal(items[index], field, value + by):
            changed = _put(items, index, items[index].model_copy(update={field: value + by}))
            place, change = (kebab(group), 'items', index, field), _group_change(group, changed)
            title = f'base-game.{kebab(group)}.{name}:{by:+}'
            reads = frozenset({f'numbers.{name}' if group == 'numbers' else kebab(group)})
            yield Mutant(title, 'base-game', f'{name} is {value + by}', BASE, place, change, reads)

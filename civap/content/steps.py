"""The things a card can do: 15 kinds of steps, each one typed data that says itself and draws itself.

The engine resolves the same objects (`civap.engine.effects`), as far as it knows their kinds.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, Self, get_args

from pydantic import ConfigDict, Field, model_validator

from civap.content.boxes import END, Drawn, Facts, Sketch, action, payment, question, spend
from civap.content.criteria import (
    CityOrder,
    ControlOrder,
    Criterion,
    DestinationOrder,
    EachOnce,
    ReinforceOrder,
    TargetOrder,
    WonderOrder,
)
from civap.content.say import Listing, Name, Numeral, Say, Statement, Value
from civap.content.schema import Amount, Count, Flag, Id, Kinded, fault, one_key_of, one_of_kinds

Where = Literal['friendly-city', 'friendly-space']
Passable = Literal['water', 'rival-space', 'barbarian', 'city-state']
CardType = Literal['culture', 'economy', 'industry', 'military', 'science']
Slot = Annotated[Count, Field(le=5)]

DIE = Say('tie.roll')
ORDINALS = ('first', 'second', 'third', 'fourth')
Water = Annotated[tuple[Literal['water'], ...], EachOnce]
EVERYTHING: tuple[Passable, ...] = ('water', 'rival-space', 'barbarian', 'city-state')


class StepBase(Kinded, ABC):
    """A step of a card. `KIND` is its YAML key, `CARDS` the type of the cards that have it."""

    CARDS: ClassVar[str] = ''

    @abstractmethod
    def say(self, caravans: int = 0) -> Statement:
        """What the step says; `caravans` is the number of caravan icons on its card."""

    def draw(self, facts: Facts) -> Sketch:
        """The boxes of the step in a flowchart: one action with the words of the card, unless it has more to tell."""
        statement = self.say(facts.caravans)
        rule = (f'card.{self.CARDS}',) if self.CARDS else ()
        return Sketch((action(self.KIND, *statement.sentences, rules=rule),))


def _listing(name: str, order: tuple[Criterion, ...], tiebreak: str | None = None) -> Listing:
    items = []
    for criterion in order:
        limit = criterion.defense_at_most
        values: dict[str, Value] = {} if limit is None else {'defense': limit}
        items.append(Say(f'{name}.{criterion.name}', values=values))
    tie = (Say(f'tie.{tiebreak}'), DIE) if tiebreak else (DIE,)
    return Listing(Say(f'heading.{name}'), tuple(items), tie)


def _through(passable: tuple[str, ...]) -> tuple[Say, ...]:
    if not passable:
        return ()
    return (Say('through.everything' if passable == EVERYTHING else f'through.{"-".join(passable)}'),)


def _require_words(names: tuple[str, ...], phrases: Iterable[tuple[str, ...]], key: str) -> None:
    """Refuse a combination of names that no phrase says."""
    if names not in phrases:
        known = ' or '.join(f'[{", ".join(combination)}]' for combination in phrases)
        message = f'found [{", ".join(names)}], expected {known}'
        raise fault('unknown-clause', message, 'write one that a phrase says', at=(key,))


class PlaceControl(StepBase):
    """Place control tokens (card.culture, base.control-space, culture.unplaced)."""

    KIND = 'place-control'

    tokens: Count
    next_to: Where
    unplaced_pays: Amount
    order: ControlOrder

    def say(self, caravans: int = 0) -> Statement:
        """The number of tokens and where they go; the pay for unplaced ones closes it."""
        place = Say(f'place-control.{self.next_to}', self.tokens)
        pay = (Say('place-control.unplaced', self.unplaced_pays),) if self.unplaced_pays else ()
        return Statement((place,), pay, _listing('control', self.order))

    def draw(self, facts: Facts) -> Sketch:
        """Spend, place by the list, and pay for what could not be placed."""
        said = self.say()
        one_by_one = (Say('sheet.one-by-one'),) if self.tokens > 1 else ()
        place = Drawn(
            'place', 'list', (*said.sentences, *one_by_one), ('card.culture', 'base.control-space'), said.listing
        )
        opening = (spend(Say('sheet.spend.culture'), facts.foot, 'trade.spend-culture'),)
        if not self.unplaced_pays:
            return Sketch((place,), opening)
        asked = question('unplaced', Say('sheet.unplaced'), rules=('culture.unplaced',))
        return Sketch((place,), opening, (asked, action('pay', *said.closing, rules=('culture.unplaced',))))


class WeakenControl(StepBase):
    """Flip or remove rival control tokens (card.culture IV)."""

    KIND = 'weaken-control'
    CARDS = 'culture'

    next_to: Literal['friendly-space']

    def say(self, caravans: int = 0) -> Statement:
        """One sentence."""
        return Statement((Say('weaken-control'),))


class MoveCaravans(StepBase):
    """Move caravans to destinations (card.economy, base.caravan)."""

    KIND = 'move-caravans'

    spaces: Count
    through: Water = ()
    order: DestinationOrder
    tiebreak: Literal['shortest-distance']

    def say(self, caravans: int = 0) -> Statement:
        """One caravan or each, how far, and through water or not."""
        move = Say('move-caravans.one' if caravans == 1 else 'move-caravans.each', self.spaces)
        water = (Say('move-caravans.through-water'),) if self.through else ()
        return Statement((move, *water), listing=_listing('destination', self.order, self.tiebreak))

    def draw(self, facts: Facts) -> Sketch:
        """Choose destinations, spend if it helps, move, and take what the caravans bring."""
        said, one = self.say(facts.caravans), facts.caravans == 1
        number = 'one' if one else 'each'
        choose = Say('sheet.destination.one') if one else Say('sheet.destination.each', facts.caravans)
        helps = Say(f'sheet.helps.{number}')
        spending = Drawn(
            'spend', 'action', (Say(f'sheet.spend.economy.{number}'),), ('trade.spend-economy',), foot=facts.foot
        )
        rules = ('card.economy', 'base.caravan')
        move = (*said.sentences, Say('sheet.matching.caravans', values=facts.foot.values))
        return Sketch((
            Drawn('destinations', 'list', (choose, Say('sheet.caravan-start')), rules, said.listing),
            question('helps', helps, rules=('trade.spend-economy',), no='move'),
            spending,
            action('move', *move, rules=('card.economy', 'bonus.matching')),
            question('reached', Say(f'sheet.reached.{number}'), rules=('base.caravan',)),
            self._arrival(facts),
        ))  # fmt: skip

    def _arrival(self, facts: Facts) -> Drawn:
        """Tokens and diplomacy cards for caravans that arrive."""
        trade = facts.numbers['caravan-trade']
        treaties = {place: Name(f'treaty.{name}') for place, name in zip(ORDINALS, facts.treaties, strict=True)}
        items = (Say('sheet.arrive.city-state', trade), Say('sheet.arrive.rival', trade, treaties))
        rules = ('base.caravan', 'diplomacy.visit')
        return action('arrive', Say('sheet.arrive'), rules=rules, items=items, cases=True)


class DefeatBarbarians(StepBase):
    """Defeat the barbarians next to friendly spaces (card.economy II)."""

    KIND = 'defeat-barbarians'
    CARDS = 'economy'

    next_to: Literal['friendly-space']
    trade: Annotated[Amount, Field(le=0)]

    def say(self, caravans: int = 0) -> Statement:
        """One sentence."""
        return Statement((Say('defeat-barbarians'),))


class GainResource(StepBase):
    """Gain resources of random types (card.economy III, resource.gain)."""

    KIND = 'gain-resource'
    CARDS = 'economy'

    resources: Count

    def say(self, caravans: int = 0) -> Statement:
        """One sentence."""
        return Statement((Say('gain-resource', self.resources),))


class GainTrade(StepBase):
    """Gain trade tokens from the supply (card.science II, trade.gain)."""

    KIND = 'gain-trade'
    CARDS = 'science'

    tokens: Count

    def say(self, caravans: int = 0) -> Statement:
        """One sentence with its tiebreaker."""
        return Statement((Say('gain-trade', self.tokens),))


class BuildWonder(StepBase):
    """Build a world wonder (card.industry, wonder.*, base.wonder)."""

    KIND = 'build-wonder'

    production: Count
    order: WonderOrder

    def say(self, caravans: int = 0) -> Statement:
        """The production, and the list that picks the wonder."""
        build = Say('build-wonder', values={'production': self.production})
        return Statement((build,), listing=_listing('wonder', self.order))

    def draw(self, facts: Facts) -> Sketch:
        """Choose by the list, set aside what cannot be paid for, pay."""
        listing, production = self.say().listing, {'production': self.production}
        candidates = ('wonder.candidates',)
        return Sketch(
            (
                question('offer', Say('sheet.offer'), rules=candidates),
                Drawn('wonder', 'list', (Say('sheet.wonder'),), ('card.industry', 'wonder.agenda'), listing),
                question('payable', Say('sheet.payable', values=production), rules=candidates, no='offer'),
                action('build', Say('sheet.pay'), rules=('wonder.order', 'wonder.place'), items=payment(facts)),
            )
        )


class BuildCity(StepBase):
    """Build a city on a legal space (card.industry, industry.city-defense)."""

    KIND = 'build-city'

    RANGES: ClassVar[dict[tuple[str, ...], str]] = {
        ('friendly-space',): 'range.friendly-space',
        ('friendly-space', 'friendly-caravan'): 'range.friendly-space-or-caravan',
    }

    range: Count
    from_: tuple[Literal['friendly-space', 'friendly-caravan'], ...] = ('friendly-space',)
    through: Water = ()
    order: CityOrder

    @model_validator(mode='after')
    def _range_has_words(self) -> Self:
        _require_words(self.from_, self.RANGES, 'from')
        return self

    def say(self, caravans: int = 0) -> Statement:
        """How far from what, and the list that picks the space."""
        build = Say('build-city', values={'range': Say(self.RANGES[self.from_], self.range)})
        return Statement((build, *_through(self.through)), listing=_listing('city', self.order))

    def draw(self, facts: Facts) -> Sketch:
        """Look for a legal space, and choose by the list."""
        values = {'range': Say(self.RANGES[self.from_], self.range)}
        asked = Say('sheet.legal-space', values=values)
        return Sketch((
            question('space', asked, *_through(self.through), rules=('card.industry', 'industry.city-defense')),
            Drawn('city', 'list', (Say('sheet.city'),), ('card.industry', 'industry.city-defense'), self.say().listing),
        ))  # fmt: skip


class Attack(StepBase):
    """Attack targets in range (card.military, attack.*)."""

    KIND = 'attack'

    times: Count
    range: Count
    combat: Count
    combat_against_barbarian: Count | None = None
    through: Annotated[tuple[Passable, ...], EachOnce] = ()
    order: TargetOrder
    tiebreak: Literal['lowest-defense']

    def say(self, caravans: int = 0) -> Statement:
        """How often, how far, how strong, and the list that picks the target."""
        attack = Say('attack', self.times, {'range': Say('range.friendly-space', self.range)})
        if self.combat_against_barbarian is None:
            value = Say('attack.combat', values={'combat': self.combat})
        else:
            values = {'combat': self.combat, 'barbarian': self.combat_against_barbarian}
            value = Say('attack.combat-barbarian', values=values)
        listing = _listing('target', self.order, self.tiebreak)
        return Statement((attack, value, *_through(self.through)), listing=listing)

    def draw(self, facts: Facts) -> Sketch:
        """Look for a target, attack it, and again."""
        said = self.say()
        attack, value, *through = said.sentences
        rules = ('attack.target',)
        return Sketch((
            Drawn('target', 'list', (attack, *through, Say('sheet.same-target')), rules, said.listing),
            question('found', Say('sheet.target-found'), rules=rules),
            action('attack', Say('sheet.attack'), value, rules=('attack.dice', 'card.military')),
            question('left', Say('sheet.attacks-left', self.times), rules=rules, yes='target'),
        ))  # fmt: skip


class Reinforce(StepBase):
    """Reinforce own control tokens after the attacks (attack.reinforce)."""

    KIND = 'reinforce'

    tokens: Count
    less_per_attack: Amount
    minimum: Amount | None = None
    order: ReinforceOrder

    def say(self, caravans: int = 0) -> Statement:
        """How many, how many fewer for each attack, and which first."""
        values: dict[str, Value] = {'less': self.less_per_attack}
        if self.minimum is not None:
            values['minimum'] = self.minimum
        sentence = Say('reinforce' if self.minimum is None else 'reinforce.minimum', self.tokens, values)
        return Statement((sentence,), listing=_listing('reinforce', self.order))

    def draw(self, facts: Facts) -> Sketch:
        """One list."""
        said = self.say()
        return Sketch((Drawn('reinforce', 'list', said.sentences, ('attack.reinforce',), said.listing),))


class Upgrade(StepBase):
    """Replace a card that achieved nothing (industry.replace-no-resolve, military.replace)."""

    KIND = 'upgrade'
    CLAUSES: ClassVar[dict[tuple[str, ...], str]] = {
        ('wonder-built', 'city-built'): 'upgrade.wonder-or-city',
        ('attacked', 'reinforced'): 'upgrade.attack-or-reinforce',
    }
    # The rule of each clause.
    RULES: ClassVar[dict[tuple[str, ...], str]] = {
        ('wonder-built', 'city-built'): 'industry.replace-no-resolve',
        ('attacked', 'reinforced'): 'military.replace',
    }

    unless: tuple[Literal['wonder-built', 'city-built', 'attacked', 'reinforced'], ...]
    to: Id

    @model_validator(mode='after')
    def _clause_has_words(self) -> Self:
        _require_words(self.unless, self.CLAUSES, 'unless')
        return self

    def say(self, caravans: int = 0) -> Statement:
        """The condition and the card that takes its place."""
        return Statement((Say(self.CLAUSES[self.unless], values={'card': Name(f'card.{self.to}')}),))

    def draw(self, facts: Facts) -> Sketch:
        """Whether anything was achieved; if not, the card that takes the place of this one."""
        asked = Say(f'sheet.{self.CLAUSES[self.unless]}')
        rule = self.RULES[self.unless]
        replace = Say('sheet.replace', values={'card': Name(f'card.{self.to}')})
        return Sketch((
            question('achieved', asked, rules=(rule,), yes=END, no='replace'),
            action('replace', replace, rules=(rule,)),
        ))  # fmt: skip


class UpgradeLowest(StepBase):
    """Raise the lowest-level card that is highest in the row (card.science III)."""

    KIND = 'upgrade-lowest'
    CARDS = 'science'

    levels: Annotated[Count, Field(le=3)]

    def say(self, caravans: int = 0) -> Statement:
        """One sentence with its tiebreaker."""
        return Statement((Say('upgrade-lowest', self.levels),))


class AdvanceDial(StepBase):
    """Advance the tech dial (card.science, gain.lowest, gain.next-level)."""

    KIND = 'advance-dial'

    spaces: Count

    def say(self, caravans: int = 0) -> Statement:
        """How far, with the reminder of what level spaces do."""
        return Statement((Say('advance-dial', self.spaces),), reminder=(Say('advance-dial.reminder'),))

    def draw(self, facts: Facts) -> Sketch:
        """Spend everything, advance, and a card for each level space."""
        gained = ('gain.lowest', 'gain.next-level')
        return Sketch((
            spend(Say('sheet.spend.science'), facts.foot, 'trade.spend-science'),
            action('advance', Say('advance-dial', self.spaces), rules=('card.science',)),
            question('level', Say('sheet.level-space'), rules=('gain.lowest',)),
            action('gain', Say('sheet.gain', values={'top': Numeral(4)}), rules=gained, then='level'),
        ))  # fmt: skip


class DestroyCities(StepBase):
    """Human players lose cities (card.science IV)."""

    KIND = 'destroy-cities'
    CARDS = 'science'

    cities: Count

    def say(self, caravans: int = 0) -> Statement:
        """One sentence."""
        return Statement((Say('destroy-cities', self.cities),))


class ResolveCard(StepBase):
    """After the reset, resolve another card (card.economy IV, card.industry IV)."""

    KIND = 'resolve-card'
    model_config = ConfigDict(json_schema_extra=one_key_of('slot', 'type'))

    slot: Slot | None = None
    type: Literal['culture'] | None = None
    as_slot: Slot | None = None
    reset: Flag

    @model_validator(mode='after')
    def _one_card(self) -> Self:
        if (self.slot is None) == (self.type is None):
            message = 'found no single card, expected slot or type'
            raise fault('one-card', message, 'write either slot or type')
        if (self.type is None) != (self.as_slot is None):
            message = 'found one of type and as-slot, expected both'
            raise fault('one-card', message, 'write type and as-slot')
        if self.reset != (self.type is not None):
            found, wanted = str(self.reset).lower(), str(not self.reset).lower()
            message = f'found reset: {found}, expected the one that a phrase says'
            raise fault('unknown-clause', message, f'write {wanted}', at=('reset',))
        return self

    def say(self, caravans: int = 0) -> Statement:
        """Which card, as if in which slot, and whether it is reset."""
        if self.type is None:
            return Statement((Say('resolve-card.slot', values={'slot': self.slot or 0}),))
        return Statement((Say(f'resolve-card.{self.type}', values={'slot': self.as_slot or 0}),))

    def draw(self, facts: Facts) -> Sketch:
        """An end of its own."""
        rule = 'card.industry' if self.type else 'card.economy'
        return Sketch((Drawn('resolve', 'end', self.say().sentences, ('base.reset', rule)),))


AnyStep = (
    PlaceControl | WeakenControl | MoveCaravans | DefeatBarbarians | GainResource | GainTrade
    | BuildWonder | BuildCity | Attack | Reinforce | Upgrade | UpgradeLowest | AdvanceDial
    | DestroyCities | ResolveCard
)  # fmt: skip
KINDS: dict[str, type[StepBase]] = {step.KIND: step for step in get_args(AnyStep)}


if TYPE_CHECKING:
    Step = AnyStep
else:
    Step = one_of_kinds('effect', KINDS, '`- attack: {...}`', 'one-effect', 'unknown-effect')

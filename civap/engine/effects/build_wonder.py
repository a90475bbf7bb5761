"""Build a world wonder: pick it, pay for it, put it under a city (wonder.*, base.wonder)."""

from __future__ import annotations

from civap.content.base_game import Wonder
from civap.content.steps import BuildWonder
from civap.engine.criteria import criteria, wonder_cost
from civap.engine.payment import Payment, Worth, pay
from civap.engine.placement import free_cities, place_wonder
from civap.engine.priority import Criterion, select
from civap.engine.resolution import Resolution
from civap.engine.resources import spend_resources
from civap.engine.trace import Field
from civap.engine.wonders import own_wonder


class _Purse:
    """What the AP can spend on a wonder while it resolves a card."""

    def __init__(self, turn: Resolution) -> None:
        self._turn = turn
        self._ap = turn.game.ap

    @property
    def bonus(self) -> int:
        return self._turn.game.bonus(self._turn.card.type)

    @property
    def natural_wonders(self) -> int:
        """Roosevelt's lie on cards: those on this one are spent before, the others only under another reading."""
        game, ap = self._turn.game, self._ap
        if ap.natural_wonders == 0 or not game.led_by('roosevelt'):
            return ap.natural_wonders
        other_cards = game.reads('roosevelt-tokens', 'any-card')
        return ap.natural_wonders - self._turn.natural_wonders if other_cards else 0

    @property
    def resources(self) -> int:
        return self._ap.resources

    @property
    def trade(self) -> int:
        return self._turn.card.trade


def build_wonder(turn: Resolution, step: BuildWonder) -> None:
    """Picks again among the rest while the wonder picked cannot be paid for (wonder.candidates)."""
    offered = offered_wonders(turn, step)
    if offered is None:
        return
    tries = 0
    while offered:
        tries += 1
        wonder = pick_wonder(turn, step, offered, tries)
        if is_payable(turn, step, wonder):
            pay_and_place(turn, step, wonder)
            return
        set_aside(turn, step, wonder)
        offered.remove(wonder)
    no_wonder(turn)


def offered_wonders(turn: Resolution, step: BuildWonder) -> list[Wonder] | None:
    """The wonders that can be picked; none at all, and said so, while no city is free for one (base.wonder).

    Under the other reading only those that can be paid for (wonder.candidates).
    """
    game = turn.game
    if not free_cities(game):
        turn.impossible('wonder', 'no-city-without-wonder', 'base.wonder')
        return None
    if game.readings['wonder-candidates'] == 'all-on-offer':
        return list(game.market)
    return [wonder for wonder in game.market if is_payable(turn, step, wonder)]


def pick_wonder(turn: Resolution, step: BuildWonder, offered: list[Wonder], tries: int) -> Wonder:
    """The best by the card's list; `tries` counts how often the list runs."""
    game = turn.game
    tie = 'wonder.tie' if tries == 1 else f'wonder.tie-{tries}'
    order: list[Criterion[Wonder]] = criteria(game, 'wonder', step.order)
    return select('wonder', order, offered, game.chooser, game.trace, tie)


def is_payable(turn: Resolution, step: BuildWonder, wonder: Wonder) -> bool:
    """Whether all that could be spent reaches the cost (wonder.order)."""
    return _payment(turn, step, wonder).total >= wonder_cost(turn.game, wonder)


def no_wonder(turn: Resolution) -> None:
    """Say that no wonder is left to pick."""
    turn.impossible('wonder', 'no-wonder-payable', 'wonder.candidates')


def _payment(turn: Resolution, step: BuildWonder, wonder: Wonder) -> Payment:
    game = turn.game
    worth = Worth(
        resource=game.number('resource-production'),
        trade=game.content.types[turn.card.type].token_adds,
        save_natural_wonders=game.readings['wonder-overspend'] == 'natural-wonders-too',
    )
    order = game.content.ap_rules.payment
    return pay(wonder_cost(game, wonder), step.production, _Purse(turn), worth, order, turn.natural_wonders)


def set_aside(turn: Resolution, step: BuildWonder, wonder: Wonder) -> None:
    """Say that a wonder cannot be paid for."""
    turn.game.trace.emit(
        'set-aside',
        ('wonder.candidates',),
        wonder=wonder.id,
        cost=wonder_cost(turn.game, wonder),
        reach=_payment(turn, step, wonder).total,
    )


def pay_and_place(turn: Resolution, step: BuildWonder, wonder: Wonder) -> None:
    """Pay for a wonder, and put it under a city (wonder.order, wonder.place)."""
    game = turn.game
    _spend(turn, step, wonder, _payment(turn, step, wonder))
    city = place_wonder(game, free_cities(game))
    city.wonder = wonder.id
    own_wonder(game, wonder.id)
    game.market.remove(wonder)
    turn.achieved.add('wonder-built')
    rules = ('wonder.place', 'base.wonder')
    game.trace.emit('placed', rules, wonder=wonder.id, city=city.id)


def _spend(turn: Resolution, step: BuildWonder, wonder: Wonder, payment: Payment) -> None:
    """Takes off what is spent; a natural wonder token is used and kept."""
    card = turn.card
    if payment.resources:
        spend_resources(turn.game, payment.resources)
    if payment.trade:
        card.trade -= payment.trade
    fields: dict[str, Field] = {'trade_left': card.trade} if card.knows('trade') else {}
    turn.game.trace.emit(
        'paid',
        _rules(payment),
        wonder=wonder.id,
        cost=wonder_cost(turn.game, wonder),
        production=step.production,
        bonus=payment.bonus,
        natural_wonders=payment.natural_wonders + payment.forced,
        resources=payment.resources,
        trade=payment.trade,
        total=payment.total,
        **fields,
    )


def _rules(payment: Payment) -> tuple[str, ...]:
    """The rules that a payment shows."""
    shown = {
        'wonder.overspend': payment.saved,
        'resource.spend': payment.resources or payment.natural_wonders,
        'bonus.matching': payment.bonus,
        'leader.roosevelt': payment.forced,
        'trade.spend-industry': payment.trade,
    }
    return ('wonder.order', *(rule for rule, spent in shown.items() if spent))

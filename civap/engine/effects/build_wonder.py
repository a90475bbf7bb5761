"""Build a world wonder: pick it, pay for it, put it under a city (wonder.*, base.wonder)."""

from __future__ import annotations

from civap.content.base_game import Wonder
from civap.content.steps import BuildWonder
from civap.engine.board import Space
from civap.engine.criteria import criteria, wonder_cost
from civap.engine.payment import Payment, Worth, pay
from civap.engine.placement import free_cities, place_wonder
from civap.engine.priority import select
from civap.engine.resolution import Resolution
from civap.engine.resources import spend_resources
from civap.engine.state import Game
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
    game = turn.game
    free = free_cities(game)
    if not free:
        turn.impossible('wonder', 'no-city-without-wonder', 'base.wonder')
        return
    offered = _targets(turn, step)
    tries = 0
    while offered:
        tries += 1
        tie = 'wonder.tie' if tries == 1 else f'wonder.tie-{tries}'
        order = criteria(game, 'wonder', step.order)
        wonder = select('wonder', order, offered, game.chooser, game.trace, tie)
        payment = _payment(turn, step, wonder)
        if payment.total >= wonder_cost(game, wonder):
            _build(turn, step, wonder, payment, free)
            return
        _set_aside(game, wonder, payment)
        offered.remove(wonder)
    turn.impossible('wonder', 'no-wonder-payable', 'wonder.candidates')


def _targets(turn: Resolution, step: BuildWonder) -> list[Wonder]:
    """The wonders on offer; under the other reading only those that can be paid for (wonder.candidates)."""
    game = turn.game
    if game.readings['wonder-candidates'] == 'all-on-offer':
        return list(game.market)
    return [wonder for wonder in game.market if _payment(turn, step, wonder).total >= wonder_cost(game, wonder)]


def _payment(turn: Resolution, step: BuildWonder, wonder: Wonder) -> Payment:
    game = turn.game
    worth = Worth(
        resource=game.number('resource-production'),
        trade=game.content.types[turn.card.type].token_adds,
        save_natural_wonders=game.readings['wonder-overspend'] == 'natural-wonders-too',
    )
    order = game.content.ap_rules.payment
    return pay(wonder_cost(game, wonder), step.production, _Purse(turn), worth, order, turn.natural_wonders)


def _set_aside(game: Game, wonder: Wonder, payment: Payment) -> None:
    game.trace.emit(
        'set-aside',
        ('wonder.candidates',),
        wonder=wonder.id,
        cost=wonder_cost(game, wonder),
        reach=payment.total,
    )


def _build(turn: Resolution, step: BuildWonder, wonder: Wonder, payment: Payment, free: list[Space]) -> None:
    game = turn.game
    _spend(turn, step, wonder, payment)
    city = place_wonder(game, free)
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

"""Attack targets in range (card.military, attack.*)."""

from __future__ import annotations

from civap.content.situation import AP, NONE
from civap.content.steps import Attack
from civap.engine.board import Space
from civap.engine.capital import capital_won
from civap.engine.combat import (
    Outcome,
    Sides,
    attack_rule,
    fight,
    owner_of,
    tomyris_bonus,
    treaty_bonus,
)
from civap.engine.criteria import criteria, defense, tiebreak
from civap.engine.effects.build_city import cities_left
from civap.engine.priority import Criterion, fitting, select
from civap.engine.resolution import Resolution
from civap.engine.resources import gain_resource
from civap.engine.row import gain_natural_wonder, gain_trade
from civap.engine.state import Game
from civap.engine.wonders import take_over


def attack(turn: Resolution, step: Attack) -> None:
    """Targets are looked for anew before each attack; after a lost one the same is attacked again (attack.target)."""
    target: Space | None = None
    for number in range(1, step.times + 1):
        target = target or find_target(turn, step, number)
        if target is None:
            no_target(turn)
            return
        if perform(turn, step, target, number):
            target = None


def find_target(turn: Resolution, step: Attack, number: int) -> Space | None:
    """The best target in range; what fits no line of the list is none."""
    game = turn.game
    order = criteria(game, 'target', step.order)
    fit = fitting(order, _in_range(turn, step))
    if not fit:
        return None
    lines: list[Criterion[Space]] = [*order, *tiebreak(game, 'target', step.tiebreak)]
    tie = 'target.tie' if number == 1 else f'target.tie-{number}'
    space = select('target', lines, fit, game.chooser, game.trace, tie)
    _say_reach(turn, step, space)
    return space


def no_target(turn: Resolution) -> None:
    """Say that nothing is left to attack (attack.target)."""
    turn.impossible('attack', 'no-target', 'attack.target')


def _barred(turn: Resolution) -> list[Space]:
    """Spaces won this turn are no start, unless read otherwise."""
    return [] if turn.game.reads('attack-from-taken', 'from-taken') else turn.taken


def _in_range(turn: Resolution, step: Attack) -> list[Space]:
    board = turn.game.board
    counting = board.counting(step.range, ('friendly-space',), step.through, _barred(turn))
    return counting.near(board.hostile())


def _say_reach(turn: Resolution, step: Attack, target: Space) -> None:
    """Say thanks to which clause the target is in range at all."""
    game = turn.game
    if not game.board.is_map or not step.through:
        return
    if game.board.counting(step.range, ('friendly-space',), (), _barred(turn)).within(target):
        return
    for clause in step.through:
        rest = tuple(item for item in step.through if item != clause)
        if not game.board.counting(step.range, ('friendly-space',), rest, _barred(turn)).within(target):
            game.trace.emit('reach', (turn.face.rule,), list='target', item=target.id, thanks_to=clause)


def perform(turn: Resolution, step: Attack, target: Space, number: int) -> bool:
    """One attack; whether it is won."""
    game = turn.game
    _return_card(game, target)
    what = _what(target)
    value = step.combat_against_barbarian if target.barbarian and step.combat_against_barbarian else step.combat
    cards, treaties = game.bonus('military'), treaty_bonus(game, owner_of(target), 'joint-war')
    leader = tomyris_bonus(game, target)
    bonus = cards + treaties + leader
    last = turn.natural_wonders if number == step.times else 0
    defends = defense(game, target)
    rules = ['attack.dice', 'attack.defense', 'attack.target', 'card.military']
    rules += ['bonus.military'] if cards else []
    rules += ['diplomacy.use'] if treaties else []
    rules += ['leader.default'] if leader else []
    game.trace.emit(
        'attacked', tuple(rules), number=number, target=target.id,
        what=what, combat=value, defense=defends, bonus=bonus,
    )  # fmt: skip
    turn.attacks += 1
    turn.achieved.add('attacked')
    adds = game.content.types[turn.card.type].token_adds
    sides = Sides(value + bonus + last * adds, defends, turn.card.trade, _defender_tokens(game, target), adds)
    outcome = fight(game, f'attack-{number}', sides)
    _settle(turn, target, number, outcome, last, sides)
    if outcome.won:
        _win(turn, target)
    return outcome.won


def _settle(turn: Resolution, target: Space, number: int, outcome: Outcome, last: int, sides: Sides) -> None:
    """Take off what both sides spent, and say how it ended."""
    game, owner = turn.game, owner_of(target)
    if outcome.spent:
        turn.card.trade -= outcome.spent
    if outcome.defender_spent and owner:
        game.rivals[owner].row.card('military').trade -= outcome.defender_spent
    lead = int(outcome.ahead.split('..')[0])
    rules = [attack_rule(lead, sides.attacker - sides.defender), 'attack.dice']
    rules += ['leader.roosevelt'] if last else []
    game.trace.emit(
        'fought', tuple(rules), number=number, target=target.id, result='won' if outcome.won else 'lost',
        ahead=outcome.ahead, trade=outcome.spent, natural_wonders=last, defender_trade=outcome.defender_spent,
    )  # fmt: skip


def _what(target: Space) -> str:
    if target.barbarian:
        return 'barbarian'
    if target.city_state:
        return 'city-state'
    if target.capital:
        return 'capital'
    return 'city' if target.city else 'control-token'


def _defender_tokens(game: Game, target: Space) -> int:
    """Trade tokens on the defender's military card; barbarians and city-states have none."""
    owner = owner_of(target)
    return game.rivals[owner].row.card('military').trade if owner else 0


def _return_card(game: Game, target: Space) -> None:
    """The diplomacy card of whom is attacked goes back before anything else (bonus.return-card)."""
    ap = game.ap
    if target.city_state:
        kind = game.content.base_game.city_state[target.city_state].type
        if ap.city_states.has(target.city_state, kind):
            ap.city_states.take(target.city_state, kind)
            game.trace.emit('diplomacy-returned', ('bonus.return-card',), from_=target.city_state)
        return
    owner = owner_of(target)
    if owner and game.treaty(owner) != NONE:
        ap.treaties[owner] = NONE
        game.trace.emit('diplomacy-returned', ('bonus.return-card',), from_=owner)


def _win(turn: Resolution, target: Space) -> None:
    turn.wins += 1
    if target.barbarian:
        _defeat(turn.game, target)
    elif target.capital:
        capital_won(turn.game, turn.game.rivals[str(target.city)])
    else:
        _capture(turn, target)


def _defeat(game: Game, target: Space) -> None:
    """One trade token; Gilgamesh gains a resource too (leader.gilgamesh)."""
    game.trace.emit('defeated', ('attack.dice',), space=target.id, barbarian=str(target.barbarian))
    target.barbarian = None
    gain_trade(game, 1)
    if game.led_by('gilgamesh'):
        gain_resource(game, 'leader.gilgamesh')


def _capture(turn: Resolution, target: Space) -> None:
    """A piece of the AP replaces what was there, as long as it has one (attack.dice, base rules)."""
    game = turn.game
    what, owner, name = _what(target), owner_of(target), target.city_state
    game.trace.emit('captured', ('attack.dice',), space=target.id, what=what, from_=owner or str(name))
    turn.taken.append(target)
    if what == 'control-token':
        _take_control(game, target)
    else:
        _take_city(game, target)
    if name:
        target.city_state = None
        game.ap.conquered.add(name, game.content.base_game.city_state[name].type)


def _take_control(game: Game, target: Space) -> None:
    """An own unreinforced token, and the natural wonder token that belongs to the space."""
    target.control = AP if game.ap.control_left else None
    target.reinforced = False
    game.ap.control_left -= bool(game.ap.control_left)
    if target.control == AP:
        take_over(game, target)
        if game.board.is_map and target.natural_wonder != NONE:
            gain_natural_wonder(game)


def _take_city(game: Game, target: Space) -> None:
    target.city = AP if cities_left(game) > 0 else None
    if target.city == AP:
        take_over(game, target)

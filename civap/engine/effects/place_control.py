"""Place control tokens (card.culture, base.control-space, culture.unplaced)."""

from __future__ import annotations

from civap.content.situation import AP, NONE
from civap.content.steps import PlaceControl
from civap.engine.board import HexMap, Space
from civap.engine.criteria import criteria
from civap.engine.priority import Criterion, select
from civap.engine.resolution import Resolution
from civap.engine.resources import take_resource
from civap.engine.row import gain_natural_wonder, put_trade
from civap.engine.state import Game
from civap.engine.wonders import take_over


def place_control(turn: Resolution, step: PlaceControl) -> None:
    """One token after the other by the card's list; each one that cannot be placed pays."""
    extra = extra_tokens(turn, step) if _takes_extra(turn, step) else 0
    unplaced = place_tokens(turn, step, step.tokens + extra)
    if unplaced:
        pay_unplaced(turn, step, unplaced)


def place_tokens(turn: Resolution, step: PlaceControl, wanted: int) -> int:
    """Place tokens by the card's list; how many could not be placed."""
    board = turn.game.board.map()
    placed = 0
    if turn.game.reads('culture-tokens', 'together'):
        return wanted - _together(turn, step, wanted, board)
    while placed < wanted and (spaces := _legal(turn, step, board)):
        put_control(turn.game, _best(turn, step, spaces, placed + 1))
        placed += 1
    return wanted - placed


def _together(turn: Resolution, step: PlaceControl, wanted: int, board: HexMap) -> int:
    """All spaces are picked before the first token is placed."""
    spaces = _legal(turn, step, board)
    chosen: list[Space] = []
    while len(chosen) < wanted and spaces:
        chosen.append(_best(turn, step, spaces, len(chosen) + 1))
        spaces.remove(chosen[-1])
    for space in chosen:
        put_control(turn.game, space)
    return len(chosen)


def _best(turn: Resolution, step: PlaceControl, spaces: list[Space], number: int) -> Space:
    game = turn.game
    tie = 'control.tie' if number == 1 else f'control.tie-{number}'
    lines: list[Criterion[Space]] = criteria(game, 'control', step.order)
    return select('control', lines, spaces, game.chooser, game.trace, tie)


def _legal(turn: Resolution, step: PlaceControl, board: HexMap) -> list[Space]:
    """Legal spaces next to a friendly city, or to any friendly space; none while no token is left."""
    if turn.game.ap.control_left < 1:
        return []
    pieces = board.pieces
    near = pieces.friendly if step.next_to == 'friendly-space' else pieces.own_cities
    return pieces.at(board.grid.around(near) & pieces.takes_control)


def _takes_extra(turn: Resolution, step: PlaceControl) -> bool:
    """Whether it is the step of its card that places what counts as spent."""
    steps = [item for item in turn.face.steps if isinstance(item, PlaceControl)]
    return step is (steps[0] if turn.game.reads('culture-extra', 'first-step') else steps[-1])


def extra_tokens(turn: Resolution, step: PlaceControl) -> int:
    """Spend, once a card; tokens for what counts as spent (trade.spend-culture, bonus.matching, leader.*)."""
    game = turn.game
    bonus, wonders, leader = game.bonus('culture'), turn.natural_wonders, _catherine(game)
    room = len(_legal(turn, step, game.board.map()))
    if game.reads('culture-spending', 'as-needed'):
        room -= step.tokens + bonus + wonders + leader
    trade = min(turn.card.trade, room) if room > 0 else 0
    return turn.spend(trade, bonus, wonders, leader, 'trade.spend-culture')


def _catherine(game: Game) -> int:
    """1 to 3 more by the era of her latest wonder (leader.default)."""
    return game.ap.era if game.led_by('catherine') else 0


def put_control(game: Game, space: Space) -> None:
    """An unreinforced token on a space; what lies there is taken (base.control-space)."""
    space.control, space.reinforced = AP, False
    game.ap.control_left -= 1
    rules = ('card.culture', 'base.control-space', 'turn.terrain', 'barbarian.ignored-adjacent')
    game.trace.emit('control-placed', rules, space=space.id)
    take_over(game, space)
    collect(game, space)


def collect(game: Game, space: Space) -> None:
    """The tokens on a space (base.control-space)."""
    if space.resource != NONE:
        take_resource(game, space.resource)
        game.trace.emit('collected', ('base.control-space', 'resource.same'), space=space.id, token=space.resource)
        space.resource = NONE
    if space.unclaimed:
        space.unclaimed = False
        gain_natural_wonder(game)
        game.trace.emit('collected', ('base.control-space',), space=space.id, token='natural-wonder')


def pay_unplaced(turn: Resolution, step: PlaceControl, tokens: int) -> None:
    """Trade tokens on the card for tokens that could not be placed (culture.unplaced)."""
    pays = tokens * step.unplaced_pays
    rules = (turn.face.rule, 'culture.unplaced')
    turn.game.trace.emit('unplaced', rules, tokens=tokens, trade=pays)
    if pays:
        put_trade(turn.game, turn.card, pays, 'culture.unplaced')

"""Steps of one sentence: weaken control tokens, defeat barbarians, gain a resource."""

from __future__ import annotations

from civap.content.situation import AP
from civap.content.steps import DefeatBarbarians, GainResource, WeakenControl
from civap.engine.resolution import Resolution
from civap.engine.resources import gain_resource
from civap.engine.wonders import lose_control


def weaken_control(turn: Resolution, _step: WeakenControl) -> None:
    """Each rival token next to a friendly space, once: flipped, or removed if it was unreinforced (card.culture)."""
    game = turn.game
    board = game.board.map()
    rules = (turn.face.rule, 'card.culture')
    for space in [space for space in board.spaces if space.control not in (None, AP) and board.near_friendly(space)]:
        owner = str(space.control)
        if space.reinforced:
            space.reinforced = False
            game.trace.emit('flipped', rules, space=space.id, owner=owner)
        else:
            game.trace.emit('removed', rules, space=space.id, owner=owner)
            lose_control(game, space)


def defeat_barbarians(turn: Resolution, _step: DefeatBarbarians) -> None:
    """Each barbarian next to a friendly space, for no trade token (card.economy); Gilgamesh: leader.gilgamesh."""
    game = turn.game
    board = game.board.map()
    for space in [space for space in board.spaces if space.barbarian and board.near_friendly(space)]:
        rules = (turn.face.rule, 'card.economy')
        game.trace.emit('defeated', rules, space=space.id, barbarian=str(space.barbarian))
        space.barbarian = None
        if game.reads('gilgamesh-currency', 'gains') and game.led_by('gilgamesh'):
            gain_resource(game, 'leader.gilgamesh')


def gain_resources(turn: Resolution, step: GainResource) -> None:
    """Random types from the supply (resource.gain)."""
    for _ in range(step.resources):
        gain_resource(turn.game, turn.face.rule)

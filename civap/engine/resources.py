"""Resource tokens: gained at random, spent as if all were the same (resource.same, resource.gain)."""

from __future__ import annotations

from civap.engine.choices import Answer
from civap.engine.state import Game


def gain_resource(game: Game, *rules: str) -> str | None:
    """One of a random type that the supply still has; none if it has none (resource.gain)."""
    types: tuple[Answer, ...] = tuple(name for name in sorted(game.supply) if game.supply[name] > 0)
    if not types or (game.ap.knows('resources') and game.ap.resources >= _all(game)):
        game.trace.emit('impossible', ('resource.gain', *rules), what='resource', reason='supply-empty')
        return None
    kind = str(game.tie('resource.tie', types))
    take_resource(game, kind)
    game.supply[kind] -= 1
    chance = ('golden.random',) if len(types) > 1 else ()
    game.trace.emit('resource-gained', ('resource.gain', 'resource.same', *chance, *rules), resource=kind)
    return kind


def _all(game: Game) -> int:
    """The tokens that there are; those whose type is not known came from the supply, too."""
    return game.number('resource-tokens') * len(game.supply)


def take_resource(game: Game, kind: str) -> None:
    """A resource token comes to the AP."""
    game.ap.resources += 1
    game.ap.held[kind] += 1


def spend_resources(game: Game, number: int) -> None:
    """Back to the supply: those it has most of first, which changes nothing for the AP (resource.same)."""
    ap = game.ap
    ap.resources -= number
    for _ in range(min(number, ap.held.total())):
        kind = min(ap.held, key=lambda name: (-ap.held[name], name))
        ap.held[kind] -= 1
        game.supply[kind] += 1

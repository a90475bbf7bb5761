"""Where a wonder goes (wonder.place)."""

from __future__ import annotations

from civap.content.situation import AP, NONE
from civap.engine.board import Space
from civap.engine.priority import Criterion, Sense, select
from civap.engine.state import Game


def free_cities(game: Game) -> list[Space]:
    """The AP's cities without a wonder."""
    return [city for city in game.board.cities(AP) if city.wonder == NONE]


def city_defense(game: Game, space: Space, owner: str = AP) -> int:
    """What a city there has or would have (industry.city-defense, attack.defense)."""
    board = game.board
    return game.number('city-terrain-factor') * board.difficulty(space) + board.reinforced_adjacent(space, owner)


def place_wonder(game: Game, free: list[Space]) -> Space:
    """The city without a wonder that has the highest defense (wonder.place)."""
    highest: Criterion[Space] = Criterion(
        'placement.highest-defense', Sense.MOST, lambda city: city_defense(game, city), ('wonder.place',)
    )
    return select('placement', (highest,), free, game.chooser, game.trace)

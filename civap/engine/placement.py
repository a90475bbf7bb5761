"""Where a wonder goes (wonder.place)."""

from __future__ import annotations

from civap.engine.priority import Criterion, Sense, select
from civap.engine.state import City, Game


def place_wonder(game: Game, free: list[City]) -> City:
    """The city without a wonder that has the highest defense (wonder.place)."""
    factor = game.number('city-terrain-factor')
    highest: Criterion[City] = Criterion(
        'placement.highest-defense',
        Sense.MOST,
        lambda city: city.space.city_defense(factor),
        ('wonder.place',),
    )
    return select('placement', (highest,), free, game.chooser, game.trace)

"""The criteria of priority lists: one function for each line that a card prints.

Registered under the id of that line, `<list>.<name>`, which is also the id of its words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from civap.content import base_game
from civap.content.criteria import Criterion as Line
from civap.engine.priority import Criterion, Sense
from civap.engine.state import Game, NotBuilt, Site

Measure = Callable[[Game, Any], int | None]


class Entry(NamedTuple):
    """What a line does: its sense, its function, and the rules that it carries out."""

    sense: Sense
    measure: Measure
    rules: tuple[str, ...]


REGISTRY: dict[str, Entry] = {}


def criterion(name: str, sense: Sense, *rules: str) -> Callable[[Measure], Measure]:
    """Register a function as the line `name`."""

    def register(measure: Measure) -> Measure:
        if name in REGISTRY:
            raise ValueError(f'{name} is registered twice')
        REGISTRY[name] = Entry(sense, measure, rules)
        return measure

    return register


def criteria(game: Game, list_name: str, order: Sequence[Line]) -> list[Criterion[Any]]:
    """The lines of a card's list, ready to narrow. Raises `NotBuilt`."""
    return [_bound(game, f'{list_name}.{line.name}') for line in order]


def _bound(game: Game, name: str) -> Criterion[Any]:
    entry = REGISTRY.get(name)
    if entry is None:
        raise NotBuilt(f'the criterion {name}')
    measure = entry.measure
    return Criterion(name, entry.sense, lambda item: measure(game, item), entry.rules)


def wonder_cost(game: Game, wonder: base_game.Wonder) -> int:
    """What a wonder costs the AP (leader.default)."""
    return wonder.cost - game.ap.wonder_discount


@criterion('wonder.nearest-agenda', Sense.LEAST, 'wonder.agenda')
def nearest_agenda(game: Game, wonder: base_game.Wonder) -> int | None:
    """Wonders still missing for an agenda once this one is built; none if no open agenda counts it."""
    missing = [
        agenda.count - game.ap.wonders.of(wonder.type) - 1
        for card in game.victory
        for agenda in card.agendas
        if agenda.wonders == wonder.type and not card.completed
    ]
    nearer = [number for number in missing if number >= 0]
    if not nearer:
        return None
    return 0 if game.readings['wonder-agenda'] == 'any-agenda' else min(nearer)


@criterion('wonder.lowest-cost', Sense.LEAST)
def lowest_cost(game: Game, wonder: base_game.Wonder) -> int:
    """The cost in production."""
    return wonder_cost(game, wonder)


@criterion('city.most-tokens', Sense.MOST)
def most_tokens(game: Game, site: Site) -> int:
    """Natural wonder and resource tokens next to the space."""
    return site.tokens_adjacent


@criterion('city.spawn-point', Sense.KEEP)
def spawn_point(game: Game, site: Site) -> int:
    """Whether a barbarian spawn point is printed on the space."""
    return site.spawn_point


@criterion('city.highest-defense', Sense.MOST, 'industry.city-defense')
def highest_defense(game: Game, site: Site) -> int:
    """The defense of a city there."""
    return site.city_defense(game.number('city-terrain-factor'))

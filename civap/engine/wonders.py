"""Which wonders the AP controls, and from which era its latest is (leader.default)."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, get_args

from civap.content.base_game import Era
from civap.content.situation import AP, NONE, SOME
from civap.engine.board import Space
from civap.engine.state import Game

if TYPE_CHECKING:
    from civap.content.project import Project

ERAS: tuple[Era, ...] = get_args(Era)


def own_wonder(game: Game, wonder: str) -> None:
    """The AP controls one more; one that is not named counts for nothing."""
    if wonder in (NONE, SOME):
        return
    found = game.content.base_game.wonder[wonder]
    game.ap.wonders.add(wonder, found.type)
    if game.ap.knows('era'):
        game.ap.era = max(game.ap.era, ERAS.index(found.era) + 1)


def lose_wonder(game: Game, wonder: str) -> None:
    """The AP controls one less."""
    if wonder in (NONE, SOME):
        return
    game.ap.wonders.take(wonder, game.content.base_game.wonder[wonder].type)
    names = game.ap.wonders.names
    if names is not None:
        game.ap.era = latest_era(game.content, names)


def latest_era(content: Project, names: Collection[str]) -> int:
    """1 to 3 for the latest era among wonders, 0 without a wonder."""
    found = content.base_game.wonder
    return max((ERAS.index(found[name].era) + 1 for name in names), default=0)


def destroy_city(game: Game, space: Space) -> None:
    """A city leaves the map; the token of its wonder stays on the space (base.events)."""
    owner = space.city
    space.city, space.capital = None, False
    if owner == AP:
        lose_wonder(game, space.wonder)


def take_over(game: Game, space: Space) -> None:
    """A friendly piece came to a space: the wonder token that lies there is the AP's."""
    if space.wonder != NONE:
        own_wonder(game, space.wonder)


def lose_control(game: Game, space: Space) -> None:
    """A control token leaves a space; the AP's goes back to its supply, and the wonder token there is free."""
    owner = space.control
    space.control, space.reinforced = None, False
    if owner == AP:
        game.ap.control_left += 1
        lose_wonder(game, space.wonder)

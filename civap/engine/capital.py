"""A successful attack on a human player's capital (attack.capital-wonder, attack.capital-tokens)."""

from __future__ import annotations

from civap.content.situation import NONE
from civap.engine.board import Space
from civap.engine.placement import free_cities, place_wonder
from civap.engine.row import gain_trade
from civap.engine.state import TOP, Game, Rival, Unstated
from civap.engine.wonders import own_wonder


def capital_won(game: Game, rival: Rival) -> None:
    """The AP takes the wonder, then trade tokens from the highest cards, and places them one at a time."""
    capital = game.board.capital(rival.id)
    if capital is None:
        raise Unstated(f'capital of {rival.id}')
    _take_wonder(game, rival, capital)
    gain_trade(game, _take_trade(game, rival))


def _take_wonder(game: Game, rival: Rival, capital: Space) -> None:
    wonder = capital.wonder
    if wonder == NONE:
        _impossible(game, 'no-wonder-there')
        return
    free = free_cities(game)
    if not free:
        _impossible(game, 'no-city-without-wonder')
        return
    city = place_wonder(game, free)
    city.wonder, capital.wonder = wonder, NONE
    own_wonder(game, wonder)
    rules = ('attack.capital-wonder',)
    game.trace.emit('wonder-taken', rules, from_=rival.id, wonder=wonder, city=city.id)


def _take_trade(game: Game, rival: Rival) -> int:
    """How many tokens were taken: fewer if the rival has fewer."""
    wanted = game.number('capital-loot')
    taken = 0
    for slot in range(TOP, 0, -1):
        if taken == wanted:
            break
        card = rival.row.at(slot)
        number = min(card.trade, wanted - taken)
        if number:
            card.trade -= number
            taken += number
            rules = ('attack.capital-tokens',)
            game.trace.emit('taken', rules, from_=rival.id, card=card.id, slot=slot, trade=number)
    return taken


def _impossible(game: Game, reason: str) -> None:
    game.trace.emit('impossible', ('attack.capital-wonder',), what='wonder-taken', reason=reason)

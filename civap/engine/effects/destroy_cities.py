"""Human players lose cities and what lies around them (card.science IV)."""

from __future__ import annotations

from civap.content.steps import DestroyCities
from civap.engine.board import HexMap, Space
from civap.engine.choices import Kind, Question
from civap.engine.resolution import Resolution
from civap.engine.wonders import destroy_city, lose_control


def destroy_cities(turn: Resolution, step: DestroyCities) -> None:
    """Each human chooses; then all chosen cities fall, and every control token next to one."""
    game = turn.game
    if not game.rivals:
        return
    board = game.board.map()
    chosen = [city for rival in game.rivals for city in _choices(turn, board, rival, step.cities)]
    for city in chosen:
        _destroyed(turn, 'city', city)
        destroy_city(game, city)
    fallen = sum(city.bit for city in chosen)
    for space in board.spaces:
        if space.control and space.near & fallen:
            _destroyed(turn, 'control-token', space)
            lose_control(game, space)


def _choices(turn: Resolution, board: HexMap, rival: str, number: int) -> list[Space]:
    """The cities that a human gives up."""
    cities = [city for city in board.cities(rival) if not city.capital]
    chosen: list[Space] = []
    while cities and len(chosen) < number:
        chosen.append(_choice(turn, cities, rival))
        cities.remove(chosen[-1])
    if not chosen:
        turn.impossible('destroy', 'no-city-to-choose')
    return chosen


def _choice(turn: Resolution, cities: list[Space], rival: str) -> Space:
    if len(cities) == 1:
        return cities[0]
    options = tuple(sorted(city.id for city in cities))
    answer = turn.game.chooser.choose(Question(Kind.HUMAN, f'destroy.{rival}', options))
    return next(city for city in cities if city.id == answer)


def _destroyed(turn: Resolution, what: str, space: Space) -> None:
    rules = (turn.face.rule, 'card.science')
    turn.game.trace.emit('destroyed', rules, what=what, owner=str(space.owner), space=space.id)

"""The state of a game as it can be written down, so that turns chain."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from civap.content.situation import (
    NONE,
    WATER,
    CardFacts,
    Diplomacy,
    Given,
    Owned,
    PlayerFacts,
    Rival,
    Space,
    Supply,
    VictoryFacts,
)
from civap.engine import board
from civap.engine.facts import Thing
from civap.engine.setup import SetUp
from civap.engine.state import Game, Row


def snapshot(set_up: SetUp, game: Game) -> Given:
    """What is known now; what was never asked stays unknown, with its bounds as they were stated."""
    before = set_up.situation
    changes: dict[str, Any] = {
        'turn': game.turn,
        'ap': _player(set_up, game),
        'rivals': tuple(_rival(game, rival) for rival in before.rivals),
        'spaces': _spaces(set_up, game) if set_up.has_map else before.spaces,
        'supply': Supply(**game.supply),
    }
    if game.event_dial is not None:
        changes['event_dial'] = game.event_dial
    if before.market is not None:
        changes['market'] = tuple(wonder.id for wonder in game.market)
    if before.victory is not None:
        changes['victory'] = tuple(_victory(card) for card in game.victory)
    kept = {name: getattr(before, name) for name in before.model_fields_set if name not in changes}
    return Given(**kept, **{name: value for name, value in changes.items() if value is not None})


def _known(thing: Thing, *names: str) -> dict[str, Any]:
    """The facts of a thing that are known."""
    return {name: getattr(thing, name) for name in names if thing.knows(name)}


def _player(set_up: SetUp, game: Game) -> PlayerFacts:
    ap, stated = game.ap, set_up.situation.ap
    kept = {name: getattr(stated, name) for name in stated.model_fields_set}
    kept.update(_known(ap, 'leader', 'resources', 'natural_wonders', 'dial'))
    if ap.wonders.names is None:
        kept.update(_known(ap, 'era'))
    kept['row'] = _row(ap.row, stated.row)
    for name in ('wonders', 'city_states', 'conquered'):
        names = getattr(ap, name).names
        if names is not None:
            kept[name] = tuple(sorted(names)) if name == 'conquered' else Owned(names=tuple(sorted(names)))
    kept['held'] = tuple(sorted(ap.held.elements()))
    kept['diplomacy'] = tuple(
        Diplomacy.model_validate({'from': rival, 'card': card}) for rival, card in ap.treaties.items()
    )
    return PlayerFacts(**kept)


def _row(row: Row, stated: tuple[CardFacts, ...]) -> tuple[CardFacts, ...]:
    """Each card with what is known of it; one that is known by its type only keeps its level."""
    return tuple(_cards(row, {item.type: item.level for item in stated if item.type}))


def _cards(row: Row, levels: dict[Any, Any]) -> Iterator[CardFacts]:
    for card in row.cards:
        facts = _known(card, 'trade', 'natural_wonders')
        if card.knows('first_slot'):
            facts['slot'] = card.slot
        named: dict[str, Any] = (
            {'card': card.face.id} if card.named else {'type': card.type, 'level': levels.get(card.type)}
        )
        yield CardFacts(**{name: value for name, value in {**named, **facts}.items() if value is not None})


def _rival(game: Game, stated: Rival) -> Rival:
    rival = game.rivals[stated.id]
    kept = {name: getattr(stated, name) for name in stated.model_fields_set}
    return Rival(**{**kept, **_known(rival, 'bonus'), 'row': _row(rival.row, stated.row)})


def _victory(card: Any) -> VictoryFacts:
    return VictoryFacts(id=card.id, **_known(card, 'completed'))


def _spaces(set_up: SetUp, game: Game) -> tuple[Space, ...]:
    """Every space that is not as it is printed on its tile."""
    stated = {space.id: space for space in set_up.situation.spaces or ()}
    found = []
    for space, printed in zip(game.board.spaces, set_up.printed, strict=True):
        facts = dict(_changed(space, printed))
        own = stated.get(space.id)
        if printed is None:
            facts = {'at': space.hex, **facts}
        if own is not None and not space.knows('terrain') and own.terrain is not None:
            facts['terrain'] = own.terrain
        if facts:
            found.append(Space(id=space.id, **facts))
    return tuple(found)


def _changed(space: board.Space, printed: Space | None) -> Iterator[tuple[str, Any]]:
    """What differs from the tile; `None` takes away what is printed."""
    now = {name: getattr(space, name) for name in ('city', 'control', 'barbarian', 'city_state')}
    now.update(capital=space.capital, reinforced=space.reinforced, caravans=space.caravans)
    now.update(wonder=space.wonder, resource=space.resource)
    now.update(natural_wonder=space.natural_wonder, spawn_point=space.spawn_point)
    if space.water:
        now['terrain'] = WATER
    elif space.knows('terrain'):
        now['terrain'] = space.terrain
    for name, value in now.items():
        before = getattr(printed, name) if printed is not None else None
        if _told(name, value) != _told(name, before) and not (value == NONE and before is None):
            yield name, value
    taken = space.natural_wonder != NONE and not space.unclaimed and space.owner is None
    if taken:
        yield 'claimed', True


def _told(name: str, value: Any) -> Any:
    """The value, or None for what need not be said; water is the terrain 0."""
    return value if name == 'terrain' else value or None

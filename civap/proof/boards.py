"""Random legal boards of real tiles: for questions that no example asks.

A board is a situation like any other: the core of four tiles around the AP's capital tile, tiles of one to
three humans, pieces where the base rules allow them, and any row, leader, dial and supply.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from civap.content.cards import TYPES
from civap.content.map_tiles import load_map_tiles
from civap.content.situation import (
    AP,
    CardFacts,
    Diplomacy,
    Given,
    Map,
    Owned,
    PlayerFacts,
    Rival,
    Space,
    Tile,
    VictoryFacts,
)
from civap.engine.hexes import Hex, neighbors
from civap.engine.state import DIPLOMACY
from civap.engine.table import printed_spaces, table
from civap.engine.tiles import fits, laid

if TYPE_CHECKING:
    from civap.content.project import Project

COLORS = ('blue', 'green', 'red')
TRIES = 400


@dataclass
class _Draft:
    """A board in the making: spaces by id, what is known about their neighborhood."""

    spaces: dict[str, Space]
    near: dict[str, list[str]]
    changed: dict[str, dict[str, Any]] = field(default_factory=dict)

    def value(self, name: str, slot: str) -> Any:
        changed = self.changed.get(name, {})
        return changed[slot] if slot in changed else getattr(self.spaces[name], slot)

    def put(self, name: str, **pieces: Any) -> None:
        self.changed.setdefault(name, {}).update(pieces)

    def occupied(self, name: str) -> bool:
        return any(self.value(name, slot) for slot in ('city', 'control', 'city_state', 'barbarian'))

    def land(self, name: str) -> bool:
        return bool(self.spaces[name].terrain)


def random_board(project: Project, random: Random, card: str | None = None) -> Given:
    """A legal board; `card` is put in slot 5 if it is named."""
    humans = COLORS[: random.randint(1, 3)]
    tiles = _tiles(project, random, len(humans) + 1)
    situation = Given(map=tiles)
    draft = _draft(table(printed_spaces(project, situation), situation))
    owners = (AP, *humans)
    faces = load_map_tiles(project).faces
    stars = [
        f'{tile.tile}-{index}'
        for tile in tiles.tiles
        for index, space in enumerate(faces[tile.tile].spaces)
        if space.capital
    ]
    for owner, star in zip(owners, stars, strict=True):
        draft.put(star, city=owner, capital=True)
    for owner, star in zip(owners, stars, strict=True):
        _settle(draft, random, owner, star)
    wonders = _wonders(project, draft, random, owners)
    spaces = tuple(Space(id=name, **pieces) for name, pieces in draft.changed.items())
    return Given(
        turn=random.randint(1, 12),
        event_dial=random.randrange(len(project.base_game.event_dial.items)),
        victory=tuple(
            VictoryFacts(id=name, completed=random.random() < 0.2)
            for name in random.sample([item.id for item in project.base_game.victory_cards.items], 3)
        ),
        market=_market(project, random, wonders),
        ap=_player(project, draft, random, humans, card),
        rivals=tuple(_rival(project, random, name) for name in humans),
        map=tiles,
        spaces=spaces,
    )


def _tiles(project: Project, random: Random, players: int) -> Map:
    """The core, with a water token, then a capital tile and plain ones for each human."""
    printed = load_map_tiles(project)
    capitals = random.sample(printed.capitals, players)
    core = [capitals[0], *random.sample(printed.core, 4)]
    later = [number for capital in capitals[1:] for number in (capital, random.choice(printed.plain))]
    while True:
        placed: list[Tile] = []
        spaces: set[Hex] = set()
        for number in core:
            _lay(random, number, placed, spaces, spaces)
        heart = set(spaces)
        for number in dict.fromkeys(later):
            _lay(random, number, placed, spaces, heart)
        if len(placed) >= len(core) + players - 1 and {tile.tile[:-1] for tile in placed} >= set(map(str, capitals)):
            edge = sorted({near for space in heart for near in neighbors(space)} - spaces)
            return Map(tiles=tuple(placed), water=(random.choice(edge),))


def _lay(random: Random, number: int, placed: list[Tile], spaces: set[Hex], core: set[Hex]) -> None:
    """Put a tile where it fits; leave it out if no place is found."""
    face = f'{number}{random.choice("AB")}'
    if not spaces:
        placed.append(Tile(tile=face, at=(0, 0), turns=0))
        spaces.update(laid(face, (0, 0), 0))
        return
    edge = sorted({near for space in core for near in neighbors(space)} - spaces)
    for _ in range(TRIES):
        at, turns, cell = random.choice(edge), random.randrange(6), random.randrange(10)
        shape = laid(face, (0, 0), turns)
        at = (at[0] - shape[cell][0], at[1] - shape[cell][1])
        tile = laid(face, at, turns)
        if fits(tile, spaces, core):
            placed.append(Tile(tile=face, at=at, turns=turns))
            spaces.update(tile)
            return


def _draft(spaces: Sequence[Space]) -> _Draft:
    places = {space.at: space.id for space in spaces}
    near = {space.id: [places[at] for at in neighbors(space.at or (0, 0)) if at in places] for space in spaces}
    return _Draft({space.id: space for space in spaces}, near)


def _settle(draft: _Draft, random: Random, owner: str, star: str) -> None:
    """Further cities, control tokens around them, caravans; some barbarians are gone."""
    cities = [star]
    names = list(draft.spaces)
    for _ in range(random.randint(0, 3)):
        name = random.choice(names)
        if _city_fits(draft, name):
            draft.put(name, city=owner)
            cities.append(name)
    for name in (near for city in cities for near in draft.near[city]):
        free = draft.land(name) and not draft.occupied(name)
        if free and random.random() < 0.4:
            draft.put(name, control=owner, reinforced=random.random() < 0.4, resource='none')
    for name in names:
        if draft.value(name, 'barbarian') and random.random() < 0.1:
            draft.put(name, barbarian=None)
    if random.random() < 0.3:
        name = random.choice(names)
        if draft.land(name) and not draft.occupied(name):
            draft.put(name, caravans=(owner,))


def _city_fits(draft: _Draft, name: str) -> bool:
    """The base rules for the space of a city."""
    space = draft.spaces[name]
    beside = any(draft.value(near, 'city') or draft.value(near, 'city_state') for near in draft.near[name])
    printed = space.resource or space.natural_wonder
    return draft.land(name) and not draft.occupied(name) and not printed and not beside


def _wonders(project: Project, draft: _Draft, random: Random, owners: Sequence[str]) -> list[str]:
    """Wonders under some cities, each once."""
    left = [item.id for item in project.base_game.wonders.items]
    random.shuffle(left)
    used = []
    for name, pieces in draft.changed.items():
        if pieces.get('city') in owners and random.random() < 0.3 and left:
            used.append(left.pop())
            draft.put(name, wonder=used[-1])
    return used


def _market(project: Project, random: Random, used: Sequence[str]) -> tuple[str, ...]:
    """One wonder of each type at most."""
    found = []
    for kind in TYPES:
        names = [item.id for item in project.base_game.wonders.items if item.type == kind and item.id not in used]
        if names and random.random() < 0.95:
            found.append(random.choice(names))
    return tuple(found)


def _row(
    project: Project, random: Random, leader: str, natural_wonders: int, card: str | None
) -> tuple[CardFacts, ...]:
    types = list(project.base_game.leader[leader].row)
    random.shuffle(types)
    levels = {kind: random.randint(1, 4) for kind in types}
    if card:
        kind = project.cards[card].type
        types.remove(kind)
        types.append(kind)
        levels[kind] = project.cards[card].level
    by_level = {(item.type, item.level): item.id for item in project.deck.cards}
    places = [random.randrange(5) for _ in range(natural_wonders)]
    return tuple(
        CardFacts(
            card=by_level[kind, levels[kind]],
            slot=slot,
            trade=random.choice((0, 0, 1, 1, 2, 3, 5)),
            natural_wonders=places.count(slot - 1),
        )
        for slot, kind in enumerate(types, 1)
    )


def _player(project: Project, draft: _Draft, random: Random, humans: Sequence[str], card: str | None) -> PlayerFacts:
    base = project.base_game
    leader = random.choice(list(base.leader))
    natural_wonders = sum(
        draft.spaces[name].natural_wonder is not None and AP in (pieces.get('city'), pieces.get('control'))
        for name, pieces in draft.changed.items()
    )
    return PlayerFacts(
        leader=leader,
        row=_row(project, random, leader, natural_wonders if leader == 'roosevelt' else 0, card),
        resources=random.choice((0, 0, 1, 2, 3)),
        natural_wonders=natural_wonders,
        dial=random.randint(0, 24),
        city_states=Owned(names=tuple(name for name in base.city_state if random.random() < 0.2)),
        diplomacy=tuple(Diplomacy.model_validate({'from': name, 'card': random.choice(DIPLOMACY)}) for name in humans),
    )


def _rival(project: Project, random: Random, name: str) -> Rival:
    types = list(TYPES)
    random.shuffle(types)
    by_level = {(item.type, item.level): item.id for item in project.deck.cards}
    row = tuple(
        CardFacts(card=by_level[kind, random.randint(1, 4)], slot=slot, trade=random.choice((0, 0, 1, 2, 3)))
        for slot, kind in enumerate(types, 1)
    )
    return Rival(id=name, row=row, bonus=random.choice((0, 0, 0, 1, 2)))

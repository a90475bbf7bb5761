"""The spaces of a map: laid tiles, water tokens and single spaces, with what a situation states of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from civap.content.limits import named_pieces
from civap.content.map_tiles import TileSpace, load_map_tiles
from civap.content.problems import Problem, Problems, did_you_mean
from civap.content.situation import TERRAINS, WATER, Given, Space, Tile, merge
from civap.engine.tiles import laid

if TYPE_CHECKING:
    from civap.content.project import Project

NATURAL_WONDER = 5


class Misplaced(Problems):
    """A problem of one of the `spaces` or `tiles`, by its name; who has the file says where that is."""

    def __init__(self, problem: Problem, kind: str, name: str) -> None:
        super().__init__(problem)
        self.problem, self.kind, self.name = problem, kind, name


def printed_spaces(content: Project, situation: Given) -> dict[str, Space]:
    """The spaces of tiles and water tokens; those of tiles are called by face and cell, `7A-6`. Raises `Misplaced`."""
    spaces: dict[str, Space] = {}
    if situation.map is not None:
        for tile in situation.map.tiles:
            spaces.update((space.id, space) for space in _tile(content, tile))
        for number, place in enumerate(situation.map.water, 1):
            spaces[f'water-{number}'] = Space(id=f'water-{number}', at=place, terrain=WATER)
    return spaces


def table(printed: Mapping[str, Space], situation: Given) -> tuple[Space, ...]:
    """All spaces with what the situation states of them. Raises `Misplaced` for two in one place."""
    spaces = dict(printed)
    for stated in situation.spaces or ():
        spaces[stated.id] = merge(spaces[stated.id], stated) if stated.id in spaces else stated
    _refuse(spaces)
    return tuple(spaces.values())


def _tile(content: Project, tile: Tile) -> Iterator[Space]:
    faces = load_map_tiles(content).faces
    if tile.tile not in faces:
        message = f'found the tile {tile.tile!r}, expected a face that exists'
        problem = Problem('unknown-tile', message, hint=did_you_mean(tile.tile, list(faces)))
        raise Misplaced(problem, 'tiles', tile.tile)
    places = laid(tile.tile, tile.at, tile.turns)
    for cell, (place, printed) in enumerate(zip(places, faces[tile.tile].spaces, strict=True)):
        yield printed_space(f'{tile.tile}-{cell}', place, printed)


def printed_space(name: str, place: tuple[int, int], printed: TileSpace) -> Space:
    """A space of a tile as it lies before the game."""
    return Space(
        id=name,
        at=place,
        terrain=TERRAINS[printed.terrain] if printed.terrain else NATURAL_WONDER,
        resource=printed.resource,
        natural_wonder=printed.natural_wonder,
        spawn_point=printed.spawn_point,
        barbarian=printed.spawn_point,
        city_state=printed.city_state,
    )


def _refuse(spaces: dict[str, Space]) -> None:
    """Spaces without a place, and two in one."""
    taken: dict[tuple[int, int], str] = {}
    for name, space in spaces.items():
        if space.at is None:
            message = f'found the space {name!r} without a place, expected one: the others lie on a map'
            problem = Problem('unknown-space', message, hint='add at, or name a space of a laid tile')
            raise Misplaced(problem, 'spaces', name)
        if space.at in taken:
            message = f'found {name!r} in the place of {taken[space.at]!r}, expected one space in a place'
            raise Misplaced(Problem('space-twice', message, hint='move one of the two'), 'spaces', name)
        taken[space.at] = name
    _refuse_doubles(spaces)


def _refuse_doubles(spaces: Mapping[str, Space]) -> None:
    """What there is once, in two places: on a tile as printed, and where the situation states it."""
    seen: dict[tuple[str, str], str] = {}
    for name, space in spaces.items():
        for item in named_pieces(space):
            if item in seen:
                message = f'found {item[1]!r} at {name} and at {seen[item]}, expected it once'
                hint = f'state {item[0]}: none where it is not'
                raise Misplaced(Problem('duplicate-item', message, hint=hint), 'spaces', name)
            seen[item] = name

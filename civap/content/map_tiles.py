"""The map tiles of the base game: two faces each, ten spaces a face."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from pydantic import BeforeValidator, ConfigDict, model_validator

from civap.content.base_game import BaseGame, Group, Resource
from civap.content.problems import Problem, Problems, did_you_mean, in_file_order
from civap.content.schema import Flag, Id, Model, Reader, fault, one_key_of, shown, validate
from civap.content.source import Document, load

if TYPE_CHECKING:
    from civap.content.project import Project

TERRAINS = ('water', 'grassland', 'hills', 'forest', 'desert', 'mountains')
ROWS = (4, 4, 2)
FACE = '[1-9][0-9]?[AB]'
FILE = 'map_tiles.yaml'
Place = tuple[str | int, ...]
Terrain = Literal['water', 'grassland', 'hills', 'forest', 'desert', 'mountains']
Letter = Literal['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I']


def _word(value: Any) -> Any:
    """`forest` is `{terrain: forest}`."""
    return {'terrain': value} if isinstance(value, str) else value


def _face(value: Any) -> Any:
    if isinstance(value, str) and re.fullmatch(FACE, value):
        return value
    raise fault('bad-face', f'found {shown(value)}, expected a tile and its side', 'write it like 7A')


class TileSpace(Model):
    """What is printed on a space. Only a natural wonder has no terrain."""

    model_config = ConfigDict(json_schema_extra=one_key_of('terrain', 'natural-wonder'))

    terrain: Terrain | None = None
    resource: Resource | None = None
    natural_wonder: Id | None = None
    city_state: Id | None = None
    spawn_point: Letter | None = None
    capital: Flag = False
    second_reading: Terrain | None = None

    @model_validator(mode='after')
    def _one_feature(self) -> Self:
        if (self.terrain is None) == (self.natural_wonder is None):
            message = 'found no single ground, expected terrain or natural-wonder'
            raise fault('two-grounds', message, 'write one of them')
        features = [self.resource, self.natural_wonder, self.city_state, self.spawn_point, self.capital or None]
        if sum(feature is not None for feature in features) > 1:
            raise fault('two-features', 'found two things on a space, expected at most one', 'delete one of them')
        return self

    @model_validator(mode='after')
    def _other_reading(self) -> Self:
        if self.second_reading and self.terrain in (None, self.second_reading):
            message = f'found {self.second_reading} as second reading, expected another terrain than the first'
            raise fault('same-reading', message, 'delete second-reading', at=('second-reading',))
        return self


TileField = Annotated[TileSpace, BeforeValidator(_word, json_schema_input_type=Terrain | TileSpace)]


class Face(Model):
    """One side of a tile."""

    face: Annotated[str, Reader(_face, keywords={'pattern': f'^{FACE}$'})]
    rows: tuple[tuple[TileField, ...], ...]

    @model_validator(mode='after')
    def _ten_spaces(self) -> Self:
        found = tuple(len(row) for row in self.rows)
        if found != ROWS:
            message = f'found rows of {", ".join(map(str, found))} spaces, expected 4, 4 and 2'
            raise fault('wrong-rows', message, 'correct the rows', at=('rows',))
        return self

    @property
    def spaces(self) -> tuple[TileSpace, ...]:
        """The ten spaces in reading order."""
        return tuple(space for row in self.rows for space in row)


class MapTiles(Group[Face]):
    """map_tiles.yaml."""

    @cached_property
    def faces(self) -> Mapping[str, Face]:
        """Faces by id, such as 7A."""
        return {item.face: item for item in self.items}

    @cached_property
    def capitals(self) -> tuple[int, ...]:
        """The numbers of the tiles with a capital."""
        return self._having('capital')

    @cached_property
    def core(self) -> tuple[int, ...]:
        """Those with a natural wonder, then those with a city-state (setup.map)."""
        return self._having('natural_wonder') + self._having('city_state')

    @cached_property
    def plain(self) -> tuple[int, ...]:
        """Those with none of these."""
        numbers = sorted({int(face[:-1]) for face in self.faces})
        return tuple(number for number in numbers if number not in (*self.capitals, *self.core))

    def _having(self, slot: str) -> tuple[int, ...]:
        found = {
            int(face[:-1]) for face, item in self.faces.items() if any(getattr(space, slot) for space in item.spaces)
        }
        return tuple(sorted(found))


_LOADED: dict[Path, tuple[BaseGame, MapTiles, Document]] = {}


def load_map_tiles(project: 'Project') -> MapTiles:
    """The tiles of a project. Raises `Problems`."""
    return read_map_tiles(project)[0]


def read_map_tiles(project: 'Project') -> tuple[MapTiles, Document]:
    """The tiles of a project, read and checked once, with their file. Raises `Problems`."""
    path = project.content / FILE
    found = _LOADED.get(path)
    if found is None or found[0] is not project.base_game:
        document = load(path, path.relative_to(project.root).as_posix())
        tiles = validate(MapTiles, document)
        if problems := in_file_order(check_map_tiles(tiles, project.base_game, document)):
            raise Problems(problems)
        found = _LOADED[path] = (project.base_game, tiles, document)
    return found[1], found[2]


def check_map_tiles(tiles: MapTiles, base: BaseGame, document: Document) -> Iterator[Problem]:
    """Both sides of each tile once, and on them all that the base game has, each in its place."""
    yield from _check_sources(tiles, base, document)
    yield from _check_faces(tiles, document)
    city_states = {item.id: item.tile for item in base.city_states.items}
    yield from _check_features('city-state', city_states, tiles, document)
    natural_wonders = {item.id: item.tile for item in base.natural_wonders.items}
    yield from _check_features('natural-wonder', natural_wonders, tiles, document)
    yield from _check_spawn_points(tiles, document)
    yield from _check_capitals(tiles, document)


def _check_sources(tiles: MapTiles, base: BaseGame, document: Document) -> Iterator[Problem]:
    known = [item.id for item in base.sources]
    for index, source in enumerate(tiles.sources):
        if source not in known:
            node = document.node(('sources', index))
            message = f'found {source!r}, expected the id of a source'
            yield document.problem('unknown-source', message, node, did_you_mean(source, known))


def _check_faces(tiles: MapTiles, document: Document) -> Iterator[Problem]:
    seen: set[str] = set()
    for index, item in enumerate(tiles.items):
        node = document.node(('items', index, 'face'))
        if item.face in seen:
            message = f'found {item.face} again, expected each face once'
            yield document.problem('face-twice', message, node, 'correct it')
        elif _back(item.face) not in tiles.faces:
            message = f'found no {_back(item.face)}, expected both sides of a tile'
            yield document.problem('missing-face', message, node, f'add {_back(item.face)}')
        seen.add(item.face)


def _back(face: str) -> str:
    """The other side of the same tile."""
    return face[:-1] + ('B' if face.endswith('A') else 'A')


def _spaces(tiles: MapTiles) -> Iterator[tuple[str, TileSpace, Place]]:
    """Every space with its face and where it stands in the file."""
    for index, item in enumerate(tiles.items):
        for row, spaces in enumerate(item.rows):
            for column, space in enumerate(spaces):
                yield item.face, space, ('items', index, 'rows', row, column)


def _check_features(what: str, faces: Mapping[str, str], tiles: MapTiles, document: Document) -> Iterator[Problem]:
    """`faces` says on which face each city-state or natural wonder is."""
    seen: set[str] = set()
    for face, space, place in _spaces(tiles):
        name = space.city_state if what == 'city-state' else space.natural_wonder
        if name is None:
            continue
        if faces.get(name) != face:
            yield _misplaced(document, (*place, what), what, name, faces)
        elif name in seen:
            message = f'found {name!r} again, expected it once'
            yield document.problem('feature-twice', message, document.node((*place, what)), 'delete one of them')
        seen.add(name)
    for name in [name for name in faces if name not in seen]:
        message = f'found no {name!r}, expected it on {faces[name]}'
        yield document.problem('missing-feature', message, document.node(('items',)), 'add it')


def _misplaced(document: Document, place: Place, what: str, name: str, faces: Mapping[str, str]) -> Problem:
    node, words = document.node(place), what.replace('-', ' ')
    if name in faces:
        message = f'found {name!r}, expected it on {faces[name]}'
        return document.problem('wrong-face', message, node, 'move it, or correct base_game.yaml')
    message = f'found {name!r}, expected a {words} of the base game'
    return document.problem('unknown-feature', message, node, did_you_mean(name, list(faces)))


def _check_spawn_points(tiles: MapTiles, document: Document) -> Iterator[Problem]:
    """The two sides of a tile may share a letter: only one of them lies on the table."""
    found: dict[str, list[str]] = {}
    for face, space, place in _spaces(tiles):
        if space.spawn_point:
            others = found.setdefault(space.spawn_point, [])
            if others and others != [_back(face)]:
                message = f'found the spawn point {space.spawn_point} again, expected it on {others[0][:-1]} only'
                node = document.node((*place, 'spawn-point'))
                yield document.problem('spawn-point-twice', message, node, 'correct one of them')
            others.append(face)


def _check_capitals(tiles: MapTiles, document: Document) -> Iterator[Problem]:
    """A tile has one star on each side or none at all."""
    stars = Counter(face for face, space, _ in _spaces(tiles) if space.capital)
    for index, item in enumerate(tiles.items):
        if stars[item.face] > 1 or (stars[_back(item.face)] and not stars[item.face]):
            message = f'found {stars[item.face]} capitals on {item.face}, expected one on each side or none'
            node = document.node(('items', index, 'face'))
            yield document.problem('wrong-capital', message, node, 'correct capital: true')

"""The map tiles of the base game: two faces each, ten spaces a face."""

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from pydantic import BeforeValidator, model_validator

from civap.content.base_game import BaseGame, Group, Resource
from civap.content.problems import Problem, Problems, did_you_mean, in_file_order
from civap.content.schema import Flag, Id, Model, fault, shown, validate
from civap.content.source import Document, load

if TYPE_CHECKING:
    from civap.content.project import Project

TERRAINS = ('water', 'grassland', 'hills', 'forest', 'desert', 'mountains')
ROWS = (4, 4, 2)
FILE = 'map_tiles.yaml'
Terrain = Literal['water', 'grassland', 'hills', 'forest', 'desert', 'mountains']
Letter = Literal['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I']


def _word(value: Any) -> Any:
    """`forest` is `{terrain: forest}`."""
    return {'terrain': value} if isinstance(value, str) else value


def _face(value: Any) -> Any:
    if isinstance(value, str) and re.fullmatch(r'[1-9][0-9]?[AB]', value):
        return value
    raise fault('bad-face', f'found {shown(value)}, expected a tile and its side', 'write it like 7A')


class TileSpace(Model):
    """What is printed on a space. Only a natural wonder has no terrain."""

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


class Face(Model):
    """One side of a tile."""

    face: Annotated[str, BeforeValidator(_face)]
    rows: tuple[tuple[Annotated[TileSpace, BeforeValidator(_word)], ...], ...]

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


_LOADED: dict[Path, tuple[BaseGame, MapTiles]] = {}


def load_map_tiles(project: 'Project') -> MapTiles:
    """The tiles of a project, read and checked once. Raises `Problems`."""
    path = project.content / FILE
    found = _LOADED.get(path)
    if found is None or found[0] is not project.base_game:
        document = load(path, path.relative_to(project.root).as_posix())
        tiles = validate(MapTiles, document)
        if problems := in_file_order(check_map_tiles(tiles, project.base_game, document)):
            raise Problems(problems)
        found = _LOADED[path] = (project.base_game, tiles)
    return found[1]


def check_map_tiles(tiles: MapTiles, base: BaseGame, document: Document) -> Iterator[Problem]:
    """Faces once; city-states and natural wonders of the base game on the faces that it names."""
    known = {
        'city-state': {item.id: item.tile for item in base.city_states.items},
        'natural-wonder': {item.id: item.tile for item in base.natural_wonders.items},
    }
    seen: set[str] = set()
    for index, face in enumerate(tiles.items):
        if face.face in seen:
            node = document.node(('items', index, 'face'))
            yield document.problem(
                'face-twice', f'found {face.face} again, expected each face once', node, 'correct it'
            )
        seen.add(face.face)
        for row, column, space in _places(face):
            for what, faces in known.items():
                name = getattr(space, what.replace('-', '_'))
                if name and faces.get(name) != face.face:
                    yield _misplaced(document, ('items', index, 'rows', row, column, what), what, name, faces)
    for index, source in enumerate(tiles.sources):
        if source not in {item.id for item in base.sources}:
            node = document.node(('sources', index))
            hint = did_you_mean(source, [item.id for item in base.sources])
            yield document.problem('unknown-source', f'found {source!r}, expected the id of a source', node, hint)


def _places(face: Face) -> Iterator[tuple[int, int, TileSpace]]:
    for row, spaces in enumerate(face.rows):
        for column, space in enumerate(spaces):
            yield row, column, space


def _misplaced(
    document: Document, place: tuple[str | int, ...], what: str, name: str, faces: Mapping[str, str]
) -> Problem:
    node, words = document.node(place), what.replace('-', ' ')
    if name in faces:
        message = f'found {name!r}, expected it on {faces[name]}'
        return document.problem('wrong-face', message, node, 'move it, or correct base_game.yaml')
    message = f'found {name!r}, expected a {words} of the base game'
    return document.problem('unknown-feature', message, node, did_you_mean(name, list(faces)))

"""The tiles of the base game against what several sources say of them."""

from collections import Counter
from pathlib import Path

import pytest

from civap.content.map_tiles import MapTiles, TileSpace, load_map_tiles
from civap.content.project import Project, load_project
from civap.content.source import Document, load


@pytest.fixture
def tiles(project: Project) -> MapTiles:
    return load_map_tiles(project)


def spaces(tiles: MapTiles) -> list[tuple[str, TileSpace]]:
    """Every space with its face."""
    return [(face.face, space) for face in tiles.items for space in face.spaces]


def numbers(tiles: MapTiles, slot: str) -> set[int]:
    """The tiles with such a thing on either side."""
    return {int(face[:-1]) for face, space in spaces(tiles) if getattr(space, slot)}


def test_sixteen_tiles_of_two_sides(tiles: MapTiles) -> None:
    assert list(tiles.faces) == [f'{number}{side}' for number in range(1, 17) for side in 'AB']
    assert {len(face.spaces) for face in tiles.items} == {10}
    assert all(tiles.faces[face.face] is face for face in tiles.items)


def test_tiles_are_not_called_certain(project: Project, tiles: MapTiles) -> None:
    """Two transcriptions agree on 294 of 320 spaces, so that 26 have a second reading."""
    assert sum(space.second_reading is not None for _, space in spaces(tiles)) == 320 - 294
    assert tiles.confidence == 'medium'
    assert set(tiles.sources) <= {source.id for source in project.base_game.sources}


@pytest.mark.parametrize(
    ('slot', 'expected'),
    [
        ('capital', {7, 9, 11, 16}),
        ('natural_wonder', {1, 2, 4, 13}),
        ('city_state', {6, 12, 14, 15}),
        ('spawn_point', {1, 2, 3, 4, 5, 10, 11, 12, 15}),
    ],
)
def test_what_a_tile_is_for(tiles: MapTiles, slot: str, expected: set[int]) -> None:
    assert numbers(tiles, slot) == expected


def test_tiles_hold_each_city_state_and_natural_wonder_once(project: Project, tiles: MapTiles) -> None:
    base = project.base_game
    for slot, items in (('city_state', base.city_states.items), ('natural_wonder', base.natural_wonders.items)):
        found = [(getattr(space, slot), face) for face, space in spaces(tiles) if getattr(space, slot)]
        assert sorted(found) == sorted((item.id, item.tile) for item in items)


def test_spawn_points(tiles: MapTiles) -> None:
    """A letter belongs to one tile; four tiles have it on both sides."""
    faces = [(space.spawn_point, face) for face, space in spaces(tiles) if space.spawn_point]
    by_letter = {letter: {face[:-1] for found, face in faces if found == letter} for letter, _ in faces}
    order = ['1', '2', '3', '4', '5', '10', '11', '12', '15']
    assert by_letter == {letter: {tile} for letter, tile in zip('ABCDEFGHI', order, strict=True)}
    counts = Counter(letter for letter, _ in faces)
    assert sorted(letter for letter, count in counts.items() if count == 2) == ['A', 'C', 'D', 'F']
    assert len(faces) == 13


def test_capitals_and_most_natural_wonders_are_in_the_middle(tiles: MapTiles) -> None:
    """The seventh space has six neighbors on its tile; Crater Lake alone is beside it."""
    for face in tiles.items:
        for cell, space in enumerate(face.spaces):
            if space.capital or space.natural_wonder:
                assert cell == (5 if space.natural_wonder == 'crater-lake' else 6), face.face


def test_ground(tiles: MapTiles) -> None:
    assert all(space.terrain == 'grassland' for _, space in spaces(tiles) if space.city_state)
    assert Counter(space.resource for _, space in spaces(tiles) if space.resource).total() == 32
    assert all(space.terrain not in {None, 'water'} for _, space in spaces(tiles) if space.resource)
    grounds = [space.terrain for _, space in spaces(tiles) if space.capital]
    assert Counter(grounds) == {'grassland': 5, 'hills': 2, 'forest': 1}


@pytest.mark.parametrize(
    ('face', 'cell', 'expected'),
    [
        ('1A', 4, TileSpace(terrain='mountains', resource='marble')),
        ('2B', 9, TileSpace(terrain='mountains', resource='diamond')),
        ('3A', 5, TileSpace(terrain='grassland', second_reading='hills')),
        ('4B', 6, TileSpace(natural_wonder='galapagos-islands')),
        ('7A', 3, TileSpace(terrain='water')),
        ('12B', 3, TileSpace(terrain='grassland', city_state='seoul')),
        ('15A', 1, TileSpace(terrain='forest', spawn_point='I')),
        ('16B', 6, TileSpace(terrain='forest', capital=True)),
    ],
)
def test_single_spaces(tiles: MapTiles, face: str, cell: int, expected: TileSpace) -> None:
    assert tiles.faces[face].spaces[cell] == expected


def test_tiles_are_read_when_asked_for_and_once(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def noting(path: Path, shown: str) -> Document:
        read.append(shown)
        return load(path, shown)

    monkeypatch.setattr('civap.content.map_tiles.load', noting)
    project = load_project(root)
    assert read == []
    assert load_map_tiles(project) is load_map_tiles(project)
    assert read == ['content/new_dawn/map_tiles.yaml']

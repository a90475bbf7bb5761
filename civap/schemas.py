"""JSON Schemas of all YAML files, made from the models that read them, so that editors complete and check.

A project keeps them in content/schema/; the first line of each YAML file leads editors to its own. They say what a file
looks like; what files say about each other is for `civap check`. Quick to import: models are loaded for a schema alone.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from pkgutil import resolve_name
from typing import Any

from civap.content.folder import GAME
from civap.content.problems import Problem, Problems, did_you_mean

DIALECT = 'https://json-schema.org/draft/2020-12/schema'
FOLDER = 'content/schema'
MODE = '# yaml-language-server: $schema='
YAML = ('.yaml', '.yml')
# What pydantic calls limits of a value that it does not read itself.
LIMITS = {'ge': 'minimum', 'le': 'maximum', 'gt': 'exclusiveMinimum', 'lt': 'exclusiveMaximum'}
_CODE = re.compile('`[a-z_]+`')


@dataclass(frozen=True)
class Kind:
    """A kind of YAML file: what it is, the files of a project that are such, and the model that reads them."""

    name: str
    about: str
    files: tuple[str, ...]
    model: str

    @property
    def path(self) -> str:
        """Where a project has the schema."""
        return f'{FOLDER}/{self.name}.json'


def _content(name: str, about: str, model: str, *files: str) -> Kind:
    paths = tuple(f'content/{GAME}/{file}' for file in files or (f'{name}.yaml',))
    return Kind(name, about, paths, f'civap.content.{model}')


KINDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        _content('edition', 'title, versions, waivers', 'edition:Edition'),
        _content('cards', 'the focus cards', 'cards:Cards'),
        _content('phrases', 'English texts', 'phrases:Phrases', 'phrases.yaml', 'play.yaml', 'sheets.yaml'),
        _content('rulebook', 'chapters, glossary, index', 'rulebook:Rulebook'),
        _content('readings', 'questions that the source leaves open', 'readings:Readings'),
        _content('base_game', 'facts of the base game', 'base_game:BaseGame'),
        _content('map_tiles', 'map tiles of the base game', 'map_tiles:MapTiles'),
        _content('ap_rules', 'payment, difficulties', 'ap_rules:ApRules'),
        _content('mutants', 'changes that no example must notice', 'accepted:AcceptedMutants'),
        _content('example', 'a worked example', 'examples:Example', 'examples/*.yaml'),
        Kind('profile', 'how a language is set', ('locales/*/profile.yaml',), 'civap.text.languages:Profile'),
        Kind('glossary', 'terms', ('locales/glossary.yaml',), 'civap.content.glossary:Terms'),
        Kind('state', 'a game for civap resolve', (), 'civap.content.situation:Given'),
        Kind('printers', 'printers that civap calibrate measured', (), 'civap.press.printers:Printers'),
    )
}


def schema(kind: Kind) -> dict[str, Any]:
    """The schema of a kind of file: plain data, the same on every run."""
    from pydantic.json_schema import GenerateJsonSchema

    class Generator(GenerateJsonSchema):
        """Of a value that may be left out only what may be written: there is no null in a file."""

        def nullable_schema(self, schema: Any) -> dict[str, Any]:
            return self.generate_inner(schema['schema'])

        def default_schema(self, schema: Any) -> dict[str, Any]:
            return self.generate_inner(schema['schema'])

        def dict_schema(self, schema: Any) -> dict[str, Any]:
            made = super().dict_schema(schema)
            for pattern, values in made.pop('patternProperties', {}).items():
                made.update(propertyNames={'pattern': pattern}, additionalProperties=values)  # no other keys
            return made

        def field_title_should_be_set(self, schema: Any) -> bool:
            return False

    made = resolve_name(kind.model).model_json_schema(by_alias=True, schema_generator=Generator)
    head = {'$schema': DIALECT, 'title': f'civap: {kind.about}'}
    return {**head, **{key: value for key, value in _told(made).items() if key not in head}}


def schema_text(kind: Kind) -> str:
    """The schema as it is written to a file."""
    return json.dumps(schema(kind), ensure_ascii=False, indent=1) + '\n'


def kind_of(path: Path) -> Kind:
    """The kind of a YAML file of a project, by its place. Raises `Problems` (unknown-kind)."""
    whole = path.absolute()
    for kind in KINDS.values():
        if any(whole.match(pattern) for pattern in kind.files):
            return kind
    message = f'found {path.name!r}, expected a YAML file of a project or a kind of them'
    raise Problems(Problem('unknown-kind', message, str(path), hint=did_you_mean(path.stem, list(KINDS))))


def mode_line(path: str) -> str:
    """What leads editors from a file of a project, named from its root, to its schema."""
    kind = kind_of(Path(path))
    way = os.path.relpath(kind.path, PurePosixPath(path).parent)
    return MODE + Path(way).as_posix()


def yaml_files(root: Path) -> Iterator[Path]:
    """The YAML files of a project that have a schema, in a fixed order."""
    for kind in KINDS.values():
        for pattern in kind.files:
            yield from sorted(root.glob(pattern))


def outdated(root: Path) -> dict[str, bytes]:
    """What has to be written so that the schemas of a project and the first lines of its files are as they should be.

    By paths from its root. Raises `Problems` (unreadable).
    """
    found = {kind.path: schema_text(kind).encode() for kind in KINDS.values()}
    for path in yaml_files(root):
        name = path.relative_to(root).as_posix()
        found[name] = _with_mode(_read(path), mode_line(name).encode())
    return {name: data for name, data in found.items() if not _is(root / name, data)}


def _with_mode(data: bytes, line: bytes) -> bytes:
    """The file with its mode line first, in place of another one."""
    first, end, rest = data.partition(b'\n')
    if first.startswith(MODE.encode()):
        ending = b'\r' if first.endswith(b'\r') else b''
        return line + ending + end + rest
    return line + (b'\r\n' if first.endswith(b'\r') else b'\n') + data


def _read(path: Path) -> bytes:
    from civap.content.source import read_bytes

    return read_bytes(path, str(path))


def _is(path: Path, data: bytes) -> bool:
    return path.is_file() and _read(path) == data


def _told(value: Any) -> Any:
    """The same with limits as JSON Schema calls them, keys in descriptions as in YAML, and no titles of classes."""
    if isinstance(value, list | tuple):
        return [_told(item) for item in value]
    if not isinstance(value, dict):
        return value
    made = {LIMITS.get(key, key): _told(item) for key, item in value.items() if not _says_nothing(key, value)}
    if isinstance(text := made.get('description'), str):
        made['description'] = _CODE.sub(lambda found: found[0].replace('_', '-'), ' '.join(text.split()))
    return made


def _says_nothing(key: str, schema: Mapping[str, Any]) -> bool:
    """The name of a class, and a limit of what is written as a word."""
    is_class = key == 'title' and isinstance(schema[key], str)
    return is_class or (key in LIMITS and schema.get('type') == 'string')

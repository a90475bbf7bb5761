"""The JSON Schemas that editors use, judged by a validator that knows nothing of the models."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner
from copies import CONTENT, copied
from jsonschema import Draft202012Validator

from civap.cli import cli
from civap.content.problems import Problems
from civap.schemas import KINDS, MODE, kind_of, mode_line, outdated, yaml_files

ROOT = Path(__file__).resolve().parents[1]
FILES = [path.relative_to(ROOT).as_posix() for path in yaml_files(ROOT)]
BAD = Path(__file__).parent / 'bad'
# What is wrong with a file whatever other files and its other parts say: an editor tells it while it is typed.
SEEN = {
    *('bad-chance', 'bad-date', 'bad-face', 'bad-id', 'bad-key', 'bad-lead', 'bad-place', 'bad-size', 'bad-version'),
    *('edge-space', 'empty-file', 'empty-text', 'idle-limit', 'line-break', 'missing-key', 'missing-limit', 'no-claim'),
    *('not-a-flag', 'not-a-list', 'not-a-mapping', 'not-a-number', 'not-a-pair', 'not-text'),
    *('one-answer', 'one-card', 'one-effect', 'one-event', 'one-order', 'one-start', 'out-of-range', 'two-grounds'),
    *('unknown-criterion', 'unknown-effect', 'unknown-event', 'unknown-key', 'unknown-level', 'unknown-list'),
    *('unknown-terrain', 'unknown-value', 'wrong-count'),
}
# Faults with such a code that hang on more, and a few that a schema sees although it misses others with their code.
MORE = {
    *(
        'edition/bad-date-day',
        'examples/bad-id-rival',
        'examples/out-of-range-dial',
        'examples/out-of-range-event-dial',
    ),
    *('examples/out-of-range-held', 'examples/out-of-range-slot'),
}
LESS = {
    *('base_game/bad-markup-name', 'cards/bad-markup-name', 'ap_rules/duplicate-item', 'base_game/duplicate-item-row'),
    *('cards/duplicate-item', 'cards/duplicate-item-limit', 'cards/duplicate-item-through'),
}


class Core(getattr(yaml, 'CSafeLoader', yaml.SafeLoader)):  # type: ignore[misc]
    """YAML 1.2 as editors read it: true and false are flags, digits numbers, dates and `no` text."""

    yaml_implicit_resolvers: dict[str, Any] = {}  # noqa: RUF012


for tag, words, first in (
    ('null', '~|null|Null|NULL|', ['~', 'n', 'N', '']),
    ('bool', 'true|True|TRUE|false|False|FALSE', list('tTfF')),
    ('int', '[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+', list('-+0123456789')),
    ('float', r'[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?', list('-+.0123456789')),
):
    Core.add_implicit_resolver(f'tag:yaml.org,2002:{tag}', re.compile(f'^(?:{words})$'), first)


def plain(text: str) -> Any:
    """What a file says, with text for keys, as in JSON."""
    return json.loads(json.dumps(yaml.load(text, Core)))


@cache
def validator(kind: str) -> Draft202012Validator:
    """With the schema that is published."""
    return Draft202012Validator(json.loads((ROOT / KINDS[kind].path).read_text('utf-8')))


@pytest.mark.parametrize('kind', KINDS)
def test_a_schema_is_one(kind: str) -> None:
    schema = validator(kind).schema
    assert schema['$schema'] == Draft202012Validator.META_SCHEMA['$id']
    Draft202012Validator.check_schema(schema)
    assert not re.search(r'"(ge|le|gt|lt|min_length|max_length|null)"', json.dumps(schema))


def test_schemas_and_first_lines_are_up_to_date() -> None:
    """Else type `civap schema .`."""
    assert list(outdated(ROOT)) == []


def test_every_yaml_file_of_the_project_has_a_schema() -> None:
    there = {
        path.relative_to(ROOT).as_posix()
        for folder in ('content', 'locales')
        for path in (ROOT / folder).rglob('*.y*ml')
    }
    assert set(FILES) == there
    assert len(FILES) == len(there) > 100


@pytest.mark.parametrize('name', FILES)
def test_the_file_named_first_is_there_and_lets_the_file_pass(name: str) -> None:
    path = ROOT / name
    text = path.read_text('utf-8')
    first, _, _ = text.partition('\n')
    assert first.startswith(MODE)
    named = (path.parent / first.removeprefix(MODE)).resolve()
    assert named == ROOT / kind_of(path).path
    faults = [
        f'{list(error.absolute_path)} {error.message}' for error in validator(named.stem).iter_errors(plain(text))
    ]
    assert faults == []


def test_the_state_in_the_readme_passes() -> None:
    block = (ROOT / 'README.md').read_text('utf-8').split('```yaml\n')[1].split('```')[0]
    assert list(validator('state').iter_errors(plain(block))) == []


def bad_files() -> list[Path]:
    """Faulty files that are YAML nevertheless."""
    folders = [folder for folder in sorted(BAD.iterdir()) if folder.name in {*KINDS, 'examples'}]
    return [path for folder in folders for path in sorted(folder.glob('*.yaml')) if is_yaml(path)]


def is_yaml(path: Path) -> bool:
    try:
        plain(path.read_text('utf-8'))
    except yaml.YAMLError:
        return False
    return True


@pytest.mark.parametrize('path', bad_files(), ids=lambda path: f'{path.parent.name}/{path.stem}')
def test_a_schema_alone_finds_what_is_wrong_in_itself(path: Path) -> None:
    """And nothing in a file whose faults only civap check can know."""
    name = f'{path.parent.name}/{path.stem}'
    text = path.read_text('utf-8')
    codes = set(re.findall(r'# expect: (?:\d+:\d+ )?([a-z-]+)', text))
    expected = (bool(codes & SEEN) and name not in MORE) or name in LESS
    found = list(validator('example' if path.parent.name == 'examples' else path.parent.name).iter_errors(plain(text)))
    assert bool(found) is expected, [error.message for error in found]


# Faulty files of the kinds for which tests/bad has none, and what the error must be about.
MORE_BAD = {
    'unknown block': (
        'rulebook',
        'labels: []\nchapters: [{id: a, title: A, blocks: [{rul: {id: a.b, en: A}}]}]',
        'rul',
    ),
    'list of texts': ('rulebook', 'labels: []\nchapters: [{id: a, title: A, blocks: [{text: {id: a, en: [A]}}]}]', 'A'),
    'no way to match': ('glossary', '- {id: city, en: {term: city}}', 'match'),
    'gender': ('glossary', '- {id: a, en: {term: a, match: [a]}, pl: {term: b, match: [b], gender: x}}', 'x'),
    'no reason': ('mutants', 'accepted: [{id: "x:drop"}]', 'because'),
    'shift too far': ('printers', 'office: {a4-standing-long: {shift: [20, 0]}}', '20'),
    'printer with a space': ('printers', 'my office: {shift: [0, 0]}', 'my office'),
    'card and type': ('state', 'ap: {row: [{card: masonry, type: military}]}', 'masonry'),
    'space without a name': ('state', 'spaces: [{terrain: water}]', 'terrain'),
    'terrain': ('state', 'spaces: [{at: [0, 0], terrain: swamp}]', 'swamp'),
    'turn': ('state', 'turn: first', 'first'),
}


@pytest.mark.parametrize('name', MORE_BAD)
def test_more_that_a_schema_finds(name: str) -> None:
    kind, text, about = MORE_BAD[name]
    (error, *_) = validator(kind).iter_errors(plain(text))
    assert about in error.message


def test_what_may_be_written_in_short_or_in_full_passes() -> None:
    state = 'victory: [a, {id: b, completed: true}]\nap: {wonders: [petra], city-states: {science: 1}}\n'
    more = 'spaces: [{at: [0, 1], terrain: hills}, {id: A, terrain: {at-least: 2}}]\nmarket: []\n'
    assert list(validator('state').iter_errors(plain(state + more))) == []


@pytest.mark.parametrize(
    ('path', 'line'),
    [
        ('content/new_dawn/cards.yaml', '../schema/cards.json'),
        ('content/new_dawn/examples/own.yaml', '../../schema/example.json'),
        ('content/new_dawn/sheets.yaml', '../schema/phrases.json'),
        ('locales/pt_BR/profile.yaml', '../../content/schema/profile.json'),
        ('locales/glossary.yaml', '../content/schema/glossary.json'),
    ],
)
def test_the_way_to_a_schema(path: str, line: str) -> None:
    assert mode_line(path) == f'{MODE}{line}'


def test_a_file_of_no_kind_is_refused_with_the_nearest() -> None:
    with pytest.raises(Problems) as caught:
        kind_of(Path('elsewhere/cardz.yaml'))
    (problem,) = caught.value.problems
    assert (problem.code, problem.hint) == ('unknown-kind', 'write cards')


def test_what_is_outdated_is_written_and_nothing_else_of_a_file(tmp_path: Path) -> None:
    copied(tmp_path, parts=CONTENT)
    assert outdated(tmp_path) == {}
    profile, glossary, cards = (
        tmp_path / name for name in ('locales/pl/profile.yaml', 'locales/glossary.yaml', 'content/schema/cards.json')
    )
    expected = {path.relative_to(tmp_path).as_posix(): path.read_bytes() for path in (profile, glossary, cards)}
    profile.write_bytes(profile.read_bytes().split(b'\n', 1)[1])
    glossary.write_bytes(glossary.read_bytes().replace(b'schema/glossary.json', b'elsewhere.json\r', 1))
    cards.unlink()
    expected['locales/glossary.yaml'] = expected['locales/glossary.yaml'].replace(
        b'glossary.json\n', b'glossary.json\r\n', 1
    )
    assert outdated(tmp_path) == expected
    checked = CliRunner().invoke(cli, ['schema', str(tmp_path), '--check'])
    assert (checked.exit_code, checked.output.count('stale-schema')) == (1, len(expected))
    assert CliRunner().invoke(cli, ['schema', str(tmp_path)]).exit_code == 0
    assert CliRunner().invoke(cli, ['schema', str(tmp_path), '--check']).exit_code == 0

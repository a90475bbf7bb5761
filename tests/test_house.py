"""The order of the house: who may import whom, and who may know this game."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from civap.content.base_game import NUMBERS
from civap.content.folder import find_root
from civap.content.project import load_project
from civap.press.icons import Icons

PACKAGE = Path(__file__).parents[1] / 'civap'
MAY_IMPORT = {
    'codes': {'codes', 'content', 'proof', 'text'},
    'content': {'content'},
    'engine': {'content', 'engine'},
    'proof': {'cache', 'content', 'engine', 'interrupts', 'proof', 'text'},
    'text': {'content', 'text'},
    'translate': {'content', 'press', 'proof', 'schemas', 'text', 'translate'},
    'errata': {'cache', 'content', 'errata', 'press', 'proof', 'text'},
    'press': {'cache', 'content', 'engine', 'interrupts', 'proof', 'press', 'system', 'text'},
    'serve': {'cache', 'content', 'engine', 'interrupts', 'proof', 'press', 'serve', 'system', 'text'},
}


def imported(path: Path) -> set[str]:
    """The rooms of civap that a module imports from."""
    tree = ast.parse(path.read_text('utf-8'))
    modules = [node.module or '' for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    modules += [name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names]
    return {module.split('.')[1] for module in modules if module.startswith('civap.')}


@pytest.mark.parametrize('room', MAY_IMPORT)
def test_imports_run_one_way(room: str) -> None:
    for path in (PACKAGE / room).rglob('*.py'):
        assert imported(path) <= MAY_IMPORT[room], path.name


@pytest.mark.parametrize('name', ['choices', 'priority'])
def test_chooser_and_priority_know_no_game(name: str) -> None:
    source = (PACKAGE / 'engine' / f'{name}.py').read_text('utf-8')
    assert imported(PACKAGE / 'engine' / f'{name}.py') <= {'engine'}
    assert not re.search(r'\b(city|card|wonder|token)\b', source, re.IGNORECASE)


def test_no_card_is_named_outside_content_and_engine() -> None:
    names = '|'.join(load_project(find_root()).cards)
    for path in PACKAGE.rglob('*.py'):
        if path.parent.name not in {'content', 'engine', 'effects'}:
            assert not re.search(rf'\b({names})\b', path.read_text('utf-8')), path.name


def test_numbers_that_the_engine_reads_are_those_that_must_be_there() -> None:
    read = {
        name
        for path in (PACKAGE / 'engine').rglob('*.py')
        for name in re.findall(r"number\('([a-z-]+)'\)", path.read_text('utf-8'))
    }
    assert read == set(NUMBERS)


def test_every_icon_is_plain_shapes() -> None:
    art = load_project(find_root()).content / 'art'
    names = [path.stem for path in art.glob('*.svg')]
    assert len(names) >= 7
    for name in names:
        assert '#123456' in Icons(art).glyph(name, '#123456', 0, 0, 4)


def test_the_reference_is_up_to_date() -> None:
    done = subprocess.run(
        [sys.executable, 'tools/reference.py', '--check'], cwd=PACKAGE.parent, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr

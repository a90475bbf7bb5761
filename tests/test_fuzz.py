"""Our own files, damaged at random: what commands do with them ends in a result or in `Problems`, nothing else.

Many more inputs are those of `benchmarks/fuzz.py`.
"""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import damage
import pytest
from fuzzing import TARGETS, Target, attack, copied
from hypothesis import given, settings
from hypothesis import strategies as st

from civap.content.problems import Problems
from civap.content.source import parse
from civap.press.templates import Templates

# Inputs of each target: as many as take a few seconds.
SAMPLE = {
    'content': 14,
    'texts': 2,
    'profile': 4,
    'example': 5,
    'state': 60,
    'edition': 8,
    'template': 8,
    'art': 40,
    'settings': 40,
}
# What the fuzzer found once, by the names of its inputs.
FOUND = ('content:a:17', 'content:a:254', 'art:b:0', 'template:d:53')


@pytest.fixture(scope='module')
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project, to damage."""
    return copied(tmp_path_factory.mktemp('fuzz') / 'project')


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv('CIVAP_CONFIG', 'the target for settings names its own')


@pytest.mark.slow
@pytest.mark.parametrize('target', TARGETS, ids=lambda target: target.name)
def test_damaged_files(folder: Path, target: Target) -> None:
    outcomes = {attack(folder, target, f'{target.name}:sample:{number}') for number in range(SAMPLE[target.name])}
    assert len(outcomes) > 1


@pytest.mark.slow
@pytest.mark.parametrize('seed', FOUND)
def test_what_was_found_once(folder: Path, seed: str) -> None:
    target = next(target for target in TARGETS if target.name == seed.split(':')[0])
    assert re.fullmatch('[a-z]+(-[a-z]+)*', attack(folder, target, seed))


@pytest.mark.parametrize('code', ['a\n{{ \\ }}', 'a\n{{ (', 'a\n{% if %}', 'a\n{{ 1 + }}', 'a\n{{ 1/0 }}'])
def test_a_slip_in_a_template_is_told_at_its_line(code: str, tmp_path: Path) -> None:
    (tmp_path / 'x.j2').write_text(code, 'utf-8')
    with pytest.raises(Problems) as caught:
        Templates(tmp_path, tmp_path).render('x.j2', {})
    (problem,) = caught.value.problems
    assert (problem.code, problem.path, problem.line) == ('bad-template', 'templates/x.j2', 2)


@pytest.mark.slow
@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(text=st.text(alphabet='ab:-?{}[],#&*!|>\'"% \n\\', max_size=60))
def test_any_yaml(text: str) -> None:
    """Not our files: whatever YAML's own characters make."""
    try:
        found: object = parse(text, 'x.yaml').data()
    except Problems as error:
        found = [problem.line for problem in error.problems]
    assert isinstance(found, str | list | dict)


@settings(max_examples=50, deadline=None, derandomize=True, database=None)
@given(random=st.randoms(use_true_random=False))
def test_edits_leave_a_file(random: Random) -> None:
    """Edits are of bytes and of what a file says; the same draws make the same file."""
    raw = b'- id: a\n  range: 2\n- id: b\n  range: 3\n'
    for name in ('x.yaml', 'x.css'):
        assert isinstance(damage.damaged(name, raw, random), bytes)
    assert damage.damaged('x.yaml', raw, Random(7)) == damage.damaged('x.yaml', raw, Random(7))

"""Faulty example and reading files: each says in its first lines what must be found in it, and where."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from civap.content.problems import Problem, Problems
from civap.content.project import Project, load_project
from civap.content.readings import load_readings
from civap.content.references import examples_with
from civap.proof.examples import check_example_file
from civap.proof.verdicts import Checker
from civap.proof.words import Words

BAD = Path(__file__).parents[1] / 'bad'
EXAMPLES = sorted((BAD / 'examples').glob('*.yaml'))
READINGS = sorted((BAD / 'readings').glob('*.yaml'))
VERBS = r'(add|check|correct|delete|give|leave|move|name|pin|rename|run|share|start|state|stop|take|use|write) '
Found = list[tuple[int, int, str]]


def expected(path: Path) -> Found:
    text = path.read_text(encoding='utf-8')
    return [
        (int(line), int(column), code)
        for line, column, code in re.findall(r'^# expect: (\d+):(\d+) ([a-z-]+)$', text, re.M)
    ]


def places(problems: list[Problem]) -> Found:
    for problem in problems:
        assert re.match(r'found .*, expected ', problem.message), problem.message
        assert problem.excerpt
        assert re.match(VERBS, problem.hint), f'{problem.code}: {problem.hint!r}'
    return [(problem.line, problem.column, problem.code) for problem in problems]


@pytest.mark.parametrize('path', EXAMPLES, ids=lambda path: path.stem)
def test_bad_example(project: Project, path: Path) -> None:
    try:
        files = examples_with(project, [path])
        (mine,) = files.keys() - project.examples.keys()
        checker = Checker(project, load_readings(project).chosen)
        result = check_example_file(files[mine], files, checker, Words(project))
        found = [*result.problems, *result.idle]
    except Problems as error:
        found = list(error.problems)
    assert places(found) == expected(path)
    assert path.stem.startswith(tuple(code for _, _, code in expected(path)))


@pytest.mark.parametrize('path', READINGS, ids=lambda path: path.stem)
def test_bad_readings(changed: Callable[..., Path], path: Path) -> None:
    root = changed('readings.yaml')
    (root / 'content/new_dawn/readings.yaml').write_bytes(path.read_bytes())
    with pytest.raises(Problems) as caught:
        load_readings(load_project(root))
    told = path.read_text(encoding='utf-8')
    found = [problem for problem in caught.value.problems if 'also: missing-reading' not in told or _named(problem)]
    assert places(found) == expected(path)


def _named(problem: Problem) -> bool:
    """Whether it is no more than a reading that the short file leaves out."""
    return problem.code != 'missing-reading' or 'wonder-' in problem.message


def test_there_are_such_files() -> None:
    assert len(EXAMPLES) > 40
    assert len(READINGS) > 4

"""Faulty files, each with the problems that must be found in it and no others."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import bad_files
import pytest
from bad_files import BadFile, Make

from civap.content.problems import Problem

FILES = list(bad_files.bad_files())
HEADLINE = re.compile(r'(?P<place>[\w/]+\.(?:yaml|po):\d+:\d+: )(?P<code>[a-z-]+) found .+, expected .+')
HINT = re.compile(r' {4}hint: (add|check|close|correct|delete|give|indent|move|put|save|start|translate|use|write) ')
# Raised for what no file of these folders can be, and tested where the code is.
ELSEWHERE = {
    'not-found': 'content/test_source.py',
    'unreadable': 'content/test_source.py',
    'too-long': 'content/test_source.py',
    'too-many-values': 'content/test_source.py',
    'no-project': 'content/test_project.py',
    'no-content': 'content/test_project.py',
    'missing-profile': 'text/test_languages.py',
    'unknown-language': 'text/test_languages.py',
}
# Modules whose problems need an example, not a file: they have a folder and a runner of their own.
OTHERS = {
    'rulebook.py',
    'examples.py',
    'references.py',
    'readings.py',
    'situation.py',
    'events.py',
    'rules.py',
    'limits.py',
}


@pytest.mark.parametrize('bad', FILES, ids=lambda bad: bad.name)
def test_bad_file(bad: BadFile, project_with: Make) -> None:
    problems = bad.problems(project_with)
    here = [found for found in problems if found.path == bad.replaces]
    expected = Counter(bad.expected)
    found = Counter((problem.line, problem.column, problem.code) for problem in here)
    surplus = found - expected
    assert not expected - found, [str(problem) for problem in here]
    assert {code for _, _, code in surplus} <= bad.also, surplus
    assert {problem.code for problem in problems if problem.path != bad.replaces} <= bad.also
    for problem in here:
        if (problem.line, problem.column, problem.code) in bad.expected:
            check_message(problem, bad)
    hints = {(problem.line, problem.column, problem.code, problem.hint) for problem in here}
    assert bad.hints <= hints


def check_message(problem: Problem, bad: BadFile) -> None:
    """`path:line:col: code found ..., expected ...`, the line, a caret, a hint what to do."""
    headline, *rest = str(problem).split('\n')
    assert HEADLINE.fullmatch(headline), headline
    place = f'{bad.replaces}:{problem.line}:{problem.column}: {problem.code} '
    assert headline.startswith(place)
    assert HINT.match(rest.pop()), problem.hint
    if problem.code == 'byte-order-mark':
        assert rest == []
        return
    lines = bad.raw.decode('utf-8', 'replace').replace('\r\n', '\n').split('\n')
    assert problem.excerpt == lines[problem.line - 1]
    assert 0 <= problem.column - 1 <= len(problem.excerpt)
    if problem.excerpt:
        shown, caret = rest
        assert re.fullmatch(r' {4} *\^', caret)
        assert len(shown) <= 4 + 100
        assert shown.isprintable()


@pytest.mark.parametrize('bad', FILES, ids=lambda bad: bad.name)
def test_annotations(bad: BadFile) -> None:
    """Each file expects something, and its name starts with the code that it is about."""
    assert bad.expected
    codes = {code for _, _, code in bad.expected}
    if bad.path.parent.name != 'yaml':
        known = codes | {'level', 'syntax', 'stale', 'crlf', 'many', 'changed', 'limit', 'no-value'}
        assert any(bad.path.stem.startswith(code.removesuffix('-translation')) for code in known)


def _codes(path: Path) -> Iterator[str]:
    """Codes in the calls of a module that make a problem."""
    makers = {'Problem': 0, 'problem': 0, 'fault': 0, '_fail': 0, 'problem_at': 2}
    for node in ast.walk(ast.parse(path.read_text(encoding='utf-8'))):
        if isinstance(node, ast.Call):
            name = getattr(node.func, 'id', getattr(node.func, 'attr', ''))
            place = makers.get(name)
            if place is not None and place < len(node.args):
                code = node.args[place]
                if isinstance(code, ast.Constant) and isinstance(code.value, str):
                    yield code.value
            if name == 'one_of_kinds':
                yield from (str(code.value) for code in node.args[3:] if isinstance(code, ast.Constant))
        if isinstance(node, ast.Yield) and isinstance(node.value, ast.Tuple):
            first = node.value.elts[0]
            if isinstance(first, ast.Constant) and re.fullmatch('[a-z]+-[a-z-]+', str(first.value)):
                yield str(first.value)


def test_every_code_has_a_file(root: Path) -> None:
    modules = [
        path
        for folder in ('content', 'text')
        for path in (root / 'civap' / folder).glob('*.py')
        if path.name not in OTHERS
    ]
    raised = {code for path in modules for code in _codes(path)}
    shown = {code for bad in FILES for _, _, code in bad.expected}
    assert len(raised) > 50
    assert raised - shown - set(ELSEWHERE) == set()
    assert shown - raised == set()
    for code, name in ELSEWHERE.items():
        assert f"'{code}'" in (root / 'tests' / name).read_text(encoding='utf-8')

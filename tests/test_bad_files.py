"""Faulty files, each with the problems that must be found in it and no others."""

import re
from collections import Counter

import bad_files
import pytest
from bad_files import BadFile, Make

from civap.content.problems import Problem

FILES = list(bad_files.bad_files())
HEADLINE = re.compile(r'(?P<place>[\w/]+\.(?:yaml|po):\d+:\d+: )(?P<code>[a-z-]+) found .+, expected .+')
HINT = re.compile(
    r' {4}hint: (add|check|close|correct|delete|give|indent|move|put|run|save|start|translate|use|write) '
)


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

"""Findings: each is found when its fault is put into a copy of the content, and our content has none."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner
from copies import CONTENT, copied

from civap.cli import cli
from civap.content.criteria import CRITERIA, Criterion
from civap.content.problems import Problem, Problems
from civap.content.project import Project, load_project
from civap.content.source import load
from civap.proof.findings import EXPLAINED, FINDINGS, find_all
from civap.proof.findings.lists import takes_in

CARDS, PHRASES = 'cards.yaml', 'phrases.yaml'
VERBS = r'(add|check|correct|delete|give|move|put|say|use|write) '
Copy = Callable[..., Path]


class Case(NamedTuple):
    """An edit, and what must be found after it; findings.yaml says what each field is."""

    code: str
    file: str
    old: str
    new: str
    line: str
    on: str = ''
    also: Sequence[str] = ()


def cases() -> Iterator[Case]:
    """The table of faults."""
    data = load(Path(__file__).parent / 'findings.yaml', 'findings.yaml').data()
    assert isinstance(data, list)
    for item in data:
        yield Case(**item)


CASES = list(cases())


@pytest.fixture
def copy(root: Path, tmp_path: Path) -> Copy:
    """A copy of content and locales with one text replaced."""

    def make(file: str, old: str, new: str) -> Path:
        copied(tmp_path, parts=CONTENT)
        path = tmp_path / 'content/new_dawn' / file
        text = path.read_text('utf-8')
        assert text.count(old) == 1, (text.count(old), old)
        path.write_text(text.replace(old, new), 'utf-8')
        return tmp_path

    return make


def owner(root: Path, problem: Problem) -> str:
    """The id on the line of a problem, or the nearest before it."""
    lines = (root / problem.path).read_text('utf-8').splitlines()[: problem.line]
    return next(found[1] for line in reversed(lines) if (found := re.search(r'- \{?id: ([\w.-]+)', line)))


@pytest.mark.parametrize('case', CASES, ids=[f'{case.code}-{case.on}' for case in CASES])
def test_found(case: Case, copy: Copy) -> None:
    root = copy(case.file, case.old, case.new)
    problems = find_all(load_project(root))
    assert {problem.code for problem in problems} - {case.code, *case.also} == set(), problems
    found = [problem for problem in problems if problem.code == case.code]
    here = [problem for problem in found if problem.excerpt.strip().startswith(case.line)]
    (problem,) = [problem for problem in here if not case.on or owner(root, problem) == case.on]
    assert found == [problem] or case.code in case.also
    assert problem.path == f'content/new_dawn/{case.file}'
    assert (root / problem.path).read_text('utf-8').splitlines()[problem.line - 1] == problem.excerpt
    assert re.match(r'found .*, expected ', problem.message)
    assert re.match(VERBS, problem.hint), problem.hint
    advice = EXPLAINED[case.code].partition('What to do: ')[2]
    assert ('`sic`' in advice) == (' in sic' in problem.hint), problem.hint


def test_a_criterion_that_no_card_uses_is_found(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CRITERIA, 'wonder', (*CRITERIA['wonder'], 'newest'))  # type: ignore[arg-type]
    (problem,) = find_all(project)
    assert problem.code == 'unused-criterion'
    assert problem.excerpt == 'types:'


def test_a_criterion_that_no_card_uses_may_be_meant(copy: Copy, monkeypatch: pytest.MonkeyPatch) -> None:
    root = copy(
        CARDS, 'types:\n', 'sic: [{code: unused-criterion, about: newest, because: For an expansion.}]\ntypes:\n'
    )
    monkeypatch.setitem(CRITERIA, 'wonder', (*CRITERIA['wonder'], 'newest'))  # type: ignore[arg-type]
    assert find_all(load_project(root)) == []


def test_every_code_has_a_case_and_an_explanation() -> None:
    assert {case.code for case in CASES} | {'unused-criterion'} == {*FINDINGS, 'stale-sic'}
    assert set(EXPLAINED) == {*FINDINGS, 'stale-sic'}
    for code, text in EXPLAINED.items():
        assert re.fullmatch(r'\S.*?\.\n\n.*Example: .*\nWhat to do: .*\.', text, re.DOTALL), code
    assert len(FINDINGS) > 30


def test_our_content_has_none(project: Project) -> None:
    assert find_all(project) == []


def test_an_entry_is_about_one_finding(copy: Copy) -> None:
    """Another finding of the same kind on the same card is not let pass."""
    old = 'about: combat-against-barbarian'
    codes = [problem.code for problem in find_all(load_project(copy(CARDS, old, 'about: production')))]
    assert sorted(codes) == ['level-order', 'stale-sic']


@pytest.mark.parametrize(('code', 'hint'), [('levelorder', 'write level-order'), ('level-order', 'delete the entry')])
def test_a_stale_entry_says_what_to_do(code: str, hint: str, copy: Copy) -> None:
    root = copy(PHRASES, '- id: tie.roll\n', f'- id: tie.roll\n  sic: [{{code: {code}, because: x}}]\n')
    (problem,) = find_all(load_project(root))
    assert (problem.code, problem.line, problem.hint) == ('stale-sic', 10, hint)


def test_a_file_as_a_whole_lets_only_pass_what_has_no_place(copy: Copy) -> None:
    with pytest.raises(Problems, match='unknown-value'):
        load_project(copy(CARDS, 'types:\n', 'sic: [{code: level-order, because: x}]\ntypes:\n'))


@pytest.mark.parametrize('name', ['rival-city', 'rival-city-with-wonder'])
def test_a_line_takes_in_what_its_limit_takes_in(name: str) -> None:
    low, high = Criterion(name=name, defense_at_most=9), Criterion(name=name, defense_at_most=10)
    assert takes_in(high, low)
    assert not takes_in(low, high)


def test_a_list_that_no_sibling_has_is_compared_with_nothing(copy: Copy) -> None:
    old = '      - destroy-cities: {cities: 1}\n'
    new = f'{old}      - reinforce: {{tokens: 5, less-per-attack: 1, order: [nearest-threat]}}\n'
    assert find_all(load_project(copy(CARDS, old, new))) == []


def test_check_reports_findings_and_fails(copy: Copy) -> None:
    root = copy(CARDS, 'production: 6', 'production: 4')
    done = CliRunner().invoke(cli, ['--project', str(root), 'check', '--format', 'json'])
    assert done.exit_code == 1
    assert 'level-order' in [problem['code'] for problem in json.loads(done.stdout)]

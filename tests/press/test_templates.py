"""Templates that processes share."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from jinja2 import Environment

from civap.content.problems import Problems
from civap.press import book, reference
from civap.press.templates import Templates, compile_once

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ('shared', 'rendered'),
    [
        (book.TEMPLATES, [book.BOOK]),
        (reference.TEMPLATES, [reference.TEMPLATE, reference.MEASURE]),
    ],
)
def test_what_is_compiled_beforehand_is_all_that_a_document_uses(shared: tuple[str, ...], rendered: list[str]) -> None:
    used, waiting = set(), list(rendered)
    while waiting:
        used.add(name := waiting.pop())
        text = (ROOT / 'templates' / name).read_text('utf-8')
        waiting += set(re.findall(r'\{% (?:from|import|include) "([^"]+)"', text)) - used
    assert used == set(shared)


def test_the_code_of_each_template_is_left_for_other_processes(tmp_path: Path) -> None:
    compile_once(ROOT / 'templates', ROOT / 'content' / 'new_dawn' / 'art', tmp_path, reference.TEMPLATES)
    assert len(list(tmp_path.iterdir())) == len(reference.TEMPLATES)


@pytest.mark.parametrize('shared', [True, False])
def test_a_template_is_compiled_once_wherever_it_lies_and_again_when_it_is_another(
    shared: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled: list[str] = []
    usual = Environment.compile
    monkeypatch.setattr(Environment, 'compile', lambda *given: compiled.append(given[2]) or usual(*given))
    code = tmp_path / 'code' if shared else None
    (tmp_path / 'code').mkdir()

    def rendered(folder: str, text: str) -> str:
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / f'{shared}.j2').write_text(text, 'utf-8')
        return Templates(tmp_path / folder, tmp_path, code).render(f'{shared}.j2', {'x': 2})

    assert [rendered('a', 'a{{ x }}'), rendered('b', 'a{{ x }}'), rendered('a', 'b{{ x }}')] == ['a2', 'a2', 'b2']
    assert compiled == [f'{shared}.j2'] * 2


@pytest.mark.parametrize(('wrong', 'told'), [('{{ y }}', 'undefined'), ('{% for %}', 'Expected an expression')])
def test_a_fault_is_told_with_its_place_in_the_own_folder(wrong: str, told: str, tmp_path: Path) -> None:
    """Also after the same template has failed elsewhere, and in one that another uses."""
    for name in ('a', 'b'):
        folder = tmp_path / name
        folder.mkdir()
        (folder / 'outer.j2').write_text('one\n{% include "inner.j2" %}\n', 'utf-8')
        (folder / 'inner.j2').write_text(f'one\ntwo\n{wrong} {{# {name} #}}\n', 'utf-8')
        with pytest.raises(Problems) as caught:
            Templates(folder, folder).render('outer.j2', {})
        (problem,) = caught.value.problems
        assert (problem.path, problem.line, problem.excerpt) == ('templates/inner.j2', 3, f'{wrong} {{# {name} #}}')
        assert told in problem.message

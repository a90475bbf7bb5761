"""Templates that processes share."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from civap.press import book, reference
from civap.press.templates import compile_once

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

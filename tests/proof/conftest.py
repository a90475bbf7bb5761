"""Small examples from text, checked like those of the project."""

from collections.abc import Callable
from pathlib import Path

import pytest
from copies import CONTENT, copied

from civap.content.examples import read_example
from civap.content.problems import Problems
from civap.content.project import Project
from civap.content.readings import load_readings
from civap.content.references import check_example
from civap.content.source import parse
from civap.proof.examples import Result, check_example_file
from civap.proof.verdicts import Checker
from civap.proof.words import Words

Check = Callable[..., Result]


@pytest.fixture
def check(project: Project) -> Check:
    """Checks one example, given as text, beside those of the project."""

    def run(text: str, budget: int = 1000) -> Result:
        file = read_example(Path('try.yaml'), parse(text, 'try.yaml'))
        files = {**project.examples, file.id: file}
        if problems := list(check_example(file, files, project)):
            raise Problems(problems)
        checker = Checker(project, load_readings(project).chosen, budget)
        return check_example_file(file, files, checker, Words(project))

    return run


Changed = Callable[..., Path]


@pytest.fixture
def changed(tmp_path: Path) -> Changed:
    """A copy of the project with texts replaced in one file: `changed('cards.yaml', (old, new), ...)`."""

    def copy(name: str, *replacements: tuple[str, str]) -> Path:
        copied(tmp_path, parts=CONTENT)
        path = tmp_path / 'content' / 'new_dawn' / name
        text = path.read_text(encoding='utf-8')
        for old, new in replacements:
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        path.write_text(text, encoding='utf-8')
        return tmp_path

    return copy

"""play.yaml: every message that code says, with the values that it gives."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from copies import CONTENT, copied

from civap.content.events import EVENTS
from civap.content.play import SAID
from civap.content.problems import Problems
from civap.content.project import Project, load_project
from civap.content.schema import kebab

FILE = 'content/new_dawn/play.yaml'
# What words.py makes of several fields, or of none.
MADE = {'parts', 'by', 'values', 'options', 'chance'}


@pytest.fixture(scope='module')
def copy(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp('project')
    copied(folder, parts=CONTENT)
    return folder


def edits(text: str) -> Iterator[tuple[str, str, str, str]]:
    """Old and new text, and the code and hint that follow."""
    yield 'Turn {turn}', 'Turn {trun}', 'unknown-placeholder', 'write {turn}'
    yield 'Turn {turn} of', 'Turn of', 'missing-placeholder', 'write {turn}'
    yield 'Lowest defense', 'Lowest {defense}', 'unknown-placeholder', 'delete it'
    yield 'Slot of {thing}', 'Slot of {think}', 'unknown-placeholder', 'delete it'
    yield 'id: event.turn', 'id: event.trun', 'unused-phrase', 'write event.turn'
    yield 'id: say.no\n', 'id: say.yes\n', 'duplicate-id', 'give one of them another id, such as say.no'
    (entry,) = re.findall(r'- id: say\.not\n(?:  .*\n)+', text)
    yield entry, '', 'missing-phrase', 'add it'


@pytest.mark.parametrize('number', range(7))
def test_a_slip_is_told_once(number: int, copy: Path, root: Path) -> None:
    text = (root / FILE).read_text('utf-8')
    old, new, code, hint = list(edits(text))[number]
    assert old in text
    (copy / FILE).write_text(text.replace(old, new, 1), 'utf-8')
    with pytest.raises(Problems) as caught:
        assert load_project(copy).play
    assert [(problem.code, problem.hint) for problem in caught.value.problems] == [(code, hint)]


def test_what_an_event_says_are_its_fields() -> None:
    for name, event in EVENTS.items():
        if name == 'chosen':
            continue
        fields = {kebab(field).replace('thanks-to', 'clause').split('-')[0] for field in event.model_fields}
        assert set(SAID[f'event.{name}'].split()) - MADE <= fields, name


def test_all_that_is_said_is_there(project: Project) -> None:
    assert set(SAID) <= {phrase.id for phrase in project.play[0].phrases}

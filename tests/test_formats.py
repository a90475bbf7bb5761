"""What `--format json` prints is JSON and nothing else, or the option is refused, whichever command it is given to."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import click
import pytest
from click.testing import CliRunner
from copies import copied

from civap.cli import cli
from civap.content.project import Project
from civap.press.made import Made
from civap.translate.proof import Proof
from civap.translate.stress import Stressed

ROOT = Path(__file__).resolve().parents[1]
EXAMPLE = 'masonry'
# What is quick enough to be run for this alone: what is typed, and the keys or the kind of what is printed.
RUN: dict[str, set[str] | type] = {
    f'explain {EXAMPLE}': {'about', 'lines'},
    'explain card.masonry': {'about', 'lines'},
    'explain out-of-range': {'about', 'lines'},
    'explain nothing-of-the-kind': list,
    f'check --accept {EXAMPLE} --yes': {'accepted', 'outdated', 'refused'},
    'check --accept nothing-of-the-kind': list,
    'calibrate --paper a4': {'files'},
    'calibrate --printer mine --paper a4 --shift 1,-0.5': {'printer', 'measured', 'notes', 'path'},
    'calibrate --printer mine': dict,
    'calibrate --printers': list,
    'schema': list,
    'schema cards': dict,
    'schema .': {'files'},
    'doctor': list,
    'init mine': {'folder', 'files'},
    'translate new de': {'files', 'lacking'},
    'release 0.9': list,
    'which --since nothing-of-the-kind': list,
    'diff nothing-of-the-kind': list,
    'bundle': list,
    'build --lang pl': {'artifacts'},
    'resolve game.yaml --seed 1': dict,
    'translate proof pl': {'path', 'pages', 'missing'},
    'translate stress': {'printed', 'lacks'},
    'serve --port 0': {'address'},
}
REFUSED = ('completion bash',)
# What takes long, and what it would come to.
INSTEAD: dict[str, Any] = {
    'civap.checking.check_all': lambda *_: None,
    'civap.errata.pages.book_pages': lambda *_: {},
    'civap.press.made.recall': lambda *_: Made({}, '{"artifacts": []}'),
    'civap.press.workers.Workers': lambda *_, **__: nullcontext(),
    'civap.serve.server.Server': lambda *_, **__: nullcontext(SimpleNamespace(address='http://x', port=1)),
    'civap.translate.proof.make_proof': lambda *_: Proof(b'', 1, {'missing': 0}),
    'civap.translate.stress.stress': lambda *_: Stressed((), ()),
    'time.sleep': Mock(side_effect=KeyboardInterrupt),
}
# What takes longer, and where it is read as JSON.
ELSEWHERE = {
    'translate check': 'text/test_lint.py',
    'translate status': 'translate/test_status.py',
    'translate sync': 'translate/test_sync.py',
}


def commands(group: click.Group, before: str = '') -> Iterator[str]:
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from commands(command, f'{name} ')
        else:
            yield f'{before}{name}'


@pytest.fixture(scope='module')
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project that commands may write to, with little to prove."""
    root = tmp_path_factory.mktemp('formats')
    copied(root)
    state = (ROOT / 'README.md').read_text('utf-8').split('```yaml\n')[1].split('```')[0]
    (root / 'game.yaml').write_text(state, 'utf-8')
    return root


def typed(line: str, root: Path, monkeypatch: pytest.MonkeyPatch, *before: str) -> Any:
    monkeypatch.chdir(root)
    monkeypatch.setenv('CIVAP_CONFIG', str(root / 'settings'))
    for name, instead in INSTEAD.items():
        monkeypatch.setattr(name, instead)
    return CliRunner().invoke(cli, [*before, *line.split()])


def test_every_command_is_looked_at() -> None:
    looked = [*RUN, *REFUSED, *ELSEWHERE]
    for command in commands(cli):
        assert any(f'{line} '.startswith(f'{command} ') for line in looked), command
    for path in ELSEWHERE.values():
        assert "'--format', 'json'" in (ROOT / 'tests' / path).read_text('utf-8')


@pytest.mark.parametrize('line', RUN)
def test_what_is_printed_is_data(line: str, copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = typed(line, copy, monkeypatch, '--format', 'json')
    found = json.loads(done.stdout)
    kind = RUN[line]
    assert set(found) == kind if isinstance(kind, set) else isinstance(found, kind)


@pytest.mark.parametrize('line', REFUSED)
def test_what_cannot_be_data_is_refused(line: str, copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = typed(line, copy, monkeypatch, '--format', 'json')
    assert (done.exit_code, done.stdout) == (2, '')
    assert '--format' in done.stderr
    assert typed(line, copy, monkeypatch).exit_code == 0


def test_readings_are_data(project: Project, copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Told apart or not, an option is one entry."""
    from civap.proof import faq

    first = faq.find
    reading = next(iter(project.readings[0].readings))
    option = next(item.id for item in reading.options if item.id != reading.chosen)
    monkeypatch.setattr(faq, 'find', lambda each, *rest: first(each, *rest) if rest[0] == reading else None)
    done = typed('check --readings', copy, monkeypatch, '--format', 'json')
    told = json.loads(done.stdout)
    assert told[0]['reading'] == f'{reading.id}: {option}'
    assert {each['apart'] for each in told[1:]} <= {True, False}
    assert all(each['entry'] for each in told)

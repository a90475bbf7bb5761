"""What --help says: examples for each command that can be typed as they stand."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator

import click
import pytest
from click.testing import CliRunner

from civap.cli import cli


def commands(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """All commands by what is typed for them, groups as well."""
    yield path, group
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))
        else:
            yield (*path, name), command


COMMANDS = dict(commands(cli))


def examples(command: click.Command) -> list[str]:
    """The lines below Examples, without what is said of them and where a shell sends their output."""
    _, _, lines = (command.help or '').partition('Examples:\n')
    block = lines.split('\n\n')[0]
    return [re.split(r' {2,}(?=\S)| [>|] ', line.strip())[0] for line in block.splitlines() if line.strip()]


EXAMPLES = sorted({line for command in COMMANDS.values() for line in examples(command)})


@pytest.mark.parametrize('path', COMMANDS, ids=' '.join)
def test_every_command_has_examples_of_itself(path: tuple[str, ...]) -> None:
    lines = examples(COMMANDS[path])
    assert lines
    assert any(shlex.split(line)[: len(path) + 1] == ['civap', *path] for line in lines)


@pytest.mark.parametrize('line', EXAMPLES)
def test_an_example_is_understood(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By everything before the command begins to work."""
    begun = []
    for name, command in COMMANDS.items():
        if name and not isinstance(command, click.Group):
            monkeypatch.setattr(command, 'callback', lambda name=name, **_: begun.append(name))
    program, *words = shlex.split(line)
    done = CliRunner().invoke(cli, words, prog_name=program)
    assert (program, done.exit_code) == ('civap', 0), done.output
    (name,) = begun
    assert words[: len(name)] == list(name)


@pytest.mark.parametrize('path', COMMANDS, ids=' '.join)
def test_help_is_in_columns_that_fit(path: tuple[str, ...]) -> None:
    done = CliRunner().invoke(cli, [*path, '--help'], prog_name='civap', terminal_width=100)
    assert done.exit_code == 0
    assert done.output.startswith(f'Usage: {" ".join(("civap", *path))} ')
    assert max(map(len, done.output.splitlines())) <= 100
    assert '--color' in done.output or path in {('completion',), ('translate',)}


@pytest.mark.parametrize('path', COMMANDS, ids=' '.join)
def test_every_option_says_what_it_is_for(path: tuple[str, ...]) -> None:
    for option in COMMANDS[path].params:
        if isinstance(option, click.Option):
            assert option.help, option.name

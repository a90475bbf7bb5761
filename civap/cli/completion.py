"""civap completion."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from civap.cli.options import merged

SHELLS = ('bash', 'zsh', 'fish')
PROGRAM = 'civap'
VARIABLE = '_CIVAP_COMPLETE'


@click.command()
@click.argument('shell', type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    """Print what makes a shell complete commands, options and names: languages, cards, examples, codes, versions.

    \b
    Examples:
      civap completion bash > ~/.local/share/bash-completion/completions/civap
      civap completion zsh > ~/.zfunc/_civap
      civap completion fish > ~/.config/fish/completions/civap.fish

    For zsh the folder must be in fpath before compinit runs: fpath+=~/.zfunc; autoload -Uz compinit; compinit.
    A new shell knows it.
    """
    form = merged({}).format
    if form != 'text':
        raise click.UsageError(f'found --format {form} beside completion, expected text: shells read it')
    made = get_completion_class(shell)
    assert made, shell
    root = click.get_current_context().find_root().command
    script = made(root, {}, PROGRAM, VARIABLE).source()
    # For fish, click would end values (pl,en) and help at their first comma.
    click.echo(script.replace('string split "," ', 'string split --max 1 "," '))

"""civap resolve and civap explain."""

from __future__ import annotations

import sys
from typing import Any

import click

from civap.cli.completing import FILES, completed, explained
from civap.cli.options import asked_project, in_one_language, merged, parsed, shared_options, told_words
from civap.cli.reporting import print_data, reporting


@click.command()
@shared_options
@click.argument('state', shell_complete=completed(lambda _: (), beside=FILES))
@click.option('--dice', default='', metavar='2,5', help='Faces rolled, in order: ties, attackers and defenders.')
@click.option('--seed', type=int, metavar='N', help='Roll by this seed.')
@click.option('--turns', type=click.IntRange(1, 99), default=1, metavar='N', help='So many turns (default: 1).')
def resolve(state: str, dice: str, seed: int | None, turns: int, **given: Any) -> None:
    """Resolve the Automated Player's turn from a state: a file, - for standard input, or {...} itself.

    What the state leaves open is asked, as far as it matters: facts, rolls, decisions of people. The last
    line is the state after the turn, in the form that this command reads.

    \b
    Examples:
      civap resolve game.yaml
      civap resolve game.yaml --dice 2,5 --lang pl
      civap resolve game.yaml --seed 1 --turns 3 --format json
    """
    options = in_one_language(merged(given))
    with reporting(options):
        from civap.proof.resolve import Stopped
        from civap.proof.resolve import resolve as resolve_state

        project = asked_project(options)
        words = told_words(project, options)
        try:
            played = resolve_state(project, state, _chooser(words, dice, seed, state), turns=turns)
        except Stopped as stopped:
            if options.format == 'text':
                click.echo('\n'.join(stopped.played.lines(words)))
            raise
        if options.format == 'json':
            print_data(played.data(words))
        else:
            click.echo('\n'.join(played.lines(words)))


def _chooser(words: Any, dice: str, seed: int | None, state: str) -> Any:
    """Who answers: the dice given, the seed, and a person at the terminal or on standard input."""
    from civap.proof.resolve import Asking, Chance, Stating, parse_dice, rolled, seeded

    faces = parsed('--dice', parse_dice, dice)
    person = Stating(words) if state == '-' else Asking(words, _read_answer, again=_at_terminal())
    rest = person if seed is None else Chance(seeded(seed), person)
    return rolled(faces, rest)


def _read_answer(prompt: str) -> str:
    """A line from the terminal; the prompt is talk."""
    click.echo(prompt, err=True, nl=not _at_terminal())
    return sys.stdin.readline() if sys.stdin else ''


def _at_terminal() -> bool:
    """Whether there is somebody to ask; a closed input is None."""
    return bool(sys.stdin and sys.stdin.isatty())


@click.command()
@shared_options
@click.argument('example', shell_complete=completed(explained, beside=FILES))
@click.option('--answers', default='', metavar='KEY=VALUE,...', help='Fix open facts, choices and dice on the way.')
def explain(example: str, answers: str, **given: Any) -> None:
    """Show how a worked example is resolved, decision by decision; or what a card or the code of a problem says.

    \b
    Examples:
      civap explain EXAMPLE --lang pl
      civap explain card.CARD --lang ar
      civap explain out-of-range
      civap explain EXAMPLE --answers wonder.tie=petra
    """
    options = in_one_language(merged(given))
    with reporting(options):
        from civap.codes.catalogue import explained

        text = explained(example)  # whatever is wrong with the project
        if not text:
            from civap.codes.told import told
            from civap.proof.replay import explain as explain_example

            project = asked_project(options)
            words = told_words(project, options)
            text = told(project, example, words.code) or explain_example(project, example, answers, words)
        if options.format == 'json':
            print_data({'about': example, 'lines': text.splitlines()})
        else:
            click.echo(text)

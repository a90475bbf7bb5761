"""Options that could have no effect beside others: they are refused, since who gives one expects something of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import click
from click.core import ParameterSource

# What the command was given, by the names of its parameters, `only` resolved.
Given: TypeAlias = Mapping[str, Any]
SHEETS = {'colour', 'economy', 'large'}
SINGLE = {'shop', 'png'}


@dataclass(frozen=True)
class Need:
    """What gives `options` (parameters) an effect; `beside` tells what takes it away, `expected` what to give."""

    options: Sequence[str]
    acts: Callable[[Given], bool]
    beside: Callable[[Given], str]
    expected: str


def _only(given: Given) -> str:
    return f'beside --only {",".join(given["only"])}'


def _editions(given: Given) -> set[str]:
    return set(given['editions'] or ('colour',))


CARDS = ('size', 'bleed', 'corner', 'back', 'marks', 'mark_sides', 'editions', 'back_art', 'printer')
BUILD = (
    Need(CARDS, lambda given: not given['only'] or 'cards' in given['only'], _only, 'cards among these'),
    Need(('booklet',), lambda given: not given['only'] or 'rulebook' in given['only'], _only, 'rulebook among these'),
    Need(
        ('back', 'marks', 'mark_sides', 'corner', 'printer'),
        lambda given: bool(_editions(given) & SHEETS),
        lambda given: f'beside --variant {",".join(given["editions"])}',
        'a variant that is printed on sheets among these',
    ),
    Need(
        ('mark_sides',),
        lambda given: given['back'] != 'none' and given['marks'] != 'none',
        lambda given: f'beside --{"back" if given["back"] == "none" else "marks"} none',
        'backs and marks',
    ),
    Need(
        ('back_art',),
        lambda given: given['back'] != 'none' or bool(_editions(given) & SINGLE),
        lambda _: 'beside --back none',
        'backs',
    ),
    Need(('corner',), lambda given: given['marks'] == 'corner', lambda _: 'without --marks corner', 'both'),
    Need(('looks',), lambda given: given['since'] is not None, lambda _: 'without --since', 'both'),
)
CHECK = (Need(('size', 'editions'), lambda given: bool(given['fit']), lambda _: 'without --fit', 'both'),)
TRANSLATE_CHECK = (
    Need(('fit',), lambda given: not given['only'] or 'cards' in given['only'], _only, 'cards among these'),
    Need(
        ('missing',),
        lambda given: given['format'] == 'text',
        lambda given: f'beside --format {given["format"]}',
        'it left out: all are named there',
    ),
)
_PRINTED = ('paper', 'size', 'back')
CALIBRATE = (
    Need(
        _PRINTED,
        lambda given: not given['printers'] and (given['printer'] is None or given['shift'] is not None),
        lambda given: 'beside --printers' if given['printers'] else 'beside --printer without --shift',
        'the sheet or what was measured on it',
    ),
)


def refuse_idle(needs: Sequence[Need], given: Given) -> None:
    """Raises click.UsageError for the first option typed that can have no effect."""
    context = click.get_current_context()
    for need in needs:
        typed = [name for name in need.options if _typed(context, name, given)]
        if typed and not need.acts(given):
            option = _flag(context, typed[0])
            raise click.UsageError(f'found {option} {need.beside(given)}, expected {need.expected}')


def _typed(context: click.Context, name: str, given: Given) -> bool:
    """Whether an option was given, here or before the name of the command."""
    return bool(given[name]) and context.get_parameter_source(name) is not ParameterSource.DEFAULT


def _flag(context: click.Context, name: str) -> str:
    return next(each.opts[0] for each in context.command.params if each.name == name)

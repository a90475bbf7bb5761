"""Explanations of what is no example: a card in the words of a language, a problem by its code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from civap.codes.catalogue import explained, names
from civap.content.cards import Card
from civap.content.problems import Problem, Problems, did_you_mean, nearest
from civap.text.catalog import load_catalog
from civap.text.render import Renderer

if TYPE_CHECKING:
    from civap.content.project import Project


def told(project: Project, name: str, code: str) -> str:
    """The explanation of a card or of a code; empty if `name` is neither, or an example.

    A card that has the name of an example is told as `card.<id>`, the id under which rules cite it.
    Raises `Problems` for a name that nothing has.
    """
    card = project.cards.get(name.removeprefix('card.'))
    if card is not None and (name.startswith('card.') or name not in project.examples):
        return '\n'.join(_card(card, Renderer(load_catalog(project, code, draft=True))))
    if text := explained(name):
        return text
    _refuse_unknown(project, name)
    return ''


def _refuse_unknown(project: Project, name: str) -> None:
    """A name of neither a card, an example nor a code, and of no file. Raises `Problems`."""
    if Path(name).exists():
        return
    cards = [f'card.{card}' for card in project.cards]
    examples = list(project.examples)
    if name.startswith('card.'):
        message, known, code = 'a card that exists', cards, 'unknown-card'
    elif re.fullmatch('[^./]+', name) and name not in examples:
        message, code = 'an example, a card, the code of a problem, or a file', 'unknown-example'
        known = [*examples, *project.cards, *cards, *names()]
        known = known if nearest(name, known) else examples
    else:
        return
    raise Problems(Problem(code, f'found {name!r}, expected {message}', hint=did_you_mean(name, known)))


def _card(card: Card, renderer: Renderer) -> Iterator[str]:
    """The face of a card, line by line, and the id under which rules cite it."""
    yield f'{renderer.plain(card.say_name())} ({renderer.plain(card.say_level())}) {card.rule}'
    for number, said in enumerate(card.say_steps(), 1):
        yield f'  {number}. {renderer.plain(*said.sentences, *said.closing)}'
        if said.listing:
            yield f'     {renderer.plain(said.listing.heading)}'
            yield from (f'       {place}. {renderer.plain(item)}' for place, item in enumerate(said.listing.items, 1))
            yield f'       {renderer.plain(*said.listing.tie)}'
        if said.reminder:
            yield f'     {renderer.plain(*said.reminder)}'

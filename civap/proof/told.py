"""Explanations of what is no example: a card in the words of a language, a finding by its code."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import cleandoc
from typing import TYPE_CHECKING

from civap.content.cards import Card
from civap.content.references import load_examples
from civap.proof.findings import EXPLAINED
from civap.text.catalog import load_catalog
from civap.text.render import Renderer

if TYPE_CHECKING:
    from civap.content.project import Project


def told(project: Project, name: str, code: str) -> str:
    """The explanation of a card or of a code; empty if `name` is neither, or an example.

    A card that has the name of an example is told as `card.<id>`, the id under which rules cite it.
    """
    card = project.cards.get(name.removeprefix('card.'))
    if card is not None and (name.startswith('card.') or name not in load_examples(project)):
        return '\n'.join(_card(card, Renderer(load_catalog(project, code, draft=True))))
    return cleandoc(EXPLAINED[name]) if name in EXPLAINED else ''


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

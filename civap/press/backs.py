"""What backs that remind of rules are given: when trade tokens are spent, what each adds, and the table of the die."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from civap.content.cards import LEVELS, ON_BACKS, TYPES
from civap.content.dice import FACES, shares
from civap.content.project import Project
from civap.content.say import Numeral, Say
from civap.content.steps import CardType
from civap.text.catalog import Catalog, load_sheet_catalog
from civap.text.render import ENDING, Renderer

# What the sheets say of the other types fills a line; of military cards they say more than a back has room for.
*MILITARY, AGAIN = ON_BACKS


def reminder_view(
    project: Project,
    language: str,
    *,
    draft: bool = False,
    speak: Callable[[Catalog, int], Renderer] = Renderer,
) -> dict[str, Any]:
    """The texts of the backs of all levels, in a language, said by what `speak` gives. Raises `Problems`."""
    renderer = speak(load_sheet_catalog(project, language, draft=draft), ENDING)
    return {
        'heading': renderer.html(Say('sheet.panel.spend')),
        'uses': [
            {
                'type': kind,
                'name': renderer.plain(project.types[kind].say_name()),
                'adds': renderer.html(project.types[kind].say_foot()),
                'when': renderer.html(*_when(kind)),
            }
            for kind in TYPES
        ],
        'die': renderer.html(Say('sheet.panel.die')),
        'options': renderer.html(Say('sheet.die.options')),
        'faces': [renderer.number(face + 1) for face in range(FACES)],
        'shares': [_shares(renderer, options) for options in range(2, FACES + 1)],
        'again': renderer.html(AGAIN),
        'alt': {level: renderer.plain(Say('label.level', values={'level': Numeral(level)})) for level in LEVELS},
    }


def _when(kind: CardType) -> tuple[Say, ...]:
    return tuple(MILITARY) if kind == 'military' else (Say(f'sheet.use.{kind}'),)


def _shares(renderer: Renderer, options: int) -> dict[str, Any]:
    """A row of the table: how many faces each option has, and how many are left to be rolled again."""
    faces = shares(options)
    return {
        'options': renderer.number(options),
        'numbers': [renderer.number(option + 1) for option in range(options)],
        'each': len(faces[0]),
        'left': FACES - sum(map(len, faces)),
    }

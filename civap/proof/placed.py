"""A set-up from what a file states, with what cannot lie on the table told at its place in the file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from civap.content.limits import check_tokens
from civap.content.problems import Problems
from civap.content.situation import Given, place_name
from civap.content.source import Document, Key, List, Node, plain
from civap.engine.setup import SetUp
from civap.engine.table import Misplaced

if TYPE_CHECKING:
    from civap.content.project import Project

LISTS = {'spaces': ('spaces',), 'tiles': ('map', 'tiles')}


def set_up(project: Project, given: Given, document: Document, where: Sequence[Key] = ()) -> SetUp:
    """The set-up of a situation that a document states at `where`. Raises `Problems`."""
    try:
        made = SetUp(project, given)
    except Misplaced as error:
        found = error.problem
        node = next(_places(error, document, where), document.root)
        raise Problems(document.problem(found.code, found.message, node, found.hint)) from None
    wonders = sum(blank.unclaimed for blank in made.blanks)
    if problems := list(check_tokens(given, project.base_game, made.on_map, wonders, document, tuple(where))):
        raise Problems(problems)
    return made


def _places(error: Misplaced, document: Document, where: Sequence[Key]) -> Iterator[Node]:
    """Where the thing can be written: in the situation, in that of the example, or in the story before."""
    for above in (where, where[-1:]):
        listed = document.node((*above, *LISTS[error.kind]))
        for item in reversed(listed.items) if isinstance(listed, List) else ():
            if error.name in _names(plain(item)):
                yield item
    if (node := document.key_node(('continues',))) is not document.root:
        yield node


def _names(item: object) -> Iterator[object]:
    """What a space or a tile may be called by."""
    if isinstance(item, dict):
        yield item.get('id')
        yield item.get('tile')
        if isinstance(at := item.get('at'), list) and len(at) == 2:
            yield place_name(*at)

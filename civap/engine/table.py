"""The spaces of a map: laid tiles, water tokens and single spaces, with what a situation states of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from civap.content.situation import Given, Space, merge

if TYPE_CHECKING:
    from civap.content.project import Project


def table(content: Project, situation: Given) -> tuple[Space, ...]:
    """All spaces in the order of their names; those of tiles are called by face and cell, `7A-6`."""
    spaces: dict[str, Space] = {}
    for stated in situation.spaces or ():
        spaces[stated.id] = merge(spaces[stated.id], stated) if stated.id in spaces else stated
    return tuple(spaces.values())

"""What `civap check --fit` does: set the cards, and tell how much room each text has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from civap.content.problems import Problems
from civap.content.project import Project
from civap.press import editions
from civap.press.made import Request
from civap.press.places import placed
from civap.press.workers import Workers
from civap.text.catalog import load_catalog


def fits(project: Project, request: Request, workers: Workers) -> list[dict[str, Any]]:
    """The room of each text in each language and edition. Raises `Problems`: of catalogs, of what does not
    fit, and of waivers that nothing needs.
    """
    catalogs = [load_catalog(project, code) for code in request.languages]
    alone = replace(request, papers=())
    decks = editions.decks(project, catalogs, alone)
    waiting = [workers.start(deck.jobs) for deck in decks]
    try:
        made = [wait() for wait in waiting]
    except Problems as error:
        raise Problems(placed(error.problems, project)) from error
    if stale := list(editions.stale_waivers(project, decks, made)):
        raise Problems(stale)
    return [
        {
            'language': result.language,
            'size': str(job.shape.size),
            'edition': deck.editions[0],
            **asdict(room),
        }
        for deck, results in zip(decks, made, strict=True)
        for job, result in zip(deck.jobs, results, strict=True)
        for room in result.rooms
    ]


def told(found: Sequence[dict[str, Any]]) -> list[str]:
    """A line for each text, the fullest first."""
    rows = sorted(found, key=lambda row: (row['lines'], row['letters']))
    return [_line(row) for row in rows]


def _line(row: dict[str, Any]) -> str:
    where = f'{row["language"]} {row["size"]} {row["edition"]} {row["card"]} {row["part"]}'
    lines = f'lines left: {row["lines"]}, ' if row['part'] == 'text' else ''
    needs = f'; full at {row["needs"]:g} pt' if row['needs'] is not None else ''
    return f'{where}: {row["size_used"]}; {lines}letters left: {row["letters"]}{needs}'

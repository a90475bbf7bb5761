"""Findings about the facts of the base game: progress, outliers, sources, and what nothing reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, get_args

from civap.content.base_game import NUMBERS, Era
from civap.content.project import Project
from civap.content.source import Document
from civap.proof.findings.registry import Found, Place, finding
from civap.proof.findings.texts import groups

LEVELS_OF_DIAL = (2, 3, 4)
CERTAIN = 2  # sources that "high" stands for


def _fact(project: Project, place: Place, message: str, hint: str) -> Found:
    return Found(project.documents['base_game'], place, message, hint)


@finding('dial-gap')
def dial_gap(project: Project) -> Iterator[Found]:
    """The level spaces of the tech dial do not rise, or a level has none.

    The dial is passed from the first space to the last, and its levels come in order: II, III, IV. Each space
    stands before the end of the dial.

    Example: space 10 listed before space 6; no space of level III; space 25 on a dial that ends at 24.
    What to do: correct the space or the level.
    """
    items = project.base_game.tech_dial.items
    for index, (before, space) in enumerate(pairwise(items), 1):
        if space.space <= before.space or space.level < before.level:
            message = f'found space {space.space} of level {space.level}, expected more than the one before'
            yield _fact(project, ('tech-dial', 'items', index), message, 'correct the space or the level')
    end = project.base_game.number('dial-end')
    if items[-1].space > end:
        place = ('tech-dial', 'items', len(items) - 1, 'space')
        message = f'found {items[-1].space} behind the last space, expected {end} at most'
        yield _fact(project, place, message, 'correct it or dial-end')
    for level in LEVELS_OF_DIAL:
        if level not in {space.level for space in items}:
            message = f'found no space of level {level}, expected one'
            yield _fact(project, ('tech-dial', 'items'), message, 'add the space')


@finding('cost-outlier')
def cost_outlier(project: Project) -> Iterator[Found]:
    """A wonder costs less than every wonder of an earlier era, or more than every one of a later era.

    Costs rise with the eras. A wonder outside has most likely a mistyped cost or the wrong era.

    Example: an ancient wonder with cost 17 when the most expensive modern one costs 12.
    What to do: compare with the card and correct the cost.
    """
    eras = get_args(Era)
    wonders = project.base_game.wonders.items
    for index, wonder in enumerate(wonders):
        rank = eras.index(wonder.era)
        for other in (era for era in eras if era != wonder.era):
            costs = [item.cost for item in wonders if item.era == other] or [wonder.cost]
            later = eras.index(other) > rank
            if wonder.cost > max(costs) if later else wonder.cost < min(costs):
                message = f'found cost {wonder.cost}, expected {"no more" if later else "no less"} than {other} wonders'
                yield _fact(project, ('wonders', 'items', index, 'cost'), message, 'check it against the card')
                break


@finding('unreachable-agenda')
def unreachable_agenda(project: Project) -> Iterator[Found]:
    """An agenda wants more wonders of a type than there are.

    Nobody can complete it, and a list that prefers wonders nearest to an agenda is led astray.

    Example: an agenda for 2 industry wonders, of which the base game has none.
    What to do: correct the type or the count.
    """
    counts = Counter(wonder.type for wonder in project.base_game.wonders.items)
    for index, card in enumerate(project.base_game.victory_cards.items):
        for number, agenda in enumerate(card.agendas):
            there = counts[agenda.wonders] if agenda.wonders else agenda.count  # type: ignore[index]
            if there < agenda.count:
                place = ('victory-cards', 'items', index, 'agendas', number, 'wonders')
                message = f'found {there} {agenda.wonders} wonders, expected at least {agenda.count}'
                yield _fact(project, place, message, 'correct the type or the count')


@finding('thin-source')
def thin_source(project: Project) -> Iterator[Found]:
    """Facts are called certain on the word of one source.

    "high" stands for two independent sources or more. With one the confidence is medium at best.

    Example: confidence high with sources [civ-port].
    What to do: add the second source, or write medium.
    """
    for place, group, document in groups(project):
        if group.confidence == 'high' and len(set(group.sources)) < CERTAIN:
            message = f'found confidence high with one source, expected {CERTAIN} or more'
            yield Found(document, (*place, 'sources'), message, 'add a source, or write medium')


@finding('unused-source')
def unused_source(project: Project) -> Iterator[Found]:
    """A source that no facts rest on.

    Example: a web page that is listed under sources, while no group names it.
    What to do: delete it, or name it where its facts are.
    """
    named = {source for _, group, _ in groups(project) for source in group.sources}
    for index, source in enumerate(project.base_game.sources):
        if source.id not in named:
            message = f'found {source.id!r}, on which nothing rests, expected sources that are used'
            yield _fact(project, ('sources', index, 'id'), message, 'delete it, or name it where its facts are')


@finding('unread-number')
def unread_number(project: Project) -> Iterator[Found]:
    """A number of the base game that nothing reads.

    The engine reads the numbers by their names. One that nobody reads is checked by no example, and changing
    it changes nothing.

    Example: a number called trade-limit, after the rule that used it is gone.
    What to do: delete it, or give the reason in `sic`.
    """
    for index, number in enumerate(project.base_game.numbers.items):
        if number.id not in NUMBERS:
            message = f'found {number.id!r}, which nothing reads, expected numbers that are used'
            yield _fact(project, ('numbers', 'items', index, 'id'), message, 'delete it, or give the reason in sic')


@finding('name-twice')
def name_twice(project: Project) -> Iterator[Found]:
    """Two things of one kind have the same name.

    Their ids differ, so the data can tell them apart, but nobody at the table can.

    Example: two wonders called Petra.
    What to do: correct one of the names.
    """
    first: dict[tuple[Place, str], int] = {}
    kinds: list[tuple[Place, Sequence[Any], Document]] = [(('cards',), project.deck.cards, project.documents['cards'])]
    kinds += [((*place, 'items'), group.items, document) for place, group, document in groups(project)]
    for place, items, document in kinds:
        for index, item in enumerate(items):
            name = getattr(item, 'name', str(index))
            if first.setdefault((place, name.casefold()), index) != index:
                message = f'found the name {name!r} again, expected each name once'
                yield Found(document, (*place, index, 'name'), message, 'correct one of the two')

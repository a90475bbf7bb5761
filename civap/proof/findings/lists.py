"""Findings about priority lists: lines that can decide nothing, or decide otherwise than on the other cards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise

from civap.content.criteria import CRITERIA, Criterion
from civap.content.project import Project
from civap.content.steps import Attack
from civap.proof.findings.deck import LISTS, StepAt, lists
from civap.proof.findings.registry import Found, finding

# Some candidate always fits these: every rival has a capital, and a capital is never destroyed.
ALWAYS_MET = {'destination': ('rival-city',)}
# What a line takes in besides itself.
TAKES_IN = {'barbarian': ('barbarian-near',), 'rival-city': ('rival-city-with-wonder',)}
# A line with "other" in it, and the line that it is other than.
OTHERS = {'other-city-state': 'city-state-without-card'}
BEST_ROLL, WORST_ROLL = 6, 1
NO_LIMIT = 99  # more defense than anything has


def takes_in(wide: Criterion, narrow: Criterion) -> bool:
    """Whether whatever fits `narrow` fits `wide`, too."""
    kind = narrow.name in (wide.name, *TAKES_IN.get(wide.name, ()))
    limit = NO_LIMIT if wide.defense_at_most is None else wide.defense_at_most
    return kind and (narrow.defense_at_most or 0) <= limit


@finding('unreachable-criterion')
def unreachable_criterion(project: Project) -> Iterator[Found]:
    """A line of a priority list comes after one that something always fits.

    The list is read from the top until something fits. A line that always has something to offer keeps the
    lines after it from being read.

    Example: "Other city-state." after "Rival city." for caravans, as every rival always has a capital.
    What to do: move the line up or delete it. If the line before can come to nothing after all, say when in `sic`.
    """
    for at in lists(project):
        always = ALWAYS_MET.get(LISTS[at.step.KIND], ())
        for index, (before, line) in enumerate(pairwise(at.order), 1):
            if before.name in always:
                message = f'found {line.name} after {before.name}, which something always fits, expected it before'
                yield at.found('order', message, 'move it up or delete it, or say in sic when it is read', index)


@finding('subsumed-criterion')
def subsumed_criterion(project: Project) -> Iterator[Found]:
    """A line of a target list is part of a line before it.

    Whatever fits the later line fits the earlier one, so the later line never decides anything.

    Example: "Barbarian adjacent to a friendly space." after "Barbarian."; a rival city with a wonder and defense
    8 or less after a rival city with defense 8 or less.
    What to do: put the narrower line first, or delete it.
    """
    for at in lists(project, 'target'):
        for (_, before), (index, line) in combinations(enumerate(at.order), 2):
            if takes_in(before, line):
                message = f'found {line.name} after {before.name}, which takes it in, expected the narrower line first'
                yield at.found('order', message, 'move it up or delete it', index)


@finding('overlapping-criteria')
def overlapping_criteria(project: Project) -> Iterator[Found]:
    """A line of a target list takes in a line before it.

    That is how a favourite is put first and the rest kept as a fallback. But it is also what a line looks
    like whose limit or name was mistyped, so the list has to say that it is meant.

    Example: a rival city with defense 8 or less, after a rival city with a wonder and defense 8 or less.
    What to do: delete one of the two lines, or give the reason in `sic`.
    """
    for at in lists(project, 'target'):
        for (_, before), (index, line) in combinations(enumerate(at.order), 2):
            if takes_in(line, before) and not takes_in(before, line):
                message = f'found {line.name}, which takes in {before.name} before it, expected lines apart'
                yield at.found('order', message, 'delete one of the two, or give the reason in sic', index)


@finding('weaker-limit')
def weaker_limit(project: Project) -> Iterator[Found]:
    """The limit for cities with a wonder is not the limit for other cities.

    On a target list the two lines name the same defense. With a lower limit for the cities with a wonder,
    the best of them drop behind everything in between.

    Example: a rival city with a wonder and defense 6 or less, and further down any with defense 8 or less.
    What to do: give both the same limit.
    """
    for at in lists(project, 'target'):
        limits = {line.name: line.defense_at_most for line in at.order}
        for index, line in enumerate(at.order):
            wanted = limits.get('rival-city')
            if line.name == 'rival-city-with-wonder' and wanted and line.defense_at_most != wanted:
                message = f'found the limit {line.defense_at_most}, expected {wanted} as for rival-city'
                yield at.found('order', message, f'write {wanted}', index)


@finding('hopeless-limit')
def hopeless_limit(project: Project) -> Iterator[Found]:
    """A target may have more defense than the best roll of the attack can beat.

    With a six against a one the attack has five more than its combat value. A target that is still out of
    reach then, without trade tokens, is no target; most likely the limit has a digit too many.

    Example: a rival city with defense 40 or less for combat value 5.
    What to do: correct the limit or the combat value.
    """
    for at in lists(project, 'target'):
        reach = at.step.combat + BEST_ROLL - WORST_ROLL if isinstance(at.step, Attack) else 0
        for index, line in enumerate(at.order):
            if line.defense_at_most is not None and line.defense_at_most >= reach:
                message = f'found the limit {line.defense_at_most}, expected less than {reach}'
                yield at.found('order', message, 'correct the limit or the combat value', index)


@finding('dangling-other')
def dangling_other(project: Project) -> Iterator[Found]:
    """A line says "other", and what it is other than does not stand before it.

    Read from the top, "Other city-state." as the first line means nothing: other than which?

    Example: other-city-state before city-state-without-card, or without it.
    What to do: put the line that it refers to before it.
    """
    for at in lists(project):
        names = [line.name for line in at.order]
        for index, name in enumerate(names):
            wanted = OTHERS.get(name)
            if wanted and wanted not in names[:index]:
                message = f'found {name}, expected {wanted} before it'
                yield at.found('order', message, f'put {wanted} first', index)


@finding('missing-criterion')
def missing_criterion(project: Project) -> Iterator[Found]:
    """A list lacks a line that the list of the level before has, or that all its siblings have.

    The cards of a type grow from level to level. A line that disappears is a change of behaviour that
    nobody notices on the card, and most likely was forgotten.

    Example: a culture card of level IV without the line that level III added.
    What to do: add the line, or give the reason in `sic`.
    """
    for at in lists(project):
        siblings = [other for other in _siblings(project, at) if other.card != at.card]
        own = {line.name for line in at.order}
        theirs = [{line.name for line in other.order} for other in siblings]
        everywhere = set.intersection(*theirs) if theirs else set()
        before = {line.name for other in siblings if other.card.level == at.card.level - 1 for line in other.order}
        for name in sorted((everywhere | before) - own):
            message = f'found no {name}, expected it as on the other cards'
            yield at.found('order', message, f'add {name}, or give the reason in sic')


@finding('criterion-order')
def criterion_order(project: Project) -> Iterator[Found]:
    """A list has its lines in another order than most lists of its kind on cards of the type.

    Lists of siblings differ in what they add. Two lines that stand the other way round on one card only
    are most likely a slip.

    Example: lowest cost before nearest agenda on one industry card.
    What to do: put the lines in the order of the other cards.
    """
    for at in lists(project):
        others = [other for other in _siblings(project, at) if other.place != at.place]
        differ = [other for other in others if _ranked(other, at) != _ranked(at, other)]
        if 2 * len(differ) > len(others):
            message = f'found another order than on {differ[0].card.name}, expected the same'
            yield at.found('order', message, f'put it as {", ".join(_ranked(differ[0], at))}')


def _siblings(project: Project, at: StepAt) -> list[StepAt]:
    """The lists of the same name on the cards of the type."""
    return [other for other in lists(project, LISTS[at.step.KIND]) if other.card.type == at.card.type]


def _ranked(at: StepAt, other: StepAt) -> list[str]:
    """The lines of one list that another has, too, in their order."""
    shared = {line.name for line in other.order}
    return [name for name in dict.fromkeys(line.name for line in at.order) if name in shared]


@finding('unused-criterion')
def unused_criterion(project: Project) -> Iterator[Found]:
    """A criterion that the engine knows and no card uses.

    Most likely it fell out of a list. What no card uses is checked by no example.

    Example: no culture card lists spawn-point any more.
    What to do: add it to the list it fell out of. If no card should have it, delete it from CRITERIA in
    civap/content/criteria.py, or give the reason in `sic` at the top of cards.yaml.
    """
    used = {(LISTS[at.step.KIND], line.name) for at in lists(project) for line in at.order}
    for name, known in CRITERIA.items():
        for criterion in known:
            if (name, criterion) not in used:
                message = f'found no {name} list with {criterion}, expected one'
                hint = 'add it to the list it fell out of, or give the reason in sic'
                yield Found(project.documents['cards'], (), message, hint)

"""Findings about numbers and clauses of cards, and about cards beside their siblings of other levels."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from itertools import pairwise

from civap.content.cards import Card
from civap.content.project import Project
from civap.content.schema import kebab
from civap.content.steps import Reinforce, ResolveCard, Upgrade
from civap.proof.findings.deck import families, first_of_kind, steps
from civap.proof.findings.registry import Found, Place, finding, listed

# What grows from level to level: numbers, and sets of spaces. `less_per_attack` shrinks.
GROWS: Mapping[str, tuple[str, ...]] = {
    'place-control': ('tokens',),
    'move-caravans': ('spaces', 'through'),
    'build-wonder': ('production',),
    'build-city': ('range', 'from_', 'through'),
    'attack': ('times', 'range', 'combat', 'combat_against_barbarian', 'through'),
    'reinforce': ('tokens', 'less_per_attack'),
    'advance-dial': ('spaces',),
}
# What is the same on all cards of a type.
SAME: Mapping[str, tuple[str, ...]] = {'place-control': ('next_to', 'unplaced_pays'), 'upgrade': ('unless',)}
# What an upgrade waits for, and the step that brings it about.
ACTS = {'wonder-built': 'build-wonder', 'city-built': 'build-city', 'attacked': 'attack', 'reinforced': 'reinforce'}
# What the foot of a type must mention: the thing of which a trade token gives one more.
UNITS = {
    'culture': 'control token',
    'economy': 'space',
    'industry': 'production',
    'military': 'combat',
    'science': 'dial',
}


@finding('idle-floor')
def idle_floor(project: Project) -> Iterator[Found]:
    """A minimum that is never reached.

    After all attacks that the card allows, the number of tokens to reinforce is still at least the minimum.
    The clause takes room on the card and makes readers look for a case that does not exist.

    Example: 5 tokens less 2 for each of 2 attacks leave 1; "(minimum 0)" says nothing.
    What to do: delete `minimum`.
    """
    for at, least in _floors(project):
        minimum = at.minimum
        if minimum is not None and least >= minimum:
            message = f'found minimum {minimum} where {least} is the least, expected none'
            yield Found(project.documents['cards'], _place(project, at, 'minimum'), message, 'delete minimum')


@finding('missing-floor')
def missing_floor(project: Project) -> Iterator[Found]:
    """A number that falls below zero.

    After all attacks that the card allows, fewer than no tokens would be reinforced. The card has to say
    where the number stops.

    Example: 5 tokens less 3 for each of 2 attacks are -1, and the card names no minimum.
    What to do: add `minimum: 0`.
    """
    for at, least in _floors(project):
        if at.minimum is None and least < 0:
            message = f'found {least} tokens after all attacks and no minimum, expected one'
            place = _place(project, at, 'less-per-attack')
            yield Found(project.documents['cards'], place, message, 'add minimum: 0')


def _floors(project: Project) -> Iterator[tuple[Reinforce, int]]:
    """Each step that reinforces, with the tokens left after all attacks of its card."""
    for card in project.deck.cards:
        attacks = sum(getattr(step, 'times', 0) for step in card.steps)
        for step in card.steps:
            if isinstance(step, Reinforce):
                yield step, step.tokens - step.less_per_attack * attacks


def _place(project: Project, step: Reinforce, key: str) -> Place:
    return (*next(at.place for at in steps(project) if at.step is step), key)


@finding('level-order')
def level_order(project: Project) -> Iterator[Found]:
    """A card is weaker in something than the card of its type one level lower.

    Levels are worth having: production, combat, range, spaces and tokens rise or stay, spaces that can be
    crossed and counted from are kept, and each attack takes away fewer tokens.

    Example: production 5 on the industry card of level II when level I has 6.
    What to do: correct the number. If the card is meant to be weaker there, give the reason in `sic`.
    """
    for family in families(project):
        for (_, lower), (index, card) in pairwise(family):
            before = _strengths(lower)
            for place, (value, shown) in _strengths(card).items():
                old, old_shown = before.get(place, (value, ''))
                if not _at_least(value, old):
                    message = f'found {shown}, expected no less than {old_shown} on {lower.name}'
                    at = _where(card, index, place)
                    yield Found(project.documents['cards'], at, message, 'correct it, or give the reason in sic')


Strength = int | frozenset[str]


def _at_least(value: Strength, old: Strength) -> bool:
    if isinstance(value, frozenset) or isinstance(old, frozenset):
        return isinstance(value, frozenset) and isinstance(old, frozenset) and value >= old
    return value >= old


def _strengths(card: Card) -> dict[tuple[str, str], tuple[Strength, str]]:
    """By kind of step and key: how strong the card is there, and how a message shows it."""
    found: dict[tuple[str, str], tuple[Strength, str]] = {}
    if card.caravans:
        found['', 'caravans'] = card.caravans, f'caravans {card.caravans}'
    for step in reversed(card.steps):
        for name in GROWS.get(step.KIND, ()):
            value = getattr(step, name)
            if isinstance(value, tuple):
                found[step.KIND, name] = frozenset(value), f'{kebab(name)} {listed(value)}'
            else:
                number = getattr(step, 'combat', 0) if value is None else value
                found[step.KIND, name] = -number if name == 'less_per_attack' else number, f'{kebab(name)} {number}'
        for line in getattr(step, 'order', ()):
            if line.defense_at_most is not None:
                found[step.KIND, line.name] = line.defense_at_most, f'{line.name} {line.defense_at_most}'
    return found


def _where(card: Card, index: int, place: tuple[str, str]) -> Place:
    kind, name = place
    if not kind:
        return ('cards', index, name)
    number, step = next((number, step) for number, step in enumerate(card.steps) if kind == step.KIND)
    names = [line.name for line in getattr(step, 'order', ())]
    inside: Place = ('order', names.index(name)) if name in names else (kebab(name),)
    return ('cards', index, 'steps', number, kind, *inside)


@finding('missing-step')
def missing_step(project: Project) -> Iterator[Found]:
    """A card lacks a step that at least two cards of its type have.

    What only one level does is a speciality; what most levels do and one does not was most likely left out.
    An upgrade is not expected at the highest level.

    Example: three military cards reinforce after their attacks, the fourth does not.
    What to do: add the step, or give the reason in `sic`.
    """
    for family in families(project):
        counts = Counter(kind for _, card in family for kind in dict.fromkeys(step.KIND for step in card.steps))
        for index, card in family:
            for kind, count in counts.items():
                expected = count >= 2 and not (kind == Upgrade.KIND and card.level == len(family))
                if expected and kind not in {step.KIND for step in card.steps}:
                    message = f'found no {kind}, expected it as on {count} other {card.type} cards'
                    hint = f'add {kind}, or give the reason in sic'
                    yield Found(project.documents['cards'], ('cards', index, 'steps'), message, hint)


@finding('sibling-difference')
def sibling_difference(project: Project) -> Iterator[Found]:
    """A card differs from its siblings in a clause that is the same on all others.

    What a card pays for tokens that find no place, or when it is replaced, belongs to the type and not to
    the level. If the others agree, the one that differs is most likely a slip.

    Example: a culture card that pays nothing for an unplaced control token when the others pay 1.
    What to do: write what the others have.
    """
    for kind, names in SAME.items():
        for name in names:
            for group in first_of_kind(project, kind):
                values = Counter(getattr(at.step, name) for at in group)
                usual, count = values.most_common(1)[0]
                for at in group:
                    if count > 1 and getattr(at.step, name) != usual:
                        wanted = listed(usual) if isinstance(usual, tuple) else usual
                        message = f'found a clause that its siblings lack, expected {wanted}'
                        yield at.found(kebab(name), message, f'write {wanted}')


@finding('idle-condition')
def idle_condition(project: Project) -> Iterator[Found]:
    """An upgrade waits for something that no step before it does.

    A card is replaced unless it achieved something. If nothing before that step can achieve it, the card is
    replaced every time.

    Example: an industry card that is replaced unless it attacked; an upgrade that stands before the step
    that builds.
    What to do: name what the card does, and put the upgrade last.
    """
    for at in steps(project):
        if isinstance(at.step, Upgrade):
            before = {step.KIND for step in at.card.steps[: at.card.steps.index(at.step)]}
            for index, act in enumerate(at.step.unless):
                if ACTS[act] not in before:
                    message = f'found {act}, expected what a step before it does'
                    yield at.found('unless', message, 'correct it, or move the upgrade down', index)
                    break


@finding('chain-cycle')
def chain_cycle(project: Project) -> Iterator[Found]:
    """Cards that resolve each other without end.

    A card may resolve another after its own reset. If that one can resolve a third and the third the first
    again, a turn does not end. A card in a slot may be any card of another type; in slot 1 stands the card
    itself, after its reset.

    Example: a culture card that resolves the card in slot 5, when an industry card resolves the culture card.
    What to do: delete one of the steps.
    """
    chained = [(at, _next_types(at.card, at.step)) for at in steps(project) if isinstance(at.step, ResolveCard)]
    resolves: dict[str, set[str]] = defaultdict(set)
    for at, following in chained:
        resolves[at.card.type] |= following
    for at, following in chained:
        if any(at.card.type in {kind, *_reached(kind, resolves)} for kind in following):
            message = f'found a step that can come back to {at.card.name}, expected an end'
            yield at.found('reset', message, 'delete one of the steps that resolve a card')


def _next_types(card: Card, step: ResolveCard) -> set[str]:
    """The types of the cards that a step can resolve."""
    if step.type:
        return {step.type}
    return {card.type} if step.slot == 1 else set(UNITS) - {card.type}


def _reached(kind: str, resolves: Mapping[str, set[str]]) -> set[str]:
    """The types that can be resolved after a card of a type, however many cards later."""
    reached: set[str] = set()
    new = resolves.get(kind, set())
    while new - reached:
        reached |= new
        new = {following for kind in reached for following in resolves.get(kind, ())}
    return reached


@finding('foot-line-by-type')
def foot_line_by_type(project: Project) -> Iterator[Found]:
    """The line at the foot of a type does not name what a trade token adds there.

    Each type has one such line for its four cards. If it does not mention what the type counts (control
    tokens, spaces, production, combat, the dial), it is the line of another type.

    Example: "+1 production" at the foot of the economy cards.
    What to do: correct the phrase foot.<type>.
    """
    document = project.documents['phrases']
    for index, phrase in enumerate(project.phrases.phrases):
        family, _, kind = phrase.id.partition('.')
        if family == 'foot' and UNITS[kind] not in phrase.en.other:
            message = f'found a line that does not name {UNITS[kind]!r}, expected the foot of {kind} cards'
            yield Found(document, (index, 'en'), message, f'write what a trade token adds on {kind} cards')


@finding('each-of-one')
def each_of_one(project: Project) -> Iterator[Found]:
    """A foot line says "each caravan", and a card of the type moves only one.

    The line is the same on all cards of a type. On the card with one caravan "each" looks as if there
    were more.

    Example: "+1 space for each caravan" at the foot of an economy card with one caravan.
    What to do: say it so that it fits both, or give the reason in `sic`.
    """
    document = project.documents['phrases']
    single = [card.name for card in project.deck.cards if card.caravans == 1]
    for index, phrase in enumerate(project.phrases.phrases):
        if single and phrase.id.startswith('foot.') and 'each caravan' in phrase.en.other:
            message = f"found 'each caravan', expected words that fit the one caravan of {single[0]}"
            hint = 'write it so that it fits one, or give the reason in sic'
            yield Found(document, (index, 'en'), message, hint, 'each caravan')

"""What there can be of everything in a game: numbers of a state that none can reach, and pieces that no box has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, get_args

from civap.content.base_game import BaseGame, Era, Resource
from civap.content.cards import TYPES
from civap.content.problems import Problem
from civap.content.situation import NONE, SOME, CardFacts, Given, Space
from civap.content.source import Document, Key

Place = tuple[Key, ...]
AROUND = 6


class Limit(NamedTuple):
    """A number at a place of a state, the most that it can be, and what it counts."""

    place: Place
    found: object
    most: int
    what: str
    hint: str = ''


def check_limits(given: Given, base: BaseGame, document: Document, where: Place) -> Iterator[Problem]:
    """Numbers above what the game has, and more pieces than lie in its box."""
    spaces = given.spaces or ()
    on_map = Counter(space.resource or NONE for space in spaces)
    found = list(_above(_numbers(given, base), document, where))
    yield from found or check_tokens(given, base, on_map, sum(map(unclaimed, spaces)), document, where)
    yield from _pieces(spaces, given.market or (), base, document, where)


def check_tokens(
    given: Given, base: BaseGame, on_map: Counter[str], wonders: int, document: Document, where: Place
) -> Iterator[Problem]:
    """More tokens than there are beside those on the map; `wonders` are the natural ones that lie there."""
    yield from _above(_tokens(given, base, on_map, wonders), document, where)


def unclaimed(space: Space) -> bool:
    """Whether the token of a natural wonder lies there."""
    free = not (space.city or space.control or space.claimed)
    return free and space.natural_wonder not in (None, NONE)


def _above(limits: Iterable[Limit], document: Document, where: Place) -> Iterator[Problem]:
    for limit in limits:
        if isinstance(limit.found, int) and limit.found > limit.most:
            message = f'found {limit.found}, expected {limit.what}, at most {limit.most}'
            hint = limit.hint or (f'write 0 to {limit.most}' if limit.most else 'write 0')
            yield document.problem('out-of-range', message, document.node((*where, *limit.place)), hint)


def _numbers(given: Given, base: BaseGame) -> Iterator[Limit]:
    """Numbers that stand alone."""
    ap, tokens, wonders = given.ap, base.number('resource-tokens'), len(base.natural_wonders.items)
    yield Limit(('event-dial',), given.event_dial, len(base.event_dial.items) - 1, 'a space of the event dial')
    yield Limit(('ap', 'dial'), ap.dial, base.number('dial-end'), 'a space of the tech dial')
    yield Limit(('ap', 'era'), ap.era, len(get_args(Era)), 'an era')
    yield Limit(('ap', 'natural-wonders'), ap.natural_wonders, wonders, 'natural wonder tokens')
    yield Limit(('ap', 'resources'), ap.resources, tokens * len(get_args(Resource)), 'resource tokens')
    for index, rival in enumerate(given.rivals):
        yield from _natural_wonders(rival.row, ('rivals', index, 'row'), wonders)
    for name in get_args(Resource):
        yield Limit(('supply', name), getattr(given.supply, name), tokens, f'tokens of {name}')
    owned = (('wonders', ap.wonders, base.wonders.items), ('city-states', ap.city_states, base.city_states.items))
    for key, counts, items in owned:
        there = Counter[str](item.type for item in items)
        for kind in TYPES:
            yield Limit(('ap', key, kind), getattr(counts, kind), there[kind], f'{key} of this type')
    for index, space in enumerate(given.spaces or ()):
        for name, found in (
            ('reinforced-adjacent', space.reinforced_adjacent),
            ('tokens-adjacent', space.tokens_adjacent),
        ):
            yield Limit(('spaces', index, name), found, AROUND, 'tokens on adjacent spaces')


def _natural_wonders(row: Sequence[CardFacts], where: Place, wonders: int) -> Iterator[Limit]:
    """The tokens on the cards of a row, each with those on the cards before it."""
    left = wonders
    for index, item in enumerate(row):
        if isinstance(item.natural_wonders, int):
            yield Limit((*where, index, 'natural-wonders'), item.natural_wonders, left, 'natural wonder tokens')
            left = max(left - item.natural_wonders, 0)


def _tokens(given: Given, base: BaseGame, on_map: Counter[str], wonders: int) -> Iterator[Limit]:
    """There are so many of each, on the map, with the AP or in the supply."""
    each, ap, kinds = base.number('resource-tokens'), given.ap, get_args(Resource)
    for kind in kinds:
        left = each - on_map[kind] - ap.held.count(kind)
        node: Place = ('ap', 'held') if kind in ap.held else ('spaces',)
        what = f'tokens of {kind} on the map and with the AP'
        yield Limit(node, each - left, each, what, 'delete what is too many')
        yield Limit(('supply', kind), getattr(given.supply, kind), max(left, 0), f'tokens of {kind} that are left')
    if isinstance(ap.resources, int):
        what = 'as many as resources says'
        yield Limit(('ap', 'held'), len(ap.held), ap.resources, what, 'delete what is too many')
    left = max(len(base.natural_wonders.items) - wonders, 0)
    yield Limit(('ap', 'natural-wonders'), ap.natural_wonders, left, 'natural wonder tokens that are left')
    most = min(left, ap.natural_wonders) if isinstance(ap.natural_wonders, int) else left
    yield from _natural_wonders(ap.row, ('ap', 'row'), most)


def _pieces(
    spaces: Sequence[Space], market: Sequence[str], base: BaseGame, document: Document, where: Place
) -> Iterator[Problem]:
    """More of a player's pieces than it has, and what there is once in two places."""
    limits = {
        'capital': 1,
        'city': base.number('cities') + 1,
        'control': base.number('control-tokens'),
        'caravans': base.number('caravans'),
    }
    counts: Counter[tuple[str, str]] = Counter()
    seen = {('wonder', name): 'market' for name in market}
    ids = [space.id for space in spaces]
    for index, space in enumerate(spaces):
        if space.id in ids[:index]:
            continue  # told of apart
        for key, owner in _owned(space):
            counts[key, owner] += 1
            if counts[key, owner] == limits[key] + 1:
                message = f'found {limits[key] + 1} times {key} of {owner}, expected at most {limits[key]}'
                node = document.node((*where, 'spaces', index, key))
                yield document.problem('too-many-pieces', message, node, 'delete what is too many')
        for item in named_pieces(space):
            if item in seen:
                message = f'found {item[1]!r} again (first in {seen[item]}), expected it once'
                node = document.node((*where, 'spaces', index, item[0]))
                yield document.problem('duplicate-item', message, node, 'delete one of the two')
            seen.setdefault(item, f'spaces.{index}')


def _owned(space: Space) -> Iterator[tuple[str, str]]:
    """The pieces of players."""
    if space.city:
        yield 'city', space.city
        if space.capital:
            yield 'capital', space.city
    if space.control:
        yield 'control', space.control
    yield from (('caravans', owner) for owner in space.caravans)


def named_pieces(space: Space) -> Iterator[tuple[str, str]]:
    """What there is once, as key and name."""
    for key in ('wonder', 'natural-wonder', 'barbarian', 'city-state'):
        name = getattr(space, key.replace('-', '_'))
        if name not in (None, NONE, SOME):
            yield key, name

"""Reads all examples of a project and looks up every name in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from civap.content.base_game import Resource
from civap.content.cards import TYPES
from civap.content.examples import (
    Branch,
    But,
    Choice,
    Claims,
    Example,
    ExampleFile,
    Examples,
    When,
    read_example,
    situation,
)
from civap.content.limits import check_limits
from civap.content.problems import Problem, Problems, did_you_mean, in_file_order, nearest
from civap.content.rules import RULES, SECTIONS
from civap.content.schema import duplicate_ids
from civap.content.situation import AP, NONE, SOME, CardFacts, Given, Space, card_type, fact_keys, fact_pattern, merge
from civap.content.source import Document, Key, load

if TYPE_CHECKING:
    from civap.content.project import Project

# The fields of events that name a focus card, where it is not `card` alone.
CARDS = {'upgraded': ('card', 'to'), 'replaced': ('card', 'to'), 'swapped': ('card', 'with_'), 'diplomacy-taken': ()}
DIE = (1, 2, 3, 4, 5, 6)
NO_NUMBERS = (
    '.wonder', '.spawn-point', '.legal', '.completed', '.natural-wonder', '.resource', '.near-friendly',
    '.leader', '.card',
)  # fmt: skip


def load_examples(project: Project) -> Examples:
    """The examples of a project, in the order of their file names: `Project.examples`. Raises `Problems`."""
    return _load(project, sorted((project.content / 'examples').glob('*.yaml')), {})


def examples_with(project: Project, extra: Sequence[Path]) -> Examples:
    """The examples of a project, then those in `extra` files, which may lie anywhere. Raises `Problems`."""
    own = {file.path.resolve() for file in project.examples.values()}
    paths = [path for path in extra if path.resolve() not in own]
    return {**project.examples, **_load(project, paths, project.examples)}


def _load(project: Project, paths: Sequence[Path], others: Examples) -> Examples:
    """The examples in the files, which may go on after `others`."""
    files: list[ExampleFile] = []
    problems: list[Problem] = []
    for path in paths:
        try:
            files.append(read_example(path, load(path, _shown(path, project.root))))
        except Problems as error:
            problems.extend(error.problems)
    problems.extend(_check(files, others, project))
    if problems:
        raise Problems(problems)
    return {file.id: file for file in files}


def _shown(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)


def _check(files: Sequence[ExampleFile], others: Examples, project: Project) -> Iterator[Problem]:
    known = dict(others)
    for file in files:
        if file.id in known:
            message = f'found the id {file.id!r} again, expected each id once'
            yield file.document.problem('duplicate-id', message, file.document.node(('example',)), 'rename it')
        known.setdefault(file.id, file)
    for file in files:
        if file.path.is_relative_to(project.content):
            yield from _check_because(file)
        faults = list(_check_continues(file, known))
        yield from in_file_order(faults or check_example(file, known, project))


def _check_because(file: ExampleFile) -> Iterator[Problem]:
    """An example of our own shows its arithmetic and cites its rules."""
    if not file.example.printed and (file.example.because is None or not file.example.rules):
        message = 'found no because or no rules, expected both in an example of our own'
        node = file.document.node(('example',))
        yield file.document.problem('no-because', message, node, 'add because: with the arithmetic, and rules:')


def _check_continues(file: ExampleFile, known: Examples) -> Iterator[Problem]:
    node = file.document.node(('continues',))
    seen, earlier = {file.id}, file.example.continues
    while earlier:
        if earlier not in known:
            hint = did_you_mean(earlier, [name for name in known if name != file.id])
            message = f'found {earlier!r}, expected the id of an example'
            yield file.document.problem('unknown-example', message, node, hint)
            return
        if earlier in seen:
            message = f'found {earlier!r}, which goes on after this one, expected a story with a start'
            yield file.document.problem('endless-story', message, node, 'write when instead of one continues')
            return
        seen.add(earlier)
        earlier = known[earlier].example.continues


def check_example(file: ExampleFile, files: Examples, project: Project) -> Iterator[Problem]:
    """The names that an example uses: rules, cards, wonders, facts, and the faces of its dice."""
    yield from _References(file.document, project).check(file.example, situation(file, files))


def check_state(given: Given, document: Document, project: Project) -> Iterator[Problem]:
    """The names that a state uses."""
    yield from _References(document, project).check_state(given)


class _References:
    """Looks up every name of one example or state."""

    def __init__(self, document: Document, project: Project) -> None:
        self.document = document
        self.project = project
        self.rivals: tuple[str, ...] = ()

    def check_state(self, given: Given) -> Iterator[Problem]:
        """All faults of a state."""
        self.rivals = tuple(rival.id for rival in given.rivals)
        yield from self._given(given, ())
        yield from self._order(given, (), given)

    def check(self, example: Example, given: Given) -> Iterator[Problem]:
        """All faults, in file order within each part; `given` is the situation with what earlier stories state."""
        self.rivals = tuple(rival.id for rival in given.rivals)
        rules = (*RULES, *(card.rule for card in self.project.cards.values()))
        yield from self._one('section', example.section, ('section',), SECTIONS)
        yield from self._all('rule', example.rules, ('rules',), rules)
        yield from self._when(example.when, given)
        yield from self._given(example.given, ('given',))
        yield from self._order(example.given, ('given',), given)
        facts = self._facts(given) if example.assume else ()
        for index, item in enumerate(example.assume):
            yield from self._fact(item.fact, ('assume', index, 'fact'), facts)
        yield from self._choices(example.choices, ('choices',))
        yield from self._claims(example, ())
        for index, but in enumerate(example.but):
            yield from self._but(but, given, ('but', index))

    def _but(self, but: But, given: Given, where: tuple[Key, ...]) -> Iterator[Problem]:
        yield from self._given(but.given, (*where, 'given'))
        yield from self._order(but.given, (*where, 'given'), given)
        yield from self._choices(but.choices or (), (*where, 'choices'))
        yield from self._claims(but, where)

    def _when(self, when: When | None, given: Given) -> Iterator[Problem]:
        if when is None:
            return
        if when.resolve:
            yield from self._resolve(when.resolve, when.until, given)
        rivals = [rival.id for rival in given.rivals]
        if when.capital_won:
            yield from self._one('rival', when.capital_won, ('when', 'capital-won'), rivals)
        if when.defend:
            yield from self._one('rival', when.defend.by, ('when', 'defend', 'by'), rivals)
            if not given.map:
                spaces = [space.id for space in given.spaces or ()]
                yield from self._one('space', when.defend.space, ('when', 'defend', 'space'), spaces)
        if when.difficulty:
            levels = [level.id for level in self.project.ap_rules.difficulties]
            yield from self._one('difficulty', when.difficulty, ('when', 'difficulty'), levels)

    def _resolve(self, name: str, until: str | None, given: Given) -> Iterator[Problem]:
        place = ('when', 'resolve')
        cards = self.project.cards
        if name not in TYPES and name not in cards:
            yield from self._card(name, place)
            return
        row = {item.id for item in given.ap.row} | {card_type(item, cards) or '' for item in given.ap.row}
        known = all(item.card in cards for item in given.ap.row if item.card)
        if name not in row and known:
            message = f'found {name!r}, expected a card that given has in ap.row'
            yield self.document.problem('not-in-row', message, self.document.node(place), 'add it to the row')
        if until:
            kinds = [step.KIND for card in cards.values() if name in (card.id, card.type) for step in card.steps]
            yield from self._one('step', until, ('when', 'until'), list(dict.fromkeys(kinds)))

    def _given(self, given: Given, where: tuple[Key, ...]) -> Iterator[Problem]:
        base = self.project.base_game
        yield from check_limits(given, base, self.document, where)
        yield from self._each_once(given, where)
        yield from self._all('wonder', given.market or (), (*where, 'market'), list(base.wonder))
        victory = (*where, 'victory')
        cards = [card.id for card in given.victory or ()]
        yield from self._all('victory-card', cards, victory, list(base.victory_card))
        rows = [((*where, 'ap', 'row'), given.ap.row)]
        rows += [((*where, 'rivals', index, 'row'), rival.row) for index, rival in enumerate(given.rivals)]
        for place, row in rows:
            yield from self._row(row, place)
        yield from self._spaces(given, where)
        yield from self._named(given, where)
        yield from self._tiles(given, where)
        for index, rival in enumerate(given.rivals):
            if rival.id in (AP, NONE, SOME):
                message = f'found {rival.id!r}, expected another name of a rival: this one has a meaning'
                node = self.document.node((*where, 'rivals', index, 'id'))
                yield self.document.problem('bad-id', message, node, 'write the color of the player')
        players = (*self.rivals, *(rival.id for rival in given.rivals))
        for index, item in enumerate(given.ap.diplomacy if players else ()):
            yield from self._one('rival', item.from_, (*where, 'ap', 'diplomacy', index, 'from'), players)
        things = {('rivals',): given.rivals, ('spaces',): given.spaces}
        for key, named in things.items():
            ids = [thing.id for thing in named or ()]
            yield from duplicate_ids(ids, (*where, *key), self.document)

    def _each_once(self, given: Given, where: tuple[Key, ...]) -> Iterator[Problem]:
        """There is one of each wonder, city-state and victory card."""
        seen: dict[str, tuple[Key, ...]] = {}
        lists: tuple[tuple[tuple[Key, ...], Sequence[str] | None], ...] = (
            (('market',), given.market),
            (('ap', 'wonders'), given.ap.wonders.names),
            (('victory',), [card.id for card in given.victory or ()]),
            (('ap', 'city-states'), given.ap.city_states.names),
            (('ap', 'conquered'), given.ap.conquered),
        )
        for place, names in lists:
            for index, name in enumerate(names or ()):
                if name in seen:
                    message = f'found {name!r} again (first in {".".join(map(str, seen[name]))}), expected it once'
                    node = self.document.node((*where, *place, index))
                    yield self.document.problem('duplicate-item', message, node, 'delete one of the two')
                seen.setdefault(name, place)

    def _named(self, given: Given, where: tuple[Key, ...]) -> Iterator[Problem]:
        """Leaders, wonders and city-states by name."""
        base, ap = self.project.base_game, given.ap
        if ap.leader:
            yield from self._one('leader', ap.leader, (*where, 'ap', 'leader'), list(base.leader))
        yield from self._all('wonder', ap.wonders.names or (), (*where, 'ap', 'wonders'), list(base.wonder))
        states = list(base.city_state)
        for name, found in (('city-states', ap.city_states.names), ('conquered', ap.conquered)):
            yield from self._all('city-state', found or (), (*where, 'ap', name), states)
        for index, rival in enumerate(given.rivals):
            yield from self._all('city-state', rival.city_states, (*where, 'rivals', index, 'city-states'), states)

    def _tiles(self, given: Given, where: tuple[Key, ...]) -> Iterator[Problem]:
        """Each tile lies once, on one of its faces."""
        numbers = [tile.tile[:-1] for tile in given.map.tiles] if given.map else []
        for index, number in enumerate(numbers):
            if number in numbers[:index]:
                message = f'found tile {number} again (first in map.tiles.{numbers.index(number)}), expected it once'
                node = self.document.node((*where, 'map', 'tiles', index, 'tile'))
                yield self.document.problem('tile-twice', message, node, 'delete one of the two')

    def _spaces(self, given: Given, where: tuple[Key, ...]) -> Iterator[Problem]:
        """Wonders, natural wonders, resources and city-states on spaces, and the owners of pieces."""
        base = self.project.base_game
        known = {
            'wonder': (*base.wonder, NONE, SOME),
            'natural-wonder': (*(item.id for item in base.natural_wonders.items), NONE, SOME),
            'resource': (*get_args(Resource), NONE, SOME),
            'city-state': tuple(base.city_state),
        }
        for index, space in enumerate(given.spaces or ()):
            place = (*where, 'spaces', index)
            for name, names in known.items():
                value = getattr(space, name.replace('-', '_'))
                if value:
                    yield from self._one(name, value, (*place, name), names)
            yield from self._owners(given, space, place)

    def _owners(self, given: Given, space: Space, place: tuple[Key, ...]) -> Iterator[Problem]:
        players = (AP, *self.rivals, *(rival.id for rival in given.rivals))
        for name in ('city', 'control'):
            if owner := getattr(space, name):
                yield from self._one('player', owner, (*place, name), players)
        yield from self._all('player', space.caravans, (*place, 'caravans'), players)

    def _row(self, row: Sequence[CardFacts], where: tuple[Key, ...]) -> Iterator[Problem]:
        types: list[str | None] = []
        slots: set[int] = set()
        for index, item in enumerate(row):
            if isinstance(item.slot, int):
                if item.slot in slots:
                    message = f'found a second card in slot {item.slot}, expected one in each slot'
                    node = self.document.node((*where, index, 'slot'))
                    yield self.document.problem('slot-twice', message, node, 'correct one of the two')
                slots.add(item.slot)
            if item.card:
                yield from self._card(item.card, (*where, index, 'card'))
            kind = card_type(item, self.project.cards)
            if kind and kind in types:
                message = f'found a second {kind} card, expected one of each type in a row'
                node = self.document.node((*where, index))
                yield self.document.problem('type-twice', message, node, 'delete one of the two')
            types.append(kind)

    def _facts(self, given: Given) -> tuple[str, ...]:
        return tuple(fact_keys(given, self.project.cards))

    def _order(self, stated: Given, where: tuple[Key, ...], given: Given) -> Iterator[Problem]:
        """The facts that `stated` compares; `given` is what it adds to."""
        if not stated.order:
            return
        numbers = [fact for fact in self._facts(merge(given, stated)) if not fact.endswith(NO_NUMBERS)]
        for index, order in enumerate(stated.order):
            place = (*where, 'order', index)
            for name in ('less', 'more'):
                if key := getattr(order, name):
                    yield from self._fact(key, (*place, name), numbers)
            for number, key in enumerate(order.equal or ()):
                yield from self._fact(key, (*place, 'equal', number), numbers)

    def _choices(self, choices: Sequence[Choice], where: tuple[Key, ...]) -> Iterator[Problem]:
        for index, choice in enumerate(choices):
            place = (*where, index)
            if choice.faces is not None:
                yield from self._faces(choice, place)
            if choice.answer not in choice.options:
                key = 'pick' if choice.faces is None else 'roll'
                found = choice.pick if choice.faces is None else choice.roll
                message = f'found {found!r}, expected one of the options'
                node = self.document.node((*place, key))
                hint = did_you_mean(str(choice.pick), choice.options) if choice.pick else 'write a number on a face'
                yield self.document.problem('wrong-options', message, node, hint)

    def _faces(self, choice: Choice, place: tuple[Key, ...]) -> Iterator[Problem]:
        faces = choice.faces or {}
        rolled = [face for item in faces.values() for face in item]
        node = self.document.node((*place, 'faces'))
        if set(faces) != set(choice.options):
            message = 'found faces for other options, expected faces for each option'
            hint = f'write faces for {", ".join(choice.options)}'
            yield self.document.problem('wrong-options', message, node, hint)
        elif len(set(map(len, faces.values()))) > 1 or sorted(set(rolled)) != sorted(rolled):
            message = 'found unequal or shared faces, expected as many for each option'
            yield self.document.problem('uneven-faces', message, node, 'share out the faces evenly, each once')
        elif not set(rolled) <= set(DIE):
            yield self.document.problem('uneven-faces', 'found a face above 6, expected 1 to 6', node, 'delete it')

    def _claims(self, claims: Claims, where: tuple[Key, ...]) -> Iterator[Problem]:
        for place, event in expected_events(claims, where):
            for name in CARDS.get(event.KIND, ('card',)):
                if isinstance(value := event.fields.get(name), str) and value not in TYPES:
                    yield from self._card(value, (*place, name))
            if wonder := event.fields.get('wonder'):
                wonders = list(self.project.base_game.wonder)
                yield from self._one('wonder', wonder, (*place, 'wonder'), wonders)

    def _card(self, found: str, where: tuple[Key, ...]) -> Iterator[Problem]:
        yield from self._one('card', found, where, list(self.project.cards))

    def _fact(self, key: str, where: tuple[Key, ...], facts: Sequence[str]) -> Iterator[Problem]:
        if any(fact_pattern(key).fullmatch(fact) for fact in facts):
            return
        name = nearest(key, {_masked(fact, key) for fact in facts})
        message = f'found {key!r}, expected a fact of this situation'
        hint = f'write {name}' if name else 'name a fact of a thing that given lists'
        yield self.document.problem('unknown-fact', message, self.document.node(where), hint)

    def _all(self, what: str, found: Sequence[str], where: tuple[Key, ...], known: Sequence[str]) -> Iterator[Problem]:
        for index, item in enumerate(found):
            yield from self._one(what, item, (*where, index), known)

    def _one(self, what: str, found: str, where: tuple[Key, ...], known: Sequence[str]) -> Iterator[Problem]:
        if found in known:
            return
        message = f'found {found!r}, expected a {what.replace("-", " ")} that exists'
        hint = did_you_mean(found, known) if known else f'add a {what.replace("-", " ")} to given'
        yield self.document.problem(f'unknown-{what}', message, self.document.node(where), hint)


def expected_events(claims: Claims, where: tuple[Key, ...] = ()) -> Iterator[tuple[tuple[Key, ...], Any]]:
    """Every event that claims name, with its place in the file."""
    for index, item in enumerate(claims.then):
        place = (*where, 'then', index)
        if isinstance(item, Branch):
            yield (*place, 'when', item.when.KIND), item.when
            for number, event in enumerate(item.then):
                yield (*place, 'then', number, event.KIND), event
        else:
            yield (*place, item.KIND), item
    for name in ('never', 'possible'):
        for index, event in enumerate(getattr(claims, name)):
            yield (*where, name, index, event.KIND), event


def _masked(fact: str, key: str) -> str:
    """A fact with `*` where `key` has it."""
    parts, stars = fact.split('.'), key.split('.')
    if len(parts) != len(stars):
        return fact
    return '.'.join('*' if star == '*' else part for part, star in zip(parts, stars, strict=True))

"""Facts that nobody stated: asked for when a rule reads them, once, and only with values that can be true.

A thing of the game keeps its facts as attributes, all unset at first. Reading an unset one makes Python look in the
class, where a descriptor gets the value from the thing's `Source` and sets the attribute; reading it again costs no
more than any other attribute. `Facts` is the source that knows what a situation states and asks for the rest; a fact
that no rule reads is never asked for. A map that computes the facts of its spaces can stand in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import product
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, Protocol

from civap.content.schema import kebab
from civap.content.situation import fact_pattern
from civap.engine.choices import Answer, Chooser, DeadEnd, Kind, Question

Domain = tuple[Answer, ...]

NOT = 'not-'
YES_NO: Domain = (False, True)
EMPTY: Mapping[str, Any] = MappingProxyType({})


@cache
def amounts(most: int, least: int = 0) -> Domain:
    """The numbers from `least` to `most`."""
    return tuple(range(least, most + 1))


def spell(answer: Answer) -> str:
    """An answer as it is written in files and commands."""
    return str(answer).lower() if isinstance(answer, bool) else str(answer)


class Fact(NamedTuple):
    """A fact of a kind of thing: its name in keys and all values that it can have."""

    name: str
    domain: Domain


class Source(Protocol):
    """Where facts come from."""

    def knows(self, key: str) -> bool:
        """Whether finding a fact asks nothing."""
        ...

    def find(self, key: str, domain: Domain) -> Answer:
        """The value of a fact."""
        ...

    def at_most(self, key: str, domain: Domain, limit: int) -> bool:
        """Whether a number is at most `limit`; asks for no more than that."""
        ...

    def is_one(self, key: str, domain: Domain, value: str) -> bool:
        """Whether a fact has this value; asks for no more than that."""
        ...


class Relation(NamedTuple):
    """Something known about several facts together: `allows(values)` of the facts `keys`, where known.

    `apart` says that it is no more than that no two are the same.
    """

    keys: tuple[str, ...]
    allows: Callable[[Sequence[Answer | None]], bool]
    apart: bool = False


def less(low: str, high: str) -> Relation:
    """`low` is less than `high`."""
    return Relation((low, high), lambda values: None in values or values[0] < values[1])  # type: ignore[operator]


def equal(first: str, second: str) -> Relation:
    """Both are the same."""
    return Relation((first, second), lambda values: None in values or values[0] == values[1])


def distinct(keys: Iterable[str]) -> Relation:
    """No two are the same."""

    def allows(values: Sequence[Answer | None]) -> bool:
        known = [value for value in values if value is not None]
        return len(known) == len(set(known))

    return Relation(tuple(keys), allows, apart=True)


class Assumed:
    """Facts taken for granted, by name; a name may hold `*`."""

    __slots__ = ('_exact', '_options', '_patterns')

    def __init__(self, values: Mapping[str, str]) -> None:
        self._exact = {fact: value for fact, value in values.items() if '*' not in fact}
        self._patterns = [(fact_pattern(fact), value) for fact, value in values.items() if '*' in fact]
        # Every path asks the same, and the answer depends on nothing else.
        self._options: dict[tuple[str, Domain], Domain] = {}

    def value(self, key: str) -> str | None:
        """What a fact is taken to be, as it is written; a span such as `1-3` stands for any of it."""
        if key in self._exact:
            return self._exact[key]
        return next((value for pattern, value in self._patterns if pattern.fullmatch(key)), None)

    def options(self, key: str, options: Domain) -> Domain:
        """Those of the options that a fact can then be."""
        if not self._exact and not self._patterns:
            return options
        found = self._options.get((key, options))
        if found is None:
            value = self.value(key)
            found = options if value is None else tuple([option for option in options if meets(option, value)])
            self._options[key, options] = found
        return found


class Knowledge:
    """What a situation says about its facts: values, bounds, and how they are related."""

    __slots__ = ('bounds', 'known', 'relations')

    def __init__(self) -> None:
        self.bounds: dict[str, Domain] = {}
        self.known: dict[str, Answer] = {}
        self.relations: dict[str, list[Relation]] = {}

    def relate(self, relation: Relation) -> None:
        """Take a relation into account."""
        for key in relation.keys:
            self.relations.setdefault(key, []).append(relation)

    def groups(self) -> Iterator[list[str]]:
        """The unknown facts that are related, directly or through others; first an empty group for what is known."""
        yield []
        left = {key: None for key in self.relations if key not in self.known}
        while left:
            key, _ = left.popitem()
            group = [key]
            for member in group:
                for name in (name for relation in self.relations[member] for name in relation.keys):
                    if name in left:
                        del left[name]
                        group.append(name)
            yield group


class Facts:
    """What is stated, and an answer for each other fact: within its bounds, its relations and what is assumed.

    `known` are the values so far, as they were at the set-up.
    """

    def __init__(self, chooser: Chooser, knowledge: Knowledge, assumed: Assumed) -> None:
        self.bounds = knowledge.bounds.copy()
        self.known = knowledge.known.copy()
        self._relations = knowledge.relations
        self._chooser = chooser
        self._assumed = assumed

    def knows(self, key: str) -> bool:
        """Whether a fact is stated or was asked for."""
        return key in self.known

    def find(self, key: str, domain: Domain) -> Answer:
        """The value of a fact. Raises `DeadEnd` when no value fits."""
        if key in self.known:
            return self.known[key]
        options = self._options(key, domain)
        value = options[0] if len(options) == 1 else self._ask(key, options)
        self.known[key] = value
        return value

    def at_most(self, key: str, domain: Domain, limit: int) -> bool:
        """Whether a number is at most `limit`; asks only when its bounds leave that open."""
        if key in self.known:
            return int(self.known[key]) <= limit
        options = self._options(key, domain)
        low, high, spans = _split(options, limit)
        if not low or not high:
            return bool(low)
        answer = self._ask(key, spans, options)
        if answer in options:
            self.known[key] = answer
            return int(answer) <= limit
        below = answer == spans[0]
        self.bounds[key] = low if below else high
        return below

    def is_one(self, key: str, domain: Domain, value: str) -> bool:
        """Whether a fact has this value; asks only when its bounds leave that open."""
        options = self._options(key, domain)
        others = tuple(option for option in options if option != value)
        if not others or len(others) == len(options):
            return not others
        answer = self._ask(key, (f'{NOT}{value}', value), options)
        if answer in options:
            self.known[key] = answer
        else:
            self.bounds[key] = others
        return answer == value

    def consistent(self) -> bool:
        """Whether what is known agrees with every relation."""
        relations = {item for items in self._relations.values() for item in items}
        return all(item.allows([self.known.get(key) for key in item.keys]) for item in relations)

    def _ask(self, key: str, options: Domain, exact: Domain = ()) -> Answer:
        return self._chooser.choose(Question(Kind.FACT, key, options, None, exact))

    def _options(self, key: str, domain: Domain) -> Domain:
        """What the fact can be."""
        options = self._assumed.options(key, self.bounds.get(key, domain))
        for relation in self._relations.get(key, ()):
            if relation.apart:
                options = self._left(relation, key, options)
            else:
                options = _fitting(relation, key, options, tuple([self._possible(name) for name in relation.keys]))
        if not options:
            raise DeadEnd(key)
        return options

    def _left(self, relation: Relation, key: str, options: Domain) -> Domain:
        """The options that no other fact has; none if two others are the same already."""
        taken = [self.known[name] for name in relation.keys if name in self.known and name != key]
        return tuple([option for option in options if option not in taken]) if len(set(taken)) == len(taken) else ()

    def _possible(self, key: str) -> Domain:
        return (self.known[key],) if key in self.known else self.bounds.get(key, ())


@lru_cache(maxsize=4096)
def _fitting(relation: Relation, key: str, options: Domain, possible: tuple[Domain, ...]) -> Domain:
    """The options of a fact that agree with what each fact of a relation can be; every path asks the same few."""

    def fits(option: Answer) -> bool:
        others = zip(relation.keys, possible, strict=True)
        values = [(option,) if name == key else found or (None,) for name, found in others]
        return any(map(relation.allows, product(*values)))

    return tuple([option for option in options if fits(option)])


def span(numbers: Domain) -> str:
    """Rising numbers as one answer: `3`, or `3-8`."""
    return spell(numbers[0]) if len(numbers) == 1 else f'{numbers[0]}-{numbers[-1]}'


@cache
def _split(numbers: Domain, limit: int) -> tuple[Domain, Domain, Domain]:
    """Rising numbers up to a limit, those beyond it, and the spans of both; every path asks the same few."""
    low = tuple([number for number in numbers if int(number) <= limit])
    high = numbers[len(low) :]
    return low, high, (span(low), span(high)) if low and high else ()


def meets(answer: Answer, text: str) -> bool:
    """Whether an answer is the one written, lies in the span written, or is not the one ruled out: `not-trajan`."""
    if spell(answer) == text:
        return True
    if text.startswith(NOT):
        return spell(answer) != text.removeprefix(NOT)
    low, dash, high = text.partition('-')
    in_digits = dash and low.isdigit() and high.isdigit() and isinstance(answer, int)
    return bool(in_digits) and int(low) <= int(answer) <= int(high)


class _Unread:
    """A fact in the class of a thing: found when it is first read, then kept in the thing itself."""

    def __init__(self, slot: str, fact: Fact) -> None:
        self._slot = slot
        self._fact = fact

    def __get__(self, thing: Thing, kind: type[Thing]) -> Any:
        value = thing.source.find(f'{thing.key}.{self._fact.name}', self._fact.domain)
        thing.__dict__[self._slot] = value
        return value


class Thing:
    """Something with facts; subclasses list them in `FACTS`."""

    FACTS: ClassVar[Mapping[str, Fact]] = {}

    id: str
    key: str
    source: Source

    def __init_subclass__(cls) -> None:
        for slot, fact in cls.FACTS.items():
            setattr(cls, slot, _Unread(slot, fact))

    def __init__(self, name: str, key: str, source: Source, known: Mapping[str, Any] = EMPTY) -> None:
        """`known` are attributes that need not be found: a dictionary is copied faster than each is set."""
        self.__dict__.update(known, id=name, key=key, source=source)

    def knows(self, name: str) -> bool:
        """Whether reading a fact asks nothing."""
        return name in self.__dict__ or self.source.knows(self._key(name))

    def at_most(self, name: str, limit: int) -> bool:
        """Whether a number is at most `limit`, without asking for more than that."""
        if name in self.__dict__:
            return int(getattr(self, name)) <= limit
        return self.source.at_most(self._key(name), self.FACTS[name].domain, limit)

    def _key(self, name: str) -> str:
        return f'{self.key}.{self.FACTS[name].name}'


def facts(**domains: Domain) -> Mapping[str, Fact]:
    """Facts named like their attributes."""
    return {slot: Fact(kebab(slot), domain) for slot, domain in domains.items()}

"""Worked examples: a situation, what is done in it, and the events that must follow.

Each file in examples/ is one example. `given` states facts; `assume` names the facts that the story
takes for granted, each with a reason; `choices` pins what is decided or rolled. `then` are events that
happen in this order on every path, `never` ones that happen on none, `possible` ones that happen on at
least one. `but` tells the story again with something changed.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import ConfigDict, Discriminator, Field, Tag, model_validator

from civap.content.base_game import Event
from civap.content.events import LEAD, WORDS, Happening, Label, label
from civap.content.schema import (
    Count,
    Flag,
    Id,
    Model,
    NotEmpty,
    Reader,
    Text,
    fault,
    one_key_of,
    shown,
    some_key_of,
    validate,
)
from civap.content.situation import Given, merge
from civap.content.source import Document

FACT_KEY = r'[A-Za-z0-9*][A-Za-z0-9.*-]*'


def _key(value: object) -> str:
    if isinstance(value, str) and re.fullmatch(FACT_KEY, value):
        return value
    hint = 'write it like ap.resources'
    raise fault('bad-key', 'found {found}, expected a fact or question', hint, found=shown(value))


FactKey = Annotated[str, Reader(_key, keywords={'pattern': f'^{FACT_KEY}$'})]


def _option(value: object) -> str:
    if isinstance(value, str) and LEAD.fullmatch(value):
        return value
    return label(value)


# An answer: a name or number, or leads of an attacker such as -5..-2.
Option = Annotated[str, Reader(_option, keywords={'type': WORDS})]


class Defense(Model):
    """A rival attacks a space of the AP; `combat` is all that it adds to its die, tokens it spends included."""

    space: Label
    by: Label
    combat: Count


class When(Model):
    """What is done, one thing.

    `resolve` a card of the AP by its id or type (`until`: up to that step of it); `turns` of the AP, whole
    ones with the event dial; `capital-won`: it won an attack on that rival's capital; `defend`: it is
    attacked; `event` of the dial happens; `difficulty`: the row is set up for a level.
    """

    model_config = ConfigDict(
        json_schema_extra=one_key_of('resolve', 'turns', 'capital-won', 'defend', 'event', 'difficulty')
    )

    resolve: Id | None = None
    until: Id | None = None
    turns: Count | None = None
    capital_won: Label | None = None
    defend: Defense | None = None
    event: Event | None = None
    difficulty: Id | None = None

    @model_validator(mode='after')
    def _one_thing(self) -> Self:
        things = (self.resolve, self.turns, self.capital_won, self.defend, self.event, self.difficulty)
        if sum(thing is not None for thing in things) != 1:
            hint = 'write {resolve: <card>}, {turns: 1}, {capital-won: <rival>} or another'
            raise fault('one-event', 'found no single thing to do, expected one', hint)
        return self


class Assumption(Model):
    """A fact that the story needs and the text does not state; `*` in `fact` stands for any one name."""

    fact: FactKey
    value: Label
    why: Text


class Choice(Model):
    """A pinned question: its exact options and the one taken, by `pick` or by `roll` on `faces`."""

    model_config = ConfigDict(json_schema_extra=one_key_of('pick', 'roll'))

    ask: FactKey
    options: Annotated[tuple[Option, ...], Field(min_length=2)]
    faces: Mapping[Option, tuple[Count, ...]] | None = None
    roll: Annotated[Count, Field(le=6)] | None = None
    pick: Option | None = None

    @model_validator(mode='after')
    def _one_answer(self) -> Self:
        if (self.pick is None) == (self.roll is None) or (self.roll is None) != (self.faces is None):
            hint = 'write pick, or faces and roll'
            raise fault('one-answer', 'found no single answer, expected one', hint)
        return self

    @property
    def answer(self) -> str | None:
        """The option taken; none if the roll is on no option's faces."""
        if self.faces is None:
            return self.pick
        return next((item for item, faces in self.faces.items() if self.roll in faces), None)


class Branch(Model):
    """Events that must follow on each path on which `when` happens (which must be possible)."""

    when: Happening
    then: Annotated[tuple[Happening, ...], Field(min_length=1)]


def _item_kind(value: Any) -> str:
    branch = isinstance(value, Branch) or (isinstance(value, dict) and 'when' in value)
    return 'branch' if branch else 'event'


Item = Annotated[Annotated[Happening, Tag('event')] | Annotated[Branch, Tag('branch')], Discriminator(_item_kind)]


SOMETHING = some_key_of('then', 'never', 'possible')


class Claims(Model):
    """What must happen."""

    model_config = ConfigDict(json_schema_extra=SOMETHING)

    then: tuple[Item, ...] = ()
    never: tuple[Happening, ...] = ()
    possible: tuple[Happening, ...] = ()

    @model_validator(mode='after')
    def _claims_something(self) -> Self:
        if not (self.then or self.never or self.possible):
            hint = 'add then, never or possible'
            raise fault('no-claim', 'found no expected event, expected one', hint)
        return self


class But(Claims):
    """The same story with something changed, and what happens then."""

    given: Given = Given.model_construct()
    choices: tuple[Choice, ...] | None = None


class Example(Claims):
    """One example. `continues` names the example after which it goes on; `rules` those it must show.

    A `printed` one is in the rulebook of the source; one of our own says in `because` how its numbers follow.
    """

    model_config = ConfigDict(json_schema_extra={**SOMETHING, **one_key_of('when', 'continues')})

    example: Id
    section: Id
    printed: Flag = False
    because: Text | None = None
    rules: Annotated[tuple[str, ...], NotEmpty] = ()
    continues: Id | None = None
    when: When | None = None
    given: Given = Given.model_construct()
    assume: tuple[Assumption, ...] = ()
    choices: tuple[Choice, ...] = ()
    but: tuple[But, ...] = ()

    @model_validator(mode='after')
    def _does_something(self) -> Self:
        if (self.when is None) == (self.continues is None):
            hint = 'write when, or continues'
            raise fault('one-start', 'found no single start, expected when or continues', hint)
        return self


@dataclass(frozen=True)
class ExampleFile:
    """An example with the file it was read from."""

    path: Path
    document: Document
    example: Example

    @property
    def id(self) -> str:
        """The example's id."""
        return self.example.example


Examples = Mapping[str, ExampleFile]


def read_example(path: Path, document: Document) -> ExampleFile:
    """The example in a document. Raises `Problems`."""
    return ExampleFile(path, document, validate(Example, document))


def situation(file: ExampleFile, files: Examples) -> Given:
    """What an example states, with what the story before it states."""
    earlier = file.example.continues
    return merge(situation(files[earlier], files), file.example.given) if earlier else file.example.given

"""An example as stories that can be played: the situation, what was done before, the pins, the claims."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from civap.content.examples import Assumption, Choice, Claims, ExampleFile, Examples, When, situation
from civap.content.situation import Given, merge
from civap.content.source import Key
from civap.engine.capital import capital_won
from civap.engine.choices import Answer, Chooser, Pin, Scripted
from civap.engine.defend import defend
from civap.engine.events import happen
from civap.engine.facts import Assumed
from civap.engine.gain import set_difficulty
from civap.engine.setup import SetUp
from civap.engine.state import Game
from civap.engine.trace import Event
from civap.engine.turn import Turn, take_turn

Place = tuple[Key, ...]


@dataclass(frozen=True)
class Story:
    """An example, or one of its `but` variants; `place` is where it stands in the file.

    `chapters` are what is done, earlier examples first (`None`: the card goes on); the claims are about
    the last one. `pins` are its own choices with their places, `earlier` those of the examples before.
    """

    file: ExampleFile
    place: Place
    given: Given
    chapters: tuple[When | None, ...]
    earlier: tuple[Choice, ...]
    pins: Mapping[str, tuple[Choice, Place]]
    assumed: tuple[Assumption, ...]
    claims: Claims

    @cached_property
    def script(self) -> Mapping[str, Pin]:
        """Its own choices, for the engine."""
        return {key: _pin(choice) for key, (choice, _) in self.pins.items()}

    @cached_property
    def earlier_script(self) -> Mapping[str, Pin]:
        """Those of the examples before."""
        return {choice.ask: _pin(choice) for choice in self.earlier}


class Outcome(NamedTuple):
    """What one run of a story gave: the events of its last chapter, and what became of its pins."""

    events: tuple[Event, ...]
    unasked: frozenset[str]
    mismatches: Mapping[str, tuple[Answer, ...]]


def stories(file: ExampleFile, files: Examples) -> Iterator[Story]:
    """The example itself, then each `but`."""
    told = _story(file, files)
    yield told
    for index, but in enumerate(file.example.but):
        place: Place = ('but', index)
        pins = told.pins if but.choices is None else _pins(but.choices, place)
        given = merge(told.given, but.given)
        yield replace(told, place=place, given=given, pins=pins, claims=but)


def _story(file: ExampleFile, files: Examples) -> Story:
    example = file.example
    given = situation(file, files)
    pins = _pins(example.choices, ())
    if example.continues is None:
        chapters = (example.when,)
        return Story(file, (), given, chapters, (), pins, example.assume, example)
    before = _story(files[example.continues], files)
    return replace(
        before,
        file=file,
        given=given,
        chapters=(*before.chapters, example.when),
        earlier=(*before.earlier, *(choice for choice, _ in before.pins.values())),
        pins=pins,
        assumed=(*before.assumed, *example.assume),
        claims=example,
    )


def _pins(choices: Sequence[Choice], place: Place) -> Mapping[str, tuple[Choice, Place]]:
    return {choice.ask: (choice, (*place, 'choices', index)) for index, choice in enumerate(choices)}


def play(story: Story, set_up: SetUp, readings: Mapping[str, str], chooser: Chooser, assumed: Assumed) -> Outcome:
    """One run of a story from its set-up. Raises `Unstated`."""
    before = Scripted(story.earlier_script, chooser) if story.earlier else chooser
    script = Scripted(story.script, before)
    game = set_up.game(readings, script, assumed)
    start, turn = 0, None
    for chapter in story.chapters:
        start = len(game.trace.events)
        turn = _perform(game, chapter, turn)
    events = tuple(game.trace.events[start:])
    return Outcome(events, frozenset(script.unasked), script.mismatches)


def _pin(choice: Choice) -> Pin:
    return Pin(str(choice.answer), frozenset(choice.options))


def _perform(game: Game, chapter: When | None, turn: Turn | None) -> Turn | None:
    """Do what a chapter says; the card that is left half resolved, if one is."""
    if chapter is None:
        assert turn is not None
        turn.run()
        return turn
    if chapter.resolve:
        turn = Turn(game, chapter.resolve)
        turn.run(chapter.until)
        return turn
    if chapter.turns:
        for _ in range(chapter.turns):
            take_turn(game)
    elif chapter.capital_won:
        capital_won(game, game.rivals[chapter.capital_won])
    elif chapter.defend:
        defend(game, game.board.named[chapter.defend.space], chapter.defend.by, chapter.defend.combat)
    elif chapter.event:
        happen(game, chapter.event)
    elif chapter.difficulty:
        set_difficulty(game, chapter.difficulty)
    return None


def assumed(story: Story, without: str = '') -> Assumed:
    """What a story takes for granted, perhaps but for one fact, for the engine."""
    values = {item.fact: item.value for item in story.assumed if item.fact != without}
    return Assumed(values)

"""A turn of the AP from a state that a person has on the table, told step by step."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from random import Random
from textwrap import shorten
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from civap.content.compact import compact
from civap.content.problems import Problem, Problems, in_file_order
from civap.content.readings import load_readings
from civap.content.references import check_state
from civap.content.say import Plain
from civap.content.schema import kebab, shown, validate
from civap.content.situation import Given
from civap.content.source import MAX_BYTES, Document, load, parse, text_of
from civap.engine.choices import CHANCE, Answer, Chooser, DeadEnd, Kind, Question, Seeded, TooManyPaths
from civap.engine.dice import Rolled, dice_of, endless, leads, option_of, thrown
from civap.engine.facts import Assumed, meets, spell
from civap.engine.setup import SetUp
from civap.engine.snapshot import snapshot
from civap.engine.state import Game, Unstated
from civap.engine.trace import Event
from civap.engine.turn import take_turn
from civap.proof.placed import set_up
from civap.proof.report import unstated_hint, unstated_message
from civap.proof.rolls import Asked, Noted, options_said
from civap.proof.rolls import rolled as rolled_said
from civap.proof.words import Words

if TYPE_CHECKING:
    from civap.content.project import Project

Read = Callable[[str], str]
AFTER = '<state after the turn>'


@dataclass
class Played:
    """What happened in a turn, what was asked, and the state after it."""

    events: tuple[Event, ...]
    asked: tuple[Asked, ...]
    state: Given

    def lines(self, words: Words) -> Iterator[str]:
        """The story for a reader; the last line is the state and nothing else, so that a command can read it."""
        for number, event in enumerate(self.events, 1):
            rolls = self._rolls(number - 1)
            yield f'{number:>3} {words.event(event, _faces(rolls))}'
            if event.kind != 'fought':
                yield from (f'      {rolled_said(roll, words)}' for roll in rolls)
            if event.rules:
                yield f'      {words.rules(event.rules)}'
        yield words.say('report.state')
        yield compact(self.state)

    def data(self, words: Words) -> dict[str, Any]:
        """The story as plain data."""
        return {
            'events': [_plain(event, words, _faces(self._rolls(at))) for at, event in enumerate(self.events)],
            'asked': [
                {'question': each.question.key, 'kind': each.question.kind.value, 'answer': each.answer}
                | ({'faces': list(each.faces)} if each.faces else {})
                for each in self.asked
            ],
            'state': compact(self.state),
        }

    def _rolls(self, event: int) -> list[Asked]:
        """What was rolled for an event, as far as the faces are known."""
        return [each for each in self.asked if each.faces and each.event == event]


def _faces(rolls: Sequence[Asked]) -> tuple[int, ...]:
    return tuple(face for roll in rolls for face in roll.faces)


class Stopped(Problems):
    """Problems of a later turn; `played` are the turns before."""

    def __init__(self, problems: Problems, played: Played) -> None:
        super().__init__(problems.problems)
        self.played = played


def _plain(event: Event, words: Words, faces: Sequence[int]) -> dict[str, Any]:
    fields = {kebab(name): str(value) if isinstance(value, Fraction) else value for name, value in event.fields.items()}
    rolled = {'faces': list(faces)} if faces else {}
    told = {'rules': list(event.rules), 'step': event.step, 'text': words.event(event, faces)}
    return {'kind': event.kind, **fields, **rolled, **told}


def load_state(project: Project, state: str) -> tuple[Given, Document]:
    """A state from a file, from standard input (`-`), or written out (`{...}`). Raises `Problems`."""
    if state == '-':
        document = parse(text_of(_standard_input(), '<stdin>'), '<stdin>')
    elif state.lstrip().startswith('{'):
        document = parse(text_of(state.encode('utf-8', 'surrogateescape'), '<state>'), '<state>')
    elif state.strip():
        document = load(Path(state), state)
    else:
        raise Problems(Problem('no-state', "found '', expected a file, - or {...}", hint='name a file'))
    given = validate(Given, document)
    if problems := in_file_order(check_state(given, document, project)):
        raise Problems(problems)
    return given, document


def _standard_input() -> bytes:
    """What is on it, as far as it is not too long; a closed one is None."""
    try:
        return sys.stdin.buffer.read(MAX_BYTES + 1) if sys.stdin else b''
    except OSError as error:
        message = f'found {error.strerror!r}, expected a state'
        raise Problems(Problem('unreadable', message, '<stdin>', hint='send it a file')) from None


def resolve(
    project: Project,
    state: str,
    chooser: Chooser,
    readings: Mapping[str, str] | None = None,
    turns: int = 1,
) -> Played:
    """The next turns of the AP; `chooser` answers what the state leaves open. Raises `Problems`, or `Stopped`."""
    given, document = load_state(project, state)
    made = _set_up(project, given, document)
    noted = Noted(chooser)
    game = made.game({**load_readings(project).chosen, **(readings or {})}, noted, Assumed({}))
    noted.trace = game.trace
    played = None
    for _ in range(turns):
        try:
            _take_turn(game, document)
            after = _state(made, game, document)
        except Problems as error:
            raise Stopped(error, played) if played else error from None
        played = Played(tuple(game.trace.events), tuple(noted.asked), after)
    assert played is not None
    return played


def _take_turn(game: Game, document: Document) -> None:
    try:
        take_turn(game)
    except Unstated as error:
        message = unstated_message(str(error))
        hint = unstated_hint(str(error), game.content)
        raise Problems(document.problem('unstated', message, document.root, hint)) from None
    except DeadEnd as error:
        message = f'found answers that no state fits (at {error}), expected others'
        raise Problems(document.problem('wrong-options', message, document.root, 'correct the state')) from None


def _state(made: SetUp, game: Game, document: Document) -> Given:
    """The state after a turn. Raises `Problems` for one that would not be read again.

    Answers that do not fit together lead there, such as more natural wonder tokens on the cards than there are.
    """
    try:
        after = snapshot(made, game)
    except ValidationError as error:
        detail = error.errors(include_url=False)[0]
        where = '.'.join(map(str, detail['loc']))
        message = f'found {detail["input"]} as {where} after the turn, expected a number that a state may have'
        raise Problems(document.problem('out-of-range', message, document.root, 'correct the state')) from None
    written = parse(compact(after), AFTER)
    if problems := in_file_order(check_state(after, written, game.content)):
        raise Problems(problems)
    return after


def _set_up(project: Project, given: Given, document: Document) -> SetUp:
    """The set-up, if anything fits it."""
    made = set_up(project, given, document)
    try:
        fits = made.fits(Assumed({}))
    except TooManyPaths:
        fits = True
    if not fits:
        message = 'found nothing that fits all that is stated, expected a state that can be'
        raise Problems(document.problem('no-such-state', message, document.root, 'check order and bounds'))
    return made


@dataclass
class Asking:
    """A person at a terminal, asked in words. `read` shows a prompt and gives the line typed, '' at the end of input.

    With `again` a wrong answer is asked for once more, else it is a problem.
    """

    words: Words
    read: Read
    again: bool = True
    thrown: tuple[int, ...] = ()

    def choose(self, question: Question) -> Answer:
        """The option that the person names. Raises `Problems` at the end of input."""
        self.thrown = ()
        if question.kind is Kind.DIE:
            return self._die(question)
        if question.kind is Kind.TIE:
            return self._tie(question)
        prompt = fact_question(question, self.words)
        names: dict[str, Answer] = {}
        for option in (*question.options, *question.exact):
            names.update({spell(option).lower(): option, self._shown(option).lower(): option})
        shown = self.words.list_of(map(self._shown, question.options))
        return self._ask(f'{prompt} ({shown})', lambda text: _named(text, names, question.options), shown)

    def _shown(self, option: Answer) -> str:
        if isinstance(option, bool):
            return self.words.say('say.yes' if option else 'say.no')
        text = str(option)
        if text.startswith('not-'):
            return self.words.say('say.not', thing=Plain(self.words.name(text.removeprefix('not-'))))
        return self.words.name(text)

    def _die(self, question: Question) -> Answer:
        if all(isinstance(option, int) for option in question.options):
            prompt = self.words.say('ask.direction')
            face = self._ask(prompt, lambda text: _face(text) if _face(text) in question.options else None)
            self.thrown = (int(face),)
            return face
        first = int(self._ask(self.words.say('ask.attacker'), _face))
        second = int(self._ask(self.words.say('ask.defender'), _face))
        self.thrown = (first, second)
        return next(option for option in question.options if first - second in leads(str(option)))

    def _tie(self, question: Question) -> Answer:
        """By the house table: the faces of each option, a new roll where none fits."""
        options = question.options
        said = options_said(options, self.words, self._shown)
        prompt = self.words.say('ask.die', options=Plain(said))
        while True:
            more = (self.words.say('ask.face') for _ in range(dice_of(len(options)) - 1))
            self.thrown = tuple(int(self._ask(each, _face)) for each in (prompt, *more))
            index = option_of(self.thrown, len(options))
            if index is not None:
                return options[index]
            prompt = self._rerolled(prompt)

    def _rerolled(self, prompt: str) -> str:
        """The prompt after a face without an option."""
        said = self.words.say('ask.reroll')
        return prompt if prompt.startswith(said) else f'{said}\n{prompt}'

    def _ask(self, prompt: str, parse_answer: Callable[[str], Answer | None], fitting: str = '1–6') -> Answer:
        """What is typed, once it can be parsed; `fitting` is what would be."""
        why = ''
        while True:
            text = self.read(f'{why}{prompt}: ')
            if not text:
                message = 'found the end of input, expected an answer'
                raise Problems(Problem('no-answer', message, hint='state it in the state, or add --dice or --seed'))
            answer = parse_answer(text.strip())
            if answer is not None:
                return answer
            if not self.again:
                message = f'found {shown(text.strip())}, expected an answer to: {prompt}'
                raise Problems(Problem('bad-answer', message, hint='write one of the options'))
            why = self.words.say('ask.again', answer=Plain(shorten(text, 60) or '–'), options=Plain(fitting)) + '\n'


class Stating:
    """Nobody to ask: an open question is a problem that says what to state."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def choose(self, question: Question) -> Answer:
        """Raises `Problems`."""
        options = ', '.join(map(spell, question.options))
        words = fact_question(question, self._words)
        if question.kind in (Kind.TIE, Kind.DIE):
            message = f'found no roll for {question.key} ({options}), expected one'
            raise Problems(Problem('not-rolled', message, hint='add --dice, --seed, or run it in a terminal'))
        message = f'found nothing about {question.key} ({words}), expected one of {options}'
        raise Problems(Problem('not-stated', message, hint='state it, or run it in a terminal'))


def seeded(seed: int) -> Chooser:
    """Dice by a seed; facts and decisions, where nobody else is asked, by the same."""
    random = Random(seed)
    return Rolled(endless(random), Seeded(random))


class Chance:
    """Ties and dice by one chooser, facts and decisions of people by another."""

    def __init__(self, chance: Chooser, rest: Chooser) -> None:
        self.thrown: tuple[int, ...] = ()
        self._chance = chance
        self._rest = rest

    def choose(self, question: Question) -> Answer:
        """By the kind of the question."""
        chooser = self._chance if question.kind in CHANCE else self._rest
        answer = chooser.choose(question)
        self.thrown = thrown(chooser)
        return answer


def parse_dice(text: str) -> tuple[int, ...]:
    """`2,5` as faces. Raises `Problems`."""
    faces = []
    for part in filter(None, (part.strip() for part in text.split(','))):
        face = _face(part)
        if face is None:
            message = f'found the die {part!r}, expected a face from 1 to 6'
            raise Problems(Problem('bad-die', message, hint='write it like --dice 2,5'))
        faces.append(face)
    return tuple(faces)


def rolled(faces: Sequence[int], rest: Chooser) -> Chooser:
    """Dice that were rolled, then the rest."""
    return Rolled(faces, rest)


def fact_question(question: Question, words: Words) -> str:
    """What is asked, in words."""
    parts = question.key.split('.')
    if question.kind is Kind.HUMAN:
        if parts[0] == 'destroy':
            return words.say('ask.give-up', owner=Plain(words.name(parts[1])))
        return words.say('ask.hold')
    if len(parts) > 2 and parts[1] in ('wonders', 'city-states', 'diplomacy'):
        name, thing = parts[1], parts[2]
    else:
        name, thing = parts[-1], parts[-2] if len(parts) > 1 else ''
    key = f'ask.fact.{name}'
    if not words.knows(key):
        return question.key
    said = _thing(parts, thing, words)
    return words.say(key, thing=Plain(said)) if '{thing}' in words.pattern(key) else words.say(key)


def _thing(parts: list[str], thing: str, words: Words) -> str:
    name = words.name(thing)
    if parts[0] == 'victory':
        agendas = words.project.base_game.victory_card[thing].agendas
        return ' / '.join(words.say(f'agenda.{agenda.id}') for agenda in agendas)
    return f'{name} ({words.name(parts[1])})' if parts[0] == 'rivals' and len(parts) > 3 else name


def _face(text: str) -> int | None:
    return int(text) if text in tuple('123456') else None


def _named(text: str, names: Mapping[str, Answer], options: tuple[Answer, ...]) -> Answer | None:
    """An option by its word or number; a number may stand for the span it lies in."""
    if text.lower() in names:
        return names[text.lower()]
    if text.isdigit():
        return next((option for option in options if meets(int(text), str(option))), None)
    return None

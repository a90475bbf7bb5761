"""One run of an example, told step by step, with the answers that a person gives."""

from __future__ import annotations

import pathlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from civap.content.problems import Problem, Problems, did_you_mean
from civap.content.readings import load_readings
from civap.content.situation import fact_keys
from civap.engine.choices import Answer, Chooser, DeadEnd, Path, Question, Replay
from civap.engine.facts import Assumed, meets, spell
from civap.engine.state import Unstated
from civap.proof.examples import find_example
from civap.proof.placed import set_up
from civap.proof.report import story_id, unstated_hint, unstated_message
from civap.proof.story import Outcome, Story, play, stories
from civap.proof.verdicts import misses
from civap.proof.words import Words

if TYPE_CHECKING:
    from civap.content.project import Project


class Told:
    """Takes answers by question before anybody else is asked. `asked` are all questions that came up."""

    def __init__(self, answers: Mapping[str, str], rest: Chooser) -> None:
        self.asked: list[Question] = []
        self._answers = answers
        self._rest = rest

    def choose(self, question: Question) -> Answer:
        """The answer told. Raises `Problems` when the question has no such option."""
        self.asked.append(question)
        if question.key not in self._answers:
            return self._rest.choose(question)
        told = self._answers[question.key]
        for option in question.options:
            if meets(option, told) or meets(_number(told), str(option)):
                return option
        options = ', '.join(map(spell, question.options))
        raise Problems(
            Problem('wrong-options', f'found {question.key}={told}, expected {options}', hint='take one of these')
        )


def _number(text: str) -> Answer:
    return int(text) if text.isdigit() else text


def explain(project: Project, example: str, answers: str = '', words: Words | None = None) -> str:
    """How an example (`<id>` or its file, and `<id>/1` for its first variant) is resolved.

    `answers` is `KEY=VALUE,...`; they win over what the example pins and assumes. What is still open
    gets its first option. Raises `Problems`.
    """
    name, number = _parted(example)
    files, file = find_example(project, name)
    told = list(stories(file, files))
    story = told[_variant(number, told, example)]
    given = parse_answers(answers)
    path, asked = _run(project, story, given)
    _refuse_unasked(project, story, given, asked)
    return '\n'.join(_lines(story, path, asked, given, words or Words(project)))


def steps(project: Project, example: str, words: Words) -> tuple[str, ...]:
    """What happens in an example of the project, a line an event, with the first option wherever something is open.

    Raises `Problems`.
    """
    path, _ = _run(project, next(stories(project.examples[example], project.examples)), {})
    return tuple(words.event(event) for event in path.outcome.events)


def _parted(example: str) -> tuple[str, str]:
    """An example and the number of its variant; a file may lie in a folder with a number."""
    name, _, number = example.rpartition('/')
    is_variant = name and (number.isdigit() or '.' not in example) and not pathlib.Path(example).is_file()
    return (name, number) if is_variant else (example, '')


def _variant(number: str, told: list[Story], example: str) -> int:
    if not number:
        return 0
    if number.isdigit() and 0 < int(number) < len(told):
        return int(number)
    expected = f'a variant from 1 to {len(told) - 1}' if len(told) > 1 else 'no number: it has no variants'
    message = f'found {example!r}, expected {expected}'
    raise Problems(Problem('unknown-example', message, hint='leave the number out for the example itself'))


def parse_answers(text: str) -> dict[str, str]:
    """`KEY=VALUE,...` as a mapping. Raises `Problems`."""
    answers: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in text.split(','))):
        key, equals, value = part.partition('=')
        if not (equals and key and re.fullmatch(r'[A-Za-z0-9-]+', value)):
            message = f'found {part!r}, expected KEY=VALUE'
            raise Problems(Problem('bad-answer', message, hint='write it like ap.resources=1'))
        if key in answers:
            raise Problems(Problem('bad-answer', f'found {key} twice, expected it once', hint='delete one of the two'))
        answers[key] = value
    return answers


def _run(project: Project, story: Story, answers: Mapping[str, str]) -> tuple[Path[Outcome], list[Question]]:
    """The path with these answers, and every question on it that no pin or assumption answered."""
    replay = Replay()
    told = Told(answers, replay)
    taken = {item.fact: item.value for item in story.assumed}
    readings = load_readings(project).chosen
    made = set_up(project, story.given, story.file.document, (*story.place, 'given'))
    pins = {key: pin for key, pin in story.pins.items() if key not in answers}
    earlier = tuple(choice for choice in story.earlier if choice.ask not in answers)
    free = replace(story, pins=pins, earlier=earlier)
    try:
        outcome = play(free, made, readings, told, Assumed({**taken, **answers}))
    except DeadEnd as error:
        message = f'found answers that no situation fits (at {error}), expected others'
        raise Problems(Problem('wrong-options', message, hint='leave one of them out')) from None
    except Unstated as error:
        message = unstated_message(str(error))
        raise Problems(Problem('unstated', message, hint=unstated_hint(str(error), project))) from None
    return replay.path(outcome), told.asked


def _refuse_unasked(project: Project, story: Story, answers: Mapping[str, str], asked: list[Question]) -> None:
    """An answer to a question that does not exist is a mistake; a fact that no rule reads is not."""
    known = [*fact_keys(story.given, project.cards), *(question.key for question in asked)]
    for key in answers:
        if key not in known:
            message = f'found {key!r}, expected a fact or question of {story_id(story)}'
            raise Problems(Problem('not-asked', message, hint=did_you_mean(key, known)))


def _lines(
    story: Story,
    path: Path[Outcome],
    asked: list[Question],
    answers: Mapping[str, str],
    words: Words,
) -> Iterator[str]:
    yield story_id(story)
    for item in story.assumed:
        if item.fact not in answers:
            yield '  ' + words.labeled('assumed', f'{item.fact} = {item.value}')
    for question, pick in zip(path.questions, path.picks, strict=True):
        options = ', '.join(map(spell, question.options))
        yield '  ' + words.labeled('open', f'{question.key} = {spell(question.options[pick])} ({options})')
    for key, answer in answers.items():
        yield '  ' + words.labeled('answered', f'{key} = {answer}')
    for number, event in enumerate(path.outcome.events, 1):
        yield f'  {number:>2} {words.event(event)}'
        yield f'       {words.rules(event.rules)}'
    missed = [miss for miss in misses(story, path.outcome) if miss.place]
    if missed:
        lines = sorted({story.file.document.node(miss.place).start.line + 1 for miss in missed})
        said = words.list_of(words.say('report.lines', lines=line) for line in lines)
        yield '  ' + words.labeled('differs', said)

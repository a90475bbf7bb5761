"""What to say about an example that does not hold: where, what differs, why, and how to replay it."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from civap.content.folder import SOURCE, find_root
from civap.content.problems import Problem, Problems
from civap.content.say import Plain
from civap.content.schema import kebab
from civap.engine.choices import Answer, Kind, Path
from civap.engine.facts import spell
from civap.engine.trace import Event
from civap.proof.claims import Fault, Miss
from civap.proof.deciding import Decision
from civap.proof.story import Outcome, Place, Story
from civap.proof.verdicts import Finding, Verdict
from civap.proof.words import Words, described, plain, sentence

if TYPE_CHECKING:
    from civap.content.project import Project

# What a rule may read of a whole list or map, and how a state says it; `{}` are wonders and a victory card.
FORMS = {
    'market': 'market: [{wonder}, {other}]',
    'victory': 'victory: [{{id: {card}, completed: false}}]',
    'spaces': 'spaces: [{{at: [0, 0], terrain: grassland, city: ap, capital: true}}]',
    'map': 'spaces: [{{at: [0, 0], terrain: grassland, city: ap, capital: true}}]',
    'ap.wonders by name': 'wonders: [{wonder}]',
    'ap.city-states by name': 'city-states: [{state}]',
    'capital of': 'spaces: [..., {{at: [3, 0], terrain: grassland, city: {rival}, capital: true}}]',
}
DECISION = ('excluded', 'narrowed', 'skipped', 'chosen', 'set-aside', 'paid')


def problems(finding: Finding, words: Words, *, accepts: bool) -> Iterator[Problem]:
    """The problems of one story: at most one for its claims.

    `accepts` if all that fails of the example can be taken over as what is expected.
    """
    story, document = finding.story, finding.story.file.document
    match finding.verdict:
        case Verdict.HOLDS | Verdict.HOLDS_IF:
            return
        case Verdict.VACUOUS if finding.absent:
            for place in finding.absent:
                message = 'found no path on which this happens, expected one'
                yield document.problem('example-vacuous', message, document.node(place), 'correct it or delete it')
        case Verdict.VACUOUS:
            message = 'found nothing that fits all that is given and assumed, expected a situation'
            node = document.node((*story.place, 'given'))
            hint = 'check order, bounds and assume against each other'
            yield document.problem('example-vacuous', message, node, hint)
        case Verdict.TOO_MANY_PATHS:
            widest = ', '.join(f'{key} ({number} answers)' for key, number in finding.breadths[:6])
            message = f'found more than {finding.budget} paths, expected fewer; most open: {widest}'
            node = document.key_node(('given',))
            yield document.problem('too-many-paths', message, node, 'state or bound these facts')
        case Verdict.UNSTATED:
            message = unstated_message(finding.missing)
            node = document.key_node(('given',))
            yield document.problem('unstated', message, node, unstated_hint(finding.missing, words.project))
        case _:
            yield _failure(finding, words, accepts=accepts)


def unstated_message(missing: str) -> str:
    """What a rule reads, by the key under which it is stated."""
    if missing == 'map':
        return 'found no at of spaces and no map, expected where the spaces lie: a rule reads it'
    return f'found no {missing}, expected it: a rule reads it'


def unstated_hint(missing: str, project: Project) -> str:
    """How to state what a rule reads."""
    kind, _, rival = missing.rpartition(' ') if missing.startswith('capital of') else (missing, '', '')
    if kind not in FORMS:
        return 'add it to what is given'
    base = project.base_game
    wonder, other, *_ = base.wonder
    card, state = next(iter(base.victory_card)), next(iter(base.city_state))
    return 'add ' + FORMS[kind].format(wonder=wonder, other=other, card=card, state=state, rival=rival)


def _failure(finding: Finding, words: Words, *, accepts: bool) -> Problem:
    miss = finding.misses[0]
    document = finding.story.file.document
    code, message, node = _code(finding, miss), _message(finding.story, miss), document.node(spot(miss))
    problem = document.problem(code, message, node, _hint(finding, words, accepts=accepts))
    return replace(problem, details=tuple(_details(finding, miss, words)))


def spot(miss: Miss) -> Place:
    """The place of a claim, or of its first field that differs."""
    if miss.fault is Fault.NOT_ASKED:
        return (*miss.place, 'ask')
    if miss.fault is Fault.WRONG_OPTIONS:
        return (*miss.place, 'options')
    if not miss.differences:
        return miss.place
    first, *rest = miss.differences[0].field
    return (*miss.place, kebab(first), *rest)


def _code(finding: Finding, miss: Miss) -> str:
    if miss.fault in (Fault.NOT_ASKED, Fault.WRONG_OPTIONS):
        return str(miss.fault)
    return 'example-depends' if finding.verdict is Verdict.DEPENDS else 'example-fails'


def _message(story: Story, miss: Miss) -> str:
    if miss.fault is Fault.NOT_ASKED:
        return 'found no such question, expected it to be asked'
    if miss.fault is Fault.WRONG_OPTIONS:
        choice = next(choice for choice, place in story.pins.values() if place == miss.place)
        return f'found {plain(miss.options)}, expected {plain(choice.options)}'
    assert miss.expected is not None
    match miss.fault:
        case Fault.MISSING:
            return f'found no such event, expected {described(miss.expected)}'
        case Fault.EARLY:
            return f'found {miss.expected.KIND} earlier, expected it after the event above'
        case Fault.UNWANTED:
            return f'found {miss.expected.KIND}, expected it never'
    kind = miss.expected.KIND
    found = ', '.join(f'{_field(kind, d.field)} {plain(d.happened)}' for d in miss.differences)
    wanted = ', '.join(plain(d.expected) for d in miss.differences)
    return f'found {found}, expected {wanted}'


def _field(kind: str, field: Sequence[str]) -> str:
    return '.'.join((kind, *map(kebab, field)))


def _hint(finding: Finding, words: Words, *, accepts: bool) -> str:
    kinds = {decision.question.kind for decision in finding.decisions}
    if Kind.FACT in kinds:
        return 'state the fact in given, or name it in assume if the story takes it for granted'
    if kinds:
        return 'pin what is open in choices, or write when and then'
    if not accepts:
        return 'correct what is expected, or the rule'
    command = f'civap check --accept {_typed(finding.story, words.project)}{elsewhere(words)}'
    return f'run {command} if the rules are right'


def _details(finding: Finding, miss: Miss, words: Words) -> Iterator[str]:
    assert finding.path is not None
    count = words.say('report.paths', failing=finding.failing, all=finding.paths)
    yield words.labeled('example', f'{story_id(finding.story)} {finding.verdict.value}: {count}')
    if miss.expected is not None:
        yield from _differences(miss, words)
    for decision in finding.decisions:
        yield words.labeled('depends', _decided(decision, words))
    if finding.decisions:
        path = finding.path
        first = finding.decisions[0].question
        answer = Plain(spell(path.answers[first.key]))
        yield words.labeled('smallest', words.say('report.alone', fact=Plain(first.key), value=answer))
    yield from decision_lines(finding.path.outcome.events[: miss.index + 1], words)
    if len(finding.misses) > 1:
        lines = sorted({_line(finding.story, other) for other in finding.misses[1:]})
        yield words.labeled('also', words.list_of(words.say('report.lines', lines=line) for line in lines))
    yield words.labeled('replay', f'{replay_command(finding.story, finding.path, words)}')


def _line(story: Story, miss: Miss) -> int:
    return story.file.document.node(spot(miss)).start.line + 1


def _differences(miss: Miss, words: Words) -> Iterator[str]:
    assert miss.expected is not None
    kind = miss.expected.KIND
    for difference in miss.differences:
        yield words.labeled('expected', f'{_field(kind, difference.field)} {plain(difference.expected)}')
        yield words.labeled('happened', f'{_field(kind, difference.field)} {plain(difference.happened)}')
    if not miss.differences:
        yield words.labeled('expected', described(miss.expected))
    elif words.code == SOURCE:
        yield words.labeled('in-words', '; '.join(sentence(kind, each) for each in miss.differences))


def _decided(decision: Decision, words: Words) -> str:
    """`sites.B.reinforced-adjacent: fails at 5, 6; holds at 0, 1, 2, 3; open at 4`."""
    groups = (('fails', decision.fails), ('holds', decision.holds), ('open', decision.open))
    said = [
        words.say(f'report.{name}-at', values=Plain(', '.join(map(spell, answers))))
        for name, answers in groups
        if answers
    ]
    return f'{decision.question.key}: {"; ".join(said)}'


def decision_lines(events: Sequence[Event], words: Words) -> Iterator[str]:
    """How the last decision came about, step by step."""
    steps = [event for event in events if event.kind in DECISION]
    for number, event in enumerate(steps, 1):
        yield words.labeled('decision' if number == 1 else '', f'{number} {words.event(event)}')


def story_id(story: Story) -> str:
    """The id of the example, with `/1` for its first `but`."""
    return f'{story.file.id}/{int(story.place[1]) + 1}' if story.place else story.file.id


def _typed(story: Story, project: Project) -> str:
    """What names the example in a command: the id of one of the project, the file of another."""
    path = story.file.path
    if path.is_relative_to(project.content):
        return story.file.id
    name = str(path)
    return shlex.quote(name if '.' in name or '/' in name else f'./{name}')


def replay_command(story: Story, path: Path[Outcome], words: Words) -> str:
    """What to type to see this path: the pins, and each answer that is not the first option."""
    answers: dict[str, Answer] = {
        key: str(choice.answer) for key, (choice, _) in story.pins.items() if key not in path.outcome.unasked
    }
    for question, pick in zip(path.questions, path.picks, strict=True):
        if pick or question.key in answers:  # asked again, more closely
            answers[question.key] = question.options[pick]
    given = ','.join(f'{key}={spell(answer)}' for key, answer in answers.items())
    name = _typed(story, words.project) + story_id(story).removeprefix(story.file.id)
    return f'civap explain {name}' + (f' --answers {given}' if given else '') + elsewhere(words)


def elsewhere(words: Words) -> str:
    """The option that names the project, if it is not the one that commands find by themselves."""
    root = words.project.root.resolve()
    with suppress(Problems):
        if find_root().resolve() == root:
            return ''
    return f' --project {shlex.quote(str(root))}'

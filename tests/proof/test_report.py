"""What a failing example says: place, difference, decision, and a command that replays it."""

import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from civap.content.events import CRITERION_IDS, EVENTS
from civap.content.problems import Problem, Problems
from civap.content.project import Project, load_project
from civap.content.readings import load_readings
from civap.content.references import examples_with
from civap.proof.accept import propose
from civap.proof.claims import Difference
from civap.proof.examples import Result, check_example_file, check_examples
from civap.proof.replay import explain
from civap.proof.verdicts import Checker
from civap.proof.words import Words, plain, sentence

Changed = Callable[..., Path]
PRODUCTION = ('production: 5, order', 'production: 6, order')


@pytest.fixture
def six(changed: Changed) -> Project:
    """The project with Pottery's production 6 instead of 5."""
    return load_project(changed('cards.yaml', PRODUCTION))


def failing(project: Project) -> dict[str, tuple[Problem, ...]]:
    return {result.id: result.problems for result in check_examples(project) if result.problems}


def test_production_six(six: Project) -> None:
    problems = failing(six)
    assert list(problems) == ['leader-roosevelt', 'pottery-wonder', 'pottery-wonders', 'wonder-city']
    problem = problems['pottery-wonder'][0]
    assert problem.place == 'content/new_dawn/examples/pottery-wonder.yaml:49:51: '
    assert (
        str(problem)
        .split('\n')[0]
        .endswith('example-fails found paid.production 6, paid.trade 1, paid.trade-left 1, expected 5, 2, 0')
    )
    assert problem.excerpt[problem.column - 1 :].startswith('5, resources: 0')
    assert problem.details == (
        'example    pottery-wonder FAILS: 1 of 1 paths differ',
        'expected   paid.production 5',
        'happened   paid.production 6',
        'expected   paid.trade 2',
        'happened   paid.trade 1',
        'expected   paid.trade-left 0',
        'happened   paid.trade-left 1',
        'in words   production is 6 where 5 is expected; '
        'one trade token is spent where two are expected; '
        'one trade token is left on the card where none is expected',
        'decision   1 Moves this player closest to achieving an agenda: '
        'Colossus 1, Oracle 1, Petra 1, Stonehenge –; keeps Colossus, Oracle, Petra',
        '           2 Lowest cost: Colossus 7, Petra 7, Oracle 8; keeps Colossus, Petra',
        '           3 Colossus by chance, 1/2 each: Colossus, Petra',
        '           4 Colossus costs 7: production 6, 1 trade token; total 7',
        f'replay     civap explain pottery-wonder --answers wonder.tie=colossus --project {six.root.resolve()}',
    )
    assert (
        problem.hint == f'run civap check --accept pottery-wonder --project {six.root.resolve()} if the rules are right'
    )


# An example that fails, and its variant, too.
WRONG = """
example: mine
section: automated-player-turn
when: {turns: 1}
given:
  turn: 1
  market: []
  ap:
    leader: cleopatra
    natural-wonders: 0
    wonders: []
    city-states: []
    dial: 14
    row:
      - {card: nuclear-power, slot: 5, trade: 0}
      - {card: urbanization, slot: 4, trade: 0}
      - {card: capitalism, slot: 3, trade: 0}
      - {card: flight, slot: 2, trade: 0}
      - {card: mass-media, slot: 1, trade: 0}
  spaces: [{at: [0, 0], terrain: 1, city: ap, capital: true, wonder: petra}]
then:
  - row: {card: nuclear-power, slot: 2}
but:
  - given: {ap: {leader: trajan}}
    then:
      - row: {card: nuclear-power, slot: 3}
"""


@pytest.mark.parametrize('name', ['my example.yaml', 'plain', '{tmp}/a.b/1'])
def test_commands_for_an_example_from_elsewhere_can_be_typed(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    path = Path(name.format(tmp=tmp_path))
    path.parent.mkdir(exist_ok=True)
    path.write_text(WRONG, 'utf-8')
    files = examples_with(project, [path])
    result = check_example_file(files['mine'], files, Checker(project, load_readings(project).chosen), Words(project))
    assert len(result.problems) == 2
    for number, problem in enumerate(result.problems):
        replay = next(line for line in problem.details if line.startswith('replay'))
        _, civap, command, example = shlex.split(replay)
        assert (civap, command) == ('civap', 'explain')
        assert explain(project, example).split('\n')[0] == ('mine', 'mine/1')[number]
        accepted = re.fullmatch('run civap check --accept (.+) if the rules are right', problem.hint)
        assert accepted
        assert len(propose(project, *shlex.split(accepted[1])).changes) == 2


def commands(problem: Problem) -> list[tuple[str, str]]:
    line = r'^replay +civap explain (\S+)(?: --answers (\S+))?(?: --project \S+)?$'
    found = re.findall(line, '\n'.join(problem.details), re.M)
    return [(name, answers) for name, answers in found]


@pytest.mark.parametrize(
    ('name', 'replacement'),
    [
        ('cards.yaml', PRODUCTION),
        ('cards.yaml', ('production: 5, order', 'production: 4, order')),
        ('cards.yaml', ('range: 2, order', 'range: 1, order')),
        ('cards.yaml', ('range: 2, order', 'range: 3, order')),
        ('cards.yaml', ('range: 2, order: [most-tokens, spawn-point', 'range: 2, order: [spawn-point, most-tokens')),
        ('base_game.yaml', ('id: capital-loot, value: 2', 'id: capital-loot, value: 3')),
        ('examples/pottery-city.yaml', ('    value: 0\n', '    value: 1-6\n')),
    ],
)  # fmt: skip
def test_replaying_shows_the_failure(changed: Changed, name: str, replacement: tuple[str, str]) -> None:
    project = load_project(changed(name, replacement))
    files, checker = project.examples, Checker(project, load_readings(project).chosen)
    told_by = [file for file in files.values() if file.id.startswith(('pottery', 'capital'))]
    problems = [each for file in told_by for each in check_example_file(file, files, checker, Words(project)).problems]
    assert problems
    for problem in problems:
        ((example, answers),) = commands(problem)
        told = explain(project, example, answers)
        assert 'differs' in told
        for line in (line for line in problem.details if re.match(r'(decision|          ) \d', line)):
            assert line[13:].strip() in told


def test_explain_tells_every_step(project: Project) -> None:
    told = explain(project, 'pottery-wonder')
    assert 'Lowest cost: Colossus 7, Petra 7, Oracle 8; keeps Colossus, Petra' in told
    assert 'priority.tiebreak (4.3), golden.random (1.2)' in told
    assert 'assumed    ap.natural-wonders = 0' in told
    assert 'differs' not in told


def test_answers_win_over_pins_and_assumptions(project: Project) -> None:
    told = explain(project, 'pottery-wonder', 'wonder.tie=petra, ap.natural-wonders=1')
    assert 'Petra costs 7: production 5, 1 natural wonder token; total 7' in told
    assert 'differs    line 48, ' in told
    assert 'assumed    ap.natural-wonders' not in told


def test_a_variant_is_told_by_number(project: Project) -> None:
    assert 'Petra goes to capital' in explain(project, 'pottery-wonder/1')


@pytest.mark.parametrize(
    ('example', 'answers', 'message'),
    [
        ('potery-wonder', '', "unknown-example found 'potery-wonder'"),
        ('pottery-wonder/2', '', 'unknown-example'),
        ('pottery-wonder/x', '', 'unknown-example'),
        ('pottery-wonder', 'wonder.tie', "bad-answer found 'wonder.tie'"),
        ('pottery-wonder', 'wonder.tie=petra,wonder.tie=petra', 'bad-answer'),
        ('pottery-wonder', 'wonder.tie=oracle', 'wrong-options found wonder.tie=oracle, expected colossus, petra'),
        ('pottery-wonder', 'ap.resources=9', ''),
        ('pottery-wonder', 'ap.natural-wonders=9', 'wrong-options'),
        ('pottery-wonder', 'wonder.tei=petra', 'not-asked'),
    ],
)  # fmt: skip
def test_faulty_answers(project: Project, example: str, answers: str, message: str) -> None:
    if not message:
        assert 'answered   ap.resources = 9' in explain(project, example, answers)
        return
    with pytest.raises(Problems, match=re.escape(message)) as caught:
        explain(project, example, answers)
    assert all(problem.hint for problem in caught.value.problems)


@pytest.mark.parametrize(
    ('replacement', 'code'),
    [
        (('  market: [oracle, colossus, stonehenge, petra]\n', ''), 'unstated'),
    ],
)
def test_what_cannot_be_told(changed: Changed, replacement: tuple[str, str], code: str) -> None:
    root = changed('examples/pottery-wonder.yaml', replacement)
    with pytest.raises(Problems, match=code) as caught:
        explain(load_project(root), 'pottery-wonder')
    assert all(problem.hint for problem in caught.value.problems)


@pytest.mark.parametrize(
    ('kind', 'difference', 'words'),
    [
        ('paid', Difference(('trade',), 2, 1), 'one trade token is spent where two are expected'),
        ('paid', Difference(('trade',), 1, 0), 'no trade tokens are spent where one is expected'),
        ('gained', Difference(('trade',), 0, 13), '13 trade tokens are gained where none is expected'),
        ('narrowed', Difference(('values', 'A'), 8, 4), 'A of values is 4 where 8 is expected'),
        ('chosen', Difference(('item',), 'petra', None), 'item is nothing where petra is expected'),
    ],
)
def test_differences_in_words(kind: str, difference: Difference, words: str) -> None:
    assert sentence(kind, difference) == words


def test_every_event_has_words(project: Project) -> None:
    for code in ('en', 'pl', 'ar'):
        words = Words(project, code)
        assert {f'event.{kind}' for kind in EVENTS if not words.knows(f'event.{kind}')} == set()
        for line in (*CRITERION_IDS,):
            assert words.knows(line) or words.knows(f'line.{line}')
    assert plain(('a', 'b')) == '[a, b]'


def test_results_of_a_clean_project(project: Project) -> None:
    results: list[Result] = check_examples(project)
    assert all(result.passes for result in results)

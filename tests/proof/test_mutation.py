"""The changes of the rules: which there are, that each changes one place, which are noticed, which are accepted."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from commands import typed
from copies import CONTENT, copied

from civap.content.examples import Examples
from civap.content.problems import Problems
from civap.content.project import Project, load_project
from civap.content.readings import load_readings
from civap.proof.mutants import Mutant, mutants
from civap.proof.mutation import Score, score
from civap.proof.sameness import Boards

ROOT = Path(__file__).parents[2]
Changed = Callable[..., Path]


@pytest.fixture(scope='module')
def found(project: Project) -> dict[str, Mutant]:
    return {mutant.id: mutant for mutant in mutants(project)}


def only(project: Project, *ids: str, boards: int = 3, files: Examples | None = None) -> Score:
    wanted = [mutant for mutant in mutants(project) if mutant.id in ids]
    return score(project, files=files, boards=boards, only=wanted)


def printed(project: Project) -> Examples:
    """The worked examples of the source: they leave much unnoticed."""
    return {name: file for name, file in project.examples.items() if file.example.printed}


def test_ids_are_unique(project: Project) -> None:
    counts = Counter(mutant.id for mutant in mutants(project))
    assert [name for name, number in counts.items() if number > 1] == []


def test_how_many_of_each_kind(found: dict[str, Mutant]) -> None:
    kinds = Counter(mutant.kind for mutant in found.values())
    assert kinds == {'step': 38, 'criterion': 242, 'number': 132, 'clause': 32, 'order': 6, 'base-game': 36}


@pytest.mark.parametrize(
    ('name', 'says'),
    [
        ('pottery.1.order.lowest-cost:drop', 'lowest-cost is left out'),
        ('pottery.1.order.lowest-cost:flip', 'lowest-cost means its opposite'),
        ('pottery.2.order.spawn-point:negate', 'spawn-point means its opposite'),
        ('pottery.2.order.most-tokens:swap', 'most-tokens and spawn-point change places'),
        ('masonry.1.range:+1', 'range is 3'),
        ('masonry.1.order.rival-city.defense-at-most:-1', 'the limit of rival-city is 3'),
        ('masonry.1.tiebreak:drop', 'a die decides, no tiebreaker'),
        ('masonry.2.less-per-attack:-1', 'less-per-attack is 2'),
        ('masonry.2.minimum:+1', 'minimum is 1'),
        ('masonry.3.to:other', 'it becomes mass-production'),
        ('nationalism.3.to:other', 'it becomes nationalism'),
        ('iron-working.1.combat-against-barbarian:drop', 'no combat-against-barbarian'),
        ('animal-husbandry.2.from.friendly-caravan:drop', 'nothing counts from caravans'),
        ('flight.1.through.city-state:drop', 'no way leads through city-state'),
        ('early-empire.1.unplaced-pays:-1', 'unplaced-pays is 0'),
        ('mass-media.2.next-to:other', 'next to a friendly-space'),
        ('capitalism.2.reset:other', 'reset is true'),
        ('mathematics.1:drop', 'the step gain-trade is left out'),
        ('currency.caravans:+1', '3 caravans'),
        ('science.token-adds:+1', 'a trade token adds 2'),
        ('payment.resources:swap', 'trade are spent before resources'),
        ('diplomacy.open-borders:swap', 'joint-war is taken before open-borders'),
        ('difficulty.prince:-1', '2 cards'),
        ('base-game.numbers.cities:+1', 'cities is 8'),
        ('base-game.tech-dial.19:-1', '19 is 18'),
    ],
)
def test_mutants(found: dict[str, Mutant], name: str, says: str) -> None:
    assert found[name].description == says


@pytest.mark.parametrize(
    'name',
    ['masonry.2.minimum:-1', 'foreign-trade.caravans:-1', 'capitalism.caravans:+1', 'difficulty.emperor:+1',
     'science.token-adds:-1', 'astrology.1:drop', 'urbanization.3.as-slot:-1'],
)  # fmt: skip
def test_what_no_file_may_say_is_no_mutant(found: dict[str, Mutant], name: str) -> None:
    assert name not in found


def test_each_changes_one_place(project: Project, found: dict[str, Mutant]) -> None:
    for mutant in found.values():
        changed = mutant.apply(project)
        parts = [
            *zip(project.deck.cards, changed.deck.cards, strict=True),
            *zip(project.deck.types, changed.deck.types, strict=True),
            (project.ap_rules, changed.ap_rules),
            *(
                (getattr(project.base_game, name), getattr(changed.base_game, name))
                for name in type(project.base_game).model_fields
            ),
        ]
        different = [before for before, after in parts if before != after]
        assert len(different) == 1, mutant.id
        if mutant.card:
            assert different == [project.cards[mutant.card]]
            _one_step(mutant, project, changed)


def _one_step(mutant: Mutant, project: Project, changed: Project) -> None:
    before, after = project.cards[mutant.card], changed.cards[mutant.card]
    if len(before.steps) == len(after.steps):
        numbers = [at for at, pair in enumerate(zip(before.steps, after.steps, strict=True), 1) if pair[0] != pair[1]]
        assert numbers == ([mutant.step] if mutant.step else [])


def test_changed_numbers_are_read(project: Project, found: dict[str, Mutant]) -> None:
    number = project.base_game.number('cities')
    assert found['base-game.numbers.cities:+1'].apply(project).base_game.number('cities') == number + 1


def test_places(project: Project, found: dict[str, Mutant]) -> None:
    for mutant in found.values():
        path, line, column = mutant.spot(project).split(':')
        text = (project.root / path).read_text('utf-8').splitlines()[int(line) - 1][int(column) - 1 :]
        if mutant.kind == 'criterion':
            assert mutant.description.split(' ')[0] in text
        elif mutant.kind == 'number':
            assert text[0].isdigit() or text.startswith(('{', 'rival'))


def test_noticed_and_not(project: Project) -> None:
    names = ('pottery.1.order.lowest-cost:drop', 'flight.1.range:+1')
    assert [fate.by != '' for fate in only(project, *names).fates] == [True, True]
    result = only(project, *names, files=printed(project))
    noticed, missed = result.fates
    assert (noticed.by, noticed.printed) == ('pottery-wonder', 'pottery-wonder')
    assert [fate.mutant.id for fate in result.open] == ['flight.1.range:+1']
    assert missed.by == ''
    assert result.count(base=False) == result.count(base=False, printed=True) == (1, 2)
    problem = next(problem for problem in result.findings() if problem.code == 'mutant-survives')
    assert (problem.path, problem.excerpt.strip()) == ('content/new_dawn/cards.yaml', 'range: 5')


def test_an_example_that_fails_is_refused(changed: Changed) -> None:
    root = changed('cards.yaml', ('production: 5, order', 'production: 4, order'))
    with pytest.raises(Problems, match='example-fails'):
        only(load_project(root))


LIST, MORE = 'masonry.2.minimum:drop', 'base-game.numbers.caravans:+1'


@pytest.mark.parametrize(
    ('name', 'code'),
    [
        ('masonry.2.nothing:drop', 'unknown-mutant'),
        ('pottery.1.order.lowest-cost:drop', 'stale-mutant'),
        ('flight.1.combat:+1', 'mutant-differs'),
    ],
)
def test_faults_of_the_accepted_list(changed: Changed, name: str, code: str) -> None:
    project = load_project(changed('mutants.yaml', (LIST, name)))
    result = only(project, name, LIST, MORE, boards=20, files=printed(project))
    (problem,) = result.problems
    assert (problem.code, problem.path, problem.line) == (code, 'content/new_dawn/mutants.yaml', 5)


def test_accepted(project: Project) -> None:
    result = only(project, LIST, MORE, boards=20)
    assert result.findings() == []
    assert result.count(base=False) == (0, 0)


def test_boards_tell_what_differs(project: Project, found: dict[str, Mutant]) -> None:
    boards = Boards(project, load_readings(project).chosen, 30)
    assert boards.difference(found['astrology.1.spaces:+1']) == 1
    assert boards.difference(found['difficulty.king:-1']) == 1
    assert boards.difference(found['early-empire.1.order.highest-terrain:flip']) is not None
    same = replace(found['astrology.1.spaces:+1'], change=lambda changed: changed)
    assert boards.difference(same) is None


def test_what_is_not_read_is_not_played(project: Project, found: dict[str, Mutant]) -> None:
    """Every change that an example notices is one of something that it reads."""
    from civap.proof.mutation import Judge

    files = project.examples
    judge = Judge(
        project, load_readings(project).chosen, {name: files[name] for name in ('pottery-wonder', 'pottery-city')}
    )
    for mutant in found.values():
        changed = mutant.apply(project)
        for name, reads in judge.reads.items():
            if not mutant.reads & reads:
                assert not judge.notices(name, changed), (mutant.id, name)


@pytest.mark.slow
def test_command(tmp_path: Path) -> None:
    copied(tmp_path, parts=CONTENT)
    done = typed('--project', str(tmp_path), 'check', '--mutation', '--boards', '2', '--format', 'json')
    data = json.loads(done.stdout)
    open_ones = [item for item in data['mutants'] if not item['by'] and not item['accepted']]
    assert done.returncode == bool(open_ones or data['problems'])
    assert data['rules']['all'][1] > 400


def test_options_exclude_each_other() -> None:
    for options in (['--mutation', '--coverage'], ['--boards', '3']):
        done = typed('check', *options)
        assert (done.returncode, 'expected' in done.stderr) == (2, True)

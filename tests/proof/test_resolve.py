"""Turns from a state that somebody has on the table."""

import json
from pathlib import Path

import pytest

from civap.content.problems import Problems
from civap.content.project import Project
from civap.engine.choices import Kind, Question
from civap.engine.dice import Rolled, shares
from civap.proof.resolve import Asking, Chance, Stating, parse_dice, resolve, rolled, seeded
from civap.proof.words import Words

STATE = """{turn: 1, market: [oracle, colossus, petra], victory: [{id: civilized-money-grubber, completed: false},
 {id: warmonger-paranoid, completed: false}], ap: {leader: trajan, resources: 0, natural-wonders: 0, wonders: [],
 city-states: [], row: [{card: pottery, slot: 5, trade: 2}]},
 spaces: [{id: capital, at: [0, 0], terrain: 1, city: ap, capital: true}]}"""


def stating(project: Project) -> Stating:
    return Stating(Words(project))


@pytest.mark.parametrize(('face', 'wonder'), [(1, 'colossus'), (3, 'colossus'), (4, 'petra'), (6, 'petra')])
def test_dice_decide_ties(project: Project, face: int, wonder: str) -> None:
    played = resolve(project, STATE, rolled((face,), stating(project)))
    assert any(event.kind == 'placed' and event.fields['wonder'] == wonder for event in played.events)


def test_turns_chain(project: Project) -> None:
    first = resolve(project, STATE, rolled((2,), stating(project)))
    line = list(first.lines(Words(project)))[-1].partition('{')[2]
    with pytest.raises(Problems, match='not-stated') as caught:
        resolve(project, '{' + line, stating(project))
    assert 'event-dial' in str(caught.value)


def test_json_has_the_words_and_the_state(project: Project) -> None:
    data = resolve(project, STATE, seeded(1)).data(Words(project, 'pl'))
    assert json.loads(json.dumps(data))['state'] == data['state']
    assert data['events'][1]['text'] == 'Rozpatrywana karta: Garncarstwo'
    assert data['state'].startswith('{turn: 2')
    assert data['asked'] == [{'question': 'wonder.tie', 'kind': 'tie', 'answer': data['asked'][0]['answer']}]


@pytest.mark.parametrize(
    ('state', 'code'),
    [
        ('{', 'syntax'),
        ('{turn: 0}', 'out-of-range'),
        ('{ap: {row: [{card: pottery, slot: 6}]}}', 'out-of-range'),
        ('{ap: {row: [{card: potery, slot: 5}]}}', 'unknown-card'),
        ('{ap: {row: [{card: pottery, slot: 5, trade: -1}]}}', 'out-of-range'),
        ('{ap: {leader: napoleon}}', 'unknown-leader'),
        ('{spaces: [{at: [0, 0], city: ap, control: ap}]}', 'two-pieces'),
        ('{spaces: [{at: [0, 0], terrain: water, city: ap}]}', 'two-pieces'),
        ('{spaces: [{at: [0, 0]}, {id: x, at: [0, 0]}]}', 'space-twice'),
        ('{spaces: [{at: [0, 0]}, {id: x}]}', 'unknown-space'),
        ('{spaces: [{at: [0]}]}', 'bad-place'),
        ('{spaces: [{at: [0, 0], city: blue}]}', 'unknown-player'),
        ('{map: {tiles: [{tile: 77A, at: [0, 0]}]}}', 'unknown-tile'),
        ('{order: [{less: ap.row.culture.slot, more: ap.row.science.slot}, '
         '{less: ap.row.science.slot, more: ap.row.culture.slot}]}', 'no-such-state'),
        ('{ap: {resources: {more-than: 1, less-than: 2}}}', 'no-such-state'),
        ('{ap: {row: [{card: pottery, slot: 5}]}}', 'not-stated'),
    ],
)  # fmt: skip
def test_a_bad_state_is_one_clear_message(project: Project, state: str, code: str) -> None:
    with pytest.raises(Problems) as caught:
        resolve(project, state, stating(project))
    assert code in {problem.code for problem in caught.value.problems}
    assert all(problem.hint for problem in caught.value.problems if problem.code != 'syntax')


def test_a_missing_file(project: Project, tmp_path: Path) -> None:
    with pytest.raises(Problems):
        resolve(project, str(tmp_path / 'none.yaml'), stating(project))


@pytest.mark.parametrize('text', ['7', '0', '2,x', '2 5'])
def test_a_die_has_six_faces(text: str) -> None:
    with pytest.raises(Problems, match='bad-die'):
        parse_dice(text)


def test_dice_are_read() -> None:
    assert parse_dice('2, 5') == (2, 5)
    assert parse_dice('') == ()


@pytest.mark.parametrize('options', range(2, 37))
def test_every_option_has_equal_shares(options: int) -> None:
    """All rolls of two dice pick each option equally often, and no roll picks two."""
    names = tuple(f'o{number:02}' for number in range(options))
    question = Question(Kind.TIE, 'x', names)
    counts = dict.fromkeys(names, 0)
    if options <= 6:
        assert len({len(faces) for faces in shares(options)}) == 1
        return
    for first in range(1, 7):
        for second in range(1, 7):
            picked = Rolled((first, second), Never()).choose(question)
            if picked != 'none':
                counts[str(picked)] += 1
    assert set(counts.values()) == {1}


class Never:
    def choose(self, question: Question) -> str:
        return 'none'


@pytest.mark.parametrize('code', ['en', 'pl', 'ar'])
def test_a_person_is_asked_in_words_until_the_answer_fits(project: Project, code: str) -> None:
    typed = iter(['nonsense\n', '7\n', '4\n'])
    prompts: list[str] = []

    def read(prompt: str) -> str:
        prompts.append(prompt)
        return next(typed)

    words = Words(project, code)
    played = resolve(project, STATE, Asking(words, read))
    assert len(prompts) == 3
    assert words.name('colossus') in prompts[0]
    assert any(event.fields.get('wonder') == 'petra' for event in played.events if event.kind == 'placed')


def test_the_end_of_input_is_told(project: Project) -> None:
    with pytest.raises(Problems, match='no-answer'):
        resolve(project, STATE, Asking(Words(project), lambda _: ''))


def test_a_seed_rolls_and_a_person_states(project: Project) -> None:
    one = resolve(project, STATE, Chance(seeded(4), stating(project)))
    two = resolve(project, STATE, Chance(seeded(4), stating(project)))
    assert one.events == two.events

"""Turns from a state that somebody has on the table."""

import io
import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from civap.content.compact import compact
from civap.content.dice import shares
from civap.content.problems import Problems
from civap.content.project import Project
from civap.content.schema import validate
from civap.content.situation import TERRAINS, Given
from civap.content.source import parse
from civap.engine.choices import Answer, Kind, Question
from civap.engine.dice import Rolled
from civap.proof.report import unstated_hint
from civap.proof.resolve import Asking, Chance, Stating, Stopped, load_state, parse_dice, resolve, rolled, seeded
from civap.proof.words import Words

STATE = """{turn: 1, market: [oracle, colossus, petra], victory: [{id: civilized-money-grubber, completed: false},
 {id: warmonger-paranoid, completed: false}], ap: {leader: trajan, resources: 0, natural-wonders: 0, wonders: [],
 city-states: [], row: [{card: pottery, slot: 5, trade: 2}]},
 spaces: [{id: capital, at: [0, 0], terrain: 1, city: ap, capital: true}]}"""

README = Path(__file__).parents[2] / 'README.md'
# A situation in which much is open.
OPEN = """{turn: 2, event-dial: 2, victory: [{id: civilized-money-grubber, completed: false},
 {id: warmonger-paranoid, completed: false}], market: [oracle, petra],
 ap: {resources: 2, natural-wonders: 1, wonders: [], city-states: [], row: [{card: pottery, slot: 5, trade: 2}]},
 spaces: [{at: [0, 0], terrain: 1, city: ap, capital: true}]}"""


def full() -> str:
    """The state that the README shows: all that a turn asks for."""
    found = re.search(r'```yaml\n(.*?)```', README.read_text('utf-8'), re.DOTALL)
    assert found
    return found[1]


class First:
    """Takes the first option."""

    def choose(self, question: Question) -> Answer:
        return question.options[0]


class Typing:
    """A person who answers by the words of the prompt; keeps what was shown."""

    def __init__(self, answer: Callable[[str], str]) -> None:
        self.prompts: list[str] = []
        self._answer = answer

    def __call__(self, prompt: str) -> str:
        self.prompts.append(prompt)
        return self._answer(prompt)


def typing(lines: Iterable[str]) -> Typing:
    given = iter(lines)
    return Typing(lambda _: next(given, ''))


def stating(project: Project) -> Stating:
    return Stating(Words(project))


@pytest.mark.parametrize(('face', 'wonder'), [(1, 'colossus'), (3, 'colossus'), (4, 'petra'), (6, 'petra')])
def test_dice_decide_ties(project: Project, face: int, wonder: str) -> None:
    played = resolve(project, STATE, rolled((face,), stating(project)))
    assert any(event.kind == 'placed' and event.fields['wonder'] == wonder for event in played.events)


@pytest.mark.parametrize('code', ['en', 'pl', 'ar'])
def test_the_last_line_is_the_state_that_the_command_reads(
    project: Project, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / 'game.yaml').write_text(full(), 'utf-8')
    first = resolve(project, str(tmp_path / 'game.yaml'), Chance(seeded(1), stating(project)))
    *_, line = '\n'.join(first.lines(Words(project, code))).split('\n')
    second = resolve(project, line, Chance(seeded(2), stating(project)))
    monkeypatch.setattr('sys.stdin', io.TextIOWrapper(io.BytesIO(f'{line}\n'.encode())))
    assert resolve(project, '-', Chance(seeded(2), stating(project))).events == second.events
    assert second.state.turn == 3


@pytest.mark.parametrize('turns', [2, 7])
def test_a_state_that_is_read_again_goes_on_as_if_it_never_was_written(project: Project, turns: int) -> None:
    at_once = resolve(project, '{' + _flow(full()) + '}', First(), turns=turns)
    line = '{' + _flow(full()) + '}'
    for _ in range(turns):
        line = compact(resolve(project, line, First()).state)
    assert line == compact(at_once.state)
    assert 'terrain: 0' in line


def _flow(text: str) -> str:
    """Block YAML as the inside of a flow mapping."""
    return compact(validate(Given, parse(text, 'README.md')))[1:-1]


def test_what_a_state_leaves_open_is_named(project: Project) -> None:
    first = resolve(project, STATE, rolled((2,), stating(project)))
    with pytest.raises(Problems, match='not-stated') as caught:
        resolve(project, compact(first.state), stating(project))
    assert 'event-dial' in str(caught.value)


# What is typed at a question whose options are spans, and what the state then says.
EXACT = {
    'a number of a span': ('Trade tokens on Culture', '2', 'type: culture, slot: 2, trade: 2'),
    'the number that is an option': ('Trade tokens on Culture', '0', 'type: culture, trade: 1'),
    'an id beside the one asked for': ('Leader', 'trajan', 'leader: trajan'),
    'a name beside the one asked for': ('Leader', 'Trajan', 'leader: trajan'),
    'the one asked for': ('Leader', 'cleopatra', 'leader: cleopatra'),
}


@pytest.mark.parametrize('name', EXACT)
def test_an_exact_answer_settles_a_fact(project: Project, name: str) -> None:
    about, text, stated = EXACT[name]
    answers = [(about, text), ('Trade tokens on', '9'), ('Leader', 'trajan')]

    def answer(prompt: str) -> str:
        return next((said for start, said in answers if prompt.startswith(start)), others(prompt))

    typed = Typing(answer)
    played = resolve(project, OPEN, Chance(seeded(1), Asking(Words(project), typed)))
    things = [re.sub(r' \(.*', '', prompt) for prompt in typed.prompts]
    assert len(things) == len(set(things)), typed.prompts
    assert stated in compact(played.state)


def others(prompt: str) -> str:
    """The first option shown."""
    return re.findall(r'\(([^,()]+)', prompt)[-1]


def test_json_has_the_words_and_the_state(project: Project) -> None:
    data = resolve(project, STATE, seeded(1)).data(Words(project, 'pl'))
    assert json.loads(json.dumps(data))['state'] == data['state']
    assert data['events'][1]['text'] == 'Rozpatrywana karta: Garncarstwo'
    assert data['state'].startswith('{turn: 2')
    (asked,) = data['asked']
    assert (asked['question'], asked['kind']) == ('wonder.tie', 'tie')
    assert asked['answer'] == ('colossus' if asked['faces'][0] <= 3 else 'petra')
    assert [event['faces'] for event in data['events'] if 'faces' in event] == [asked['faces']]


@pytest.mark.parametrize(
    ('state', 'code'),
    [
        ('{', 'syntax'),
        ('', 'no-state'),
        ('.', 'unreadable'),
        ('none.yaml', 'not-found'),
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
        ('{ap: {row: [{card: pottery, slot: 5}]}, spaces: []}', 'not-stated'),
        ('{ap: {row: [{card: pottery, slot: 5}]}}', 'unstated'),
        ('{event-dial: 5}', 'out-of-range'),
        ('{market: [petra, petra]}', 'duplicate-item'),
        ('{market: [petra], ap: {wonders: [petra]}}', 'duplicate-item'),
        ('{spaces: [{at: [0, 0], terrain: 9}]}', 'unknown-terrain'),
        ('{spaces: [{at: [0, 0], terrain: lava}]}', 'unknown-terrain'),
        ('{ap: {row: [{card: pottery, slot: 5}, {card: masonry, slot: 5}]}}', 'slot-twice'),
        ('{ap: {row: [{type: science, level: V}]}}', 'unknown-level'),
        ('{ap: {dial: 25}}', 'out-of-range'),
        ('{ap: {era: 4}}', 'out-of-range'),
        ('{ap: {resources: 33}}', 'out-of-range'),
        ('{ap: {natural-wonders: 9}}', 'out-of-range'),
        ('{ap: {row: [{card: pottery, slot: 5, trade: 1000000000}]}}', 'out-of-range'),
        ('{ap: {row: [{card: pottery, natural-wonders: 5}, {card: masonry, natural-wonders: 4}]}}', 'out-of-range'),
        ('{ap: {wonders: {science: 9}}}', 'out-of-range'),
        ('{ap: {wonders: {industry: 1}}}', 'out-of-range'),
        ('{ap: {held: [oil]}, spaces: [{at: [0, 0], resource: oil}], supply: {oil: 7}}', 'out-of-range'),
        ('{ap: {resources: 0, held: [oil]}}', 'out-of-range'),
        ('{supply: {oil: 9}}', 'out-of-range'),
        ('{spaces: [{at: [1000000000, 0]}]}', 'out-of-range'),
        ('{map: {tiles: [{tile: 7A, at: [99, 0]}]}}', 'out-of-range'),
        ('{spaces: [{at: [0, 0], terrain: -1}]}', 'unknown-terrain'),
        ('{spaces: [{at: [0, 0], terrain: [1]}]}', 'unknown-terrain'),
        ('{spaces: [{at: [0, 0], barbarian: true}]}', 'bad-id'),
        ('{spaces: [{at: [0, 0], barbarian: A}, {at: [2, 0], barbarian: A}]}', 'duplicate-item'),
        ('{map: {tiles: [{tile: 5A, at: [0, 0]}]}, spaces: [{at: [9, 9], barbarian: A}, {at: [9, 7], barbarian: A}]}',
         'duplicate-item'),
        ('{market: [petra], spaces: [{at: [0, 0], city: ap, wonder: petra}]}', 'duplicate-item'),
        ('{spaces: [{at: [0, 0], city: ap, capital: true}, {at: [0, 3], city: ap, capital: true}]}',
         'too-many-pieces'),
        ('{spaces: [{at: [0, 0], caravans: [ap, ap, ap, ap]}]}', 'too-many-pieces'),
        ('{rivals: [{id: ap}]}', 'bad-id'),
        ('{rivals: [{id: blue}], ap: {diplomacy: [{from: red, card: none}]}}', 'unknown-rival'),
        ('{map: {tiles: [{tile: 7A, at: [0, 0]}, {tile: 7A, at: [9, 0]}]}}', 'tile-twice'),
    ],
)  # fmt: skip
def test_a_bad_state_is_one_clear_message(project: Project, state: str, code: str) -> None:
    with pytest.raises(Problems) as caught:
        resolve(project, state, stating(project))
    assert code in {problem.code for problem in caught.value.problems}
    assert all(problem.hint for problem in caught.value.problems)
    assert all(problem.path for problem in caught.value.problems if problem.code not in ('not-stated', 'no-state'))


def test_a_high_turn_goes_on(project: Project) -> None:
    state = '{' + _flow(full().replace('turn: 1', 'turn: 99')) + '}'
    first = resolve(project, state, Chance(seeded(1), First()))
    assert first.state.turn == 100
    assert resolve(project, compact(first.state), Chance(seeded(1), First())).state.turn == 101


@pytest.mark.parametrize('turns', [1, 2])
def test_more_tokens_than_a_state_may_have_are_a_problem(project: Project, turns: int) -> None:
    """Where no control token can be placed, each is a trade token on the culture card."""
    state = full().replace('slot: 4, trade: 0', 'slot: 5, trade: 99').replace('slot: 5, trade: 2', 'slot: 4, trade: 2')
    state = state.replace('hills', 'water').replace('forest, resource: marble', 'water')
    with pytest.raises(Problems, match=r'out-of-range found \d+ as trade') as caught:
        resolve(project, '{' + _flow(state) + '}', Chance(seeded(1), First()), turns=turns)
    assert caught.value.problems[0].hint


def test_a_card_that_was_named_on_the_way_is_written_by_its_name(project: Project) -> None:
    state = full().replace('card: pottery, slot: 5, trade: 2', 'type: industry, slot: 5, trade: 2')
    played = resolve(project, '{' + _flow(state) + '}', Chance(seeded(1), First()))
    assert '{card: pottery, ' in compact(played.state)
    assert load_state(project, compact(played.state))


def test_answers_that_no_state_fits_are_a_problem(project: Project) -> None:
    state = full().replace('leader: trajan', 'leader: roosevelt').replace('natural-wonders: 0', 'natural-wonders: 1')
    typed = typing(['4'] * 9)
    with pytest.raises(Problems, match=r'<state after the turn>:1:\d+: out-of-range found 8'):
        resolve(project, '{' + _flow(state) + '}', Chance(seeded(1), Asking(Words(project), typed)))


@pytest.mark.parametrize('level', ['II', '2'])
def test_a_level_is_read_as_printed_or_as_a_number(project: Project, level: str) -> None:
    given, _ = load_state(project, f'{{ap: {{row: [{{type: science, level: {level}}}]}}}}')
    assert given.ap.row[0].level == 2


def test_terrains_that_exist_are_in_the_hint(project: Project) -> None:
    with pytest.raises(Problems) as caught:
        load_state(project, '{spaces: [{at: [0, 0], terrain: lava}]}')
    assert all(word in caught.value.problems[0].hint for word in TERRAINS)


# What a rule may find unstated, and where its hint is to be written.
@pytest.mark.parametrize(
    ('missing', 'where'),
    [
        ('market', '{}'),
        ('victory', '{}'),
        ('spaces', '{}'),
        ('map', '{}'),
        ('ap.wonders by name', 'ap: {{{}}}'),
        ('ap.city-states by name', 'ap: {{{}}}'),
        ('capital of blue', 'rivals: [{{id: blue}}], {}'),
    ],
)
def test_what_is_unstated_is_told_as_it_is_written(project: Project, missing: str, where: str) -> None:
    hint = unstated_hint(missing, project)
    text = hint.removeprefix('add ').replace('..., ', '')
    given, _ = load_state(project, '{' + where.format(text) + '}')
    assert given.model_fields_set


def test_a_state_without_a_list_that_a_rule_reads(project: Project) -> None:
    with pytest.raises(Problems, match='unstated found no market') as caught:
        resolve(project, STATE.replace('market: [oracle, colossus, petra], ', ''), stating(project))
    assert caught.value.problems[0].hint.startswith('add market: [')


# The cards whose rules read the map, and events that do.
ON_MAP = [
    'early-empire', 'drama-and-poetry', 'civil-service', 'mass-media', 'foreign-trade', 'currency', 'steam-power',
    'capitalism', 'pottery', 'animal-husbandry', 'nationalism', 'urbanization', 'masonry', 'iron-working',
    'mass-production', 'flight',
]  # fmt: skip


def without_spaces(project: Project, card: str, turn: int = 1, dial: int = 0) -> str:
    """The state of the README, a card in slot 5 for the one of its type, and no spaces."""
    given = validate(Given, parse(full(), 'README.md'))
    kind = project.cards[card].type
    row = tuple(
        item.model_copy(update={'card': card} if project.cards[item.card or ''].type == kind else {})
        for item in given.ap.row
    )
    slots = [item.slot for item in row]
    at = next(index for index, item in enumerate(row) if item.card == card)
    slots[at], slots[-1] = slots[-1], slots[at]
    row = tuple(item.model_copy(update={'slot': slot}) for item, slot in zip(row, slots, strict=True))
    ap = given.ap.model_copy(update={'row': row})
    kept = {name: getattr(given, name) for name in given.model_fields_set if name not in ('spaces', 'ap')}
    return compact(Given(**{**kept, 'ap': ap, 'turn': turn, 'event_dial': dial}))


@pytest.mark.parametrize('card', ON_MAP)
def test_a_card_that_reads_the_map_wants_spaces(project: Project, card: str) -> None:
    with pytest.raises(Problems, match='unstated found no spaces') as caught:
        resolve(project, without_spaces(project, card), Chance(seeded(1), stating(project)))
    assert caught.value.problems[0].hint.startswith('add spaces: [')


@pytest.mark.parametrize('dial', [1, 2, 3, 4])
def test_an_event_that_reads_the_map_wants_spaces(project: Project, dial: int) -> None:
    with pytest.raises(Problems, match='unstated found no spaces'):
        resolve(project, without_spaces(project, 'astrology', 2, dial), Chance(seeded(1), stating(project)))


def test_a_card_that_reads_no_map_does_without(project: Project) -> None:
    played = resolve(project, without_spaces(project, 'astrology'), Chance(seeded(1), stating(project)))
    assert 'spaces' not in compact(played.state)


def test_an_empty_list_says_that_there_is_nothing(project: Project) -> None:
    state = without_spaces(project, 'pottery').removesuffix('}') + ', spaces: []}'
    played = resolve(project, state, Chance(seeded(1), stating(project)))
    assert [event.fields['what'] for event in played.events if event.kind == 'impossible'] == ['wonder', 'city']


def test_spaces_without_places_are_told_by_the_keys_that_say_where_they_lie(project: Project) -> None:
    state = without_spaces(project, 'early-empire').removesuffix('}') + ', spaces: [{id: A, city: ap}]}'
    with pytest.raises(Problems, match='unstated found no at of spaces and no map'):
        resolve(project, state, Chance(seeded(1), stating(project)))


# A masonry card that attacks a barbarian beside the capital with dice that matter.
FIGHT = """{turn: 1, market: [], victory: [], ap: {leader: trajan, resources: 0, natural-wonders: 0, dial: 3,
 wonders: [], city-states: [], row: [{card: astrology, slot: 1, trade: 0}, {card: foreign-trade, slot: 2, trade: 0},
 {card: pottery, slot: 3, trade: 0}, {card: early-empire, slot: 4, trade: 0}, {card: masonry, slot: 5, trade: 0}]},
 spaces: [{at: [0, 0], terrain: grassland, city: ap, capital: true}, {at: [1, 0], terrain: mountains, barbarian: A},
 {at: [0, 1], terrain: hills}]}"""
ROLLED = {
    'en': 'Attack 1, rolled {} against {}: ',
    'pl': 'Atak 1, rzut {} przeciw {}: ',
    'ar': 'الهجوم 1، الرمية {} مقابل {}: ',
}
BY_CHANCE = {
    'en': 'rolled 2 (1–3: Colossus, 4–6: Petra)',
    'pl': 'rzut 2 (1–3: Kolos, 4–6: Petra)',
    'ar': 'الرمية \u20662\u2069 (\u20661–3\u2069: تمثال رودس، \u20664–6\u2069: البتراء)',
}


def answers(kind: str, project: Project) -> Any:
    """The same faces, from the option or from a person."""
    if kind == '--dice':
        return rolled((1, 6, 6, 1), stating(project))
    return Asking(Words(project), typing(['1', '6', '6', '1']))


@pytest.mark.parametrize('code', ROLLED)
@pytest.mark.parametrize('kind', ['--dice', 'a person'])
def test_the_faces_of_an_attack_are_told(project: Project, kind: str, code: str) -> None:
    played = resolve(project, FIGHT, answers(kind, project))
    assert any(ROLLED[code].format(1, 6) in line for line in played.lines(Words(project, code)))
    data = played.data(Words(project, code))
    (first, *_) = [event for event in data['events'] if event['kind'] == 'fought']
    assert first['faces'] == [1, 6]
    assert data['asked'][0]['faces'] == [1, 6]


@pytest.mark.parametrize('code', BY_CHANCE)
def test_the_face_of_a_tie_is_told_with_what_it_stands_for(project: Project, code: str) -> None:
    played = resolve(project, STATE, rolled((2,), stating(project)))
    assert f'      {BY_CHANCE[code]}' in list(played.lines(Words(project, code)))


def test_faces_that_nobody_knows_are_not_told(project: Project) -> None:
    played = resolve(project, FIGHT, First())
    (line, *_) = [line for line in played.lines(Words(project)) if 'Attack 1, ' in line]
    assert 'lead of the attacker’s die −5 to ' in line


@pytest.mark.parametrize('seed', range(5))
def test_the_faces_of_a_seed_give_the_same_turn_as_dice(project: Project, seed: int) -> None:
    first = resolve(project, FIGHT, Chance(seeded(seed), stating(project)))
    faces = tuple(face for asked in first.asked for face in asked.faces)
    assert faces
    again = resolve(project, FIGHT, rolled(faces, stating(project)))
    assert list(again.lines(Words(project))) == list(first.lines(Words(project)))


@pytest.mark.parametrize('options', [2, 6, 7, 36, 37, 50])
def test_a_tie_of_any_size_can_be_rolled(options: int) -> None:
    names = tuple(f'o{number:02}' for number in range(options))
    chooser = seeded(1)
    assert {chooser.choose(Question(Kind.TIE, 'x', names)) for _ in range(5000)} == set(names)


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
    for wrong, prompt in zip(('nonsense', '7'), prompts[1:], strict=True):
        why, asked = prompt.split('\n')
        assert wrong in why
        assert '1–6' in why
        assert asked == prompts[0]
    assert any(event.fields.get('wonder') == 'petra' for event in played.events if event.kind == 'placed')


def test_a_wrong_word_is_told_with_the_words_that_fit(project: Project) -> None:
    typed = typing(['many', ''])
    with pytest.raises(Problems, match='no-answer'):
        resolve(project, OPEN, Chance(seeded(1), Asking(Words(project), typed)))
    why, asked = typed.prompts[1].split('\n')
    assert asked == typed.prompts[0]
    assert why.startswith('many does not fit here; type ')
    assert asked.endswith(f'({why.split("type ")[1]}): ')


def test_a_face_without_an_option_is_rolled_again_and_says_so(project: Project) -> None:
    question = Question(Kind.TIE, 'x', ('a', 'b', 'c', 'd'))
    typed = typing(['6', '5', '2'])
    assert Asking(Words(project), typed).choose(question) == 'b'
    assert [prompt.count('roll again') for prompt in typed.prompts] == [0, 1, 1]


@pytest.mark.parametrize(('state', 'before'), [(STATE, 1), (OPEN, 0)])
def test_turns_before_a_problem_are_kept(project: Project, state: str, before: int) -> None:
    with pytest.raises(Problems, match='no-answer') as caught:
        resolve(project, state, Chance(seeded(1), Asking(Words(project), lambda _: '')), turns=5)
    assert isinstance(caught.value, Stopped) == bool(before)
    if isinstance(caught.value, Stopped):
        first = resolve(project, state, Chance(seeded(1), First()))
        assert caught.value.played.events == first.events
        assert compact(caught.value.played.state) == compact(first.state)


def test_the_end_of_input_is_told(project: Project) -> None:
    with pytest.raises(Problems, match='no-answer'):
        resolve(project, STATE, Asking(Words(project), lambda _: ''))


def test_a_seed_rolls_and_a_person_states(project: Project) -> None:
    one = resolve(project, STATE, Chance(seeded(4), stating(project)))
    two = resolve(project, STATE, Chance(seeded(4), stating(project)))
    assert one.events == two.events

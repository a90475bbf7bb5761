"""What translators are told of a message."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from civap.content.glossary import read_glossary
from civap.content.project import Project
from civap.text.domains import load_domains
from civap.translate.merge import Note
from civap.translate.notes import Notes, ranges
from civap.translate.terms import terms_of

Polish = Mapping[str, Mapping[str, Note]]


@pytest.fixture(scope='module')
def polish(project: Project) -> Polish:
    """The notes for Polish, by domain."""
    notes = Notes(project, 'pl')
    return {domain.name: notes.of(domain) for domain in load_domains(project)}


@pytest.mark.parametrize(
    ('numbers', 'text'),
    [((), ''), ((3,), '3'), ((1, 2, 3), '1, 2, 3'), ((2, 3, 4, 5, 6), '2, 3, 4, 5, 6'), (range(1, 31), '1–30'),
     ((0, 2, *range(5, 11), 12), '0, 2, 5–10, 12')],
)  # fmt: skip
def test_ranges(numbers: tuple[int, ...], text: str) -> None:
    assert ranges(numbers) == text


@pytest.mark.parametrize(
    ('domain', 'name', 'lines', 'source'),
    [
        ('cards', 'card.masonry', ('Name of the military card of level I.',), 'cards'),
        ('cards', 'place-control.friendly-space', ('n = 1', 'On: Civil Service', 'place = umieść; …'), 'phrases'),
        (
            'cards',
            'tie.roll',
            ('Last …', 'On: 16 cards', 'tiebreaker = …'),
            'phrases',
        ),
        ('cards', 'label.level', ('Not printed …', 'On: all cards', 'level = poziom'), 'phrases'),
        ('cards', 'foot.industry', ('As foot.culture.', 'On: all industry cards', '…'), 'phrases'),
        ('cards', 'back.again', ('Back of a card, …', 'On: backs of cards', 'roll = rzuć'), 'phrases'),
        ('play', 'wonder.petra', ('Name of a world wonder.',), 'base_game'),
        ('play', 'resource.oil', ('A resource.',), ''),
        ('play', 'token.trade', ('…', 'n = 1–30', 'Said by civap resolve', 'trade token = żeton handlu'), 'play'),
        ('play', 'report.example', ('…', 'Said by civap explain'), 'play'),
        ('rules', 'rule.golden.random', ('In: 1.2 (Golden rules)', '…'), 'rulebook'),
        (
            'rules',
            'example.first-turn',
            ('Title of a worked example.', 'In: example 1 (The AP’s turn)', '…'),
            'rulebook',
        ),
        ('rules', 'reading.wonder-agenda', ('A question …', 'wonder = cud; agenda = agenda'), 'readings'),
        ('sheets', 'sheet.same-list', ('On: flowcharts (Civil Service)',), 'sheets'),
        ('sheets', 'sheet.leader.default', ('On: sheet “setup”',), 'sheets'),
        ('sheets', 'sheet.mat.dial.end', ('On: mat',), 'sheets'),
        ('sheets', 'calibrate.turn', ('Step 3, front.', 'On: calibration sheet', 'turn = tura'), 'sheets'),
    ],
)
def test_notes(polish: Polish, domain: str, name: str, lines: tuple[str, ...], source: str) -> None:
    """`…` stands for the rest of a line."""
    note = polish[domain][name]
    assert note.source == (f'content/new_dawn/{source}.yaml' if source else '')
    assert len(note.lines) == len(lines), note
    for found, wanted in zip(note.lines, lines, strict=True):
        start, rest, _ = wanted.partition('…')
        assert found.startswith(start) if rest else found == wanted


def test_every_message_says_where_its_english_is_written(polish: Polish) -> None:
    assert list(polish) == ['cards', 'play', 'rules', 'sheets']
    for notes in polish.values():
        assert [key for key, note in notes.items() if not note.source and not key.startswith('resource.')] == []
        assert max(len(note.lines) for note in notes.values()) <= 4


@pytest.mark.parametrize(
    ('text', 'terms'),
    [
        ('**Place {n} control tokens** next to a city-state.', ['place', 'control token', 'city-state']),
        ('A city, a City and cities.', ['city']),
        ('Wonder priority', ['wonder', 'priority order']),
        ('Citytoken', []),
        ('{token} at a price', []),
        ('Capitalism', []),
    ],
)
def test_terms(root: Path, text: str, terms: list[str]) -> None:
    assert [english for english, _ in terms_of(read_glossary(root), 'pl').within(text)] == terms


def test_a_language_without_terms_has_no_terms(root: Path, tmp_path: Path) -> None:
    assert terms_of(read_glossary(root), 'de').within('A city') == []
    assert terms_of(read_glossary(tmp_path), 'pl').within('A city') == []


def test_proper_names_are_no_terms(polish: Polish) -> None:
    assert polish['cards']['card.replaceable-parts'] == Note(
        ('Name of the science card of level III.',), 'content/new_dawn/cards.yaml'
    )

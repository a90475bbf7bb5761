"""Numbers and names for the prose of examples: what the events say, the same on every path."""

from __future__ import annotations

import pytest

from civap.content.project import Project
from civap.content.readings import load_readings
from civap.content.say import Name, Numeral, Plain, Say, Value
from civap.proof.printed import NoValue, Told, tell, value
from civap.text.catalog import load_book_catalog

TIED = Say('say.more', values={'first': Name('wonder.colossus'), 'more': Name('wonder.petra')})
PRINTED = ('pottery-wonder', 'astrology', 'masonry', 'gain-next-level', 'first-turn')


@pytest.fixture(scope='module')
def told(project: Project) -> dict[str, Told]:
    files, readings = project.examples, load_readings(project).chosen
    return {name: tell(project, files, name, readings) for name in PRINTED}


@pytest.fixture(scope='module')
def names(project: Project) -> frozenset[str]:
    return frozenset(load_book_catalog(project, 'en').translations)


@pytest.mark.parametrize(
    ('example', 'spec', 'expected'),
    [
        ('pottery-wonder', 'paid.trade', 2),
        ('pottery-wonder', 'paid.wonder', Name('wonder.colossus')),
        ('pottery-wonder', 'narrowed#2.values.oracle', 8),
        ('pottery-wonder', 'narrowed#2.keep', TIED),
        ('pottery-wonder', 'narrowed.keep.count', 3),
        ('pottery-wonder', 'chosen.chance', Plain('1/2')),
        ('pottery-wonder', 'roll.wonder.tie', 2),
        ('pottery-wonder', 'faces.wonder.tie.petra', Plain('4–6')),
        ('pottery-wonder', 'given.ap.row.pottery.trade', 2),
        ('astrology', 'advanced.from', 13),
        ('astrology', 'passed#2.level', Numeral(4)),
        ('astrology', 'replaced#2.to', Name('card.capitalism')),
        ('first-turn', 'control-placed#2.space', Plain('C')),
        ('masonry', 'card.pottery', Name('card.pottery')),
    ],
)  # fmt: skip
def test_a_value(example: str, spec: str, expected: Value, told: dict[str, Told], names: frozenset[str]) -> None:
    assert value(told[example], spec, names) == expected


@pytest.mark.parametrize(
    ('example', 'spec', 'reason'),
    [
        ('pottery-wonder', 'payed.trade', 'neither'),
        ('pottery-wonder', 'paid.shells', 'no such field'),
        ('pottery-wonder', 'paid#2.trade', '1 events'),
        ('pottery-wonder', 'narrowed.values.Z', "no 'Z'"),
        ('pottery-wonder', 'roll.city.tie', 'no roll'),
        ('pottery-wonder', 'faces.wonder.tie.oracle', 'no option'),
        ('pottery-wonder', 'given.ap.row.masonry.trade', 'no such fact'),
        ('masonry', 'fought.result', 'as the path goes'),
        ('gain-next-level', 'chosen#2.item', 'as the path goes'),
    ],
)
def test_what_is_no_value(example: str, spec: str, reason: str, told: dict[str, Told], names: frozenset[str]) -> None:
    with pytest.raises(NoValue, match=reason):
        value(told[example], spec, names)


def test_without_an_example_only_names_have_a_value(names: frozenset[str]) -> None:
    assert value(None, 'treaty.embassy', names) == Name('treaty.embassy')
    with pytest.raises(NoValue):
        value(None, 'paid.trade', names)


def test_every_value_of_the_book_is_there(project: Project, names: frozenset[str]) -> None:
    files, readings = project.examples, load_readings(project).chosen
    for block in project.rulebook[0].examples():
        story = tell(project, files, block.id, readings)
        for passage in block.say.values():
            for spec in passage.values.values():
                value(story, spec, names)

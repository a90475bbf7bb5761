"""Readings: where the source is silent or says two things, the one this edition takes, and the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from civap.content.phrases import check_plain
from civap.content.problems import Problem, Problems, did_you_mean, in_file_order
from civap.content.rules import RULES
from civap.content.schema import Id, Model, Text, validate
from civap.content.sic import Sics
from civap.content.source import Document, load

if TYPE_CHECKING:
    from civap.content.project import Project

# The switches that the engine has: each reading's id with the options that it understands.
SWITCHES: Mapping[str, tuple[str, ...]] = {
    'wonder-candidates': ('all-on-offer', 'payable-only'),
    'wonder-agenda': ('fewest-missing', 'any-agenda'),
    'wonder-overspend': ('resources-only', 'natural-wonders-too'),
    'culture-tokens': ('one-at-a-time', 'together'),
    'culture-cities': ('friendly', 'anyone'),
    'culture-spending': ('as-many-as-spaces', 'as-needed'),
    'culture-extra': ('first-step', 'last-step'),
    'caravan-order': ('nearest', 'random'),
    'caravan-tokens': ('all-arrivals', 'one-arrival'),
    'city-state-card': ('takes', 'leaves'),
    'city-states-block': ('blocked', 'open'),
    'city-state-won': ('token-counts', 'token-idle'),
    'attack-from-taken': ('not-from-taken', 'from-taken'),
    'attack-counts': ('performed', 'won'),
    'reinforced-already': ('skipped', 'counted'),
    'threat-distance': ('straight', 'overland'),
    'gain-above': ('one-higher', 'indicated-level'),
    'dial-end': ('goes-on', 'stops'),
    'mathematics-token': ('spent-at-once', 'kept'),
    'capitalism-upgrade': ('no-reset', 'reset'),
    'capitalism-culture': ('ends', 'goes-on'),
    'roosevelt-tokens': ('this-card', 'any-card'),
    'gilgamesh-currency': ('gains', 'gains-nothing'),
}


class Option(Model):
    """One way to read the source."""

    id: Id
    means: Text


class Reading(Model):
    """An open question, the option taken and why. `cards` (ids or types) and `leader` say where options can differ."""

    id: Id
    rule: str
    cards: tuple[Id, ...] = ()
    leader: Id | None = None
    question: Text
    chosen: Id
    because: Text
    options: Annotated[tuple[Option, ...], Field(min_length=2)]
    sic: Sics = ()


class Readings(Model):
    """readings.yaml."""

    readings: tuple[Reading, ...]

    @property
    def chosen(self) -> Mapping[str, str]:
        """The option taken, by reading."""
        return {reading.id: reading.chosen for reading in self.readings}


def load_readings(project: Project) -> Readings:
    """The readings of a project, checked. Raises `Problems`."""
    return project.readings[0]


def read_readings(project: Project) -> tuple[Readings, Document]:
    """The readings of a project, checked, with the file they stand in. Raises `Problems`."""
    path = project.content / 'readings.yaml'
    document = load(path, path.relative_to(project.root).as_posix())
    readings = validate(Readings, document)
    if problems := in_file_order(check_readings(readings, document)):
        raise Problems(problems)
    return readings, document


def check_readings(readings: Readings, document: Document) -> Iterator[Problem]:
    """Every switch of the engine once, with its options and a rule that exists."""
    seen: set[str] = set()
    for index, reading in enumerate(readings.readings):
        where = ('readings', index)
        if reading.id not in SWITCHES or reading.id in seen:
            message = f'found {reading.id!r}, expected each switch of the engine once'
            hint = did_you_mean(reading.id, tuple(SWITCHES))
            yield document.problem('unknown-reading', message, document.node((*where, 'id')), hint)
            continue
        seen.add(reading.id)
        yield from _check_reading(reading, document, where)
        yield from check_plain(reading.question, document, (*where, 'question'))
        yield from check_plain(reading.because, document, (*where, 'because'))
        for number, option in enumerate(reading.options):
            yield from check_plain(option.means, document, (*where, 'options', number, 'means'))
    for name in SWITCHES:
        if name not in seen:
            message = f'found no reading {name!r}, expected it'
            yield document.problem('missing-reading', message, document.root, 'add it')


def _check_reading(reading: Reading, document: Document, where: tuple[str | int, ...]) -> Iterator[Problem]:
    known = SWITCHES[reading.id]
    if reading.rule not in RULES:
        node = document.node((*where, 'rule'))
        hint = did_you_mean(reading.rule, RULES)
        yield document.problem('unknown-rule', f'found {reading.rule!r}, expected a rule', node, hint)
    if {option.id for option in reading.options} != set(known):
        node = document.node((*where, 'options'))
        message = f'found other options, expected {" and ".join(known)}'
        yield document.problem('wrong-options', message, node, 'write these two')
    if reading.chosen not in known:
        node = document.node((*where, 'chosen'))
        message = f'found {reading.chosen!r}, expected one of the options'
        yield document.problem('unknown-option', message, node, did_you_mean(reading.chosen, known))

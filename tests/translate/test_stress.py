"""Stress languages are ordinary ones, and the layout has room for them but for what is pinned here."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from civap.cli import cli
from civap.cli.translate_stress import KINDS as COMMAND_KINDS
from civap.content.project import Project, load_project
from civap.press.deck import typeset_faces
from civap.press.editions import facsimiles
from civap.press.made import Request
from civap.press.workers import Workers
from civap.text.catalog import load_book_catalog, load_catalog, load_sheet_catalog
from civap.text.domains import load_domains
from civap.text.languages import plural_forms
from civap.translate.pseudo import KINDS, LONGER, lengthened, mixed, stressed_copy
from civap.translate.stress import Stressed, stress

# What has no room at the sizes promised: cards of 57 x 89 mm, by kind. Everything else fits.
NO_ROOM = {
    'long': {'flight', 'iron-working', 'masonry', 'mass-production'},
}
# Of those that are set in every kind, the cards that lack a line.
LONGEST = ('masonry', 'flight')
FULL = re.compile(r'^found \d+ lines? too many in the ([a-z ]+) of ([a-z-]+) \(')
SAMPLES = [
    '**Place {n} control tokens** on spaces adjacent to friendly cities.',
    'Still tied: roll a die.',
    'City-state whose diplomacy card this player does not have (see {card}).',
]


def visible(text: str) -> int:
    return len(re.sub(r'\{\w+\}|\*\*', '', text))


@pytest.mark.parametrize('text', SAMPLES)
def test_long_texts_are_longer_by_a_third(text: str) -> None:
    long = lengthened(text, 0)
    assert visible(long) / visible(text) == pytest.approx(1 + LONGER, abs=0.05)
    assert re.findall(r'\{\w+\}|\*\*', long) == re.findall(r'\{\w+\}|\*\*', text)
    assert long.count(' ') == text.count(' ')


def test_mixed_texts_have_both_directions() -> None:
    mixed_text = mixed(SAMPLES[0], 0)
    words = re.sub(r'\{\w+\}|\*\*|[^\w ]', '', mixed_text).split()
    latin = [word for word in words if word.isascii()]
    assert abs(2 * len(latin) - len(words)) <= 1
    assert '{n}' in mixed_text
    assert mixed_text.count('**') == 2


@pytest.fixture(scope='module')
def copy(project: Project, tmp_path_factory: pytest.TempPathFactory) -> Project:
    folder = tmp_path_factory.mktemp('stress')
    (folder / 'project').mkdir()
    stressed_copy(project, tuple(KINDS), folder / 'project')
    return load_project(folder / 'project')


@pytest.mark.parametrize('name', KINDS)
def test_a_kind_is_a_whole_language_without_faults(name: str, copy: Project) -> None:
    code = KINDS[name].code
    catalog = load_book_catalog(copy, code)
    texts = {**load_sheet_catalog(copy, code).translations, **catalog.translations}
    assert set(texts) == {message for domain in load_domains(copy) for message in domain.messages}
    assert catalog.language.direction == ('ltr' if name == 'long' else 'rtl')


def test_long_plural_forms_differ(copy: Project) -> None:
    code = KINDS['long'].code
    forms = load_catalog(copy, code).translations['place-control.friendly-city'].forms
    assert len(set(forms)) == len(forms) == len(plural_forms(code)) >= 3


@pytest.mark.parametrize(
    ('name', 'full'),
    [
        ('long', {'masonry': 'text', 'flight': 'text'}),
        ('mirrored', {}),
        ('bidi', {'masonry': 'text', 'flight': 'text'}),
    ],
)
def test_every_kind_is_set_on_a_card_of_each_type(name: str, full: dict[str, str], copy: Project) -> None:
    """The fullest cards, and for each type a foot line."""
    request = Request(Path(), (KINDS[name].code,), (), draft=True)
    (job,) = facsimiles(copy, [load_catalog(copy, KINDS[name].code)], request)
    chosen = ('early-empire', 'foreign-trade', 'pottery', 'masonry', 'astrology', 'flight')
    made = typeset_faces(replace(job, cards=tuple(card for card in job.cards if card['id'] in chosen)))
    found = {match[2]: match[1] for each in made.problems if (match := FULL.search(each.message))}
    assert (found, len(made.problems)) == (full, len(full))


@pytest.fixture(scope='module')
def stressed(project: Project, tmp_path_factory: pytest.TempPathFactory) -> tuple[Stressed, Path]:
    out = tmp_path_factory.mktemp('printed')
    with Workers(2) as workers:
        return stress(project, ['long'], ['cards', 'sheets'], out, workers), out


def test_only_what_is_known_has_no_room(stressed: tuple[Stressed, Path]) -> None:
    found = {(lack.kind, lack.document) for lack in stressed[0].lacks}
    assert found == {('long', 'cards 57x89')}
    cards = {re.search(r' of ([a-z-]+) \(', lack.found)[1] for lack in stressed[0].lacks}  # type: ignore[index]
    assert cards == NO_ROOM['long']
    assert all(6.5 <= lack.fits_at < 7.5 for lack in stressed[0].lacks if lack.fits_at)


def test_all_documents_are_written(stressed: tuple[Stressed, Path]) -> None:
    made, out = stressed
    assert {each.path for each in made.printed} == {
        path.relative_to(out).as_posix() for path in out.rglob('*') if path.is_file()
    }
    assert [each.fit for each in made.printed if each.fit] == [(16, 20), (20, 20)]


def test_an_unknown_kind_is_refused() -> None:
    done = CliRunner().invoke(cli, ['translate', 'stress', '--kind', 'wide'])
    assert done.exit_code == 2
    assert "found 'wide', expected long or mirrored or bidi" in ' '.join(done.output.split())


def test_the_command_knows_the_kinds() -> None:
    assert tuple(KINDS) == COMMAND_KINDS

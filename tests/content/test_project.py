"""Finding a project, and which faults are told together."""

from collections.abc import Callable
from pathlib import Path

import pytest

from civap.content.folder import find_root
from civap.content.problems import Problems
from civap.content.project import Project, load_project
from civap.text.catalog import load_catalog

Make = Callable[[str, bytes], Path]


def test_the_checkout_is_the_project(root: Path) -> None:
    assert find_root() == root
    assert find_root(root) == root


@pytest.mark.parametrize('inside', ['.', 'content/new_dawn', 'locales/pl'])
def test_the_project_around_the_current_folder_comes_first(
    inside: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ('content/new_dawn', 'locales/pl'):
        (tmp_path / folder).mkdir(parents=True)
    monkeypatch.chdir(tmp_path / inside)
    assert find_root() == tmp_path


def test_elsewhere_it_is_the_checkout(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / 'gone').mkdir()
    for folder in (tmp_path, tmp_path / 'gone'):
        monkeypatch.chdir(folder)
        if folder.name == 'gone':
            folder.rmdir()
        assert find_root() == root


def test_no_project(tmp_path: Path) -> None:
    with pytest.raises(Problems) as caught:
        find_root(tmp_path / 'none')
    (problem,) = caught.value.problems
    assert (problem.code, problem.path) == ('no-project', str(tmp_path / 'none'))


def test_no_content(tmp_path: Path) -> None:
    with pytest.raises(Problems) as caught:
        find_root(tmp_path)
    (problem,) = caught.value.problems
    assert (problem.code, problem.hint) == ('no-content', 'name the project with --project DIR')


def test_every_file_tells_its_faults(project_with: Make) -> None:
    root = project_with('content/new_dawn/cards.yaml', b'cards: []\n')
    edition = root / 'content/new_dawn/edition.yaml'
    edition.unlink()
    edition.write_text('id: x\n', encoding='utf-8')
    (root / 'content/new_dawn/base_game.yaml').unlink()
    with pytest.raises(Problems) as caught:
        load_project(root)
    files = [problem.path.rsplit('/')[-1] for problem in caught.value.problems]
    assert list(dict.fromkeys(files)) == ['edition.yaml', 'cards.yaml', 'base_game.yaml']
    lines = [found.line for found in caught.value.problems if 'edition' in found.path]
    assert lines == sorted(lines)


def test_at_most_a_hundred_problems_of_a_file(project_with: Make) -> None:
    raw = b'types: []\ncards:\n' + b'  - {}\n' * 200
    with pytest.raises(Problems) as caught:
        load_project(project_with('content/new_dawn/cards.yaml', raw))
    assert len(caught.value.problems) == 100


def test_the_shipped_project(project: Project) -> None:
    assert project.content.is_dir()
    assert list(project.cards)[:2] == ['early-empire', 'foreign-trade']
    assert list(project.messages)[:6] == [
        *(f'type.{kind}' for kind in ('culture', 'economy', 'industry', 'military', 'science')),
        'card.early-empire',
    ]
    assert project.numbers['advance-dial'] == (5,)
    assert project.numbers['place-control.friendly-city'] == (2, 3, 4)
    assert project.numbers['label.caravans'] == (1, 2, 3)


@pytest.mark.parametrize('code', ['en', 'pl', 'ar'])
def test_the_shipped_catalogs(project: Project, code: str) -> None:
    """Every text there and up to date: what a release needs."""
    catalog = load_catalog(project, code)
    assert set(catalog.translations) == set(project.messages)


@pytest.mark.parametrize(
    ('card', 'language', 'version'),
    [
        ('pottery', 'en', '1.2'),
        ('pottery', 'pl', '1.0'),
        ('masonry', 'en', '1.1'),
        ('flight', 'en', '1.0'),
        ('flight', 'ar', '1.0'),
    ],
)
def test_version_of_a_card(project_with: Make, card: str, language: str, version: str) -> None:
    """The newest version that lists the card for the language; the first when none does."""
    raw = b"""id: new_dawn
title: T
game: G
language: en
source: S
versions:
  - {version: "1.2", date: 2026-12-03, changed: {en: [pottery]}}
  - {version: "1.1", date: 2026-12-02, changed: {en: [masonry, pottery]}}
  - {version: "1.0", date: 2026-12-01, changed: {en: all, pl: all}}
"""
    edition = load_project(project_with('content/new_dawn/edition.yaml', raw)).edition
    assert edition.version == '1.2'
    assert edition.version_of(card, language) == version

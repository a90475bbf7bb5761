"""The words of the reference sheets: complete in every language, with the terms of the glossary."""

from __future__ import annotations

from pathlib import Path

import pytest

from civap.content.project import Project
from civap.content.say import Say
from civap.content.sheets import sheet_messages, sheet_numbers
from civap.text.catalog import State, load_sheet_catalog
from civap.text.render import Renderer

LANGUAGES = ('pl', 'ar')


@pytest.mark.parametrize('language', ['en', *LANGUAGES])
def test_every_message_is_ready(language: str, project: Project) -> None:
    catalog = load_sheet_catalog(project, language)
    assert all(catalog.translations[name].state is State.READY for name in sheet_messages(project))


def test_counted_messages_have_their_numbers(project: Project) -> None:
    numbers = sheet_numbers(project)
    counted = {name for name, message in sheet_messages(project).items() if message.counts}
    assert counted <= set(numbers)
    assert numbers['sheet.destination.each'] == (2, 3)


@pytest.mark.parametrize('language', LANGUAGES)
def test_the_file_says_that_nobody_reviewed_it(language: str, root: Path) -> None:
    head = (root / 'locales' / language / 'new_dawn' / 'sheets.po').read_text('utf-8')[:200]
    assert '# Not yet reviewed by a native reader.' in head


def test_numbers_come_from_the_data(project: Project) -> None:
    renderer = Renderer(load_sheet_catalog(project, 'ar'))
    assert '3' in renderer.plain(Say('sheet.destination.each', 3))
    assert '2' not in renderer.plain(Say('sheet.destination.each', 2))

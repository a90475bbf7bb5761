"""What a reviewer is told of each text."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from copies import copied

from civap.content.project import Project, load_project
from civap.text.languages import load_language
from civap.translate.order import sections
from civap.translate.renderings import load_renderings
from civap.translate.rows import Row, Rows

ROOT = Path(__file__).parents[2]


def rows_of(project: Project, code: str, documents: tuple[str, ...], *, changed: bool = False) -> Mapping[str, Row]:
    maker = Rows(project, load_language(project.root, code), load_renderings(project, code))
    found = [row for section in sections(project, documents) for row in maker.rows(section, changed=changed)]
    assert [row['number'] for row in found] == list(range(1, len(found) + 1))
    assert maker.counts['texts'] == len(found)
    return {row['id']: row for row in found}


@pytest.fixture(scope='module')
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project, with Polish texts of cards that lack something."""
    root = tmp_path_factory.mktemp('faulty')
    copied(root)
    path = root / 'locales' / 'pl' / 'new_dawn' / 'cards.po'
    text = path.read_text('utf-8')

    def entry(name: str, said: str, before: str = '', english: str = '') -> None:
        nonlocal text
        found = re.compile(rf'msgctxt "{re.escape(name)}"\nmsgid "(.*)"\nmsgstr ".*"')
        assert found.search(text), name
        text = found.sub(
            lambda match: f'{before}msgctxt "{name}"\nmsgid "{english or match[1]}"\nmsgstr "{said}"', text
        )

    entry('tie.roll', '')
    entry('heading.city', 'Miasto', english='Town priority')
    entry('heading.wonder', 'Cud', before='#, fuzzy\n#| msgid "Marvel priority"\n')
    entry('heading.target', 'Target priority')
    entry('heading.control', 'Pole na żeton wymiany')
    path.write_text(text, 'utf-8')
    return root


def test_flags(faulty: Path) -> None:
    rows = rows_of(load_project(faulty), 'pl', ('cards',))
    flags = {name: [flag['kind'] for flag in row['flags']] for name, row in rows.items()}
    assert flags['tie.roll'] == ['missing']
    assert rows['tie.roll']['said'] == []
    assert flags['heading.city'][0] == flags['heading.wonder'][0] == 'stale'
    assert rows['heading.city']['was'] == 'Town priority'
    assert rows['heading.wonder']['was'] == 'Marvel priority'
    assert flags['heading.target'][0] == 'same'
    assert flags['heading.control'][:2] == ['forbidden', 'term']
    assert not flags['heading.destination']
    assert 'destination' in rows['heading.destination']['kept']


def test_only_what_changed(faulty: Path) -> None:
    assert set(rows_of(load_project(faulty), 'pl', ('cards',), changed=True)) == {
        'tie.roll',
        'heading.city',
        'heading.wonder',
    }


def test_plural_forms_have_sample_numbers(project: Project) -> None:
    row = rows_of(project, 'ar', ('cards',))['place-control.friendly-city']
    assert [form['count'] for form in row['english']] == ['1', '2']
    assert [form['count'] for form in row['said']] == ['0', '1', '2', '3', '100'] or len(row['said']) == 6
    assert all('{' not in form['text'] for form in (*row['english'], *row['said']))


def test_texts_are_shown_as_printed(project: Project) -> None:
    rows = rows_of(project, 'pl', ('cards', 'sheets', 'rulebook', 'play'))
    texts = [form['text'] for row in rows.values() for form in (*row['english'], *row['said'])]
    assert not [text for text in texts if '{' in text or '**' in text]
    assert '<b>' in rows['place-control.friendly-city']['said'][0]['text']
    foot = next(row for name, row in rows.items() if name.startswith('foot.'))
    assert '+1' in foot['english'][0]['text']
    unknown = [text for text in texts if '‹' in text]
    assert unknown, 'events name what only a table knows'
    assert not [name for name, row in rows.items() if name.startswith('example.') and '‹' in str(row['english'])]

"""What `civap check` reads: every file of a project, whether a command needs it or not."""

from pathlib import Path

import pytest
from copies import CONTENT, copied

from civap import checking
from civap.cache import Cache, open_cache
from civap.content.problems import Problems
from civap.content.project import load_project

ROOT = Path(__file__).parents[1]
FILES = [
    path.relative_to(ROOT).as_posix()
    for folder in ('content', 'locales')
    for path in sorted((ROOT / folder).rglob('*.*'))
    if path.suffix in ('.yaml', '.po') and path.parent.name != 'examples'
]


@pytest.mark.parametrize('name', FILES)
def test_every_file_is_read(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copied(tmp_path, parts=CONTENT)
    (tmp_path / name).write_text('x: [\n', 'utf-8')
    monkeypatch.setattr('civap.proof.examples.check_examples', lambda *_, **__: [])
    language = name.split('/')[1] if name.startswith(('locales/pl', 'locales/ar')) else 'en'
    with pytest.raises(Problems) as caught:
        checking.check_all(load_project(tmp_path), [language], Cache(None))
    assert name in {problem.path for problem in caught.value.problems}


# A mistake in a file that several commands or languages read.
ONCE = {
    'a text of the cards': ('locales/pl/new_dawn/cards.po', 'msgctxt "tie.roll"', 'msgctxt "tie.rol"'),
    'a text of the story': ('locales/pl/new_dawn/play.po', 'msgctxt "ask.die"', 'msgctxt "ask.dei"'),
    'a phrase of the story': ('content/new_dawn/play.yaml', 'en: "Face rolled"', 'en: "**Face rolled"'),
    'a reading': ('content/new_dawn/readings.yaml', 'options:', 'optoins:'),
    'a profile': ('locales/ar/profile.yaml', 'digits:', 'digit:'),
    'a tile': ('content/new_dawn/map_tiles.yaml', 'confidence:', 'confidenc:'),
    'a term': ('locales/glossary.yaml', '- id:', '- ids:'),
}


@pytest.mark.parametrize('name', ONCE)
def test_a_mistake_is_told_once(name: str, tmp_path: Path) -> None:
    file, right, wrong = ONCE[name]
    copied(tmp_path, parts=CONTENT)
    text = (tmp_path / file).read_text('utf-8')
    assert right in text
    (tmp_path / file).write_text(text.replace(right, wrong, 1), 'utf-8')
    with pytest.raises(Problems) as caught:
        checking.check_all(load_project(tmp_path), ['en', 'pl', 'ar'], open_cache())
    places = [(problem.place, problem.code) for problem in caught.value.problems if problem.line]
    assert places
    assert len(places) == len(set(places))

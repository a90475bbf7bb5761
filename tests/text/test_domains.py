"""Every message stands in one domain, and its English is found where content has it."""

from pathlib import Path

from civap.content.project import Project
from civap.text.domains import english_places, load_domains, texts_path

ROOT = Path(__file__).resolve().parents[2]


def test_each_message_is_in_one_domain(project: Project) -> None:
    names = [name for domain in load_domains(project) for name in domain.messages]
    assert len(names) == len(set(names)) > 1000


def test_english_stands_where_it_is_said_to(project: Project) -> None:
    places = english_places(project)
    messages = {name: message for domain in load_domains(project) for name, message in domain.messages.items()}
    assert {name for name in messages if name not in places} == {
        name for name in messages if name.startswith('resource.')
    }
    for name, place in places.items():
        if name in messages:
            lines = (ROOT / place.path).read_text('utf-8').splitlines()[place.line - 1 :]
            assert messages[name].one.split()[0].strip('*“"') in ' '.join(lines[:3]), name


def test_each_language_has_the_files(project: Project) -> None:
    for domain in load_domains(project):
        assert all((ROOT / texts_path(code, domain.name)).is_file() for code in ('en', 'pl', 'ar'))

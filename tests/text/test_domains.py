"""Every message stands in one domain, and its English is found where content has it."""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from civap.content.project import Project
from civap.content.source import List, Node, Scalar, Table
from civap.text.domains import NAMED, english_places, load_domains, texts_path

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


def test_names_are_what_content_lists_and_not_what_is_called_alike(project: Project) -> None:
    """`wonder.petra` is a name, `wonder.lowest-cost` a phrase of a priority list."""
    messages = {name: message for domain in load_domains(project) for name, message in domain.messages.items()}
    listed = {
        f'{prefix}.{found}'
        for prefix, (file, group) in NAMED.items()
        for found in ids_in(project.documents[file].node((group,)))
    }
    assert {name for name, message in messages.items() if message.names} == listed
    assert all(messages[name].names == name.split('.')[0] for name in listed)
    assert {name for name in messages if name.split('.')[0] in NAMED} - listed == {
        'wonder.lowest-cost',
        'wonder.nearest-agenda',
    }


def ids_in(node: Node) -> Iterator[str]:
    """The ids of all tables under a node that have a name."""
    if isinstance(node, Table):
        if 'name' in node.items and isinstance(name := node.items.get('id'), Scalar):
            yield name.value
        yield from chain(*map(ids_in, node.items.values()))
    elif isinstance(node, List):
        yield from chain(*map(ids_in, node.items))

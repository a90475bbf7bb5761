"""Every message is shown once, in the order of print."""

from collections import Counter

import pytest

from civap.content.project import Project
from civap.text.domains import load_domain, load_domains
from civap.translate.order import DOCUMENTS, LABELS, Section, sections


@pytest.fixture(scope='module')
def found(project: Project) -> tuple[Section, ...]:
    return sections(project)


def test_every_message_is_shown_once(project: Project, found: tuple[Section, ...]) -> None:
    shown = Counter(item.id for section in found for item in section.items)
    assert shown == Counter(name for domain in load_domains(project) for name in domain.messages)


def test_documents_stand_in_their_order_and_end_in_labels(found: tuple[Section, ...]) -> None:
    names = [section.document for section in found]
    assert list(dict.fromkeys(names)) == list(DOCUMENTS)
    last = {section.document: section.title for section in found}
    assert [last[name] for name in ('cards', 'sheets', 'rulebook')] == [LABELS] * 3


def test_a_document_alone_has_its_own_texts(project: Project) -> None:
    ids = {item.id for section in sections(project, ['sheets']) for item in section.items}
    assert ids == set(load_domain(project, 'sheets').messages)


def test_cards_have_sections_in_the_order_of_the_deck(project: Project, found: tuple[Section, ...]) -> None:
    cards = [section for section in found if section.card]
    assert [section.card for section in cards] == list(project.deck.cards)
    assert [section.items[0].where for section in cards] == ['name'] * 20


def test_what_a_card_shares_is_named_again(found: tuple[Section, ...]) -> None:
    first, *others = [section for section in found if section.card]
    assert not first.again
    assert all(section.again for section in others if len(section.items) < 5)
    seen = {item.id for item in first.items}
    for section in others:
        assert not seen & {item.id for item in section.items}
        seen |= {item.id for item in section.items}
        assert set(section.again) <= seen


def test_rules_have_their_printed_numbers(project: Project, found: tuple[Section, ...]) -> None:
    numbers = project.rulebook[0].numbered()
    where = {item.id: item.where for section in found for item in section.items}
    rules = {name: number for name, number in numbers.items() if f'rule.{name}' in where}
    assert len(rules) > 50
    assert all(where[f'rule.{name}'] == number for name, number in rules.items())
    examples = {name: number for name, number in numbers.items() if name.startswith('example.')}
    assert all(where[name] == f'Example {number}' for name, number in examples.items())
    titles = [section.title for section in found if section.id.startswith('rulebook-chapter-')]
    assert titles[0].startswith('Cover: ')
    assert [title.split()[0] for title in titles[1:]] == [str(number) for number in range(1, len(titles))]

"""What is said about a turn: names of the base game, events, questions. Loaded only where it is needed."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, get_args

from civap.content.base_game import Resource
from civap.content.phrases import MARKUP_HINT, Message, Phrase, Phrases, markup_faults
from civap.content.problems import Problem, Problems, in_file_order
from civap.content.schema import duplicate_ids, validate
from civap.content.source import Document, load

if TYPE_CHECKING:
    from civap.content.project import Project


class Named(Protocol):
    """A thing of the game with a name."""

    @property
    def id(self) -> str:
        """What the content calls it."""

    @property
    def name(self) -> str:
        """What people call it."""


# Counted tokens in the story of a turn; every form must be there.
COUNTED = range(1, 31)


def read_play(project: 'Project') -> tuple[Phrases, Document]:
    """The phrases of play.yaml, checked, with their file. Raises `Problems`."""
    path = project.content / 'play.yaml'
    document = load(path, path.relative_to(project.root).as_posix())
    phrases = validate(Phrases, document)
    if problems := in_file_order(_check(phrases.phrases, document)):
        raise Problems(problems)
    return phrases, document


def play_messages(project: 'Project') -> Mapping[str, Message]:
    """Names first, then the phrases of play.yaml, by id. Raises `Problems`."""
    phrases = project.play[0].phrases
    said = [Message(phrase.id, phrase.en.one, phrase.en.other, phrase.note or '') for phrase in phrases]
    return {message.id: message for message in (*_names(project), *said)}


def play_numbers(messages: Mapping[str, Message]) -> Mapping[str, Sequence[int]]:
    """The numbers that each counted message may count."""
    return {name: COUNTED for name, message in messages.items() if message.counts}


def _names(project: 'Project') -> Iterator[Message]:
    base = project.base_game
    groups: dict[str, Sequence[Named]] = {
        'wonder': base.wonders.items,
        'city-state': base.city_states.items,
        'leader': base.leaders.items,
        'natural-wonder': base.natural_wonders.items,
        'treaty': base.diplomacy_cards.items,
        'agenda': [agenda for card in base.victory_cards.items for agenda in card.agendas],
        'difficulty': project.ap_rules.difficulties,
    }
    for kind, items in groups.items():
        for item in items:
            yield Message(f'{kind}.{item.id}', item.name, item.name)
    for resource in get_args(Resource):
        yield Message(f'resource.{resource}', resource, resource)


def _check(phrases: Sequence[Phrase], document: Document) -> Iterator[Problem]:
    yield from duplicate_ids([phrase.id for phrase in phrases], (), document)
    for index, phrase in enumerate(phrases):
        for form in ('one', 'other'):
            for message in markup_faults(getattr(phrase.en, form)):
                node = document.node((index, 'en', form))
                yield document.problem('bad-markup', message, node, MARKUP_HINT)

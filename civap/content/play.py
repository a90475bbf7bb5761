"""What is said about a turn: names of the base game, events, questions. Loaded only where it is needed."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, get_args

from civap.content.base_game import Resource
from civap.content.phrases import Message, Phrase, Phrases, check_phrases, named, placeholders
from civap.content.problems import Problem, Problems, in_file_order
from civap.content.say import Plain, Say
from civap.content.schema import validate
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


# What code says by its id, with the values that it gives; `n` is counted.
SAID: Mapping[str, str] = {
    'event.turn': 'turn',
    'event.difficulty': 'chosen replaced',
    'event.event-dial': 'event',
    'event.barbarian-moved': 'barbarian from to',
    'event.barbarian-back': 'barbarian space reason',
    'event.spawned': 'barbarian space',
    'event.discarded': 'trade owner',
    'event.destroyed': 'space what owner',
    'event.flipped': 'space owner',
    'event.removed': 'space owner',
    'event.resolved': 'card',
    'event.followed': 'card',
    'event.excluded': 'item reason',
    'event.reach': 'item clause',
    'event.narrowed': 'by keep',
    'event.measured': 'by values keep',
    'event.skipped': 'by',
    'event.chosen': 'item',
    'event.tied': 'item chance options',
    'event.set-aside': 'wonder cost reach',
    'event.paid': 'wonder cost parts total',
    'event.placed': 'wonder city',
    'event.built': 'city',
    'event.impossible': 'what reason',
    'event.spent': 'card parts',
    'event.control-placed': 'space',
    'event.collected': 'space token',
    'event.unplaced': 'tokens trade',
    'event.moved': 'from to spaces',
    'event.arrived': 'at trade',
    'event.diplomacy-taken': 'from card',
    'event.diplomacy-returned': 'from',
    'event.defeated': 'barbarian space',
    'event.resource-gained': 'resource',
    'event.attacked': 'number target what combat bonus defense',
    'event.fought': 'number ahead result',
    'event.fought-spent': 'number ahead result parts',
    'event.fought-rolled': 'number attacker defender result',
    'event.fought-rolled-spent': 'number attacker defender result parts',
    'event.captured': 'space what from',
    'event.taken': 'trade card slot from',
    'event.wonder-taken': 'wonder from city',
    'event.gained': 'trade card',
    'event.reinforced': 'space',
    'event.advanced': 'from to spaces',
    'event.passed': 'space level',
    'event.replaced': 'card to level',
    'event.upgraded': 'card to level',
    'event.swapped': 'card with',
    'event.row': 'card slot',
    **dict.fromkeys((f'token.{name}' for name in ('trade', 'bonus', 'resources', 'natural-wonders', 'leader')), 'n'),
    'token.defender': 'n',
    **dict.fromkeys(
        (
            *('line.placement.highest-defense', 'line.trade.fewest', 'line.trade.highest-slot'),
            *('line.replace.lowest-level', 'line.upgrade.lowest-level', 'line.upgrade.highest-slot'),
            *('line.caravan.nearest', 'line.target.lowest-defense', 'line.destination.shortest-distance'),
            *('result.won', 'result.lost'),
            *('ask.face', 'ask.attacker', 'ask.defender', 'ask.direction', 'ask.hold', 'ask.reroll'),
            *('say.yes', 'say.no', 'say.none', 'say.some'),
            *('report.example', 'report.expected', 'report.happened', 'report.depends', 'report.smallest'),
            *('report.decision', 'report.also', 'report.replay', 'report.assumed', 'report.open', 'report.answered'),
            *('report.differs', 'report.state', 'report.in-words'),
        ),
        '',
    ),
    'ask.die': 'options',
    'ask.give-up': 'owner',
    'ask.again': 'answer options',
    'say.not': 'thing',
    'say.more': 'first more',
    'say.faces': 'faces item',
    'say.rolled': 'faces options',
    'say.direction': 'face',
    'say.span': 'first last',
    'say.production': 'production',
    'report.paths': 'failing all',
    'report.alone': 'fact value',
    'report.fails-at': 'values',
    'report.holds-at': 'values',
    'report.open-at': 'values',
    'report.lines': 'lines',
    'report.rule-number': 'rule number',
    'report.rule-page': 'rule number page',
}
# What code looks for and can go without: words for ids, and questions about facts, which may name their thing.
LOOKED_FOR = ('what.', 'reason.', 'clause.', 'happens.', 'owner.')
FACTS = 'ask.fact.'
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
    groups: Sequence[tuple[str, str, Sequence[Named]]] = (
        ('wonder', 'a world wonder', base.wonders.items),
        ('city-state', 'a city-state', base.city_states.items),
        ('leader', 'a leader', base.leaders.items),
        ('natural-wonder', 'a natural wonder', base.natural_wonders.items),
        ('treaty', 'a diplomacy card', base.diplomacy_cards.items),
        ('agenda', 'an agenda', [agenda for card in base.victory_cards.items for agenda in card.agendas]),
        ('difficulty', 'a difficulty level', project.ap_rules.difficulties),
    )
    for kind, what, items in groups:
        for item in items:
            yield named(kind, item.id, item.name, f'Name of {what}.')
    for resource in get_args(Resource):
        yield Message(f'resource.{resource}', resource, resource, 'A resource.')


def _check(phrases: Sequence[Phrase], document: Document) -> Iterator[Problem]:
    used = {name: _said(name, values) for name, values in SAID.items()}
    found = {phrase.id: phrase for phrase in phrases if phrase.id.startswith((*LOOKED_FOR, FACTS))}
    for name, phrase in found.items():
        thing = 'thing' if name.startswith(FACTS) and 'thing' in placeholders(phrase.en.other) else ''
        used[name] = _said(name, thing)
    return check_phrases(phrases, used, document)


def _said(name: str, values: str) -> Say:
    """A message with all that it gets."""
    names = values.split()
    return Say(name, 1 if 'n' in names else None, dict.fromkeys((each for each in names if each != 'n'), Plain('')))

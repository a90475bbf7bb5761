"""All messages in the order of the printed documents, each once, under what prints it: a card, sheet, chapter.

Titles of sections are English: the reader of a proof reads English by definition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain

from civap.content.cards import Card
from civap.content.charts import charts
from civap.content.phrases import walk
from civap.content.project import Project
from civap.content.rulebook import (
    ABOUT,
    AnyBlock,
    CardsBlock,
    ExampleBlock,
    FigureBlock,
    QuestionBlock,
    RuleBlock,
    TableBlock,
    anchor,
    written,
)
from civap.content.say import Listing, Name, Plain, Say, Statement
from civap.content.sheets import mat_says, plain_sheets
from civap.text.domains import BOOK, CARDS, PLAY, SHEETS, load_domain

# As `--only` names the documents, with their files of texts and their titles.
DOCUMENTS: Mapping[str, tuple[str, str]] = {
    'cards': (CARDS, 'Focus cards'),
    'sheets': (SHEETS, 'Reference sheets'),
    'rulebook': (BOOK, 'Rulebook'),
    'play': (PLAY, 'Names of the base game, and the turn as it is told'),
}
LABELS = 'Labels'
# What is said about a turn, by the beginnings of ids, in the order in which it is shown.
_TOLD: Mapping[str, str] = {
    'wonder': 'World wonders',
    'city-state': 'City-states',
    'leader': 'Leaders',
    'natural-wonder': 'Natural wonders',
    'treaty': 'Diplomacy cards',
    'agenda': 'Victory cards',
    'difficulty': 'Levels of difficulty',
    'resource': 'Resources',
    'event': 'What happens in a turn',
    'happens': 'What happens, in short',
    'token': 'Tokens counted',
    'line': 'Priorities',
    'clause': 'Limits of reach',
    'reason': 'Reasons',
    'what': 'Things on the map',
    'owner': 'Owners',
    'result': 'Results of a fight',
    'ask': 'Questions to the player',
    'say': 'Answers',
    'report': 'Reports on examples',
}


@dataclass(frozen=True, slots=True)
class Item:
    """A message where it is shown first: `where` tells its place there, such as a rule's number; '' if it goes on."""

    id: str
    where: str = ''


@dataclass(frozen=True, slots=True)
class Section:
    """What is printed together. `again` are messages that it prints, too, and that stand in an earlier section."""

    document: str
    id: str
    title: str
    items: tuple[Item, ...]
    again: tuple[str, ...] = ()
    card: Card | None = None


@dataclass
class _Sorter:
    """Takes each message of a document once."""

    document: str
    left: dict[str, None]
    taken: set[str] = field(default_factory=set)

    def section(self, name: str, title: str, items: Iterable[Item], card: Card | None = None) -> Iterator[Section]:
        """The section, unless nothing in it is new."""
        shown = list({item.id: item for item in reversed(list(items))}.values())[::-1]
        new = tuple(item for item in shown if item.id in self.left)
        again = tuple(item.id for item in shown if item.id in self.taken)
        for item in new:
            del self.left[item.id]
            self.taken.add(item.id)
        if new or card:
            yield Section(self.document, f'{self.document}-{name}', title, new, again, card)

    def rest(self, name: str, title: str, where: Callable[[str], bool] = lambda _: True) -> Iterator[Section]:
        """Those that no section has taken, and that a test takes, by their ids."""
        return self.section(name, title, [Item(each) for each in self.left if where(each)])


def sections(project: Project, documents: Sequence[str] = tuple(DOCUMENTS)) -> tuple[Section, ...]:
    """The sections of the documents asked for. Raises `Problems`."""
    sort: Mapping[str, Callable[[Project, _Sorter], Iterator[Section]]] = {
        'cards': _cards,
        'sheets': _sheets,
        'rulebook': _book,
        'play': _play,
    }
    found: list[Section] = []
    for name, (domain, _) in DOCUMENTS.items():
        if name in documents:
            found += sort[name](project, _Sorter(name, dict.fromkeys(load_domain(project, domain).messages)))
    return tuple(found)


def _cards(project: Project, sorter: _Sorter) -> Iterator[Section]:
    names = {card.say_name().id for card in project.deck.cards}
    for card in project.deck.cards:
        title = f'{card.name} ({project.types[card.type].name} {card.numeral})'
        # The name of another card stands with that card.
        items = [item for item in _on_card(project, card) if item.id not in names - {card.say_name().id}]
        yield from sorter.section(card.id, title, items, card)
    yield from sorter.rest('backs', 'Backs of the cards', lambda name: name.startswith('back.'))
    yield from sorter.rest('labels', LABELS)


def _on_card(project: Project, card: Card) -> Iterator[Item]:
    kind = project.types[card.type]
    yield from _says([card.say_name()], 'name')
    yield from _says([kind.say_name()], 'type')
    steps = card.say_steps()
    for number, statement in enumerate(steps, 1):
        yield from _in_step(statement, f'step {number}' if len(steps) > 1 else 'text')
    yield from _says([kind.say_foot()], 'foot line')


def _in_step(statement: Statement, where: str) -> Iterator[Item]:
    yield from _says((*statement.sentences, *statement.closing), where)
    if statement.listing:
        yield from _in_list(statement.listing)
    yield from _says(statement.reminder, f'{where}, reminder')


def _in_list(listing: Listing) -> Iterator[Item]:
    yield from _says([listing.heading], 'heading')
    for number, item in enumerate(listing.items, 1):
        yield from _says([item], f'list, {number}')
    yield from _says(listing.tie, 'tie')


def _says(said: Iterable[Say | Name | Plain], where: str) -> Iterator[Item]:
    """Messages, and those that fill them."""
    for say in said:
        if not isinstance(say, Plain):
            first, *inner = walk(say)
            yield Item(first.id, where)
            yield from (Item(each.id, f'{where}, part') for each in inner)


def _sheets(project: Project, sorter: _Sorter) -> Iterator[Section]:
    boxes = [box for chart in charts(project).values() for box in chart.boxes]
    yield from sorter.section('charts', 'Flowcharts', chain(*(_says(box.says(), box.kind) for box in boxes)))
    for sheet in plain_sheets(project):
        items = [Item(sheet.title.id, 'title')]
        for panel in chain(*sheet.columns):
            items += _says([panel.heading], 'heading')
            items += _says(panel.head, 'head of a column')
            items += chain(*(_says(chain(*line.cells), _FORMS[panel.form]) for line in panel.lines))
        yield from sorter.section(sheet.id, _english(project, sheet.title), items)
    says = mat_says(project)
    yield from sorter.section('mat', _english(project, says['title']), [Item(say.id) for say in says.values()])
    yield from sorter.rest('calibrate', 'Calibration sheet', lambda name: name.startswith('calibrate.'))
    yield from sorter.rest('labels', LABELS)


_FORMS = {'steps': 'step', 'points': 'point', 'table': 'cell'}


def _english(project: Project, say: Say) -> str:
    return load_domain(project, SHEETS).messages[say.id].one


def _book(project: Project, sorter: _Sorter) -> Iterator[Section]:
    book = project.rulebook[0]
    numbers = book.numbered()
    texts = [(each.place, each.id) for each in written(book) if each.place[0] == 'chapters']
    number = 0
    for index, chapter in enumerate(book.chapters):
        items = [Item(f'chapter.{chapter.id}', 'title')]
        for place, block in enumerate(chapter.blocks):
            here = ('chapters', index, 'blocks', place)
            ids = [name for at, name in texts if at[:4] == here]
            where = _called(block, numbers.get(anchor(chapter, block), ''))
            items += [Item(name, where if not each else '') for each, name in enumerate(ids)]
        number += chapter.id != ABOUT
        title = f'Cover: {chapter.title}' if chapter.id == ABOUT else f'{number} {chapter.title}'
        yield from sorter.section(f'chapter-{chapter.id}', title, items)
    yield from _appendices(project, sorter)
    yield from sorter.rest('labels', LABELS)


def _called(block: AnyBlock, number: str) -> str:
    """What a reader of the printed book looks for."""
    match block:
        case RuleBlock() | QuestionBlock():
            return number
        case ExampleBlock():
            return f'Example {number}'
        case TableBlock():
            return 'Table'
        case FigureBlock():
            return 'Figure'
        case CardsBlock():
            return 'Cards'
    return 'Text'


def _appendices(project: Project, sorter: _Sorter) -> Iterator[Section]:
    book = project.rulebook[0]
    readings = [
        Item(name, f'House reading {number}' if name == f'reading.{reading.id}' else '')
        for number, reading in enumerate(project.readings[0].readings, 1)
        for name in _of_reading(reading.id, [option.id for option in reading.options])
    ]
    oddities = [Item(f'oddity.{each.id}') for each in book.oddities]
    terms = [Item(f'term.{each.id}{part}') for each in book.glossary for part in ('', '.means')]
    index = [Item(entry.says) for entry in book.index]
    credits_ = [Item(f'credit.{each.id}{part}') for each in book.credits for part in ('', '.text')]
    parts = {'houses': readings, 'oddities': oddities, 'glossary': terms, 'index': index, 'credits': credits_}
    labels = {label.id: label.en.one for label in book.labels}
    for name, items in parts.items():
        heads = [Item(f'book.{name}', 'title'), Item(f'book.{name}-intro', 'opening')]
        yield from sorter.section(name, labels[f'book.{name}'], [*heads, *items])


def _of_reading(name: str, options: Sequence[str]) -> list[str]:
    return [f'reading.{name}', *(f'reading.{name}.{option}' for option in options), f'reading.{name}.because']


def _begins(start: str, name: str) -> bool:
    return name.startswith(start)


def _play(_: Project, sorter: _Sorter) -> Iterator[Section]:
    for prefix, title in _TOLD.items():
        yield from sorter.rest(prefix, title, partial(_begins, f'{prefix}.'))
    yield from sorter.rest('labels', LABELS)

"""The rulebook: chapters of rules, tables, figures and worked examples; glossary, index, and what was settled.

Each rule of `civap.content.rules` is one block. A text takes numbers and names from its `values`: a name of the
content (`wonder.oracle`), or in an example what happens in it (`paid.trade`, see `civap.proof.printed`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self, get_args

from pydantic import BeforeValidator, ConfigDict, Field, model_validator

from civap.content.phrases import (
    MARKUP_HINT,
    English,
    Message,
    Phrase,
    Plural,
    check_phrases,
    check_placeholders,
    idle_plural,
    markup_faults,
)
from civap.content.problems import LIKE_MISSING, Problem, Problems, did_you_mean, in_file_order, nearest
from civap.content.rules import RULES
from civap.content.say import Plain, Say
from civap.content.schema import (
    Flag,
    Id,
    Kinded,
    Model,
    NotEmpty,
    Text,
    duplicate_ids,
    fault,
    one_key_of,
    one_of_kinds,
    validate,
)
from civap.content.source import Document, Key, Node, load
from civap.content.steps import CardType

if TYPE_CHECKING:
    from civap.content.project import Project

TableName = Literal['dice', 'difficulty', 'deck', 'defense']
Drawing = Literal['row', 'row-after', 'rival-row', 'map', 'agendas', 'market', 'core-tiles']
ABOUT, EXAMPLE = 'about', 'example.'
# The appendices to which entries of the index may lead as a whole.
APPENDICES = ('houses', 'oddities', 'glossary')
Place = tuple[Key, ...]
# The labels of pages, tables and figures, each with the values that it gets.
LABELS: Mapping[str, tuple[str, ...]] = {
    'book.edition': ('version', 'date'),
    'book.page': ('page',),
    'book.proved': ('example',),
    'book.slot': ('slot',),
    **dict.fromkeys(
        (
            *('book.title', 'book.subtitle', 'book.document', 'book.contents', 'book.concordance', 'book.image-slot'),
            *('book.houses', 'book.oddities', 'book.glossary', 'book.index', 'book.credits'),
            *('book.see', 'book.comma', 'book.example'),
            *('book.house', 'book.taken', 'book.because', 'book.other'),
            *('book.options', 'book.dice-faces', 'book.two-dice', 'book.reroll'),
            *('book.difficulty', 'book.replaced', 'book.level', 'book.target', 'book.defense-adds'),
            *('book.barbarian', 'book.city-state', 'book.control-token', 'book.city'),
            *('book.barbarian-adds', 'book.city-state-adds', 'book.control-token-adds', 'book.city-adds'),
            *('book.legend-terrain', 'book.legend-token', 'book.legend-spawn-point'),
            *('book.legend-barbarian', 'book.legend-capital'),
        ),
        (),
    ),
}
# The opening of an appendix, which it may go without.
INTROS = tuple(f'book.{name}-intro' for name in ('houses', 'oddities', 'glossary', 'index', 'credits'))


class Passage(Model):
    """A text; `values` say what fills its placeholders."""

    en: English
    values: Mapping[str, str] = {}
    note: Text | None = None


def _item(value: Any) -> Any:
    """A text alone, or one with a list below it."""
    return {'en': value} if isinstance(value, str) else value


class Item(Model):
    """An item of a list; `items` are a list below it."""

    en: Text
    items: Mapping[Id, Text] = {}


ListItem = Annotated[Item, BeforeValidator(_item, json_schema_input_type=Text | Item)]


class TextBlock(Passage, Kinded):
    """A paragraph, perhaps with a list, that states no rule."""

    KIND = 'text'

    id: Id
    items: Mapping[Id, ListItem] = {}


class RuleBlock(Passage, Kinded):
    """A rule. `items` are its list; `see` names rules and examples, `readings` the house readings that it leans on."""

    KIND = 'rule'

    id: str
    items: Mapping[Id, ListItem] = {}
    numbered: Flag = False
    see: tuple[str, ...] = ()
    readings: tuple[Id, ...] = ()


class TableBlock(Kinded):
    """A table made from content; references call it by `called`, or by its caption."""

    KIND = 'table'

    name: TableName
    caption: Text
    called: Text | None = None


class FigureBlock(Kinded):
    """An image slot, or what is drawn from the situation of the example around it; `alt` tells what it shows.

    References call it by `called`, or by its caption.
    """

    KIND = 'figure'

    draw: Drawing
    caption: Text
    alt: Text
    called: Text | None = None


class CardsBlock(Kinded):
    """The cards of a type, as they are printed."""

    KIND = 'cards'

    type: CardType


class ExampleBlock(Kinded):
    """A worked example that the engine proves."""

    KIND = 'example'

    id: Id
    title: Text
    figures: tuple[FigureBlock, ...] = ()
    say: Annotated[Mapping[Id, Passage], Field(min_length=1)]


class QuestionBlock(Kinded):
    """A question with its answer."""

    KIND = 'question'

    id: Id
    ask: Text
    answer: Text
    see: tuple[str, ...] = ()


AnyBlock = TextBlock | RuleBlock | TableBlock | FigureBlock | CardsBlock | ExampleBlock | QuestionBlock
KINDS = {block.KIND: block for block in get_args(AnyBlock)}

if TYPE_CHECKING:
    Block = AnyBlock
else:
    Block = one_of_kinds('block', KINDS, '`- rule: {...}`', 'one-block', 'unknown-block')


class Chapter(Model):
    """A chapter; its rules are numbered in the order of its blocks."""

    id: Id
    title: Text
    blocks: Annotated[tuple[Block, ...], NotEmpty]


class Term(Model):
    """An entry of the glossary."""

    id: Id
    term: Text
    means: Text


class IndexEntry(Model):
    """An entry of the index: a word, or the name of a leader, and what it leads to.

    That is blocks, house readings (reading.<id>), oddities, terms of the glossary, and these appendices themselves.
    """

    model_config = ConfigDict(json_schema_extra=one_key_of('term', 'leader'))

    id: Id
    term: Text | None = None
    leader: Id | None = None
    at: Annotated[tuple[str, ...], NotEmpty]

    @model_validator(mode='after')
    def _one_word(self) -> Self:
        if (self.term is None) == (self.leader is None):
            found = 'neither' if self.term is None else 'both'
            message = 'found {found}, expected either term or leader'
            raise fault('term-or-leader', message, 'write one of the two', found=found)
        return self

    @property
    def says(self) -> str:
        """The id of the message that is printed."""
        return f'leader.{self.leader}' if self.leader else f'index.{self.id}'


class Settled(Model):
    """An oddity of the published text, and how it is settled here."""

    id: Id
    en: Text


class Credit(Model):
    """A paragraph of the credits under its title."""

    id: Id
    title: Text
    en: Text


class Rulebook(Model):
    """rulebook.yaml."""

    labels: tuple[Phrase, ...]
    chapters: Annotated[tuple[Chapter, ...], NotEmpty]
    glossary: tuple[Term, ...] = ()
    index: tuple[IndexEntry, ...] = ()
    oddities: tuple[Settled, ...] = ()
    credits: tuple[Credit, ...] = ()

    def blocks(self) -> Iterator[tuple[Chapter, AnyBlock, Place]]:
        """All blocks with their chapters and places in the file."""
        for index, chapter in enumerate(self.chapters):
            for number, block in enumerate(chapter.blocks):
                yield chapter, block, ('chapters', index, 'blocks', number, block.KIND)

    def examples(self) -> tuple[ExampleBlock, ...]:
        """The examples that it prints."""
        return tuple(block for _, block, _ in self.blocks() if isinstance(block, ExampleBlock))

    def numbered(self) -> dict[str, str]:
        """What blocks are called in references: 3.2 for a rule or question, a running number for an example."""
        found: dict[str, str] = {}
        examples = count(1)
        for index, chapter in enumerate((chapter for chapter in self.chapters if chapter.id != ABOUT), 1):
            rules = count(1)
            for block in chapter.blocks:
                match block:
                    case RuleBlock() | QuestionBlock():
                        found[anchor(chapter, block)] = f'{index}.{next(rules)}'
                    case ExampleBlock():
                        found[anchor(chapter, block)] = str(next(examples))
        return found


@dataclass(frozen=True, slots=True)
class Written:
    """A text of the book as a message, with the place where it is written and what fills its placeholders."""

    id: str
    en: Plural
    place: Place
    note: str = ''
    values: Mapping[str, str] | None = None


def written(book: Rulebook) -> Iterator[Written]:
    """Every text, in file order."""
    for index, label in enumerate(book.labels):
        yield Written(label.id, label.en, ('labels', index, 'en'), label.note or '')
    for index, chapter in enumerate(book.chapters):
        yield _text(f'chapter.{chapter.id}', chapter.title, ('chapters', index, 'title'), 'Title of a chapter.')
        for number, block in enumerate(chapter.blocks):
            yield from _block(chapter, block, ('chapters', index, 'blocks', number, block.KIND))
    for index, term in enumerate(book.glossary):
        yield _text(f'term.{term.id}', term.term, ('glossary', index, 'term'), 'A term of the glossary.')
        yield _text(f'term.{term.id}.means', term.means, ('glossary', index, 'means'), 'What the term means.')
    for index, entry in enumerate(book.index):
        if entry.term:
            yield _text(entry.says, entry.term, ('index', index, 'term'), 'An entry of the index.')
    for index, oddity in enumerate(book.oddities):
        yield _text(f'oddity.{oddity.id}', oddity.en, ('oddities', index, 'en'), 'An oddity of the published text.')
    for index, credit in enumerate(book.credits):
        yield _text(f'credit.{credit.id}', credit.title, ('credits', index, 'title'), 'A title in the credits.')
        yield _text(f'credit.{credit.id}.text', credit.en, ('credits', index, 'en'))


def _text(name: str, text: str, place: Place, note: str = '') -> Written:
    return Written(name, Plural(one=text, other=text), place, note)


def _passage(name: str, passage: Passage, place: Place) -> Written:
    return Written(name, passage.en, (*place, 'en'), passage.note or '', passage.values)


def _block(chapter: Chapter, block: AnyBlock, place: Place) -> Iterator[Written]:
    match block:
        case TextBlock() | RuleBlock():
            name = block_id(chapter, block)
            yield _passage(name, block, place)
            for key, item in block.items.items():
                yield from _list_item(f'{name}.{key}', item, (*place, 'items', key))
        case TableBlock():
            yield _text(f'table.{block.name}', block.caption, (*place, 'caption'), 'Title of a table.')
            yield from _called(f'table.{block.name}', block, place)
        case FigureBlock():
            yield from _figure(figure_id(chapter.id, block), block, place)
        case ExampleBlock():
            yield _text(f'{EXAMPLE}{block.id}', block.title, (*place, 'title'), 'Title of a worked example.')
            for index, figure in enumerate(block.figures):
                yield from _figure(figure_id(block.id, figure), figure, (*place, 'figures', index))
            for key, passage in block.say.items():
                yield _passage(f'{EXAMPLE}{block.id}.{key}', passage, (*place, 'say', key))
        case QuestionBlock():
            yield _text(f'question.{block.id}', block.ask, (*place, 'ask'), 'A question of a player.')
            yield _text(f'question.{block.id}.answer', block.answer, (*place, 'answer'), 'The answer to the question.')


def _list_item(name: str, item: Item, place: Place) -> Iterator[Written]:
    yield _text(name, item.en, (*place, 'en'), 'An item of the list of this rule.')
    for key, text in item.items.items():
        yield _text(f'{name}.{key}', text, (*place, 'items', key), 'An item of the list below this item.')


def _figure(name: str, figure: FigureBlock, place: Place) -> Iterator[Written]:
    yield _text(name, figure.caption, (*place, 'caption'), 'Caption of a figure.')
    yield from _called(name, figure, place)
    yield _text(f'{name}.alt', figure.alt, (*place, 'alt'), 'Not printed: tells what the figure shows.')


def _called(name: str, block: TableBlock | FigureBlock, place: Place) -> Iterator[Written]:
    if block.called:
        yield _text(called_id(name), block.called, (*place, 'called'), 'What references call it.')


def called_id(name: str) -> str:
    """The message id of what references call a table or figure."""
    return f'{name}.called'


def block_id(chapter: Chapter, block: TextBlock | RuleBlock) -> str:
    """The message id of a paragraph or rule."""
    return f'rule.{block.id}' if isinstance(block, RuleBlock) else f'text.{chapter.id}.{block.id}'


def figure_id(owner: str, figure: FigureBlock) -> str:
    """The message id of the caption of a figure in a chapter or example."""
    return f'figure.{owner}.{figure.draw}'


def read_rulebook(project: Project) -> tuple[Rulebook, Document]:
    """The rulebook of a project, checked, with its file. Raises `Problems`."""
    path = project.content / 'rulebook.yaml'
    document = load(path, path.relative_to(project.root).as_posix())
    book = validate(Rulebook, document)
    if problems := in_file_order(_check(book, document, project)):
        raise Problems(problems)
    return book, document


def book_messages(project: Project) -> Mapping[str, Message]:
    """Everything that the book alone says, by message id; the house readings last. Raises `Problems`."""
    texts = [Message(each.id, each.en.one, each.en.other, each.note) for each in written(project.rulebook[0])]
    return {message.id: message for message in (*texts, *_reading_messages(project))}


def _reading_messages(project: Project) -> Iterator[Message]:
    for reading in project.readings[0].readings:
        name = f'reading.{reading.id}'
        yield Message(name, reading.question, reading.question, 'A question that the published rules leave open.')
        yield Message(f'{name}.because', reading.because, reading.because, 'Why this edition reads it so.')
        for option in reading.options:
            note = 'The reading that is taken.' if option.id == reading.chosen else 'Another reading.'
            yield Message(f'{name}.{option.id}', option.means, option.means, note)


def _check(book: Rulebook, document: Document, project: Project) -> Iterator[Problem]:
    yield from _check_ids(book, document)
    yield from _check_rules(book, document)
    yield from _check_links(book, document, project)
    used = {name: Say(name, values=dict.fromkeys(values, Plain(''))) for name, values in LABELS.items()}
    used |= {name: Say(name) for name in INTROS}
    yield from check_phrases(book.labels, used, document, ('labels',), INTROS)
    for text in written(book):
        if text.place[0] != 'labels':
            yield from _check_text(text, document)


def _check_ids(book: Rulebook, document: Document) -> Iterator[Problem]:
    groups: dict[str, Sequence[str]] = {
        'chapters': [chapter.id for chapter in book.chapters],
        'glossary': [term.id for term in book.glossary],
        'index': [entry.id for entry in book.index],
        'oddities': [oddity.id for oddity in book.oddities],
        'credits': [credit.id for credit in book.credits],
    }
    for where, ids in groups.items():
        yield from duplicate_ids(ids, (where,), document)
    seen: set[str] = set()
    for chapter, block, place in book.blocks():
        name = anchor(chapter, block)
        if name in seen and not isinstance(block, RuleBlock):
            yield _again(name, document.node(place), document)
        seen.add(name)


def anchor(chapter: Chapter, block: AnyBlock) -> str:
    """What a block is called in the book: the rule's id, example.<id>, question.<id>, ..."""
    match block:
        case RuleBlock():
            return block.id
        case ExampleBlock() | QuestionBlock():
            return f'{block.KIND}.{block.id}'
        case TextBlock():
            return block_id(chapter, block)
        case TableBlock():
            return f'table.{block.name}'
        case CardsBlock():
            return f'cards.{block.type}'
    return figure_id(chapter.id, block)


def _check_rules(book: Rulebook, document: Document) -> Iterator[Problem]:
    """Each rule is printed once, and no other; a slip is told as a wrong rule, not as a missing one as well."""
    rules = [(block.id, place) for _, block, place in book.blocks() if isinstance(block, RuleBlock)]
    missing = [rule for rule in RULES if rule not in dict(rules)]
    seen: set[str] = set()
    for name, place in rules:
        meant = nearest(name, missing, LIKE_MISSING) if name in seen or name not in RULES else None
        node = document.node((*place, 'id'))
        if name in seen:
            yield _again(name, node, document, f'write {meant}' if meant else 'delete one of the two')
        elif name not in RULES:
            hint = f'write {meant}' if meant else did_you_mean(name, RULES)
            yield document.problem('unknown-rule', f'found {name!r}, expected a rule', node, hint)
        if meant:
            missing.remove(meant)
        seen.add(name)
    for rule in missing:
        message = f'found no block for the rule {rule!r}, expected one'
        yield document.problem('missing-rule', message, document.node(('chapters',)), f'add - rule: {{id: {rule}}}')


def _again(name: str, node: Node, document: Document, hint: str = 'delete one of the two') -> Problem:
    return document.problem('duplicate-id', f'found {name!r} again, expected each block once', node, hint)


def _check_links(book: Rulebook, document: Document, project: Project) -> Iterator[Problem]:
    """What is referred to is printed; a rule that no block states is told of apart."""
    printed = [
        anchor(chapter, block)
        for chapter, block, _ in book.blocks()
        if not isinstance(block, TextBlock | CardsBlock) and (not isinstance(block, RuleBlock) or block.id in RULES)
    ]
    known = [*printed, *(rule for rule in RULES if rule not in printed)]
    readings = [reading.id for reading in project.readings[0].readings]
    for _, block, place in book.blocks():
        if isinstance(block, RuleBlock | QuestionBlock):
            yield from _unknown(block.see, known, (*place, 'see'), document)
        if isinstance(block, RuleBlock):
            yield from _unknown(block.readings, readings, (*place, 'readings'), document)
    leaders = [leader.id for leader in project.base_game.leaders.items]
    for index, entry in enumerate(book.index):
        yield from _unknown(entry.at, [*known, *_appended(book, readings)], ('index', index, 'at'), document)
        if entry.leader and entry.leader not in leaders:
            node, hint = document.node(('index', index, 'leader')), did_you_mean(entry.leader, leaders)
            yield document.problem('unknown-leader', f'found {entry.leader!r}, expected a leader', node, hint)


def _appended(book: Rulebook, readings: Sequence[str]) -> Iterator[str]:
    """What the appendices print that an entry of the index may lead to, and they themselves."""
    yield from APPENDICES
    yield from (f'reading.{name}' for name in readings)
    yield from (f'oddity.{oddity.id}' for oddity in book.oddities)
    yield from (f'term.{term.id}' for term in book.glossary)


def _unknown(names: Sequence[str], known: Sequence[str], place: Place, document: Document) -> Iterator[Problem]:
    for index, name in enumerate(names):
        if name not in known:
            node, hint = document.node((*place, index)), did_you_mean(name, known)
            yield document.problem('unknown-reference', f'found {name!r}, expected what the book prints', node, hint)


def _check_text(text: Written, document: Document) -> Iterator[Problem]:
    values = set(text.values or ())
    forms = {'one': text.en.one, 'other': text.en.other}
    if text.en.one == text.en.other:
        del forms['one']
    elif 'n' not in values:
        yield idle_plural(document, text.place)
    for form, words in forms.items():
        node = document.node((*text.place, form))
        faults = list(markup_faults(words))
        for each in faults:
            yield document.problem('bad-markup', each.message, node, MARKUP_HINT)
        if not faults:
            needed = values if form == 'other' else values - {'n'}
            yield from check_placeholders(words, values, needed, document, node)

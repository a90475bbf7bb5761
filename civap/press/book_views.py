"""What the template of the rulebook is given: plain data, every text ready as HTML in one language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, TypedDict

from babel.dates import format_date
from markupsafe import Markup

from civap.content.dice import FACES, shares
from civap.content.problems import Problem, Problems
from civap.content.project import Project
from civap.content.readings import load_readings
from civap.content.rulebook import (
    ABOUT,
    EXAMPLE,
    AnyBlock,
    CardsBlock,
    Chapter,
    ExampleBlock,
    FigureBlock,
    Item,
    Passage,
    QuestionBlock,
    RuleBlock,
    TableBlock,
    TextBlock,
    anchor,
    block_id,
    called_id,
    figure_id,
    written,
)
from civap.content.rules import RULES
from civap.content.say import Name, Plain, Say, Value
from civap.press.book import MAX_PAGES, BookJob, heading_text
from civap.press.figures import UNKNOWN, Figures
from civap.press.geometry import CardShape
from civap.proof.printed import NoValue, Told, tell, value
from civap.text.catalog import Catalog, load_book_catalog
from civap.text.domains import BOOK, texts_path
from civap.text.render import Renderer
from civap.text.sorting import sort_key

TABLE_HEADS: Mapping[str, tuple[str, ...]] = {
    'difficulty': ('book.difficulty', 'book.replaced'),
    'defense': ('book.target', 'book.defense-adds'),
}
DEFENDERS = ('city-state', 'barbarian', 'control-token', 'city')


class Reference(TypedDict):
    """A reference in print: where it leads, and the number of what stands there."""

    anchor: str
    number: str


class BookView(TypedDict):
    """All that the book prints: furniture, the box on the cover, contents, the blocks that fill the pages.

    `names` are what blocks are called by those that lead to them.
    """

    labels: dict[str, Markup]
    about: list[dict[str, Any]]
    contents: list[dict[str, Any]]
    flow: list[dict[str, Any]]
    names: dict[str, str]


def book_jobs(
    project: Project,
    languages: Sequence[str],
    formats: Sequence[str],
    draft: bool,
    speak: Callable[[Catalog], Renderer] = Renderer,
) -> list[BookJob]:
    """The book in each language; what it says comes from `speak`.

    Raises `Problems`: of catalogs and examples, and no-value.
    """
    files, readings = project.examples, load_readings(project).chosen
    told = {block.id: tell(project, files, block.id, readings) for block in project.rulebook[0].examples()}
    problems: list[Problem] = []
    jobs: list[BookJob] = []
    for code in languages:
        try:
            renderer = speak(load_book_catalog(project, code, draft=draft))
            jobs.append(_job(project, renderer, told, tuple(formats), draft))
        except Problems as error:
            problems.extend(error.problems)
    if problems:
        raise Problems(dict.fromkeys(problems))
    return jobs


def _job(
    project: Project, renderer: Renderer, told: Mapping[str, Told], formats: tuple[str, ...], draft: bool
) -> BookJob:
    language = renderer.language
    source = texts_path(language.code, BOOK)
    pages = range(MAX_PAGES + 1)
    return BookJob(
        language=language.code,
        direction=language.direction,
        numbering=language.profile.digits,
        title=renderer.plain(Say('book.document')),
        view=book_view(project, renderer, told, draft=draft),
        page_labels=tuple(renderer.plain(Say('book.page', values={'page': page})) for page in pages),
        digits=tuple(renderer.number(page) for page in pages),
        shape=CardShape(),
        templates=project.root / 'templates',
        art=project.content / 'art',
        source=source,
        formats=formats,
        faces=language.profile.faces,
        draft_label=renderer.plain(Say('label.draft')) if draft else None,
    )


def book_view(project: Project, renderer: Renderer, told: Mapping[str, Told], *, draft: bool = False) -> BookView:
    """The book in the language of the renderer; in a draft a value that an example lacks is a question mark.

    Raises `Problems` (no-value).
    """
    return _Book(project, renderer, told, draft).view()


class _Book:
    def __init__(self, project: Project, renderer: Renderer, told: Mapping[str, Told], draft: bool) -> None:
        self._project = project
        self._draft = draft
        self._renderer = renderer
        self._told = told
        self._book, self._document = project.rulebook
        self._body = [chapter for chapter in self._book.chapters if chapter.id != ABOUT]
        self._numbers = self._book.numbered()
        self._places = {text.id: text.place for text in written(self._book)}

    def view(self) -> BookView:
        first = next(chapter for chapter in self._book.chapters if chapter.id == ABOUT)
        about = [self._block(first, block) for block in first.blocks]
        body = [*self._chapters(), *self._appendices()]
        contents = [_heading('contents', self._text('book.contents')), {'kind': 'toc', 'anchor': 'toc'}]
        lists = [{**block, 'kind': 'may'} for block in about if block['items']]
        return {
            'labels': self._labels(),
            'about': [block for block in about if not block['items']],
            'contents': [block for block in body if block['kind'] == 'heading'],
            'flow': [*contents, *lists, *body],
            'names': self._names(body),
        }

    def _names(self, body: Sequence[Mapping[str, Any]]) -> dict[str, str]:
        titles = {block['anchor']: heading_text(block) for block in body if block['kind'] == 'heading'}
        linked = [name for entry in self._book.index for name in entry.at]
        linked += [name for _, block, _ in self._book.blocks() for name in getattr(block, 'see', ())]
        names = [name for name in dict.fromkeys([*self._numbers, *linked]) if name not in titles]
        ids = [reading.id for reading in self._project.readings[0].readings]
        houses = {f'reading.{name}': self._house_number(number) for number, name in enumerate(ids, 1)}
        numbers = {**houses, **{name: self._reference(name)['number'] for name in names}}
        return {**titles, **{name: Markup(number).striptags() for name, number in numbers.items()}}

    def _chapters(self) -> Iterator[dict[str, Any]]:
        """Headings and blocks; cards with the rule before them are one block."""
        for number, chapter in enumerate(self._body, 1):
            title = self._text(f'chapter.{chapter.id}')
            yield _heading(f'chapter.{chapter.id}', title, self._renderer.number(number))
            blocks = [self._block(chapter, block) for block in chapter.blocks]
            for block, following in pairwise([*blocks, None]):
                if block and following and following['kind'] == 'cards':
                    yield {'kind': 'plate', 'anchor': block['anchor'], 'rule': block, 'cards': following}
                elif block and block['kind'] != 'cards':
                    yield block

    def _appendices(self) -> Iterator[dict[str, Any]]:
        book = self._book
        yield from self._appendix('houses', self._houses())
        oddities = (f'oddity.{each.id}' for each in book.oddities)
        yield from self._appendix(
            'oddities', ({'kind': 'oddity', 'anchor': name, 'text': self._text(name)} for name in oddities)
        )
        yield from self._appendix('glossary', self._glossary())
        yield from self._appendix('index', self._index())
        yield from self._appendix('credits', self._credits())

    def _appendix(self, name: str, blocks: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        yield _heading(name, self._text(f'book.{name}'))
        if f'book.{name}-intro' in self._renderer.catalog.translations:
            yield {'kind': 'intro', 'anchor': f'{name}.intro', 'text': self._text(f'book.{name}-intro')}
        yield from blocks

    def _credits(self) -> Iterator[dict[str, Any]]:
        for credit in self._book.credits:
            name = f'credit.{credit.id}'
            yield {'kind': 'credit', 'anchor': name, 'title': self._text(name), 'text': self._text(f'{name}.text')}
        rules = [self._reference(name) for name in self._numbers if name in RULES]
        yield {'kind': 'concordance', 'anchor': 'concordance', 'title': self._text('book.concordance'), 'rules': rules}

    def _labels(self) -> dict[str, Markup]:
        """The furniture of the pages; those with placeholders are said where they are filled."""
        plain = [label.id for label in self._book.labels if '{' not in label.en.other]
        labels = {name: self._text(name) for name in plain}
        newest = self._project.edition.versions[0]
        when = format_date(newest.date, 'd MMMM y', locale=self._renderer.language.code)
        values = {'version': Plain(newest.version), 'date': Plain(when)}
        return {
            **labels,
            'book.about': self._text(f'chapter.{ABOUT}'),
            'book.edition': self._renderer.html(Say('book.edition', values=values)),
        }

    def _text(self, name: str) -> Markup:
        return self._renderer.html(Say(name))

    def _filled(self, name: str, passage: Passage, told: Told | None = None) -> Markup:
        """A text with its values. Raises `Problems` (no-value)."""
        values: dict[str, Value] = {}
        for key, spec in passage.values.items():
            try:
                values[key] = value(told, spec, self._renderer.catalog.translations)
            except NoValue as error:
                if not self._draft:
                    raise Problems(self._no_value(name, key, spec, error)) from None
                values[key] = Plain(UNKNOWN)
        counted = values.pop('n', None)
        if counted is None:
            return self._renderer.html(Say(name, values=values))
        return self._renderer.html(Say(name, counted if isinstance(counted, int) else 0, values))

    def _no_value(self, name: str, key: str, spec: str, error: NoValue) -> Problem:
        node = self._document.node((*self._places[name][:-1], 'values', key))
        hint = 'name an event of the example and a field of it'
        return self._document.problem('no-value', f'found {spec!r} ({error}), expected a value', node, hint)

    def _block(self, chapter: Chapter, block: AnyBlock) -> dict[str, Any]:
        view = {'kind': block.KIND, 'anchor': anchor(chapter, block)}
        match block:
            case TextBlock() | RuleBlock():
                return {**view, **self._rule(chapter, block)}
            case TableBlock():
                caption = self._text(f'table.{block.name}')
                return {**view, 'name': block.name, 'caption': caption, **self._table(block.name)}
            case FigureBlock():
                return {**view, **self._figure(chapter.id, block, None)}
            case CardsBlock():
                cards = [card for card in self._project.deck.cards if card.type == block.type]
                faces = [{'id': card.id, 'alt': self._renderer.plain(card.say_name())} for card in cards]
                return {**view, 'type': block.type, 'faces': faces}
            case ExampleBlock():
                return {**view, **self._example(block)}
            case QuestionBlock():
                return {
                    **view,
                    'number': self._number(view['anchor']),
                    'ask': self._text(f'question.{block.id}'),
                    'answer': self._text(f'question.{block.id}.answer'),
                    'see': self._references(block.see),
                }

    def _rule(self, chapter: Chapter, block: TextBlock | RuleBlock) -> dict[str, Any]:
        name = block_id(chapter, block)
        view: dict[str, Any] = {
            'text': self._filled(name, block),
            'items': [self._item(f'{name}.{key}', item) for key, item in block.items.items()],
            'numbered': False,
        }
        if isinstance(block, RuleBlock):
            houses = self._houses_of(block)
            view |= {
                'number': self._number(block.id),
                'numbered': block.numbered,
                'see': [*self._references(block.see), *houses],
            }
        return view

    def _item(self, name: str, item: Item) -> dict[str, Any]:
        return {'text': self._text(name), 'items': [self._text(f'{name}.{key}') for key in item.items]}

    def _houses_of(self, block: RuleBlock) -> list[Reference]:
        ids = [reading.id for reading in self._project.readings[0].readings]
        return [
            {'anchor': f'reading.{name}', 'number': self._house_number(ids.index(name) + 1)} for name in block.readings
        ]

    def _house_number(self, number: int) -> Markup:
        return Markup('{} {}').format(self._text('book.house'), self._renderer.number(number))

    def _number(self, name: str) -> str:
        return '.'.join(self._renderer.number(int(part)) for part in self._numbers[name].split('.'))

    def _references(self, names: Sequence[str]) -> list[Reference]:
        return [self._reference(name) for name in names]

    def _reference(self, name: str) -> Reference:
        """A rule or question by its number, an example by its word and number, a table or figure by its name."""
        kind = name.partition('.')[0]
        if kind in ('table', 'figure'):
            called = called_id(name)
            return {'anchor': name, 'number': self._text(called if called in self._places else name)}
        if kind in ('reading', 'oddity', 'term'):
            return {'anchor': name, 'number': self._appended(kind, name)}
        if kind == 'example':
            return {'anchor': name, 'number': Markup('{} {}').format(self._text('book.example'), self._number(name))}
        return {'anchor': name, 'number': self._number(name)}

    def _appended(self, kind: str, name: str) -> Markup:
        """A house reading by its number, an oddity by what all are called, a term of the glossary by itself."""
        if kind == 'reading':
            ids = [reading.id for reading in self._project.readings[0].readings]
            return self._house_number(ids.index(name.removeprefix('reading.')) + 1)
        return self._text('book.oddities' if kind == 'oddity' else name)

    def _example(self, block: ExampleBlock) -> dict[str, Any]:
        told = self._told[block.id]
        return {
            'id': block.id,
            'number': self._number(f'{EXAMPLE}{block.id}'),
            'title': self._text(f'{EXAMPLE}{block.id}'),
            'figures': [self._figure(block.id, figure, told) for figure in block.figures],
            'say': [self._filled(f'{EXAMPLE}{block.id}.{key}', passage, told) for key, passage in block.say.items()],
            'proved': self._renderer.html(Say('book.proved', values={'example': Plain(block.id)})),
        }

    def _figure(self, owner: str, figure: FigureBlock, told: Told | None) -> dict[str, Any]:
        name = figure_id(owner, figure)
        drawn = Figures(self._project, self._renderer, told).draw(figure.draw) if told else self._diagrams()
        return {
            'kind': 'figure',
            'draw': figure.draw,
            'caption': self._text(name),
            'alt': self._renderer.plain(Say(f'{name}.alt')),
            'data': drawn,
        }

    def _diagrams(self) -> list[dict[str, Any]]:
        """The two diagrams of the core: those that the art has, and empty frames for the others."""
        art = self._project.content / 'art'
        return [{'side': side, 'there': (art / f'core-{side}.svg').is_file()} for side in ('a', 'b')]

    def _table(self, name: str) -> dict[str, Any]:
        match name:
            case 'dice':
                return self._dice()
            case 'deck':
                return self._deck()
            case 'difficulty':
                rows = [
                    [self._renderer.html(Name(f'difficulty.{each.id}')), Markup(self._renderer.number(each.replaced))]
                    for each in self._project.ap_rules.difficulties
                ]
            case _:
                rows = [[self._text(f'book.{who}'), self._text(f'book.{who}-adds')] for who in DEFENDERS]
        return {'heads': [self._text(head) for head in TABLE_HEADS[name]], 'rows': rows, 'types': []}

    def _dice(self) -> dict[str, Any]:
        """For each number of options the faces of each option, then two dice for the greater numbers."""
        number = self._renderer.number
        rows = []
        for options in range(2, FACES + 1):
            faces = [self._faces(each) for each in shares(options)]
            left = FACES - sum(map(len, shares(options)))
            again = self._faces(range(FACES - left + 1, FACES + 1)) if left else ''
            rows.append({'options': number(options), 'faces': faces, 'again': again})
        return {
            'rows': rows,
            'most': Markup('<span dir="ltr">{}\N{EN DASH}{}</span>').format(number(FACES + 1), number(FACES * FACES)),
        }

    def _faces(self, faces: Sequence[int]) -> Markup:
        first, last = self._renderer.number(faces[0]), self._renderer.number(faces[-1])
        text = first if first == last else f'{first}\N{EN DASH}{last}'
        return Markup('<span dir="ltr">{}</span>').format(text)

    def _deck(self) -> dict[str, Any]:
        """Types across, levels down."""
        cards = {(card.type, card.level): card for card in self._project.deck.cards}
        types = list(self._project.types.values())
        heads = [self._text('book.level'), *(self._renderer.html(kind.say_name()) for kind in types)]
        numerals = {card.level: card.numeral for card in self._project.deck.cards}
        rows = [
            [
                Markup('<span dir="ltr">{}</span>').format(numerals[level]),
                *(self._renderer.name(cards[kind.id, level].say_name()) for kind in types),
            ]
            for level in sorted(numerals)
        ]
        return {'heads': heads, 'rows': rows, 'types': [kind.id for kind in types]}

    def _houses(self) -> Iterator[dict[str, Any]]:
        for index, reading in enumerate(self._project.readings[0].readings, 1):
            name = f'reading.{reading.id}'
            yield {
                'kind': 'house',
                'anchor': name,
                'number': Markup('{} <span class="figures">{}</span>').format(
                    self._text('book.house'), self._renderer.number(index)
                ),
                'question': self._text(name),
                'taken': self._text(f'{name}.{reading.chosen}'),
                'because': self._text(f'{name}.because'),
                'others': [self._text(f'{name}.{each.id}') for each in reading.options if each.id != reading.chosen],
                'rule': self._reference(reading.rule),
            }

    def _glossary(self) -> Iterator[dict[str, Any]]:
        for name in self._sorted([f'term.{term.id}' for term in self._book.glossary]):
            yield {'kind': 'term', 'anchor': name, 'term': self._text(name), 'means': self._text(f'{name}.means')}

    def _index(self) -> Iterator[dict[str, Any]]:
        entries = {entry.says: entry for entry in self._book.index}
        for name in self._sorted(list(entries)):
            entry = entries[name]
            yield {'kind': 'index', 'anchor': f'index.{entry.id}', 'term': self._text(name), 'at': list(entry.at)}

    def _sorted(self, names: Sequence[str]) -> list[str]:
        """Messages in the language's alphabet."""
        key = sort_key(self._renderer.language)
        return sorted(names, key=lambda name: key(self._renderer.plain(Say(name))))


def _heading(name: str, title: Markup, number: str = '') -> dict[str, Any]:
    return {'kind': 'heading', 'anchor': name, 'number': number, 'title': title}

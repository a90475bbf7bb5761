"""The sheet that tells a player what changed, in one language; and the pages on which strips come to lie."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

from babel.dates import format_date
from markupsafe import Markup

from civap.content.project import Project
from civap.content.rulebook import EXAMPLE
from civap.content.say import Plain, Say
from civap.content.updates import (
    WORDS,
    card_said,
    listed,
    renumbered,
    strip_said,
    versions,
)
from civap.errata.diff import Diff, Print
from civap.errata.pages import Pages
from civap.errata.record import COVER
from civap.errata.setting import SheetJob, typeset_sheet
from civap.errata.strips import Strip
from civap.errata.two import Editions
from civap.errata.wording import marked
from civap.press.binding import bind
from civap.press.book_views import book_jobs
from civap.press.geometry import COMMON, Size
from civap.press.made import DOCUMENTS
from civap.press.reference_views import name_of
from civap.press.templates import Templates
from civap.text.catalog import load_sheet_catalog
from civap.text.domains import SHEETS, texts_path
from civap.text.render import Renderer

SHEET, STRIPS, STYLE = 'updates/changes.html.j2', 'updates/strips.html.j2', 'updates.css'
# Labels that are in no page of the book.
UNPRINTED = frozenset(('book.document',))
# Where the view of a block has its name, by kind.
NAMED = {'term': 'term', 'table': 'caption', 'figure': 'caption', 'credit': 'title', 'house': 'number'}
View = dict[str, Any]


@dataclass(frozen=True)
class Replaced:
    """What is printed again: pages of the book, those among them for what is on the other side, and sheets by name."""

    pages: Pages = field(default_factory=Pages)
    beside: Sequence[int] = ()
    sheets: Sequence[str] = ()


class Teller:
    """Says in one language what changed; `flow` are the blocks of its book, from which their names are."""

    def __init__(
        self,
        project: Project,
        renderer: Renderer,
        flow: Sequence[Mapping[str, Any]],
        *,
        draft: bool,
        compiled: Path | None = None,
    ) -> None:
        self._project = project
        self.renderer = renderer
        self._names = dict(_names(flow))
        self._draft = draft
        self._compiled = compiled

    def view(self, editions: Editions, only: Sequence[str], replaced: Replaced, flip: str = '') -> View:
        """What the sheet shows; with the way in which paper is turned also how to use what comes with it."""
        prints = [each for each in editions.diff.prints if each.language == self._code and each.document in only]
        by_document = {name: [each for each in prints if each.document == name] for name in only}
        rules = by_document.get('rulebook', [])
        sections = [
            ('cards', [self._card(each, editions) for each in by_document.get('cards', [])]),
            ('sheets', list(self._sheets(by_document.get('sheets', []), replaced.sheets))),
            ('rules', [*self._rules(rules, editions), *(self._labels(rules, editions.diff) if rules else ())]),
        ]
        return {
            'versions': self._versions(editions),
            'how': self._how(by_document, flip) if flip else (),
            'sections': [(name, entries) for name, entries in sections if entries],
            'lines': list(self._lines(editions.diff, replaced)) if 'rulebook' in only else [],
        }

    @property
    def _code(self) -> str:
        return self.renderer.language.code

    def _html(self, say: Say) -> Markup:
        return self.renderer.html(say)

    def _versions(self, editions: Editions) -> Markup:
        days = [self._day(record.date) for record in (editions.old, editions.new)]
        return self._html(versions(editions.old.version, days[0], editions.new.version, days[1]))

    def _day(self, iso: str) -> str:
        return format_date(datetime.date.fromisoformat(iso), 'd MMMM y', locale=self._code)

    def _how(self, by_document: Mapping[str, Sequence[Print]], flip: str) -> list[Markup]:
        names = ['print' if flip == 'long' else 'size']
        uses = (('cards', 'cards'), ('sheets', 'pages'), ('rulebook', 'pages'))
        names += [name for document, name in uses if by_document.get(document)]
        return [self._html(Say(f'update.how.{name}')) for name in dict.fromkeys(names)]

    def _entry(self, each: Print, title: Markup | str, pairs: Iterable[tuple[str, str]]) -> View:
        return {
            'title': title,
            'kind': self._kind('looks' if each.only_looks else each.kind),
            'pairs': [marked(self.renderer, *pair) for pair in pairs],
        }

    def _kind(self, kind: str) -> Markup | str:
        return '' if kind == 'changed' else self._html(Say(f'update.{kind}'))

    def _card(self, each: Print, editions: Editions) -> View:
        card = self._project.cards.get(each.id)
        title = self._html(card_said(card.id, card.type, card.level)) if card else each.id
        return self._entry(each, title, self._pairs(each, editions))

    def _sheets(self, prints: Sequence[Print], printed: Sequence[str]) -> Iterator[View]:
        """Those that changed, and what is printed since it is on the other side of one."""
        titles = self._sheet_titles
        for each in prints:
            yield self._entry(each, titles.get(each.id, Markup('{}').format(each.id)), ())
        known = {each.id for each in prints}
        for name in printed:
            if name not in known:
                yield {'title': titles[name], 'kind': self._kind('same'), 'pairs': ()}

    @property
    def _sheet_titles(self) -> dict[str, Markup]:
        from civap.content.cards import TYPES
        from civap.content.sheets import mat_says, plain_sheets, side_levels

        titles = {sheet.id: self._html(sheet.title) for sheet in plain_sheets(self._project)}
        titles['mat'] = self._html(mat_says(self._project)['title'])
        for kind in TYPES:
            name = self.renderer.plain(self._project.types[kind].say_name())
            for first in (1, 3):
                titles[f'{kind}-{first}'] = Markup('{} · {}').format(name, self._html(side_levels(first)))
        return titles

    def _rules(self, prints: Iterable[Print], editions: Editions) -> Iterator[View]:
        """Rules and what else has words in the book; worked examples prove rules and are none."""
        for each in prints:
            pairs = self._pairs(each, editions)
            if pairs and not each.id.startswith(EXAMPLE):
                yield self._entry(each, self._rule_title(each, pairs), pairs)

    def _rule_title(self, each: Print, pairs: Sequence[tuple[str, str]]) -> Markup:
        """The number of a rule and its chapter, and what a term, table or figure in it is called; of what has neither
        any more, how it began."""
        number = Markup('<b dir="ltr">{}</b> ').format(each.number) if each.number else Markup()
        name = self._html(Say('update.rules')) if each.id == COVER else self._names.get(each.id, '')
        return number + (name if name or number else Markup('{}').format(name_of(pairs[0][0])))

    def _labels(self, rules: Sequence[Print], diff: Diff) -> Iterator[View]:
        """What templates say beside the texts of blocks, such as the words before a reference."""
        labels = {label.id for label in self._project.rulebook[0].labels if '{' not in label.en.other}
        told = {line for each in rules for pair in each.lines for line in pair}
        for each in diff.wording:
            mine = each.language == self._code and each.message in labels - UNPRINTED
            if mine and each.old and each.new and not told.issuperset(each.new):
                pairs = [marked(self.renderer, *pair) for pair in zip(each.old, each.new, strict=True)]
                yield {'title': self._html(Say('update.rules')), 'kind': '', 'pairs': pairs}

    def _pairs(self, each: Print, editions: Editions) -> Sequence[tuple[str, str]]:
        if each.kind == 'changed':
            return each.lines
        record = editions.new if each.kind == 'added' else editions.old
        lines = record.printed[self._code][each.document][each.id].lines
        return [('', line) if each.kind == 'added' else (line, '') for line in lines]

    def _lines(self, diff: Diff, replaced: Replaced) -> Iterator[Markup]:
        """Numbers of pages and rules, one line each."""
        pages, beside = replaced.pages, replaced.beside
        moved = [page for page in pages.moved if page not in beside]
        ranges = {'pages': pages.changed, 'beside': beside, 'gone': pages.gone, 'moved': moved}
        lists: dict[str, Sequence[Plain | Say]] = {
            **{name: [Plain(text) for text in self._ranges(numbers)] for name, numbers in ranges.items()},
            'numbers': [renumbered(old, new) for _, old, new in diff.renumbered],
        }
        yield from (self._html(listed(name, numbers)) for name, numbers in lists.items() if numbers)

    def _ranges(self, numbers: Sequence[int]) -> Iterator[str]:
        """Rising numbers, those that follow each other as one range."""
        for _, group in groupby(enumerate(numbers), lambda each: each[1] - each[0]):
            run = [number for _, number in group]
            yield '\N{EN DASH}'.join(map(self.renderer.number, dict.fromkeys((run[0], run[-1]))))

    def sheet(self, view: View, papers: Sequence[str]) -> SheetJob:
        """The sheet, on as many pages as it needs, each in the middle of every paper. Raises `Problems`."""
        return self._job(SHEET, {'view': view, 'paper': COMMON}, papers)

    def strips(self, strips: Sequence[Strip], size: Size, papers: Sequence[str]) -> SheetJob:
        """Pages with a line above the place of each strip. Raises `Problems`."""
        cards = self._project.cards
        shown = [
            [
                {'place': strip, 'said': self._html(strip_said(strip.card, cards[strip.card].level))}
                for strip in strips
                if strip.page == page
            ]
            for page in range(strips[-1].page + 1)
        ]
        return self._job(STRIPS, {'pages': shown, 'paper': size}, papers)

    def _job(self, template: str, values: View, papers: Sequence[str]) -> SheetJob:
        language = self.renderer.language
        templates = Templates(self._project.root / 'templates', self._project.content / 'art', self._compiled)
        title = self.renderer.plain(Say('update.document'))
        html = templates.render(
            template,
            {
                'lang': language.code,
                'dir': language.direction,
                'title': title,
                'says': {name: self._html(Say(f'update.{name}')) for name in WORDS},
                'draft_label': self.renderer.plain(Say('label.draft')) if self._draft else '',
                'style': templates.style(STYLE),
                **values,
            },
        )
        return SheetJob(
            html=html,
            source=texts_path(language.code, SHEETS),
            title=title,
            language=language.code,
            right_to_left=language.direction == 'rtl',
            papers=tuple(papers),
            draft=self._draft,
        )


def sheet_file(project: Project, editions: Editions, code: str, paper: str) -> bytes | None:
    """The sheet alone as a file, None if there is nothing to tell. Raises `Problems`."""
    if not editions.concern(code, DOCUMENTS):
        return None
    (job,) = book_jobs(project, [code], (), draft=True)
    teller = Teller(project, Renderer(load_sheet_catalog(project, code, draft=True)), job.view['flow'], draft=False)
    sheet = teller.sheet(teller.view(editions, DOCUMENTS, Replaced()), [paper])
    files, _ = bind(typeset_sheet(sheet), b'', ())
    return files[paper]


def _names(flow: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, Markup]]:
    """For each block of the book the title of its chapter, and what it is called there if it has a name of its own."""
    chapter = ''
    for block in flow:
        if block['kind'] == 'heading':
            chapter = Markup(block['title']).striptags()
        own = Markup(block.get(NAMED.get(block['kind'], ''), '')).striptags()
        yield block['anchor'], Markup('{} · {}' if own else '{}').format(chapter, own)

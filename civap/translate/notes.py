"""What a translator is told of each message: its note, the numbers that it counts, where it stands, its terms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, product

from civap.content.calibration import calibration_says
from civap.content.cards import ON_BACKS
from civap.content.charts import charts
from civap.content.phrases import Message, walk
from civap.content.project import Project
from civap.content.rulebook import ABOUT, ExampleBlock, anchor, written
from civap.content.say import Name, Plain, Say
from civap.content.sheets import mat_says, plain_sheets
from civap.text.domains import BOOK, CARDS, PLAY, SHEETS, Domain, english_places, is_proper
from civap.translate.merge import Note
from civap.translate.terms import terms_of

MOST = 8  # places that are named one by one
RUN = 6  # numbers in a row that are written as a range
Uses = dict[str, dict[str, None]]  # by message: places, in order and once


class Notes:
    """Makes the notes of a project's messages for translators into one language."""

    def __init__(self, project: Project, code: str) -> None:
        self._project = project
        self._terms = terms_of(project.glossary, code)
        self._sources = english_places(project)

    def of(self, domain: Domain) -> Mapping[str, Note]:
        """The notes of a domain, by message. Raises `Problems`."""
        uses = _USES[domain.name](self._project)
        return {name: self._note(domain, message, uses.get(name, {})) for name, message in domain.messages.items()}

    def _note(self, domain: Domain, message: Message, uses: Iterable[str]) -> Note:
        lines = [message.note] if message.note else []
        if message.counts and (numbers := domain.numbers.get(message.id)):
            lines.append(f'n = {ranges(numbers)}')
        lines += uses
        if found := [] if is_proper(message) else self._terms.within(message.other):
            lines.append('; '.join(f'{english} = {named}' for english, named in found))
        return Note(tuple(lines), self._sources[message.id].path if message.id in self._sources else '')


def ranges(numbers: Sequence[int]) -> str:
    """Rising numbers, such as `1, 2, 3` or `0, 5–30`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ', '.join(f'{run[0]}\N{EN DASH}{run[-1]}' if len(run) >= RUN else ', '.join(map(str, run)) for run in runs)


def _on_cards(project: Project) -> Uses:
    cards: Uses = {}
    for card in project.cards.values():
        _use(cards, [card.say_level(), *chain(*map(walk, card.say_steps()))], card.name)
    uses: Uses = {}
    for name, found in cards.items():
        many = 'all cards' if len(found) == len(project.cards) else f'{len(found)} cards'
        uses[name] = {f'On: {", ".join(found) if len(found) <= MOST else many}': None}
    for kind in project.deck.types:
        uses[kind.say_foot().id] = {f'On: all {kind.name.lower()} cards': None}
    return {**uses, **{say.id: {'On: backs of cards': None} for say in ON_BACKS}}


def _on_sheets(project: Project) -> Uses:
    places: Uses = {}
    for sheet in plain_sheets(project):
        panels = list(chain(*sheet.columns))
        cells = (cell for panel in panels for line in panel.lines for cell in line.cells)
        heads = (say for panel in panels for say in (panel.heading, *panel.head))
        _use(places, (sheet.title, *heads, *chain(*cells)), f'sheet “{sheet.id}”')
    _use(places, mat_says(project).values(), 'mat')
    for lying, edge in product((False, True), ('long', 'short')):
        said = calibration_says('', '', '', paper='', lying=lying, edge=edge)
        _use(places, said.values(), 'calibration sheet')
    cards: Uses = {}
    for chart in charts(project).values():
        _use(cards, chain(*(box.says() for box in chart.boxes)), project.cards[chart.card].name)
    for name, found in cards.items():
        drawn = f'flowcharts ({", ".join(found)})' if len(found) <= MOST else f'{len(found)} flowcharts'
        places.setdefault(name, {})[drawn] = None
    return {name: {f'On: {", ".join(found)}': None} for name, found in places.items()}


def _in_book(project: Project) -> Uses:
    """The number of the rule, question or example, and the chapter."""
    book, _ = project.rulebook
    numbers = book.numbered()
    shown: dict[tuple[object, ...], str] = {}
    for chapter, block, place in book.blocks():
        number = numbers.get(anchor(chapter, block), '') if chapter.id != ABOUT else ''
        kind = 'example ' if isinstance(block, ExampleBlock) else ''
        shown[place] = f'In: {kind}{number} ({chapter.title})' if number else f'In: {chapter.title}'
    return {each.id: {shown[each.place[:5]]: None} for each in written(book) if each.place[:5] in shown}


def _in_play(project: Project) -> Uses:
    """What the command line says of a turn or an example; names stand on other pages as well."""
    names = {phrase.id for phrase in project.play[0].phrases}
    return {name: {f'Said by civap {"explain" if name.startswith("report.") else "resolve"}': None} for name in names}


_USES = {CARDS: _on_cards, SHEETS: _on_sheets, BOOK: _in_book, PLAY: _in_play}


def _use(uses: Uses, said: Iterable[Say | Name | Plain], place: str) -> None:
    for part in said:
        for each in () if isinstance(part, Plain) else walk(part):
            uses.setdefault(each.id, {})[place] = None

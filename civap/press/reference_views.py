"""What the templates of the reference sheets are given: plain data, every text ready as HTML in one language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from markupsafe import Markup, escape

from civap.content.cards import NUMERALS, TYPES
from civap.content.charts import Box, Chart, charts
from civap.content.dice import FACES
from civap.content.project import Project
from civap.content.say import Name, Plain, Say
from civap.content.sheets import (
    Cell,
    Panel,
    Sheet,
    alt_of_chart,
    labels,
    mat_says,
    plain_sheets,
    side_levels,
)
from civap.content.steps import CardType
from civap.text.render import Renderer

View = dict[str, Any]


def side_views(project: Project, renderer: Renderer) -> tuple[View, ...]:
    """The sides of the sheets with flowcharts: two for each type, two charts on each."""
    drawn = charts(project)
    by_level = {(card.type, card.level): card.id for card in project.deck.cards}
    numbers = project.rulebook[0].numbered()
    return tuple(
        _side(project, renderer, kind, first, [drawn[by_level[kind, level]] for level in (first, first + 1)], numbers)
        for kind in TYPES
        for first in (1, 3)
    )


def _side(
    project: Project, renderer: Renderer, kind: CardType, first: int, pair: list[Chart], numbers: Mapping[str, str]
) -> View:
    return {
        'id': f'{kind}-{first}',
        'type': kind,
        'title': renderer.plain(project.types[kind].say_name()),
        'levels': _html(renderer, side_levels(first)),
        'charts': [_chart(project, renderer, chart, numbers) for chart in pair],
    }


def _html(renderer: Renderer, *said: Say | Name) -> Markup:
    """Sentences as HTML, the space before a word that stays whole in an element of its own.

    Without it WeasyPrint 70 goes back to the first space of a line that is too long by no more than its last space.
    """
    return Markup(str(renderer.html(*said)).replace(' <span class="whole">', '<span> </span><span class="whole">'))


def _chart(project: Project, renderer: Renderer, chart: Chart, numbers: Mapping[str, str]) -> View:
    places = {box.id: index for index, box in enumerate(chart.boxes)}
    links = [(places[edge.start], places[edge.end], edge.answer) for edge in chart.edges]
    return {
        'card': chart.card,
        'type': chart.type,
        'level': chart.level,
        'numeral': NUMERALS[chart.level - 1],
        'title': _html(renderer, project.cards[chart.card].say_name()),
        'boxes': [_box(renderer, box, numbers) for box in chart.boxes],
        'links': links,
        'alt': _alt(renderer, chart.card, links),
    }


def _alt(renderer: Renderer, card: str, links: list[tuple[int, int, str]]) -> str:
    """The arrows in words."""
    answers = {name: renderer.plain(Say(f'sheet.{name}')) for name in ('yes', 'no')}
    arrows = ', '.join(
        f'{start + 1}\N{EN DASH}{end + 1}' + (f' ({answers[answer]})' if answer else '') for start, end, answer in links
    )
    return renderer.plain(alt_of_chart(card, arrows))


def _box(renderer: Renderer, box: Box, numbers: Mapping[str, str]) -> View:
    listing = box.listing
    return {
        'kind': box.kind,
        'said': _html(renderer, *box.said),
        'rules': _rules(renderer, box.rules, numbers),
        'heading': _html(renderer, listing.heading) if listing else None,
        'order': [_html(renderer, item) for item in listing.items] if listing else [],
        'tie': _html(renderer, *listing.tie) if listing else None,
        'points': [_html(renderer, item) for item in box.items],
        'cases': box.cases,
        'foot': _html(renderer, box.foot) if box.foot else None,
    }


def _rules(renderer: Renderer, ids: Sequence[str], numbers: Mapping[str, str]) -> str:
    """Rules by their numbers in the rulebook, in its order."""
    parts = sorted({tuple(map(int, numbers[name].split('.'))) for name in ids})
    return ', '.join('.'.join(renderer.number(part) for part in each) for each in parts)


def sheet_views(project: Project, renderer: Renderer) -> tuple[View, ...]:
    """The sheets that are made of panels."""
    numbers = project.rulebook[0].numbered()
    return tuple(_sheet(renderer, sheet, numbers) for sheet in plain_sheets(project))


def _sheet(renderer: Renderer, sheet: Sheet, numbers: Mapping[str, str]) -> View:
    return {
        'id': sheet.id,
        'title': renderer.plain(sheet.title),
        'columns': [[_panel(renderer, panel, numbers) for panel in column] for column in sheet.columns],
    }


def _panel(renderer: Renderer, panel: Panel, numbers: Mapping[str, str]) -> View:
    return {
        'heading': _html(renderer, panel.heading),
        'form': panel.form,
        'icon': panel.icon,
        'head': [_html(renderer, say) for say in panel.head],
        'lines': [
            {'cells': [_cell(renderer, cell) for cell in line.cells], 'rules': _rules(renderer, line.rules, numbers)}
            for line in panel.lines
        ],
    }


def _cell(renderer: Renderer, cell: Cell) -> Markup:
    return Markup('<br/>').join(_part(renderer, part) for part in cell)


def _part(renderer: Renderer, part: Say | Name | Plain) -> Markup:
    if isinstance(part, Plain):
        return Markup('<span dir="ltr">{}</span>').format(part.text)
    return _html(renderer, part)


def label_views(project: Project, renderer: Renderer) -> dict[str, Markup]:
    """What stands on several sheets, by name."""
    return {name: _html(renderer, say) for name, say in labels().items()}


def mat_view(project: Project, renderer: Renderer) -> View:
    """The mat: its labels, and the spaces of the tech dial with the levels that they give."""
    levels = {item.space: NUMERALS[item.level - 1] for item in project.base_game.tech_dial.items}
    last = project.base_game.number('dial-end')
    return {
        'says': {name: _html(renderer, say) for name, say in mat_says(project).items()},
        'dial': [{'space': renderer.number(space), 'level': levels.get(space, '')} for space in range(last + 1)],
    }


def grid_view(renderer: Renderer) -> list[list[str]]:
    """Options by two dice: rows are the first die, columns the second (golden.random)."""
    numbers = range(1, FACES * FACES + 1)
    return [[renderer.number(n) for n in numbers[row * FACES : (row + 1) * FACES]] for row in range(FACES)]


def texts_of(view: Any) -> Iterator[str]:
    """All texts in a view."""
    if isinstance(view, str):
        yield Markup(view).striptags()
    elif isinstance(view, dict):
        for value in view.values():
            yield from texts_of(value)
    elif isinstance(view, list | tuple):
        for value in view:
            yield from texts_of(value)


def name_of(text: str, length: int = 40) -> str:
    """The beginning of a text, for messages."""
    plain = Markup(escape(text) if '<' not in text else text).striptags()
    return plain if len(plain) <= length else f'{plain[:length].rstrip()} ...'

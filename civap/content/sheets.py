"""The reference sheets beside the flowcharts: panels of rules, tables and labels, with their numbers from the data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import chain
from typing import TYPE_CHECKING, Literal

from civap.content.calibration import calibration_says
from civap.content.cards import TYPES
from civap.content.charts import charts
from civap.content.dice import FACES, shares
from civap.content.phrases import Message, Phrases, check_phrases, walk
from civap.content.play import play_messages
from civap.content.problems import Problems, in_file_order
from civap.content.say import Name, Numeral, Plain, Say, Signed, Value
from civap.content.schema import validate
from civap.content.source import Document, load
from civap.content.updates import update_says

if TYPE_CHECKING:
    from civap.content.project import Project

# How the ids of what only sheets.yaml says begin.
OWN = ('sheet.', 'calibrate.', 'update.')
Cell = tuple[Say | Name | Plain, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence or two, or a row of cells, with the rules that it states."""

    cells: tuple[Cell, ...]
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Panel:
    """A part of a sheet under one heading: numbered steps, points or a table with its head."""

    heading: Say
    form: Literal['steps', 'points', 'table']
    lines: tuple[Line, ...]
    head: tuple[Say, ...] = ()
    icon: str = ''


@dataclass(frozen=True, slots=True)
class Sheet:
    """A side of paper: its title, and its panels in two columns."""

    id: str
    title: Say
    columns: tuple[tuple[Panel, ...], tuple[Panel, ...]]


def line(name: str, *rules: str, **values: Value) -> Line:
    """One sentence of the sheets."""
    return Line(((Say(f'sheet.{name}', values=values),),), rules)


def row(*cells: Cell | Say | Name | Plain, rules: tuple[str, ...] = ()) -> Line:
    """A row of a table."""
    return Line(tuple(cell if isinstance(cell, tuple) else (cell,) for cell in cells), rules)


def panel(name: str, form: Literal['steps', 'points', 'table'], *lines: Line, icon: str = '', head: str = '') -> Panel:
    """A panel; `head` are the ids of the heads of its columns."""
    return Panel(Say(f'sheet.panel.{name}'), form, lines, tuple(Say(f'sheet.{word}') for word in head.split()), icon)


def turn_sheet(project: Project) -> Sheet:
    """Order of play, priority order, events, legal spaces."""
    loot = project.base_game.number('capital-loot')
    left = (
        panel(
            'turn', 'steps',
            line('turn.first', 'turn.first'),
            line('turn.event', 'turn.event-dial'),
            line('turn.resolve', 'turn.slot-five', slot=5),
            line('turn.reset', 'base.reset', slot=1),
            line('turn.pass', 'turn.slot-five'),
            icon='tech-dial',
        ),
        panel(
            'events', 'points',
            line('event.move', 'base.events', number=loot), line('event.spawn'), line('event.trade'),
            icon='barbarian',
        ),
    )  # fmt: skip
    right = (
        panel(
            'priority', 'steps',
            line('priority.filter', 'priority.filter'), line('priority.next'),
            line('priority.skip', 'priority.skip'), line('priority.tie', 'priority.tiebreak'),
            icon='die-5',
        ),
        panel(
            'always', 'points',
            line('always.override', 'golden.override'), line('always.terrain', 'turn.terrain'),
            line('always.resources', 'resource.same', 'resource.gain', 'resource.swap'),
            icon='control-token',
        ),
        panel(
            'legal', 'points',
            line('legal.control', 'base.control-space', 'barbarian.no-placing'),
            line('legal.city', 'industry.city-defense', 'barbarian.no-placing'),
            line('legal.barbarian', 'barbarian.ignored-adjacent'),
            icon='city',
        ),
    )  # fmt: skip
    return Sheet('turn', Say('sheet.title.turn'), (left, right))


def tokens_sheet(project: Project) -> Sheet:
    """Gaining and spending trade tokens; the die table (golden.random)."""
    spending = [
        row(kind.say_name(), Say(f'sheet.use.{kind.id}'), rules=SPENDING[kind.id])
        for kind in (project.types[name] for name in TYPES)
    ]
    embassy = next(item for item in project.base_game.diplomacy_cards.items if not item.used_by_ap)
    adds = Signed(project.types['military'].token_adds)
    left = (
        panel(
            'gain', 'points',
            line('gain.number', 'trade.any-number'), line('gain.place', 'trade.gain'), icon='trade-token',
        ),
        Panel(Say('sheet.panel.spend'), 'table', tuple(spending), icon='trade-token'),
        panel(
            'bonus', 'points',
            line('bonus.matching', 'bonus.matching'), line('bonus.military', 'bonus.military', bonus=adds),
            line('bonus.use', 'diplomacy.use', card=Name(f'treaty.{embassy.id}')), icon='wonder',
        ),
    )  # fmt: skip
    options = [row(Plain(str(number)), share_cell(number)) for number in range(2, FACES + 1)]
    rule = Line(((Say('sheet.die.rule'),),), ('golden.random',))
    right = (
        Panel(Say('sheet.panel.die'), 'points', (rule,), icon='die-6'),
        Panel(Say('sheet.die.options'), 'table', tuple(options), (Say('sheet.die.options'), Say('sheet.die.faces'))),
    )
    return Sheet('tokens', Say('sheet.title.tokens'), (left, right))


SPENDING: Mapping[str, tuple[str, ...]] = {
    'culture': ('trade.spend-culture',),
    'economy': ('trade.spend-economy',),
    'industry': ('trade.spend-industry',),
    'military': (),
    'science': ('trade.spend-science',),
}


def share_cell(options: int) -> Cell:
    """Equal shares of the faces of a die, and those that are rolled again (golden.random)."""
    faces = shares(options)
    left = FACES - sum(map(len, faces))
    parts: list[Say | Plain] = [Plain(_range(each[0], each[-1])) for each in faces]
    found: Cell = (reduce(_more, parts),)
    if left:
        again = Plain(_range(FACES - left + 1, FACES))
        found = (*found, Say('sheet.die.again', values={'faces': again}))
    return found


def _more(first: Say | Plain, more: Say | Plain) -> Say | Plain:
    return Say('say.more', values={'first': first, 'more': more})


def _range(first: int, last: int) -> str:
    return str(first) if first == last else f'{first}\N{EN DASH}{last}'


def attack_sheet(project: Project) -> Sheet:
    """An attack from target to prize (attack.*, trade.spend-military-*)."""
    numbers, token = project.base_game.number, Signed(project.types['military'].token_adds)
    defense = Plain(f'+{numbers("city-state-defense")}')
    left = (
        panel(
            'fight', 'steps',
            line('fight.target', 'attack.target'), line('fight.return', 'bonus.return-card'),
            line('fight.roll', 'attack.dice'), line('fight.spend', 'attack.dice', bonus=token),
            line('fight.win', 'attack.dice'), icon='military',
        ),
        panel(
            'sums', 'table',
            row(Say('sheet.sum.attacker'), Say('sheet.sum.attacker.adds'), rules=('bonus.military',)),
            row(Say('sheet.sum.barbarian'), Say('sheet.sum.barbarian.adds'), rules=('attack.defense',)),
            row(Say('sheet.sum.city-state'), defense),
            row(Say('sheet.sum.control'), Say('sheet.sum.control.adds')),
            row(
                Say('sheet.sum.city'),
                Say('sheet.sum.city.adds', values={'factor': numbers('city-terrain-factor')}),
                rules=('industry.city-defense',),
            ),
            icon='die-4',
        ),
        panel('after', 'points', line('after.reinforce', 'attack.reinforce'), icon='control-token'),
    )  # fmt: skip
    cases = [
        row(Say(f'sheet.case.{name}'), Say(f'sheet.case.{name}.spends'), rules=(f'trade.spend-military-{name}',))
        for name in ('attacker-winning', 'attacker-losing', 'defender-winning', 'defender-losing')
    ]
    right = (
        Panel(
            Say('sheet.panel.tokens'), 'table', tuple(cases), (Say('sheet.when'), Say('sheet.spends')), 'trade-token'
        ),
        panel(
            'won', 'table',
            row(Say('sheet.sum.barbarian'), Say('sheet.won.barbarian', values={'number': 1})),
            row(Say('sheet.sum.control'), Say('sheet.won.control')),
            row(Say('sheet.sum.city'), Say('sheet.won.city')),
            row(Say('sheet.sum.city-state'), Say('sheet.won.city-state')),
            icon='city',
        ),
        panel(
            'capital', 'points',
            line('capital.wonder', 'attack.capital-wonder'),
            line('capital.tokens', 'attack.capital-tokens', number=numbers('capital-loot'), slot=5), icon='capital',
        ),
    )  # fmt: skip
    return Sheet('attack', Say('sheet.title.attack'), (left, right))


def setup_sheet(project: Project) -> Sheet:
    """Setup, difficulty and leaders (setup.*, difficulty.levels, leader.*)."""
    one, two = Numeral(1), Numeral(2)
    left = (
        panel(
            'setup', 'steps',
            line('setup.count', 'setup.counts-as-player'), line('setup.color', 'setup.color-leader'),
            line('setup.row', 'setup.focus-bar', level=one), line('setup.difficulty', 'difficulty.levels'),
            line('setup.map', 'setup.map'),
            line('setup.tiles', 'setup.no-tiles', 'setup.tile-placement', spaces=4), icon='capital',
        ),
    )  # fmt: skip
    levels = [row(Name(f'difficulty.{item.id}'), Plain(str(item.replaced))) for item in project.ap_rules.difficulties]
    names = {item.id: Name(f'leader.{item.id}') for item in project.base_game.leaders.items}
    slots: Mapping[str, dict[str, Value]] = {'montezuma': {'slot': 2}, 'roosevelt': {'slot': 4}}
    leaders = [
        row(names[name], Say(f'sheet.leader.{name}', values=slots.get(name, {})), rules=(f'leader.{name}',))
        for name in ('gilgamesh', 'montezuma', 'roosevelt')
    ]
    others = row(Say('sheet.leader.others'), Say('sheet.leader.default'), rules=('leader.default',))
    right = (
        Panel(
            Say('sheet.panel.difficulty'), 'table', tuple(levels),
            (Say('sheet.difficulty.name'), Say('sheet.difficulty.cards', values={'level': two})), 'science',
        ),
        Panel(Say('sheet.panel.leaders'), 'table', (*leaders, others), icon='wonder'),
    )  # fmt: skip
    return Sheet('setup', Say('sheet.title.setup'), (left, right))


def mat_says(project: Project) -> dict[str, Say]:
    """The labels of the mat, by name."""
    numbers = project.base_game.number
    says = {name: Say(f'sheet.mat.{name}') for name in MAT}
    says |= {f'slot-{slot}': Say('sheet.mat.slot', values={'slot': slot}) for slot in range(1, 6)}
    ends = {'last': numbers('dial-end'), 'restart': numbers('dial-restart')}
    return {**says, 'dial-end': Say('sheet.mat.dial.end', values=dict(ends)), 'title': Say('sheet.title.mat')}


MAT = ('resolve', 'reset', 'dial', 'resources', 'wonders', 'diplomacy', 'score', 'leader', 'row')


def labels() -> dict[str, Say]:
    """What stands on several sheets, by name."""
    many: dict[str, Value] = {'few': FACES + 1, 'many': FACES * FACES}
    says = {name: Say(f'sheet.{name}') for name in ('document', 'yes', 'no', 'core.missing', 'numbers')}
    says |= {f'core-{side}': Say('sheet.core', values={'side': Plain(side)}) for side in ('A', 'B')}
    says['alt-mat'], says['grid'] = Say('sheet.alt.mat'), Say('sheet.die.grid')
    return {**says, 'two-dice': Say('sheet.die.two', values=many)}


def side_levels(first: int) -> Say:
    """The heading of a side with two levels."""
    return Say('sheet.levels', values={'first': Numeral(first), 'last': Numeral(first + 1)})


def alt_of_chart(card: str, arrows: str) -> Say:
    """The description of a chart's drawing."""
    return Say('sheet.alt.chart', values={'card': Name(f'card.{card}'), 'arrows': Plain(arrows)})


def plain_sheets(project: Project) -> tuple[Sheet, ...]:
    """The sheets that are made of panels."""
    return turn_sheet(project), tokens_sheet(project), attack_sheet(project), setup_sheet(project)


def said_on_sheets(project: Project) -> Iterator[Say | Name]:
    """Every message of the sheets, those of the cards included."""
    boxes = (box for chart in charts(project).values() for box in chart.boxes)
    parts: list[Say | Name] = [say for box in boxes for say in box.says()]
    for sheet in plain_sheets(project):
        parts.append(sheet.title)
        for each in chain(*sheet.columns):
            parts += [each.heading, *each.head]
            parts += [say for item in each.lines for cell in item.cells for say in cell if not isinstance(say, Plain)]
    parts += [*mat_says(project).values(), *labels().values(), side_levels(1), alt_of_chart('x', '')]
    parts += update_says()
    for lying, edge in ((False, 'long'), (True, 'short')):
        parts += calibration_says('', '', '', paper='', lying=lying, edge=edge).values()
    for part in parts:
        yield from walk(part)


def read_sheets(project: Project) -> tuple[Phrases, Document]:
    """The phrases of sheets.yaml, checked against what the sheets say, with their file. Raises `Problems`."""
    path = project.content / 'sheets.yaml'
    document = load(path, path.relative_to(project.root).as_posix())
    phrases = validate(Phrases, document)
    said = (say for say in said_on_sheets(project) if isinstance(say, Say) and say.id.startswith(OWN))
    used = {say.id: say for say in said}
    if problems := in_file_order(check_phrases(phrases.phrases, used, document)):
        raise Problems(problems)
    return phrases, document


def sheet_messages(project: Project) -> Mapping[str, Message]:
    """What the sheets say in words of their own, by id. Raises `Problems`."""
    phrases = project.sheets[0].phrases
    return {phrase.id: Message(phrase.id, phrase.en.one, phrase.en.other, phrase.note or '') for phrase in phrases}


def borrowed_messages(project: Project) -> Mapping[str, Message]:
    """Names that the sheets print and neither the cards nor sheets.yaml have. Raises `Problems`."""
    names = {say.id for say in said_on_sheets(project)}
    return {name: message for name, message in play_messages(project).items() if name in names}


def sheet_numbers(project: Project) -> Mapping[str, tuple[int, ...]]:
    """For each counted message of the sheets, the numbers that really occur, rising."""
    found: dict[str, set[int]] = {}
    for say in said_on_sheets(project):
        if isinstance(say, Say) and say.n is not None:
            found.setdefault(say.id, set()).add(say.n)
    return {name: tuple(sorted(numbers)) for name, numbers in found.items()}

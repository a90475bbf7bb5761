"""What is drawn of an example's situation, as plain data for the templates: rows of cards, spaces, cards on offer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypedDict

from markupsafe import Markup

from civap.content.events import Bounds
from civap.content.project import Project
from civap.content.say import Name, Say
from civap.content.situation import AP, NONE, WATER, CardFacts, Space
from civap.engine.trace import Event
from civap.proof.printed import Told
from civap.text.render import Renderer

SLOTS = 5
UNKNOWN = '?'
# What a map says of its icons, if it has them.
LEGEND = {
    'terrain': 'book.legend-terrain',
    'resource': 'book.legend-token',
    'capital': 'book.legend-capital',
    'barbarian': 'book.legend-barbarian',
    'spawn-point': 'book.legend-spawn-point',
}


class SlotView(TypedDict):
    """A place in a focus row; without a card its `type` is empty."""

    slot: Markup
    type: str
    name: Markup
    numeral: str
    trade: str


class SpaceView(TypedDict):
    """A space with what lies on it and beside it, by the names of icons; `x` and `y` in units of a hex's radius."""

    name: Markup
    terrain: str
    water: bool
    icons: list[str]
    beside: list[str]
    x: float
    y: float


class MapView(TypedDict):
    """Spaces, either where they lie or, on no map, side by side; `legend` names the icons that need it."""

    spaces: list[SpaceView]
    placed: bool
    legend: list[tuple[str, Markup]]


class AgendaView(TypedDict):
    """One half of a victory card; `type` is the type of the wonders that it asks for, if it asks for some."""

    name: Markup
    type: str
    count: str


class WonderView(TypedDict):
    """A wonder on offer."""

    name: Markup
    type: str
    cost: str


@dataclass(frozen=True, slots=True)
class _Held:
    """A card in a row with its trade tokens; `at_least` where more may lie on it."""

    type: str
    card: str | None
    trade: int | None
    at_least: bool = False


class Figures:
    """Makes the data of an example's figures in the language of a renderer."""

    def __init__(self, project: Project, renderer: Renderer, told: Told) -> None:
        self._project = project
        self._renderer = renderer
        self._told = told

    def draw(self, drawing: str) -> Any:
        """The data of one drawing."""
        match drawing:
            case 'row':
                return self._slots(self._row())
            case 'row-after':
                return self._slots(after(self._row(), self._told.events, self._project))
            case 'rival-row':
                return self._slots(self._arranged(self._told.given.rivals[0].row))
            case 'map':
                return self._map()
            case 'agendas':
                return list(self._agendas())
            case 'market':
                return [self._wonder(name) for name in self._told.given.market or ()]
        return None

    def _row(self) -> dict[int, _Held]:
        return self._arranged(self._told.given.ap.row)

    def _arranged(self, cards: Sequence[CardFacts]) -> dict[int, _Held]:
        """Cards by slot; those whose slot is not stated fill what is free from the highest slot, in file order."""
        placed = {card.slot: self._held(card) for card in cards if isinstance(card.slot, int)}
        free = [slot for slot in range(SLOTS, 0, -1) if slot not in placed]
        loose = [card for card in cards if not isinstance(card.slot, int)]
        return {**placed, **{slot: self._held(card) for slot, card in zip(free, loose, strict=False)}}

    def _held(self, card: CardFacts) -> _Held:
        kind = card.type or self._project.cards[str(card.card)].type
        trade = card.trade
        if isinstance(trade, Bounds):
            return _Held(kind, card.card, trade.at_least, at_least=True)
        return _Held(kind, card.card, trade)

    def _slots(self, row: dict[int, _Held]) -> list[SlotView]:
        return [self._slot(slot, row.get(slot)) for slot in range(1, SLOTS + 1)]

    def _slot(self, slot: int, held: _Held | None) -> SlotView:
        label = self._renderer.html(Say('book.slot', values={'slot': slot}))
        if held is None:
            return {'slot': label, 'type': '', 'name': Markup(''), 'numeral': '', 'trade': ''}
        card = self._project.cards[held.card] if held.card else None
        said = card.say_name() if card else self._project.types[held.type].say_name()
        return {
            'slot': label,
            'type': held.type,
            'name': self._renderer.name(said),
            'numeral': card.numeral if card else '',
            'trade': self._tokens(held),
        }

    def _tokens(self, held: _Held) -> str:
        if held.trade is None:
            return UNKNOWN if held.card is None and held.at_least else ''
        number = self._renderer.number(held.trade)
        return f'≥{number}' if held.at_least else number

    def _map(self) -> MapView:
        """All spaces of a map; without one those that a rule compares, not the AP's own."""
        known = self._told.given.spaces or ()
        placed = bool(known) and all(space.at for space in known)
        shown = [space for space in known if placed or AP not in (space.city, space.control)]
        views = [self._space(space) for space in shown]
        icons = {icon for view in views for icon in (*view['icons'], *view['beside'])}
        if any(view['terrain'] for view in views):
            icons.add('terrain')
        return {
            'spaces': views,
            'placed': placed,
            'legend': [(icon, self._renderer.html(Say(name))) for icon, name in LEGEND.items() if icon in icons],
        }

    def _space(self, space: Space) -> SpaceView:
        beside = space.tokens_adjacent if isinstance(space.tokens_adjacent, int) else 0
        spawn = space.spawn_point not in (None, NONE)
        icons = {
            'barbarian': space.barbarian,
            'spawn-point': spawn and not space.barbarian,
            'capital': space.city and space.capital,
            'city': space.city and not space.capital,
            'city-state': space.city_state,
            'control-token': space.control,
            'water': space.terrain == WATER,
        }
        across, down = space.at or (0, 0)
        return {
            'name': Markup('{}').format(space.id) if len(space.id) == 1 else Markup(''),
            'terrain': self._renderer.number(space.terrain) if isinstance(space.terrain, int) and space.terrain else '',
            'water': space.terrain == WATER,
            'icons': [icon for icon, there in icons.items() if there],
            'beside': ['resource'] * beside,
            'x': round(3**0.5 * (across + down / 2), 3),
            'y': 1.5 * down,
        }

    def _agendas(self) -> Iterator[list[AgendaView]]:
        cards = {card.id: card for card in self._project.base_game.victory_cards.items}
        for item in self._told.given.victory or ():
            yield [
                {
                    'name': self._renderer.name(Name(f'agenda.{agenda.id}')),
                    'type': agenda.wonders or '',
                    'count': self._renderer.number(agenda.count),
                }
                for agenda in cards[item.id].agendas
            ]

    def _wonder(self, name: str) -> WonderView:
        wonder = next(item for item in self._project.base_game.wonders.items if item.id == name)
        return {
            'name': self._renderer.name(Name(f'wonder.{name}')),
            'type': wonder.type,
            'cost': self._renderer.number(wonder.cost),
        }


def after(row: dict[int, _Held], events: Sequence[Event], project: Project) -> dict[int, _Held]:
    """The row once the events have happened to it."""
    now = dict(row)
    for event in events:
        _apply(now, event, project)
    return now


def _apply(row: dict[int, _Held], event: Event, project: Project) -> None:
    fields: Any = event.fields
    slot = next((slot for slot, held in row.items() if fields.get('card') in (held.card, held.type)), None)
    if slot is None:
        return
    held = row[slot]
    match event.kind:
        case 'spent' | 'paid':
            row[slot] = replace(held, trade=(held.trade or 0) - fields['trade'])
        case 'gained':
            row[slot] = replace(held, trade=(held.trade or 0) + fields['trade'])
        case 'replaced' | 'upgraded':
            row[slot] = replace(held, card=fields['to'], type=project.cards[fields['to']].type)
        case 'row':
            _reset(row, slot, fields['slot'])


def _reset(row: dict[int, _Held], slot: int, to: int) -> None:
    """The card goes to its new slot, those in between move up one (base.reset)."""
    held = row.pop(slot)
    for below in range(slot - 1, to - 1, -1):
        if below in row:
            row[below + 1] = row.pop(below)
    row[to] = held

"""Events and differences in English words; names and criteria read as on the English cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from civap.content.events import Bounds, Expectation, Has
from civap.content.schema import kebab
from civap.engine.trace import Event
from civap.proof.claims import Difference

if TYPE_CHECKING:
    from civap.content.project import Project

NUMBERS = (
    'none', 'one', 'two', 'three', 'four', 'five', 'six',
    'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve',
)  # fmt: skip
TOKENS = {
    'paid.trade': ('trade token', 'spent'),
    'paid.trade_left': ('trade token', 'left on the card'),
    'paid.bonus': ('bonus trade token', 'counted'),
    'paid.resources': ('resource token', 'spent'),
    'paid.natural_wonders': ('natural wonder token', 'used'),
    'taken.trade': ('trade token', 'taken'),
    'gained.trade': ('trade token', 'gained'),
    'row.trade': ('trade token', 'left on the card'),
}
ENGLISH: Mapping[str, str] = {
    'placement.highest-defense': 'Highest defense',
    'trade.fewest': 'Fewest trade tokens',
    'trade.highest-slot': 'Highest slot',
    'explain.resolved': '{card} is resolved',
    'explain.excluded': '{item} is no target: {reason}',
    'explain.narrowed': '{by}: {values}keeps {keep}',
    'explain.skipped': '{by}: fits none, passed over',
    'explain.chosen': '{item} is the only one left',
    'explain.tied': '{item} by chance, {chance} each: {options}',
    'explain.set-aside': '{wonder} costs {cost}, only {reach} can be reached: set aside',
    'explain.paid': '{wonder} costs {cost}: production {production}{spent}; total {total}',
    'explain.placed': '{wonder} goes to {city}',
    'explain.built': 'a city is built at {city}',
    'explain.impossible': 'no {what}: {reason}',
    'explain.taken': '{trade} from {card} in slot {slot} of {from}',
    'explain.wonder-taken': '{wonder} moves from {from} to {city}',
    'explain.gained': '{trade} on {card}',
    'explain.upgraded': '{card} is replaced by {to}, level {level}',
    'explain.row': '{card} is in slot {slot}',
}


class Words:
    """Puts events into words."""

    def __init__(self, project: Project) -> None:
        self.project = project

    def text(self, name: str) -> str:
        """The words of a message of the cards or of this module, as plain text without its full stop."""
        message = self.project.messages.get(name)
        said = message.other if message else ENGLISH.get(name, name)
        return said.replace('**', '').rstrip('.')

    def name(self, item: str) -> str:
        """A card or wonder by its name, anything else by its id."""
        if item in self.project.cards:
            return self.text(f'card.{item}')
        wonder = self.project.base_game.wonder.get(item)
        return wonder.name if wonder else item

    def names(self, items: Iterable[str]) -> str:
        """Several names."""
        return ', '.join(self.name(item) for item in items)

    def event(self, event: Event) -> str:
        """One line about an event."""
        fields: dict[str, Any] = {kebab(name): value for name, value in event.fields.items()}
        kind = event.kind
        if kind == 'narrowed':
            fields['values'] = self._values(event)
        elif kind == 'chosen' and len(fields['options']) > 1:
            kind = 'tied'
        elif kind == 'paid':
            fields['spent'] = _spent(event)
        elif 'trade' in fields:
            fields['trade'] = counted(fields['trade'], 'trade token')
        shown = {name: self._shown(name, value) for name, value in fields.items()}
        return self.text(f'explain.{kind}').format(**shown)

    def _shown(self, name: str, value: Any) -> str:
        if name == 'by':
            return self.text(str(value))
        if name == 'reason':
            return str(value).replace('-', ' ')
        if isinstance(value, tuple):
            return self.names(value)
        return self.name(value) if isinstance(value, str) else str(value)

    def _values(self, event: Event) -> str:
        values = event.fields['values']
        assert isinstance(values, Mapping)
        candidates = (*_tuple(event, 'keep'), *_tuple(event, 'drop'))
        if not values:
            return ''
        return ', '.join(f'{self.name(item)} {values.get(item, "–")}' for item in candidates) + '; '


def _tuple(event: Event, name: str) -> tuple[str, ...]:
    value = event.fields[name]
    assert isinstance(value, tuple)
    return value


def _spent(event: Event) -> str:
    spent = [
        counted(number, noun)
        for name, (noun, _) in TOKENS.items()
        if name.startswith('paid.') and name != 'paid.trade_left'
        for number in [event.fields[name.removeprefix('paid.')]]
        if isinstance(number, int) and number
    ]
    return ''.join(f', {part}' for part in spent)


def counted(number: int, noun: str) -> str:
    """`1 trade token`, `2 trade tokens`."""
    return f'{number} {noun}' if number == 1 else f'{number} {noun}s'


def sentence(kind: str, difference: Difference) -> str:
    """A difference in words: one trade token is spent where two are expected."""
    field, expected, happened = difference
    token = TOKENS.get(f'{kind}.{field[0]}')
    if token and isinstance(expected, int) and isinstance(happened, int):
        noun, verb = token
        be = 'is' if happened == 1 else 'are'
        found = f'{number_word(happened)} {noun}' + ('' if happened == 1 else 's')
        found = found.replace('none ', 'no ')
        return f'{found} {be} {verb} where {number_word(expected)} {_be(expected)} expected'
    name = ' of '.join(kebab(part) for part in reversed(field))
    return f'{name} is {plain(happened)} where {plain(expected)} is expected'


def _be(number: int) -> str:
    return 'is' if number in (0, 1) else 'are'


def number_word(number: int) -> str:
    """Small numbers as words."""
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)


def plain(value: Any) -> str:
    """An expected or happened value as it would be written."""
    match value:
        case None:
            return 'nothing'
        case Bounds() | Has():
            limits = value.model_dump(by_alias=True, exclude_none=True)
            return ', '.join(f'{name.replace("-", " ")} {plain(limit)}' for name, limit in limits.items())
        case Fraction():
            return str(value)
        case Mapping():
            return ', '.join(f'{key} {plain(each)}' for key, each in value.items())
        case tuple() | list():
            return f'[{", ".join(map(plain, value))}]'
    return str(value)


def described(expected: Expectation) -> str:
    """An expected event in short: paid (resources 0, trade 2)."""
    fields = ', '.join(f'{kebab(name)} {plain(value)}' for name, value in expected.fields.items())
    return f'{expected.KIND} ({fields})' if fields else expected.KIND

"""Events, questions and reports in the words of a language; names and criteria read as on its cards."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, reduce
from typing import TYPE_CHECKING, Any

from civap.content.events import Bounds, Expectation, Has
from civap.content.folder import SOURCE
from civap.content.say import Name, Numeral, Plain, Say, Signed, Value
from civap.content.schema import kebab
from civap.content.situation import NONE, SOME
from civap.engine.trace import Event
from civap.proof.claims import Difference

if TYPE_CHECKING:
    from civap.content.project import Project
    from civap.text.render import Renderer

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
# Fields whose values are words of their own, by the prefix of their message.
WORDED = {'reason': 'reason', 'what': 'what', 'event': 'happens', 'thanks_to': 'clause', 'result': 'result'}
# Where a name may belong; what none of these knows is the same in every language.
NAMED = (
    'card',
    'wonder',
    'city-state',
    'leader',
    'natural-wonder',
    'treaty',
    'difficulty',
    'type',
    'owner',
    'resource',
    'what',
)
COUNTED = ('bonus', 'natural_wonders', 'resources', 'trade', 'leader')


class Words:
    """Puts what happens into words."""

    def __init__(self, project: Project, code: str = SOURCE, pages: Mapping[str, int] | None = None) -> None:
        self.project = project
        self.code = code
        self._pages = pages or {}

    @cached_property
    def _renderer(self) -> Renderer:
        # Slow to import, and nobody asks for words where all examples hold.
        from civap.text.catalog import load_play_catalog
        from civap.text.render import Renderer

        return Renderer(load_play_catalog(self.project, self.code))

    def say(self, name: str, n: int | None = None, **values: Value) -> str:
        """A message as plain text, without its full stop."""
        return self._renderer.plain(Say(name, n, values)).rstrip('.')

    def rules(self, ids: Sequence[str]) -> str:
        """Ids of rules, each with its number in the book, and its page where it is known."""
        return self.list_of(map(self._rule, ids)) if ids else ''

    def _rule(self, name: str) -> str:
        number = self._numbers.get(name)
        if number is None:
            return name
        if page := self._pages.get(name):
            return self.say('report.rule-page', rule=Plain(name), number=Plain(number), page=page)
        return self.say('report.rule-number', rule=Plain(name), number=Plain(number))

    @cached_property
    def _numbers(self) -> Mapping[str, str]:
        return self.project.rulebook[0].numbered()

    def labeled(self, label: str, text: str) -> str:
        """A line of a report behind its label."""
        said = self.say(f'report.{label}') if label else ''
        return f'{said:<10} {text}'

    def pattern(self, name: str) -> str:
        """A message with its placeholders."""
        return self._renderer.catalog.translations[name].forms[0]

    def knows(self, name: str) -> bool:
        """Whether there is such a message."""
        return name in self._renderer.catalog.translations

    def name(self, item: str) -> str:
        """A card, wonder, place or player by its name; anything else by its id."""
        found = self._name(item)
        return item if isinstance(found, Plain) else self._renderer.plain(found)

    def _name(self, item: str) -> Name | Say | Plain:
        for kind in NAMED:
            if self.knows(f'{kind}.{item}'):
                return Name(f'{kind}.{item}')
        return Say(f'say.{item}') if item in (NONE, SOME) else Plain(item)

    def list_of(self, texts: Iterable[str]) -> str:
        """Several texts with the commas of the language."""
        found = list(texts)
        if not found:
            return self.say('say.none')
        return reduce(lambda first, more: self.say('say.more', first=Plain(first), more=Plain(more)), found)

    def names(self, items: Iterable[str]) -> str:
        """Several names."""
        return self.list_of(map(self.name, items))

    def line(self, name: str, limit: int | None = None) -> str:
        """A criterion or tiebreaker as it is printed."""
        values: dict[str, Any] = {} if limit is None else {'defense': limit}
        return self.say(name if self.knows(name) else f'line.{name}', **values)

    def event(self, event: Event, faces: Sequence[int] = ()) -> str:
        """One line about an event; `faces` are those rolled for it, as far as they are known."""
        kind = event.kind
        if kind == 'fought':
            return _opened(self._fought(event.fields, faces))
        special = getattr(self, f'_{kind.replace("-", "_")}', None)
        if special is not None:
            return _opened(special(event.fields))
        return _opened(self.say(f'event.{kind}', **self._values(event.fields)))

    def _values(self, fields: Mapping[str, Any]) -> dict[str, Any]:
        return {_plain_name(name): self._value(name, value) for name, value in fields.items()}

    def _value(self, name: str, value: Any) -> Value:
        """A field as the value of a placeholder."""
        if name in WORDED and self.knows(f'{WORDED[name]}.{value}'):
            return Say(f'{WORDED[name]}.{value}')
        if name == 'level':
            return Numeral(int(value))
        if isinstance(value, bool | int):
            return int(value)
        if isinstance(value, tuple):
            return Plain(self.names(value))
        return self._name(str(value))

    def _narrowed(self, fields: Mapping[str, Any]) -> str:
        by = Plain(self.line(fields['by'], fields.get('limit')))
        keep = Plain(self.names(fields['keep']))
        if not fields['values']:
            return self.say('event.narrowed', by=by, keep=keep)
        candidates = (*fields['keep'], *fields['drop'])
        values = [f'{self.name(item)} {fields["values"].get(item, "–")}' for item in candidates]
        return self.say('event.measured', by=by, values=Plain(self.list_of(values)), keep=keep)

    def _skipped(self, fields: Mapping[str, Any]) -> str:
        return self.say('event.skipped', by=Plain(self.line(fields['by'], fields.get('limit'))))

    def _chosen(self, fields: Mapping[str, Any]) -> str:
        item = self._name(fields['item'])
        if len(fields['options']) == 1:
            return self.say('event.chosen', item=item)
        options = Plain(self.names(fields['options']))
        return self.say('event.tied', item=item, chance=Plain(str(fields['chance'])), options=options)

    def _paid(self, fields: Mapping[str, Any]) -> str:
        parts = [self.say('say.production', production=fields['production']), *self._tokens(fields)]
        wonder = self._name(fields['wonder'])
        parts_text = Plain(self.list_of(parts))
        return self.say('event.paid', wonder=wonder, cost=fields['cost'], parts=parts_text, total=fields['total'])

    def _spent(self, fields: Mapping[str, Any]) -> str:
        parts = Plain(self.list_of(self._tokens(fields)))
        return self.say('event.spent', card=self._name(fields['card']), parts=parts)

    def _fought(self, fields: Mapping[str, Any], faces: Sequence[int]) -> str:
        parts = list(self._tokens(fields))
        if number := fields.get('defender_trade'):
            parts.append(self.say('token.defender', number))
        values: dict[str, Any] = {'number': fields['number'], 'result': Say(f'result.{fields["result"]}')}
        name = 'event.fought'
        if faces:
            name = 'event.fought-rolled'
            values['attacker'], values['defender'] = faces
        else:
            values['ahead'] = self._lead(fields['ahead'])
        if not parts:
            return self.say(name, **values)
        return self.say(f'{name}-spent', **values, parts=Plain(self.list_of(parts)))

    def _lead(self, ahead: str) -> Value:
        """`-5..-3` in words."""
        first, dots, last = ahead.partition('..')
        return Plain(self.say('say.span', first=_signed(first), last=_signed(last))) if dots else _signed(first)

    def _taken(self, fields: Mapping[str, Any]) -> str:
        return self.say(
            'event.taken', **{**self._values(fields), 'trade': Plain(self.say('token.trade', fields['trade']))}
        )

    def _gained(self, fields: Mapping[str, Any]) -> str:
        trade = Plain(self.say('token.trade', fields['trade']))
        return self.say('event.gained', card=self._name(fields['card']), trade=trade)

    def _row(self, fields: Mapping[str, Any]) -> str:
        return self.say('event.row', card=self._name(fields['card']), slot=fields['slot'])

    def _tokens(self, fields: Mapping[str, Any]) -> Iterator[str]:
        """The counted tokens among the fields, those that are none left out."""
        for name in COUNTED:
            if number := fields.get(name):
                yield self.say(f'token.{kebab(name)}', number)


def _signed(number: str) -> Value:
    """A whole number with its sign; 0 has none."""
    return Signed(int(number)) if int(number) else 0


def _opened(text: str) -> str:
    """With a capital letter, as a line of its own; an id with a number, such as q0r1, stays as states have it."""
    first, *_ = text.split(' ', 1)
    return text if re.search(r'\d', first) else text[:1].upper() + text[1:]


def _plain_name(field: str) -> str:
    """A field as the name of a placeholder: letters only."""
    return field.replace('thanks_to', 'clause').rstrip('_').split('_')[0]


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

"""The vocabulary of priority lists: which criteria each kind of list may use.

The engine registers one function for each name; the printed line is the phrase `<list>.<name>`.
"""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, WithJsonSchema

from civap.content.problems import did_you_mean
from civap.content.schema import Amount, Model, NotEmpty, Reader, fault, shown

ListName = Literal['control', 'destination', 'wonder', 'city', 'target', 'reinforce']

CRITERIA: Mapping[str, tuple[str, ...]] = {
    'control': (
        'natural-wonder',
        'resource',
        'spawn-point',
        'next-to-token-or-spawn-point',
        'most-cities',
        'nearest-maturity',
        'next-to-rival',
        'highest-terrain',
    ),
    'destination': ('city-state-without-card', 'rival-city', 'other-city-state'),
    'wonder': ('nearest-agenda', 'lowest-cost'),
    'city': ('most-tokens', 'spawn-point', 'highest-defense'),
    'target': (
        'barbarian',
        'barbarian-near',
        'rival-city',
        'rival-city-with-wonder',
        'city-state',
        'rival-control-token',
    ),
    'reinforce': ('nearest-threat', 'highest-terrain'),
}
TIEBREAKS: Mapping[str, tuple[str, ...]] = {
    'destination': ('shortest-distance',),
    'target': ('lowest-defense',),
}
# Criteria that need a limit, written `{rival-city: {defense-at-most: 4}}`.
LIMITED = ('rival-city', 'rival-city-with-wonder')


class Criterion(Model):
    """One line of a priority list."""

    name: str
    defense_at_most: Amount | None = None

    # Whether it stands for its opposite. Not data: only the proof asks for it, to see whether an example would notice.
    twisted: ClassVar[bool] = False

    def twist(self) -> 'Criterion':
        """The opposite: what fits does not, the most is the least."""
        return (Criterion if self.twisted else _Twisted).model_construct(self.model_fields_set, **dict(self))


class _Twisted(Criterion):
    twisted: ClassVar[bool] = True


def _criterion(list_name: str) -> BeforeValidator:
    """Reads `name` or `{name: {defense-at-most: 4}}` as a criterion of the list."""

    def parse(value: Any) -> Any:
        if isinstance(value, Criterion):
            return value
        name, limits = value, None
        if isinstance(value, Mapping) and len(value) == 1:
            ((name, limits),) = value.items()
        if name not in CRITERIA[list_name]:
            message = f'found {shown(name)}, expected a criterion of a {list_name} list'
            hint = did_you_mean(str(name), CRITERIA[list_name])
            raise fault('unknown-criterion', message, hint)
        if list_name == 'target' and name in LIMITED:
            return {'name': name, 'defense-at-most': _limit(name, limits)}
        if limits is not None:
            message = f'found a limit for {name!r}, expected none'
            raise fault('idle-limit', message, f'write {name} alone')
        return {'name': name}

    return BeforeValidator(parse, json_schema_input_type=Annotated[Any, WithJsonSchema(_written(list_name))])


def _written(list_name: str) -> dict[str, Any]:
    """What a JSON Schema says of a line of the list."""
    limited = LIMITED if list_name == 'target' else ()
    plain = {'enum': [name for name in CRITERIA[list_name] if name not in limited]}
    return {'oneOf': [plain, *map(_written_limit, limited)]} if limited else plain


def _written_limit(name: str) -> dict[str, Any]:
    limit = {'type': 'integer', 'minimum': 0, 'maximum': 99}
    inside = {
        'type': 'object',
        'properties': {'defense-at-most': limit},
        'required': ['defense-at-most'],
        'additionalProperties': False,
    }
    return {'type': 'object', 'properties': {name: inside}, 'required': [name], 'additionalProperties': False}


def _limit(name: str, limits: Any) -> Any:
    """The number in `{defense-at-most: 4}`."""
    if not isinstance(limits, Mapping) or list(limits) != ['defense-at-most']:
        message = f'found {name!r} without its limit alone, expected one'
        raise fault('missing-limit', message, f'write {name}: {{defense-at-most: 4}}')
    return limits['defense-at-most']


def _each_once(order: Any) -> Any:
    seen = set()
    for index, item in enumerate(order if isinstance(order, list) else ()):
        if repr(item) in seen:
            message = f'found {shown(item)} twice in one list, expected it once'
            raise fault('duplicate-item', message, 'delete the second one', at=(index,))
        seen.add(repr(item))
    return order


EachOnce = Reader(_each_once, keywords={'uniqueItems': True})


def _order(list_name: str) -> Any:
    item = Annotated[Criterion, _criterion(list_name)]
    return Annotated[tuple[item, ...], EachOnce, NotEmpty]


ControlOrder = _order('control')
DestinationOrder = _order('destination')
WonderOrder = _order('wonder')
CityOrder = _order('city')
TargetOrder = _order('target')
ReinforceOrder = _order('reinforce')

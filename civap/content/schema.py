"""The base of all content models: frozen, no unknown keys, and errors that lead to the line."""

import datetime
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from typing import Annotated, Any, ClassVar, TypeVar, Union, get_args

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    GetJsonSchemaHandler,
    RootModel,
    Tag,
    ValidationError,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, ErrorDetails, PydanticCustomError

from civap.content.folder import VERSION, is_version
from civap.content.problems import Problem, Problems, did_you_mean, in_file_order, nearest
from civap.content.source import Document, Key, Node

ModelT = TypeVar('ModelT', bound=BaseModel)
HTML = re.compile(r'</?[A-Za-z!][^<>]*>?|&(#\d+|#[xX][0-9A-Fa-f]+|[A-Za-z]+\d*);')
ID = r'[a-z][a-z0-9]*([-_][a-z0-9]+)*'
REGION = r'(_[A-Z][a-z]{3})?(_[A-Z]{2}|_[0-9]{3})?'
DATE = r'[0-9]{4}-[0-9]{2}-[0-9]{2}'
MAX_PROBLEMS = 100  # of one file; more would not help


def kebab(name: str) -> str:
    """`defense_at_most` as it is written in YAML: `defense-at-most`."""
    return name.rstrip('_').replace('_', '-')


class Model(BaseModel):
    """Frozen content; YAML keys are the field names with hyphens, and only so."""

    model_config = ConfigDict(
        frozen=True, extra='forbid', defer_build=True, alias_generator=kebab, populate_by_name=True
    )


class Kinded(Model):
    """One of several models told apart by the key they are written under, their `KIND` (see `one_of_kinds`)."""

    KIND: ClassVar[str]

    @model_validator(mode='before')
    @classmethod
    def _open(cls, value: Any) -> Any:
        """The inside of `{attack: {...}}`."""
        return value[cls.KIND] if isinstance(value, dict) and list(value) == [cls.KIND] else value


@dataclass(frozen=True)
class Reader(BeforeValidator):
    """Reads a value as it is written; `keywords` are what a JSON Schema says of it besides its type, for editors."""

    keywords: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {**handler(core), **self.keywords}


class _KindReader(Reader):
    """Reads `{kind: {...}}`: a mapping with one of several keys."""

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        union: Any = core
        while union['type'] != 'tagged-union':
            union = union['schema']
        inside = {kind: handler(choice) for kind, choice in union['choices'].items()}
        return {
            'type': 'object',
            'properties': inside,
            'additionalProperties': False,
            'minProperties': 1,
            'maxProperties': 1,
        }


def one_key_of(*keys: str) -> Any:
    """What a JSON Schema says of a mapping that has just one of some keys, for the `model_config` of a model."""
    return {'oneOf': [{'required': [key]} for key in keys]}


def some_key_of(*keys: str) -> Any:
    """What a JSON Schema says of a mapping that has at least one of some keys."""
    return {'anyOf': [{'required': [key]} for key in keys]}


def fault(code: str, message: str, hint: str = '', at: tuple[Key, ...] = (), **values: object) -> PydanticCustomError:
    """An error for validators: `code` and `hint` reach the user.

    `values` fill the placeholders of `message`; `at` leads from the value to the faulty part.
    """
    text = message.format(**values) if values else message
    return PydanticCustomError(code, '{text}', {'hint': hint, 'at': at, 'text': text})


def _whole(value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and re.fullmatch(r'0|-?[1-9][0-9]{0,999}', value):
        return int(value)
    hint = 'write digits, such as 5'
    if isinstance(value, str) and len(value) < 9:
        with suppress(ValueError):
            hint = f'write {int(value.removesuffix(".0"), 0 if value.startswith("0x") else 10)}'
    raise fault('not-a-number', 'found {found}, expected a whole number', hint, found=shown(value))


def _flag(value: object) -> bool:
    if isinstance(value, bool):
        return value
    if value in ('true', 'false'):
        return value == 'true'
    word = str(value).lower()
    hint = 'write true or false'
    if word in ('yes', 'on', 'true', 'no', 'off', 'false'):
        hint = 'write true' if word in ('yes', 'on', 'true') else 'write false'
    raise fault('not-a-flag', 'found {found}, expected true or false', hint, found=shown(value))


def _text(value: object) -> str:
    if not isinstance(value, str):
        hint = 'write the text after the colon'
        raise fault('not-text', 'found {found}, expected text', hint, found=shown(value))
    if not value.strip():
        hint = 'write the text between the quotes'
        raise fault('empty-text', 'found empty text, expected words', hint)
    if value != value.strip():
        message = 'found a space at the edge of {found}, expected none'
        raise fault('edge-space', message, 'delete the space', found=shown(value))
    if '\n' in value:
        message = 'found a line break inside a text, expected one paragraph'
        raise fault('line-break', message, 'write >- before a text of several lines')
    return value


def _name(value: object) -> str:
    name = _text(value)
    if found := re.search(r'[{}*]', name) or HTML.search(name):
        raise fault('bad-markup', 'found {found} in a name, expected plain words', 'delete it', found=shown(found[0]))
    return name


def _id(value: object) -> str:
    if isinstance(value, str) and re.fullmatch(ID, value):
        return value
    message = 'found {found}, expected a lower-case id with hyphens'
    raise fault('bad-id', message, 'write it like iron-working', found=shown(value))


def _language(value: object) -> str:
    """An id, or one that ends in a script or region as CLDR writes it: pt_BR."""
    if isinstance(value, str):
        base = re.sub(f'{REGION}$', '', value)
        if base != value:
            _id(base)
            return value
    return _id(value)


def _date(value: object) -> datetime.date:
    if isinstance(value, datetime.date):
        return value
    if isinstance(value, str) and re.fullmatch(DATE, value):
        with suppress(ValueError):
            return datetime.date.fromisoformat(value)
    hint = 'write it like 2026-11-30'
    raise fault('bad-date', 'found {found}, expected a date', hint, found=shown(value))


def _version(value: object) -> str:
    if isinstance(value, str) and is_version(value):
        return value
    hint = 'write it like "1.0"'
    raise fault('bad-version', 'found {found}, expected a version', hint, found=shown(value))


def _not_empty(value: object) -> object:
    """Looked at before the items, since pydantic counts only those without faults."""
    if value == []:
        raise fault('wrong-count', 'found an empty list, expected at least one', 'write the first')
    return value


Count = Annotated[int, BeforeValidator(_whole), Field(ge=1, le=99)]
Amount = Annotated[int, BeforeValidator(_whole), Field(ge=0, le=99)]
Ordinal = Annotated[int, BeforeValidator(_whole), Field(ge=1)]
Coordinate = Annotated[int, BeforeValidator(_whole), Field(ge=-99, le=99)]
TileCoordinate = Annotated[int, BeforeValidator(_whole), Field(ge=-90, le=90)]  # its spaces lie around it
Flag = Annotated[bool, BeforeValidator(_flag)]
Text = Annotated[str, Reader(_text, keywords={'pattern': r'^\S(.*\S)?$'})]
PrintedName = Annotated[str, Reader(_name, keywords={'pattern': r'^[^\s{}*]([^\n{}*]*[^\s{}*])?$'})]
Id = Annotated[str, Reader(_id, keywords={'pattern': f'^{ID}$'})]
LanguageCode = Annotated[str, Reader(_language, keywords={'pattern': f'^{ID}{REGION}$'})]
Date = Annotated[datetime.date, Reader(_date, keywords={'pattern': f'^{DATE}$'})]
Version = Annotated[str, Reader(_version, keywords={'pattern': f'^{VERSION}$'})]
NotEmpty = Reader(_not_empty, keywords={'minItems': 1})


def one_of_kinds(what: str, kinds: Mapping[str, type[BaseModel]], example: str, not_one: str, unknown: str) -> Any:
    """A type for `{kind: {...}}`, one of several models told apart by that key, their `KIND`.

    `not_one` and `unknown` are the codes for more keys than one and for another key.
    """
    models = tuple(kinds.values())

    def only_one(value: object) -> object:
        if isinstance(value, models):
            return value
        if not isinstance(value, dict) or len(value) != 1:
            found = f'{len(value)} keys' if isinstance(value, dict) else shown(value)
            raise fault(not_one, f'found {found}, expected one {what}', f'write it as {example}')
        (kind,) = value
        if kind not in kinds:
            message = f'found {shown(kind)}, expected an {what}'
            raise fault(unknown, message, did_you_mean(str(kind), list(kinds)))
        return value

    def kind(value: Any) -> str:
        return str(getattr(value, 'KIND', '')) if isinstance(value, models) else str(next(iter(value)))

    tagged: Any = Union[tuple(Annotated[model, Tag(name)] for name, model in kinds.items())]  # noqa: UP007
    return Annotated[tagged, Discriminator(kind), _KindReader(only_one)]


def shown(value: object) -> str:
    """A value as a message names it; long ones are cut."""
    if value is None:
        return 'nothing'
    if isinstance(value, Mapping):
        return 'keys and values' if value else 'an empty mapping'
    if isinstance(value, list | tuple):
        return 'a list' if value else 'an empty list'
    text = repr(str(value))
    return text if len(text) <= 60 else f'{text[:56]}...{text[-1]}'


def validate(model: type[ModelT], document: Document) -> ModelT:
    """The file as a model. Raises `Problems` with every fault (the first 100) and its position."""
    try:
        return model.model_validate(document.data(), by_alias=True, by_name=False)
    except ValidationError as error:
        details = islice(error.errors(include_url=False), MAX_PROBLEMS)
        raise Problems(in_file_order(_problem(model, document, detail) for detail in details)) from None


def _problem(model: type[BaseModel], document: Document, detail: ErrorDetails) -> Problem:
    """One pydantic error in the words and with the codes of this project."""
    context = detail.get('ctx', {})
    location = (*detail['loc'], *context.get('at', ()))
    is_key = location[-1:] == ('[key]',)
    node = document.key_node(location[:-1]) if is_key else document.node(location)
    found = shown(detail['input'])
    match detail['type']:
        case 'missing':
            return _missing(document, location)
        case 'extra_forbidden':
            return _unknown_key(model, document, location)
        case 'literal_error' | 'enum':
            options = re.findall(r"'([^']*)'", context['expected'])
            message = f'found {found}, expected {" or ".join(options)}'
            hint = did_you_mean(str(detail['input']), options)
            return document.problem('unknown-value', message, node, hint)
        case 'greater_than_equal':
            message = f'found {found}, expected at least {context["ge"]}'
            return document.problem('out-of-range', message, node, f'write {context["ge"]} or more')
        case 'less_than_equal':
            message = f'found {found}, expected at most {context["le"]}'
            return document.problem('out-of-range', message, node, f'write {context["le"]} or less')
        case 'too_long':
            count = context['max_length']
            message = f'found {found} of {context["actual_length"]}, expected {count}'
            return document.problem('wrong-count', message, node, f'delete all but {count}')
        case 'too_short':
            message = f'found {found} of {context["actual_length"]}, expected at least {context["min_length"]}'
            return document.problem('wrong-count', message, node, 'add what is missing')
        case 'less_than':
            message = f'found {found}, expected less than {context["lt"]:g}'
            return document.problem('out-of-range', message, node, f'write less than {context["lt"]:g}')
        case 'float_parsing' | 'float_type' | 'finite_number':
            return document.problem('not-a-number', f'found {found}, expected a number', node, 'write it like 6.5')
        case 'model_type' | 'model_attributes_type' | 'dict_type' | 'mapping_type':
            message = f'found {found}, expected keys and values'
            return document.problem('not-a-mapping', message, node, 'write key: value lines')
        case 'tuple_type' | 'list_type':
            message = f'found {found}, expected a list'
            return document.problem('not-a-list', message, node, 'start each item with "- "')
        case 'string_type':
            return document.problem('not-text', f'found {found}, expected text', node, 'write the text after the colon')
    return document.problem(detail['type'], detail['msg'], node, context.get('hint', ''))


def _missing(document: Document, location: tuple[Key, ...]) -> Problem:
    """A key that is not there, or the next item of a list of fixed length."""
    *above, key = location
    node = document.node(above)
    if isinstance(key, int):
        message = f'found a list of {key}, expected more in it'
        return document.problem('wrong-count', message, node, 'add what is missing')
    return document.problem('missing-key', f'found no {key!r}, expected it here', node, f'add {key}: ...')


def _unknown_key(model: type[BaseModel], document: Document, location: tuple[Key, ...]) -> Problem:
    *above, key = location
    known = keys_at(model, above)
    message = f'found the key {str(key)!r}, expected {" or ".join(known)}'
    name = nearest(str(key).lower().replace('_', '-'), known)
    hint = f'write {name}' if name else 'delete it'
    return document.problem('unknown-key', message, document.key_node(location), hint)


def keys_at(model: type[BaseModel], location: Iterable[Key]) -> list[str]:
    """The keys that a mapping at `location` in a file of the model may have, in their order."""
    here = list(_models_in(model))
    for step in location:
        tagged = [kind for kind in here if getattr(kind, 'KIND', None) == step]
        fields = [field for kind in here for field in kind.model_fields.values()]
        inside = [inner for field in fields if field.alias == step for inner in _models_in(field.annotation)]
        here = tagged or inside or here
    return list(dict.fromkeys(str(field.alias) for kind in here for field in kind.model_fields.values()))


def duplicate_ids(ids: Iterable[str], where: tuple[Key, ...], document: Document) -> Iterator[Problem]:
    """Ids in the list at `where` that stand there already."""
    first: dict[str, int] = {}
    for index, name in enumerate(ids):
        if first.setdefault(name, index) != index:
            before, node = (document.node((*where, at, 'id')) for at in (first[name], index))
            yield duplicate_id(name, before, node, document)


def duplicate_id(
    name: str, before: Node, node: Node, document: Document, hint: str = 'give one of them another id'
) -> Problem:
    """An id that stands at a node before."""
    message = f'found the id {name!r} again (first on line {before.start.line + 1}), expected each id once'
    return document.problem('duplicate-id', message, node, hint)


def _models_in(annotation: object) -> Iterator[type[BaseModel]]:
    """The models that a type names, inside lists, unions and `Annotated` too."""
    if isinstance(annotation, type) and issubclass(annotation, RootModel):
        annotation = annotation.model_fields['root'].annotation
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from _models_in(part)

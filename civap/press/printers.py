"""Printers that were measured: where each puts backs and how large it prints, kept in the user's folder for settings.

CIVAP_CONFIG names another folder.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import (
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    RootModel,
    Tag,
    create_model,
    model_validator,
)

from civap.content.folder import SETTINGS, settings_folder
from civap.content.problems import Problem, Problems, did_you_mean
from civap.content.schema import Model, Reader, fault, shown, validate
from civap.content.source import load
from civap.press.geometry import Size
from civap.press.output import write_files
from civap.press.ways import EDGES, WAYS, Way

FILE = 'printers.yaml'
# Lengths of the bars to measure (mm), and how far from it what is measured may be.
BARS = (150.0, 200.0)
MOST_SHIFT, LEAST_SCALE, MOST_SCALE = 10.0, 0.95, 1.05
HEAD = '# Written by civap calibrate: how far backs come out too far to the right and up (mm), and how large, of 1.\n'
LISTED = 'civap calibrate --printers lists them'
# The ways of the calibration sheets of old, whose profiles were for the one or the other.
PLAIN = (Way('a4', lying=False), Way('letter', lying=True))
_NUMBER = re.compile(r'[+-]?[0-9]{1,4}(\.[0-9]{1,6})?')
_NAME = re.compile(r'[A-Za-z0-9_-]{1,40}')
Pair = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Measurement:
    """What was measured of a printer in one way.

    `shift` is how far (mm) a back comes out too far to the right and up, as one reads the page; `scale` how large
    pages come out across and down, where 1 is right.
    """

    way: Way
    shift: Pair = (0.0, 0.0)
    scale: Pair = (1.0, 1.0)

    @property
    def correction(self) -> Pair:
        """By how much to enlarge a page about its middle, across and down."""
        return 1 / self.scale[0], 1 / self.scale[1]

    @property
    def offset(self) -> Pair:
        """How far to move what is on a back to the right and up, in mm of the file, after it was enlarged."""
        return (0 - self.shift[0]) / self.scale[0], (0 - self.shift[1]) / self.scale[1]

    def __str__(self) -> str:
        shift = ','.join(_written(length) for length in self.shift)
        scale = ','.join(f'{_written(100 * each)}%' for each in self.scale)
        return f'{self.way}: shift {shift} mm, scale {scale}'


@dataclass(frozen=True, slots=True)
class Profile:
    """A printer by its name, and what was measured of it, each way once."""

    name: str
    measured: tuple[Measurement, ...]

    def in_way(self, way: Way, *, two_sided: bool = True) -> Measurement | None:
        """What is known of a way; for sheets with one side its scale, whatever the edge that was measured with it."""
        edges = (way.edge,) if two_sided else EDGES
        ways = [replace(way, edge=edge) for edge in edges]
        return next((each for wanted in ways for each in self.measured if each.way == wanted), None)

    def __str__(self) -> str:
        return '\n'.join(f'{self.name}, {each}' for each in self.measured)


def profiles() -> tuple[Profile, ...]:
    """All that were saved, by name. Raises `Problems`: faults of the file."""
    path = settings_folder() / FILE
    if not path.exists() or _says_nothing(path):
        return ()
    found = validate(Printers, load(path, str(path))).root
    return tuple(_profile(name, found[name]) for name in sorted(found))


def load_profile(name: str) -> Profile:
    """The profile of that name. Raises `Problems`: unknown-printer, and faults of the file."""
    known = {profile.name: profile for profile in profiles()}
    if name not in known:
        nearest = did_you_mean(name, list(known))
        hint = f'{nearest}; {LISTED}' if known else 'use civap calibrate to measure it'
        message = f'found the printer {shown(name)}, expected one that was measured'
        raise Problems(Problem('unknown-printer', message, str(settings_folder() / FILE), hint=hint))
    return known[name]


def save_measurement(name: str, new: Measurement) -> tuple[Path, tuple[str, ...]]:
    """Keep what was measured, in place of the same way of that printer; the file, and what a user should know.

    Raises `Problems`: also cannot-write.
    """
    kept = {profile.name: profile for profile in profiles()}
    notes = tuple(_notes(name, new, kept))
    others = [each for each in kept[name].measured if each.way != new.way] if name in kept else []
    kept[name] = Profile(name, tuple(sorted((*others, new), key=lambda each: each.way)))
    lines = [_entry(kept[each]) for each in sorted(kept)]
    try:
        write_files(settings_folder(), {FILE: ''.join([HEAD, *lines]).encode()}, elsewhere='')
    except Problems as error:
        hint = f'make the folder writable, or name another one in {SETTINGS}'
        raise Problems(replace(problem, hint=hint) for problem in error.problems) from error
    return settings_folder() / FILE, notes


def _notes(name: str, new: Measurement, kept: Mapping[str, Profile]) -> Iterator[str]:
    if before := (kept[name].in_way(new.way) if name in kept else None):
        yield f'in place of {name}, {before}'
    for other in kept:
        if name not in kept and other.lower() == name.lower():
            yield f'{name} is another printer than {other}, which was saved before'


def checked_name(name: str) -> str:
    """The name. Raises `Problems` (bad-printer-name)."""
    if not _NAME.fullmatch(name):
        message = f'found {shown(name)}, expected 1 to 40 letters, digits, - or _'
        raise Problems(Problem('bad-printer-name', message, hint='write it like office-a4'))
    return name


def parse_shift(text: str) -> Pair:
    """The two numbers read from the back, in mm. Raises `Problems` (bad-shift)."""
    pair = _pair('bad-shift', text, '0.5,-0.25')
    for length in pair:
        if abs(length) > MOST_SHIFT:
            message = f'found {_written(length)} mm, expected at most {MOST_SHIFT:g} mm either way'
            hint = 'print the sheet again, flipped on the edge that it names'
            raise Problems(Problem('bad-shift', message, hint=hint))
    return pair


def bars(sheet: Size) -> Pair:
    """The lengths (mm) of the bars across and down on the calibration sheet."""
    short, long = BARS
    return (long, short) if sheet.landscape else (short, long)


def parse_bars(text: str, sheet: Size) -> Pair:
    """The scale that follows from the measured lengths (mm) of the bars across and down. Raises `Problems`."""
    wanted = bars(sheet)
    found = _pair('bad-bars', text, ','.join(f'{length - 0.5:g}' for length in wanted))
    ways = zip(found, wanted, ('across', 'down'), strict=True)
    across, down = (_scale(length, bar, name) for length, bar, name in ways)
    return across, down


def _scale(length: float, bar: float, name: str) -> float:
    if LEAST_SCALE <= length / bar <= MOST_SCALE:
        return round(length / bar, 5)
    expected = f'expected {bar * LEAST_SCALE:g} to {bar * MOST_SCALE:g} mm: its bar {name} is {bar:g} mm long'
    message = f'found {_written(length)} mm {name}, {expected}'
    hint = 'measure from end to end in mm, and write the bar across first'
    raise Problems(Problem('bad-bars', message, hint=hint))


def _pair(code: str, text: str, example: str) -> Pair:
    """Two numbers with a comma between them; a minus may be the sign that is printed."""
    parts = [part.strip() for part in text.replace('\N{MINUS SIGN}', '-').split(',')]
    if len(parts) != 2 or not all(map(_NUMBER.fullmatch, parts)):
        hint = f'write them like {example}'
        if len(parts) > 2:
            hint += ', with points for decimals'
        raise Problems(Problem(code, f'found {shown(text)}, expected two numbers', hint=hint))
    return float(parts[0]), float(parts[1])


def _written(number: float) -> str:
    """At most five decimals, and no negative nothing."""
    return f'{round(number, 5) + 0:g}' if abs(number) < 100 else f'{round(number, 3):g}'


def _entry(profile: Profile) -> str:
    lines = [f'"{profile.name}":\n']
    for each in profile.measured:
        shift, scale = (', '.join(map(_written, pair)) for pair in (each.shift, each.scale))
        lines.append(f'  {each.way.key}: {{shift: [{shift}], scale: [{scale}]}}\n')
    return ''.join(lines)


def _says_nothing(path: Path) -> bool:
    """Whether all printers were deleted: comments do not count."""
    try:
        lines = path.read_text('utf-8').splitlines()
    except (OSError, UnicodeDecodeError):
        return False
    return all(not line.strip() or line.lstrip().startswith('#') for line in lines)


def _decimal(value: object) -> float:
    if isinstance(value, str) and _NUMBER.fullmatch(value):
        return float(value)
    raise fault('not-a-number', 'found {found}, expected a number', 'write it like 0.25', found=shown(value))


def _printer_name(value: object) -> object:
    if isinstance(value, str) and _NAME.fullmatch(value):
        return value
    message = 'found {found}, expected 1 to 40 letters, digits, - or _'
    raise fault('bad-printer-name', message, 'write it like office-a4', found=shown(value))


_Shift = Annotated[float, BeforeValidator(_decimal), Field(ge=-MOST_SHIFT, le=MOST_SHIFT)]
_Scale = Annotated[float, BeforeValidator(_decimal), Field(ge=LEAST_SCALE, le=MOST_SCALE)]


class _Measured(Model):
    """What the file says of one way, or of a printer in files that knew of no ways."""

    shift: tuple[_Shift, _Shift]
    scale: tuple[_Scale, _Scale] = (1.0, 1.0)


class _Ways(Model):
    """What the file says of a printer: each way that was measured, by its key."""

    @model_validator(mode='after')
    def _measured(self) -> Self:
        if not any(getattr(self, name) for name in type(self).model_fields):
            message = 'found a printer without a measurement, expected at least one'
            raise fault('wrong-count', message, f'add {WAYS[0].key}: ..., or delete the printer')
        return self


_FIELDS: Any = {way.key.replace('-', '_'): (_Measured | None, None) for way in WAYS}
_ByWay = create_model('_ByWay', __base__=_Ways, **_FIELDS)


def _form(value: object) -> str:
    return 'plain' if isinstance(value, dict) and {'shift', 'scale'} & value.keys() else 'ways'


_Printer = Annotated[
    Annotated[_Measured, Tag('plain')] | Annotated[_ByWay, Tag('ways')],
    Discriminator(_form),
]


class Printers(
    RootModel[dict[Annotated[str, Reader(_printer_name, keywords={'pattern': f'^{_NAME.pattern}$'})], _Printer]]
):
    """The file: printers by name."""

    model_config = ConfigDict(frozen=True)


def _profile(name: str, found: Any) -> Profile:
    if isinstance(found, _Measured):
        return Profile(name, tuple(Measurement(way, found.shift, found.scale) for way in PLAIN))
    ways = [(way, getattr(found, way.key.replace('-', '_'))) for way in WAYS]
    return Profile(name, tuple(Measurement(way, each.shift, each.scale) for way, each in ways if each))

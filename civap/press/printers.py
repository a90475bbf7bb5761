"""Printers that were measured: where each puts backs and how large it prints, kept in the user's folder for settings.

CIVAP_CONFIG names another folder.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

from pydantic import BeforeValidator, ConfigDict, Field, RootModel

from civap.content.problems import Problem, Problems, did_you_mean
from civap.content.schema import Model, fault, shown, validate
from civap.content.source import load
from civap.press.output import write_files

FOLDER, FILE = 'CIVAP_CONFIG', 'printers.yaml'
# Lengths of the bars to measure (mm), and how far from it what is measured may be.
BARS = (150.0, 200.0)
MOST_SHIFT, LEAST_SCALE, MOST_SCALE = 10.0, 0.95, 1.05
HEAD = '# Written by civap calibrate: how far backs come out too far to the right and up (mm), and how large, of 1.\n'
_NUMBER = re.compile(r'[+-]?[0-9]{1,4}(\.[0-9]{1,6})?')
_NAME = re.compile(r'[A-Za-z0-9_-]{1,40}')
Pair = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Profile:
    """What was measured of a printer.

    `shift` is how far (mm) a back comes out too far to the right and up, as one reads the page; `scale` how large
    pages come out across and down, where 1 is right.
    """

    name: str
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
        return f'{self.name}: shift {shift} mm, scale {scale}'


def profiles() -> tuple[Profile, ...]:
    """All that were saved, by name. Raises `Problems`: faults of the file."""
    path = _folder() / FILE
    if not path.exists():
        return ()
    found = validate(_Printers, load(path, str(path))).root
    return tuple(Profile(name, found[name].shift, found[name].scale) for name in sorted(found))


def load_profile(name: str) -> Profile:
    """The profile of that name. Raises `Problems`: unknown-printer, and faults of the file."""
    known = {profile.name: profile for profile in profiles()}
    if name not in known:
        hint = did_you_mean(name, list(known)) if known else 'use civap calibrate to measure it'
        message = f'found the printer {shown(name)}, expected one that was measured'
        raise Problems(Problem('unknown-printer', message, str(_folder() / FILE), hint=hint))
    return known[name]


def save_profile(profile: Profile) -> Path:
    """Keep a profile, in place of one of the same name; the file. Raises `Problems`: also cannot-write."""
    kept = {each.name: each for each in profiles()} | {profile.name: profile}
    lines = [_entry(kept[name]) for name in sorted(kept)]
    try:
        write_files(_folder(), {FILE: ''.join([HEAD, *lines]).encode()})
    except Problems as error:
        hint = f'make the folder writable, or name another one in {FOLDER}'
        raise Problems(replace(problem, hint=hint) for problem in error.problems) from error
    return _folder() / FILE


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
            raise Problems(Problem('bad-shift', message, hint='print the sheet again, flipped on the long edge'))
    return pair


def parse_bars(text: str) -> Pair:
    """The scale that follows from the measured lengths (mm) of the bars across and down. Raises `Problems` (bad-bars).

    Which bar it was tells its length, since no printer is that wrong.
    """
    across, down = _pair('bad-bars', text, '149.5,199')
    return _scale(across), _scale(down)


def _scale(length: float) -> float:
    for bar in BARS:
        if LEAST_SCALE <= length / bar <= MOST_SCALE:
            return round(length / bar, 5)
    ranges = ' or '.join(f'{bar * LEAST_SCALE:g} to {bar * MOST_SCALE:g}' for bar in BARS)
    message = f'found a bar of {_written(length)} mm, expected {ranges} mm'
    raise Problems(Problem('bad-bars', message, hint='print the sheet at 100 %, and measure from end to end in mm'))


def _pair(code: str, text: str, example: str) -> Pair:
    """Two numbers with a comma between them; a minus may be the sign that is printed."""
    parts = [part.strip() for part in text.replace('\N{MINUS SIGN}', '-').split(',')]
    if len(parts) != 2 or not all(map(_NUMBER.fullmatch, parts)):
        hint = f'write them like {example}'
        if len(parts) > 2:
            hint += ', with points for decimals'
        raise Problems(Problem(code, f'found {shown(text)}, expected two numbers', hint=hint))
    return float(parts[0]), float(parts[1])


def _folder() -> Path:
    if named := os.environ.get(FOLDER):
        return Path(named)
    from platformdirs import user_config_path

    return user_config_path('civap', appauthor=False)


def _written(number: float) -> str:
    """At most five decimals, and no negative nothing."""
    return f'{round(number, 5) + 0:g}' if abs(number) < 100 else f'{round(number, 3):g}'


def _entry(profile: Profile) -> str:
    pairs: Mapping[str, Pair] = {'shift': profile.shift, 'scale': profile.scale}
    lines = [f'  {key}: [{", ".join(map(_written, pair))}]\n' for key, pair in pairs.items()]
    return ''.join([f'"{profile.name}":\n', *lines])


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


class _Printer(Model):
    """What the file says of one printer."""

    shift: tuple[_Shift, _Shift]
    scale: tuple[_Scale, _Scale] = (1.0, 1.0)


class _Printers(RootModel[dict[Annotated[str, BeforeValidator(_printer_name)], _Printer]]):
    """The file: printers by name."""

    model_config = ConfigDict(frozen=True)

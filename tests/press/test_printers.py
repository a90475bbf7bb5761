"""Profiles of printers: kept, read back, and every way in which they can be wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from civap.content.problems import Problems
from civap.press.printers import (
    FILE,
    HEAD,
    Measurement,
    Profile,
    bars,
    checked_name,
    load_profile,
    parse_bars,
    parse_shift,
    profiles,
    save_measurement,
)
from civap.press.ways import WAYS, Way

UPRIGHT, LYING = Way('a4'), Way('letter', lying=True)
SAMPLES = (
    Profile('office', (Measurement(UPRIGHT, (0.5, -0.25), (0.99667, 1.005)),)),
    Profile('123', tuple(Measurement(way, (-10.0, index / 4), (0.95, 1.05)) for index, way in enumerate(WAYS))),
    Profile('no', (Measurement(LYING),)),
    Profile('Home_2-a4', (Measurement(Way('a4', edge='short'), (0.13, 0.0)), Measurement(Way('a4', lying=True)))),
)


def save(profile: Profile) -> Path:
    """Every measurement of a printer, as a user saves them."""
    (path,) = {save_measurement(profile.name, each)[0] for each in profile.measured}
    return path


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for settings, not there yet."""
    folder = tmp_path / 'settings' / 'civap'
    monkeypatch.setenv('CIVAP_CONFIG', str(folder))
    return folder


def told(do: Callable[[], object]) -> str:
    with pytest.raises(Problems) as caught:
        do()
    (problem,) = caught.value.problems
    assert problem.message.startswith('found ')
    assert ', expected ' in problem.message
    assert problem.hint
    return str(problem)


def test_profiles_come_back(folder: Path) -> None:
    assert profiles() == ()
    for profile in SAMPLES:
        assert save(profile) == folder / FILE
    found = {load_profile(profile.name).name: load_profile(profile.name) for profile in SAMPLES}
    assert {name: set(each.measured) for name, each in found.items()} == {
        each.name: set(each.measured) for each in SAMPLES
    }
    assert [profile.name for profile in profiles()] == sorted(profile.name for profile in SAMPLES)
    assert (folder / FILE).read_text('utf-8').startswith(HEAD)
    assert [path.name for path in folder.iterdir()] == [FILE]


def test_a_measurement_takes_the_place_of_that_of_the_same_way_alone() -> None:
    first, other = Measurement(UPRIGHT, (0.5, 0.0)), Measurement(Way('a4', edge='short'), (3.0, 0.0))
    assert save_measurement('office', first)[1] == ()
    assert save_measurement('office', other)[1] == ()
    (note,) = save_measurement('office', Measurement(UPRIGHT, (1.0, 1.0)))[1]
    assert note == 'in place of office, a4 upright, long edge: shift 0.5,0 mm, scale 100%,100%'
    assert profiles() == (Profile('office', (Measurement(UPRIGHT, (1.0, 1.0)), other)),)


def test_a_name_that_differs_in_case_alone_is_another_printer() -> None:
    save(SAMPLES[0])
    (note,) = save_measurement('Office', Measurement(UPRIGHT))[1]
    assert note == 'Office is another printer than office, which was saved before'
    assert [each.name for each in profiles()] == ['Office', 'office']


@pytest.mark.parametrize('way', WAYS, ids=str)
def test_each_way_has_its_own_measurement(way: Way) -> None:
    profile = Profile('x', tuple(Measurement(each) for each in WAYS if each != way))
    assert profile.in_way(way) is None
    assert all((found := profile.in_way(each)) and found.way == each for each in WAYS if each != way)
    one_sided = profile.in_way(way, two_sided=False)
    assert one_sided is not None
    assert (one_sided.way.paper, one_sided.way.lying) == (way.paper, way.lying)


OLD = 'office:\n  shift: [0.5, -0.25]\n  scale: [0.99, 1]\n'


def test_files_that_knew_of_no_ways_hold_for_the_sheets_of_old(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / FILE).write_text(OLD)
    (profile,) = profiles()
    assert [(each.way, each.shift, each.scale) for each in profile.measured] == [
        (way, (0.5, -0.25), (0.99, 1.0)) for way in (UPRIGHT, LYING)
    ]
    save_measurement('office', Measurement(Way('a4', lying=True), (1.0, 1.0)))
    assert len(load_profile('office').measured) == 3


@pytest.mark.parametrize('text', ['', HEAD, '\n  # nothing\n\n'])
def test_a_file_without_printers_is_as_none(text: str, folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / FILE).write_text(text)
    assert profiles() == ()
    assert 'use civap calibrate' in told(lambda: load_profile('office'))
    save(SAMPLES[0])
    assert profiles() == (SAMPLES[0],)


def test_the_folder_is_that_of_the_user(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv('CIVAP_CONFIG')
    monkeypatch.setenv('XDG_CONFIG_HOME', str(tmp_path))
    monkeypatch.setenv('HOME', str(tmp_path))
    path = save(SAMPLES[0])
    assert path.is_relative_to(tmp_path)
    assert 'civap' in path.parts
    monkeypatch.setenv('CIVAP_CONFIG', '')
    assert profiles() == (SAMPLES[0],)


def test_what_was_measured_is_undone() -> None:
    """A point of the file is enlarged and moved, then printed too small and beside its place: it comes out right."""
    profile = Measurement(UPRIGHT, (1.5, -0.75), (0.98, 1.02))
    for point in ((0.0, 0.0), (70.0, -120.0)):
        moved = [at * by + move for at, by, move in zip(point, profile.correction, profile.offset, strict=True)]
        printed = [at * by + shift for at, by, shift in zip(moved, profile.scale, profile.shift, strict=True)]
        assert printed == pytest.approx(point)
    assert str(Measurement(UPRIGHT).offset) == '(0.0, 0.0)'


def test_an_unknown_printer_is_told_with_the_nearest() -> None:
    assert 'use civap calibrate' in told(lambda: load_profile('office'))
    save(SAMPLES[0])
    save(SAMPLES[1])
    assert 'hint: write office' in told(lambda: load_profile('ofice'))
    message = told(lambda: load_profile('zzz'))
    assert 'use one of: 123, office' in message
    assert 'civap calibrate --printers' in message


@pytest.mark.parametrize(
    ('text', 'shift'),
    [
        ('0.5,-0.25', (0.5, -0.25)),
        (' -4 , +3.75 ', (-4.0, 3.75)),
        ('\N{MINUS SIGN}0.25,0', (-0.25, 0.0)),
        ('10,-10', (10.0, -10.0)),
    ],
)
def test_shifts(text: str, shift: tuple[float, float]) -> None:
    assert parse_shift(text) == shift


@pytest.mark.parametrize(
    ('text', 'says'),
    [
        ('', "found ''"),
        ('0.5', 'expected two numbers'),
        ('0,5,-0,25', 'points for decimals'),
        ('1;2', "found '1;2'"),
        ('nan,inf', 'expected two numbers'),
        ('1e3,0', 'expected two numbers'),
        ('٠,١', 'expected two numbers'),
        ('1,2mm', 'expected two numbers'),
        ('10.25,0', 'found 10.25 mm, expected at most 10 mm either way'),
        ('0,-99', 'found -99 mm'),
    ],
)
def test_wrong_shifts(text: str, says: str) -> None:
    assert says in told(lambda: parse_shift(text))


def test_bars_of_either_way_of_the_paper() -> None:
    assert (bars(UPRIGHT.sheet), bars(LYING.sheet)) == ((150, 200), (200, 150))
    assert parse_bars('150,200', UPRIGHT.sheet) == parse_bars('200,150', LYING.sheet) == (1.0, 1.0)
    assert parse_bars('149.5,199', UPRIGHT.sheet) == (0.99667, 0.995)
    assert parse_bars('210,142.5', LYING.sheet) == (1.05, 0.95)


@pytest.mark.parametrize(
    ('text', 'says'),
    [
        ('150', 'expected two numbers'),
        ('15,20', 'found 15 mm across, expected 142.5 to 157.5 mm: its bar across is 150 mm long'),
        ('150,211', 'found 211 mm down, expected 190 to 210 mm'),
        ('0,0', 'found 0 mm across'),
        ('150,150', 'found 150 mm down'),
        ('200,200', 'found 200 mm across'),
        ('200,150', 'write the bar across first'),
        ('199,149.5', 'found 199 mm across'),
    ],
)
def test_wrong_bars(text: str, says: str) -> None:
    assert says in told(lambda: parse_bars(text, UPRIGHT.sheet))


@pytest.mark.parametrize('name', ['', 'my printer', 'é', 'a/b', '../x', 'a' * 41, 'a\n'])
def test_wrong_names(name: str) -> None:
    assert 'bad-printer-name' in told(lambda: checked_name(name))


@pytest.mark.parametrize(
    ('text', 'says'),
    [
        ('office: [', 'syntax'),
        ('- office\n', '1:1: not-a-mapping'),
        ('office: 1\n', '1:9: not-a-mapping'),
        ('my office: {shift: [0, 0]}\n', '1:1: bad-printer-name'),
        ('office: {shfit: [0, 0], shift: [0, 0]}\n', '1:10: unknown-key'),
        ('office: {scale: [1, 1]}\n', '1:9: missing-key'),
        ('office: {}\n', '1:9: wrong-count'),
        ('office: {a4-upright: {shift: [0, 0]}}\n', '1:10: unknown-key'),
        ('office: {a4-upright-long: {shift: [0]}}\n', 'wrong-count'),
        ('office: {a4-upright-long: {scale: [1, 1]}}\n', 'missing-key'),
        ('office: {shift: [0]}\n', 'wrong-count'),
        ('office: {shift: [0, 0, 0]}\n', 'wrong-count'),
        ('office: {shift: [0, x]}\n', "1:21: not-a-number found 'x'"),
        ('office: {shift: [0, 10.5]}\n', '1:21: out-of-range'),
        ('office: {shift: [0, 0], scale: [1, 0.9]}\n', '1:36: out-of-range'),
        ('office: {shift: [0, 0]}\noffice: {shift: [0, 0]}\n', '2:1: duplicate-key'),
        ('office: {shift: [0, \N{RIGHT-TO-LEFT OVERRIDE}0]}\n', 'control-character'),
    ],
)
def test_a_damaged_file_is_told_and_left_alone(text: str, says: str, folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / FILE).write_text(text, 'utf-8')
    for do in (profiles, lambda: load_profile('office'), lambda: save(SAMPLES[0])):
        message = told(do)
        assert message.startswith(f'{folder / FILE}:')
        assert says in message
    assert (folder / FILE).read_text('utf-8') == text


def test_another_encoding_is_told(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / FILE).write_bytes('# drukarka w kącie\n'.encode('cp1250'))
    assert 'encoding' in told(profiles)


def test_where_nothing_can_be_written(folder: Path) -> None:
    folder.parent.mkdir(parents=True)
    folder.write_text('in the way')
    message = told(lambda: save(SAMPLES[0]))
    assert 'cannot-write' in message
    assert 'CIVAP_CONFIG' in message


def test_a_folder_in_place_of_the_file(folder: Path) -> None:
    (folder / FILE).mkdir(parents=True)
    assert 'unreadable' in told(profiles)


@pytest.mark.parametrize('profile', SAMPLES, ids=lambda each: each.name)
def test_profiles_in_words(profile: Profile) -> None:
    lines = str(profile).split('\n')
    assert len(lines) == len(profile.measured)
    for line, each in zip(lines, profile.measured, strict=True):
        assert line.startswith(f'{profile.name}, {each.way}: shift ')
        assert 'e' not in line.split('scale')[1]

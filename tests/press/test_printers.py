"""Profiles of printers: kept, read back, and every way in which they can be wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from civap.content.problems import Problems
from civap.press.printers import (
    FILE,
    HEAD,
    Profile,
    checked_name,
    load_profile,
    parse_bars,
    parse_shift,
    profiles,
    save_profile,
)

SAMPLES = (
    Profile('office', (0.5, -0.25), (0.99667, 1.005)),
    Profile('123', (-10.0, 10.0), (0.95, 1.05)),
    Profile('no'),
    Profile('Home_2-a4', (0.13, 0.0)),
)


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
        assert save_profile(profile) == folder / FILE
    assert {load_profile(profile.name) for profile in SAMPLES} == set(SAMPLES)
    assert [profile.name for profile in profiles()] == sorted(profile.name for profile in SAMPLES)
    assert (folder / FILE).read_text('utf-8').startswith(HEAD)
    assert [path.name for path in folder.iterdir()] == [FILE]


def test_a_profile_takes_the_place_of_an_earlier_one() -> None:
    save_profile(SAMPLES[0])
    save_profile(Profile('office', (1.0, 1.0)))
    assert profiles() == (Profile('office', (1.0, 1.0)),)


def test_the_folder_is_that_of_the_user(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv('CIVAP_CONFIG')
    monkeypatch.setenv('XDG_CONFIG_HOME', str(tmp_path))
    monkeypatch.setenv('HOME', str(tmp_path))
    path = save_profile(SAMPLES[0])
    assert path.is_relative_to(tmp_path)
    assert 'civap' in path.parts
    monkeypatch.setenv('CIVAP_CONFIG', '')
    assert profiles() == (SAMPLES[0],)


def test_what_was_measured_is_undone() -> None:
    """A point of the file is enlarged and moved, then printed too small and beside its place: it comes out right."""
    profile = Profile('x', (1.5, -0.75), (0.98, 1.02))
    for point in ((0.0, 0.0), (70.0, -120.0)):
        moved = [at * by + move for at, by, move in zip(point, profile.correction, profile.offset, strict=True)]
        printed = [at * by + shift for at, by, shift in zip(moved, profile.scale, profile.shift, strict=True)]
        assert printed == pytest.approx(point)
    assert str(Profile('x').offset) == '(0.0, 0.0)'


def test_an_unknown_printer_is_told_with_the_nearest() -> None:
    assert 'use civap calibrate' in told(lambda: load_profile('office'))
    save_profile(SAMPLES[0])
    save_profile(SAMPLES[1])
    assert 'hint: write office' in told(lambda: load_profile('ofice'))
    assert 'use one of: 123, office' in told(lambda: load_profile('zzz'))


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
    assert parse_bars('150,200') == parse_bars('200,150') == (1.0, 1.0)
    assert parse_bars('149.5,199') == (0.99667, 0.995)
    assert parse_bars('210,142.5') == (1.05, 0.95)


@pytest.mark.parametrize(
    ('text', 'says'),
    [
        ('150', 'expected two numbers'),
        ('15,20', 'found a bar of 15 mm, expected 142.5 to 157.5 or 190 to 210 mm'),
        ('150,211', 'found a bar of 211 mm'),
        ('0,0', 'found a bar of 0 mm'),
    ],
)
def test_wrong_bars(text: str, says: str) -> None:
    assert says in told(lambda: parse_bars(text))


@pytest.mark.parametrize('name', ['', 'my printer', 'é', 'a/b', '../x', 'a' * 41, 'a\n'])
def test_wrong_names(name: str) -> None:
    assert 'bad-printer-name' in told(lambda: checked_name(name))


@pytest.mark.parametrize(
    ('text', 'says'),
    [
        ('', '1:1: empty-file'),
        ('# nothing\n', 'empty-file'),
        ('office: [', 'syntax'),
        ('- office\n', '1:1: not-a-mapping'),
        ('office: 1\n', '1:9: not-a-mapping'),
        ('my office: {shift: [0, 0]}\n', '1:1: bad-printer-name'),
        ('office: {shfit: [0, 0], shift: [0, 0]}\n', '1:10: unknown-key'),
        ('office: {scale: [1, 1]}\n', '1:9: missing-key'),
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
    for do in (profiles, lambda: load_profile('office'), lambda: save_profile(SAMPLES[0])):
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
    message = told(lambda: save_profile(SAMPLES[0]))
    assert 'cannot-write' in message
    assert 'CIVAP_CONFIG' in message


def test_a_folder_in_place_of_the_file(folder: Path) -> None:
    (folder / FILE).mkdir(parents=True)
    assert 'unreadable' in told(profiles)


@pytest.mark.parametrize('profile', SAMPLES, ids=lambda each: each.name)
def test_profiles_in_words(profile: Profile) -> None:
    assert str(profile).startswith(f'{profile.name}: shift ')
    assert 'e' not in str(profile).split('scale')[1]

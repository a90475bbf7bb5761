"""`civap calibrate` as a user types it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pypdfium2
import pytest
from commands import typed

from civap.press.calibration import COMMAND
from civap.press.printers import load_profile
from civap.press.ways import Way


@pytest.fixture
def run(tmp_path: Path) -> Run:
    return Run(tmp_path)


class Run:
    """Runs of the command with a folder for settings and one for outputs."""

    def __init__(self, folder: Path) -> None:
        self.settings, self.out = folder / 'settings', folder / 'out'

    def __call__(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        done = typed('calibrate', *arguments, environment={'CIVAP_CONFIG': str(self.settings)})
        assert 'Traceback' not in done.stdout + done.stderr
        return done


def test_the_sheet_is_printed_for_each_paper(run: Run) -> None:
    done = run('--out', str(run.out))
    assert done.returncode == 0, done.stdout
    assert sorted(path.name for path in run.out.iterdir()) == ['calibration-a4.pdf', 'calibration-letter.pdf']
    assert all(str(path) in done.stderr for path in run.out.iterdir())


def test_the_sheet_in_a_language_for_a_paper(run: Run) -> None:
    assert run('--lang', 'pl', '--paper', 'letter', '--out', str(run.out)).returncode == 0
    (path,) = run.out.iterdir()
    assert path.name == 'calibration-letter-pl.pdf'
    front, back = pypdfium2.PdfDocument(path)
    assert 'Arkusz kalibracyjny' in front.get_textpage().get_text_range()
    assert 'Arkusz kalibracyjny' in back.get_textpage().get_text_range()


def test_the_command_on_the_sheet_saves_a_profile(run: Run) -> None:
    """As it stands there, but for the name."""
    assert 'no printers yet' in run('--printers').stderr
    done = run(*COMMAND.split()[2:], '--paper', 'a4')
    assert done.returncode == 0, done.stdout
    assert done.stdout == 'NAME, a4 upright, long edge: shift 0.5,-0.25 mm, scale 100%,100%\n'
    assert str(run.settings / 'printers.yaml') in done.stderr
    office = ('--printer', 'office', '--shift', '-4,0')
    assert run(*office, '--bars', '149.5,199', '--paper', 'a4').returncode == 0
    assert run('--printer', 'office').stdout == 'office, a4 upright, long edge: shift -4,0 mm, scale 99.667%,99.5%\n'
    again = run(*office, '--paper', 'a4')
    assert 'in place of office, a4 upright, long edge: shift -4,0 mm, scale 99.667%,99.5%' in again.stderr
    assert run('--printers').stdout.count('\n') == 2
    (measured,) = json.loads(run('--printers', '--format', 'json').stdout)[1]['measured']
    assert measured == {
        'way': {'paper': 'a4', 'lying': False, 'edge': 'long'}, 'shift': [-4.0, 0.0], 'scale': [1.0, 1.0],
    }  # fmt: skip


@pytest.mark.parametrize(
    ('options', 'way'),
    [
        (['--paper', 'letter'], Way('letter', lying=True)),
        (['--paper', 'a4', '--size', '63x88'], Way('a4', lying=True)),
        (['--paper', 'a4', '--back', 'short'], Way('a4', edge='short')),
        (['--paper', 'a4', '--back', 'fold'], Way('a4', lying=True)),
        (['--paper', 'letter', '--size', 'tarot', '--back', 'short'], Way('letter', edge='short')),
    ],
)
def test_what_is_saved_is_for_the_sheets_of_the_same_options(
    options: list[str], way: Way, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    across, down = (200, 150) if way.lying else (150, 200)
    done = run('--printer', 'x', '--shift', '1,2', '--bars', f'{across},{down}', *options)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f'x, {way}: ')
    monkeypatch.setenv('CIVAP_CONFIG', str(run.settings))
    assert [each.way for each in load_profile('x').measured] == [way]
    swapped = run('--printer', 'x', '--shift', '1,2', '--bars', f'{down},{across}', *options)
    assert (swapped.returncode, 'write the bar across first' in swapped.stderr) == (2, True)


@pytest.mark.parametrize(
    ('arguments', 'status', 'says'),
    [
        (['--shift', '1,1'], 2, 'found --shift or --bars without --printer'),
        (['--bars', '150,200'], 2, 'found --shift or --bars without --printer'),
        (['--printer', 'a', '--bars', '150,200'], 2, 'found --bars without --shift'),
        (['--printers', '--printer', 'a'], 2, 'found --printers beside another option'),
        (['--printer', 'my printer', '--shift', '1,1', '--paper', 'a4'], 2, "'--printer': found"),
        (['--printer', '', '--shift', '1,1', '--paper', 'a4'], 2, "'--printer': found ''"),
        (['--printer', 'a', '--shift', '1,1'], 2, 'found --shift without one --paper'),
        (['--printer', 'a', '--shift', '1,1', '--paper', 'a4,letter'], 2, 'found --shift without one --paper'),
        (['--printer', 'a', '--paper', 'letter'], 2, 'found --paper beside --printer without --shift'),
        (['--printer', 'a', '--back', 'short'], 2, 'found --back beside --printer without --shift'),
        (['--printers', '--size', '63x88'], 2, 'found --size beside --printers'),
        (['--printer', 'a', '--shift', '0,5,1', '--paper', 'a4'], 2, 'points for decimals'),
        (['--printer', 'a', '--shift', '', '--paper', 'a4'], 2, "'--shift': found ''"),
        (['--printer', 'a', '--shift', '10.5,0', '--paper', 'a4'], 2, 'expected at most 10 mm either way'),
        (['--printer', 'a', '--shift', '1,1', '--bars', '150,100', '--paper', 'a4'], 2, "'--bars': found 100 mm down"),
        (['--lang', 'en,pl'], 2, 'expected one language'),
        (['--lang', 'xx'], 2, 'expected one of en, ar, pl'),
        (['--paper', 'a5'], 2, 'a4 or letter'),
        (['--printer', 'unknown'], 1, 'unknown-printer'),
    ],
)
def test_wrong_arguments_are_one_message(arguments: list[str], status: int, says: str, run: Run) -> None:
    done = run(*arguments)
    assert done.returncode == status
    assert says in done.stdout + done.stderr
    assert not run.settings.exists()


def test_an_unknown_printer_is_told_with_the_nearest(run: Run) -> None:
    run('--printer', 'office', '--shift', '1,1', '--paper', 'a4')
    done = run('--printer', 'ofice')
    assert done.returncode == 1
    assert 'hint: write office' in done.stdout


def test_a_damaged_file_is_told_by_its_line(run: Run) -> None:
    run.settings.mkdir()
    (run.settings / 'printers.yaml').write_text('office:\n  shift: [1, two]\n')
    for arguments in (
        ['--printers'],
        ['--printer', 'office'],
        ['--printer', 'home', '--shift', '1,1', '--paper', 'a4'],
    ):
        done = run(*arguments)
        assert done.returncode == 1
        assert "printers.yaml:2:14: not-a-number found 'two', expected a number" in done.stdout
    assert (run.settings / 'printers.yaml').read_text() == 'office:\n  shift: [1, two]\n'


def test_where_nothing_can_be_written(run: Run) -> None:
    run.settings.write_text('in the way')
    run.out.write_text('in the way')
    save = ['--printer', 'office', '--shift', '1,1', '--paper', 'a4']
    for arguments in (save, ['--paper', 'a4', '--out', str(run.out)]):
        done = run(*arguments)
        assert done.returncode == 1
        assert 'cannot-write' in done.stdout

"""The tools, how each is told to do the job, and what it does of it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cartuli_files import write_cartuli
from deck import FONTS, Deck, write_deck

from civap.content.project import Project
from civap.press.fonts import FACES

HERE = Path(__file__).parent
SQUIB = 'SQUIB'


@dataclass(frozen=True)
class Place:
    """A folder of one contender and one deck, with the deck in it."""

    folder: Path
    deck: Deck
    data: Path
    fonts: tuple[Path, ...]

    def run(self, script: str, *others: object) -> list[str]:
        """A script of this folder with civap's own Python."""
        return [sys.executable, str(HERE / script), *map(str, others)]


@dataclass(frozen=True)
class Contender:
    """A tool: what is installed for it, the commands of the job, and the files that they leave.

    `commands` get the programs of its environment. `before` writes what it reads; this is not measured. One that
    `keeps` something from run to run is asked for a deck with one card changed; one that `grows`, for ten times the
    cards; one with a deck of its `own` prints that.
    """

    name: str
    does: str
    commands: Callable[[Place, Path], list[list[str]]]
    outputs: tuple[str, ...] = ('out.pdf',)
    packages: tuple[str, ...] = ()
    before: Callable[[Place, Project, Path], object] | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    keeps: bool = False
    grows: bool = True
    own: bool = False
    status: int = 0
    refused: Callable[[], str] = lambda: ''

    def version(self, programs: Path) -> str:
        """Of what is installed."""
        if not self.packages:
            return ''
        shown = subprocess.run([programs / 'pip', 'freeze'], capture_output=True, text=True, check=True).stdout
        wanted = self.packages[0].partition('==')[0].lower()
        return next(
            (line.partition('==')[2] for line in shown.splitlines() if line.lower().startswith(f'{wanted}==')), ''
        )


def place_for(folder: Path, deck: Deck, project: Project) -> Place:
    """An empty folder with the deck."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    files = [face.path for face in FACES if face.file in FONTS.values()]
    fonts = tuple(sorted({path.parent for path in files if path}))
    return Place(folder, deck, write_deck(project, deck, folder), fonts)


def programs_for(contender: Contender, folder: Path) -> Path:
    """The programs of an environment that has its packages, made when there is none yet."""
    if not contender.packages:
        return Path(sys.executable).parent
    name = '+'.join(each.replace('==', '-') for each in contender.packages)
    environment = folder / 'venvs' / name
    if not (environment / 'done').is_file():
        subprocess.run([sys.executable, '-m', 'venv', '--clear', environment], check=True)
        pip = [environment / 'bin' / 'pip', 'install', '--quiet', '--disable-pip-version-check']
        subprocess.run([*pip, *contender.packages], check=True)
        (environment / 'done').touch()
    return environment / 'bin'


def _civap(*options: str) -> Callable[[Place, Path], list[list[str]]]:
    def commands(place: Place, _programs: Path) -> list[list[str]]:
        changed = ['--changed'] if place.deck.changed else []
        return [place.run('civap_deck.py', place.deck.count, place.folder / 'out.pdf', *changed, *options)]

    return commands


def _script(name: str) -> Callable[[Place, Path], list[list[str]]]:
    def commands(place: Place, programs: Path) -> list[list[str]]:
        return [[str(programs / 'python'), str(HERE / name), str(place.data), 'out.pdf', *map(str, place.fonts)]]

    return commands


def _decksmith(place: Place, programs: Path) -> list[list[str]]:
    own = str(programs / 'decksmith')
    size = ['--width', '57', '--height', '89', '--gap', '4', '--margins', '2', '2']
    made = []
    for side in ('front', 'back'):
        made.append([own, 'build', '--spec', f'{side}.yaml', '--data', f'{side}.csv', '--output', side])
        made.append([own, 'export', side, '--output', f'{side}.pdf', *size])
    return made


def _decksmith_files(place: Place, _project: Project, programs: Path) -> None:
    subprocess.run([programs / 'python', HERE / 'decksmith_files.py', place.data, place.folder], check=True)


def _cartuli_files(place: Place, project: Project, _programs: Path) -> None:
    write_cartuli(project, place.deck, place.folder)


def _squib(place: Place, _programs: Path) -> list[list[str]]:
    library = Path(os.environ[SQUIB]) / 'lib'
    return [['ruby', '-I', str(library), str(HERE / 'squib_deck.rb'), str(place.data), str(place.folder)]]


def _squib_fonts(place: Place, _project: Project, _programs: Path) -> None:
    """What fontconfig looks at, its cache filled."""
    folders = ''.join(f'<dir>{folder}</dir>' for folder in place.fonts)
    text = (
        f'<?xml version="1.0"?><fontconfig>{folders}<cachedir>{place.folder.parent}/fontconfig</cachedir></fontconfig>'
    )
    file = place.folder / 'fonts.conf'
    file.write_text(text, 'utf-8')
    if listing := shutil.which('fc-list'):
        subprocess.run([listing], env={**os.environ, 'FONTCONFIG_FILE': str(file)}, capture_output=True, check=True)


def _no_squib() -> str:
    if not shutil.which('ruby'):
        return 'no Ruby here; install ruby and its bindings of cairo, pango, rsvg2, gio2 and gdk_pixbuf2'
    if SQUIB not in os.environ:
        return (
            f'set {SQUIB} to a folder with its sources (its version 0.19 wants newer bindings than Debian has as gems)'
        )
    return ''


def _domdiv(_place: Place, programs: Path) -> list[list[str]]:
    return [[str(programs / 'dominion_dividers'), '--papersize', 'A4', '--outfile', 'out.pdf']]


CONTENDERS: Sequence[Contender] = (
    Contender(
        'civap',
        'measures that all text fits and that fonts have each letter; art, icons and emblems; examples not proved',
        _civap(),
        keeps=True,
    ),
    Contender(
        'civap with check',
        'the same, examples proved and findings looked for',
        _civap('--check'),
        keeps=True,
        grows=False,
    ),
    Contender(
        'Typst', 'by hand; text that is too long runs over', _script('typst_deck.py'), packages=('typst==0.15.2',)
    ),
    Contender(
        'ReportLab',
        'by hand; text that is too long runs over',
        _script('reportlab_deck.py'),
        packages=('reportlab==5.1.0',),
    ),
    Contender(
        'WeasyPrint',
        'by hand; text that is too long runs over',
        _script('weasyprint_deck.py'),
        packages=('weasyprint==70.0', 'Jinja2==3.1.6'),
    ),
    Contender(
        'DeckSmith',
        'pictures of 300 dpi, one colour and one face a text, no bleed, no marks; backs by a trick',
        _decksmith,
        ('front.pdf', 'back.pdf'),
        ('decksmith==0.9.9',),
        _decksmith_files,
    ),
    Contender(
        'Cartuli',
        'arranges pictures that others drew (here civap, not counted); ends with an error after it has written',
        lambda _, programs: [[str(programs / 'cartuli')]],
        ('sheets/cards.pdf',),
        ('cartuli==0.1.0b3',),
        _cartuli_files,
        status=1,
    ),
    Contender(
        'Squib',
        'a script in Ruby; its usual backend writes pictures of 300 dpi; text that is too long runs over or is cut off',
        _squib,
        ('front.pdf', 'back.pdf'),
        (),
        _squib_fonts,
        {'FONTCONFIG_FILE': 'fonts.conf'},
        refused=_no_squib,
    ),
    Contender('domdiv', 'its own deck of dividers', _domdiv, packages=('domdiv==4.9.3',), grows=False, own=True),
)

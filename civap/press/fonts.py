"""The typefaces: which file each one is. Nothing else is printed with, neither fonts of the system."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from civap.content.problems import Problem, Problems

if TYPE_CHECKING:
    from civap.text.languages import Faces

# An empty configuration: fontconfig finds no font but those that a document names.
FONTCONFIG = Path(__file__).with_name('fonts.conf')


@dataclass(frozen=True, slots=True)
class Face:
    """A face as style sheets name it, and its file in a package `fontpkg-...`."""

    family: str
    weight: int
    style: str
    package: str
    file: str

    @property
    def path(self) -> Path | None:
        """The file, if its package is installed and has it. Looks, without running the package."""
        spec = find_spec(self.package.replace('-', '_'))
        folders = (spec.submodule_search_locations or []) if spec else []
        paths = (Path(folder) / 'files' / self.file for folder in folders)
        return next((path for path in paths if path.is_file()), None)


FACES = (
    Face(
        'Fira Sans Condensed',
        400,
        'normal',
        'fontpkg-fira-sans-condensed',
        'FiraSansCondensed-Regular.ttf',
    ),
    Face(
        'Fira Sans Condensed',
        600,
        'normal',
        'fontpkg-fira-sans-condensed',
        'FiraSansCondensed-SemiBold.ttf',
    ),
    Face(
        'Fira Sans Condensed',
        400,
        'italic',
        'fontpkg-fira-sans-condensed',
        'FiraSansCondensed-Italic.ttf',
    ),
    Face('Marcellus', 400, 'normal', 'fontpkg-marcellus', 'Marcellus-Regular.ttf'),
    Face('Amiri', 400, 'normal', 'fontpkg-amiri', 'Amiri-Regular.ttf'),
    Face('Amiri Bold', 700, 'normal', 'fontpkg-amiri', 'Amiri-Bold.ttf'),
    Face('Tajawal', 400, 'normal', 'fontpkg-tajawal', 'Tajawal-Regular.ttf'),
    Face('Tajawal', 500, 'normal', 'fontpkg-tajawal', 'Tajawal-Medium.ttf'),
    Face('Tajawal', 700, 'normal', 'fontpkg-tajawal', 'Tajawal-Bold.ttf'),
)

# The sets of faces that a profile can choose from: what text and titles are set in, each a family and those that stand
# in for it. The style sheets in templates/styles have the usual set, the folders there what another set changes.
USUAL: Faces = 'latin'
FAMILIES: Mapping[Faces, Sequence[tuple[str, ...]]] = {
    'latin': (('Fira Sans Condensed',), ('Marcellus',)),
    'plain': (('Fira Sans Condensed',),),
    'arabic': (('Tajawal', 'Fira Sans Condensed'), ('Amiri', 'Fira Sans Condensed'), ('Amiri Bold',)),
}


def lacking(text: str, faces: Faces) -> str:
    """The letters of a text, vowel marks among them, that text or titles in a set of faces would lack, sorted."""
    wanted = {letter for letter in text if unicodedata.category(letter)[0] in 'LM'}
    stacks = [frozenset().union(*map(_letters, stack)) for stack in FAMILIES[faces]]
    return ''.join(sorted(letter for letter in wanted if not all(letter in stack for stack in stacks)))


def fitting(text: str) -> Faces:
    """The set that lacks the fewest letters of a text."""
    return min(FAMILIES, key=lambda faces: len(lacking(text, faces)))


@cache
def _letters(family: str) -> frozenset[str]:
    """The characters that the first file of a family has. Raises `Problems` (missing-font)."""
    from fontTools.ttLib import TTFont  # what prints every letter needs no list of them

    face = next(each for each in FACES if each.family == family)
    with TTFont(font_files([face])[face], lazy=True) as font:
        return frozenset(map(chr, font.getBestCmap()))


def font_files(faces: Sequence[Face] = FACES) -> dict[Face, Path]:
    """The file of each face. Raises `Problems` (missing-font), one for each package that lacks a file."""
    found = {face: path for face in faces if (path := face.path)}
    missing: dict[str, Face] = {}
    for face in faces:
        if face not in found:
            missing.setdefault(face.package, face)
    if missing:
        raise Problems(_missing(face) for face in missing.values())
    return found


@cache
def font_css() -> str:
    """The @font-face rules of all faces, the same in every document so that all share one configuration."""
    return '\n'.join(_rule(face, path) for face, path in font_files().items())


def _rule(face: Face, path: Path) -> str:
    return (
        f'@font-face {{ font-family: "{face.family}"; font-weight: {face.weight}; '
        f'font-style: {face.style}; src: url("{path.as_uri()}"); }}'
    )


def _missing(face: Face) -> Problem:
    message = f'found no {face.file}, expected it in the package {face.package}'
    return Problem('missing-font', message, hint=cure(face))


def cure(face: Face) -> str:
    """What brings the file of a face."""
    return f'type make setup, or pip install --force-reinstall {face.package}'

"""Languages whose letters the typefaces lack: told once, not letter by letter and line by line."""

from __future__ import annotations

from collections.abc import Iterable

from civap.content.folder import SOURCE, profile_path
from civap.content.problems import Problem
from civap.content.project import Project
from civap.content.source import load
from civap.press.fonts import fitting, lacking
from civap.press.places import language_of
from civap.text.catalog import Catalog, State
from civap.text.languages import load_language

FEW = 5  # letters: a slip of the keyboard, told where it stands
SHOWN = 10
# What typesetting says of letters that are drawn as boxes.
FOLLOWS = ('missing-glyph', 'overflow')


def gathered(problems: Iterable[Problem], project: Project) -> list[Problem]:
    """The problems; all that comes of typefaces that are not made for a language as one, in its profile."""
    found = list(problems)
    codes = {language_of(problem.path) for problem in found if problem.code == 'missing-glyph'} - {SOURCE}
    told = {code: problem for code in sorted(codes) if (problem := _lacking(project, code))}
    rest = [problem for problem in found if problem.code not in FOLLOWS or language_of(problem.path) not in told]
    return [*told.values(), *rest]


def _lacking(project: Project, code: str) -> Problem | None:
    """That the faces of a language lack more letters of its texts than a few."""
    profile = load_language(project.root, code).profile
    text = ''.join(_texts(catalog) for (language, _, _), catalog in project.catalogs.items() if language == code)
    letters = lacking(text, profile.faces)
    if len(letters) <= FEW:
        return None
    sample = ' '.join(letters[:SHOWN])
    message = f'found {len(letters)} letters that the typefaces lack ({sample} ...), expected typefaces that have them'
    better = fitting(text)
    hint = 'add a typeface that has them, as docs/translating.md tells'
    if not lacking(text, better):
        hint = f'write faces: {better}'
    document = load(project.root / profile_path(code), profile_path(code))
    place = ('faces',) if 'faces' in profile.model_fields_set else ('language',)
    return document.problem('missing-letters', message, document.node(place), hint)


def _texts(catalog: Catalog) -> str:
    """Every translation of a catalog."""
    ready = (each for each in catalog.translations.values() if each.state is not State.MISSING)
    return ''.join(form for each in ready for form in each.forms)

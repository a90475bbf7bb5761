"""Our own files, damaged at random: loading them ends in a project or in `Problems`, nothing else."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from civap.content.ap_rules import ApRules
from civap.content.base_game import BaseGame
from civap.content.cards import Cards
from civap.content.edition import Edition
from civap.content.phrases import Phrases
from civap.content.problems import Problem, Problems
from civap.content.project import Project, load_project
from civap.content.schema import validate
from civap.content.source import load, parse
from civap.text.catalog import load_catalog
from civap.text.languages import load_language
from civap.text.render import Renderer

ROOT = Path(__file__).parents[2]
MODELS: dict[str, type[BaseModel]] = {
    'edition': Edition,
    'cards': Cards,
    'phrases': Phrases,
    'base_game': BaseGame,
    'ap_rules': ApRules,
}
FILES = (
    *(f'content/new_dawn/{name}.yaml' for name in MODELS),
    *(f'locales/{code}/profile.yaml' for code in ('en', 'pl', 'ar')),
    *(f'locales/{code}/new_dawn/cards.po' for code in ('pl', 'ar')),
)
TOKENS = [
    *(
        part.encode()
        for part in [
            '&',
            '*',
            '!!x',
            '{',
            '}',
            '[',
            ']',
            ':',
            '-',
            '?',
            '|',
            '>',
            '"',
            '#',
            '%',
            '@',
            '`',
            '\\',
            '**',
            '{n}',
            '<<',
            '\u202e',
        ]
    ),
    *(part.encode() for part in ('null', '5.0', '0', '-1', '٥', "'", '{{')),
    *(b'\0', b'\t', b'\r', b'\n', b'\n\n', b' ', b'  ', b'\xff', b'\xef\xbb\xbf', b'9' * 30),
    *(b'---\n', b'...\n', b': ', b'- ', b'? ', b'&a ', b'*a ', b'[' * 40, b'{a: ' * 40),
    *(b'msgid ""\n', b'msgstr[7] "x"\n', b'msgctxt "a"\n', b'msgid_plural "b"\n', b'"x"\n'),
    *(b'#~ ', b'#| ', b'#, fuzzy\n', b'""', b'#~ msgid "a"\n', b'#~| msgid "a"\n'),
]
Edit = tuple[str, int, int, bytes]
EDITS = st.lists(
    st.tuples(
        st.sampled_from(('insert', 'delete', 'replace', 'drop', 'double', 'swap', 'move', 'cut')),
        st.integers(0, 10**6),
        st.integers(0, 60),
        st.one_of(st.sampled_from(TOKENS), st.binary(max_size=3)),
    ),
    min_size=1,
    max_size=4,
)


def damaged(raw: bytes, edits: list[Edit]) -> bytes:
    """The file after the edits: of bytes, of lines, or cut off."""
    for kind, place, length, part in edits:
        at = place % (len(raw) + 1)
        lines = raw.split(b'\n')
        line, other = place % len(lines), (place + length) % len(lines)
        if kind == 'insert':
            raw = raw[:at] + part + raw[at:]
        elif kind == 'delete':
            raw = raw[:at] + raw[at + length :]
        elif kind == 'replace':
            raw = raw[:at] + part + raw[at + len(part) :]
        elif kind == 'cut':
            raw = raw[:at] if length < 10 else raw
        else:
            if kind == 'drop':
                del lines[line]
            elif kind == 'double':
                lines.insert(line, lines[line])
            elif kind == 'swap':
                lines[line], lines[other] = lines[other], lines[line]
            elif kind == 'move':
                lines[line] = b' ' * (length % 9) + lines[line].lstrip()
            raw = b'\n'.join(lines)
    return raw


def survives(call: Callable[[], object], folder: Path) -> bool:
    """Whether nothing was found; what is found has a code, a message and a place in its file."""
    problems: tuple[Problem, ...] = ()
    try:
        call()
    except Problems as error:
        problems = error.problems or (Problem('none', 'found nothing'),)
    for problem in problems:
        check(problem, folder)
    return not problems


def check(problem: Problem, folder: Path) -> None:
    assert re.fullmatch('[a-z]+(-[a-z]+)*', problem.code), problem
    assert re.fullmatch('found .+, expected .+', problem.message, re.DOTALL), problem
    assert str(problem).startswith(f'{problem.path}:')
    if problem.code == 'missing-translation' and not problem.line:
        return
    raw = (folder / problem.path).read_bytes()
    lines = raw.replace(b'\r\n', b'\n').decode('utf-8', 'replace').split('\n')
    assert 1 <= problem.line <= len(lines), problem
    assert 1 <= problem.column <= len(lines[problem.line - 1]) + 1, problem


@pytest.fixture(scope='module')
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project's files, to damage."""
    copy = tmp_path_factory.mktemp('project')
    for name in FILES:
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).write_bytes((ROOT / name).read_bytes())
    return copy


pytestmark = pytest.mark.slow
FUZZ = settings(max_examples=500, deadline=None, derandomize=True, database=None)


@FUZZ
@given(name=st.sampled_from(sorted(MODELS)), edits=EDITS)
def test_damaged_content(folder: Path, name: str, edits: list[Edit]) -> None:
    shown = f'content/new_dawn/{name}.yaml'
    path, original = folder / shown, (ROOT / shown).read_bytes()
    path.write_bytes(damaged(original, edits))
    if survives(lambda: validate(MODELS[name], load(path, shown)), folder):
        survives(lambda: load_project(folder), folder)
    path.write_bytes(original)


@FUZZ
@given(code=st.sampled_from(('pl', 'ar')), edits=EDITS, draft=st.booleans())
def test_damaged_catalog(project: Project, folder: Path, code: str, edits: list[Edit], draft: bool) -> None:
    """A draft that survives prints every card."""
    shown = f'locales/{code}/new_dawn/cards.po'
    path, original = folder / shown, (ROOT / shown).read_bytes()
    path.write_bytes(damaged(original, edits))
    copy = replace(project, root=folder)

    def print_cards() -> None:
        renderer = Renderer(load_catalog(copy, code, draft=draft))
        for card in copy.deck.cards:
            for statement in card.say_steps():
                renderer.html(*statement.sentences, *statement.closing)

    survives(print_cards, folder)
    path.write_bytes(original)


@settings(FUZZ, max_examples=300)
@given(edits=EDITS)
def test_damaged_profile(folder: Path, edits: list[Edit]) -> None:
    path = folder / 'locales/pl/profile.yaml'
    original = (ROOT / 'locales/pl/profile.yaml').read_bytes()
    path.write_bytes(damaged(original, edits))
    survives(lambda: load_language(folder, 'pl'), folder)
    path.write_bytes(original)


@settings(FUZZ, max_examples=300)
@given(text=st.text(alphabet='ab:-?{}[],#&*!|>\'"% \n\\', max_size=60))
def test_any_yaml(text: str) -> None:
    """Not our files: whatever YAML's own characters make."""
    found: object = None
    try:
        found = parse(text, 'x.yaml').data()
    except Problems as error:
        found = [problem.line for problem in error.problems]
    assert found or found in ('', {}, [])
    assert isinstance(found, str | list | dict)

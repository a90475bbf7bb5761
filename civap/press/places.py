"""What went wrong while typesetting, told at the place that is to be changed, as far as it can be found."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path

from civap.content.folder import SOURCE
from civap.content.phrases import walk
from civap.content.problems import Problem, Problems
from civap.content.project import Project
from civap.content.source import Mark, problem_at, read_text
from civap.press.fonts import FACES, cure
from civap.press.letters import widest
from civap.text.po import read_po

STYLES = ('templates/styles/*.css', 'templates/styles/*/*.css', 'templates/*/*.j2')
_FAMILY = re.compile(r"Font-face '([^']+)' cannot be loaded")
# The part of a style sheet that a warning quotes, in one kind of quotes or another.
_QUOTED = re.compile(r'`([^`]+)`|\'([^\']+)\'|"([^"]+)"')
_TITLE = re.compile(r'in the title of ([a-z-]+) \(')
_TEXT = re.compile(r'in the (?P<part>text|foot line) of (?P<card>[a-z-]+) \(')
_GLYPH = re.compile(r'found (.) \(U\+[0-9A-F]+\)', re.DOTALL)


def placed(problems: Iterable[Problem], project: Project) -> list[Problem]:
    """The problems, each once."""
    return list(dict.fromkeys(_placed(problem, project) for problem in problems))


def _placed(problem: Problem, project: Project) -> Problem:
    if problem.line:
        return problem
    match problem.code:
        case 'render-warning':
            return _warning(problem, project.root)
        case 'overflow' if found := _TITLE.search(problem.message):
            return _name(problem, project, found[1])
        case 'overflow' if found := _TEXT.search(problem.message):
            return _text(problem, project, found['card'], found['part'])
        case 'missing-glyph' if found := _GLYPH.match(problem.message):
            return _letter(problem, project, found[1])
    return problem


def _warning(problem: Problem, root: Path) -> Problem:
    """A warning in the style sheet that it quotes, or at the font."""
    if found := _FAMILY.search(problem.message):
        broken = next(path for face in FACES if face.family == found[1] and (path := face.path))
        face = next(face for face in FACES if face.family == found[1])
        return replace(problem, code='missing-font', path=str(broken), hint=cure(face))
    for quoted in _QUOTED.finditer(problem.message):
        for words in _shorter(next(filter(None, quoted.groups())).split(' ...')[0].strip()):
            if place := next(_found(words, root, STYLES), None):
                message = re.sub(r' at \d+:\d+', '', problem.message)  # counted in the whole document
                return _at(replace(problem, message=message), *place, 'correct it there')
    return problem


def _shorter(words: str) -> Iterator[str]:
    """The words, then fewer of them: what is quoted may begin in one file and end in another."""
    parts = words.split()
    yield words
    yield from (' '.join(parts[:number]) for number in range(len(parts) - 1, 0, -1))


def _name(problem: Problem, project: Project, card: str) -> Problem:
    """At the name of the card: in the content, or in its translation."""
    code = language_of(problem.path)
    if code == SOURCE:
        document = project.documents['cards']
        node = document.node(('cards', list(project.cards).index(card), 'name'))
        return document.problem(problem.code, problem.message, node, problem.hint)
    file = read_po(project.root / problem.path, problem.path)
    entry = next(each for each in file.entries if each.id == f'card.{card}')
    return file.problem(problem.code, problem.message, entry, 'msgstr', hint=problem.hint)


def _text(problem: Problem, project: Project, card: str, part: str) -> Problem:
    """At the message of a card that has the widest word, or is the longest beside its English."""
    found = project.cards[card]
    said = found.say_steps() if part == 'text' else [project.types[found.type].say_foot()]
    ids = {each.id for each in chain(*map(walk, said))}
    if language_of(problem.path) == SOURCE:
        return _english_text(problem, project, ids, part)
    file = read_po(project.root / problem.path, problem.path)
    texts = [
        (_share(problem, form, project.messages[entry.id].other), entry.id, index, entry)
        for entry in file.entries
        if entry.id in ids
        for index, form in enumerate(entry.forms)
    ]
    if not texts:
        return problem
    _, name, index, entry = max(texts, key=lambda text: text[:3])
    field = f'msgstr[{index}]' if entry.msgid_plural else 'msgstr'
    return file.problem(problem.code, problem.message, entry, field, hint=_named(problem.hint, part, name))


def _english_text(problem: Problem, project: Project, ids: set[str], part: str) -> Problem:
    phrases, document = project.phrases.phrases, project.documents['phrases']
    texts = [(_share(problem, each.en.other), each.id, index) for index, each in enumerate(phrases) if each.id in ids]
    _, name, index = max(texts)
    node = document.node((index, 'en'))
    return document.problem(problem.code, problem.message, node, _named(problem.hint, part, name))


def _share(problem: Problem, text: str, english: str = '') -> float:
    """What a text has of what is too much: the width of its widest word, or its letters beyond those of the English."""
    return widest(text) if 'too wide' in problem.message else len(text) - len(english)


def _named(hint: str, part: str, name: str) -> str:
    """The hint with the id of the message that is to be shortened first."""
    return hint.replace(f'the {part}', f'the {part} (above all {name})', 1)


def _letter(problem: Problem, project: Project, letter: str) -> Problem:
    """At the first place of the letter in the texts of the language."""
    own = [problem.path] if language_of(problem.path) != SOURCE else [problem.path, project.documents['cards'].path]
    place = next(_found(letter, project.root, own), None)
    return _at(problem, *place, problem.hint) if place else problem


def language_of(path: str) -> str:
    """The language of a file of texts."""
    return path.split('/')[1] if path.startswith('locales/') else SOURCE


def _at(problem: Problem, path: str, lines: list[str], mark: Mark, hint: str) -> Problem:
    return problem_at(path, lines, problem.code, problem.message, mark, hint)


def _found(words: str, root: Path, patterns: Iterable[str]) -> Iterator[tuple[str, list[str], Mark]]:
    """Where words stand in files, as it can be shown."""
    for path in (path for pattern in patterns for path in sorted(root.glob(pattern))):
        shown = path.relative_to(root).as_posix()
        try:
            lines = read_text(path, shown).split('\n')
        except Problems:
            continue
        for number, line in enumerate(lines):
            if words in line and not line.startswith('msgid'):
                yield shown, lines, Mark(number, line.index(words))

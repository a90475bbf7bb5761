"""What can stand where a user presses Tab: names of the project at hand, found without loading what reads it.

A shell waits for each answer, so these read names of files and a few YAML files as they are; what cannot be read
completes to nothing.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from civap.content.folder import GAME, PACKAGE, SOURCE, find_root, frozen_versions, language_codes, settings_folder

Complete = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]
# Where codes are registered: by a decorator with the code, or the codes, among its arguments.
REGISTERED = ('proof/findings', 'text/lint')
# Completed by the shell itself.
FILES, FOLDERS = 'file', 'dir'


def completed(find: Callable[[Path], Iterable[str]], *, several: bool = False, beside: str = '') -> Complete:
    """Completes from what is found for a project; `several` may stand with commas, `beside` names of files may, too."""

    def complete(context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
        before, comma, last = incomplete.rpartition(',') if several else ('', '', incomplete)
        given = set(before.split(','))
        names = (name for name in _found(find, context) if name.startswith(last) and name not in given)
        items = [CompletionItem(f'{before}{comma}{name}') for name in names]
        return [CompletionItem(incomplete, type=beside), *items] if beside else items

    return complete


def known(names: Iterable[str], *, several: bool = False) -> Complete:
    """Completes from names that are always the same."""
    return completed(lambda _: names, several=several)


def languages(root: Path) -> list[str]:
    return language_codes(root)


def translations(root: Path) -> list[str]:
    return [code for code in language_codes(root) if code != SOURCE]


def examples(root: Path) -> list[str]:
    return sorted(path.stem for path in _content(root, 'examples').glob('*.yaml'))


def accepted(root: Path) -> list[str]:
    """What examples can be accepted: each, or all that fail."""
    return ['all', *examples(root)]


def explained(root: Path) -> Iterator[str]:
    """What can be explained: examples, cards as rules cite them, codes."""
    yield from examples(root)
    yield from (f'card.{card}' for card in cards(root))
    yield from codes()


def cards(root: Path) -> list[str]:
    return [str(card['id']) for card in _read(_content(root, 'cards.yaml'))['cards']]


def messages(root: Path) -> list[str]:
    """The ids of texts, but for those of the rulebook, which has no list of them."""
    files = (_content(root, f'{name}.yaml') for name in ('phrases', 'sheets', 'play'))
    return sorted(str(phrase['id']) for file in files for phrase in _read(file))


def printers(_root: Path) -> list[str]:
    return list(_read(settings_folder() / 'printers.yaml'))


def schemas(_root: Path) -> list[str]:
    from civap.schemas import KINDS

    return list(KINDS)


def in_cldr(root: Path) -> list[str]:
    """Languages that can be started."""
    from babel.localedata import locale_identifiers

    return sorted(set(locale_identifiers()) - set(language_codes(root)) - {'root'})


def editions(root: Path) -> list[str]:
    return frozen_versions(root)


def codes() -> list[str]:
    """All codes and checks: those in the catalogue's files, and those in the decorators that register others."""
    paths = (path for folder in REGISTERED for path in sorted((PACKAGE / folder).glob('*.py')))
    registered = {code for path in paths for code in _codes(ast.parse(path.read_text('utf-8')))}
    files = (path.read_text('utf-8') for path in (PACKAGE / 'codes').glob('*.yaml'))
    return sorted(registered.union(*(re.findall(r'^- code: (\S+)', text, re.MULTILINE) for text in files)))


def _codes(module: ast.Module) -> Iterator[str]:
    for function in module.body:
        for call in function.decorator_list if isinstance(function, ast.FunctionDef) else ():
            if isinstance(call, ast.Call):
                words = [argument for argument in call.args if isinstance(argument, ast.Constant)]
                named = [word.value for word in words if isinstance(word.value, str)]
                yield from named[:1]
                yield from (each.value for part in call.args if isinstance(part, ast.Tuple) for each in _words(part))


def _words(part: ast.Tuple) -> Iterator[Any]:
    return (each for each in part.elts if isinstance(each, ast.Constant))


def _found(find: Callable[[Path], Iterable[str]], context: click.Context) -> list[str]:
    """What is found for the project that was named so far, or nothing: there is nobody to tell of a fault."""
    try:
        return list(find(find_root(_project(context))))
    except Exception:  # whatever a file that is half written makes its reader raise
        return []


def _project(context: click.Context | None) -> Path | None:
    """The folder in --project, after the command or before it."""
    while context is not None:
        if folder := context.params.get('project'):
            return Path(folder)
        context = context.parent
    return None


def _content(root: Path, name: str) -> Path:
    return root / 'content' / GAME / name


def _read(path: Path) -> Any:
    """What a YAML file says, whether or not it is as it should be."""
    from civap.content.source import load

    return load(path, str(path)).data()

"""Finds the codes of problems in the source of the package: what is given as a code, wherever it was written.

A code is the argument of something that makes problems. A name given there is followed: to what is assigned to it in
the function, to the argument that a caller gives, and to what a generator of tuples yields.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from itertools import product
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / 'civap'
CODE = re.compile('[a-z]+(-[a-z]+)*')
# What makes a problem, and where its code stands among the arguments.
MAKERS = {'Problem': 0, 'problem': 0, 'problem_at': 2, 'fault': 0, 'finding': 0, 'explained': 0}
# What registers checks of translations: their name is the code, unless they list others.
CHECKS = {'of_text': 1, 'of_book': 1, 'of_source': 1}
Function = ast.FunctionDef | ast.AsyncFunctionDef


class Source:
    """The modules of the package, with all functions and calls by name."""

    def __init__(self, package: Path = PACKAGE) -> None:
        self._trees = {path: ast.parse(path.read_text('utf-8')) for path in sorted(package.rglob('*.py'))}
        self._inside: dict[Function, list[ast.AST]] = {}
        self._known: dict[tuple[Function, str], set[str]] = {}

    @cached_property
    def calls(self) -> dict[str, list[tuple[ast.Call, Function | None, Path]]]:
        """Calls by the last part of what is called, each with the function that it stands in."""
        found = defaultdict(list)
        for path, tree in self._trees.items():
            for node, inside in _walk(tree, None):
                if isinstance(node, ast.Call):
                    found[_called(node)].append((node, inside, path))
        return found

    def codes(self) -> dict[str, set[str]]:
        """Each code, and the modules that it was found in."""
        found: dict[str, set[str]] = defaultdict(set)
        for name, place in {**MAKERS, **CHECKS}.items():
            for call, inside, path in self.calls[name]:
                for code in self._given(call, place, 'code', inside, path, frozenset()):
                    found[code].add(path.relative_to(PACKAGE).as_posix())
        return found

    def _parts(self, function: Function) -> list[ast.AST]:
        """All that a function consists of."""
        if function not in self._inside:
            self._inside[function] = list(ast.walk(function))
        return self._inside[function]

    def _given(
        self, call: ast.Call, place: int, keyword: str, inside: Function | None, path: Path, seen: frozenset[str]
    ) -> Iterator[str]:
        """The texts that an argument of a call can be."""
        values = [each.value for each in call.keywords if each.arg == keyword]
        values += call.args[place : place + 1]
        for value in values:
            yield from self._texts(value, inside, path, seen)

    def _texts(self, value: ast.expr, inside: Function | None, path: Path, seen: frozenset[str]) -> Iterator[str]:
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            yield value.value
        elif isinstance(value, ast.IfExp):
            yield from self._texts(value.body, inside, path, seen)
            yield from self._texts(value.orelse, inside, path, seen)
        elif isinstance(value, ast.JoinedStr):
            parts = [
                [part.value] if isinstance(part, ast.Constant) else list(self._texts(part.value, inside, path, seen))
                for part in value.values
                if isinstance(part, ast.Constant | ast.FormattedValue)
            ]
            yield from map(''.join, product(*parts))
        elif isinstance(value, ast.Name) and inside:
            yield from self._named(value.id, inside, path, seen)
        elif isinstance(value, ast.Call):
            yield from self._returned(_called(value), path, seen)

    def _named(self, name: str, inside: Function, path: Path, seen: frozenset[str]) -> Iterator[str]:
        """What a name in a function can stand for."""
        key = (inside, name)
        if key not in self._known:
            self._known[key] = set()  # whoever asks again meanwhile asks in a circle
            self._known[key] = set(self._standing_for(name, inside, path, seen))
        yield from self._known[key]

    def _standing_for(self, name: str, inside: Function, path: Path, seen: frozenset[str]) -> Iterator[str]:
        for node in self._parts(inside):
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    yield from self._assigned(target, node.value, name, inside, path, seen)
            if isinstance(node, ast.For):
                yield from self._assigned(node.target, node.iter, name, inside, path, seen)
        arguments = [each.arg for each in (*inside.args.posonlyargs, *inside.args.args)]
        if name in arguments + [each.arg for each in inside.args.kwonlyargs]:
            place = arguments.index(name) if name in arguments else 99
            place -= arguments[:1] in (['self'], ['cls'])
            for call, outer, where in self.calls[inside.name]:
                yield from self._given(call, place, name, outer, where, seen)
        for outer in self._outer.get(inside, ()):
            yield from self._named(name, outer, path, seen)

    def _assigned(
        self, target: ast.expr, value: ast.expr, name: str, inside: Function, path: Path, seen: frozenset[str]
    ) -> Iterator[str]:
        if isinstance(target, ast.Name) and target.id == name:
            yield from self._texts(value, inside, path, seen)
        if isinstance(target, ast.Tuple):
            for place, each in enumerate(target.elts):
                if isinstance(each, ast.Name) and each.id == name:
                    yield from self._item(value, place, inside, path, seen)

    def _item(self, value: ast.expr, place: int, inside: Function, path: Path, seen: frozenset[str]) -> Iterator[str]:
        """An item of a tuple, of tuples that are listed, or of those that a generator yields."""
        if isinstance(value, ast.IfExp):
            value_of = (value.body, value.orelse)
            for each in value_of:
                yield from self._item(each, place, inside, path, seen)
        elif isinstance(value, ast.Tuple | ast.List):
            inner = [each.elts[place] for each in value.elts if isinstance(each, ast.Tuple)]
            for each in inner or value.elts[place : place + 1]:
                yield from self._texts(each, inside, path, seen)
        elif isinstance(value, ast.Call) and _called(value) == 'items' and isinstance(value.func, ast.Attribute):
            table = ast.unparse(value.func.value)
            for node in self._parts(inside) if place == 0 else ():
                is_table = isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == table
                for each in node.value.keys if is_table and isinstance(node.value, ast.Dict) else ():
                    yield from self._texts(each, inside, path, seen)
        elif isinstance(value, ast.Call):
            for function in self._functions.get(_called(value), ()):
                for node in self._parts(function):
                    if isinstance(node, ast.Yield | ast.Return) and isinstance(node.value, ast.Tuple):
                        yield from self._texts(node.value.elts[place], function, path, seen)

    def _returned(self, name: str, path: Path, seen: frozenset[str]) -> Iterator[str]:
        for function in () if name in seen else self._functions.get(name, ()):
            for node in self._parts(function):
                if isinstance(node, ast.Return) and node.value:
                    yield from self._texts(node.value, function, path, seen | {name})

    @cached_property
    def _outer(self) -> dict[Function, list[Function]]:
        """The function that a function is written in, if it is in one."""
        return {
            node: [inside]
            for tree in self._trees.values()
            for node, inside in _walk(tree, None)
            if isinstance(node, Function) and inside
        }

    @cached_property
    def _functions(self) -> dict[str, list[Function]]:
        found = defaultdict(list)
        for tree in self._trees.values():
            for node in ast.walk(tree):
                if isinstance(node, Function):
                    found[node.name].append(node)
        return found


def _walk(node: ast.AST, inside: Function | None) -> Iterator[tuple[ast.AST, Function | None]]:
    """All nodes below, with the innermost function that each stands in."""
    for child in ast.iter_child_nodes(node):
        yield child, inside
        yield from _walk(child, child if isinstance(child, Function) else inside)


def _called(call: ast.Call) -> str:
    return getattr(call.func, 'id', getattr(call.func, 'attr', ''))

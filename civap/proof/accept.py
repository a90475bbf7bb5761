"""Taking over what the rules now do as what an example expects, value by value, and nothing else.

Only scalars and lists in brackets are rewritten, at their place in the text; comments, order and spacing
stay byte for byte. Where the spans of a pinned roll have other ends, it stays on the span it was on. What
cannot be said that way (an event that no longer happens, other names among the options of a pinned question,
a pattern) is refused with the lines to edit by hand.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from civap.content.examples import ExampleFile, read_example
from civap.content.problems import Problem, Problems
from civap.content.readings import load_readings
from civap.content.references import check_example
from civap.content.schema import kebab
from civap.content.source import List, Mark, Node, Scalar, parse
from civap.engine.trace import Event
from civap.proof.acceptable import ACCEPTED, moved_spans, reason, written
from civap.proof.claims import Miss
from civap.proof.examples import Result, check_example_file, find_example
from civap.proof.report import decision_lines, spot
from civap.proof.story import Place, stories
from civap.proof.verdicts import Checker, Finding
from civap.proof.words import Words, described, plain

if TYPE_CHECKING:
    from civap.content.project import Project


# Of rewriting and checking again; a roll after a roll takes one more.
ROUNDS = 8


@dataclass(frozen=True)
class Change:
    """One expected value to rewrite: the place of its node, the text now and then."""

    place: Place
    start: Mark
    end: Mark
    before: str
    after: str


@dataclass(frozen=True)
class Proposal:
    """What would be rewritten in an example's file: `before` is its text, `text` the one with it done."""

    file: ExampleFile
    changes: tuple[Change, ...]
    before: str
    text: str
    report: tuple[str, ...]

    def __str__(self) -> str:
        if not self.changes:
            return f'{self.file.id}: nothing to change'
        return '\n'.join(self.report)

    @property
    def outdates_because(self) -> bool:
        """Whether the reason in words names a number that is expected no longer."""
        gone = {number for change in self.changes for number in _numbers(change.before) - _numbers(change.after)}
        return bool(gone & _numbers(self.file.example.because or ''))

    def data(self) -> dict[str, Any]:
        """What would be rewritten, for a program; lines count from 1."""
        changes = [
            {'line': change.start.line + 1, 'before': change.before, 'after': change.after} for change in self.changes
        ]
        return {'example': self.file.id, 'path': self.file.document.path, 'changes': changes}

    def write(self) -> None:
        """Replace the file at once, or leave it as it is. Raises `Problems` when it is another one by now."""
        if not self.changes:
            return
        if self.file.path.read_bytes() != self.before.encode('utf-8'):
            message = 'found the file changed in the meantime, expected the one that was read'
            path = self.file.document.path
            raise Problems(Problem('cannot-accept', message, path, hint='run the command again'))
        _write(self.file.path, self.text)


def _numbers(text: str) -> set[str]:
    return set(re.findall(r'\d+', text))


def propose(project: Project, example: str) -> Proposal:
    """The rewriting that makes an example hold. Raises `Problems` when there is none."""
    files, file = find_example(project, example)
    checker = Checker(project, load_readings(project).chosen)
    words = Words(project)
    before = text = _raw(file.path)
    changes: list[Change] = []
    report: list[str] = []
    now = file
    for _ in range(ROUNDS):
        findings = [checker.check(story) for story in stories(now, {**files, now.id: now})]
        failing = [finding for finding in findings if not finding.verdict.passes]
        if not failing:
            break
        _refuse(failing)
        found = _ordered(change for finding in failing for change in _changes(finding))
        text = _rewritten(text, found)
        changes += found
        report += [line for finding in failing for line in _report(finding, words)]
        now = _read_again(now, text)
        if not any(moved_spans(miss, finding) for finding in failing for miss in finding.misses):
            break  # only what follows a roll with other spans is not known yet
    _recheck(now, files, checker, words)
    return Proposal(file, tuple(changes), before, text, tuple(report))


def _read_again(file: ExampleFile, text: str) -> ExampleFile:
    return read_example(file.path, parse(text.replace('\r\n', '\n'), file.document.path))


def _refuse(failing: Sequence[Finding]) -> None:
    """Raise for every failing claim that is not a matter of other values."""
    refusals = [problem for finding in failing for problem in _refusals(finding)]
    if refusals:
        raise Problems(refusals)


def _refusals(finding: Finding) -> Iterator[Problem]:
    document = finding.story.file.document
    if finding.verdict not in ACCEPTED:
        message = f'found {finding.verdict.value}, expected FAILS: only other values can be accepted'
        node = document.node(finding.story.place or ('example',))
        yield document.problem('cannot-accept', message, node, 'see civap check')
        return
    for miss in finding.misses:
        if found := reason(miss, finding):
            node = document.node(spot(miss))
            hint = f'edit line {node.start.line + 1} by hand'
            yield document.problem('cannot-accept', found, node, hint)


def _changes(finding: Finding) -> Iterator[Change]:
    for miss in finding.misses:
        if moved := moved_spans(miss, finding):
            yield from _moves(miss, moved, finding)
        for difference in miss.differences:
            first, *rest = difference.field
            after = written(difference)
            assert after is not None
            yield _change(finding, (*miss.place, kebab(first), *rest), after)


def _change(finding: Finding, place: Place, after: str) -> Change:
    document = finding.story.file.document
    node = document.node(place)
    return Change(place, node.start, node.end, _slice(document.lines, node), after)


def _moves(miss: Miss, moved: Mapping[str, str], finding: Finding) -> Iterator[Change]:
    """The options of a pin and its pick with the new spans."""
    pick = finding.story.file.document.node((*miss.place, 'pick'))
    assert isinstance(pick, Scalar)
    options = ', '.join(f'"{option}"' for option in moved.values())
    yield _change(finding, (*miss.place, 'options'), f'[{options}]')
    yield _change(finding, (*miss.place, 'pick'), f'"{moved[pick.value]}"')


def _ordered(changes: Iterator[Change]) -> list[Change]:
    """In file order; the value of one place only once."""
    unique = {change.place: change for change in changes}
    return sorted(unique.values(), key=lambda change: (change.start.line, change.start.column))


def _slice(lines: Sequence[str], node: Node) -> str:
    """The text of a node. Raises `Problems` for one that is not written on one line."""
    start, end = node.start, node.end
    text = lines[start.line][start.column : end.column]
    if start.line != end.line or (isinstance(node, List) and not text.startswith('[')):
        message = f'found a value on several lines (line {start.line + 1}), expected it on one'
        raise Problems(Problem('cannot-accept', message, hint='edit it by hand'))
    return text


def _raw(path: Path) -> str:
    """The file with its own line ends."""
    return path.read_bytes().decode('utf-8')


def _rewritten(text: str, changes: Sequence[Change]) -> str:
    lines = text.split('\n')
    for change in reversed(changes):
        line = lines[change.start.line]
        before, after = line[: change.start.column], line[change.end.column :]
        lines[change.start.line] = before + change.after + after
    return '\n'.join(lines)


def _recheck(written: ExampleFile, files: Mapping[str, ExampleFile], checker: Checker, words: Words) -> Result:
    """The example as it would be written. Raises `Problems` unless it holds."""
    changed = {**files, written.id: written}
    found = list(check_example(written, changed, checker.project))
    if not found:
        result = check_example_file(written, changed, checker, words)
        if not result.problems:
            return result
        found = list(result.problems)
    raise Problems([replace(problem, code='cannot-accept') for problem in found])


def _report(finding: Finding, words: Words) -> Iterator[str]:
    """Old and new events, and the decision that led to the new ones."""
    assert finding.path is not None
    events = finding.path.outcome.events
    document = finding.story.file.document
    for miss in finding.misses:
        line = document.node(miss.place).start.line + 1
        if moved := moved_spans(miss, finding):
            yield f'{document.path}:{line}: choices'
            yield f'  expected   options {", ".join(moved)}'
            yield f'  happens    options {", ".join(moved.values())}'
            continue
        assert miss.expected is not None
        assert miss.event is not None
        yield f'{document.path}:{line}: {miss.expected.KIND}'
        yield f'  expected   {described(miss.expected)}'
        yield f'  happens    {_happening(miss, miss.event)}'
    last = max(miss.index for miss in finding.misses)
    for detail in decision_lines(events[: last + 1], words):
        yield f'  {detail}'


def _happening(miss: Miss, event: Event) -> str:
    """The event, in the fields that are expected of it."""
    assert miss.expected is not None
    fields = {name: event.fields.get(name) for name in miss.expected.fields}
    shown = ', '.join(f'{kebab(name)} {plain(value)}' for name, value in fields.items())
    return f'{event.kind} ({shown})'


def _write(path: Path, text: str) -> None:
    """The whole file or nothing: written beside it, then renamed. Raises `Problems` (cannot-write)."""
    try:
        _replace(path, text)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        message = f'found {reason}, expected to write here'
        raise Problems(Problem('cannot-write', message, str(path), hint='make the file writable')) from error


def _replace(path: Path, text: str) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f'.{path.name}.')
    try:
        with os.fdopen(handle, 'wb') as file:
            file.write(text.encode('utf-8'))
        shutil.copymode(path, name)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise

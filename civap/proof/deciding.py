"""Which open questions decide: two paths that differ in one answer alone, and disagree.

"Alone" means that every other question that both paths ask has the same answer on both. The paths of an
enumeration are the leaves of a tree; from a failing leaf, each question on the way up is tried with its
other answers, and a path below them that keeps to all other answers shows what the question decides.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from civap.engine.choices import Answer, Path, Question

TRIED = 200


@dataclass
class _Node:
    """A question with its subtrees by answer, or a leaf. `verdicts` are those of all leaves below."""

    question: Question | None = None
    children: dict[Answer, _Node] = field(default_factory=dict)
    verdicts: set[bool] = field(default_factory=set)


@dataclass(frozen=True)
class Decision:
    """A question that decides, seen from the failing path `index`: its answers there and elsewhere.

    With `fails` the claims fail for every way to go on, with `holds` they hold, with `open` it depends.
    """

    question: Question
    index: int
    fails: tuple[Answer, ...]
    holds: tuple[Answer, ...]
    open: tuple[Answer, ...]


def decisions(paths: Sequence[Path[bool]]) -> tuple[Decision, ...]:
    """The questions that decide whether a path holds, each from the first failing path that shows it."""
    root = _tree(paths)
    found: dict[str, Decision] = {}
    failing = [index for index, path in enumerate(paths) if not path.outcome][:TRIED]
    for index in failing:
        for decision in _along(root, paths[index], index):
            found.setdefault(decision.question.key, decision)
    return tuple(sorted(found.values(), key=lambda decision: decision.index))


def _tree(paths: Sequence[Path[bool]]) -> _Node:
    root = _Node()
    for path in paths:
        node = root
        node.verdicts.add(path.outcome)
        for question, pick in zip(path.questions, path.picks, strict=True):
            node.question = question
            node = node.children.setdefault(question.options[pick], _Node())
            node.verdicts.add(path.outcome)
    return root


def _along(root: _Node, path: Path[bool], index: int) -> list[Decision]:
    """The questions of one failing path that could have made it hold."""
    found = []
    node = root
    for question, pick in zip(path.questions, path.picks, strict=True):
        others = {key: answer for key, answer in path.answers.items() if key != question.key}
        verdicts = {answer: _reach(child, others) for answer, child in node.children.items()}
        if any(True in verdict for verdict in verdicts.values()):
            found.append(_decision(question, index, verdicts))
        node = node.children[question.options[pick]]
    return found


def _decision(question: Question, index: int, verdicts: Mapping[Answer, set[bool]]) -> Decision:
    def with_verdict(wanted: set[bool]) -> tuple[Answer, ...]:
        return tuple(answer for answer, verdict in verdicts.items() if verdict == wanted)

    return Decision(question, index, with_verdict({False}), with_verdict({True}), with_verdict({True, False}))


def _reach(node: _Node, answers: Mapping[str, Answer]) -> set[bool]:
    """The verdicts below a node of all paths that keep to `answers`."""
    if node.question is None or len(node.verdicts) == 1:
        return node.verdicts
    fixed = answers.get(node.question.key)
    found: set[bool] = set()
    for answer, child in node.children.items():
        if fixed is None or _agree(fixed, answer):
            found |= _reach(child, answers)
    return found


def _agree(one: Answer, other: Answer) -> bool:
    """Whether two answers to questions of one key can both be true: they are the same, or spans that meet."""
    if one == other:
        return True
    spans = [re.fullmatch(r'(\d+)(?:-(\d+))?', str(answer)) for answer in (one, other)]
    first, second = ((int(span[1]), int(span[2] or span[1])) if span else None for span in spans)
    return first is not None and second is not None and first[0] <= second[1] and second[0] <= first[1]

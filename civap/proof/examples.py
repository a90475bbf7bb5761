"""All examples of a project, checked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from civap.cache import Cache, key
from civap.content.examples import Assumption, ExampleFile, Examples
from civap.content.folder import SOURCE
from civap.content.map_tiles import read_map_tiles
from civap.content.problems import Problem, Problems, did_you_mean
from civap.content.readings import load_readings
from civap.content.references import examples_with
from civap.proof.acceptable import acceptable
from civap.proof.halves import halved
from civap.proof.report import problems
from civap.proof.story import Story, stories
from civap.proof.verdicts import Checker, Verdict
from civap.proof.words import Words

if TYPE_CHECKING:
    from civap.content.project import Project


@dataclass(frozen=True)
class Result:
    """What checking one example gave. `needs` are its assumptions that decide, `idle` those that do not."""

    id: str
    verdict: Verdict
    paths: int
    claims: int
    rules: frozenset[str]
    units: frozenset[str]
    problems: tuple[Problem, ...]
    needs: tuple[Assumption, ...] = ()
    idle: tuple[Problem, ...] = ()

    @property
    def passes(self) -> bool:
        """Whether a release may print it."""
        return not self.problems

    def summary(self) -> dict[str, object]:
        """For a report: plain data."""
        return {
            'id': self.id,
            'verdict': self.verdict.name.lower().replace('_', '-'),
            'claims': self.claims,
            'paths': self.paths,
            'assumes': [f'{item.fact} = {item.value}' for item in self.needs],
            'rules': sorted(self.rules),
        }

    def __str__(self) -> str:
        needs = ', '.join(f'{item.fact} = {item.value}' for item in self.needs)
        verdict = f'{self.verdict.value} {needs}' if needs else self.verdict.value
        paths = f'{self.paths} path{"s" if self.paths != 1 else ""}'
        claims = f'{self.claims} claim{"s" if self.claims != 1 else ""}'
        lines = [f'{self.id}: {verdict} ({claims}, {paths})']
        return '\n'.join([*lines, *(f'    {problem}' for problem in self.idle)])


def check_examples(
    project: Project,
    readings: Mapping[str, str] | None = None,
    extra: Sequence[Path] = (),
    code: str = SOURCE,
    *,
    fork: bool = False,
) -> list[Result]:
    """Every example, and those in `extra` files, on every path; `readings` replaces some that are taken.

    What fails is told in the language `code`. With `fork` a second process checks half of them, where there is one.

    Raises `Problems` when an example file cannot be used.
    """
    files = examples_with(project, extra)
    chosen = {**load_readings(project).chosen, **(readings or {})}
    checker = Checker(project, chosen)
    words = Words(project, code)

    def check(name: str) -> Result:
        return check_example_file(files[name], files, checker, words)

    names = list(files)
    return halved(check, names) if fork else [check(name) for name in names]


def kept_examples(project: Project, cache: Cache, code: str = SOURCE, *, fork: bool = False) -> list[Result]:
    """`check_examples`, or what it came to before with the same content: translations and templates decide nothing.

    Only what holds is kept, since what fails is told with the folder of the project. Raises `Problems`.
    """
    name = _key(project)
    kept: list[Result] | None = cache.get(name)
    if kept is None:
        kept = check_examples(project, code=code, fork=fork)
        if not any(result.problems or result.idle for result in kept):
            cache.put(name, kept)
    return kept


def _key(project: Project) -> str:
    """The digest of all that decides an example, as it was read: the files may have been edited since."""
    read = [*project.documents.values(), project.readings[1], read_map_tiles(project)[1]]
    read += [file.document for file in project.examples.values()]
    return key('examples', [(document.path, tuple(document.lines)) for document in read])


def failing(project: Project) -> list[str]:
    """The ids of the examples that do not hold. Raises `Problems` when a file cannot be used."""
    return [result.id for result in check_examples(project) if not result.passes]


def check_example_file(file: ExampleFile, files: Examples, checker: Checker, words: Words) -> Result:
    """One example with all its variants."""
    told = list(stories(file, files))
    findings = [checker.check(story) for story in told]
    rules = frozenset(rule for finding in findings for rule in finding.rules)
    accepts = all(map(acceptable, findings))
    found = [problem for finding in findings for problem in problems(finding, words, accepts=accepts)]
    worst = max((finding.verdict for finding in findings), key=list(Verdict).index)
    if worst.passes:
        found += _unreached(file, rules)
        worst = Verdict.VACUOUS if found else worst
    needed = _needed(told, checker) if worst.passes else ()
    idle = [item for item in file.example.assume if item not in needed] if worst.passes else []
    return Result(
        file.id,
        Verdict.HOLDS_IF if needed and worst.passes else worst,
        sum(finding.paths for finding in findings),
        sum(map(_claims, told)),
        rules,
        frozenset(unit for finding in findings for unit in finding.units),
        tuple(found),
        needed,
        tuple(_idle(file, item) for item in idle),
    )


def _needed(told: list[Story], checker: Checker) -> tuple[Assumption, ...]:
    """The example's own assumptions without which some story fails."""
    return tuple(item for item in told[0].file.example.assume if any(checker.needs(story, item) for story in told))


def _idle(file: ExampleFile, assumption: Assumption) -> Problem:
    index = file.example.assume.index(assumption)
    message = f'found {assumption.fact}, which decides nothing, expected assumptions that are needed'
    node = file.document.node(('assume', index, 'fact'))
    return file.document.problem('idle-assumption', message, node, 'delete it')


def _unreached(file: ExampleFile, rules: frozenset[str]) -> list[Problem]:
    return [
        file.document.problem(
            'rule-not-reached',
            f'found no event of {rule}, expected one',
            file.document.node(('rules', index)),
            'delete it, or extend the example',
        )
        for index, rule in enumerate(file.example.rules)
        if rule not in rules
    ]


def _claims(story: Story) -> int:
    claims = story.claims
    return len(claims.then) + len(claims.never) + len(claims.possible) + len(story.pins)


def find_example(project: Project, name: str) -> tuple[Examples, ExampleFile]:
    """All examples and the one called `name`, by its id or, wherever it lies, by its file. Raises `Problems`."""
    if re.fullmatch('[^./]+', name):
        files = project.examples
        if name in files:
            return files, files[name]
        message = f'found {name!r}, expected the id of an example, or a file'
        raise Problems(Problem('unknown-example', message, hint=did_you_mean(name, list(files))))
    path = Path(name)
    own = path.resolve().parent == (project.content / 'examples').resolve()
    files = examples_with(project, [] if own else [path])
    return files, next(file for file in files.values() if file.path.resolve() == path.resolve())

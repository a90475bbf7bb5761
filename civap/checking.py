"""What `civap check` does: everything, or the coverage of the examples, or what they notice of changed rules."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from civap.content.folder import SOURCE
from civap.content.problems import Problem, Problems

if TYPE_CHECKING:
    from civap.cache import Cache
    from civap.content.project import Project

Talk = Callable[[str], None]
Tell = Callable[[int, int], None]
FINDINGS = 1
ALL = 'all'


@dataclass(frozen=True)
class Checked:
    """What is told of a project without faults: each example, or those asked about, and about all of them."""

    examples: tuple[str, ...]
    summary: tuple[str, ...]

    def tell(self, form: str, talk: Talk) -> None:
        """To a person, or to a program that reads findings."""
        if form == 'text':
            for line in self.examples:
                click.echo(_painted(line))
            for line in self.summary:
                talk(line)
        elif form == 'json':
            click.echo('[]')


def _painted(line: str) -> str:
    """A verdict in colour, for a terminal: green, or yellow if it holds only under conditions."""
    name, colon, verdict = line.partition(': ')
    word = 'HOLDS IF' if verdict.startswith('HOLDS IF') else verdict.partition(' ')[0]
    colour = 'yellow' if word == 'HOLDS IF' else 'green'
    return f'{name}{colon}{click.style(word, fg=colour)}{verdict[len(word) :]}'


def check_all(project: Project, codes: Sequence[str], cache: Cache, extra: Sequence[Path] = ()) -> Checked:
    """Content, translations and examples; `extra` are example files from elsewhere. Raises `Problems`."""
    from civap.proof.halves import aside

    texts = aside(lambda: _texts(project, codes))  # before what only the examples need is loaded
    from civap.proof.coverage import covered, fraction
    from civap.proof.examples import check_examples, kept_examples

    code = codes[0] if len(codes) == 1 else SOURCE
    try:
        if extra:
            results = check_examples(project, extra=extra, code=code, fork=True)
        else:
            results = kept_examples(project, cache, code, fork=True)
    except Problems as error:
        raise Problems([*texts(), *error.problems]) from None
    problems = texts()
    problems.extend(problem for result in results for problem in result.problems)
    if problems:
        raise Problems(problems)
    coverage = covered(project, {result.id: result.units for result in results})
    about = f'{len(project.cards)} cards, texts in {", ".join(codes)}: ok'
    summary = (f'coverage: {fraction(*coverage.count())}', about)
    if not extra:
        return Checked(tuple(map(str, results)), summary)
    # Among those of the project one's own would be lost.
    given = {path.resolve() for path in extra}
    elsewhere = {name for name, file in project.examples.items() if file.path.resolve() not in given}
    own = [result for result in results if result.id not in elsewhere]
    others = f'{len(results) - len(own)} examples of the project: ok'
    return Checked(tuple(map(str, own)), (others, *summary))


def _texts(project: Project, codes: Sequence[str]) -> list[Problem]:
    """What is wrong with the translations and the content, whatever the examples say."""
    from civap.proof.findings import find_all
    from civap.text.languages import load_language

    for code in codes:
        load_language(project.root, code)  # what is wrong with one is told alone
    return [*_translations(project, codes), *(_unreadable(project) or find_all(project))]


def _translations(project: Project, codes: Sequence[str]) -> Iterator[Problem]:
    """What is wrong with the catalogs: those of the cards, the book, the sheets, and of what is said about a turn."""
    from civap.text.catalog import load_book_catalog, load_catalog, load_sheet_catalog

    for code in codes:
        for read in (load_catalog, load_book_catalog, load_sheet_catalog):
            try:
                read(project, code)
            except Problems as error:
                yield from error.problems


def _unreadable(project: Project) -> list[Problem]:
    """What is wrong with files that not every command reads."""
    from civap.content.accepted import load_accepted
    from civap.content.map_tiles import load_map_tiles
    from civap.content.readings import load_readings

    found: list[Problem] = []
    reads: list[Callable[[Project], object]] = [
        load_readings,
        load_map_tiles,
        load_accepted,
        lambda each: each.glossary,
    ]
    for read in reads:
        try:
            read(project)
        except Problems as error:
            found.extend(error.problems)
    return found


def tell_coverage(project: Project, form: str) -> None:
    """What the examples reach."""
    from civap.proof.coverage import covered
    from civap.proof.examples import check_examples

    results = check_examples(project, fork=True)
    found = covered(project, {result.id: result.units for result in results})
    click.echo(found.to_json() if form == 'json' else '\n'.join(found.lines()))


def tell_mutation(project: Project, form: str, boards: int | None, talk: Talk, tell: Tell) -> None:
    """The score. Raises `Problems`: what no example notices, and faults of the list of accepted changes."""
    from civap.proof.mutation import QUICK, score

    found = score(project, boards=boards or QUICK, tell=tell)
    findings = found.findings()
    if form == 'json':
        click.echo(found.to_json())
        if findings:
            sys.exit(FINDINGS)
        return
    for line in found.lines():
        talk(line)
    if findings:
        raise Problems(findings)


def tell_readings(project: Project, code: str, boards: int | None) -> None:
    """For each option that is not taken a small board on which it matters, as an entry for a list of questions."""
    from civap.proof.faq import BOARDS, Difference, differences, entry
    from civap.proof.words import Words

    words = Words(project, code)
    for found in differences(project, boards or BOARDS):
        click.echo(entry(found, words) if isinstance(found, Difference) else f'{found}: no board tells it apart')


def accept(project: Project, example: str, *, yes: bool, talk: Talk) -> None:
    """Take over what an example now does, or all that fail, once somebody says yes. Raises `Problems`."""
    from civap.proof.accept import propose
    from civap.proof.examples import failing

    names = failing(project) if example == ALL else [example]
    proposals = [propose(project, name) for name in names]
    for proposal in proposals:
        click.echo(str(proposal))
    if not any(proposal.changes for proposal in proposals):
        return
    if not yes and not _confirmed():
        raise Problems(Problem('not-accepted', 'found no yes, expected one; nothing was written', hint='add --yes'))
    for proposal in proposals:
        proposal.write()
    talk(f'{sum(len(proposal.changes) for proposal in proposals)} expected values rewritten')
    if outdated := [proposal.file.document.path for proposal in proposals if proposal.outdates_because]:
        talk(f'because: names a number that was rewritten; check it in {", ".join(outdated)}')


def _confirmed() -> bool:
    """A yes at the terminal or from a pipe; the end of input is a no."""
    question = 'Write these as the expected values?'
    if sys.stdin and sys.stdin.isatty():
        return click.confirm(question, err=True)
    click.echo(question, err=True)
    return bool(sys.stdin) and sys.stdin.readline().strip().lower() in ('y', 'yes')

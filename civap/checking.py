"""What `civap check` does: everything, or the coverage of the examples, or what they notice of changed rules."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from civap.cli.reporting import FINDINGS, print_data
from civap.content.folder import SOURCE
from civap.content.problems import Problem, Problems, counted

if TYPE_CHECKING:
    from civap.cache import Cache
    from civap.content.project import Project
    from civap.press.workers import Tell
    from civap.proof.accept import Proposal

Talk = Callable[[str], None]
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


def tell_readings(project: Project, code: str, form: str, boards: int | None) -> None:
    """For each option that is not taken a small board on which it matters, as an entry for a list of questions."""
    from civap.proof.faq import BOARDS, Difference, differences, entry
    from civap.proof.words import Words

    words, told = Words(project, code), []
    for found in differences(project, boards or BOARDS):
        if isinstance(found, Difference):
            name, said = f'{found.reading.id}: {found.option}', entry(found, words)
        else:
            name, said = found, f'{found}: no board tells it apart'
        told.append({'reading': name, 'apart': isinstance(found, Difference), 'entry': said})
        if form != 'json':
            click.echo(said)
    if form == 'json':
        print_data(told)


def accept(project: Project, example: str, form: str, *, yes: bool, talk: Talk) -> None:
    """Take over what an example now does, or all that fail, once somebody says yes.

    Of all, those that can be taken over are. Raises `Problems`: those of the others, after that.
    """
    from civap.content.project import load_project

    proposals, refused = _proposals(project, example)
    if not proposals and refused:
        raise Problems(problem for found in refused.values() for problem in found)
    for proposal in proposals:
        (talk if form == 'json' else click.echo)(str(proposal))
    changed = [proposal for proposal in proposals if proposal.changes]
    if changed:
        if refused:
            talk(f'{", ".join(refused)}: cannot be accepted, nothing will be written there')
        if not yes and not _confirmed():
            raise Problems(Problem('not-accepted', 'found no yes, expected one; nothing was written', hint='add --yes'))
    for proposal in changed:
        proposal.write()
    outdated = _outdated(load_project(project.root) if changed else project, changed)
    problems = [problem for found in refused.values() for problem in found]
    if form == 'json':
        made = {'accepted': [proposal.data() for proposal in proposals], 'outdated': outdated}
        print_data({**made, 'refused': list(map(asdict, problems))})
        if problems:
            sys.exit(FINDINGS)
        return
    if changed:
        talk(f'{counted(sum(len(proposal.changes) for proposal in changed), "expected value")} rewritten')
    if outdated:
        talk(f'because: names a number that is no more; check it in {", ".join(outdated)}')
    if problems:
        raise Problems(problems)


def _proposals(project: Project, example: str) -> tuple[list[Proposal], dict[str, tuple[Problem, ...]]]:
    """What would be rewritten, and why it cannot be, by the names of the examples."""
    from civap.proof.accept import propose
    from civap.proof.examples import failing

    proposals, refused = [], {}
    for name in failing(project) if example == ALL else [example]:
        try:
            proposals.append(propose(project, name))
        except Problems as error:
            refused[name] = error.problems
    return proposals, refused


def _outdated(project: Project, changed: Sequence[Proposal]) -> list[str]:
    """The paths of examples whose reason in words names a number that is expected, or happens, no longer."""
    from civap.errata.outdated import outdated

    mine = (proposal.file.document.path for proposal in changed if proposal.outdates_because)
    return sorted({*mine, *outdated(project)})


def _confirmed() -> bool:
    """A yes at the terminal or from a pipe; the end of input is a no."""
    question = 'Write these as the expected values?'
    if sys.stdin and sys.stdin.isatty():
        return click.confirm(question, err=True)
    click.echo(question, err=True)
    return bool(sys.stdin) and sys.stdin.readline().strip().lower() in ('y', 'yes')

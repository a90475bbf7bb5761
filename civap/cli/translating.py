"""civap translate: the workbench of translators."""

from __future__ import annotations

import sys
from typing import Any

import click

from civap.cli.completing import completed, in_cldr, messages
from civap.cli.options import TEXTS, Options, asked_project, chosen_options, merged, only_texts
from civap.cli.reporting import FINDINGS, USAGE, print_data, report_problems, reporting, talk
from civap.cli.translate_check import check as check_command
from civap.cli.translate_proof import proof
from civap.cli.translate_stress import stress


@click.group()
def translate() -> None:
    """Start a language, bring its texts up to date with the English, and tell how far they are.

    \b
    Examples:
      civap translate new de               a new language, ready to be translated
      civap translate status               what is done, missing and stale, by file
      civap translate sync --lang pl       take over what changed in English
      civap translate check --lang pl      numbers, terms, quotation marks and other slips
      civap translate proof pl             English and Polish side by side, on paper
      civap translate stress               what a long or mirrored language will meet
    """


@translate.command()
@chosen_options('project', 'lang', 'format')
@click.option(
    '--trivial',
    multiple=True,
    metavar='ID',
    shell_complete=completed(messages),
    help='A message whose English changed in spelling alone: its translations stay as good as they were.',
)
@click.option('--check', is_flag=True, help='Write nothing; end with 1 if there is something to write.')
def sync(trivial: tuple[str, ...], check: bool, **given: Any) -> None:
    """Bring the PO files up to date with the English.

    A text whose English changed is marked fuzzy, with the English that it translates beside it; a new one
    stands where it stands in English; one that is gone moves to the end and comes back with its translation.

    \b
    Examples:
      civap translate sync
      civap translate sync --lang pl --trivial tie.roll
      civap translate sync --check         in continuous integration
    """
    options = merged(given)
    with reporting(options):
        from civap.content.problems import Problems
        from civap.translate import sync as syncing

        project = asked_project(options)
        synced = syncing.sync(project, translations(options), trivial)
        behind = [each for each in synced if each.is_changed]
        if check and behind:
            raise Problems(each.problem() for each in behind)
        if not check:
            syncing.write(project, synced)
        _tell(options, [each.data() for each in synced], map(str, synced))


@translate.command()
@chosen_options('project', 'lang', 'format')
@only_texts
@click.option('--strict', is_flag=True, help='End with 1 if a text is missing or stale, as a release would.')
def status(strict: bool, **given: Any) -> None:
    """Tell how far the texts of each language are, by file.

    Stale texts translate an English that has changed, or are marked fuzzy. With --format json the ids are
    named, too.

    \b
    Examples:
      civap translate status
      civap translate status --lang pl --format json
      civap translate status --strict      before a release
    """
    options = merged(given)
    with reporting(options):
        from civap.content.problems import Problems
        from civap.translate.status import TOTAL, statuses, table

        found = statuses(asked_project(options), translations(options), options.only or TEXTS)
        problems = [problem for each in found if each.name != TOTAL and (problem := each.problem())]
        if options.format == 'json':
            _tell(options, [each.data() for each in found], ())
            if strict and problems:
                sys.exit(FINDINGS)
            return
        for line in table(found):
            click.echo(line)
        if strict and problems:
            raise Problems(problems)


@translate.command()
@chosen_options('project', 'format')
@click.argument('code', metavar='LANG', shell_complete=completed(in_cldr))
def new(code: str, **given: Any) -> None:
    """Start a language: LANG is its code in CLDR, such as de, pt_BR or zh_Hant.

    Makes locales/LANG with a profile, which says how the language is set, and PO files without texts.

    \b
    Examples:
      civap translate new de
      civap build --lang de --draft --only cards
    """
    options = merged(given)
    with reporting(options):
        from civap.content.problems import Problems
        from civap.translate.new import new_language, write_language

        project = asked_project(options)
        try:
            made = new_language(project, code)
        except Problems as error:
            report_problems(error.problems, options.format)
            sys.exit(USAGE if any(each.code == 'unknown-language' for each in error.problems) else FINDINGS)
        write_language(project, made)
        _tell(options, {'files': list(made.files), 'lacking': made.lacking}, made.lines())


def translations(options: Options) -> list[str]:
    """The languages asked for, else all, but for English: it is the source. Raises `Problems`."""
    from civap.cli.options import asked_languages
    from civap.content.folder import SOURCE, find_root

    if options.lang == (SOURCE,):
        raise click.UsageError(f'found --lang {SOURCE}, expected a translation: English is the source')
    return [code for code in asked_languages(find_root(options.project), options) if code != SOURCE]


def _tell(options: Options, data: Any, lines: Any) -> None:
    """What was found or done: data on standard output for programs, lines for people."""
    if options.format == 'json':
        print_data(data)
        return
    for line in lines:
        talk(line)


for command in (check_command, proof, stress):
    translate.add_command(command)

"""The command line: parse, call, report. Everything slow is imported by the command that needs it."""

from __future__ import annotations

import errno
import gc
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from civap import __version__
from civap.content.problems import Problem, Problems
from civap.press.printing import BACK_ARTS, BACKS, EDITIONS, MARK_SIDES, MARKS

if TYPE_CHECKING:
    from civap.content.project import Project
    from civap.press.made import Request
    from civap.press.printing import Printing
    from civap.proof.words import Words

FunctionT = TypeVar('FunctionT', bound=Callable[..., Any])
ResultT = TypeVar('ResultT')
FORMATS = ('text', 'json', 'github')
PAPERS = ('a4', 'letter')
DOCUMENTS = ('cards', 'sheets', 'rulebook')
OK, FINDINGS, USAGE = 0, 1, 2
FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}


@dataclass(frozen=True)
class Options:
    """What stands before or after the subcommand alike; after wins."""

    project: Path | None = None
    out: Path | None = None
    lang: tuple[str, ...] = ()
    paper: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    format: str = 'text'
    fresh: bool = False


class _Folder(click.Path):
    """A folder; an empty name is not the current one."""

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> Any:
        if value == '':
            self.fail("found '', expected a folder", parameter, context)
        return super().convert(value, parameter, context)


def _split(context: click.Context, parameter: click.Parameter, value: Sequence[str]) -> tuple[str, ...]:
    """`--lang en --lang pl` and `--lang en,pl` are the same."""
    parts = tuple(dict.fromkeys(part.strip() for item in value for part in item.split(',') if part.strip()))
    if value and not parts:
        raise click.BadParameter(f'found {value[0]!r}, expected a name', context, parameter)
    return parts


def _one_of(known: Sequence[str]) -> Callable[..., tuple[str, ...]]:
    def check(context: click.Context, parameter: click.Parameter, value: Sequence[str]) -> tuple[str, ...]:
        parts = _split(context, parameter, value)
        for part in parts:
            if part not in known:
                raise click.BadParameter(f'found {part!r}, expected {" or ".join(known)}', context, parameter)
        return parts

    return check


_SHARED = (
    click.option('--project', type=_Folder(path_type=Path), metavar='DIR',
                 help='Folder with content/, locales/ and templates/.'),
    click.option('--out', type=_Folder(path_type=Path), metavar='DIR',
                 help='Where the outputs go (default: build/ in the project).'),
    click.option('--lang', multiple=True, callback=_split, metavar='LANG',
                 help='Languages, such as en,pl (default: all).'),
    click.option('--paper', multiple=True, callback=_one_of(PAPERS), metavar='PAPER',
                 help='a4, letter (default: both).'),
    click.option('--only', multiple=True, callback=_one_of(DOCUMENTS), metavar='DOCUMENT',
                 help='cards, sheets, rulebook (default: all there are).'),
    click.option('--format', type=click.Choice(FORMATS), help='How findings are written (default: text).'),
    click.option('--fresh', is_flag=True, help='Use nothing that earlier runs have kept.'),
)  # fmt: skip


def shared_options(command: FunctionT) -> FunctionT:
    """Adds the options that every command understands."""
    for option in reversed(_SHARED):
        command = option(command)
    return command


def _merge(given: dict[str, Any]) -> Options:
    """Options given after the subcommand over those given before it."""
    names = {field.name for field in fields(Options)}
    before: dict[str, Any] = click.get_current_context().obj or {}
    after = {name: value for name, value in given.items() if name in names and value not in (None, (), False)}
    return Options(**{**before, **after})


@click.group(context_settings={'help_option_names': ['-h', '--help'], 'max_content_width': 100})
@shared_options
@click.version_option(__version__, '--version', message='civap %(version)s')
def cli(**given: Any) -> None:
    """Print the Automated Player's cards and prove what they print.

    \b
    Examples:
      civap build                          everything, in every language, on A4 and Letter
      civap build --lang pl --paper a4     the Polish cards on A4
      civap build --draft                  print now, mark what is missing or unproven
      civap check                          content, translations and worked examples
      civap explain EXAMPLE                the decisions of an example, step by step
      civap resolve game.yaml              the Automated Player's next turn, from your table
      civap calibrate                      a sheet to measure how far off your printer puts backs
    """
    click.get_current_context().obj = {name: value for name, value in given.items() if value not in (None, (), False)}


_PRINTING = (
    click.option('--size', default='57x89', metavar='WxH',
                 help='Size of the cards in mm, such as 63x88, 63.5x88.9 or 70x120 (default: 57x89).'),
    click.option('--bleed', default='3', metavar='MM', help='Art beyond each edge of a card (default: 3).'),
    click.option('--corner', default='3', metavar='MM', help='Radius of the corners of a card (default: 3).'),
    click.option('--back', type=click.Choice(BACKS), default='long',
                 help='How backs come behind fronts: on the other side, flipped on the long or short edge; beside '
                 'them, to fold and glue; none (default: long).'),
    click.option('--marks', type=click.Choice(MARKS), default='edge',
                 help='Where cuts are shown: nowhere, at the corners of each card, at the edge of the paper, by '
                 'lines over the full sheet (default: edge).'),
    click.option('--mark-sides', type=click.Choice(MARK_SIDES), default='both',
                 help='Marks beside fronts, or beside both fronts and backs (default: both).'),
    click.option('--variant', 'editions', multiple=True, callback=_one_of(EDITIONS), metavar='VARIANT',
                 help='colour; economy: outlines, little ink; large: large print, 70x120; shop: one card a page, with '
                 'bleed, for print shops; png: pictures of 300 dots an inch (default: colour).'),
    click.option('--back-art', type=click.Choice(BACK_ARTS), default='level',
                 help='What backs show: the level, or a reminder of trade tokens and the die (default: level).'),
    click.option('--printer', metavar='NAME', help='Correct what civap calibrate has measured of this printer.'),
)  # fmt: skip


def printing_options(command: FunctionT) -> FunctionT:
    """Adds the options that say how cards are printed."""
    for option in reversed(_PRINTING):
        command = option(command)
    return command


@cli.command()
@shared_options
@printing_options
@click.option('--draft', is_flag=True, help='Print in spite of missing or stale texts and failing examples, marked.')
@click.option('--booklet', is_flag=True, help='The rulebook as a booklet too: half-size pages, to fold and staple.')
def build(
    draft: bool,
    booklet: bool,
    size: str,
    bleed: str,
    corner: str,
    back: Any,
    marks: Any,
    mark_sides: Any,
    printer: str | None,
    editions: Any,
    back_art: Any,
    **given: Any,
) -> None:
    """Print the documents into build/<language>/.

    A plain build is a release: a missing or stale text, an example that does not hold or a text that does
    not fit is an error, and nothing is written.

    \b
    Examples:
      civap build
      civap build --lang en,pl --paper letter
      civap build --only rulebook --booklet
      civap build --only cards --size 63x88 --back fold --marks corner
      civap build --draft --out /tmp/try
    """
    from civap.press.printing import Printing

    options = _merge(given)
    shape = _shape(size, bleed, corner)
    if booklet and options.only and 'rulebook' not in options.only:
        raise click.UsageError(f'found --booklet beside --only {",".join(options.only)}, expected rulebook among these')
    with _reporting(options):
        from civap.cache import open_cache
        from civap.content.folder import find_root
        from civap.press.made import recall

        root = find_root(options.project)
        printing = _corrected(Printing(back, marks, mark_sides), printer)
        request = replace(
            _request(root, options),
            draft=draft,
            booklet=booklet,
            shape=shape,
            printing=printing,
            editions=editions or ('colour',),
            back_art=back_art,
        )
        cache = open_cache(fresh=options.fresh)
        kept = request.key(root)
        made = recall(request, cache, kept)
        if made is None:
            from civap.press.workers import Workers, worker_count

            with Workers(worker_count(len(request.languages)), cache) as workers:
                # Slow to import, and meanwhile the workers get ready.
                from civap.content.project import load_project
                from civap.press.build import build_project

                made = build_project(load_project(root), request, workers)
            if request.key(root) == kept:  # nothing was edited meanwhile
                cache.put(kept, made)
        for line in (*made.notes, *(str(request.out / name) for name in made.documents)):
            _talk(line)
        if options.format == 'json':
            click.echo(made.report)


def _corrected(printing: Printing, printer: str | None) -> Printing:
    """With what is known of the printer."""
    if printer is None:
        return printing
    from civap.press.printers import load_profile

    profile = load_profile(printer)
    across, down = profile.correction
    return replace(printing, offset=profile.offset, scale=(100 * across, 100 * down))


def _in_one_language(options: Options) -> Options:
    """For a command that tells a story, once."""
    if len(options.lang) > 1:
        raise click.UsageError(f'found --lang {",".join(options.lang)}, expected one language')
    return options


def _refuse_unknown(options: Options, languages: Sequence[str]) -> None:
    """What can be refused before anything slow is loaded."""
    for code in options.lang:
        if code not in languages:
            raise click.UsageError(f'found --lang {code}, expected one of {", ".join(languages)}')


def _shape(size: str, bleed: str, corner: str) -> Any:
    """The card that was asked for."""
    from civap.press.geometry import CardShape
    from civap.press.printing import parse_bleed, parse_corner, parse_size

    sides = _parsed('--size', parse_size, size)
    beyond = _parsed('--bleed', parse_bleed, bleed)
    return CardShape(*sides, beyond, _parsed('--corner', lambda text: parse_corner(text, sides), corner))


def _parsed(option: str, parse: Callable[[str], ResultT], text: str) -> ResultT:
    """What an option stands for; what is wrong with it is told as with every option."""
    try:
        return parse(text)
    except Problems as error:
        problem = error.problems[0]
        raise click.BadParameter(f'{problem.message}: {problem.hint}', param_hint=f"'{option}'") from None


def _request(root: Path, options: Options) -> Request:
    from civap.press.made import Request

    return Request(
        out=options.out or _default_out(root),
        languages=_codes(root, options),
        papers=options.paper or PAPERS,
        only=options.only or DOCUMENTS,
    )


def _default_out(root: Path) -> Path:
    """build/ beside content/; in the current folder when the shipped content is printed."""
    from civap.content.folder import is_shipped

    return Path('build') if is_shipped(root) else root / 'build'


def _codes(root: Path, options: Options) -> tuple[str, ...]:
    from civap.content.folder import language_codes, wanted_languages

    codes = tuple(wanted_languages(root, options.lang))
    _refuse_unknown(options, language_codes(root))
    return codes


def _languages(root: Path, options: Options) -> tuple[str, ...]:
    from civap.text.languages import load_language

    codes = _codes(root, options)
    for code in codes:
        load_language(root, code)
    return codes


def _project(options: Options) -> Project:
    from civap.content.folder import find_root
    from civap.content.project import load_project

    return load_project(find_root(options.project))


@cli.command()
@shared_options
@click.argument('files', nargs=-1, type=click.Path(path_type=Path), metavar='[FILES]...')
@click.option(
    '--accept',
    metavar='EXAMPLE',
    help='Take over what the rules now do as expected; all for each example that fails.',
)
@click.option('--yes', is_flag=True, help='Answer yes to the question of --accept.')
@click.option('--readings', is_flag=True, help='Show small boards on which two readings of a rule differ.')
@click.option('--fit', is_flag=True, help='Tell how much room each text of the cards has left.')
@click.option('--size', default='57x89', metavar='WxH', help='With --fit: the size of the cards (default: 57x89).')
@click.option(
    '--variant',
    'editions',
    multiple=True,
    callback=_one_of(EDITIONS[:3]),
    metavar='VARIANT',
    help='With --fit: colour, economy, large (default: colour).',
)
@click.option('--coverage', is_flag=True, help='Tell which parts of the rules the examples reach, and which none.')
@click.option('--mutation', is_flag=True, help='Change the rules one thing at a time: which examples notice it?')
@click.option(
    '--boards',
    type=click.IntRange(1, 100_000),
    metavar='N',
    help='Random boards for each accepted change or reading (default: 300).',
)
def check(
    files: tuple[Path, ...],
    accept: str | None,
    yes: bool,
    coverage: bool,
    mutation: bool,
    readings: bool,
    fit: bool,
    size: str,
    editions: tuple[str, ...],
    boards: int | None,
    **given: Any,
) -> None:
    """Check content, translations and every worked example, and example FILES from elsewhere.

    \b
    Examples:
      civap check
      civap check my-example.yaml
      civap check --lang pl --format github
      civap check --accept EXAMPLE          or a file, or all, after an erratum
      civap check --coverage --format json
      civap check --mutation --boards 10000
      civap check --readings --lang pl
      civap check --fit --lang pl --size 63x88
    """
    if accept == '':
        raise click.UsageError("found --accept '', expected an example, a file or all")
    if sum(map(bool, (accept, coverage, mutation, readings, fit))) > 1:
        raise click.UsageError('found several of --accept, --coverage, --mutation, --readings and --fit, expected one')
    if files and (accept or coverage or mutation or readings or fit):
        raise click.UsageError('found FILES beside another option, expected either (--accept takes a file, too)')
    if boards and not (mutation or readings):
        raise click.UsageError('found --boards without --mutation or --readings, expected one of them')
    options = _in_one_language(_merge(given)) if readings else _merge(given)
    with _reporting(options):
        from civap import checking

        if fit:
            _check_fit(options, size, editions or ('colour',))
            return
        if not (accept or coverage or mutation or readings):
            _check_all(options, files)
            return
        project = _project(options)
        if accept:
            checking.accept(project, accept, yes=yes, talk=_talk)
        elif coverage:
            checking.tell_coverage(project, options.format)
        elif mutation:
            checking.tell_mutation(project, options.format, boards, _talk)
        else:
            checking.tell_readings(project, _language(project.root, options), boards)


def _check_fit(options: Options, size: str, editions: Sequence[Any]) -> None:
    """The room of each text, the fullest first."""
    from civap.content.folder import find_root
    from civap.press.workers import Workers, worker_count

    root = find_root(options.project)
    request = replace(_request(root, options), shape=_shape(size, '3', '3'), editions=editions)
    with Workers(worker_count(len(request.languages))) as workers:
        from civap.content.project import load_project
        from civap.press.fitting import fits, told

        found = fits(load_project(root), request, workers)
    if options.format == 'json':
        import json

        click.echo(json.dumps(found, ensure_ascii=False, indent=2))
    else:
        click.echo('\n'.join(told(found)))


def _check_all(options: Options, files: Sequence[Path]) -> None:
    """What was found without faults before is not looked at again."""
    from civap.cache import key, open_cache, project_key
    from civap.checking import check_all
    from civap.content.folder import find_root

    root = find_root(options.project)
    codes = _codes(root, options)
    cache = open_cache(fresh=options.fresh)
    # Files from elsewhere are not worth it.
    kept = None if files else key('check', project_key(root), codes)
    checked = cache.get(kept) if kept else None
    if checked is None:
        checked = check_all(_project(options), codes, files)
        if kept:
            cache.put(kept, checked)
    checked.tell(options.format, _talk)


@cli.command()
@shared_options
@click.argument('state')
@click.option('--dice', default='', metavar='2,5', help='Faces rolled, in order: ties, attackers and defenders.')
@click.option('--seed', type=int, metavar='N', help='Roll by this seed.')
@click.option('--turns', type=click.IntRange(1, 99), default=1, metavar='N', help='So many turns (default: 1).')
def resolve(state: str, dice: str, seed: int | None, turns: int, **given: Any) -> None:
    """Resolve the Automated Player's turn from a state: a file, - for standard input, or {...} itself.

    What the state leaves open is asked, as far as it matters: facts, rolls, decisions of people. The last
    line is the state after the turn, in the form that this command reads.

    \b
    Examples:
      civap resolve game.yaml
      civap resolve game.yaml --dice 2,5 --lang pl
      civap resolve game.yaml --seed 1 --turns 3 --format json
    """
    options = _in_one_language(_merge(given))
    with _reporting(options):
        from civap.proof.resolve import Stopped
        from civap.proof.resolve import resolve as resolve_state

        project = _project(options)
        words = _words(project, options)
        try:
            played = resolve_state(project, state, _chooser(words, dice, seed, state), turns=turns)
        except Stopped as stopped:
            if options.format == 'text':
                click.echo('\n'.join(stopped.played.lines(words)))
            raise
        if options.format == 'json':
            import json

            click.echo(json.dumps(played.data(words), ensure_ascii=False, indent=2))
        else:
            click.echo('\n'.join(played.lines(words)))


def _chooser(words: Any, dice: str, seed: int | None, state: str) -> Any:
    """Who answers: the dice given, the seed, and a person at the terminal or on standard input."""
    from civap.proof.resolve import Asking, Chance, Stating, parse_dice, rolled, seeded

    faces = _parsed('--dice', parse_dice, dice)
    person = Stating(words) if state == '-' else Asking(words, _read_answer, again=_at_terminal())
    rest = person if seed is None else Chance(seeded(seed), person)
    return rolled(faces, rest)


def _read_answer(prompt: str) -> str:
    """A line from the terminal; the prompt is talk."""
    click.echo(prompt, err=True, nl=not _at_terminal())
    return sys.stdin.readline() if sys.stdin else ''


def _at_terminal() -> bool:
    """Whether there is somebody to ask; a closed input is None."""
    return bool(sys.stdin and sys.stdin.isatty())


def _language(root: Path, options: Options) -> str:
    """The language to tell things in: the one asked for, else English."""
    from civap.content.folder import SOURCE

    return _languages(root, options)[0] if options.lang else SOURCE


@cli.command()
@shared_options
@click.argument('example')
@click.option('--answers', default='', metavar='KEY=VALUE,...', help='Fix open facts, choices and dice on the way.')
def explain(example: str, answers: str, **given: Any) -> None:
    """Show how a worked example is resolved, decision by decision; or what a card or the code of a finding says.

    \b
    Examples:
      civap explain EXAMPLE --lang pl
      civap explain card.CARD --lang ar
      civap explain idle-floor
      civap explain EXAMPLE --answers wonder.tie=petra
    """
    options = _in_one_language(_merge(given))
    with _reporting(options):
        from civap.proof.replay import explain as explain_example
        from civap.proof.told import told

        project = _project(options)
        words = _words(project, options)
        click.echo(told(project, example, words.code) or explain_example(project, example, answers, words))


@cli.command()
@shared_options
@click.option('--printer', metavar='NAME', help='Save what was read from the sheet under a name; alone, tell what was.')
@click.option('--shift', metavar='DX,DY', help='The two numbers that were read from the back of the sheet, in mm.')
@click.option('--bars', metavar='W,H', help='The lengths of its bars, across and down, as measured in mm.')
@click.option('--printers', is_flag=True, help='List the printers that were saved.')
def calibrate(printer: str | None, shift: str | None, bars: str | None, printers: bool, **given: Any) -> None:
    """Measure where a printer puts backs and how large it prints: print a sheet, then save what it shows.

    The sheet is in English unless --lang names another language. What is saved lies in your folder for settings,
    or in CIVAP_CONFIG.

    \b
    Examples:
      civap calibrate --paper a4                            the sheet, with what to do
      civap calibrate --printer office --shift 0.5,-0.25
      civap calibrate --printer office --shift 0,0 --bars 149.5,199
      civap calibrate --printers
    """
    if printers and not (printer is shift is bars is None):
        raise click.UsageError('found --printers beside another option, expected it alone')
    if printer is None and not (shift is bars is None):
        raise click.UsageError('found --shift or --bars without --printer, expected the name to save them under')
    if shift is None and bars is not None:
        raise click.UsageError('found --bars without --shift, expected both')
    options = _merge(given)
    with _reporting(options):
        if printers:
            _tell_printers(options)
        elif printer is None:
            _print_calibration(options)
        else:
            _keep_printer(printer, shift, bars)


def _print_calibration(options: Options) -> None:
    from civap.content.folder import find_root
    from civap.content.project import load_project
    from civap.press.calibration import calibration_files
    from civap.press.output import write_files

    if len(options.lang) > 1:
        raise click.UsageError(f'found --lang {",".join(options.lang)}, expected one language')
    root = find_root(options.project)
    language, out = _language(root, options), options.out or _default_out(root)
    files = calibration_files(load_project(root), language, options.paper or PAPERS)
    write_files(out, files)
    for name in files:
        _talk(str(out / name))


def _keep_printer(name: str, shift: str | None, bars: str | None) -> None:
    """Save what was measured; without it tell what is known of the printer."""
    from civap.press.printers import Profile, checked_name, load_profile, parse_bars, parse_shift, save_profile

    known = _parsed('--printer', checked_name, name)
    if shift is None:
        click.echo(str(load_profile(known)))
        return
    scale = (1.0, 1.0) if bars is None else _parsed('--bars', parse_bars, bars)
    profile = Profile(known, _parsed('--shift', parse_shift, shift), scale)
    path = save_profile(profile)
    click.echo(str(profile))
    _talk(str(path))


def _tell_printers(options: Options) -> None:
    from civap.press.printers import profiles

    found = profiles()
    if options.format == 'json':
        import json
        from dataclasses import asdict

        click.echo(json.dumps([asdict(profile) for profile in found], indent=2))
        return
    for profile in found:
        click.echo(str(profile))
    if not found:
        _talk('no printers yet: print the sheet with civap calibrate')


def _words(project: Project, options: Options) -> Words:
    """In the language asked for, with the pages of the book that was printed last."""
    from civap.press.made import rule_pages
    from civap.proof.words import Words

    language = _language(project.root, options)
    return Words(project, language, rule_pages(options.out or _default_out(project.root), project.root, language))


def _talk(line: str) -> None:
    click.echo(line, err=True)


@contextmanager
def _reporting(options: Options) -> Iterator[None]:
    """Turns `Problems` into findings in the wanted form and an exit status."""
    try:
        yield
    except Problems as error:
        report_problems(error.problems, options.format)
        sys.exit(FINDINGS)


def report_problems(problems: Sequence[Problem], form: str) -> None:
    """Findings on stdout as text, JSON or workflow commands; the count on stderr."""
    if form == 'json':
        import json
        from dataclasses import asdict

        click.echo(json.dumps([asdict(problem) for problem in problems], ensure_ascii=False, indent=2))
    else:
        for problem in problems:
            click.echo(_github(problem) if form == 'github' else str(problem))
    _talk(f'{len(problems)} problem{"s" if len(problems) > 1 else ""}')


def _github(problem: Problem) -> str:
    """One line that GitHub shows beside the file."""
    text = problem.message + (f' (hint: {problem.hint})' if problem.hint else '')
    text = text.replace('%', '%25').replace('\r', '%0D').replace('\n', '%0A')
    where = f'file={problem.path},line={max(problem.line, 1)},col={max(problem.column, 1)},' if problem.path else ''
    return f'::error {where}title={problem.code}::{text}'


def main() -> NoReturn:
    """Run the command line; no traceback reaches the user unless CIVAP_DEBUG is set."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that workers and temporary files are cleared away
    gc.disable()  # a command is over soon, and collecting takes a tenth of its time
    os.environ.setdefault('PYDANTIC_DISABLE_PLUGINS', '__all__')  # none is wanted, and looking for them takes time
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors='backslashreplace')  # a console may know no Arabic
    try:
        status = cli.main(prog_name='civap', standalone_mode=False)
    except click.ClickException as error:
        error.show()
        sys.exit(USAGE)
    except (click.Abort, KeyboardInterrupt):
        _talk('stopped')
        sys.exit(130)
    except BrokenPipeError:
        _drop_output()
        sys.exit(USAGE)
    except Exception as error:
        if os.environ.get('CIVAP_DEBUG'):
            raise
        if isinstance(error, OSError) and error.errno in FULL and error.filename is None:
            _drop_output()
            message = f'found {(error.strerror or "").lower()}, expected to write the output'
            _talk(str(Problem('cannot-write', message, '<stdout>', hint='make room, or send it elsewhere')))
            sys.exit(FINDINGS)
        _talk(f'civap: internal-error {type(error).__name__}: {error}')
        _talk('    hint: run again with CIVAP_DEBUG=1 and report what it prints')
        sys.exit(USAGE)
    sys.exit(status or OK)


def _drop_output() -> None:
    """Nothing more can be written, and the end of the program shall not try to."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

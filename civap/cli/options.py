"""Options: what is understood before and after each command, and what it stands for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

from civap.cli.colour import color_option
from civap.cli.completing import FOLDERS, completed, known, languages, printers
from civap.content.folder import default_out
from civap.content.problems import Problems
from civap.content.sizes import NAMED_SIZES
from civap.press.printing import BACK_ARTS, BACKS, EDITIONS, MARK_SIDES, MARKS

if TYPE_CHECKING:
    from civap.content.project import Project
    from civap.press.made import Request
    from civap.proof.words import Words


FunctionT = TypeVar('FunctionT', bound=Callable[..., Any])


ResultT = TypeVar('ResultT')
FORMATS = ('text', 'json', 'github')
PAPERS = ('a4', 'letter')
DOCUMENTS = ('cards', 'sheets', 'rulebook')
# What has texts: documents, and what the command line says of a turn.
TEXTS = (*DOCUMENTS, 'play')


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

    def shell_complete(
        self, context: click.Context, parameter: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return [CompletionItem(incomplete, type=FOLDERS)]


def _split(context: click.Context, parameter: click.Parameter, value: Sequence[str]) -> tuple[str, ...]:
    """`--lang en --lang pl` and `--lang en,pl` are the same."""
    parts = tuple(dict.fromkeys(part.strip() for item in value for part in item.split(',') if part.strip()))
    if value and not parts:
        raise click.BadParameter(f'found {value[0]!r}, expected a name', context, parameter)
    return parts


def one_of(known: Sequence[str]) -> Callable[..., tuple[str, ...]]:
    def check(context: click.Context, parameter: click.Parameter, value: Sequence[str]) -> tuple[str, ...]:
        parts = _split(context, parameter, value)
        for part in parts:
            if part not in known:
                raise click.BadParameter(f'found {part!r}, expected {" or ".join(known)}', context, parameter)
        return parts

    return check


_SHARED: Mapping[str, Callable[[Any], Any]] = {
    'project': click.option('--project', type=_Folder(path_type=Path), metavar='DIR',
                            help='Folder with content/, locales/ and templates/ (default: around the current one).'),
    'out': click.option('--out', type=_Folder(path_type=Path), metavar='DIR',
                        help='Where the outputs go (default: build/ in the project).'),
    'lang': click.option('--lang', multiple=True, callback=_split, metavar='LANG',
                         shell_complete=completed(languages, several=True),
                         help='Languages, such as en,pl (default: all).'),
    'paper': click.option('--paper', multiple=True, callback=one_of(PAPERS), metavar='PAPER',
                          shell_complete=known(PAPERS, several=True),
                          help='a4, letter (default: both).'),
    'only': click.option('--only', multiple=True, callback=one_of(DOCUMENTS), metavar='DOCUMENT',
                         shell_complete=known(DOCUMENTS, several=True),
                         help='cards, sheets, rulebook (default: all there are).'),
    'format': click.option('--format', type=click.Choice(FORMATS), help='How findings are written (default: text).'),
    'fresh': click.option('--fresh', is_flag=True, help='Use nothing that earlier runs have kept.'),
}  # fmt: skip


def shared_options(command: FunctionT) -> FunctionT:
    """Adds the options that every command understands."""
    return chosen_options(*_SHARED)(command)


def chosen_options(*names: str) -> Callable[[FunctionT], FunctionT]:
    """Adds those of them that a command has a use for, and --color; `merged` refuses the others before its name."""

    def add(command: FunctionT) -> FunctionT:
        for option in reversed((*(_SHARED[name] for name in names), color_option)):
            command = option(command)
        return command

    return add


def only_texts(command: FunctionT) -> FunctionT:
    """Adds --only for a command that looks at texts, of which some are in no document."""
    return click.option('--only', multiple=True, callback=one_of(TEXTS), metavar='TEXTS',
                        shell_complete=known(TEXTS, several=True),
                        help=f'Texts of {", ".join(TEXTS)} (default: all).')(command)  # fmt: skip


looks_option = click.option(
    '--looks', type=click.Choice(('print', 'ignore')), default='print', show_default=True,
    help='What says the same and only looks otherwise (art, templates, styles): print it again or not.',
)  # fmt: skip


def merged(given: dict[str, Any]) -> Options:
    """Options given after the subcommand over those given before it.

    Raises click.UsageError for one given before it that it has no use for.
    """
    names = {field.name for field in fields(Options)}
    context = click.get_current_context()
    before: dict[str, Any] = context.obj or {}
    for name in before:
        if name not in {each.name for each in context.command.params}:
            command = context.command_path.partition(' ')[2]
            raise click.UsageError(f'found --{name} before {command}, expected none: it has no effect there')
    after = {name: value for name, value in given.items() if name in names and value not in (None, (), False)}
    return Options(**{**before, **after})


SIZE_HELP = (
    f'Size of the cards in mm, such as 63x88, or by name: {", ".join(NAMED_SIZES)} '
    '(default: 57x89, large print 70x120).'
)
PRINTING = (
    click.option('--size', metavar='WxH', help=SIZE_HELP, shell_complete=known(NAMED_SIZES)),
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
    click.option('--variant', 'editions', multiple=True, callback=one_of(EDITIONS), metavar='VARIANT',
                 shell_complete=known(EDITIONS, several=True),
                 help='colour; economy: outlines, little ink; large: large print, 70x120 or --size; shop: '
                 'one card a page, with bleed, for print shops; png: pictures of 300 dots an inch (default: colour).'),
    click.option('--back-art', type=click.Choice(BACK_ARTS), default='level',
                 help='What backs show: the level, or a reminder of trade tokens and the die (default: level).'),
    click.option('--printer', metavar='NAME', shell_complete=completed(printers),
                 help='Correct what civap calibrate has measured of this printer.'),
)  # fmt: skip


def printing_options(command: FunctionT) -> FunctionT:
    """Adds the options that say how cards are printed."""
    for option in reversed(PRINTING):
        command = option(command)
    return command


def in_one_language(options: Options) -> Options:
    """For a command that tells a story, once."""
    if len(options.lang) > 1:
        raise click.UsageError(f'found --lang {",".join(options.lang)}, expected one language')
    return options


def refuse_unknown(options: Options, languages: Sequence[str]) -> None:
    """What can be refused before anything slow is loaded."""
    for code in options.lang:
        if code not in languages:
            raise click.UsageError(f'found --lang {code}, expected one of {", ".join(languages)}')


def card_shape(size: str | None, bleed: str = '3', corner: str = '3') -> Any:
    """The card that was asked for, of the usual size where none was."""
    from civap.content.sizes import parse_size
    from civap.press.geometry import CardShape
    from civap.press.printing import parse_bleed, parse_corner

    usual = CardShape()
    sides = parsed('--size', parse_size, size) if size is not None else (usual.width, usual.height)
    beyond = parsed('--bleed', parse_bleed, bleed)
    return CardShape(*sides, beyond, parsed('--corner', lambda text: parse_corner(text, sides), corner))


def parsed(option: str, parse: Callable[[str], ResultT], text: str) -> ResultT:
    """What an option stands for; what is wrong with it is told as with every option."""
    try:
        return parse(text)
    except Problems as error:
        problem = error.problems[0]
        raise click.BadParameter(f'{problem.message}: {problem.hint}', param_hint=f"'{option}'") from None


def build_request(root: Path, options: Options) -> Request:
    from civap.press.made import Request

    return Request(
        out=options.out or default_out(root),
        languages=asked_codes(root, options),
        papers=options.paper or PAPERS,
        only=options.only or DOCUMENTS,
    )


def asked_codes(root: Path, options: Options) -> tuple[str, ...]:
    from civap.content.folder import language_codes, wanted_languages

    codes = tuple(wanted_languages(root, options.lang))
    refuse_unknown(options, language_codes(root))
    return codes


def asked_languages(root: Path, options: Options) -> tuple[str, ...]:
    from civap.text.languages import load_language

    codes = asked_codes(root, options)
    for code in codes:
        load_language(root, code)
    return codes


def asked_project(options: Options) -> Project:
    from civap.content.folder import find_root
    from civap.content.project import load_project

    return load_project(find_root(options.project))


def told_language(root: Path, options: Options) -> str:
    """The language to tell things in: the one asked for, else English."""
    from civap.content.folder import SOURCE

    return asked_languages(root, options)[0] if options.lang else SOURCE


def told_words(project: Project, options: Options) -> Words:
    """In the language asked for, with the pages of the book that was printed last."""
    from civap.press.made import rule_pages
    from civap.proof.words import Words

    language = told_language(project.root, options)
    return Words(project, language, rule_pages(options.out or default_out(project.root), project.root, language))

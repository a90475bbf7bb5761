"""The templates of a project, rendered to HTML."""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import CodeType
from typing import TYPE_CHECKING, Any, ClassVar

from jinja2 import (
    BaseLoader,
    BytecodeCache,
    Environment,
    FileSystemBytecodeCache,
    StrictUndefined,
    TemplateNotFound,
    TemplateSyntaxError,
)
from jinja2.bccache import Bucket
from jinja2.loaders import split_template_path
from jinja2.sandbox import SandboxedEnvironment

from civap.content.problems import Problem, Problems
from civap.content.source import Mark, problem_at, read_text
from civap.press.fonts import USUAL, font_css
from civap.press.icons import Icons, picture
from civap.press.letters import longest, loosened, widest
from civap.press.spread import breadth, spread

if TYPE_CHECKING:
    from civap.text.languages import Digits

# What is added to a style sheet where the digits are not European.
DIGIT_STYLES: Mapping[Digits, tuple[str, ...]] = {'arab': ('digits-arab.css',)}
# Begins the names of files in compiled code, which is thus the same wherever the project lies.
_FILE = '<templates>/'
_USE = re.compile(r"""\{%[-+]?\s*(?:include|import|from|extends)\s+["']([^"']+)["']""")


def compile_once(folder: Path, art: Path, compiled: Path | None, names: Sequence[str]) -> None:
    """Leave the code of templates where processes share it, if they do: each would take half a second to compile it."""
    if compiled:
        Templates(folder, art, compiled).compile(names)


@dataclass(frozen=True)
class Templates:
    """The folder with cards/ and styles/, the folder with the icons, and one for the code of compiled templates."""

    folder: Path
    art: Path
    compiled: Path | None = None

    def render(self, name: str, values: Mapping[str, Any]) -> str:
        """The HTML of a template. Raises `Problems`: of it, of its icons, and those of `read_text`."""
        try:
            return self._environment.get_template(name).render(values)
        except Problems:
            raise
        except Exception as error:  # whatever an expression in a template can raise
            raise Problems(self._bad_template(name, error)) from error

    def compile(self, names: Sequence[str]) -> None:
        """Leave the code of templates in the folder for it; what is wrong with one is told when it is rendered."""
        for name in names:
            with suppress(Exception):
                self._environment.get_template(name)

    def styles(self, names: Iterable[str], faces: str, digits: Digits) -> str:
        """Style sheets one after the other, with counters in the digits of the language. Raises `Problems`."""
        return '\n'.join(self.style(name, faces) for name in (*names, *DIGIT_STYLES.get(digits, ())))

    def style(self, name: str, faces: str = USUAL) -> str:
        """The text of a style sheet, then what other typefaces change of it: `styles/<faces>/` has that.

        Raises `Problems`: missing-style, and those of `read_text`.
        """
        folder = self.folder / 'styles'
        if not (folder / name).is_file():
            hint = 'add the file, or copy that of the project'
            raise Problems(
                Problem('missing-style', 'found no style sheet, expected one', f'templates/styles/{name}', hint=hint)
            )
        own = [each for each in (name, f'{faces}/{name}') if (folder / each).is_file()]
        return '\n'.join(read_text(folder / each, f'templates/styles/{each}') for each in own)

    @cached_property
    def _environment(self) -> SandboxedEnvironment:
        environment = SandboxedEnvironment(
            loader=_Loader(self.folder),
            bytecode_cache=FileSystemBytecodeCache(str(self.compiled)) if self.compiled else _InMemory(),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        environment.filters.update(widest=widest, longest=longest, loosened=loosened, breadth=breadth)
        glyph = Icons(self.art, self.folder.parent).glyph
        environment.globals.update(glyph=glyph, picture=picture, font_css=font_css(), spread=spread)
        return environment

    def _bad_template(self, name: str, error: Exception) -> Problem:
        file, line = self._place(error) or (name, 0)
        message = f'found {error}, expected a template that renders'
        if isinstance(error, RecursionError):
            message = 'found a template or macro that uses itself, expected an end'
        shown, hint = f'templates/{file}', 'correct the template'
        if not line:
            return Problem('bad-template', message, shown, hint=hint)
        lines = read_text(self.folder / file, shown).split('\n')
        return problem_at(shown, lines, 'bad-template', message, Mark(line - 1, 0), hint)

    def _place(self, error: Exception) -> tuple[str, int] | None:
        """The template and its line where it happened; Jinja puts both into the traceback."""
        if isinstance(error, TemplateSyntaxError):  # its name is that of the template, or of the file
            return str(error.name).removeprefix(_FILE), error.lineno
        frames = reversed(traceback.extract_tb(error.__traceback__))
        return next(
            (
                (frame.filename.removeprefix(_FILE), frame.lineno or 0)
                for frame in frames
                if frame.filename.startswith(_FILE)
            ),
            None,
        )


class _InMemory(BytecodeCache):
    """The code of templates, kept while the process lives: to compile takes longer than to render."""

    _kept: ClassVar[dict[str, tuple[str, CodeType]]] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """What was kept of the same text, for Jinja."""
        checksum, code = self._kept.get(bucket.key, ('', None))
        if checksum == bucket.checksum:
            bucket.code = code

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep it, for Jinja."""
        if bucket.code:
            self._kept[bucket.key] = bucket.checksum, bucket.code


class _Loader(BaseLoader):
    """Templates as UTF-8; a file in another encoding is told as one of content is."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        """The text of a template, for Jinja."""
        path = self._folder.joinpath(*split_template_path(template))
        if not path.is_file():
            raise TemplateNotFound(template)
        text = read_text(path, f'templates/{template}')
        self._refuse_circle(template, text)
        return text, f'{_FILE}{template}', lambda: True

    def _refuse_circle(self, template: str, text: str) -> None:
        """A template that uses itself, through others or not, would be rendered without end."""
        for use in _USE.finditer(text):
            if template in self._used(use[1]):
                message = f'found {use[1]}, which uses this template again, expected an end'
                lines, line = text.split('\n'), text.count('\n', 0, use.start(1))
                mark, hint = Mark(line, lines[line].index(use[1])), 'delete one of the two uses'
                raise Problems(problem_at(f'templates/{template}', lines, 'bad-template', message, mark, hint))

    def _used(self, template: str) -> list[str]:
        """A template and all that it uses."""
        names = [template]
        for name in names:
            names += [use for use in dict.fromkeys(_USE.findall(self._text(name))) if use not in names]
        return names

    def _text(self, template: str) -> str:
        """What is in a template; nothing in what is none, or leads out of the folder."""
        with suppress(TemplateNotFound, Problems):
            return read_text(self._folder.joinpath(*split_template_path(template)), template)
        return ''

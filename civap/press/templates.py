"""The templates of a project, rendered to HTML."""

from __future__ import annotations

import re
import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from jinja2 import FileSystemLoader, StrictUndefined, TemplateSyntaxError
from jinja2.sandbox import SandboxedEnvironment

from civap.content.problems import Problem, Problems
from civap.press.fonts import font_css
from civap.press.icons import Icons, picture


@dataclass(frozen=True)
class Templates:
    """The folder with cards/ and styles/, and the folder with the icons."""

    folder: Path
    art: Path

    def render(self, name: str, values: Mapping[str, Any]) -> str:
        """The HTML of a template. Raises `Problems` (bad-template, missing-icon, unsafe-icon)."""
        try:
            return self._environment.get_template(name).render(values)
        except Problems:
            raise
        except Exception as error:  # whatever an expression in a template can raise
            raise Problems(self._bad_template(name, error)) from error

    def style(self, name: str) -> str:
        """The text of a style sheet. Raises `Problems` (missing-style)."""
        path = self.folder / 'styles' / name
        try:
            return path.read_text(encoding='utf-8')
        except OSError as error:
            problem = Problem('missing-style', 'found no style sheet, expected one', str(path))
            raise Problems(problem) from error

    @cached_property
    def _environment(self) -> SandboxedEnvironment:
        environment = SandboxedEnvironment(
            loader=FileSystemLoader(self.folder),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        environment.filters['words'] = _words
        environment.globals.update(glyph=Icons(self.art).glyph, picture=picture, font_css=font_css())
        return environment

    def _bad_template(self, name: str, error: Exception) -> Problem:
        file, line = self._place(error) or (name, 0)
        message = f'found {error}, expected a template that renders'
        return Problem('bad-template', message, f'templates/{file}', line, 1 if line else 0)

    def _place(self, error: Exception) -> tuple[str, int] | None:
        """The template and its line where it happened; Jinja puts both into the traceback."""
        if isinstance(error, TemplateSyntaxError):
            return str(error.name), error.lineno
        frames = reversed(traceback.extract_tb(error.__traceback__))
        return next(
            (
                (Path(frame.filename).relative_to(self.folder).as_posix(), frame.lineno or 0)
                for frame in frames
                if Path(frame.filename).is_relative_to(self.folder)
            ),
            None,
        )


def _words(value: Any) -> list[str]:
    """All that stands between two plain spaces in the texts of a card; no-break spaces hold a word together."""
    if isinstance(value, str):
        return re.sub(r'<[^>]*>', '', value).split(' ')
    parts = value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ()
    return [word for part in parts for word in _words(part)]

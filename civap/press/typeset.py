"""HTML into laid out pages and PDF, with WeasyPrint; whatever it would only warn of is an error here."""

from __future__ import annotations

import atexit
import gc
import logging
import os
import ssl
import sys
import unicodedata
import warnings
from base64 import b64decode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from textwrap import shorten
from typing import Any
from xml.etree import ElementTree

from civap import system
from civap.content.problems import Problem, Problems
from civap.press.fonts import FONTCONFIG, font_files
from civap.press.geometry import Box
from civap.press.icons import ADDRESS

MM_PER_PX = 25.4 / 96
MAX_DRAWING = 8_000_000  # letters of an address


class Typesetter:
    """WeasyPrint with one font configuration and one fetcher for all documents of a process."""

    def __init__(self) -> None:
        files = font_files().values()
        self._html, fetcher, configuration = _import_weasyprint()
        self._fetcher = fetcher({path.as_uri(): path for path in files})
        self._fonts = configuration()

    def layout(self, html: str, name: str) -> Any:
        """A WeasyPrint document; `name` is what problems call it. Raises `Problems`."""
        with _strict(name):
            return self._html(html, self._fetcher).render(font_config=self._fonts)

    def pdf(self, document: Any, name: str, texts: Mapping[str, str], *, tagged: bool = False) -> bytes:
        """The document as PDF, its pages at trim size with bleed; `tagged` with its structure, for screen readers.

        `texts` maps the parts of the document to their text: a letter without a glyph is looked for there.
        Raises `Problems`.
        """
        with _strict(name, texts):
            return bytes(document.write_pdf(pdf_tags=tagged))

    def close(self) -> None:
        """Delete WeasyPrint's copies of the fonts, which it does by itself when no document is left."""
        self._fonts.__del__()
        self._fonts._folder = None  # it would try again when there is nothing left to do it with


@cache
def typesetter() -> Typesetter:
    """The one of this process; the first call takes a second. Raises `Problems` (missing-library, missing-font)."""
    return Typesetter()


@atexit.register
def _close() -> None:
    """Delete the copies of the fonts; to look for garbage at the end would take a twentieth of the time of a deck."""
    if typesetter.cache_info().currsize:
        typesetter().close()
    gc.freeze()


def boxes(page: Any) -> dict[str, Box]:
    """The rectangle of each element with an id on a page, in mm from the lower left corner of its trim."""
    return {name: _box(corners, page.height) for name, corners in page.anchors.items()}


def _box(corners: tuple[float, float, float, float], height: float) -> Box:
    left, top, right, bottom = corners
    edges = (left, height - bottom, right, height - top)
    return Box(*(edge * MM_PER_PX for edge in edges))


def _import_weasyprint() -> tuple[Any, Any, Any]:
    """What is used of it, bound to our fonts alone."""
    if problem := system.problem():
        raise Problems(Problem('missing-library', problem, hint='install what is missing'))
    os.environ['FONTCONFIG_FILE'] = str(FONTCONFIG)
    with warnings.catch_warnings(), system.libraries_by_name():
        # That the system's fonts are not used is meant so.
        warnings.filterwarnings('ignore', 'No fonts configured', UserWarning)
        from cssselect2 import ElementWrapper
        from weasyprint import HTML
        from weasyprint.text.fonts import FontConfiguration
        from weasyprint.urls import URLFetcher, URLFetcherResponse

    class Markup(HTML):  # type: ignore[misc]
        """HTML that is well-formed is read by Python's own parser, in a tenth of the time; other as in browsers."""

        def __init__(self, html: str, fetcher: Any) -> None:
            try:
                root = ElementTree.fromstring(html.strip())
            except ElementTree.ParseError:
                super().__init__(string=html, url_fetcher=fetcher)
                return
            self.base_url = None
            self.url_fetcher = fetcher
            self.media_type = 'print'
            self.wrapper_element = ElementWrapper.from_html_root(root, content_language=None)
            self.etree_element = self.wrapper_element.etree_element

    class FontFetcher(URLFetcher):  # type: ignore[misc]
        """Gives the font files and what the document itself holds, above all nothing from a network."""

        def __init__(self, files: dict[str, Path]) -> None:
            # A context without the trusted roots, which take 50 ms to load and are never used.
            super().__init__(ssl_context=ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT))
            self._files = files

        def fetch(self, url: str, headers: Any = None) -> Any:
            if url.startswith(ADDRESS):
                return URLFetcherResponse(url, _drawing(url), {'Content-Type': 'image/svg+xml'})
            if url not in self._files:
                raise ValueError('documents may use nothing but their fonts and drawings')
            return URLFetcherResponse(url, self._files[url].read_bytes())

    return Markup, FontFetcher, FontConfiguration


def _drawing(url: str) -> bytes:
    """The SVG in an address. Raises `ValueError` for one that is large, or has entities, which can grow."""
    if len(url) > MAX_DRAWING:
        raise ValueError('a drawing is too large')
    drawing = b64decode(url[len(ADDRESS) :], validate=True)
    if b'<!DOCTYPE' in drawing or b'<!ENTITY' in drawing:
        raise ValueError('a drawing is shapes alone')
    return drawing


class _Warnings(logging.Handler):
    """Keeps what is logged, from warnings on.

    What ends the program is raised again: WeasyPrint takes Ctrl-C while it draws for a fault of the drawing.
    """

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        caught = sys.exc_info()[1]
        if caught is not None and not isinstance(caught, Exception):
            raise caught
        self.records.append(record)


@contextmanager
def _strict(name: str, texts: Mapping[str, str] | None = None) -> Iterator[None]:
    """Raise `Problems` if WeasyPrint warns of anything meanwhile, or trips over a style."""
    logger, kept = logging.getLogger('weasyprint'), _Warnings()
    logger.addHandler(kept)
    try:
        yield
    except Exception as error:
        message = f'found {error!r} in WeasyPrint, expected pages'
        raise Problems(Problem('render-failed', message, name, hint='simplify the template')) from error
    finally:
        logger.removeHandler(kept)
    if kept.records:
        problems = (each for record in kept.records for each in _problems(record, name, texts or {}))
        raise Problems(dict.fromkeys(problems))


def _problems(record: logging.LogRecord, name: str, texts: Mapping[str, str]) -> Iterator[Problem]:
    if not record.msg.startswith('.notdef') or not isinstance(record.args, tuple):
        said = shorten(record.getMessage(), 160, placeholder=' ...')
        hint = 'correct the style sheet or the template'
        yield Problem('render-warning', f'found {said}, expected no warning', name, hint=hint)
        return
    char = str(record.args[0])
    for part in [part for part, text in texts.items() if char in text] or ['']:
        yield _missing_glyph(char, name, part)


def _missing_glyph(char: str, name: str, part: str) -> Problem:
    dash = unicodedata.category(char) == 'Pd'  # looks like one that the fonts have
    called = f', {unicodedata.name(char)},' if dash else ''
    found = f'found {char} (U+{ord(char):04X}){called}' + (f' in {part}' if part else '')
    hint = 'write - or \N{EN DASH}' if dash else 'write it with other letters'
    return Problem('missing-glyph', f'{found}, expected letters that the fonts have', name, hint=hint)

"""What a PDF says about itself: title, language, reading direction; nothing that changes from run to run."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from io import BytesIO
from typing import Literal

import pikepdf

from civap import __version__
from civap.content.folder import language_tag

DUPLEX = {'long': '/DuplexFlipLongEdge', 'short': '/DuplexFlipShortEdge', 'none': '/Simplex'}
PRODUCER = f'civap {__version__}'
# Lam with alef, as two letters and as one character (Unicode's presentation forms).
LIGATURES = {b'06440622': b'fef5', b'06440623': b'fef7', b'06440625': b'fef9', b'06440627': b'fefb'}
LIGATURE = re.compile(b'<(%s)>' % b'|'.join(LIGATURES))


@dataclass(frozen=True, slots=True)
class About:
    """The document's title and language as readers and screen readers show them.

    `flip` is the edge on which sheets for both sides are turned over, `none` if there is only one side.
    """

    title: str
    language: str
    right_to_left: bool = False
    flip: Literal['long', 'short', 'none'] | None = None

    @property
    def tag(self) -> str:
        """The language as documents name it."""
        return language_tag(self.language)


def save(pdf: pikepdf.Pdf, about: About) -> bytes:
    """The file. Its id is a digest of its content, so that the same input gives the same bytes."""
    _describe(pdf, about)
    _name_ligatures(pdf)
    file = BytesIO()
    pdf.save(
        file,
        min_version='1.7',
        deterministic_id=True,
        object_stream_mode=pikepdf.ObjectStreamMode.generate,
    )
    return file.getvalue()


def joined(files: Iterable[bytes]) -> bytes:
    """One file with the pages of all; the same bytes for the same files."""
    whole = pikepdf.Pdf.new()
    with ExitStack() as stack:
        for file in files:
            whole.pages.extend(stack.enter_context(pikepdf.open(BytesIO(file))).pages)
        made = BytesIO()
        whole.save(made, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return made.getvalue()


def fonts(pdf: pikepdf.Pdf) -> tuple[str, ...]:
    """The font families in the file, sorted."""
    return tuple(sorted({str(font.FontFamily) for font in _descriptors(pdf)}))


def _describe(pdf: pikepdf.Pdf, about: About) -> None:
    pdf.trailer.Info = pdf.make_indirect(
        pikepdf.Dictionary(Title=pikepdf.String(about.title), Producer=pikepdf.String(PRODUCER))
    )
    pdf.Root.Lang = pikepdf.String(about.tag)
    direction = pikepdf.Name.R2L if about.right_to_left else pikepdf.Name.L2R
    # Nothing is scaled to a printer's margins: cards have the size of cards.
    wanted = pikepdf.Dictionary(DisplayDocTitle=True, Direction=direction, PrintScaling=pikepdf.Name('/None'))
    if about.flip:
        wanted.Duplex = pikepdf.Name(DUPLEX[about.flip])
    pdf.Root.ViewerPreferences = wanted


def _name_ligatures(pdf: pikepdf.Pdf) -> None:
    """Readers turn right-to-left text round glyph by glyph, and with it the two letters of a ligature."""
    for found in pdf.objects:
        if isinstance(found, pikepdf.Dictionary) and '/ToUnicode' in found:
            table = found.ToUnicode.read_bytes()
            found.ToUnicode.write(LIGATURE.sub(lambda match: b'<%s>' % LIGATURES[match[1]], table))


def _descriptors(pdf: pikepdf.Pdf) -> Iterator[pikepdf.Object]:
    for found in pdf.objects:
        if isinstance(found, pikepdf.Dictionary) and found.get('/Type') == '/FontDescriptor':
            yield found

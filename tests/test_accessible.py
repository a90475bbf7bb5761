"""The documents that are read on a screen: what PDF/UA-1 asks for, checked in the files that were printed."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from accessible import faults

LANGUAGES = ('en', 'pl', 'ar')
EDITIONS = ('rulebook-a4', 'rulebook-letter', 'reference-sheets-a4', 'reference-sheets-letter')

pytestmark = pytest.mark.slow


@pytest.mark.parametrize('edition', EDITIONS)
@pytest.mark.parametrize('language', LANGUAGES)
def test_a_reading_edition_has_no_faults(language: str, edition: str, built: Path) -> None:
    with pikepdf.open(built / language / f'{edition}.pdf') as pdf:
        assert faults(pdf) == []
        assert str(pdf.Root.Lang) == language


def test_links_say_where_they_lead(built: Path) -> None:
    with pikepdf.open(built / 'pl' / 'rulebook-a4.pdf') as pdf:
        said = {str(note.Contents) for page in pdf.pages for note in page.get('/Annots', [])}
    assert all(' (str. ' in text for text in said)
    assert any(text.startswith('Przykład 2 (') for text in said)
    assert any(text.startswith('4.3 (') for text in said)


def first(pdf: pikepdf.Pdf, kind: str) -> Any:
    return next(
        found for found in pdf.objects if isinstance(found, pikepdf.Dictionary) and found.get('/S') == f'/{kind}'
    )


def no_alt(pdf: pikepdf.Pdf) -> None:
    del first(pdf, 'Figure').Alt


def no_scope(pdf: pikepdf.Pdf) -> None:
    del first(pdf, 'TH').A.Scope


def skipped_level(pdf: pikepdf.Pdf) -> None:
    first(pdf, 'H2').S = pikepdf.Name.H4


def untagged_content(pdf: pikepdf.Pdf) -> None:
    pdf.pages[2].contents_add(b'0 0 1 1 re f')


def no_claim(pdf: pikepdf.Pdf) -> None:
    del pdf.Root.Metadata


def unknown_type(pdf: pikepdf.Pdf) -> None:
    first(pdf, 'Div').S = pikepdf.Name.Block


def row_outside(pdf: pikepdf.Pdf) -> None:
    first(pdf, 'Table').S = pikepdf.Name.Div


def lost_element(pdf: pikepdf.Pdf) -> None:
    del pdf.Root.StructTreeRoot.K[0].K[3]


def silent_link(pdf: pikepdf.Pdf) -> None:
    pdf.pages[1].Annots[0].Contents = pikepdf.String('')


def font_left_out(pdf: pikepdf.Pdf) -> None:
    for found in pdf.objects:
        if isinstance(found, pikepdf.Dictionary) and found.get('/Type') == '/FontDescriptor':
            for name in ('/FontFile', '/FontFile2', '/FontFile3'):
                if name in found:
                    del found[name]


def spoilt() -> Iterator[tuple[Callable[[pikepdf.Pdf], None], str]]:
    yield no_alt, '13-004'
    yield no_scope, '15-003'
    yield skipped_level, '14-003'
    yield untagged_content, '01-003'
    yield no_claim, '06-002'
    yield unknown_type, '02-001'
    yield row_outside, '09-004'
    yield lost_element, '01-003'
    yield silent_link, '28-004'
    yield font_left_out, '31-009'


@pytest.mark.parametrize(('spoil', 'checkpoint'), list(spoilt()), ids=lambda each: getattr(each, '__name__', each))
def test_the_check_notices(spoil: Callable[[pikepdf.Pdf], None], checkpoint: str, built: Path) -> None:
    edition = 'rulebook-a4' if spoil in (silent_link, lost_element) else 'reference-sheets-a4'
    with pikepdf.open(built / 'en' / f'{edition}.pdf') as pdf:
        assert faults(pdf) == []
        spoil(pdf)
        assert any(fault.startswith(checkpoint) for fault in faults(pdf))

"""What every file tells a printer."""

from io import BytesIO

import pikepdf
import pytest

from civap.press.booklet import impose_booklet
from civap.press.pdf import About, save


def pages(count: int) -> pikepdf.Pdf:
    pdf = pikepdf.Pdf.new()
    for _ in range(count):
        pdf.add_blank_page(page_size=(420, 595))
    for page in pdf.pages:
        page.trimbox = page.mediabox
    return pdf


@pytest.mark.parametrize('right_to_left', [False, True])
@pytest.mark.parametrize(
    ('flip', 'duplex'),
    [(None, None), ('long', '/DuplexFlipLongEdge'), ('short', '/DuplexFlipShortEdge'), ('none', '/Simplex')],
)
def test_sheets_are_printed_at_their_size_and_turned_over_the_right_edge(
    flip: str | None, duplex: str | None, right_to_left: bool
) -> None:
    made = save(pages(2), About('Title', 'en', right_to_left, flip))
    with pikepdf.open(BytesIO(made)) as pdf:
        wanted = pdf.Root.ViewerPreferences
        assert wanted.PrintScaling == '/None'
        assert wanted.get('/Duplex') == duplex
        assert wanted.Direction == ('/R2L' if right_to_left else '/L2R')
    assert made == save(pages(2), About('Title', 'en', right_to_left, flip))


def test_a_booklet_is_turned_over_its_short_edge() -> None:
    about = About('Title', 'en')
    made, sides = impose_booklet(save(pages(5), about), 'a4', about)
    with pikepdf.open(BytesIO(made)) as pdf:
        assert pdf.Root.ViewerPreferences.Duplex == '/DuplexFlipShortEdge'
        assert len(pdf.pages) == sides == 4

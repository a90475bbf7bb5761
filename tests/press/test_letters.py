"""What may be broken where, before anything is set."""

import pytest
from markupsafe import Markup

from civap.press.letters import loosened


@pytest.mark.parametrize(
    ('html', 'loose'),
    [
        ('<span class="whole">a\u00a0b</span>', '<span>a b</span>'),
        ('<b>5</b> a &lt; b', '<b>5</b> a &lt; b'),
        ('5\u00a0a\u00a0b', '5\u00a0a b'),
    ],
)
def test_a_loosened_text_keeps_its_markup(html: str, loose: str) -> None:
    assert loosened(Markup(html)) == loosened(html) == Markup(loose)

"""The job with Typst: typst_deck.py DECK OUT."""

import sys
from pathlib import Path

import typst

deck, out = (Path(name).resolve() for name in sys.argv[1:3])
fonts = sys.argv[3:]
source = Path(__file__).with_suffix('.typ')
typst.compile(
    str(source), str(out), root='/', font_paths=fonts, ignore_system_fonts=True, sys_inputs={'deck': str(deck)}
)

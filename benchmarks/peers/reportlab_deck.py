"""The job with ReportLab: reportlab_deck.py DECK OUT."""

import json
import sys
from pathlib import Path

from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph

STYLES = {
    kind: ParagraphStyle(kind, fontName=font, fontSize=8, leading=9.4, spaceAfter=space * mm)
    for kind, font, space in (
        ('step', 'bold', 0.6),
        ('heading', 'bold', 0.2),
        ('item', 'regular', 0),
        ('tie', 'italic', 0.8),
    )
}


class Sheets:
    """Draws on a canvas whose y goes up, at places that are told from the top."""

    def __init__(self, deck, out):
        self.deck = deck
        self.width, self.height = deck['trim']
        self.canvas = Canvas(str(out), [side * mm for side in deck['sheet']], invariant=1, pageCompression=1)
        self.canvas.setTitle(deck['title'])

    def draw(self):
        """Fronts and backs of one sheet after the other."""
        deck = self.deck
        size = len(deck['places'])
        for start in range(0, len(deck['cards']), size):
            placed = list(zip(deck['cards'][start : start + size], deck['places'], strict=False))
            for card, (left, top) in placed:
                self.front(card, left, top)
            self.end_page()
            for card, (left, top) in placed:
                self.back(card, deck['sheet'][0] - left - self.width, top)
            self.end_page()
        self.canvas.save()

    def front(self, card, left, top):
        """A field with a panel, the title, the text and the foot line."""
        self.field(card['field'], left, top)
        self.box(self.deck['paper'], left + 6, top + 13, self.width - 9, self.height - 21)
        self.text('title', 12, card['on'], left + 6, top + 7, card['title'])
        self.text('bold', 6, card['on'], left + 6, top + 10.5, card['kind'].upper())
        self.text('title', 14, card['on'], left + self.width - 8, top + 8, card['numeral'])
        y = top + 14
        for kind, text in card['lines']:
            paragraph = Paragraph(text, STYLES[kind])
            _, high = paragraph.wrap((self.width - 12) * mm, 80 * mm)
            paragraph.drawOn(self.canvas, (left + 7.5) * mm, self.up(y) - high)
            y += (high + STYLES[kind].spaceAfter) / mm
        self.text('bold', 7.5, card['on'], left + 12, top + self.height - 3, card['foot'])

    def back(self, card, left, top):
        """The numeral on a dark field."""
        self.field(self.deck['night'], left, top)
        self.canvas.setFont('title', 40)
        self.canvas.setFillColor(HexColor(self.deck['paper']))
        middle = (left + self.width / 2) * mm, self.up(top + self.height / 2 + 5)
        self.canvas.drawCentredString(*middle, card['numeral'])

    def field(self, colour, left, top):
        """The whole card with its bleed."""
        bleed = self.deck['bleed']
        self.box(colour, left - bleed, top - bleed, self.width + 2 * bleed, self.height + 2 * bleed)

    def box(self, colour, left, top, width, height):
        """A rectangle that is filled."""
        self.canvas.setFillColor(HexColor(colour))
        self.canvas.rect(left * mm, self.up(top + height), width * mm, height * mm, 0, 1)

    def text(self, font, size, colour, left, base, text):
        """A line of text."""
        self.canvas.setFont(font, size)
        self.canvas.setFillColor(HexColor(colour))
        self.canvas.drawString(left * mm, self.up(base), text)

    def end_page(self):
        """Cut marks at each edge of a card, then the next page."""
        wide, high = self.deck['sheet']
        self.canvas.setLineWidth(0.25)
        for left, top in self.deck['places']:
            for x in (left, left + self.width):
                self.canvas.line(x * mm, self.up(2), x * mm, self.up(6))
                self.canvas.line(x * mm, self.up(high - 6), x * mm, self.up(high - 2))
            for y in (top, top + self.height):
                self.canvas.line(4 * mm, self.up(y), 10 * mm, self.up(y))
                self.canvas.line((wide - 10) * mm, self.up(y), (wide - 4) * mm, self.up(y))
        self.canvas.showPage()

    def up(self, down):
        """The y of what lies `down` mm below the upper edge."""
        return (self.deck['sheet'][1] - down) * mm


deck = json.loads(Path(sys.argv[1]).read_text('utf-8'))
for name, file in deck['fonts'].items():
    registerFont(TTFont(name, file))
Sheets(deck, sys.argv[2]).draw()

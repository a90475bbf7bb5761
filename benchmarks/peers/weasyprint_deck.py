"""The job with WeasyPrint alone: weasyprint_deck.py DECK OUT."""

import json
import sys
from pathlib import Path

from jinja2 import Environment, FileSystemLoader
from weasyprint import HTML

deck = json.loads(Path(sys.argv[1]).read_text('utf-8'))
templates = Environment(loader=FileSystemLoader(Path(__file__).parent), autoescape=True)
HTML(string=templates.get_template('weasyprint_deck.html').render(deck)).write_pdf(sys.argv[2])

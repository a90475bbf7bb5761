"""Whatever a page shows is in its digest, and nothing that it does not show."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from copies import ROOT, copied

from civap.cache import Cache
from civap.content.project import load_project
from civap.errata.diff import Diff, compare
from civap.errata.record import Record, Scope, record_of
from civap.errata.report import DOCUMENTS, listed_lines
from civap.errata.shown import look

CARDS = load_project(ROOT).cards
Edit = Callable[[str], str]
RULES, SHEETS = 'content/new_dawn/rulebook.yaml', 'content/new_dawn/sheets.yaml'
ART, STYLES = 'content/new_dawn/art/', 'templates/styles/'


def words(*pairs: tuple[str, str]) -> Edit:
    """Replaces the first of each."""

    def edit(text: str) -> str:
        for old, new in pairs:
            assert old in text, old
            text = text.replace(old, new, 1)
        return text

    return edit


def since(old: Record, folder: Path, edits: dict[str, Edit], *codes: str, only: tuple[str, ...] = DOCUMENTS) -> Diff:
    """As it is told with what the tests before have kept."""
    root, kept = copied(folder, edits), Cache(folder.parent / 'kept')
    return compare(old, record_of(load_project(root), Scope(codes, only, told=False), kept))


def printed(found: Diff, code: str = 'en') -> dict[str, set[str]]:
    return {name: set(ids) for name in DOCUMENTS if (ids := found.to_print(name, code))}


def every(old: Record, document: str) -> set[str]:
    return set(old.printed['en'][document])


def test_words_of_templates_cover_contents_and_feet_reach_what_shows_them(tmp_path: Path, old: Record) -> None:
    edits = {
        RULES: words(
            ('Roll two dice: the first', 'Roll both dice: the first'),
            ('en: roll again,', 'en: roll once more,'),
            ('takes a seat in your game.', 'has a seat in your game.'),
            ('title: Setup\n', 'title: Setting up\n'),
        ),
        SHEETS: words(('"Small numbers are', '"All small numbers are')),
    }
    found = since(old, tmp_path, edits, 'en', 'pl')
    assert printed(found) == {
        'sheets': every(old, 'sheets'),
        'rulebook': {'cover', 'toc', 'table.dice', 'chapter.setup'},
    }
    assert printed(found, 'pl') == {}  # what a draft would mark is no change


def test_what_is_not_printed_is_no_change(tmp_path: Path, old: Record) -> None:
    edits = {
        SHEETS: lambda text: re.sub(r'(id: \w+\.alt\.[\w.-]+\n  en: ")', r'\1Here: ', text),
        RULES: lambda text: re.sub(r'(\n +alt: >-\n +)', r'\1Here: ', text),
    }
    found = since(old, tmp_path, edits, 'en')
    assert len(found.wording) > 5
    assert printed(found) == {}


def reordered(text: str) -> str:
    """The rule without map tiles as the first of its chapter; the text before it is gone."""
    before, text = text.split('      - text:\n          id: core-tiles', 1)
    _, gone, text = text.partition('      - rule:\n          id: setup.no-tiles')
    own, end, text = text.partition('      - rule:')
    first = '    title: Setup\n    blocks:\n'
    return before.replace(first, f'{first}{gone}{own}') + end + text


def test_another_number_is_on_the_pages_that_show_it(tmp_path: Path, old: Record) -> None:
    found = since(old, tmp_path, {RULES: reordered}, 'en')
    numbered = {name for name, _, _ in found.renumbered}
    assert len(numbered) == 6
    assert printed(found) == {'sheets': {'setup'}, 'rulebook': numbered | {'concordance'}}
    assert found.printed('rulebook', 'removed') == ('text.setup.core-tiles',)


def cards(old: Record, kind: str) -> set[str]:
    return {name for name in every(old, 'cards') if CARDS[name].type == kind}


def test_a_drawing_reaches_what_shows_it(tmp_path: Path, old: Record) -> None:
    edits = {f'{ART}culture.svg': lambda text: text.replace('<path', '<circle cx="9" cy="9" r="3"/><path', 1)}
    found = since(old, tmp_path, edits, 'en')
    assert all(each.only_looks and not each.lines for each in found.prints)
    assert printed(found).pop('cards') == cards(old, 'culture')
    assert printed(found).pop('sheets') == {'culture-1', 'culture-3'}
    book = printed(found)['rulebook']
    assert {'cover', 'card.culture'} <= book
    assert not {'card.science', 'toc', 'setup.map', 'table.dice'} & book
    assert found.without_looks().prints == ()
    lines = listed_lines(found, ['en'])
    assert [line.split(':')[0] for line in lines] == [f'en looks of {name}' for name in DOCUMENTS]


def more(style: str) -> Edit:
    """A style sheet with a rule or a comment at its end."""
    return lambda text: f'{text}\n{style}\n'


STYLE = 'styles/cards.css'


@pytest.mark.parametrize(
    ('edits', 'line'),
    [
        (
            {
                STYLE: more('/* other */ .nowhere, .foot.military { color: red; }'),
                'styles/arabic/cards.css': more('.title { color: red; }'),
                'cards/deck.html.j2': lambda text: f'{{# other #}}\n{text}',
            },
            '',
        ),
        ({STYLE: more('.title h1 { font-size: 11pt; }')}, 'cards: all'),
        ({STYLE: more('.footframe.military { color: red; }')}, 'cards: MILITARY'),
        ({'styles/economy.css': more('.title { color: red; }')}, 'economy cards: all'),
        ({'cards/deck.html.j2': words(('<p class="numeral', '<p class="other numeral'))}, 'cards: all'),
        ({'cards/backs.html.j2': words(('M-1.5 -15L0', 'M-1.5 -16L0'))}, 'cards: all'),
        ({'cards/palette.html.j2': words(("'field': '#be4e47'", "'field': '#be4e48'"))}, 'cards: MILITARY'),
    ],
    ids=['nothing', 'all', 'type', 'economy', 'template', 'backs', 'color'],
)
def test_a_style_reaches_the_cards_that_have_it(tmp_path: Path, old: Record, edits: dict[str, Edit], line: str) -> None:
    edits = {f'templates/{name}': edit for name, edit in edits.items()}
    found = since(old, tmp_path, edits, 'en', only=('cards',))
    military = ', '.join(name for name in old.printed['en']['cards'] if CARDS[name].type == 'military')
    expected = f'en looks of {line.replace("MILITARY", military)}' if line else 'nothing has changed since 1.0'
    assert listed_lines(found, ['en']) == [expected]


def test_what_is_seen_is_told_from_what_is_not() -> None:
    style = '<style>/* x */ .a b , i.c { top: 1mm } #x { top: 2mm } @page { margin: 0 }</style>'
    page = f'<html>{style}<body class="ltr"><p id="x" class="CLASS">A<b>b</b> c</p><p>d</p></body></html>'
    assert look(page.replace('CLASS', 'a')).words == 'Ab c d'
    assert look(page.replace('CLASS', 'a')).whole.endswith('#x { top: 2mm }\n@page { margin: 0 }')
    assert '.a b' in look(page.replace('CLASS', 'a')).whole
    assert '.a b' not in look(page.replace('CLASS', 'c')).whole
    assert look(page.replace('CLASS', 'a').replace('"x"', '"y"')) == look(page.replace('CLASS', 'a'))
    assert look(page.replace('CLASS', 'a').replace('/* x */', '')) == look(page.replace('CLASS', 'a'))
    assert look(page.replace('CLASS', 'a'), '<p>d</p>').words == 'd'

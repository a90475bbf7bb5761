"""What content may not do: run code, reach files or the network, fill memory, or write elsewhere."""

from __future__ import annotations

import gzip
import io
import os
import re
import shutil
import socket
import subprocess
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from copies import copied
from markupsafe import Markup

from civap.cli.reporting import print_problems
from civap.content.problems import Problem, Problems
from civap.content.project import Project, load_project
from civap.content.schema import _id, _language, _version
from civap.content.source import MAX_BYTES, load
from civap.errata.editions import frozen_versions, load_edition
from civap.errata.record import MAX_BYTES as MAX_EDITION
from civap.errata.record import read_record
from civap.press import typeset
from civap.press.book_views import book_jobs
from civap.press.deck import BACKS, FRONTS, TITLES, DeckJob
from civap.press.deck import Press as CardPress
from civap.press.editions import decks
from civap.press.fonts import font_css
from civap.press.geometry import CardShape
from civap.press.icons import ADDRESS, Icons
from civap.press.icons import MAX_BYTES as MAX_ICON
from civap.press.made import Request
from civap.press.printers import checked_name
from civap.press.reference import reference_job
from civap.press.templates import Templates
from civap.press.typeset import MAX_DRAWING, typesetter
from civap.text.catalog import Catalog, Translation, load_catalog, load_sheet_catalog
from civap.text.po import MAX_PO_BYTES, read_po
from civap.text.render import Renderer

ROOT = Path(__file__).parents[1]
GAME = 'content/new_dawn'
SECRET = 'sesame-7f3a'
PAYLOAD = (
    '{{ 7*191 }}{% for a in ().__class__.__mro__ %}x{% endfor %}<script src="//evil.example"></script>'
    '</style></title>]]>--><img src="file:///etc/passwd"/>&lt;b&amp;"\'`{{ self.__init__.__globals__ }}'
)


@pytest.fixture(scope='module')
def outside(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file that is nobody's business."""
    path = tmp_path_factory.mktemp('outside') / 'secret.svg'
    path.write_text(f'<svg xmlns="http://www.w3.org/2000/svg"><title>{SECRET}</title></svg>', 'utf-8')
    return path


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A project to do mischief in."""
    copied(tmp_path)
    return tmp_path


def told(make: Callable[[], str], codes: Set[str]) -> str:
    """What comes of it, or what is said of it, under one of these codes."""
    try:
        return make()
    except Problems as error:
        found = error.problems
    assert {problem.code for problem in found} <= codes
    return '\n'.join(map(str, found))


# Templates and texts.


def hostile(catalog: Catalog) -> Catalog:
    """A catalog whose every text is a payload: what no check of a file would let pass."""
    said = {
        name: Translation(tuple(f'{PAYLOAD} {number}' for number, _ in enumerate(each.forms)), each.state)
        for name, each in catalog.translations.items()
    }
    return replace(catalog, translations=said)


def deck_pages(project: Project, code: str) -> Iterator[str]:
    catalog = hostile(load_catalog(project, code))
    request = Request(
        out=ROOT, languages=(code,), papers=('a4',), only=('cards',), shape=CardShape(), back_art='reminder'
    )
    job: DeckJob = decks(project, [catalog], request)[0].jobs[0]
    press = CardPress(replace(job, draft_label=PAYLOAD, bar_label=PAYLOAD, title=PAYLOAD))
    cards = [{**card, 'size': 8.0, 'tight': False, 'title_size': 9.0} for card in job.cards]
    values = {**press._values(cards), 'title_sizes': [9.0]}
    levels = {'levels': [1], 'numeral': {1: 'I'}, 'reminder': job.reminder, 'size': 8.0, 'gap': 0.0}
    for name in (FRONTS, TITLES, BACKS):
        yield press._templates.render(name, {**values, **levels})


def strings(view: Any) -> Iterator[str]:
    """Every text in what a template is given."""
    if isinstance(view, str):
        yield view
    inner = view.values() if isinstance(view, Mapping) else view if isinstance(view, list | tuple) else ()
    for each in inner:
        yield from strings(each)


@pytest.mark.parametrize('code', ['en', 'ar'])
def test_what_templates_are_given_has_no_markup_but_ours(project: Project, code: str) -> None:
    """All else is escaped by the templates: every text of the book and the sheets."""
    (book,) = book_jobs(project, [code], (), draft=True, speak=lambda catalog: Renderer(hostile(catalog)))
    sheets = reference_job(project, hostile(load_sheet_catalog(project, code)), draft=True)
    found = [*strings(book.view), *strings(asdict(sheets))]
    marked = [each for each in found if isinstance(each, Markup)]
    assert sum('7*191' in each for each in marked) > 300
    for each in marked:
        parts = ElementTree.fromstring(f'<x>{each}</x>')
        assert {part.tag for part in parts.iter()} <= {'x', 'b', 'br', 'span'}
        assert {name for part in parts.iter() for name in part.attrib} <= {'class', 'dir', 'lang'}
    assert Templates(ROOT / 'templates', ROOT)._environment.autoescape is True


@pytest.mark.parametrize('code', ['en', 'ar'])
def test_texts_are_never_code(project: Project, code: str) -> None:
    for html in deck_pages(project, code):
        page = ElementTree.fromstring(html)
        text = ' '.join(page.itertext()) + ' '.join(value for each in page.iter() for value in each.attrib.values())
        assert '7*191' in text
        assert '1337' not in text
        assert 'script' not in {each.tag for each in page.iter()}
        sources = [each.get('src', '') for each in page.iter('img')]
        assert all(source.startswith(ADDRESS) for source in sources)


@pytest.mark.parametrize(
    'code',
    [
        "{{ ''.__class__.__mro__[1].__subclasses__() }}",
        '{{ glyph.__globals__ }}',
        '{{ picture.__code__ }}',
        '{{ self._TemplateReference__context }}',
        "{{ ''|attr('__class__') }}",
        "{{ '{0.__class__.__base__}'.format(1) }}",
        '{{ range(10000000) }}',
        "{% include '../secret.html' %}",
        "{% include '/etc/passwd' %}",
        "{% include 'cards/../../secret.html' %}",
        "{% import 'os' as os %}",
    ],
)
def test_templates_stay_in_their_box(code: str, tmp_path: Path) -> None:
    (tmp_path / 'secret.html').write_text(SECRET, 'utf-8')
    (tmp_path / 'templates').mkdir()
    (tmp_path / 'templates' / 'x.j2').write_text(code, 'utf-8')
    templates = Templates(tmp_path / 'templates', tmp_path)
    text = told(lambda: templates.render('x.j2', {}), {'bad-template'})
    assert SECRET not in text
    assert not re.search("<class|<code|root:|'os'>", text)


# What a document may load.


@pytest.fixture(scope='module')
def network() -> Iterator[socket.socket]:
    """A server that must not be called."""
    with socket.create_server(('127.0.0.1', 0)) as server:
        server.settimeout(0.05)
        yield server
        with pytest.raises(TimeoutError):
            server.accept()


BOMB = (
    '<!DOCTYPE s [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg">&b;</svg>'
)
LOADS = {
    'picture': '<img alt="" src="{}"/>',
    'style sheet': '<link rel="stylesheet" href="{}"/>',
    'import': '<style>@import "{}";</style>',
    'import by url': '<style>@import url({});</style>',
    'background': '<p style="background-image: url({})">x</p>',
    'list': '<li style="list-style-image: url({})">x</li>',
    'content': '<style>p::before {{ content: url({}) }}</style><p>x</p>',
    'border': '<p style="border-image: url({}) 1; border: 1mm solid">x</p>',
    'font': '<style>@font-face {{ font-family: x; src: url({}) }}</style><p style="font-family: x, Amiri">x</p>',
    'object': '<object data="{}">x</object>',
    'embed': '<embed src="{}"/>',
    'attached': '<link rel="attachment" href="{}"/>',
    'attached by a link': '<a rel="attachment" href="{}">x</a>',
    'in a drawing': '{}',
    'used in a drawing': '{}',
}


def page(body: str) -> str:
    return f'<html><head><style>{font_css()} html {{ font-family: Amiri }}</style></head><body>{body}</body></html>'


def address(kind: str, outside: Path, network: socket.socket) -> str:
    return {
        'file': outside.as_uri(),
        'path': str(outside),
        'dots': f'{Path(typeset.__file__).parent.as_uri()}/../../../../../../{outside}',
        'network': f'http://127.0.0.1:{network.getsockname()[1]}/x.svg',
        'relative': '//127.0.0.1/x.svg',
        'data': 'data:image/png;base64,iVBORw0KGgo=',
        'bomb': ADDRESS + b64encode(BOMB.encode()).decode(),
    }[kind]


@pytest.mark.parametrize('kind', ['file', 'path', 'dots', 'network', 'relative', 'data', 'bomb'])
@pytest.mark.parametrize('load', LOADS)
def test_a_document_loads_nothing_but_fonts_and_drawings(
    load: str, kind: str, outside: Path, network: socket.socket
) -> None:
    where = address(kind, outside, network)
    if load.endswith('a drawing'):
        tag = 'image' if load == 'in a drawing' else 'use'
        drawing = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><{tag} href="{where}"/></svg>'
        body = f'<img alt="" src="{ADDRESS}{b64encode(drawing.encode()).decode()}"/>'
    else:
        body = LOADS[load].format(where)

    def printed() -> str:
        document = typesetter().layout(page(body), 'x.html')
        return typesetter().pdf(document, 'x.html', {}).decode('latin-1')

    assert SECRET not in told(printed, {'render-warning', 'render-failed'})


@pytest.mark.parametrize(
    'url',
    [
        'http://example.org/x', 'https://example.org/x', 'ftp://example.org/x', 'file:///etc/passwd', '/etc/passwd',
        'data:text/css,p{}', 'data:image/png;base64,AA==', f'{ADDRESS}@@@', ADDRESS + 'A' * MAX_DRAWING,
        ADDRESS + b64encode(BOMB.encode()).decode(),
    ],
)  # fmt: skip
def test_the_fetcher_refuses(url: str) -> None:
    with pytest.raises(ValueError, match=r'.'):
        typesetter()._fetcher.fetch(url)


def test_the_fetcher_gives_fonts_by_their_own_name_alone() -> None:
    fetcher = typesetter()._fetcher
    font = next(iter(fetcher._files))
    assert fetcher.fetch(font)
    for other in (f'{font}?x', f'{font}/..', font.replace('file:///', 'file:////'), font.upper()):
        with pytest.raises(ValueError, match='nothing but'):
            fetcher.fetch(other)


# Links and names.


@pytest.mark.parametrize(
    'name',
    [
        f'{GAME}/cards.yaml', f'{GAME}/art/culture.svg', f'{GAME}/editions/9.9.json.gz', 'locales/pl/profile.yaml',
        'locales/pl/new_dawn/cards.po', 'locales/glossary.yaml', 'templates/cards/deck.html.j2',
    ],
)  # fmt: skip
@pytest.mark.parametrize('target', ['outside', 'nowhere', 'itself', 'a pipe'])
def test_no_file_of_a_project_leads_out_of_it(name: str, target: str, own: Path, outside: Path) -> None:
    path = own / name
    path.unlink(missing_ok=True)
    if target == 'a pipe':
        os.mkfifo(path)
    else:
        path.symlink_to({'outside': outside, 'nowhere': outside.with_name('x'), 'itself': path}[target])
    with pytest.raises(Problems) as caught:
        load_project(own)
    (problem,) = caught.value.problems
    assert (problem.code, problem.path) == ('unreadable' if target == 'a pipe' else 'outside-project', name)
    assert SECRET not in str(problem)


@pytest.mark.parametrize('name', ['locales/de', 'templates', GAME])
def test_no_folder_of_a_project_leads_out_of_it(name: str, own: Path, outside: Path) -> None:
    shutil.rmtree(own / name, ignore_errors=True)
    (own / name).symlink_to(outside.parent)
    with pytest.raises(Problems, match=f'{name}: outside-project'):
        load_project(own)


def test_folders_in_folders_have_an_end(own: Path) -> None:
    (own / 'locales' / '/'.join('a' * 30)).mkdir(parents=True)
    with pytest.raises(Problems, match='too-deep found more than 24 folders'):
        load_project(own)


def test_a_link_inside_a_project_is_none_out_of_it(own: Path) -> None:
    (own / 'locales/pl/new_dawn/cards.po').rename(own / 'locales/cards-pl.po')
    (own / 'locales/pl/new_dawn/cards.po').symlink_to('../../cards-pl.po')
    assert load_project(own).cards


def test_a_revision_with_a_link_out_of_it(own: Path, outside: Path) -> None:
    (own / 'locales/de').symlink_to(outside.parent)
    git = ('git', '-c', 'user.name=x', '-c', 'user.email=x', '-C', str(own))
    for command in (('init', '-q'), ('add', '.'), ('commit', '-qm', 'x')):
        subprocess.run([*git, *command], check=True)
    with pytest.raises(Problems, match='outside-project'):
        load_edition('HEAD', own)
    for name in ('--help', '-h', '--output=x', 'HEAD:../x'):
        with pytest.raises(Problems, match='no-edition'):
            load_edition(name, own)


ESCAPES = [
    '..', '.', '', '../x', '/etc/x', 'a/b', 'a\\b', 'a/../b', 'x\0', 'x\n', ' x', 'x.', 'C:x', '~', '%2e%2e', '-x',
    '\u2024',
]  # fmt: skip


@pytest.mark.parametrize('name', ESCAPES)
@pytest.mark.parametrize('check', [_id, _language, _version, checked_name], ids=lambda check: check.__name__)
def test_no_name_becomes_a_path(check: Callable[[str], object], name: str) -> None:
    if check is checked_name and name == '-x':
        return  # a hyphen first is a name like others in a YAML file
    with pytest.raises(Exception, match='found'):
        check(name)


@pytest.mark.parametrize('name', [each for each in ESCAPES if each not in ('', '.')])
def test_no_name_of_an_icon_or_edition_leads_elsewhere(name: str, own: Path) -> None:
    art = own / GAME / 'art'
    (art.parent / 'x.svg').write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"/>', 'utf-8')
    with pytest.raises(Problems, match='missing-icon'):
        Icons(art).glyph(name, '#000', 0, 0, 4)
    with pytest.raises(Problems, match=r'no-edition|not-an-edition'):
        load_edition(f'{name}x', own)


def test_files_that_only_look_like_editions_are_passed_over(own: Path) -> None:
    for name in ('\N{SUPERSCRIPT TWO}', 'x', '1', '1.x', '..'):
        (own / GAME / 'editions' / f'{name}.json.gz').write_bytes(b'')
    assert frozen_versions(own) == ['1.0']


def test_a_file_name_cannot_end_a_workflow_command(capsys: pytest.CaptureFixture[str]) -> None:
    name = 'x,line=9::\r\n::stop-commands::y%0A.yaml'
    print_problems([Problem('tab', 'found a\n::error::b, expected c', name, 1, 1, hint='delete it')], 'github')
    out = capsys.readouterr().out
    assert out.count('\n') == 1
    assert out.startswith('::error file=x%2Cline=9%3A%3A%0D%0A%3A%3Astop-commands%3A%3Ay%250A.yaml,line=1,col=1,')


@pytest.mark.parametrize('part', ['path', 'message', 'hint', 'details'])
def test_nothing_that_is_told_steers_a_terminal(part: str) -> None:
    odd = 'a\x1b[2J\nb\u202e\x07'
    told = {'path': 'x.yaml', 'message': 'found a, expected b', 'hint': 'delete it', 'details': ('c',)}
    told[part] = (odd,) if part == 'details' else odd
    text = str(Problem('tab', **told))  # type: ignore[arg-type]
    assert not re.search('[\x1b\x07\u202e]', text)
    assert text.count('\n') == 2
    assert '\u2067' in str(Problem('tab', 'found \u2067x\u2069, expected b'))


# Sizes.


def yaml_bomb(path: Path) -> object:
    lines = ['a0: &a0 [x, x]', *(f'a{n}: &a{n} [*a{n - 1}, *a{n - 1}]' for n in range(1, 40))]
    path.write_text('\n'.join(lines), 'utf-8')
    return load(path, 'x.yaml')


def deep_yaml(path: Path) -> object:
    path.write_text('[' * 100, 'utf-8')
    return load(path, 'x.yaml')


def very_deep_yaml(path: Path) -> object:
    path.write_text('[' * 900_000, 'utf-8')
    return load(path, 'x.yaml')


def long_yaml(path: Path) -> object:
    path.write_bytes(b'a: ' + b'x' * MAX_BYTES)
    return load(path, 'x.yaml')


def endless(path: Path) -> object:
    path.unlink(missing_ok=True)
    path.symlink_to('/dev/zero')
    return load(path, 'x.yaml')


def long_po(path: Path) -> object:
    path.write_bytes(b'#' * (MAX_PO_BYTES + 1))
    return read_po(path, 'x.po')


def packed(raw: bytes) -> Callable[[Path], object]:
    def read(path: Path) -> object:
        path.write_bytes(raw)
        return read_record(path)

    return read


def zeros() -> bytes:
    """A packed file of a few kilobytes that is gigabytes long."""
    out = io.BytesIO()
    with gzip.GzipFile(fileobj=out, mode='wb') as file:
        for _ in range(MAX_EDITION // 1_000_000 + 8):
            file.write(b' ' * 1_000_000)
    return out.getvalue()


def drawing(inside: str) -> Callable[[Path], object]:
    def read(path: Path) -> object:
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4">{inside}</svg>'
        path.with_suffix('.svg').write_text(svg, 'utf-8')
        return Icons(path.parent).glyph(path.stem, '#000', 0, 0, 4)

    return read


USES = ''.join(f'<g id="a{n}">' + f'<use href="#a{n - 1}"/>' * 10 + '</g>' for n in range(1, 9))
CHAIN = ''.join(f'<g id="a{n}"><use href="#a{n - 1}"/></g>' for n in range(1500, 0, -1))
PARTS = {'mask': 'mask', 'clip-path': 'clipPath', 'fill': 'pattern'}
TOO_MUCH: dict[str, tuple[Callable[[Path], object], str]] = {
    'aliases of aliases': (yaml_bomb, 'anchor'),
    'a deep YAML file': (deep_yaml, 'too-deep'),
    'a very deep YAML file': (very_deep_yaml, 'syntax'),
    'a long YAML file': (long_yaml, 'too-long'),
    'a file without end': (endless, 'too-long'),
    'a long PO file': (long_po, 'too-long'),
    'an edition that grows': (packed(zeros()), 'too-long'),
    'a deep edition': (packed(gzip.compress(b'[' * 200_000)), 'not-an-edition'),
    'half an edition': (packed(gzip.compress(b'{"civap-edition": 1}')[:-9]), 'not-an-edition'),
    'half a character': (packed(gzip.compress(b'{"civap-edition": 1, "version": "\\ud800"}')), 'not-an-edition'),
    'a large drawing': (drawing(' ' * MAX_ICON), 'unsafe-icon'),
    'a deep drawing': (drawing('<g>' * 5000 + '</g>' * 5000), 'unsafe-icon'),
    'entities': (drawing('<!ENTITY a "b">'), 'unsafe-icon'),
    'uses of uses': (drawing(f'<g id="a0"/>{USES}<use href="#a8"/>'), 'unsafe-icon'),
    'a chain of uses': (drawing(f'<g id="a0"/>{CHAIN}'), 'unsafe-icon'),
    'a use of itself': (drawing('<g id="a"><use href="#a"/></g>'), 'unsafe-icon'),
    **{
        f'a {name} of itself': (
            drawing(f'<{tag} id="a"><path {name}="url(#a)"/></{tag}><path {name}="url(#a)"/>'),
            'unsafe-icon',
        )
        for name, tag in PARTS.items()
    },
    'a picture in a drawing': (drawing('<image href="x.png"/>'), 'unsafe-icon'),
    'a use of another file': (drawing('<use href="x.svg#a"/>'), 'unsafe-icon'),
    'a style of another file': (drawing('<path style="fill: url(x.svg#a)"/>'), 'unsafe-icon'),
    'a script': (drawing('<script>1</script>'), 'unsafe-icon'),
    'a handler': (drawing('<path onload="1"/>'), 'unsafe-icon'),
}


@pytest.mark.parametrize('name', TOO_MUCH)
def test_too_much_is_told(name: str, tmp_path: Path) -> None:
    read, code = TOO_MUCH[name]
    with pytest.raises(Problems) as caught:
        read(tmp_path / 'x')
    (problem,) = caught.value.problems
    assert problem.code == code
    assert re.match('found .+, expected .+', problem.message)


def test_what_is_used_twice_may_be_drawn(tmp_path: Path) -> None:
    assert drawing('<g id="a"><path/></g><use href="#a"/><use href="#a"/>')(tmp_path / 'x')

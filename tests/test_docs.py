"""The documentation speaks of what there is: every option of printing, and every picture that it shows."""

import re
import textwrap
from pathlib import Path

import click
import pytest
from copies import CONTENT, copied

from civap.cli import cli
from civap.cli.building import build
from civap.cli.calibrating import calibrate
from civap.cli.options import PRINTING as OPTIONS
from civap.cli.translating import translate
from civap.content.problems import Problems
from civap.content.project import load_project
from civap.press.fonts import FAMILIES
from civap.proof.findings import find_all

ROOT = Path(__file__).resolve().parents[1]
PRINTING = (ROOT / 'docs' / 'printing.md').read_text('utf-8')


def options(command: click.Command) -> list[click.Option]:
    return [each for each in command.params if isinstance(each, click.Option)]


def test_every_option_of_printing_is_told() -> None:
    named = {name for option in options(build) for name in option.opts if name.startswith('--')}
    printing = {name for name in named if f'`{name}' in PRINTING or f'{name} ' in PRINTING}
    assert len(OPTIONS) == 9
    for name in ('size', 'bleed', 'corner', 'back', 'marks', 'mark-sides', 'variant', 'back-art', 'printer'):
        assert f'--{name}' in printing, name


@pytest.mark.parametrize('name', ['back', 'marks', 'mark_sides', 'back_art', 'editions'])
def test_every_choice_of_printing_is_told(name: str) -> None:
    (option,) = (each for each in options(build) if each.name == name)
    kinds = option.type.choices if isinstance(option.type, click.Choice) else re.findall(r'\b[a-z]+(?=[:;]| \()', '')
    for choice in kinds or ('colour', 'economy', 'large', 'shop', 'png'):
        assert re.search(rf'`(--[a-z-]+ )?{choice}`', PRINTING), choice


def test_every_option_of_calibrate_is_told() -> None:
    for name in ('printer', 'shift', 'bars', 'printers'):
        assert any(each.name == name for each in options(calibrate))
        assert f'--{name}' in PRINTING


@pytest.mark.parametrize(
    'path', [ROOT / 'README.md', *sorted((ROOT / 'docs').glob('*.md'))], ids=lambda path: path.name
)
def test_links_and_pictures_are_there(path: Path) -> None:
    for target in re.findall(r'\]\(([^)#:]+)\)', path.read_text('utf-8')):
        assert (path.parent / target).exists(), target


def test_pictures_are_small() -> None:
    sizes = [picture.stat().st_size for picture in (ROOT / 'docs' / 'pictures').glob('*.png')]
    assert len(sizes) >= 6
    assert max(sizes) < 200_000


def test_every_command_and_code_of_the_workbench_is_told() -> None:
    page = (ROOT / 'docs' / 'translating.md').read_text('utf-8')
    assert set(translate.commands) >= {'new', 'status', 'sync'}
    for name in translate.commands:
        assert f'civap translate {name}' in page
    sources = [path.read_text('utf-8') for path in (ROOT / 'civap' / 'translate').glob('*.py')]
    codes = {code for source in sources for code in re.findall(r"Problem\(\s*'([a-z-]+)'", source)}
    assert codes >= {'out-of-sync', 'unfinished-texts', 'language-exists'}
    for code in (*codes, 'not-trivial', 'missing-letters'):
        assert f'`{code}`' in page, code
    for faces in FAMILIES:
        assert f'| `{faces}` |' in page


def test_the_way_to_a_pack_names_options_that_there_are() -> None:
    text = (ROOT / 'docs' / 'errata.md').read_text('utf-8')
    for command in ('check', 'diff', 'release', 'which', 'build', 'bundle'):
        assert f'civap {command}' in text
    known = {name for each in cli.commands.values() for option in options(each) for name in option.opts}
    for name in set(re.findall(r'`?(--[a-z-]+)', text)):
        assert name in known, name


def test_the_page_about_tools_speaks_of_what_there_is() -> None:
    page = (ROOT / 'docs' / 'own-edition.md').read_text('utf-8')
    for line in re.findall(r'^    civap ([a-z]+)', page, re.MULTILINE):
        assert line in cli.commands, line
    assert {'doctor', 'init', 'schema', 'completion'} <= set(re.findall(r'civap ([a-z]+)', page))
    sources = '\n'.join(path.read_text('utf-8') for path in (ROOT / 'civap').rglob('*.py'))
    for name in re.findall(r'^\| `([A-Z_]+)', page, re.MULTILINE):
        assert name in sources, name


def test_the_way_to_extend_names_what_there_is() -> None:
    """Files, folders, and names in code."""
    page = (ROOT / 'docs' / 'extending.md').read_text('utf-8')
    paths = set(re.findall(r'`((?:civap|content|tests|tools)/[\w./-]+)`', page))
    assert len(paths) >= 10
    for path in paths:
        assert (ROOT / path).exists(), path
    sources = '\n'.join(path.read_text('utf-8') for path in (ROOT / 'civap').rglob('*.py'))
    for name in set(re.findall(r'`([A-Z]{3,}|Any[A-Z]\w+)`', page)):
        assert re.search(rf'^ *{name}\b.*= ?', sources, re.MULTILINE), name


def test_the_card_of_the_page_brings_what_the_page_says(tmp_path: Path) -> None:
    page = (ROOT / 'docs' / 'extending.md').read_text('utf-8')
    blocks = [textwrap.dedent(each) for each in re.findall(r'^ *```yaml\n(.*?)^ *```', page, re.DOTALL | re.MULTILINE)]
    card, sic = next(each for each in blocks if 'id: rocketry' in each), next(each for each in blocks if 'sic:' in each)
    copied(tmp_path, parts=CONTENT)
    cards, phrases = tmp_path / 'content/new_dawn/cards.yaml', tmp_path / 'content/new_dawn/phrases.yaml'
    flight = re.compile(r'^  - id: flight\n(    .*\n|\n)*', re.MULTILINE)
    changed = flight.sub(textwrap.indent(card, '  '), cards.read_text('utf-8'))
    cards.write_text(changed, 'utf-8')
    with pytest.raises(Problems) as caught:
        load_project(tmp_path)
    assert {problem.code for problem in caught.value.problems} == {'unused-phrase'}
    assert '`unused-phrase`' in page
    unused = [re.findall("'(.*?)'", problem.message)[0] for problem in caught.value.problems]
    text = phrases.read_text('utf-8')
    for name in unused:
        text = re.sub(rf'^- id: {re.escape(name)}\n(  .*\n)+', '', text, flags=re.MULTILINE)
    phrases.write_text(text, 'utf-8')
    found = {problem.code for problem in find_all(load_project(tmp_path))}
    assert {'missing-step'} <= found
    assert found <= set(re.findall('`([a-z-]+)`', page))
    before, rocketry, after = changed.partition('id: rocketry')
    after = after.replace('    steps:', f'{textwrap.indent(sic, "    ")}    steps:', 1)
    cards.write_text(before + rocketry + after, 'utf-8')
    assert 'missing-step' not in {problem.code for problem in find_all(load_project(tmp_path))}

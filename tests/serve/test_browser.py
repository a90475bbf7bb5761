"""The page itself, in a browser without a window. CIVAP_NEED_CHROMIUM=1 makes it an error to have none."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from serving import PLACE, ROOT, Client, replaced

if TYPE_CHECKING:
    from playwright.sync_api import Page

FILE = 'locales/pl/new_dawn/cards.po'
TITLE = 'Wczesne imperium'
ARGUMENTS = (
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
)
PATIENCE = 120_000


def chromium() -> str:
    """The browser; without one the tests are skipped, or fail where they must not be."""
    found = next(filter(None, map(shutil.which, ('chromium', 'chromium-browser', 'google-chrome'))), None)
    needed = os.environ.get('CIVAP_NEED_CHROMIUM') == '1'
    assert found or not needed, 'found no chromium, expected one: apt-get install chromium'
    if not found:
        pytest.skip('no chromium here: apt-get install chromium')
    if not needed:
        pytest.importorskip('playwright', reason="no playwright here: pip install -e '.[browser]'")
    return found


@pytest.fixture(scope='module')
def page(client: Client) -> Iterator[Page]:
    """The cards in Polish beside English; what the console says and what is asked of other hosts fails the tests."""
    browser_path = chromium()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        # Typesetting in this process lets no font of the system be seen, and a browser without fonts ends at once.
        environment = {name: value for name, value in os.environ.items() if name != 'FONTCONFIG_FILE'}
        browser = playwright.chromium.launch(
            executable_path=browser_path, args=list(ARGUMENTS), env=environment, timeout=PATIENCE
        )
        page = browser.new_page(viewport={'width': 1280, 'height': 800})
        page.set_default_timeout(PATIENCE)
        page.said = []  # type: ignore[attr-defined]
        page.on('console', lambda message: page.said.append(message.text))  # type: ignore[attr-defined]
        page.on('pageerror', lambda error: page.said.append(str(error)))  # type: ignore[attr-defined]
        page.on('request', lambda request: _check_host(page, request.url, client.server.address))
        page.address = f'{client.server.address}#{PLACE}/card.nuclear-power'  # type: ignore[attr-defined]
        page.goto(f'{client.server.address}#{PLACE}')
        yield page
        browser.close()


def _check_host(page: Page, url: str, address: str) -> None:
    if not url.startswith((address, 'about:')):
        page.said.append(f'asked for {url}')  # type: ignore[attr-defined]


@pytest.fixture(autouse=True)
def quiet(page: Page) -> Iterator[None]:
    """No errors, and nothing from elsewhere."""
    yield
    said: list[str] = page.said  # type: ignore[attr-defined]
    assert said == []


def leaf(page: Page, language: str = 'pl', number: int = 0) -> str:
    return f'.spread:nth-child({number + 1}) .leaf[data-language={language}]'


def test_pages_stand_beside_their_english(page: Page) -> None:
    for language in ('en', 'pl'):
        picture = page.locator(f'{leaf(page, language)} img')
        picture.wait_for()
        assert picture.evaluate('image => image.naturalWidth') >= 200
        assert page.locator(leaf(page, language)).bounding_box()['width'] >= 200  # type: ignore[index]
    boxes = [page.locator(leaf(page, language)).bounding_box() for language in ('en', 'pl')]
    assert boxes[0]['y'] == boxes[1]['y']  # type: ignore[index]
    assert boxes[0]['x'] < boxes[1]['x']  # type: ignore[index]
    assert page.locator('.spread').count() == 24
    assert not page.evaluate('document.documentElement.scrollWidth > innerWidth')


def test_a_text_tells_what_it_is_and_where_it_stands(page: Page) -> None:
    page.locator(f'{leaf(page)} .text[data-id="foot.culture"] span').first.click()
    panel = page.locator('#panel')
    panel.get_by_text('content/new_dawn/phrases.yaml:').wait_for()
    said = panel.inner_text()
    line = (ROOT / FILE).read_text('utf-8').split('\n').index('msgctxt "foot.culture"') + 1
    for part in ('foot.culture', f'{FILE}:{line}', 'control token', 'ready', 'ROOM LEFT', 'letter'):
        assert part.casefold() in said.casefold()
    assert page.locator('.text.chosen').count() >= 2  # in English, too
    assert page.evaluate('location.hash') == f'#{PLACE}/foot.culture'


def test_texts_can_be_reached_and_found_with_keys(page: Page) -> None:
    page.locator(f'{leaf(page)} .text').first.focus()
    page.keyboard.press('ArrowDown')
    assert page.evaluate('document.activeElement.dataset.id') == 'type.culture'
    page.keyboard.press('Enter')
    page.locator('#panel h2', has_text='type.culture').wait_for()
    page.keyboard.press('/')
    page.keyboard.type('nuclear')
    page.locator('#found li').first.wait_for()
    page.keyboard.press('Enter')
    page.locator('#panel h2', has_text='card.nuclear').wait_for()
    assert page.evaluate("document.querySelector('#leaves').scrollTop") > 1000
    page.locator('#page').select_option('0')


def test_a_save_changes_the_picture_in_its_place(page: Page, copy: Path, saving: Client) -> None:
    sheet = page.locator(f'{leaf(page)} .sheet')
    page.locator(f'{leaf(page)} img').wait_for()
    page.locator('#leaves').evaluate('frame => { frame.scrollTop = 60 }')
    before = sheet.get_attribute('data-version')
    replaced(copy / FILE, f'msgstr "{TITLE}"', 'msgstr ""', base=ROOT / FILE)
    page.locator(f'{leaf(page)} .sheet:not([data-version="{before}"])').wait_for()
    assert sheet.locator('img').count() == 1
    assert page.locator('#leaves').evaluate('frame => frame.scrollTop') == 60
    page.get_by_text('1 missing').wait_for()
    page.locator(f'{leaf(page)} .text.is-missing').first.wait_for(state='attached')
    page.locator('#next').click()
    page.locator('#panel', has_text='Not translated yet').wait_for()
    assert re.fullmatch(r'up to date, \d+\.\d s', page.locator('#status').inner_text())


def test_an_error_appears_over_the_pages_and_goes_away(page: Page, copy: Path, saving: Client) -> None:
    replaced(copy / FILE, f'msgstr "{TITLE}"', f'msgstr "{TITLE}', base=ROOT / FILE)
    fault = page.locator('#faults pre')
    fault.wait_for()
    assert re.search(rf'^{FILE}:\d+:\d+: po-syntax found .*\n.*\n +\^\n +hint: close the quotes', fault.inner_text())
    assert page.locator(f'{leaf(page)} img').is_visible()
    shutil.copy(ROOT / FILE, copy / FILE)
    fault.wait_for(state='hidden')


def test_an_address_leads_to_its_text(page: Page) -> None:
    page.goto('about:blank')
    page.goto(page.address)  # type: ignore[attr-defined]
    page.locator('#panel h2', has_text='card.nuclear-power').wait_for()
    focused = page.locator('.leaf[data-language=pl] .text:focus')
    focused.wait_for(state='attached')
    assert focused.get_attribute('data-id') == 'card.nuclear-power'


def test_pages_that_are_not_there_yet_are_said_to_be_set(page: Page, client: Client) -> None:
    """As in the seconds before a book is set for the first time."""
    empty = {'stamp': 0, 'late': True, 'seconds': 0, 'problems': [], 'notes': [], 'pages': []}
    page.route('**/views/*/rulebook', lambda route: route.fulfill(json=empty))
    page.route('**/events/pl/rulebook', lambda route: route.continue_(url=f'{client.server.address}events/{PLACE}'))
    try:
        page.get_by_role('button', name='Rulebook').click()
        page.get_by_text('These pages are being set').wait_for()
        assert page.locator('#status').inner_text() == 'building …'
        page.locator('#panel').get_by_text('Choose a text').wait_for()
    finally:
        page.unroute('**/views/*/rulebook')
        page.unroute('**/events/pl/rulebook')
    page.get_by_role('button', name='Cards').click()
    page.locator(f'{leaf(page)} img').wait_for()
    assert not page.locator('#setting').is_visible()
    assert page.locator('#status').inner_text().startswith('up to date')


def test_the_frame_of_a_text_keeps_off_the_line_above(page: Page) -> None:
    text = page.locator(f'{leaf(page)} .text[data-id="foot.culture"] span').first
    text.click()
    top, shadow = text.evaluate(
        "span => { const frame = getComputedStyle(span, '::after'); return [frame.top, frame.boxShadow]; }"
    )
    outside = [part for part in shadow.split(', rgb') if 'inset' not in part]
    assert max(float(part.split('px')[-2].split()[-1]) for part in outside) <= float(top[:-2])


def test_a_tablet_has_room_for_all_of_it(page: Page) -> None:
    page.set_viewport_size({'width': 768, 'height': 1024})
    assert not page.evaluate('document.documentElement.scrollWidth > innerWidth')
    assert page.locator('#panel').is_visible()
    assert page.locator('#find').is_visible()
    page.set_viewport_size({'width': 1280, 'height': 800})

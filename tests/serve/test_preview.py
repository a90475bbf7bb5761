"""A save becomes a page, over HTTP: one language, one document."""

from __future__ import annotations

import os
import shutil
import struct
from pathlib import Path
from threading import Event

import pytest
from serving import PLACE, ROOT, Client, card, page, replaced, waited

from civap.serve.preview import Preview

TITLE = 'Wczesne imperium'
FILE = 'locales/pl/new_dawn/cards.po'


def test_pages_have_pictures_and_areas_of_their_texts(client: Client) -> None:
    view = client.view(PLACE)
    assert [leaf['name'] for leaf in view['pages'][20:]] == ['back I', 'back II', 'back III', 'back IV']
    behind = {name for area in view['pages'][20]['areas'] for name in area['ids']}
    assert behind >= {'back.attacking', 'back.hopeless', 'back.again', 'sheet.use.economy', 'sheet.die.options'}
    assert client.raw(page(view['pages'][23], 23, 400))[2][:4] == b'\x89PNG'
    first = view['pages'][0]
    assert (first['width'], first['height']) == (57, 89)
    ids = [area['ids'][0] for area in first['areas']]
    assert ids[:2] == [f'card.{first["name"]}', 'type.culture']
    assert 'foot.culture' in ids
    for area in first['areas']:
        for left, top, width, height in area['lines']:
            assert 0 <= left < left + width <= 57
            assert 0 <= top < top + height <= 89
    picture = client.raw(page(first, 0, 400))[2]
    assert picture[:8] == b'\x89PNG\r\n\x1a\n'
    assert struct.unpack('>II', picture[16:24]) == (400, 625)
    assert client.raw(page(first, 0, 400).replace(first['version'], 'f' * 24))[::2] == (204, b'')
    assert {part: room['lines'] for part, room in first['rooms'].items() if part != 'text'} == {'title': 0, 'foot': 0}


def test_a_save_is_told_and_changes_the_one_page(copy: Path, saving: Client) -> None:
    before = saving.view(PLACE)
    with saving.listening(PLACE) as told:
        generation = told[-1]['generation']
        for number in range(5):  # as editors do, in quick succession
            replaced(copy / FILE, f'"{TITLE}', f'"{TITLE}{"m" * number}', base=ROOT / FILE)
        after = saving.view(PLACE, lambda view: view['stamp'] > before['stamp'])
        waited(lambda: told[-1], lambda state: state['views'].get(PLACE) == after['stamp'] and not state['building'])
        assert told[-1]['generation'] == generation + 1
        assert any(PLACE in state['building'] for state in told)
    assert after['stamp'] == before['stamp'] + 1
    changed = [
        number
        for number, (old, new) in enumerate(zip(before['pages'], after['pages'], strict=True))
        if old['version'] != new['version']
    ]
    assert changed == [0]
    assert saving.raw(page(after['pages'][0], 0, 400))[2] != saving.raw(page(before['pages'][0], 0, 400))[2]


def test_a_save_during_a_build_is_built_too(copy: Path, saving: Client) -> None:
    with saving.listening(PLACE) as told:
        replaced(copy / FILE, f'"{TITLE}"', '"Pierwsze"', base=ROOT / FILE)
        waited(lambda: told[-1], lambda state: PLACE in state['building'])
        replaced(copy / FILE, f'"{TITLE}"', '"Drugie"', base=ROOT / FILE)
        waited(lambda: saving.get(f'/texts/pl/{card(saving)}')['forms'][0]['text'], lambda text: text == 'Drugie')
        saving.view(PLACE)
        assert saving.get('/texts/pl?find=Drugie')[0]['id'] == card(saving)


@pytest.mark.parametrize(
    ('name', 'old', 'new', 'said'),
    [
        (FILE, f'msgstr "{TITLE}"', f'msgstr "{TITLE}', f'{FILE}:'),
        (FILE, '{bonus} do liczby', '{bonsu} do liczby', 'hint: write {bonus}'),
        ('content/new_dawn/phrases.yaml', '- id: foot.culture', '- id foot.culture', 'content/new_dawn/phrases.yaml:'),
        ('templates/styles/cards.css', '.sentence {', '.sentence { colour: red;', 'templates/styles/cards.css:'),
    ],
    ids=['po', 'placeholder', 'yaml', 'style'],
)
def test_a_broken_file_is_told_over_the_last_pages_and_can_be_mended(
    copy: Path, saving: Client, name: str, old: str, new: str, said: str
) -> None:
    place = PLACE if name == FILE else 'en/cards'  # a style sheet starts each language anew, and one is enough
    good = saving.view(place)
    with saving.listening(place):
        replaced(copy / name, old, new, base=ROOT / name)
        broken = saving.view(place, lambda view: view['problems'])
        assert said in broken['problems'][0]
        assert '\n    ' in broken['problems'][0]
        assert broken['pages'] == good['pages']
        shutil.copy(ROOT / name, copy / name)
        mended = saving.view(place, lambda view: not view['problems'])
    assert [leaf['version'] for leaf in mended['pages']] == [leaf['version'] for leaf in good['pages']]


def test_texts_are_counted_found_and_told(copy: Path, saving: Client) -> None:
    saving.view(PLACE)
    assert saving.get('/texts/pl') == []
    text = (ROOT / FILE).read_text('utf-8')
    text = text.replace(f'msgstr "{TITLE}"', 'msgstr ""')
    text = text.replace('msgid "{bonus} control token"', 'msgid "{bonus} old words"')
    (copy / FILE).write_text(text, 'utf-8')
    found = waited(lambda: saving.get('/texts/pl'), len)
    assert {each['id']: each['state'] for each in found} == {card(saving): 'missing', 'foot.culture': 'stale'}
    counts = waited(lambda: saving.get('/state')['languages'][-1]['counts'], bool)
    assert (counts['missing'], counts['stale']) == (1, 1)
    told = saving.get('/texts/pl/foot.culture')
    line = text.split('\n').index('msgctxt "foot.culture"') + 1
    assert told['places'][0] == {'of': 'pl', 'path': FILE, 'line': line}
    assert told['places'][1]['path'] == 'content/new_dawn/phrases.yaml'
    assert told['before'] == [{'name': '', 'text': '{bonus} old words'}]
    assert told['note'].startswith('Foot of the card')
    stale = saving.view(PLACE)['pages'][0]
    assert card(saving) in [area['ids'][0] for area in stale['areas']]  # in English, marked


def test_a_process_that_died_is_replaced(copy: Path, saving: Client) -> None:
    saving.view(PLACE)
    process = saving.server.preview._hands['pl']._process
    os.kill(process.pid, 9)
    process.join()
    replaced(copy / FILE, f'"{TITLE}"', '"Ponownie"', base=ROOT / FILE)
    waited(lambda: saving.get(f'/views/{PLACE}'), lambda view: any('worker-died' in each for each in view['problems']))
    replaced(copy / FILE, f'"{TITLE}"', '"I znowu"', base=ROOT / FILE)
    saving.view(PLACE, lambda view: not view['problems'])


def test_what_fails_while_it_is_calm_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    preview, failed = Preview(ROOT, ('pl',)), Event()

    def fail(_code: str) -> None:
        failed.set()
        raise ValueError

    monkeypatch.setattr(preview, 'texts', fail)
    monkeypatch.setattr(preview, '_hand', lambda _code: None)
    preview.start()
    preview.saved()
    assert failed.wait(60)
    preview._thread.join(0.5)
    assert preview._thread.is_alive()
    preview.stop()

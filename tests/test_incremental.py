"""With all that earlier builds kept, a build after edits of any kind of input is a clean one, byte for byte."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from copies import copied

from civap.cache import Cache
from civap.content.project import load_project
from civap.press.build import build_project
from civap.press.made import Request
from civap.press.workers import Workers

ROOT = Path(__file__).resolve().parents[1]
CARDS, SHEETS = ('cards',), ('sheets',)


def replaced(pattern: str, new: str) -> Callable[[str], str]:
    def edit(text: str) -> str:
        edited, number = re.subn(pattern, new, text, count=1, flags=re.DOTALL)
        assert number
        return edited

    return edit


# Each kind of file that decides what is printed, what is done to it, and the documents in which that shows.
EDITS: dict[str, tuple[str, Callable[[str], str], tuple[str, ...]]] = {
    'a number': ('content/new_dawn/cards.yaml', replaced(r'production: 5', 'production: 4'), CARDS),
    'a sentence': ('content/new_dawn/phrases.yaml', replaced(r'en: Lowest cost\.', 'en: The lowest cost.'), CARDS),
    'a drawing': ('content/new_dawn/art/culture.svg', replaced('<svg', '<svg id="x"'), CARDS),
    'the version': ('content/new_dawn/edition.yaml', replaced('version: "1.0"', 'version: "1.0.1"'), CARDS),
    'a fact': ('content/new_dawn/base_game.yaml', replaced('cost: 7', 'cost: 8'), CARDS),
    'a label of the sheets': ('content/new_dawn/sheets.yaml', replaced('en: "?yes"?\n', 'en: yes!\n'), SHEETS),
    'a translation': ('locales/pl/new_dawn/cards.po', replaced(r'"Ma najniższy koszt\."', '"Najtaniej."'), CARDS),
    'a translated label': ('locales/pl/new_dawn/sheets.po', replaced('msgstr "tak"', 'msgstr "tak!"'), SHEETS),
    'a profile': ('locales/pl/profile.yaml', replaced(r'no-line-end: \[a, i', 'no-line-end: [i'), CARDS),
    'a template': ('templates/cards/deck.html.j2', replaced('<article', '<article data-x="x"'), CARDS),
    'a style sheet': ('templates/styles/cards.css', replaced(r'\Z', '\n.title { letter-spacing: 0.1mm }\n'), CARDS),
    'a template of the sheets': ('templates/sheets/parts.html.j2', replaced(r'<p', '<p data-x="x"'), SHEETS),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize('seed', [1])
def test_edits_of_every_kind_in_any_order(tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr('civap.proof.proved.kept_examples', lambda *_: [])  # tests/proof/test_examples.py has those
    root = tmp_path / 'project'
    copied(root)
    cache = Cache(tmp_path / 'cache')
    order = random.Random(seed).sample(sorted(EDITS), len(EDITS))
    last = {kind: built(root, tmp_path / 'out', kind, cache) for kind in (CARDS, SHEETS)}
    while order:
        names = [order.pop() for _ in range(min(len(order), random.Random(len(order)).choice((2, 3, 4))))]
        for name in names:
            path, edit, _ = EDITS[name]
            (root / path).write_text(edit((root / path).read_text('utf-8')), 'utf-8')
        for kind in {EDITS[name][2] for name in names}:
            made = built(root, tmp_path / 'out', kind, cache)
            assert made == built(root, tmp_path / 'clean', kind, Cache(None)), names
            assert made != last[kind], names
            last[kind] = made


def built(root: Path, out: Path, kind: tuple[str, ...], cache: Cache) -> dict[str, bytes]:
    request = Request(out, ['pl'], ['a4'], draft=True, only=kind)
    with Workers(1, cache) as workers:
        made = build_project(load_project(root), request, workers)
    return {name: (out / name).read_bytes() for name in made.documents}

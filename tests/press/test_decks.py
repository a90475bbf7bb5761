"""Each face is set once: a deck takes from earlier runs whatever is as it was, and comes out the same."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from press_sample import card, make_job

from civap.cache import Cache, folder_key
from civap.content.project import load_project
from civap.press import editions
from civap.press.deck import DeckJob, DeckResult, Faces, card_levels, typeset_backs, typeset_faces
from civap.press.decks import plan
from civap.press.geometry import CardShape
from civap.press.made import Request
from civap.press.printing import Printing
from civap.press.workers import Workers
from civap.text.catalog import load_catalog

ROOT = Path(__file__).parents[2]
Change = Callable[[DeckJob], DeckJob]


def left(job: DeckJob, cache: Cache) -> dict[str, int]:
    """The tasks that a deck takes: of faces and backs, how many cards and levels they set."""
    found = {}
    for task in plan([job], cache, (folder_key(job.templates), folder_key(job.art))).tasks:
        name, todo = task.func.__name__.removeprefix('typeset_'), task.args[0]
        found[name] = len(todo.levels if name == 'backs' else todo.cards)
    return found


def build(job: DeckJob, cache: Cache) -> DeckResult:
    with Workers(1, cache) as workers:
        (made,) = workers.build([job])
    return made


def of_first(**changed: object) -> Change:
    def change(job: DeckJob) -> DeckJob:
        first, *others = job.cards
        return replace(job, cards=({**first, **changed}, *others))

    return change


def with_job(**changed: Any) -> Change:
    return lambda job: replace(job, **changed)


JOB = make_job(count=5, papers=('a4',))
CHANGES: dict[str, tuple[Change, int]] = {
    'nothing': (lambda job: job, 0),
    'paper': (with_job(papers=('letter',)), 0),
    'no paper': (with_job(papers=(), backed=True), 0),
    'edge': (with_job(printing=Printing('short')), 0),
    'order': (lambda job: replace(job, cards=job.cards[::-1]), 0),
    'fewer': (lambda job: replace(job, cards=job.cards[1:]), 0),
    'title': (of_first(title='Other'), 1),
    'level': (of_first(level=2, numeral='II'), 1),
    'more': (lambda job: replace(job, cards=(*job.cards, card(9))), 1),
    'shape': (with_job(shape=CardShape(60, 90)), 5),
    'waived': (with_job(waived={'card-0': 6.0}), 5),
    'draft': (with_job(draft_label='draft'), 5),
    'tagged': (with_job(tagged=True), 5),
    'beside': (with_job(beside=(card(7),)), 5),
}


@pytest.mark.parametrize('name', CHANGES)
def test_only_what_changed_is_set_and_the_deck_is_the_same(name: str, kept: Cache) -> None:
    change, count = CHANGES[name]
    job = change(JOB)
    assert left(job, kept).get('faces', 0) == count
    assert build(job, kept) == build(job, Cache(None))


@pytest.fixture(scope='module')
def kept(tmp_path_factory: pytest.TempPathFactory) -> Cache:
    cache = Cache(tmp_path_factory.mktemp('kept'))
    build(JOB, cache)
    return cache


def test_the_bar_is_set_apart(kept: Cache) -> None:
    assert left(replace(JOB, bar_label='Bar'), kept) == {'backs': 4, 'words': 0}


def test_backs_are_those_of_other_cards_with_the_same_levels() -> None:
    others = (of_first(title='Other'), with_job(papers=('letter',), printing=Printing('short'), bar_label='Bar'))
    jobs = [JOB, *(change(JOB) for change in others), replace(JOB, cards=JOB.cards[1:2], levels=card_levels(JOB))]
    backs = {
        repr(task.args) for job in jobs for task in plan([job], Cache(None), ()).tasks if task.func is typeset_backs
    }
    assert len(backs) == 1


def test_what_is_wrong_is_not_kept(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    full = of_first(steps=[{'text': 'many words ' * 200}])(replace(JOB, draft_label='draft'))
    assert build(full, cache).problems
    assert build(full, cache).problems == build(full, Cache(None)).problems


@pytest.mark.slow
@pytest.mark.parametrize('code', ['en', 'pl', 'ar'])
def test_a_card_is_the_same_whatever_is_set_with_it(code: str) -> None:
    """Its file and where it fits; what is kept could not be used otherwise."""
    project = load_project(ROOT)
    request = Request(ROOT, [code], (), editions=('colour', 'economy'))
    for deck in editions.decks(project, [load_catalog(project, code)], request):
        (job,) = deck.jobs
        few = replace(job, cards=job.cards[::5])
        whole, alone = typeset_faces(job).of_each(), typeset_faces(few).of_each()
        assert {name: whole[name] for name in alone} == alone


def test_faces_of_each_card() -> None:
    made = typeset_faces(JOB)
    each = made.of_each()
    assert list(each) == [one['id'] for one in JOB.cards]
    assert [faces.fits[0].card for faces in each.values()] == list(each)
    assert {room.card for room in each['card-1'].rooms} == {'card-1'}
    assert sum(len(faces.rooms) for faces in each.values()) == len(made.rooms)
    assert Faces(tuple(file for faces in each.values() for file in faces.files), made.fits, rooms=made.rooms) == made

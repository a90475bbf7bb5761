"""A press that stayed warm sets what a cold one would, and no more than has to be set."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from markupsafe import Markup

from civap.content.problems import Problems
from civap.content.project import Project
from civap.press import book
from civap.press.book import BookJob
from civap.press.deck import DeckJob
from civap.serve.areas import paragraphs
from civap.serve.orders import order
from civap.serve.presses import Backs, Cards

BLOCKS = 10


@pytest.fixture(scope='module')
def job(project: Project) -> BookJob:
    """The first blocks of the book."""
    made: BookJob = order(project, 'pl', 'rulebook', 'a4').job
    return replace(made, view={**made.view, 'flow': made.view['flow'][:BLOCKS]})


def seen(press: book.Press) -> list[Any]:
    """What stands where on the pages."""
    document = press.lay_out(book.WHOLE, *press.settle(book.WHOLE))
    return [
        [(letter.char, round(letter.left, 2), round(letter.top, 2)) for letter in run]
        for page in document.pages
        for run in paragraphs(page)
    ]


def said_more(job: BookJob) -> BookJob:
    """With a sentence more in one rule."""
    flow = list(job.view['flow'])
    place = next(place for place, block in enumerate(flow) if block['kind'] == 'rule')
    flow[place] = {
        **flow[place],
        'text': flow[place]['text'] + Markup(' I jeszcze jedno zdanie, które się nie mieści.'),
    }
    return replace(job, view={**job.view, 'flow': flow})


def other_label(job: BookJob) -> BookJob:
    labels = {**job.view['labels'], 'book.see': Markup('Zobacz')}
    return replace(job, view={**job.view, 'labels': labels})


def other_title(job: BookJob) -> BookJob:
    first, *rest = job.view['contents']
    return replace(job, view={**job.view, 'contents': [{**first, 'title': Markup('Inny tytuł')}, *rest]})


@pytest.mark.parametrize(
    ('change', 'least', 'most'), [(said_more, 1, 3), (other_title, 1, 1), (other_label, BLOCKS, BLOCKS)]
)
def test_a_renewed_book_is_a_new_one(job: BookJob, change: Any, least: int, most: int) -> None:
    warm = book.Press(job, 2)
    before = seen(warm)
    old = dict(warm._set)
    changed = change(job)
    warm.renew(changed)
    after = seen(warm)
    assert after != before or change is other_label
    assert after == seen(book.Press(changed, 2))
    assert least <= sum(warm._set[name] is not block for name, block in old.items()) <= most


def test_only_the_card_that_changed_is_laid_out(project: Project) -> None:
    wanted = order(project, 'ar', 'cards', 'a4')
    few = replace(wanted, job=replace(wanted.job, cards=wanted.job.cards[:3]))
    press = Cards()
    before, _ = press.set(few)
    kept = dict(press._made)
    first, second, third = few.job.cards
    changed = {**second, 'foot': Markup('أقصر')}
    after, _ = press.set(replace(few, job=replace(few.job, cards=(first, changed, third))))
    assert [new.version == old.version for new, old in zip(after, before, strict=True)] == [
        True,
        False,
        True,
        *[True] * 4,
    ]
    assert [press._made[name] is made for name, made in kept.items()] == [True, False, True]
    assert press.write(1).pdf != press.write(0).pdf
    assert len({press.write(number).pdf for number in range(3, 7)}) == 4
    large = replace(few.job, shape=replace(few.job.shape, width=63, height=88))
    press.set(replace(few, job=large))
    assert all(press._made[name] is not made for name, made in kept.items())


def test_backs_are_set_anew_when_they_say_something_else(project: Project) -> None:
    wanted = order(project, 'pl', 'cards', 'a4')
    assert wanted.backs
    assert wanted.backs.reminder
    press = Backs()

    def versions(backs: DeckJob) -> list[str]:
        leaves, problems = press.set(replace(wanted, job=backs, heard=wanted.heard_behind))
        assert (len(leaves), bool(problems)) == (4, 'dłuższy' in str(backs.reminder))
        return [leaf.version for leaf in leaves]

    before, document = versions(wanted.backs), press._document
    assert (versions(wanted.backs), press._document is document) == (before, True)
    other = {**wanted.backs.reminder, 'heading': Markup('Inny nagłówek')}
    assert not set(versions(replace(wanted.backs, reminder=other))) & set(before)
    first, *rest = wanted.backs.reminder['uses']
    long = {**wanted.backs.reminder, 'uses': [{**first, 'when': Markup('dłuższy tekst ' * 90)}, *rest]}
    assert not set(versions(replace(wanted.backs, reminder=long))) & set(before)


@pytest.mark.parametrize(
    ('name', 'old', 'new', 'code'),
    [
        ('styles/words.css', 'p {', '}} p {', 'render-warning'),
        ('styles/reminder.css', '{', '{ colour: red;', 'render-warning'),
        ('cards/backs.html.j2', '{% endmacro %}', '{% endmacr %}', 'bad-template'),
    ],
)
def test_faults_of_what_is_on_no_front_are_told(
    project: Project, tmp_path: Path, name: str, old: str, new: str, code: str
) -> None:
    wanted = order(project, 'pl', 'cards', 'a4')
    assert wanted.backs
    shutil.copytree(project.root / 'templates', tmp_path / 'templates')
    path = tmp_path / 'templates' / name
    path.write_text(path.read_text('utf-8').replace(old, new), 'utf-8')
    broken = replace(wanted, job=replace(wanted.backs, templates=tmp_path / 'templates'), heard=wanted.heard_behind)
    with pytest.raises(Problems) as caught:
        Backs().set(broken)
    assert code in {each.code for each in caught.value.problems}

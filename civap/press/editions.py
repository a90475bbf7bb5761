"""Editions of the cards: which decks are typeset for a request, and the files that are made of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from civap.content.edition import Waiver
from civap.content.problems import Problem
from civap.content.project import SCALE, Project
from civap.content.say import Say
from civap.press.backs import reminder_view
from civap.press.deck import DeckJob, DeckResult, layouts
from civap.press.documents import Artifact
from civap.press.geometry import CardShape
from civap.press.made import Request
from civap.press.pdf import About
from civap.press.pictures import pictures
from civap.press.printing import LARGE_PRINT, Edition, file_name, one_file_name
from civap.press.sheets import back_pages
from civap.press.shop import one_a_page
from civap.press.told import sheets_of_cards
from civap.press.variants import Variant
from civap.press.views import card_views
from civap.text.catalog import Catalog
from civap.text.domains import CARDS, texts_path
from civap.text.render import ENDING, Renderer

# What is imposed on sheets, and what has one card a page.
SHEETS: tuple[Edition, ...] = ('colour', 'economy', 'large')
SINGLE: tuple[Edition, ...] = ('shop', 'png')


@dataclass(frozen=True, slots=True)
class Deck:
    """The jobs of all languages that are alike in all but language, and the editions made of them."""

    editions: tuple[Edition, ...]
    jobs: tuple[DeckJob, ...]


def decks(project: Project, catalogs: Sequence[Catalog], request: Request) -> list[Deck]:
    """What is typeset for the editions asked for, as few decks as will do. Raises `Problems`: of the texts of backs."""
    if 'cards' not in request.only:
        return []
    jobs = [_job(project, Renderer(catalog, ENDING), request) for catalog in catalogs]
    waivers = project.edition.waivers
    asked = [name for name in SHEETS if name in request.editions]
    made = [Deck((name,), tuple(_of(job, name, sized=request.sized) for job in jobs)) for name in asked]
    made = [replace(deck, jobs=tuple(_waived(job, waivers) for job in deck.jobs)) for deck in made]
    single = tuple(name for name in SINGLE if name in request.editions)
    if not single:
        return made
    if made and made[0].editions == ('colour',):
        first = made.pop(0)
        return [Deck((*first.editions, *single), _alone(first.jobs, single)), *made]
    return [*made, Deck(single, _alone((_waived(replace(job, papers=()), waivers) for job in jobs), single))]


def _alone(jobs: Iterable[DeckJob], single: Sequence[Edition]) -> tuple[DeckJob, ...]:
    """The jobs with what editions of one card a page need."""
    return tuple(replace(job, tagged='shop' in single, backed=True) for job in jobs)


def facsimiles(
    project: Project,
    catalogs: Sequence[Catalog],
    request: Request,
    speak: Callable[[Catalog, int], Renderer] = Renderer,
) -> list[DeckJob]:
    """The deck that the rulebook shows: in colour, in its own size. What it says comes from `speak`."""
    plain = replace(request, shape=CardShape(), back_art='level')
    jobs = (replace(_job(project, speak(catalog, ENDING), plain), papers=()) for catalog in catalogs)
    return [_waived(job, project.edition.waivers) for job in jobs]


def _waived(job: DeckJob, waivers: Sequence[Waiver]) -> DeckJob:
    """With the floors of its cards that the content waives."""
    return replace(job, waived={waiver.card: waiver.floor for waiver in waivers if _is_for(waiver, job)})


def _is_for(waiver: Waiver, job: DeckJob) -> bool:
    return (waiver.language, waiver.size) == (job.language, str(job.shape.size))


def stale_waivers(
    project: Project, decks: Sequence[Deck], results: Sequence[Sequence[DeckResult]]
) -> Iterator[Problem]:
    """Waivers whose card fits without them in each edition of its size."""
    document = project.documents['edition']
    made = [
        (job, {fit.card: fit.size for fit in result.fits})
        for deck, found in zip(decks, results, strict=True)
        for job, result in zip(deck.jobs, found, strict=True)
    ]
    for index, waiver in enumerate(project.edition.waivers):
        mine = [(job, sizes) for job, sizes in made if _is_for(waiver, job)]
        if mine and all(sizes[waiver.card] >= job.sizes.sizes[-1] for job, sizes in mine):
            message = f'found the waiver {waiver.id!r}, but {waiver.card} fits without, expected one that is needed'
            yield document.problem('stale-waiver', message, document.node(('waivers', index, 'id')), 'delete it')


def variant_of(edition: Edition) -> Variant:
    """How the cards of an edition are drawn."""
    return 'economy' if edition == 'economy' else 'colour'


def shows(deck: Deck) -> bool:
    """Whether the faces of a deck are those that the rulebook shows."""
    job = deck.jobs[0] if deck.jobs else None
    return job is not None and (job.shape, job.variant, job.large) == (CardShape(), 'colour', False)


def _of(job: DeckJob, name: Edition, *, sized: bool) -> DeckJob:
    if name == 'economy':
        return replace(job, variant='economy')
    if name == 'large':
        usual = replace(job.shape, width=LARGE_PRINT.width, height=LARGE_PRINT.height)
        return replace(job, shape=job.shape if sized else usual, large=True)
    return job


def _job(project: Project, renderer: Renderer, request: Request) -> DeckJob:
    language = renderer.language
    source = texts_path(language.code, CARDS)
    reminds = request.back_art == 'reminder'
    return DeckJob(
        language=language.code,
        direction=language.direction,
        numbering=language.profile.digits,
        title=renderer.plain(Say('label.document')),
        cards=tuple(dict(card) for card in card_views(project, renderer)),
        shape=request.shape,
        templates=project.root / 'templates',
        art=project.content / 'art',
        source=source,
        faces=language.profile.faces,
        papers=tuple(request.papers),
        printing=request.printing,
        bar_label=renderer.plain(SCALE),
        draft_label=renderer.plain(Say('label.draft')) if request.draft else None,
        back_art=request.back_art,
        reminder=reminder_view(project, language.code, draft=request.draft) if reminds else None,
    )


def files(deck: Deck, results: Sequence[DeckResult]) -> Iterator[Artifact]:
    """Every file of every edition of a deck."""
    for job, result in zip(deck.jobs, results, strict=True):
        for name in deck.editions:
            if name == 'shop':
                yield from _shop_files(job, result)
            elif name == 'png':
                yield from _pictures(job, result)
            else:
                yield from _sheet_files(name, job, result)


def _sheet_files(name: Edition, job: DeckJob, result: DeckResult) -> Iterator[Artifact]:
    placed = layouts(job)
    for paper, data in result.files.items():
        path = f'{job.language}/{file_name(paper, job.shape, job.printing, name)}'
        about = sheets_of_cards(placed[paper], len(job.cards), job.printing)
        yield Artifact(path, data, result.pages[paper], job.language, result.fonts, about)


def _shop_files(job: DeckJob, result: DeckResult) -> Iterator[Artifact]:
    """Fronts, for readers too, and behind each of them its back."""
    about = About(job.title, job.language, job.direction == 'rtl')
    count = len(job.cards)
    fronts = one_a_page(result.tagged, about)
    yield Artifact(_path(job, 'shop-fronts.pdf'), fronts, count, job.language, result.fonts)
    backs = one_a_page(result.backs, about, back_pages(job))
    yield Artifact(_path(job, 'shop-backs.pdf'), backs, count, job.language, ())


def _pictures(job: DeckJob, result: DeckResult) -> Iterator[Artifact]:
    """Fronts by number and card, and the back of each level."""
    names = [f'front-{number:02}-{card["id"]}' for number, card in enumerate(job.cards, 1)]
    backs = [f'back-{number}' for number in range(1, 1 + max(back_pages(job)) + 1)]
    count = len(names) + len(backs)
    for pdf, stems in ((result.faces, names), (result.backs, backs)):
        for stem, data in zip(stems, pictures(pdf, job.shape.whole), strict=True):
            yield Artifact(_path(job, f'png/{stem}.png'), data, 1, job.language, (), f'{count} pictures')


def _path(job: DeckJob, name: str) -> str:
    return f'{job.language}/{one_file_name(name, job.shape)}'

"""What the card templates are given: plain data, every text ready as HTML in one language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from markupsafe import Markup, escape

from civap.content.cards import Card
from civap.content.project import Project
from civap.content.say import Name, Say, Statement
from civap.text.render import Renderer


class ListView(TypedDict):
    """A priority list."""

    heading: Markup
    items: list[Markup]
    tie: Markup


class StepView(TypedDict):
    """A step; `number` is absent on cards with one step. `closing` is said of the steps before, too."""

    number: str | None
    text: Markup
    closing: Markup | None
    list: ListView | None
    reminder: Markup | None
    stale: bool


class CardView(TypedDict):
    """A card face without its size, which the fit decides."""

    id: str
    type: str
    level: int
    numeral: str
    title: Markup
    type_name: Markup
    steps: list[StepView]
    foot: Markup
    caravans: int
    mark: Markup
    alt: dict[str, str]


def card_views(project: Project, renderer: Renderer) -> list[CardView]:
    """All cards in the language of the renderer, in the order of the content."""
    return [_card(project, renderer, card) for card in project.deck.cards]


def _card(project: Project, renderer: Renderer, card: Card) -> CardView:
    kind = project.types[card.type]
    statements = card.say_steps()
    return {
        'id': card.id,
        'type': card.type,
        'level': card.level,
        'numeral': card.numeral,
        'title': _name(renderer, card.say_name()),
        'type_name': _name(renderer, kind.say_name()),
        'steps': [
            _step(renderer, statement, index if len(statements) > 1 else None)
            for index, statement in enumerate(statements, 1)
        ],
        'foot': renderer.html(kind.say_foot()),
        'caravans': card.caravans or 0,
        'mark': Markup('{} · {}').format(
            renderer.language.code, project.edition.version_of(card.id, renderer.language.code)
        ),
        'alt': {
            'type': renderer.plain(kind.say_name()),
            'level': renderer.plain(card.say_level()),
            'caravans': renderer.plain(Say('label.caravans', card.caravans)) if card.caravans else '',
            'trade_token': renderer.plain(Say('label.trade-token')),
        },
    }


def _name(renderer: Renderer, name: Say | Name) -> Markup:
    """A name that may be broken at each of its spaces; one that is not ready is marked."""
    text = escape(renderer.plain(name))
    return text if renderer.is_ready(name) else Markup('<span class="stale">{}</span>').format(text)


def _step(renderer: Renderer, statement: Statement, number: int | None) -> StepView:
    own = () if statement.shared else statement.closing
    listing = statement.listing
    parts = (
        *statement.sentences,
        *statement.closing,
        *statement.reminder,
        *((*listing.items, *listing.tie, listing.heading) if listing else ()),
    )
    return {
        'number': None if number is None else renderer.number(number),
        'text': renderer.html(*statement.sentences, *own),
        'closing': renderer.html(*statement.closing) if statement.closing and not own else None,
        'list': {
            'heading': renderer.html(listing.heading),
            'items': [renderer.html(item) for item in listing.items],
            'tie': _sentences(renderer, listing.tie),
        }
        if listing
        else None,
        'reminder': renderer.html(*statement.reminder) if statement.reminder else None,
        'stale': not renderer.is_ready(*parts),
    }


def _sentences(renderer: Renderer, said: Sequence[Say]) -> Markup:
    """Short sentences, each kept on one line if it can be (see `letters.unbroken`)."""
    return Markup(' ').join(Markup('<span class="sentence">{}</span>').format(renderer.html(say)) for say in said)

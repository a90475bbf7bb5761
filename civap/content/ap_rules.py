"""Rules of the AP that are data but on no card: what it pays with first, and the difficulty levels."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from civap.content.criteria import EachOnce
from civap.content.problems import Problem
from civap.content.schema import Amount, Id, Model, NotEmpty, PrintedName, duplicate_ids
from civap.content.source import Document

Coin = Literal['bonus', 'natural-wonders', 'resources', 'trade']
COINS: tuple[Coin, ...] = ('bonus', 'natural-wonders', 'resources', 'trade')


class Difficulty(Model):
    """A difficulty level: so many random cards start as level II (difficulty.levels)."""

    id: Id
    name: PrintedName
    replaced: Annotated[Amount, Field(le=5)]


class ApRules(Model):
    """ap_rules.yaml. `payment` is wonder.order."""

    payment: Annotated[tuple[Coin, ...], EachOnce]
    difficulties: Annotated[tuple[Difficulty, ...], NotEmpty]


def check_ap_rules(rules: ApRules, document: Document) -> Iterator[Problem]:
    """Every kind of payment once, difficulties in rising order."""
    yield from duplicate_ids([level.id for level in rules.difficulties], ('difficulties',), document)
    for coin in COINS:
        if coin not in rules.payment:
            message = f'found no {coin!r}, expected every kind of payment'
            yield document.problem('missing-payment', message, document.node(('payment',)), f'add {coin}')
    for index, level in enumerate(rules.difficulties):
        if index and level.replaced <= rules.difficulties[index - 1].replaced:
            node = document.node(('difficulties', index, 'replaced'))
            message = f'found {level.replaced}, expected more than the level before'
            yield document.problem('falling-difficulty', message, node, 'correct one of the two')

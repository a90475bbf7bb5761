"""Paying for a wonder: what is spent, in which order, and when a resource is saved (wonder.order)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from civap.content.ap_rules import COINS, Coin


class Purse(Protocol):
    """What could be spent. Read only while something is still missing, in the order of the rule."""

    @property
    def bonus(self) -> int:
        """Trade tokens that the AP is considered to have spent."""
        ...

    @property
    def natural_wonders(self) -> int:
        """Natural wonder tokens."""
        ...

    @property
    def resources(self) -> int:
        """Resource tokens."""
        ...

    @property
    def trade(self) -> int:
        """Trade tokens on the card."""
        ...


@dataclass(frozen=True, slots=True)
class Worth:
    """Production that a resource and a trade token add; whether natural wonders are saved like resources."""

    resource: int
    trade: int
    save_natural_wonders: bool = False


@dataclass(slots=True)
class Payment:
    """What is spent, and the production it makes together with the card's own.

    `forced` are natural wonder tokens that are spent in any case, and first (leader.roosevelt).
    """

    total: int
    bonus: int = 0
    forced: int = 0
    natural_wonders: int = 0
    resources: int = 0
    trade: int = 0
    saved: bool = False


def pay(
    cost: int, production: int, purse: Purse, worth: Worth, order: Sequence[Coin] = COINS, forced: int = 0
) -> Payment:
    """The payment of `cost`, or the most that can be reached if it is not enough (wonder.order)."""
    payment = Payment(production + forced * worth.resource, forced=forced)

    def spend(available: Callable[[], int], each: int, save: bool = False) -> int:
        missing = cost - payment.total
        if missing <= 0:
            return 0
        number = min(available(), -(-missing // each))
        if save and number * each == missing + 1 and purse.trade:
            payment.saved = True  # wonder.overspend
            number -= 1
        payment.total += number * each
        return number

    coins: Mapping[Coin, Callable[[], int]] = {
        'bonus': lambda: spend(lambda: purse.bonus, worth.trade),
        'natural-wonders': lambda: spend(lambda: purse.natural_wonders, worth.resource, worth.save_natural_wonders),
        'resources': lambda: spend(lambda: purse.resources, worth.resource, save=True),
        'trade': lambda: spend(lambda: purse.trade, worth.trade),
    }
    for coin in order:
        setattr(payment, coin.replace('-', '_'), coins[coin]())
    return payment

"""Paying for a wonder against a reference that spends token by token."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civap.engine.payment import Payment, Worth, pay

WORTH = Worth(resource=2, trade=1)


@dataclass(frozen=True)
class Purse:
    bonus: int = 0
    natural_wonders: int = 0
    resources: int = 0
    trade: int = 0


def reference(cost: int, production: int, purse: Purse, natural_too: bool = False) -> Payment:
    """One token after the other, in the order of wonder.order."""
    left = dict(vars(purse))
    spent = Payment(production)

    def take(name: str, worth: int) -> None:
        left[name] -= 1
        setattr(spent, name, getattr(spent, name) + 1)
        spent.total += worth

    while spent.total < cost:
        saves = cost - spent.total == 1 and left['trade'] > 0
        if left['bonus']:
            take('bonus', 1)
        elif left['natural_wonders'] and not (saves and natural_too):
            take('natural_wonders', 2)
        elif left['resources'] and not saves:
            take('resources', 2)
        elif left['trade']:
            take('trade', 1)
        else:
            break
    return spent


def parts(payment: Payment) -> tuple[int, ...]:
    return (
        payment.bonus,
        payment.natural_wonders,
        payment.resources,
        payment.trade,
        payment.total,
    )


counts = st.integers(0, 4)
purses = st.builds(Purse, counts, counts, counts, counts)


@given(st.integers(5, 12), st.integers(5, 8), purses)
def test_spends_as_the_rule_says(cost: int, production: int, purse: Purse) -> None:
    assert parts(pay(cost, production, purse, WORTH)) == parts(reference(cost, production, purse))


@given(st.integers(5, 12), st.integers(5, 8), purses)
def test_other_reading_saves_natural_wonders(cost: int, production: int, purse: Purse) -> None:
    paid = pay(cost, production, purse, Worth(2, 1, save_natural_wonders=True))
    expected = reference(cost, production, purse, natural_too=True)
    assert parts(paid) == parts(expected)


@given(st.integers(5, 12), st.integers(5, 8), purses)
def test_reaches_the_cost_exactly_or_wastes_one_or_spends_all(cost: int, production: int, purse: Purse) -> None:
    paid = pay(cost, production, purse, WORTH)
    if paid.total < cost:
        assert parts(paid)[:4] == tuple(vars(purse).values())
    elif production < cost:
        assert paid.total - cost <= 1
    else:
        assert parts(paid) == (0, 0, 0, 0, production)


@pytest.mark.parametrize(
    ('purse', 'expected'),
    [
        (Purse(trade=2), (0, 0, 0, 2, 7)),
        (Purse(bonus=1, trade=2), (1, 0, 0, 1, 7)),
        (Purse(natural_wonders=1, trade=2), (0, 1, 0, 0, 7)),
        (Purse(resources=1, natural_wonders=1), (0, 1, 0, 0, 7)),
        (Purse(bonus=1, resources=1, trade=1), (1, 0, 0, 1, 7)),  # saved: it would overspend by one
        (Purse(bonus=1, resources=1), (1, 0, 1, 0, 8)),
        (Purse(bonus=1, natural_wonders=1, trade=1), (1, 1, 0, 0, 8)),  # not covered by the rule
        (Purse(), (0, 0, 0, 0, 5)),
    ],
)
def test_production_five_cost_seven(purse: Purse, expected: tuple[int, ...]) -> None:
    assert parts(pay(7, 5, purse, WORTH)) == expected


def test_reads_nothing_that_is_not_needed() -> None:
    class Guarded:
        bonus = 2

        def __getattr__(self, name: str) -> int:
            raise AssertionError(name)

    assert pay(7, 5, Guarded(), WORTH).bonus == 2  # type: ignore[arg-type]
    assert pay(5, 5, Guarded(), WORTH).total == 5  # type: ignore[arg-type]

"""Dice at the table: answers from faces that were rolled (golden.random)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import count, islice
from random import Random

from civap.content.dice import FACES, shares
from civap.engine.choices import Answer, Chooser, Kind, Question


def leads(label: str) -> range:
    """`-5..-2` as leads of the attacker."""
    low, _, high = label.partition('..')
    return range(int(low), int(high or low) + 1)


def dice_of(options: int) -> int:
    """How many dice a tie takes: one for up to six options, two for up to 36, and so on."""
    return next(number for number in count(1) if FACES**number >= options)


def option_of(faces: Sequence[int], options: int) -> int | None:
    """The index of the option that faces stand for, or none for a new roll.

    One die by its shares; of several the first picks the group, the last the place in it.
    """
    if len(faces) == 1:
        return next((index for index, share in enumerate(shares(options)) if faces[0] in share), None)
    index = reduce(lambda group, face: group * FACES + face - 1, faces, 0)
    return index if index < options else None


def thrown(chooser: Chooser) -> tuple[int, ...]:
    """The faces behind the last answer, if dice were thrown and are known."""
    return getattr(chooser, 'thrown', ())


class Rolled:
    """Answers ties and dice from faces that were rolled, and passes on the rest, or all when they are used up.

    `thrown` are the faces that decided the last answer: those of a tie, or attacker and defender.
    """

    def __init__(self, faces: Iterable[int], rest: Chooser) -> None:
        self.thrown: tuple[int, ...] = ()
        self._faces = iter(faces)
        self._rest = rest

    def choose(self, question: Question) -> Answer:
        """The option that the dice pick."""
        picked = None
        if question.kind is Kind.TIE:
            picked = self._tie(question.options)
        elif question.kind is Kind.DIE:
            picked = self._die(question.options)
        if picked is None:
            answer = self._rest.choose(question)
            self.thrown = thrown(self._rest)
            return answer
        return picked

    def _throw(self, dice: int) -> bool:
        """Whether there are so many faces left; they are `thrown` then."""
        self.thrown = tuple(islice(self._faces, dice))
        return len(self.thrown) == dice

    def _tie(self, options: tuple[Answer, ...]) -> Answer | None:
        while self._throw(dice_of(len(options))):
            index = option_of(self.thrown, len(options))
            if index is not None:
                return options[index]
        return None

    def _die(self, options: tuple[Answer, ...]) -> Answer | None:
        if isinstance(options[0], int):
            return self.thrown[0] if self._throw(1) else None
        if not self._throw(2):
            return None
        attacker, defender = self.thrown
        return next((option for option in options if attacker - defender in leads(str(option))), None)


def endless(random: Random) -> Iterator[int]:
    """Faces without end."""
    while True:
        yield random.randint(1, FACES)

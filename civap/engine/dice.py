"""Dice at the table: answers from faces that were rolled (golden.random)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from civap.content.dice import FACES, shares
from civap.engine.choices import Answer, Chooser, Kind, Question


def leads(label: str) -> range:
    """`-5..-2` as leads of the attacker."""
    low, _, high = label.partition('..')
    return range(int(low), int(high or low) + 1)


class Rolled:
    """Answers ties and dice from faces that were rolled, and passes on the rest, or all when they are used up.

    A tie of up to six options takes one die, re-rolls as many as it needs; one of up to 36 takes two, the
    first for the group of six, the second for the place in it. An attack takes two: attacker, defender.
    """

    def __init__(self, faces: Sequence[int], rest: Chooser) -> None:
        self._faces: Iterator[int] = iter(faces)
        self._rest = rest

    def choose(self, question: Question) -> Answer:
        """The option that the dice pick."""
        if question.kind is Kind.TIE:
            picked = self._tie(question.options)
        elif question.kind is Kind.DIE:
            picked = self._die(question.options)
        else:
            picked = None
        return self._rest.choose(question) if picked is None else picked

    def _next(self) -> int | None:
        return next(self._faces, None)

    def _tie(self, options: tuple[Answer, ...]) -> Answer | None:
        while (face := self._next()) is not None:
            index = self._index(face, len(options))
            if index is not None and index < len(options):
                return options[index]
        return None

    def _index(self, face: int, options: int) -> int | None:
        """The option of a face, or none for a new roll."""
        if options <= FACES:
            return next((index for index, faces in enumerate(shares(options)) if face in faces), None)
        place = self._next()
        return None if place is None else (face - 1) * FACES + place - 1

    def _die(self, options: tuple[Answer, ...]) -> Answer | None:
        face = self._next()
        if face is None or face in options:
            return face
        other = self._next()
        if other is None:
            return None
        return next((option for option in options if face - other in leads(str(option))), None)

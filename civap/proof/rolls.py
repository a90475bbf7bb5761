"""Dice that were rolled for a turn: what they decided, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from civap.content.dice import FACES, shares
from civap.content.say import Plain
from civap.engine.choices import CHANCE, Answer, Chooser, Kind, Question
from civap.engine.dice import dice_of, thrown
from civap.engine.trace import Trace
from civap.proof.words import Words

DICE = range(1, FACES + 1)


class Asked(NamedTuple):
    """A question with its answer, the faces that gave it if they are known, and the event that came next."""

    question: Question
    answer: Answer
    faces: tuple[int, ...]
    event: int


class Noted:
    """Passes questions on and keeps what was answered; `trace` is that of the game."""

    def __init__(self, rest: Chooser) -> None:
        self.asked: list[Asked] = []
        self.trace = Trace()
        self._rest = rest

    def choose(self, question: Question) -> Answer:
        """What the rest says."""
        answer = self._rest.choose(question)
        faces = thrown(self._rest) if question.kind in CHANCE else ()
        self.asked.append(Asked(question, answer, faces, len(self.trace.events)))
        return answer


def options_said(options: Sequence[Answer], words: Words, shown: Callable[[Answer], str]) -> str:
    """What the faces of a tie stand for: `1–3: Colossus, 4–6: Petra`; of several dice `1-1: ..., 1-2: ...`."""
    return words.list_of(
        words.say('say.faces', faces=Plain(faces), item=Plain(shown(option)))
        for faces, option in zip(_faces(len(options)), options, strict=False)
    )


def _faces(options: int) -> Iterator[str]:
    dice = dice_of(options)
    if dice == 1:
        yield from (str(each[0]) if len(each) == 1 else f'{each[0]}–{each[-1]}' for each in shares(options))
    else:
        yield from ('-'.join(map(str, faces)) for faces in product(DICE, repeat=dice))


def rolled(asked: Asked, words: Words) -> str:
    """The faces of a tie with what they stand for, or of the direction token."""
    faces = Plain('-'.join(map(str, asked.faces)))
    if asked.question.kind is Kind.DIE:
        return words.say('say.direction', face=faces)
    said = options_said(asked.question.options, words, lambda option: words.name(str(option)))
    return words.say('say.rolled', faces=faces, options=Plain(said))

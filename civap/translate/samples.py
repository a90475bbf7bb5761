"""Samples: each message with values that really occur where it is printed, and readable ones where none is known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from civap.content.phrases import Message, placeholders, walk
from civap.content.play import LOOKED_FOR
from civap.content.project import Project, said
from civap.content.readings import load_readings
from civap.content.rulebook import EXAMPLE, Written, written
from civap.content.say import Name, Plain, Say, Value
from civap.content.sheets import said_on_sheets
from civap.proof.printed import NoValue, Told, tell, value
from civap.proof.words import NAMED
from civap.text.checks import Numbers
from civap.text.domains import load_domains

# Placeholders that are called like the ids of what fills them begin.
THINGS = (*NAMED, *(prefix.rstrip('.') for prefix in LOOKED_FOR))


class Samples:
    """Says each message of a project with values. Raises `Problems`: of the rulebook and the examples."""

    def __init__(self, project: Project) -> None:
        domains = load_domains(project)
        self.messages: Mapping[str, Message] = {
            name: message for domain in domains for name, message in domain.messages.items()
        }
        self._numbers: Numbers = {name: numbers for domain in domains for name, numbers in domain.numbers.items()}
        self._known: dict[str, Say] = {}
        for say in (*said(project.deck), *said_on_sheets(project), *_in_book(project, self.messages)):
            if isinstance(say, Say) and self._is_real(say):
                self._known.setdefault(say.id, say)

    def say(self, name: str, number: int | None = None) -> Say:
        """The message; its placeholders are filled, and `number` is what it counts."""
        message, known = self.messages[name], self._known.get(name)
        if known and set(known.values) >= placeholders(message.other) - {'n'}:
            return replace(known, n=number)
        wanted = sorted(placeholders(message.other) - {'n'})
        return Say(name, number, {each: self._readable(each) for each in wanted})

    def numbers(self, name: str) -> Sequence[int]:
        """What the message counts, rising; nothing if it counts nothing."""
        if not self.messages[name].counts:
            return ()
        known = self._known.get(name)
        own = (known.n,) if known and known.n is not None else ()
        return tuple(dict.fromkeys((*self._numbers.get(name, ()), *own))) or (1,)

    def _is_real(self, say: Say) -> bool:
        """Whether its values are those of print; where only code has them, an empty text or no name stands in."""
        inner = [each for each in walk(say) if each.id not in self.messages]
        return not inner and Plain('') not in say.values.values()

    def _readable(self, placeholder: str) -> Value:
        """A thing of the game if the placeholder is called like a kind of them, else its own name in brackets."""
        found = (name for name in self.messages if placeholder in THINGS and name.startswith(f'{placeholder}.'))
        thing = next((name for name in found if not set('{*') & set(self.messages[name].other)), None)
        return Name(thing) if thing else Plain(f'\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}{placeholder}\u203a')


def _in_book(project: Project, names: Iterable[str]) -> Iterator[Say]:
    """What the rulebook says with values: those of its examples are what happens in them."""
    files, readings, known = project.examples, load_readings(project).chosen, frozenset(names)
    told: dict[str, Told] = {}
    for each in written(project.rulebook[0]):
        if each.values:
            example = each.id.removeprefix(EXAMPLE).partition('.')[0] if each.id.startswith(EXAMPLE) else ''
            if example and example not in told:
                told[example] = tell(project, files, example, readings)
            if say := _filled(each, told.get(example), known):
                yield say


def _filled(text: Written, told: Told | None, names: frozenset[str]) -> Say | None:
    """The text with all its values; None if the example lacks one, which the check of the book tells."""
    try:
        values = {key: value(told, spec, names) for key, spec in (text.values or {}).items()}
    except NoValue:
        return None
    number = values.pop('n', None)
    return Say(text.id, number if isinstance(number, int) else None, values)

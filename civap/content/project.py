"""A project: the folder with content/, locales/ and templates/, loaded and checked as one whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel

from civap.content.ap_rules import ApRules, check_ap_rules
from civap.content.base_game import BaseGame, check_base_game
from civap.content.cards import ON_BACKS, Card, Cards, TypeOfCard, check_cards
from civap.content.edition import Edition, check_edition
from civap.content.examples import Examples
from civap.content.folder import GAME, language_folders, refuse_links_outside
from civap.content.glossary import Entry, read_glossary
from civap.content.phrases import Message, Phrases, check_phrases, named, walk
from civap.content.play import read_play
from civap.content.problems import Problem, Problems, in_file_order
from civap.content.readings import Readings, read_readings
from civap.content.rulebook import Rulebook, read_rulebook
from civap.content.say import Name, Say
from civap.content.schema import validate
from civap.content.source import Document, load

ModelT = TypeVar('ModelT', bound=BaseModel)
# What stands on the bar that shows the scale of the sheets; the bar is as long.
SCALE = Say('label.scale', values={'length': 100, 'percent': 100})


@dataclass(frozen=True)
class Project:
    """All content, valid. `documents` maps file names to the YAML they were read from."""

    root: Path
    documents: Mapping[str, Document]
    edition: Edition
    deck: Cards
    phrases: Phrases
    base_game: BaseGame
    ap_rules: ApRules

    @property
    def content(self) -> Path:
        """The folder of the game's content."""
        return self.root / 'content' / GAME

    @cached_property
    def readings(self) -> tuple[Readings, Document]:
        """The readings, read when they are first asked for, with their file. Raises `Problems`."""
        return read_readings(self)

    @cached_property
    def play(self) -> tuple[Phrases, Document]:
        """What is said about a turn, read when it is first asked for, with its file. Raises `Problems`."""
        return read_play(self)

    @cached_property
    def rulebook(self) -> tuple[Rulebook, Document]:
        """The rulebook, read when it is first asked for, with its file. Raises `Problems`."""
        return read_rulebook(self)

    @cached_property
    def sheets(self) -> tuple[Phrases, Document]:
        """The words of the reference sheets, read when they are first asked for, with their file. Raises `Problems`."""
        from civap.content.sheets import read_sheets  # it draws charts, which most commands never need

        return read_sheets(self)

    @cached_property
    def glossary(self) -> tuple[Entry, ...]:
        """The terms of the glossary, read when they are first asked for; none without one. Raises `Problems`."""
        return read_glossary(self.root)

    @cached_property
    def examples(self) -> Examples:
        """The examples of the project, read when they are first asked for. Raises `Problems`."""
        from civap.content.references import load_examples  # it needs a whole project

        return load_examples(self)

    @cached_property
    def catalogs(self) -> dict[tuple[str, str, bool], Any]:
        """The catalogs that `civap.text.catalog` has loaded: those of book and sheets need those of cards and turns."""
        return {}

    @cached_property
    def cards(self) -> Mapping[str, Card]:
        """Cards by id, in file order."""
        return {card.id: card for card in self.deck.cards}

    @cached_property
    def types(self) -> Mapping[str, TypeOfCard]:
        """The five types by id."""
        return {kind.id: kind for kind in self.deck.types}

    @cached_property
    def messages(self) -> Mapping[str, Message]:
        """Everything that the cards print, by message id: names first, then phrases."""
        names = [named('type', kind.id, kind.name, 'Name of a card type.') for kind in self.deck.types]
        names += [
            named('card', card.id, card.name, f'Name of the {card.type} card of level {card.numeral}.')
            for card in self.deck.cards
        ]
        phrases = [
            Message(phrase.id, phrase.en.one, phrase.en.other, phrase.note or '') for phrase in self.phrases.phrases
        ]
        return {message.id: message for message in (*names, *phrases)}

    @cached_property
    def numbers(self) -> Mapping[str, tuple[int, ...]]:
        """For each counted message, the numbers that really occur, rising."""
        found: dict[str, set[int]] = {}
        for say in said(self.deck):
            if isinstance(say, Say) and say.n is not None:
                found.setdefault(say.id, set()).add(say.n)
        return {name: tuple(sorted(numbers)) for name, numbers in found.items()}


def load_project(root: Path) -> Project:
    """Read and check all content. Raises `Problems`: faults of files or between them, links that lead away."""
    refuse_links_outside(root)
    problems: list[Problem] = []
    documents: dict[str, Document] = {}

    def read(name: str, model: type[ModelT]) -> ModelT | None:
        try:
            documents[name] = document = load(root / 'content' / GAME / f'{name}.yaml', f'content/{GAME}/{name}.yaml')
            return validate(model, document)
        except Problems as error:
            problems.extend(error.problems)
            return None

    edition = read('edition', Edition)
    deck = read('cards', Cards)
    phrases = read('phrases', Phrases)
    base_game = read('base_game', BaseGame)
    ap_rules = read('ap_rules', ApRules)
    if edition is None or deck is None or phrases is None or base_game is None or ap_rules is None:
        raise Problems(problems)
    project = Project(root, documents, edition, deck, phrases, base_game, ap_rules)
    problems.extend(_check(project))
    if problems:
        raise Problems(problems)
    return project


def _check(project: Project) -> Iterator[Problem]:
    documents = project.documents
    card_ids = list(project.cards)
    languages = language_folders(project.root)
    yield from in_file_order(check_edition(project.edition, card_ids, languages, documents['edition']))
    yield from in_file_order(check_cards(project.deck, documents['cards']))
    yield from in_file_order(check_base_game(project.base_game, documents['base_game']))
    yield from in_file_order(check_ap_rules(project.ap_rules, documents['ap_rules']))
    used = {say.id: say for say in said(project.deck) if isinstance(say, Say) and not say.id.startswith('type.')}
    yield from in_file_order(check_phrases(project.phrases.phrases, used, documents['phrases']))


def said(deck: Cards) -> Iterator[Say | Name]:
    """Every message that the cards use."""
    for kind in deck.types:
        yield from walk(kind.say_name())
        yield from walk(kind.say_foot())
    for card in deck.cards:
        yield card.say_name()
        yield from walk(card.say_level())
        if card.caravans:
            yield Say('label.caravans', card.caravans)
        for statement in card.say_steps():
            yield from walk(statement)
    yield from ON_BACKS
    yield Say('label.document')
    yield Say('label.trade-token')
    yield Say('label.draft')
    yield SCALE

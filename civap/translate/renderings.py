"""Terms of the glossary beside their renderings: which an English text has, and whether its translation keeps them."""

from __future__ import annotations

from dataclasses import dataclass

from civap.content.folder import SOURCE
from civap.content.glossary import Entry
from civap.content.project import Project
from civap.text.glossary import Glossary
from civap.text.lint.words import Hit, Matcher, words


@dataclass(frozen=True, slots=True)
class Rendering:
    """A term with its rendering; `forms` are further forms of it, `avoid` what it must not be called."""

    id: str
    english: str
    rendering: str
    forms: tuple[str, ...] = ()
    gender: str = ''
    avoid: tuple[str, ...] = ()
    note: str = ''


@dataclass(frozen=True, slots=True)
class Use:
    """A term that an English text has, and whether its translation has the rendering."""

    term: Rendering
    kept: bool


class Renderings:
    """All terms of a language; words that decide a rule are none, since checks of translations insist on them."""

    def __init__(self, glossary: Glossary, code: str) -> None:
        found = {name: entry for name, entry in glossary.entries.items() if not entry.locked and entry.term(code)}
        self.terms = tuple(_rendering(entry, code) for entry in found.values())
        self._by_id = {term.id: term for term in self.terms}
        self._english = Matcher({name: glossary.ways(SOURCE)[name] for name in found})
        self._own = Matcher({name: glossary.ways(code)[name] for name in found})
        self._forbidden = Matcher({name: glossary.forbidden(code)[name] for name in found})

    def uses(self, english: str, translation: str) -> list[Use]:
        """The terms of an English text. A term inside a longer one that was found is not meant."""
        hits = list(self._english.hits(words(english)))
        own = {hit.key for hit in self._own.hits(words(translation))}
        meant = dict.fromkeys(hit.key for hit in hits if not any(_inside(hit, other) for other in hits))
        return [Use(self._by_id[name], name in own) for name in meant]

    def forbidden(self, translation: str) -> list[tuple[str, Rendering]]:
        """Words of a translation that are no rendering, each with the term that they are meant for."""
        said = words(translation)
        return [(' '.join(said[hit.start : hit.end]), self._by_id[hit.key]) for hit in self._forbidden.hits(said)]


def load_renderings(project: Project, code: str) -> Renderings:
    """The terms of a language, none if the glossary lacks it. Raises `Problems`."""
    return Renderings(Glossary.of(project.glossary), code)


def _rendering(entry: Entry, code: str) -> Rendering:
    term = entry.term(code)
    assert term
    forms = tuple(filter(None, (term.definite, term.dual, term.plural)))
    note = entry.note or ''
    return Rendering(entry.id, entry.en.term, term.term, forms, term.gender or '', term.forbid, note)


def _inside(hit: Hit[str], other: Hit[str]) -> bool:
    span, around = (hit.start, hit.end), (other.start, other.end)
    return span != around and around[0] <= span[0] and span[1] <= around[1]

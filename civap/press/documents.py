"""Documents that are set as a whole: what a process makes of one, before it is bound into its file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from civap.content.problems import Problem
from civap.press.geometry import Box


@dataclass(frozen=True, slots=True)
class Artifact:
    """A file that was made, named relative to the folder of outputs; `about` are its sheets, if it is not its pages."""

    path: str
    data: bytes
    pages: int
    language: str
    fonts: tuple[str, ...]
    about: str = ''


@dataclass(frozen=True, slots=True)
class DocumentResult:
    """The PDF of a document. `problems` are what a draft is printed in spite of.

    `faces` are the frames that wait for the face of a card: its id with the page (from 0) and the box (mm). Pages for
    several `papers` are as large as every one has room for, and come to lie in the middle of each. `places` are the
    pages (from 1) of what others refer to, `shown` those of all that the document shows, by the ids of its views;
    `links` say what the targets of links are.
    """

    name: str
    title: str
    language: str
    right_to_left: bool
    papers: tuple[str, ...]
    pdf: bytes
    pages: int
    problems: tuple[Problem, ...] = ()
    faces: Mapping[str, tuple[int, Box]] = field(default_factory=dict)
    places: Mapping[str, int] = field(default_factory=dict)
    shown: Mapping[str, int] = field(default_factory=dict)
    links: Mapping[str, str] = field(default_factory=dict)
